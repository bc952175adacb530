"""pattern-pad as a person meets it: on a real terminal, with a screen that is read, keys and a mouse."""

import os
import pathlib
import re
import signal
import subprocess
import termios
import time

import pexpect
import pytest

from harness.pad import (
    BACKSPACE, CTRL_C, CTRL_Z, DOWN, ENTER, ESCAPE, LEFT, PAD, RIGHT, SECONDS, Screen, drag, path, sgr)

MESH = "3x3:1-5-9-8-7"


@pytest.fixture
def pad():
    """Starts pads, which end with the test."""
    sessions = []

    def start(*options, ready="cancel", redirect="", prefix="", **circumstances) -> Screen:
        words = " ".join(f"'{option}'" for option in options)
        session = Screen(f"{prefix} {PAD} {words} {redirect}", **circumstances)
        sessions.append(session)
        if ready:
            session.see(ready)
        return session

    yield start
    for session in sessions:
        session.process.close(force=True)


# What is pressed, and what comes of it.
KEYS = {
    "digits": (["1", "5", "9", "8", "7", ENTER], [], MESH),
    "a step takes along what lies between": (["1", "9", "8", "7", ENTER], [], MESH),
    "numpad": (["7", "5", "3", "2", "1", ENTER], ["--keypad=numpad"], MESH),
    "letters": (["q", "S", "c", "x", "z", ENTER], ["--keypad", "letters"], MESH),
    "arrows and Space": (
        [RIGHT, " ", RIGHT, DOWN, " ", RIGHT, DOWN, " ", LEFT, " ", LEFT, " ", ENTER], [], MESH),
    "arrows and Enter": (
        [RIGHT, ENTER, RIGHT, DOWN, ENTER, RIGHT, DOWN, ENTER, LEFT, ENTER, LEFT, ENTER, ENTER], [], MESH),
    "arrows in application mode": (["\x1bOC", " ", "\x1bOB", " ", "8", "9", ENTER], [], "3x3:1-4-8-9"),
    "Backspace": (["1", "2", "3", BACKSPACE, BACKSPACE, "5", "9", "8", "7", ENTER], [], MESH),
    "Backspace takes the taken along": (["1", "9", BACKSPACE, "2", "4", "8", ENTER], [], "3x3:1-2-4-8"),
    "number block in application mode": (["\x1bOq", "\x1bOu", "\x1bOy", "\x1bOx", "\x1bOw", "\x1bOM"], [], MESH),
    "what means nothing": (["x", "\x1b[15~", "1", "\x1b[200~", "5", "\xe4", "9", "8", "7", ENTER], [], MESH),
    "4x4": ([RIGHT, " ", DOWN, " ", DOWN, " ", DOWN, " ", ENTER], ["--grid=4"], "4x4:1-5-9-13"),
}


@pytest.mark.parametrize("keys, options, result", KEYS.values(), ids=KEYS.keys())
@pytest.mark.parametrize("term", ["xterm-256color", "linux"])
def test_keys(keys, options, result, term, pad):
    session = pad(*options, term=term)
    session.send(*keys)
    session.end(0, result)


@pytest.mark.parametrize("coding", ["sgr", "x10"])
@pytest.mark.parametrize("term", ["xterm-256color", "tmux-256color", "linux"])
def test_drag(coding, term, pad):
    session = pad(term=term)
    nodes = session.nodes()
    session.send(*drag(coding, path(nodes, 1, 5, 9, 7)))
    session.end(0, MESH)


def test_mouse_modes(pad):
    """1002 always; 1006 only where terminfo's mouse is the newer one."""
    for term, has in (("xterm-256color", True), ("tmux-256color", False)):
        session = pad(term=term)
        assert "\x1b[?1002h" in session.raw
        assert ("\x1b[?1006h" in session.raw) == has
        session.send(CTRL_C)
        session.end(1)


def test_a_fast_drag_takes_what_it_crosses(pad):
    session = pad()
    session.send(*drag("sgr", path(session.nodes(), 1, 9, 7)))
    session.end(0, MESH)


def test_clicks(pad):
    """Also what a touch screen's taps are."""
    session = pad()
    nodes = session.nodes()
    for place in path(nodes, 1, 5, 9, 8, 7):
        session.send(sgr(0, place), sgr(0, place, "m"))
    session.send(ENTER)
    session.end(0, MESH)


def test_other_buttons_draw_nothing(pad):
    session = pad()
    nodes = session.nodes()
    session.send(sgr(2, nodes[0]), sgr(34, nodes[8]), sgr(2, nodes[8], "m"), sgr(64, nodes[1]))
    session.send(*drag("sgr", path(nodes, 1, 5, 9, 7)))
    session.end(0, MESH)


def test_too_short_is_said_and_clears(pad):
    session = pad()
    session.send("1", "2", ENTER)
    session.see("Too short")
    session.send("1", "5", "9", "8", "7")  # possible while it is red
    session.see("Enter when done")
    assert "Too short" not in session.text()
    session.send(ENTER)
    session.end(0, MESH)


def test_wrong_clears_after_two_seconds(pad):
    session = pad()
    empty = session.text()
    session.send("1", "2", ENTER)
    session.see("Too short")
    start = time.monotonic()
    while "Too short" in session.text():
        session.read()
    assert 1.5 < time.monotonic() - start < 3
    assert session.text() == empty
    session.send(ESCAPE)
    session.end(1)


CANCELS = {"Esc": ESCAPE, "Ctrl-C": CTRL_C, "Ctrl-D": "\x04", "Ctrl-\\": "\x1c"}
STEPS = {
    "at once": [], "one node": ["1"], "a pattern": ["1", "5", "9", "8", "7"], "the focus": [RIGHT],
    "too short": ["1", ENTER],
}


@pytest.mark.parametrize("key", CANCELS.values(), ids=CANCELS.keys())
@pytest.mark.parametrize("keys", STEPS.values(), ids=STEPS.keys())
def test_cancel(key, keys, pad):
    session = pad()
    session.send(*keys, key)
    session.end(1)


@pytest.mark.parametrize("steps", range(1, 6))
def test_cancel_in_a_drag(steps, pad):
    session = pad()
    events = drag("sgr", path(session.nodes(), 1, 5, 9, 8, 7))
    session.send(*events[:steps], ESCAPE)
    session.end(1)


def test_escape_is_quick(pad):
    session = pad()
    start = time.monotonic()
    session.process.send(ESCAPE)
    session.end(1)
    assert time.monotonic() - start < 1


# confirm: what is drawn second, and what is said.
def test_confirm(pad):
    session = pad("--confirm")
    session.see("new pattern", "at least 4")
    session.send(*"15987", ENTER)
    session.see("same again")
    session.send(*"15984", ENTER)
    session.see("Not the same")
    session.send("1", ENTER)
    session.see("Too short")
    session.send(*"1987", ENTER)
    session.end(0, MESH)


@pytest.mark.parametrize("keys", [[], ["1"], [*"15984", ENTER]])
def test_confirm_cancelled(keys, pad):
    session = pad("--confirm")
    session.send(*"15987", ENTER)
    session.see("same again")
    session.send(*keys, ESCAPE)
    session.end(1)


def test_confirmed_is_green(pad):
    session = pad("--confirm")
    session.send(*"15987", ENTER)
    session.see("same again")
    session.send(*"15987", ENTER)
    session.see("Done.")
    session.end(0, MESH)


def test_message_and_prompt(pad):
    session = pad("--message=Wrong.\x1b[31m", "--prompt=Pattern: ")
    session.see("Wrong.?[31m", "Pattern\n")
    row = next(row for row, line in enumerate(session.screen.display) if "Wrong." in line)
    colours = {session.screen.buffer[row][column].fg for column in range(80)}
    assert "red" in colours
    session.send(CTRL_C)
    session.end(1)


def test_stealth_shows_nothing(pad):
    session = pad("--stealth")
    nodes = session.nodes()
    session.send("1", "5", "9", "8", "7")
    session.see("Enter when done")
    assert session.nodes() == nodes
    session.send(ENTER)
    session.end(0, MESH)


def test_lines_are_drawn(pad):
    """Between the nodes of the top row there is a line, and none elsewhere."""
    session = pad()
    nodes = session.nodes()
    session.send("1", "2", "3")
    (left, row), (middle, _), (right, below) = nodes[0], nodes[1], nodes[5]
    end = time.monotonic() + SECONDS
    between = (left + middle) // 2, (middle + right) // 2
    while " " in (session.screen.display[row][column] for column in between):
        assert time.monotonic() < end, session.text()
        session.read()
    assert not session.screen.display[(row + below) // 2].strip(), session.text()
    session.send(CTRL_C)
    session.end(1)


@pytest.mark.parametrize("size", [(10, 20), (24, 80), (50, 200), (9, 30), (40, 16)])
@pytest.mark.parametrize("term", ["xterm-256color", "linux"])
def test_sizes(size, term, pad):
    session = pad(size=size, term=term, ready="")
    end = time.monotonic() + SECONDS
    while not re.search("[\u2801-\u28ff]|o   ", session.text()) and time.monotonic() < end:
        session.read()
    time.sleep(0.1)
    session.read()
    session.send(*drag("sgr", path(session.nodes(), 1, 5, 9, 7)))
    session.end(0, MESH)


def test_too_small_to_draw(pad):
    session = pad(size=(3, 20), ready="keys")
    session.send(*"15987", ENTER)
    session.end(0, MESH)


@pytest.mark.parametrize("size", [(10, 20), (40, 100), (1, 1), (2, 200)])
def test_resize(size, pad):
    """The pad follows, and keeps what keys have chosen; then back again."""
    session = pad()
    session.send("1", "5")
    session.see("Enter when done")
    session.process.setwinsize(*size)
    session.screen.resize(*size)
    time.sleep(0.3)
    session.read()
    if size[0] >= 10:
        session.see("Enter")
    session.process.setwinsize(24, 80)
    session.screen.resize(24, 80)
    session.see("Enter when done", "cancel")
    session.send("9", "8", "7", ENTER)
    session.end(0, MESH)


def test_resize_drops_a_drag(pad):
    session = pad()
    session.send(*drag("sgr", path(session.nodes(), 1, 5, 9, 7))[:-1])
    session.see("Let go")
    session.process.setwinsize(40, 100)
    session.screen.resize(40, 100)
    end = time.monotonic() + SECONDS
    while "Let go" in session.text():
        assert time.monotonic() < end, session.text()
        session.read()
    session.see("cancel")
    session.send(*drag("sgr", path(session.nodes(), 1, 4, 7, 9)))
    session.end(0, "3x3:1-4-7-8-9")


@pytest.mark.parametrize("name", ["TERM", "HUP", "INT", "QUIT", "SEGV", "ABRT", "BUS", "FPE", "ILL", "TRAP"])
@pytest.mark.parametrize("keys", [[], ["1", "5", "9"]])
def test_killed(name, keys, pad):
    """Whatever ends it, the terminal is as it was, and the signal is what ended it."""
    session = pad()
    session.send(*keys)
    if keys:
        session.see("Enter when done")
    number = signal.Signals[f"SIG{name}"]
    os.kill(session.child(), number)
    session.end(128 + number)


def test_ignored_signals_stay_ignored(pad):
    """As nohup(1) wants it."""
    session = pad(prefix="trap '' HUP;")
    os.kill(session.child(), signal.SIGHUP)
    session.send(*"15987", ENTER)
    session.end(0, MESH)


def test_closed_terminal():
    session = Screen(PAD, shell=False)
    session.see("cancel")
    pid = session.process.pid
    os.close(session.process.child_fd)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            break
        time.sleep(0.02)
    assert done and (os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 1)


@pytest.fixture
def bash():
    """An interactive shell with job control."""
    environment = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8", "PS1": "$ ",
                   "HISTFILE": "/dev/null"}
    process = pexpect.spawn("bash", ["--norc", "--noediting", "-i"], env=environment, encoding="utf-8",
                            timeout=SECONDS, dimensions=(24, 80))
    process.delaybeforesend = None
    process.expect_exact("$ ")
    yield process
    process.close(force=True)


@pytest.mark.parametrize("how", ["Ctrl-Z", "SIGTSTP", "SIGSTOP"])
def test_stopped_and_continued(how, bash):
    bash.sendline(f"{PAD} >/tmp/pad-$$; echo status=$? $(cat /tmp/pad-$$); rm /tmp/pad-$$")
    bash.expect_exact("cancel")
    before = termios.tcgetattr(bash.child_fd)
    bash.send("15")
    bash.expect_exact("Enter when done")
    if how == "Ctrl-Z":
        bash.send(CTRL_Z)
    else:
        name = pathlib.Path(PAD).name
        pid = subprocess.run(["pgrep", "-x", "-P", str(bash.pid), name], capture_output=True, text=True).stdout
        os.kill(int(pid), signal.Signals[how])
    bash.expect_exact("Stopped")
    shown = bash.before
    bash.expect_exact("$ ")
    if how != "SIGSTOP":
        assert "\x1b[?1002l" in shown and "\x1b[?1049l" in shown
        bash.sendline("stty | grep -c -- -echo")
        bash.expect_exact("\n0\r\n")
        bash.expect_exact("$ ")
    bash.sendline("fg")
    bash.expect_exact("Enter when done")
    assert "\x1b[?1002h" in bash.before or how == "SIGSTOP"
    assert termios.tcgetattr(bash.child_fd)[3] == before[3]
    bash.send("987\r")
    # The list ends with the pad that was stopped; bash then goes on with nothing.
    bash.expect_exact("$ ")
    assert "\x1b[?1049l" in bash.before


def test_killed_while_stopped(bash):
    """The terminal is the shell's then, and left alone."""
    bash.sendline(f"{PAD}")
    bash.expect_exact("cancel")
    bash.send(CTRL_Z)
    bash.expect_exact("Stopped")
    bash.expect_exact("$ ")
    bash.sendline("kill %1; sleep 0.5; jobs; echo over")
    bash.expect_exact("over\r")
    bash.expect_exact("over\r")
    assert "Terminated" in bash.before
    assert "\x1b[" not in bash.before


def test_ctrl_z_in_a_command_substitution(bash):
    """The shell ignores it there, and so does the pad."""
    bash.sendline(f"x=$({PAD}); echo got=$x.")
    bash.expect_exact("cancel")
    bash.send("15" + CTRL_Z + "987\r")
    bash.expect_exact(f"got={MESH}.")


def test_no_colour(pad):
    for value, colours in (("1", False), ("", True)):
        session = pad(NO_COLOR=value)
        session.send("1", "2")
        session.see("Enter when done")
        assert bool(re.search("\x1b\\[[0-9;]*3[0-7]m", session.raw)) == colours
        session.send(CTRL_C)
        session.end(1)


@pytest.mark.parametrize("term, language, braille", [
    ("xterm-256color", "C.UTF-8", True), ("tmux-256color", "C.UTF-8", True), ("linux", "C.UTF-8", False),
    ("xterm-256color", "C", False), ("vt100", "C.UTF-8", False)])
def test_characters(term, language, braille, pad):
    session = pad(term=term, language=language)
    session.send("1", "5", "3")
    session.see("Enter when done")
    assert bool(re.search("[\u2801-\u28ff]", session.text())) == braille
    assert braille or session.text().isascii()
    session.send(CTRL_C)
    session.end(1)


@pytest.mark.parametrize("term", ["dumb", "unknown", "no-such-terminal", ""])
def test_typed_where_nothing_can_be_drawn(term, pad):
    session = pad("--prompt=Pattern: ", "--message=Wrong.", term=term, ready="Pattern (123/456/789):")
    assert "Wrong." in session.text()
    session.send("15", "x", BACKSPACE, "987", ENTER)
    session.end(0, MESH)
    assert "15" not in session.raw.split("status=")[0].replace("\x1b", "")
    assert "\x1b" not in session.raw


def test_typed_twice(pad):
    session = pad("--confirm", term="dumb", ready="Pattern (123/456/789):")
    session.send("12", ENTER)
    session.see("Too short")
    session.send("hello", ENTER)
    session.see("Not a pattern")
    session.send("15987", ENTER)
    session.see("The same again (123/456/789):")
    session.send("15984", ENTER)
    session.see("Not the same.")
    session.send("1987", ENTER)
    session.end(0, MESH)


@pytest.mark.parametrize("key", [CTRL_C, "\x04", ESCAPE, ENTER])
def test_typing_cancelled(key, pad):
    session = pad(term="dumb", ready="789):")
    session.send(key)
    session.end(1)


@pytest.mark.parametrize("name", ["TERM", "HUP", "INT", "SEGV"])
def test_killed_while_typing(name, pad):
    session = pad(term="dumb", ready="789):")
    number = signal.Signals[f"SIG{name}"]
    os.kill(session.child(), number)
    session.end(128 + number)


@pytest.mark.parametrize("redirect", [">&-", ">/dev/full"])
def test_output_that_cannot_be_written(redirect, pad):
    """A closed output must not become the terminal, where all could read the pattern."""
    session = pad(redirect=redirect, ready="" if redirect == ">&-" else "cancel")
    if redirect != ">&-":
        session.send(*"15987", ENTER)
    session.end(1)
    assert "standard output" in session.raw
    assert MESH not in session.raw


@pytest.mark.parametrize("words", [
    ["--grid=2"], ["--grid=7"], ["--grid", "x"], ["--keypad=qwerty"], ["--nothing"], ["--prompt"], ["1598"],
    ["--stealth=yes"]])
def test_usage(words):
    done = subprocess.run([PAD, *words], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pattern-pad: ") and done.stderr.count("\n") == 1


def test_help_and_version():
    shown = subprocess.run([PAD, "--help"], capture_output=True, text=True, check=True).stdout
    for option in ("grid", "stealth", "keypad", "prompt", "message", "confirm", "password", "help", "version"):
        assert f"--{option}" in shown
    assert re.match(r"pattern-pad \(pam_pattern\) \d", subprocess.run(
        [PAD, "--vers"], capture_output=True, text=True, check=True).stdout)


def test_no_terminal():
    done = subprocess.run([PAD], capture_output=True, text=True, start_new_session=True)
    assert (done.returncode, done.stdout) == (3, "")
    assert "terminal" in done.stderr
