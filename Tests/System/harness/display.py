"""An X display of its own, and an xterm on it whose mouse is moved."""

import contextlib
import os
import pathlib
import subprocess
import time
from collections.abc import Iterator

import pyte

SECONDS = 20
CELL, BORDER = (6, 13), 2  # of xterm's font "fixed", in pixels


@contextlib.contextmanager
def display() -> Iterator[str]:
    """Starts Xvfb; its name. Its files are in a /tmp of its own: programs find it by the abstract socket."""
    end, start = os.pipe()
    with subprocess.Popen(
            ["unshare", "-m", "sh", "-c",
             "mount -t tmpfs -o mode=1777 tmpfs /tmp"
             f" && exec Xvfb -displayfd {start} -screen 0 1000x800x24 -nolisten tcp"],
            pass_fds=[start], stderr=subprocess.DEVNULL) as server:
        os.close(start)
        try:
            number = os.read(end, 16).decode().strip()
            assert number, "Xvfb does not start"
            yield f":{number}"
        finally:
            os.close(end)
            server.terminate()


class XTerm:
    """A command in an xterm, 80x24; what it writes is read by way of script(1)."""

    def __init__(self, display: str, command: str, folder: pathlib.Path):
        self.log = folder / "typescript"
        self.environment = {**os.environ, "DISPLAY": display, "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen(
            ["xterm", "-fn", "fixed", "-geometry", "80x24+0+0", "-b", str(BORDER), "+sb", "-T", "the pad", "-e",
             "script", "-q", "-f", "-c", command, str(self.log)],
            env=self.environment, stderr=subprocess.DEVNULL)

    @property
    def screen(self) -> list[str]:
        """The lines on the screen."""
        screen = pyte.Screen(80, 24)
        if self.log.exists():
            # The first line is script's own.
            pyte.ByteStream(screen).feed(self.log.read_bytes().partition(b"\n")[2].replace(b"\x1b[>4;m", b""))
        return screen.display

    def see(self, word: str):
        end = time.monotonic() + SECONDS
        while not any(word in line for line in self.screen):
            assert time.monotonic() < end, f"no {word!r} in\n" + "\n".join(self.screen)
            time.sleep(0.05)

    def do(self, *words: str) -> str:
        """Has xdotool do something."""
        return subprocess.run(
            ["xdotool", *words], env=self.environment, capture_output=True, text=True, check=True).stdout

    def moves(self, places: list[tuple[int, int]]) -> list[list[str]]:
        """The pointer's way over these characters' middles, from the one to the other at once."""
        window = self.do("search", "--sync", "--onlyvisible", "--name", "the pad").split()[0]
        return [["mousemove", "--sync", "--window", window,
                 *(str(BORDER + int((place[axis] + 0.5) * CELL[axis])) for axis in (0, 1))] for place in places]

    def drag(self, places: list[tuple[int, int]]):
        """Presses at the first place, moves to all others in turn, and lets go."""
        first, *others = self.moves(places)
        self.do(*first)
        self.do("mousedown", "1")
        for move in others:
            self.do(*move)
        self.do("mouseup", "1")

    def close(self):
        self.process.terminate()
        self.process.wait(SECONDS)
