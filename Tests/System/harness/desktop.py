"""A display in memory, the pad's window on it, and a person's hand: Xvfb, xdotool, screenshots."""

import contextlib
import ctypes
import os
import pathlib
import subprocess
import time
from collections.abc import Iterator

PROGRAM = "/usr/bin/pattern-askpass"
SECONDS = 20
SCREEN = (1100, 1000)

LIGHT, DARK = {"dot": 0x5f6368, "wrong": 0xb3261e, "line": 0x1a66d1}, {"dot": 0xbdc1c6, "line": 0x8ab4f8}


def wait(condition, what: str):
    """Polls until something is true, and gives it; fails when it never is."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.02)
    raise AssertionError(f"never: {what}")


class Picture:
    """What is on the screen, or on a part of it."""

    def __init__(self, display: str):
        self.pixels = subprocess.run(
            ["import", "-display", display, "-window", "root", "-depth", "8", "rgb:-"],
            capture_output=True, check=True).stdout
        assert len(self.pixels) == 3 * SCREEN[0] * SCREEN[1]

    def at(self, x: float, y: float) -> tuple[int, int, int]:
        """A pixel: red, green, blue."""
        start = 3 * (round(y) * SCREEN[0] + round(x))
        return tuple(self.pixels[start:start + 3])

    def places(self, colour: int) -> list[tuple[int, int]]:
        """All pixels of a colour."""
        wanted = colour.to_bytes(3, "big")
        found, start = [], self.pixels.find(wanted)
        while start >= 0:
            if start % 3 == 0:
                found.append((start // 3 % SCREEN[0], start // 3 // SCREEN[0]))
            start = self.pixels.find(wanted, start + 1)
        return found

    def dots(self, colour: int) -> list[tuple[int, int]]:
        """The middles of the discs of a colour, row by row. Letters are no discs."""
        left = set(self.places(colour))
        middles = []
        while left:
            blob, edge = [], [left.pop()]
            while edge:
                x, y = edge.pop()
                blob.append((x, y))
                for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    if place in left:
                        left.remove(place)
                        edge.append(place)
            xs, ys = [x for x, _ in blob], [y for _, y in blob]
            width, height = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
            if abs(width - height) <= 1 and width >= 7 and len(blob) > 0.6 * width * height:
                middles.append(((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2))
        return sorted(middles, key=lambda place: (round(place[1] / 4), place[0]))


class Desktop:
    """The display, for all programs that a test starts."""

    def __init__(self, name: str):
        self.name = name

    def tool(self, *words) -> str:
        """Runs xdotool."""
        done = subprocess.run(
            ["xdotool", *map(str, words)], env={**os.environ, "DISPLAY": self.name}, capture_output=True,
            text=True)
        assert done.returncode == 0, done
        return done.stdout

    def window(self, title: str) -> str | None:
        """The number of a window that is shown, by its title."""
        done = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", f"^{title}$"],
            env={**os.environ, "DISPLAY": self.name}, capture_output=True, text=True)
        return done.stdout.split()[0] if done.stdout.split() else None

    def picture(self) -> Picture:
        return Picture(self.name)

    def dots(self, count: int = 9, colour: int = LIGHT["dot"]) -> list[tuple[int, int]]:
        """Where so many dots are, once they are shown."""
        def look():
            found = self.picture().dots(colour)
            return found if len(found) == count else None
        return wait(look, f"{count} dots of #{colour:06x}")

    def shows(self, colour: int, most: int | None = None) -> int:
        """How many pixels have a colour."""
        return len(self.picture().places(colour))

    def open(self, title: str = "Pattern") -> str:
        """Waits for a window and gives it the keyboard, as a window manager would."""
        number = wait(lambda: self.window(title), f"a window named {title}")
        self.tool("windowfocus", "--sync", number)
        return number

    def move(self, place: tuple[int, int]):
        self.tool("mousemove", *place)

    def drag(self, dots: list[tuple[int, int]], *nodes: int, release: bool = True, pause: float = 0.02):
        """Draws with the mouse, in as few moves as there are nodes."""
        words = []
        for index, node in enumerate(nodes):
            words += ["mousemove", *dots[node - 1], "sleep", pause]
            words += ["mousedown", "1"] if index == 0 else []
        self.tool(*words, *(["mouseup", "1"] if release else []))

    def click(self, *places: tuple[int, int]):
        for place in places:
            self.tool("mousemove", *place, "click", "1")

    def keys(self, *keys: str):
        self.tool("key", "--delay", "20", *keys)

    def type(self, text: str):
        self.tool("type", "--delay", "20", text)


class Asking:
    """The program while it asks."""

    def __init__(self, process: subprocess.Popen):
        self.process = process

    def end(self) -> tuple[int, str]:
        """Waits for its end: the exit status, and what it has written to standard output."""
        output, self.errors = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, output


def environment(display: str | None, **variables) -> dict[str, str]:
    """What a program of a desktop session sees, and nothing of ours."""
    found = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "NO_AT_BRIDGE": "1", "GTK_A11Y": "none",
             "HOME": "/nonexistent", "GSETTINGS_BACKEND": "memory"}
    if display:
        found["DISPLAY"] = display
    found.update(variables)
    return found


@contextlib.contextmanager
def started(*server: str) -> Iterator[Desktop]:
    """A display of its own, in memory unless a server is named. Sockets and locks lie in /tmp, whose place
    another folder takes."""
    folder = pathlib.Path(os.environ["TMPDIR"])
    subprocess.run(["mount", "--bind", folder, "/tmp"], check=True)
    end, start = os.pipe()
    words = server or ("Xvfb", "-screen", "0", f"{SCREEN[0]}x{SCREEN[1]}x24")
    process = subprocess.Popen(
        [*words, "-displayfd", str(start), "-ac", "-noreset", "-nolisten", "tcp"], pass_fds=[start],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(start)
    try:
        number = os.read(end, 16).decode().strip()
        assert number, f"{words[0]} does not run"
        yield Desktop(f":{number}")
    finally:
        os.close(end)
        process.terminate()
        process.wait()
        subprocess.run(["umount", "/tmp"], check=True)


class _ClientMessage(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong),
                ("format", ctypes.c_int), ("data", ctypes.c_long * 5), ("pad", ctypes.c_long * 24)]


def close(display: str, window: str):
    """Asks a window to close, as the cross in its corner does: WM_DELETE_WINDOW."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = ctypes.c_ulong
    connection = ctypes.c_void_p(x11.XOpenDisplay(display.encode()))
    protocols, delete = (x11.XInternAtom(connection, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
    message = _ClientMessage(type=33, window=int(window), message_type=protocols, format=32)
    message.data[0] = delete
    x11.XSendEvent(connection, ctypes.c_ulong(int(window)), 0, ctypes.c_long(0), ctypes.byref(message))
    x11.XCloseDisplay(connection)
