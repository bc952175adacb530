"""xsecurelock, which holds a conversation: it shows what PAM asks and says, and asks anew where PAM has refused."""

import contextlib
import dataclasses
import re

import pytest

from harness import locker as lockers
from harness.desktop import wait
from harness.locker import CANCELLED, EMPTY, LOCKED_TEXT, PASSWORD, WRONG_BEFORE, Locker
from harness.world import ALICE

# The sample's words. Without the second PAM hears that it is asked from elsewhere.
TOLD = {"XSECURELOCK_PAM_SERVICE": "xsecurelock", "XSECURELOCK_NO_PAM_RHOST": "1"}
WHITE = 0xffffff


class XSecureLock(Locker):
    """The locker; and beside it a copy of all that the program that runs PAM says to it."""

    service, program, ruser = "xsecurelock", "authproto_pam", "alice"

    def __init__(self, session, **told):
        super().__init__(session)
        self.said = lockers.folder_of_alice(session.folder) / "said"
        beside = session.folder / "authproto"
        beside.write_text("#!/bin/bash\nset -o pipefail\n"
                          f"/usr/libexec/xsecurelock/authproto_pam | tee -a {self.said}\n")
        beside.chmod(0o755)
        self.told = {"XSECURELOCK_SAVER": "saver_blank", "XSECURELOCK_AUTHPROTO": beside, **told}
        self.answered = 0

    def lock(self):
        self.run("xsecurelock", **self.told)
        wait(self.locked, "locked")

    @property
    def messages(self) -> list[tuple[str, str]]:
        """What PAM has asked (P) and said (i). On the wire: a letter, the length, the text."""
        text = self.said.read_text() if self.said.exists() else ""
        return re.findall(r"^([a-zA-Z]) \d+\n(.*)\n", text, re.MULTILINE)

    @property
    def asked(self) -> int:
        return sum(kind == "P" for kind, _ in self.messages)

    def ready(self):
        """The first key wakes it and is no part of the answer; then there is a prompt that nobody has answered."""
        if self.asked == self.answered:
            self.desktop.keys("Shift_L")
        wait(lambda: self.asked > self.answered, "a prompt")
        self.answered += 1

    def locked(self):
        return super().locked() and lockers.grabbed(self.desktop.name)

    def refused(self):
        wait(lambda: self.asked > self.answered, "the next prompt")

    def gave_up(self):
        wait(lambda: not self.desktop.shows(WHITE), "a blank screen")


@pytest.fixture
def locker(desktop, folder, system_store):
    """One that guards a session, told by these variables."""
    system_store.enroll()
    with contextlib.ExitStack() as stack:
        session = stack.enter_context(lockers.x_session(desktop, folder))
        yield lambda **told: stack.enter_context(contextlib.closing(XSecureLock(session, **told)))


EITHER_ASKED, PASSWORD_ASKED, LOCKED_SAID = ("P", "Pattern or password: "), ("P", "Password: "), ("i", LOCKED_TEXT)
# An empty line leaves the password to pam_unix, which asks for it; so does a lock. PAM hears of Esc.
REASONS = {"empty": (EMPTY,), "cancelled": (CANCELLED, PASSWORD)}
MESSAGES = {
    "right": [EITHER_ASKED], "password": [EITHER_ASKED], "wrong": [EITHER_ASKED] * 2, "cancelled": [EITHER_ASKED] * 2,
    "wrong, right": [EITHER_ASKED, EITHER_ASKED, ("i", WRONG_BEFORE)],
    "empty": [EITHER_ASKED, PASSWORD_ASKED], "locked": [LOCKED_SAID, PASSWORD_ASKED] * 2,
}


@pytest.mark.parametrize("name", lockers.ANSWERS)
def test_answer(name, locker, sample, system_store, log):
    sample("swaylock", "xsecurelock")
    answer = lockers.ANSWERS[name]
    answer = dataclasses.replace(answer, reasons=REASONS.get(name, answer.reasons))
    locker = locker(**TOLD)
    lockers.check(answer, locker, system_store, log)
    assert locker.messages == MESSAGES[name]


@pytest.mark.parametrize("told, reason", [
    ({"XSECURELOCK_PAM_SERVICE": "xsecurelock"}, r"xsecurelock:auth.* rhost=localhost .*reason=remote"),
    ({"XSECURELOCK_NO_PAM_RHOST": "1"}, r"common-auth:auth.* rhost= .*reason=service"),
], ids=["remote", "another service"])
def test_told_too_little(told, reason, locker, sample, keep, system_store, log):
    """Then it asks for the password alone, as before."""
    sample("swaylock", "xsecurelock")
    common = keep("/etc/pam.d/common-auth")
    common.write_text("auth sufficient pam_pattern.so services=local\n" + common.read_text())
    locker = locker(**told)
    locker.lock()
    locker.enter(ALICE.password)
    locker.opened()
    assert locker.messages == [PASSWORD_ASKED]
    assert [entry.text for entry in log() if entry.ours and re.search(reason, entry.text)]
    assert system_store.counted().counts == (0, 0, 0)
