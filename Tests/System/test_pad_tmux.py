"""pattern-pad in tmux, whose own terminal is read and given keys and a mouse's bytes."""

import re

import pytest

from harness.pad import CTRL_C, ENTER, PAD, Screen, drag, path, sgr, slow_path

PATTERN, NUMBERS = "3x3:2-9-4-3-5-7", (2, 9, 4, 3, 7)


@pytest.fixture
def tmux(folder):
    """Starts the pad in tmux; what it prints is in `result`."""
    screens = []

    def start(*options: str, inner="tmux-256color", mouse="off", outer="xterm-256color", size=(24, 80)) -> Screen:
        (folder / "tmux.conf").write_text(
            f"set -g default-terminal {inner}\nset -g mouse {mouse}\nset -g status off\nset -s escape-time 10\n")
        words = " ".join(options)
        screens.append(Screen(
            f"tmux -S {folder}/socket -f {folder}/tmux.conf new-session '{PAD} {words} >{folder}/result'",
            shell=False, term=outer, size=size))
        screens[-1].result = folder / "result"
        return screens[-1]

    yield start
    for screen in screens:
        screen.process.close(force=True)


def end(screen: Screen) -> str:
    """Waits for the end of the pad, and of tmux with it; what was printed."""
    screen.show("[exited]")
    return screen.result.read_text()


@pytest.mark.parametrize("inner", ["tmux-256color", "screen-256color", "screen"])
@pytest.mark.parametrize("mouse", ["off", "on"])
def test_drag(inner, mouse, tmux):
    screen = tmux(inner=inner, mouse=mouse)
    screen.see("Draw your pattern", "cancel")
    screen.show("\x1b[?1002h")
    nodes = screen.nodes()
    # tmux asks its terminal for the newer coding, whatever the program inside asks for.
    screen.send(*drag("sgr", path(nodes, *NUMBERS)))
    assert end(screen) == PATTERN + "\n"
    modes = re.findall(r"\x1b\[\?1002([hl])", screen.raw)
    assert modes[-1] == "l"


def test_line_is_drawn(tmux):
    """What is on tmux's screen while the button is down: the line to the pointer, then red."""
    screen = tmux()
    screen.see("Draw your pattern", "cancel")
    nodes = screen.nodes()
    beside = nodes[2][0] + 6, nodes[2][1]
    screen.send(sgr(0, nodes[1]), sgr(32, nodes[2]), sgr(32, beside))
    between = (nodes[1][0] + nodes[2][0]) // 2
    for column in (between, beside[0]):
        screen.until(lambda: re.match("[\u2801-\u28ff]", screen.screen.display[nodes[1][1]][column]))
    screen.send(sgr(0, beside, "m"))
    screen.see("Too short")
    screen.until(lambda: screen.screen.buffer[nodes[1][1]][nodes[1][0]].fg == "red")
    screen.send(CTRL_C)
    assert end(screen) == ""


@pytest.mark.parametrize("size", [(24, 80), (10, 20)])
def test_keys(size, tmux):
    screen = tmux(size=size)
    screen.see("pattern")
    screen.nodes()
    screen.send(*"29437")
    screen.see("Enter")
    screen.send(ENTER)
    assert end(screen) == PATTERN + "\n"


def test_stealth(tmux):
    """Not a character changes but in the line that says how to go on."""
    screen = tmux("--stealth")
    screen.see("Draw your pattern", "cancel")
    nodes = screen.nodes()

    def shown() -> list:
        # Without that line, and without the help below it.
        rows = range(nodes[8][1] + 2)
        return [[(screen.screen.buffer[row][column].data, screen.screen.buffer[row][column].fg,
                  screen.screen.buffer[row][column].bold) for column in range(80)] for row in rows]

    idle = shown()
    events = drag("sgr", slow_path(nodes, *NUMBERS))
    for number, event in enumerate(events[:-1]):
        screen.send(event)
        screen.see("Let go to finish.")
        for _ in range(2):
            screen.read()
        assert shown() == idle, number
    screen.send(events[-1])
    assert end(screen) == PATTERN + "\n"


def test_resize(tmux):
    screen = tmux()
    screen.see("Draw your pattern", "cancel")
    screen.send("2", "9")
    screen.see("Enter when done.")
    screen.process.setwinsize(12, 40)
    screen.screen.resize(12, 40)
    screen.see("Enter when done.")
    screen.send("4", "3", "7", ENTER)
    assert end(screen) == PATTERN + "\n"
