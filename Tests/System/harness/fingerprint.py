"""The real fprintd on a system bus of the tests' own, with libfprint's virtual reader, and fingers to lay on it."""

import contextlib
import functools
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import time
from collections.abc import Callable, Iterator

import numpy

from harness import polkit

ENROLLED = "right-index-finger"
_BUS = pathlib.Path("/run/dbus/system_bus_socket")
_READER = pathlib.Path("/run/virtual-reader")
_PRINTS = pathlib.Path("/var/lib/fprint")
# What starts fprintd, without our reader, whenever somebody asks for it; away, so that the tests decide.
_STARTS = pathlib.Path("/usr/share/dbus-1/system-services/net.reactivated.Fprint.service")
_SECONDS = 20

# Of an image, in pixels at 500 dots per inch: its side, and from ridge to ridge (9 are 0.46 mm).
_SIDE, _RIDGE = 256, 9.0
_ANGLES = 24


def finger(seed: int, across: int = 0, down: int = 0) -> bytes:
    """The grey image of a finger that is nobody's, laid on so many pixels further.

    Which seeds differ enough is libfprint's word, for which a score of 40 is the same finger. Seed 1 scores 250
    against itself laid on elsewhere, and 13 against seed 2 (fprintd tells with G_MESSAGES_DEBUG=all)."""
    seen = _skin(seed)[down:down + _SIDE, across:across + _SIDE]
    return (127.5 - 127.5 * seen).astype(numpy.uint8).tobytes()


@functools.cache
def _skin(seed: int) -> numpy.ndarray:
    """Ridges between -1 and 1: noise through Gabor filters that follow loops and deltas at random places."""
    chance, side = numpy.random.RandomState(seed), _SIDE + 32
    rows, columns = numpy.mgrid[0:side, 0:side].astype(float)
    angle = numpy.full((side, side), chance.uniform(0, numpy.pi))
    for turn in (1, -1, 1, -1):
        x, y = chance.uniform(0.2, 0.8, 2) * _SIDE
        angle += turn / 2 * numpy.arctan2(rows - y, columns - x)
    nearest = numpy.round(angle / numpy.pi * _ANGLES).astype(int) % _ANGLES
    frequencies = numpy.fft.fftfreq(side)
    vertical, horizontal = numpy.meshgrid(frequencies, frequencies, indexing="ij")
    filters = []
    for step in range(_ANGLES):
        normal = numpy.pi * step / _ANGLES + numpy.pi / 2
        x, y = numpy.cos(normal) / _RIDGE, numpy.sin(normal) / _RIDGE
        filters.append(sum(
            numpy.exp(-((horizontal - end * x) ** 2 + (vertical - end * y) ** 2) / (2 * 0.018 ** 2))
            for end in (1, -1)))
    picture = chance.standard_normal((side, side))
    for _ in range(8):
        spectrum = numpy.fft.fft2(picture)
        picture = numpy.choose(nearest, [numpy.fft.ifft2(spectrum * each).real for each in filters])
        picture = numpy.tanh(2 * picture / picture.std())
    return picture


# What is enrolled, the same finger laid on elsewhere, and another; functions, since each takes a second.
FIRST, RIGHT, WRONG = (functools.partial(finger, *place) for place in ((1,), (1, 6, 4), (2,)))


class Reader:
    """fprintd, with a virtual reader or without one."""

    def __init__(self):
        self._daemon: subprocess.Popen | None = None

    def start(self, plugged: bool = True):
        """Starts fprintd, and waits until it answers."""
        _READER.unlink(missing_ok=True)
        where = {"FP_VIRTUAL_IMAGE": str(_READER)} if plugged else {}
        self._daemon = subprocess.Popen(
            ["/usr/libexec/fprintd", "--no-timeout"], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            env={"PATH": "/usr/bin:/bin", "STATE_DIRECTORY": str(_PRINTS), **where})
        _wait(lambda: _owned("net.reactivated.Fprint"), "fprintd on the bus")

    def stop(self):
        """Ends it, as a crash would."""
        if self._daemon is not None:
            self._daemon.kill()
            self._daemon.wait()
            self._daemon = None
            _wait(lambda: not _BUS.exists() or not _owned("net.reactivated.Fprint"), "fprintd off the bus")

    @property
    def process(self) -> int:
        """The id of fprintd's process."""
        assert self._daemon is not None
        return self._daemon.pid

    def enroll(self, user: str, image: bytes, name: str = ENROLLED):
        """Enrols a finger, laying it on until that is enough."""
        with subprocess.Popen(["fprintd-enroll", "-f", name, user], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            with _hand() as lay:
                for line in process.stdout:
                    if "Enrolling" in line or "stage-passed" in line:
                        lay(image)
        assert process.returncode == 0

    def lay(self, image: bytes):
        """Lays a finger on, once something waits for one."""
        with _hand() as lay:
            lay(image)

    def unplug(self):
        """Takes the reader away from under fprintd; it is gone until the next start."""
        with _hand() as send:
            send(b"", (-5, 0))

    @contextlib.contextmanager
    def used_by_another(self) -> Iterator[None]:
        """Meanwhile another program waits for a finger."""
        with subprocess.Popen(["fprintd-verify", "alice"], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            while "Verifying" not in process.stdout.readline():
                assert process.poll() is None
            yield
            process.kill()


@contextlib.contextmanager
def running() -> Iterator[Reader]:
    """The bus at its usual place, polkitd, and a reader that is started."""
    away = _STARTS.with_suffix(".away")
    _STARTS.rename(away)
    reader = Reader()
    try:
        with polkit.running():
            try:
                reader.start()
                yield reader
            finally:
                reader.stop()
    finally:
        shutil.rmtree(_PRINTS, ignore_errors=True)
        away.rename(_STARTS)


def forget(user: str, name: str):
    """Makes the reader forget a finger."""
    subprocess.run(["fprintd-delete", user, "-f", name], check=True, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def without_bus() -> Iterator[None]:
    """Meanwhile there is no system bus where programs look for it."""
    aside = _BUS.with_suffix(".aside")
    _BUS.rename(aside)
    yield
    aside.rename(_BUS)


@contextlib.contextmanager
def _hand() -> Iterator[Callable]:
    """The virtual reader's socket, which is there while a program has the reader open."""
    with socket.socket(socket.AF_UNIX) as connection:
        def connect() -> bool:
            return connection.connect_ex(os.fsencode(_READER)) == 0
        _wait(connect, "a reader that is open")

        def send(image: bytes, header: tuple[int, int] = (_SIDE, _SIDE)):
            connection.sendall(struct.pack("ii", *header) + image)
        yield send
        # The reader takes one hand after another; closed too early, it would drop what was sent.
        connection.shutdown(socket.SHUT_WR)


def _owned(name: str) -> bool:
    asked = subprocess.run(
        ["dbus-send", "--system", "--print-reply", "--dest=org.freedesktop.DBus", "/",
         "org.freedesktop.DBus.NameHasOwner", f"string:{name}"], capture_output=True, text=True)
    return "boolean true" in asked.stdout


def _wait(holds: Callable[[], bool], what: str):
    end = time.monotonic() + _SECONDS
    while not holds():
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.02)
