"""xscreensaver, a daemon whose dialog holds a conversation. What it writes with --verbose tells how far that is."""

import contextlib
import dataclasses
import re
import subprocess
import time

import pytest

from harness import locker as lockers
from harness.desktop import wait
from harness.locker import EMPTY, LOCKED_TEXT, WRONG_BEFORE, Locker
from harness.world import ALICE

CONFIGURATION = "mode: blank\nlock: True\nfade: False\nunfade: False\n"
# What happens, in its own words. What comes first in a dialog can be answered once its window has been drawn.
STEPS = re.compile(
    r'pam_conversation \((?:ECHO_OFF="(?P<asked>.*)"|TEXT_INFO="(?P<said>.*)")\)|(?P<drawn>re-creating window)'
    r"|(?P<failed>saved auth failure)|(?P<cancelled>authentication canceled)|(?P<shut>authorization failed)")


class XScreenSaver(Locker):
    """The locker."""

    service, program = "xscreensaver", "xscreensaver-auth"

    def __init__(self, session):
        super().__init__(session)
        self.answered = self.confirmed = 0

    def lock(self):
        self.run("xscreensaver", "--no-splash", "--verbose")
        wait(lambda: "locking" in self.command("--lock"), "a daemon")
        wait(self.locked, "locked")

    def command(self, word: str) -> str:
        """Has its other program tell or order something."""
        return subprocess.run(
            ALICE.command("env", f"DISPLAY={self.desktop.name}", "xscreensaver-command", word),
            capture_output=True, text=True).stdout

    @property
    def steps(self) -> list[tuple[str, str]]:
        """Names and texts of what happened so far."""
        return [(match.lastgroup, match[match.lastgroup]) for match in STEPS.finditer(self.output.read_text())]

    @property
    def messages(self) -> list[tuple[str, str]]:
        """What PAM has asked and said."""
        return [step for step in self.steps if step[0] in ("asked", "said")]

    def asks(self) -> bool:
        """Whether there is a prompt that nobody has answered."""
        return sum(name == "asked" for name, _ in self.steps) > self.answered and self.is_drawn()

    def is_drawn(self) -> bool:
        """Whether the dialog takes keys."""
        dialog = self.output.read_text().rpartition("launched xscreensaver-auth")[2]
        return "re-creating window" in dialog

    def confirm(self):
        """Presses a key where PAM says something, which waits for one."""
        messages = self.messages
        if len(messages) > self.confirmed and messages[-1][0] == "said" and self.is_drawn():
            self.confirmed = len(messages)
            self.desktop.keys("Return")

    def ready(self):
        """Wakes it, and confirms what is said, until it asks."""
        woken = 0.0

        def ask() -> bool:
            nonlocal woken
            self.confirm()
            # Right after locking it takes no key for a while. This one is part of no answer.
            if not self.asks() and time.monotonic() - woken > 0.5:
                woken = time.monotonic()
                self.desktop.keys("Shift_L")
            return self.asks()

        wait(ask, "a prompt")
        self.answered += 1

    def locked(self):
        return "screen locked since" in self.command("--time") and lockers.grabbed(self.desktop.name)

    def refused(self):
        wait(lambda: self.steps[-1][0] == "failed" or self.asks(), "a failure, or the next prompt")

    def gave_up(self):
        wait(lambda: self.steps[-2:] == [("cancelled", "authentication canceled"), ("shut", "authorization failed")],
             "a dialog cancelled")

    def opened(self):
        """It goes on running, to lock again some time."""
        def look() -> bool:
            self.confirm()
            # It says so a moment before it lets go of the keyboard.
            return "screen non-blanked since" in self.command("--time") and not lockers.grabbed(self.desktop.name)

        wait(look, "opened")
        assert self.process.poll() is None


@pytest.fixture
def locker(desktop, folder, sample, keep, system_store):
    """One that guards a session."""
    sample("swaylock", "xscreensaver")
    keep(lockers.home() / ".xscreensaver").write_text(CONFIGURATION)
    system_store.enroll()
    with contextlib.ExitStack() as stack:
        session = stack.enter_context(lockers.x_session(desktop, folder))
        yield stack.enter_context(contextlib.closing(XScreenSaver(session)))


EITHER_ASKED, PASSWORD_ASKED, LOCKED_SAID = (
    ("asked", "Pattern or password: "), ("asked", "Password: "), ("said", LOCKED_TEXT))
MESSAGES = {
    "right": [EITHER_ASKED], "password": [EITHER_ASKED], "wrong": [EITHER_ASKED] * 2, "cancelled": [EITHER_ASKED] * 2,
    "wrong, right": [EITHER_ASKED, EITHER_ASKED, ("said", WRONG_BEFORE)],
    # An empty line leaves the password to pam_unix, which asks for it; so does a lock.
    "empty": [EITHER_ASKED, PASSWORD_ASKED], "locked": [LOCKED_SAID, PASSWORD_ASKED] * 2,
}


@pytest.mark.parametrize("name", lockers.ANSWERS)
def test_answer(name, locker, system_store, log):
    answer = lockers.ANSWERS[name]
    if name == "empty":
        answer = dataclasses.replace(answer, reasons=(EMPTY,))
    lockers.check(answer, locker, system_store, log)
    assert locker.messages == MESSAGES[name]
