"""pattern-pad on the Linux console with gpm's mouse. There is no console here: libgpm is a stand-in, built with the
real one's header, and the terminal a pseudo-terminal that says it is a console."""

import os
import pathlib
import shutil
import struct
import subprocess

import pexpect
import pytest

from harness import native
from harness.pad import CTRL_C, CTRL_Z, ENTER, PAD, Screen, path

# gpm.h: Gpm_Event, types and buttons.
EVENT = struct.Struct("@BBHhhhhiiihh")
DRAG, DOWN, UP = 2, 4, 8
LEFT, RIGHT = 4, 1
OPENED = "open 14 257 0 0 0 pointer 1\n"


class Mouse:
    """gpm, as the pad sees it."""

    def __init__(self, folder: pathlib.Path):
        self.fifo = folder / "gpm"
        os.mkfifo(self.fifo)
        # Both ends, so that it is no end of gpm when the pad closes its own.
        self.end = os.open(self.fifo, os.O_RDWR)
        self.log = folder / "gpm.log"
        (folder / "library").mkdir()
        shutil.copy(native.library("gpm"), folder / "library/libgpm.so.2")
        self.environment = {"FAKE_GPM": str(self.fifo), "LD_LIBRARY_PATH": str(folder / "library")}

    def send(self, kind: int, place: tuple[int, int], buttons=LEFT, modifiers=0):
        column, row = place
        os.write(self.end, EVENT.pack(buttons, modifiers, 1, 0, 0, column + 1, row + 1, kind, 0, 0, 0, 0))

    def drag(self, places):
        self.send(DOWN, places[0])
        for place in places[1:]:
            self.send(DRAG, place)
        self.send(UP, places[-1])


@pytest.fixture
def mouse(folder):
    control = pathlib.Path("/dev/gpmctl")
    control.touch()
    mouse = Mouse(folder)
    yield mouse
    os.close(mouse.end)
    control.unlink()


@pytest.fixture
def pad(mouse):
    """Starts pads, which end with the test."""
    screens = []

    def start(*options: str, term="linux") -> Screen:
        screens.append(Screen(" ".join([PAD, *options]), term=term, **mouse.environment))
        screens[-1].see("cancel")
        return screens[-1]

    yield start
    for screen in screens:
        screen.process.close(force=True)


def test_drag(mouse, pad):
    screen = pad()
    assert mouse.log.read_text() == OPENED
    mouse.drag(path(screen.nodes(), 2, 9, 4, 3, 7))
    screen.end(0, "3x3:2-9-4-3-5-7")
    assert mouse.log.read_text() == OPENED + "close\n"


def test_clicks_and_keys(mouse, pad):
    screen = pad()
    nodes = screen.nodes()
    for number in (2, 9, 4):
        mouse.send(DOWN, nodes[number - 1])
        mouse.send(UP, nodes[number - 1])
    screen.see("Enter when done.")
    screen.send("3", "7", ENTER)
    screen.end(0, "3x3:2-9-4-3-5-7")


def test_other_buttons_and_edges(mouse, pad):
    """The right button draws nothing; beyond the edge is nowhere, and a release there is one."""
    screen = pad()
    nodes = screen.nodes()
    mouse.send(DOWN, nodes[0], RIGHT)
    mouse.send(DRAG, nodes[4], RIGHT)
    mouse.send(UP, nodes[4], RIGHT)
    mouse.send(DOWN, nodes[1])
    for number in (9, 4, 3, 7):
        mouse.send(DRAG, nodes[number - 1])
    mouse.send(DRAG, (-1, -1))
    mouse.send(UP, (-1, -1))
    screen.end(0, "3x3:2-9-4-3-5-7")


def test_gpm_that_ends(mouse, pad):
    """A half event is the end of it, and of the drag; the keys go on."""
    screen = pad()
    nodes = screen.nodes()
    mouse.send(DOWN, nodes[1])
    screen.see("Let go to finish.")
    os.write(mouse.end, b"end")
    screen.see("cancel")
    screen.until(lambda: "Let go" not in screen.text())
    screen.send("29437", ENTER)
    screen.end(0, "3x3:2-9-4-3-5-7")
    assert mouse.log.read_text() == OPENED + "close\n"


def test_given_back_while_stopped(mouse, folder):

    shell = pexpect.spawn(
        "bash", ["--norc", "--noediting", "-i"], encoding="utf-8", timeout=10, dimensions=(24, 80),
        env={"PATH": os.environ["PATH"], "TERM": "linux", "LANG": "C.UTF-8", "PS1": "$ ", **mouse.environment})
    shell.expect_exact("$ ")
    shell.sendline(f"{PAD} >{folder}/out")
    shell.expect_exact("cancel")
    shell.send(CTRL_Z)
    shell.expect_exact("Stopped")
    shell.expect_exact("$ ")
    assert mouse.log.read_text() == OPENED + "close\n"
    shell.sendline("fg")
    shell.expect_exact("cancel")
    assert mouse.log.read_text() == OPENED + "close\n" + OPENED
    shell.send("29437" + ENTER)
    shell.expect_exact("$ ")
    assert (folder / "out").read_text() == "3x3:2-9-4-3-5-7\n"
    shell.close(force=True)


@pytest.mark.parametrize("term", ["xterm-256color", "tmux-256color"])
def test_not_on_other_terminals(term, mouse, pad):
    screen = pad(term=term)
    screen.send(CTRL_C)
    screen.end(1)
    assert not mouse.log.exists()


def test_not_without_gpm(mouse, pad):
    pathlib.Path("/dev/gpmctl").unlink()
    screen = pad()
    screen.send(CTRL_C)
    screen.end(1)
    assert not mouse.log.exists()
    pathlib.Path("/dev/gpmctl").touch()


def test_the_real_library_without_a_console(mouse):
    """It refuses a terminal that is no console, without a word on the screen, and the keys work."""
    screen = Screen(PAD, term="linux")
    screen.see("cancel")
    screen.send("29437", ENTER)
    screen.end(0, "3x3:2-9-4-3-5-7")
    assert "gpm" not in screen.raw.lower()


def test_no_dependency():
    needed = subprocess.run(["readelf", "-dW", PAD], capture_output=True, text=True, check=True).stdout
    assert "NEEDED" in needed and "gpm" not in needed
