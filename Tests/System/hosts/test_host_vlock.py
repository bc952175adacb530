"""vlock on a terminal. Debian gives it no service file; this is login's, without what a session needs. `vlock -a`
and physlock lock virtual consoles, and want /dev/tty0, which a machine without a screen may lack: they are not here."""

import pytest

from harness import terminal, world
from harness.answers import GOOD, PATTERN, Host
from harness.world import ALICE

VLOCK = Host("vlock", uid=ALICE.uid)
LOCKED_NOW = "-e \x1b[H\x1b[JThis TTY is now locked.\r\n\r\nPlease press [ENTER] to unlock.\r\n"
ROOT = "root's Password: "


@pytest.fixture(autouse=True)
def service(keep):
    keep(world.SERVICES / "vlock").write_text(
        "auth sufficient pam_pattern.so\n@include common-auth\nauth optional pam_pattern.so strong\n"
        "@include common-account\n")


@pytest.fixture
def vlock():
    """Locked, and awake: it asks."""
    with terminal.run(*ALICE.command("vlock")) as session:
        session.process.expect_exact(LOCKED_NOW)
        session.process.sendline()
        yield session


def answer_when_it_waits(session: terminal.Terminal, prompt: str, line: str):
    """The echo is off all the time, and what is typed before it waits is dropped."""
    session.process.expect_exact(prompt)
    session.wait_for_key()
    session.process.sendline(line)


def test_answers(answer, vlock, system_store, log):
    for prompt, line in VLOCK.dialogue(answer):
        answer_when_it_waits(vlock, prompt, line)
    if answer.opens:
        assert vlock.finish()[0] == 0
    else:
        # The way out for root, to whom the pattern does not apply.
        vlock.prompted(ROOT)
    refused = "" if answer.opens else f"vlock: Authentication failure\r\n{ROOT}"
    assert vlock.shown == f"{LOCKED_NOW}alice's {VLOCK.shown(answer)}{refused}"
    VLOCK.check(answer, system_store, [entry for entry in log() if "user=root" not in entry.text])


def test_nothing_cancels_it(vlock, enrolled, log):
    """Ctrl-C, Ctrl-Z and Ctrl-\\ are characters there, so that the line is no pattern, which is not counted; then
    comes the password."""
    answer_when_it_waits(vlock, PATTERN, "\x03\x1a\x1c")
    answer_when_it_waits(vlock, VLOCK.password, GOOD)
    assert vlock.finish()[0] == 0
    VLOCK.check_log(["not a pattern"], log())
    assert enrolled.counted().counts == (0, 0, 0)
