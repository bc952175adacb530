"""pattern-pad in a real xterm on a display of its own, dragged with xdotool."""

import time

import pytest

from harness.display import SECONDS, XTerm, display
from harness.pad import PAD, Screen, path, slow_path


@pytest.fixture(scope="module")
def screen():
    with display() as name:
        yield name


@pytest.fixture
def pad(screen, folder):
    """Starts the pad in an xterm."""
    terminals = []

    def start(*options: str) -> XTerm:
        words = " ".join(options)
        terminals.append(XTerm(screen, f"{PAD} {words} >{folder}/result; echo $? >{folder}/status", folder))
        terminals[-1].result = folder / "result"
        terminals[-1].status = folder / "status"
        terminals[-1].see("cancel")
        return terminals[-1]

    yield start
    for terminal in terminals:
        terminal.close()


@pytest.fixture
def nodes():
    """Where the nodes are on a terminal of 80x24."""
    screen = Screen(PAD)
    screen.see("cancel")
    found = screen.nodes()
    screen.process.close(force=True)
    return found


def end(terminal: XTerm) -> tuple[str, str]:
    """Waits for the end of the pad: what it printed, and its status."""
    limit = time.monotonic() + SECONDS
    while not terminal.status.exists() or not terminal.status.read_text():
        assert time.monotonic() < limit, "\n".join(terminal.screen)
        time.sleep(0.05)
    return terminal.result.read_text(), terminal.status.read_text().strip()


# What the pointer passes, and the pattern that it is.
DRAWN = {
    "from node to node": ((6, 1, 8, 3, 4), "3x3:6-1-8-3-4"),
    "a node in between is taken along": ((2, 9, 4, 3, 7), "3x3:2-9-4-3-5-7"),
    "over one that was visited": ((4, 1, 7, 8, 6), "3x3:4-1-7-8-6"),
}


@pytest.mark.parametrize("numbers, pattern", DRAWN.values(), ids=DRAWN.keys())
def test_drag(numbers, pattern, nodes, pad):
    terminal = pad()
    terminal.drag(path(nodes, *numbers))
    assert end(terminal) == (pattern + "\n", "0")


def test_clicks(nodes, pad):
    terminal = pad()
    for move in terminal.moves(path(nodes, 6, 1, 8, 3, 4)):
        terminal.do(*move, "click", "1")
    terminal.see("Enter when done.")
    terminal.do("key", "Return")
    assert end(terminal) == ("3x3:6-1-8-3-4\n", "0")


def test_beyond_the_window(nodes, pad):
    """The button is let go outside: that ends the stroke all the same."""
    terminal = pad()
    first, *others = terminal.moves(path(nodes, 6, 1, 8, 3, 4))
    terminal.do(*first)
    terminal.do("mousedown", "1")
    for move in others:
        terminal.do(*move)
    terminal.do("mousemove", "--sync", "900", "700")
    terminal.do("mouseup", "1")
    result, status = end(terminal)
    assert (result.startswith("3x3:6-1-8-3-4"), status) == (True, "0")


def test_stealth(nodes, pad):
    """Nothing of the drawing is on the screen while it is made."""
    terminal = pad("--stealth")
    idle = terminal.screen
    first, *others = terminal.moves(slow_path(nodes, 6, 1, 8, 3, 4))
    terminal.do(*first)
    terminal.do("mousedown", "1")
    for move in others:
        terminal.do(*move)
        terminal.see("Let go to finish.")
        last = nodes[8][1] + 2
        assert terminal.screen[:last] == idle[:last]
    terminal.do("mouseup", "1")
    assert end(terminal) == ("3x3:6-1-8-3-4\n", "0")


def test_cancelled_in_a_drag(nodes, pad):
    terminal = pad()
    first, *others = terminal.moves(path(nodes, 6, 1, 8, 3, 4))
    terminal.do(*first)
    terminal.do("mousedown", "1")
    for move in others:
        terminal.do(*move)
    terminal.do("key", "Escape")
    assert end(terminal) == ("", "1")
