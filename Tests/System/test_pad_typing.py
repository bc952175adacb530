"""pattern-pad --text and --choose: what other programs run it for."""

import os
import signal

import pytest

from harness.pad import BACKSPACE, CTRL_C, ENTER, ESCAPE, PAD, Screen, drag, path

SECRET = "s3cret word"


@pytest.fixture
def pad():
    """Starts pads, which end with the test."""
    screens = []

    def start(*options: str, **circumstances) -> Screen:
        words = " ".join(f"'{option}'" for option in options)
        screens.append(Screen(f"{PAD} {words}", **circumstances))
        return screens[-1]

    yield start
    for screen in screens:
        screen.process.close(force=True)


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
@pytest.mark.parametrize("keys, answer", [
    ([*SECRET, ENTER], SECRET),
    (["\n"], ""),
    (["x", BACKSPACE, "abc", ENTER], "abc"),
    ([BACKSPACE, "é", "ö", BACKSPACE, ENTER], "é"),
    (["wrong", "\x15", "right", ENTER], "right"),
    (["15987", ENTER], "15987"),
    (["a", ESCAPE, "b", ENTER], "a\x1bb"),
    (["x" * 512, ENTER], "x" * 512),
    (["one", ENTER, "two"], "one"),
])
def test_text(keys, answer, term, pad):
    """Any text, of which nothing is shown; what comes behind its end is dropped."""
    screen = pad("--text", "--prompt=Password for alice: ", term=term)
    screen.show("Password for alice: ")
    screen.send(*keys)
    screen.show("status=")
    shown = screen.raw.split("status=")[0]
    assert "\x1b" not in shown and shown.replace("\r", "") == "go\nPassword for alice: \n\n"
    screen.end(0, answer)


def test_text_prompt_and_message(pad):
    """The prompt is shown as it is, but for what would steer the terminal."""
    screen = pad("--text", "--prompt=Passphrase\x07", "--message=Wrong.\x1b[31m")
    screen.show("\nWrong.?[31m\r\r\nPassphrase?")
    screen.send("abc", ENTER)
    screen.end(0, "abc")


def test_text_has_a_prompt_of_its_own(pad):
    screen = pad("--text")
    screen.show("Password: ")
    screen.send(CTRL_C)
    screen.end(1)


def test_text_too_long(pad):
    screen = pad("--text")
    screen.show("Password: ")
    screen.send("x" * 600, ENTER)
    screen.end(1)
    assert "pattern-pad: longer than 512 bytes; nothing was answered" in screen.text()


@pytest.mark.parametrize("key", [CTRL_C, "\x04", "\x1c"])
@pytest.mark.parametrize("before", ["", "abc"])
def test_text_cancelled(before, key, pad):
    screen = pad("--text")
    screen.show("Password: ")
    screen.send(before + key)
    screen.end(1)


@pytest.mark.parametrize("name", ["TERM", "HUP", "SEGV"])
def test_killed_while_text_is_typed(name, pad):
    screen = pad("--text")
    screen.show("Password: ")
    screen.send("abc")
    number = signal.Signals[f"SIG{name}"]
    os.kill(screen.child(), number)
    screen.end(128 + number)


@pytest.mark.parametrize("words", [
    ["--text", "--grid=4"], ["--text", "--confirm"], ["--stealth", "--text"], ["--text", "--choose"],
    ["--text", "--keypad=phone"], ["--text", "abc"], ["--text=abc"], ["--text", "--password"]])
def test_text_goes_with_no_drawing(words, pad):
    screen = pad(*words)
    screen.end(2)
    assert screen.raw.count("pattern-pad: ") == 1


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
@pytest.mark.parametrize("keys, answer", [([ENTER], ""), ([*"15987", ENTER], "3x3:1-5-9-8-7")])
def test_password(keys, answer, term, pad):
    """Nothing drawn is an empty line: PAM's next module asks."""
    screen = pad("--password", term=term)
    screen.show("Enter: use the password.")
    screen.send(*keys)
    screen.end(0, answer)


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_password_is_not_offered_unasked(term, pad):
    screen = pad(term=term)
    screen.show("cancel" if term != "dumb" else "789):")
    assert "password" not in screen.raw
    screen.send(*([ENTER] if term == "dumb" else [ENTER, CTRL_C]))
    screen.end(1)


@pytest.mark.parametrize("option", ["--choose", "--confirm"])
def test_no_password_instead_of_a_new_pattern(option, pad):
    screen = pad(option, "--password")
    screen.end(2)
    assert "pattern-pad: --password: goes with neither --choose nor --confirm; see" in screen.raw


def test_choose_draws_once(pad):
    screen = pad("--choose", "--prompt=New pattern for alice")
    screen.see("New pattern for alice", "Join at least 4 dots.", "cancel")
    screen.send(*drag("sgr", path(screen.nodes(), 2, 9, 4, 3, 7)))
    screen.end(0, "3x3:2-9-4-3-5-7")


def test_choose_marks_what_can_be_reached(pad):
    """From 1; to 3, 7 and 9 one gets only by taking another along."""
    screen = pad("--choose")
    screen.see("Draw a new pattern", "cancel")
    nodes = screen.nodes()
    screen.send("1")
    screen.see("Enter when done.")
    rings = {number for number in range(2, 10) if _is_ringed(screen, nodes[number - 1])}
    assert rings == {2, 4, 5, 6, 8}
    screen.send(CTRL_C)
    screen.end(1)


def _is_ringed(screen: Screen, place: tuple[int, int]) -> bool:
    """Whether a circle is drawn around a node's disc: its corner is not blank."""
    column, row = place
    return screen.screen.display[row][column - 2] not in " \u2800"


def test_without_choosing_nothing_is_marked(pad):
    screen = pad()
    screen.see("Draw your pattern", "cancel")
    nodes = screen.nodes()
    screen.send("1")
    screen.see("Enter when done.")
    assert not {number for number in range(2, 10) if _is_ringed(screen, nodes[number - 1])}
    screen.send(CTRL_C)
    screen.end(1)
