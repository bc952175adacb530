"""patternctl enroll --typed on a terminal."""

import contextlib
import os
import signal
import subprocess

import pytest

from harness import terminal
from harness.control import DONE, INTERRUPTED, REFUSED, check_enrolled, check_failed
from harness.patterns import NOT_A_PATTERN, RIGHT, SECOND, TOO_SHORT, WRONG
from harness.world import ALICE

FIRST, SECOND_PROMPT = "New pattern for alice (123/456/789): ", "The same again: "


@pytest.fixture
def session(store, cheap):
    """patternctl enroll on a terminal, inside a shell that shows how it ended and what it left."""

    @contextlib.contextmanager
    def start(*words: str):
        command = " ".join(["patternctl", *words, "--typed", f"--store={store.path}", cheap])
        with terminal.run("sh", "-c", f"trap : INT TERM; read -r _; {command}; echo status=$?;"
                          " read -r line; echo line=$line.") as shell:
            before = shell.modes
            shell.process.sendline("go")
            yield shell, before

    return start


def finish(session: terminal.Terminal, before: list, code: int) -> str:
    """Waits for the command's end; the terminal is as it was, and holds nothing typed ahead."""
    session.process.expect(r"status=(\d+)\r\n")
    shown, status = session.process.before, int(session.process.match[1])
    assert status == code, shown
    assert session.modes == before, "the terminal was not restored"
    session.process.sendline("next")
    session.process.expect_exact("line=next.")
    return shown


def test_enroll_on_a_terminal(session, store):
    with session("enroll", "--user=alice") as (shell, before):
        shell.answer(FIRST, RIGHT.typed)
        between = shell.answer(SECOND_PROMPT, RIGHT.otherwise)
        shown = between + finish(shell, before, DONE)
    assert RIGHT.typed not in shown and RIGHT.otherwise not in shown, "the terminal echoed"
    check_enrolled(store, ALICE, RIGHT.canonical)


def test_mismatch_keeps_the_first(session, store):
    with session("enroll", "--user=alice") as (shell, before):
        shell.answer(FIRST, RIGHT.typed)
        shell.answer(SECOND_PROMPT, WRONG.typed)
        shown = shell.answer(SECOND_PROMPT, RIGHT.typed)
        assert "same" in shown
        finish(shell, before, DONE)
    check_enrolled(store, ALICE, RIGHT.canonical)


@pytest.mark.parametrize("second", [WRONG.typed, TOO_SHORT, NOT_A_PATTERN, ""])
def test_mismatch_to_the_end(second, session, store):
    store.enroll(drawing=SECOND)
    kept = store.contents()
    with session("enroll", "--user=alice") as (shell, before):
        shell.answer(FIRST, RIGHT.typed)
        for _ in range(3):
            shell.answer(SECOND_PROMPT, second)
        finish(shell, before, REFUSED)
    assert store.contents() == kept


@pytest.mark.parametrize("first, word", [(TOO_SHORT, "short"), (NOT_A_PATTERN, "not a pattern")])
def test_unusable_first_line_is_asked_for_again(first, word, session, store):
    with session("enroll", "--user=alice") as (shell, before):
        shell.answer(FIRST, first)
        assert word in shell.answer(FIRST, RIGHT.typed)
        shell.answer(SECOND_PROMPT, RIGHT.typed)
        finish(shell, before, DONE)
    check_enrolled(store, ALICE, RIGHT.canonical)


# How a prompt ends without a line: what happens there, and the code.
ENDINGS = {
    "Ctrl-C": (lambda process: process.sendintr(), INTERRUPTED),
    "Ctrl-C in a half-typed line": (lambda process: (process.send("2943"), process.sendintr()),
                                    INTERRUPTED),
    "Ctrl-D": (lambda process: process.sendeof(), REFUSED),
    "empty line": (lambda process: process.sendline(""), REFUSED),
}


@pytest.mark.parametrize("prompts", [1, 2])
@pytest.mark.parametrize("act, code", ENDINGS.values(), ids=ENDINGS.keys())
def test_prompt_that_ends_without_a_line(act, code, prompts, session, store):
    if (act, prompts) == (ENDINGS["empty line"][0], 2):
        return  # A mismatch, which has a test of its own.
    store.enroll(drawing=SECOND)
    kept = store.contents()
    with session("enroll", "--user=alice") as (shell, before):
        if prompts == 2:
            shell.answer(FIRST, RIGHT.typed)
        shell.prompted(FIRST if prompts == 1 else SECOND_PROMPT)
        act(shell.process)
        shown = finish(shell, before, code)
        assert "2943" not in shown
        assert "patternctl: " in shown
    assert store.contents() == kept


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_signal_at_the_prompt(number, session, store):
    """Whatever ends it, the terminal echoes again."""
    with session("enroll", "--user=alice") as (shell, before):
        shell.prompted(FIRST)
        children = subprocess.run(["pgrep", "-x", "patternctl"], capture_output=True, text=True)
        os.kill(int(children.stdout), number)
        shell.process.expect(r"status=(\d+)\r\n")
        assert int(shell.process.match[1]) != DONE
        assert shell.modes == before
    assert store.contents() == {}


def test_stopped_at_the_prompt(store, cheap):
    """Ctrl-Z gives the terminal back, echo and all; brought back, it asks again."""
    with terminal.run("bash", "--norc", "-i", PS1="$ ") as shell:
        shell.process.expect_exact("$ ")
        shell.process.sendline(f"patternctl enroll --typed --user=alice --store={store.path} {cheap}")
        shell.prompted(FIRST)
        shell.process.send("\x1a")
        shell.process.expect_exact("Stopped")
        shell.process.expect_exact("$ ")
        shell.process.sendline("stty | grep -c -- -echo")
        shell.process.expect_exact("0\r\n")
        shell.process.sendline("fg")
        shell.answer(FIRST, RIGHT.typed)
        shell.answer(SECOND_PROMPT, RIGHT.typed)
        shell.process.expect_exact("Pattern set")
    check_enrolled(store, ALICE, RIGHT.canonical)


@pytest.mark.parametrize("command", ["enroll", "verify"])
def test_no_terminal(command, system_store):
    """Standard input is a terminal, but not one that the process controls: one clear line."""
    system_store.enroll()
    kept = system_store.contents()
    leader, follower = os.openpty()
    try:
        done = subprocess.run(
            ["setsid", "-w", "patternctl", command, "--user=alice"], stdin=follower,
            capture_output=True, text=True, timeout=60)
    finally:
        os.close(leader)
        os.close(follower)
    check_failed(done, REFUSED, "terminal")
    assert system_store.contents() == kept
