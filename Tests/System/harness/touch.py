"""A display with a touch screen and a pen: Xorg with its driver for tests, which takes events from a socket.

The sizes and the order of what goes over it are those of xorg-server's xf86-input-inputtest-protocol.h, version 1.1.
"""

import contextlib
import os
import pathlib
import socket
import struct
from collections.abc import Iterator

from harness import desktop as desktops
from harness.desktop import SCREEN, Desktop, wait

_VERSION, _SYNC, _MOTION, _PROXIMITY, _BUTTON, _TOUCH = 0, 1, 2, 3, 4, 6
_BEGIN, _UPDATE, _END = 18, 19, 20  # XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd
_MOST = 0xffff  # an axis of the devices goes from 0 to this
_PRESSURE = 4

CONFIGURATION = """
Section "ServerFlags"
    Option "AutoAddDevices" "false"
EndSection
Section "Device"
    Identifier "card"
    Driver "dummy"
    VideoRam 8192
EndSection
Section "Monitor"
    Identifier "monitor"
    HorizSync 1-500
    VertRefresh 1-500
    Modeline "{width}x{height}" 90 {width} 1148 1200 1360 {height} 1003 1013 1034
EndSection
Section "Screen"
    Identifier "screen"
    Device "card"
    Monitor "monitor"
    DefaultDepth 24
    SubSection "Display"
        Modes "{width}x{height}"
        Virtual {width} {height}
    EndSubSection
EndSection
Section "InputDevice"
    Identifier "touch screen"
    Driver "inputtest"
    Option "SocketPath" "{folder}/touch"
    Option "DeviceType" "Touch"
EndSection
Section "InputDevice"
    Identifier "tablet pen"
    Driver "inputtest"
    Option "SocketPath" "{folder}/pen"
    Option "DeviceType" "PointerAbsoluteProximity"
    Option "PointerHasPressure" "true"
EndSection
Section "ServerLayout"
    Identifier "layout"
    Screen "screen"
    InputDevice "touch screen" "SendCoreEvents"
    InputDevice "tablet pen" "SendCoreEvents"
EndSection
"""


class _Device:
    """The program's end of a device's socket."""

    def __init__(self, path: pathlib.Path):
        wait(path.exists, "a device")
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(desktops.SECONDS)
        self._socket.connect(str(path))
        self._send(_VERSION, struct.pack("=HH", 1, 1))
        self._receive(12)

    def sync(self):
        """Waits until the server has taken all that was sent."""
        self._send(_SYNC, b"")
        self._receive(8)

    def close(self):
        self._socket.close()

    def _send(self, kind: int, body: bytes):
        self._socket.sendall(struct.pack("=II", 8 + len(body), kind) + body)

    def _receive(self, size: int):
        assert len(self._socket.recv(size, socket.MSG_WAITALL)) == size

    @staticmethod
    def _axes(values: dict[int, float]) -> bytes:
        """No unaccelerated values, which there are, the values, at places that fit their size."""
        numbers = [0.0] * 64
        for axis, value in values.items():
            numbers[axis] = value
        return struct.pack("=I8s4x128d", 0, sum(1 << axis for axis in values).to_bytes(8, "little"),
                           *numbers, *[0.0] * 64)

    @staticmethod
    def _place(place: tuple[int, int]) -> dict[int, float]:
        """A pixel, in the devices' units."""
        return {axis: place[axis] * _MOST / (SCREEN[axis] - 1) for axis in (0, 1)}


class Finger(_Device):
    """Fingers on the touch screen, told apart by numbers."""

    def down(self, place: tuple[int, int], number: int = 1):
        self._touch(_BEGIN, place, number)

    def move(self, place: tuple[int, int], number: int = 1):
        self._touch(_UPDATE, place, number)

    def up(self, place: tuple[int, int], number: int = 1):
        self._touch(_END, place, number)

    def _touch(self, kind: int, place: tuple[int, int], number: int):
        self._send(_TOUCH, struct.pack("=II", number, kind) + self._axes(self._place(place)))


class Pen(_Device):
    """A pen above or on a tablet."""

    def near(self, place: tuple[int, int]):
        self._send(_PROXIMITY, struct.pack("=I4x", 1) + self._axes(self._place(place)))

    def move(self, place: tuple[int, int], pressure: float = 0):
        self._send(_MOTION, struct.pack("=I4x", 1) + self._axes({**self._place(place), _PRESSURE: pressure}))

    def press(self, is_down: bool):
        self._send(_BUTTON, struct.pack("=iiI4x", 1, 1, is_down) + self._axes({_PRESSURE: 500 * is_down}))


@contextlib.contextmanager
def started() -> Iterator[tuple[Desktop, Finger, Pen]]:
    """The display and what is moved on it."""
    folder = pathlib.Path(os.environ["TMPDIR"]) / "touch"
    folder.mkdir(exist_ok=True)
    configuration = folder / "xorg.conf"
    configuration.write_text(CONFIGURATION.format(folder=folder, width=SCREEN[0], height=SCREEN[1]))
    with desktops.started("Xorg", "-config", str(configuration), "-logfile", str(folder / "log"), "-novtswitch",
                          "-sharevts", "-keeptty") as desktop:
        with (contextlib.closing(Finger(folder / "touch")) as finger, contextlib.closing(Pen(folder / "pen")) as pen):
            yield desktop, finger, pen
