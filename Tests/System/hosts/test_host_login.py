"""login on a terminal, with the sample's service file."""

import pathlib

import pytest

from harness import answers, terminal
from harness.answers import AFTER_CANCEL, PATTERN, Host
from harness.patterns import RIGHT
from harness.world import ALICE

LOGIN = Host("login")
TAKES_NO_NOTICE = b"util-linux" in pathlib.Path("/bin/login").read_bytes()
INCORRECT = "\r\nLogin incorrect\r\n"


@pytest.fixture(autouse=True)
def service(sample):
    sample("login")


def check(session: terminal.Terminal, answer: answers.Answer):
    """Goes through it, and leaves the shell that it opens."""
    for prompt, line in LOGIN.dialogue(answer):
        session.answer(prompt, line)
    assert session.process.expect_exact(["$ ", INCORRECT]) == (0 if answer.opens else 1)
    # What follows is the day's message.
    assert session.shown.startswith(LOGIN.shown(answer)), session.shown
    if answer.opens:
        session.process.sendline("id -u; exit")
        status, shown = session.finish()
        assert str(ALICE.uid) in shown.split(), shown
        assert status == 0
    else:
        session.process.expect_exact("login: ")
        assert "$" not in session.process.before


def test_answers(answer, system_store, log):
    with terminal.run("/bin/login", "alice") as session:
        check(session, answer)
        LOGIN.check(answer, system_store, log())


def test_cancelled(enrolled, log):
    """Ctrl-C ends shadow's login, and a terminal shows its getty then; util-linux's takes no notice. Ctrl-D ends the
    question alone, and the password is next."""
    with terminal.run("/bin/login", "alice") as session:
        session.prompted(PATTERN)
        session.interrupt()
        if TAKES_NO_NOTICE:
            session.process.sendline(RIGHT.typed)
            session.process.expect_exact("$ ")
            enrolled.reset()
            enrolled.enroll()
        else:
            assert (session.finish()[0], session.shown) == (-2, PATTERN)
    with terminal.run("/bin/login", "alice") as session:
        session.prompted(PATTERN)
        session.process.sendeof()
        session.answer(LOGIN.password, ALICE.password)
        session.process.expect_exact("$ ")
    LOGIN.check_log(["cancelled"], log())
    assert enrolled.counted().counts == (0, 0, 0)
    with terminal.run("/bin/login", "alice") as session:
        check(session, AFTER_CANCEL)
    LOGIN.check(AFTER_CANCEL, enrolled, log())
