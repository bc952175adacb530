"""The answers that every host is given: right, wrong, empty, locked, and the password behind each; and what must
come of them, whatever the host. What cancels a question is each host's own."""

import dataclasses
import re
import time

from harness import store as stores
from harness.patterns import RIGHT, WRONG
from harness.syslog import Entry
from harness.world import ALICE, BOB

PATTERN, AGAIN = "Pattern: ", "Wrong. Pattern: "
GOOD, BAD = ALICE.password, BOB.password
LOCKED = "Pattern locked for 1 minute. (1 minute left to unlock)"
# The rules that keep a pattern from being asked for, where nothing has failed.
NOT_ASKED = ("remote", "others")
_WRONG_BEFORE = 5  # so many wrong tries lock it for a minute


@dataclasses.dataclass(frozen=True)
class Answer:
    """What is typed at each prompt for a pattern, and at that for the password; None where there must be none."""

    pattern: str | None
    password: str | None
    opens: bool
    # What the log says of each answer: a regular expression.
    reason: str | None

    @property
    def is_locked(self) -> bool:
        return self.pattern is None


ANSWERS = {
    "right": Answer(RIGHT.typed, None, True, None),
    "wrong, password": Answer(WRONG.typed, GOOD, True, "wrong pattern"),
    "wrong, wrong password": Answer(WRONG.typed, BAD, False, "wrong pattern"),
    "empty, password": Answer("", GOOD, True, "empty"),
    "locked, password": Answer(None, GOOD, True, "locked for [56][0-9] seconds"),
}
AFTER_CANCEL = ANSWERS["empty, password"]


def prepare(store: stores.Store, answer: Answer):
    """alice is enrolled; where the answer says so, her pattern has just been locked."""
    store.enroll()
    if answer.is_locked:
        store.count(stores.Attempts(last=_WRONG_BEFORE, total=_WRONG_BEFORE, boot=stores.boot_id(),
                                    seconds=int(time.clock_gettime(time.CLOCK_BOOTTIME))))


@dataclasses.dataclass(frozen=True)
class Host:
    """How a host asks, and what our log lines say of it."""

    service: str
    password: str = "Password: "
    tries: int = 1
    # Whether what is said besides prompts is shown, and what the host puts in front of that and of questions.
    tells: bool = True
    info: str = ""
    whose: str = ""
    # The fields of a log line: the caller's real uid, and regular expressions.
    uid: int = 0
    tty: str = "/dev/pts/[0-9]+"
    ruser: str = ""
    rhost: str = ""

    def turns(self, answer: Answer) -> int:
        """How often a pattern is asked for."""
        return 0 if answer.is_locked else self.tries if answer.pattern == WRONG.typed else 1

    def dialogue(self, answer: Answer) -> list[tuple[str, str]]:
        """Prompts, and what is typed there."""
        steps = [(AGAIN if turn else PATTERN, answer.pattern) for turn in range(self.turns(answer))]
        return steps + ([] if answer.password is None else [(self.password, answer.password)])

    def shown(self, answer: Answer, newline: str = "\r\n") -> str:
        """All that a terminal shows of the dialogue, which echoes nothing. What is told comes with a question."""
        told = self.info + LOCKED + newline if answer.is_locked and self.tells else ""
        return "".join(
            self.whose + (told if turn == 0 else "") + prompt + newline
            for turn, (prompt, _) in enumerate(self.dialogue(answer)))

    def line(self, reason: str) -> str:
        """The log line of an answer: a regular expression."""
        what = "pattern not asked for" if reason in NOT_ASKED else "authentication failure"
        return (rf"pam_pattern\({self.service}:auth\): {what}; logname=\w* uid={self.uid} euid=0"
                rf" tty={self.tty} ruser={self.ruser} rhost={self.rhost} user=alice reason={reason}")

    def check(self, answer: Answer, store: stores.Store, entries: list[Entry]):
        """What was counted and forgiven, and every line that we have logged."""
        turns = self.turns(answer)
        self.check_log([answer.reason] * (1 if answer.is_locked else turns) if answer.reason else [], entries)
        counted = {"": 0, None: _WRONG_BEFORE}.get(answer.pattern, turns)
        standing = 0 if answer.opens else counted
        attempts = store.counted()
        assert attempts.counts == (counted, standing, standing)
        by_password = answer.opens and answer.password is not None
        assert attempts.strong_boot == (stores.boot_id() if by_password else stores.NO_BOOT)

    def check_log(self, reasons: list[str], entries: list[Entry]):
        """Exactly these lines of ours, and no secret in any."""
        # libpam says in a module's name that nobody answered, and we say what came of it.
        unanswered = f"pam_pattern({self.service}:auth): conversation failed"
        ours = [entry.text for entry in entries if entry.ours and entry.text != unanswered]
        assert len(ours) == len(reasons), ours
        for reason, line in zip(reasons, ours):
            assert re.fullmatch(self.line(reason), line), (self.line(reason), line)
        for secret in (RIGHT.typed, WRONG.typed, RIGHT.nodes, GOOD, BAD):
            assert not any(secret in entry.text for entry in entries)
