"""Attempts that are killed and stopped at random moments: never a free guess, never counts that no order
of what happened explains, never a sudo that hangs, and the password always works.

CI plays a few hundred; PATTERN_TEST_KILLS=5000 plays as many. The moments come from a fixed seed, so a
failure comes again as far as the machine's own pace allows.
"""

import collections
import ctypes
import dataclasses
import os
import random
import signal
import statistics
import subprocess
import time

import pytest

from harness import pam, store as stores, world
from harness.attempt import (
    IN_PROCESS, PATIENCE, SLACK, WAYS, Asked, Attempts, Hashes, Report)
from harness.patterns import RIGHT, WRONG
from harness.snapshot import Kept
from harness.world import ALICE

KILLS = int(os.environ.get("PATTERN_TEST_KILLS", "300"))
SEED = 20251130
_BECOME_SUBREAPER = 36


@dataclasses.dataclass(frozen=True)
class Try:
    """What was tried, and what is known of how it ended: a code, or None where it was killed."""

    right: bool
    code: int | None


Counts = tuple[int, int, int, int]


def counts(attempts: stores.Attempts) -> Counts:
    return attempts.last, attempts.cleared_to, attempts.total, attempts.total_from


def explained(before: Counts, tries: list[Try]) -> set[Counts]:
    """All that can be on the disk after these, in whatever order their steps were taken.

    A try is counted, or not; and a right one that was counted is taken back, or not. What gave an
    answer that tells right from wrong was counted before: else it was a free guess."""
    found: set[Counts] = set()

    def step(state: Counts, numbers: tuple[int | None, ...], ended: frozenset[int]):
        if len(ended) == len(tries):
            found.add(state)
            return
        last, cleared, total, start = state
        for index, attempt in enumerate(tries):
            if index in ended:
                continue
            number = numbers[index]
            if number is None:
                counted = numbers[:index] + (last + 1,) + numbers[index + 1:]
                step((last + 1, cleared, total + 1, start), counted, ended)
                if attempt.code not in (pam.SUCCESS, pam.AUTH_ERR):
                    step(state, numbers, ended | {index})
                continue
            if attempt.right and attempt.code != pam.AUTH_ERR:
                step((last, max(cleared, number), total - 1, start), numbers, ended | {index})
            # One that succeeded has waited long enough for the lock to take itself back.
            if attempt.code != pam.SUCCESS:
                step(state, numbers, ended | {index})

    step(before, (None,) * len(tries), frozenset())
    return found


def test_what_can_be_explained():
    """The judge itself: one try of each kind, and two at once."""
    start = (7, 5, 4, 2)
    assert explained(start, [Try(False, pam.AUTH_ERR)]) == {(8, 5, 5, 2)}
    assert explained(start, [Try(True, pam.SUCCESS)]) == {(8, 8, 4, 2)}
    assert explained(start, [Try(False, None)]) == {start, (8, 5, 5, 2)}
    assert explained(start, [Try(True, None)]) == {start, (8, 5, 5, 2), (8, 8, 4, 2)}
    assert explained(start, [Try(True, pam.SUCCESS), Try(False, pam.AUTH_ERR)]) == {
        (9, 8, 5, 2), (9, 9, 5, 2)}
    assert explained(start, [Try(False, None), Try(False, pam.AUTHINFO_UNAVAIL)]) == {
        start, (8, 5, 5, 2), (9, 5, 6, 2)}


class Storm:
    """Plays attempts and kills them."""

    def __init__(self, attempts: Attempts, store: stores.Store, hashes: Hashes, uid: int):
        self.attempts = attempts
        self.store = store
        self.hashes = hashes
        self.uid = uid
        self.chance = random.Random(SEED + uid)
        self.seen: collections.Counter[str] = collections.Counter()
        self.longest_rival = 0.0

    def options(self) -> list[str]:
        return [self.hashes.option] if self.uid == IN_PROCESS else []

    def started(self, reply: str) -> Asked:
        return Asked(self.attempts.command, reply, self.uid, self.options())

    def pace(self) -> tuple[float, float]:
        """How long an attempt takes when nobody kills it: up to the question, and from there."""
        before, after = [], []
        for _ in range(9):
            start = time.monotonic()
            attempt = self.started(RIGHT.typed)
            assert attempt.wait_until_asked()
            asked = time.monotonic()
            attempt.report()
            attempt.end()
            before.append(asked - start)
            after.append(time.monotonic() - asked)
        return statistics.median(before), statistics.median(after)

    def play(self, rounds: int):
        """All rounds; most kills fall where it matters, soon after the answer. That one is measured
        with what it takes to notice the end, which is longer."""
        before, after = self.pace()
        for number in range(rounds):
            self.make_room()
            right = self.chance.random() < 0.4
            attempt = self.started(RIGHT.typed if right else WRONG.typed)
            if self.chance.random() < 0.2:
                attempt.answer()
                time.sleep(self.chance.random() * (before + after))
            else:
                attempt.wait_until_asked()
                attempt.answer()
                time.sleep(self.chance.random() ** 2 * after)
            target = attempt.process.pid
            if self.uid != IN_PROCESS and self.chance.random() < 0.7:
                target = attempt.checker() or target
            if self.chance.random() < 0.8:
                self.strike(target, signal.SIGKILL)
                self.judge(right, attempt, self.finish(attempt), [])
            else:
                self.stop(number, right, attempt, target)

    def make_room(self):
        """Begins anew where a lock is near; nobody has the file open now."""
        counted = self.store.counted()
        if counted.failures > 12 or counted.total > 900:
            self.store.count(dataclasses.replace(
                counted, sequence=counted.sequence + 1, cleared_to=counted.last,
                total_from=counted.last, total=0))
        self.before = self.store.tries().read_bytes()
        self.hashes_before = self.hashes.begun

    @staticmethod
    def strike(target: int, number: int):
        try:
            os.kill(target, number)
        except ProcessLookupError:
            pass  # It has just ended by itself.

    @staticmethod
    def finish(attempt: Asked) -> Report:
        """Waits until the attempt has ended, and a checker that it left behind."""
        report = attempt.report()
        attempt.end()
        while True:
            try:
                os.waitpid(-1, 0)
            except ChildProcessError:
                return report

    def stop(self, number: int, right: bool, attempt: Asked, target: int):
        """Stops it; meanwhile somebody else tries, who must not wait for ever; and lets it go on."""
        self.strike(target, signal.SIGSTOP)
        start = time.monotonic()
        tries = []
        if number % 5 == 0:
            check_sudo()
        else:
            rival = self.attempts.run(WRONG.typed)
            assert rival.code in (pam.AUTH_ERR, pam.AUTHINFO_UNAVAIL)
            self.seen["rival refused"] += rival.code == pam.AUTHINFO_UNAVAIL
            tries.append(Try(False, rival.code))
        taken = time.monotonic() - start
        self.longest_rival = max(self.longest_rival, taken)
        assert taken < PATIENCE + SLACK, "it hung"
        self.strike(target, signal.SIGCONT)
        report = self.finish(attempt)
        self.seen["stopped"] += 1
        if tries:
            self.judge(right, attempt, report, tries)
        else:
            # The password has cleared what there was; this is about the time, and the file.
            stores.newest(self.store.tries().read_bytes())

    def judge(self, right: bool, attempt: Asked, report: Report, others: list[Try]):
        """The outcome is one that can be, and the disk says what it must."""
        code = report.code
        allowed = {pam.SUCCESS} if right else {pam.AUTH_ERR}
        if self.uid != IN_PROCESS or others:
            allowed |= {pam.AUTHINFO_UNAVAIL}
        assert code is None or code in allowed
        content = self.store.tries().read_bytes()
        after = stores.newest(content)
        state = counts(after)
        start = counts(stores.newest(self.before))
        possible = explained(start, [Try(right, code), *others])
        assert state in possible, f"{start} became {state}: {right} {code} {others}"
        assert all(stores.slots(content)) or not all(stores.slots(self.before))
        if state == start:
            assert content == self.before, "written without being counted"
        hashed = self.hashes.begun - self.hashes_before
        assert hashed <= after.last - start[0], "a free guess: hashed before it was counted"
        if not others:
            counted = after.last > start[0]
            self.seen["not counted" if not counted else
                      "answered" if code in (pam.SUCCESS, pam.AUTH_ERR) else "counted, no answer"] += 1


def check_sudo():
    """The real sudo: a wrong pattern, then the password, whoever is stopped meanwhile."""
    done = subprocess.run(
        ALICE.command("sudo", "-k", "-S", "--", "id", "-u"),
        input=f"{WRONG.typed}\n{ALICE.password}\n{ALICE.password}\n", capture_output=True, text=True,
        timeout=60)
    assert (done.returncode, done.stdout) == (0, "0\n"), done.stderr


def apart(body):
    """Runs in a child that inherits what its children leave behind, to wait for that too."""

    def run() -> pam.Outcome:
        signal.alarm(0)
        ctypes.CDLL(None).prctl(_BECOME_SUBREAPER, 1, 0, 0, 0)
        body()
        return pam.Outcome()

    return pam.in_child(run).output.decode()


@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
def test_storm(uid, services, system_store, sample, folder):
    sample("sudo")
    kept = Kept(world.SETTINGS.parent)
    kept.path(world.SETTINGS.name).write_text("deny = 20\nbudget = 1000\n")
    system_store.enroll()
    storm = Storm(Attempts(services), system_store, Hashes(folder), uid)

    def play():
        storm.play(KILLS // 2)
        for outcome in ("not counted", "counted, no answer", "answered", "stopped"):
            assert storm.seen[outcome] > 0, f"no kill came at such a moment: {storm.seen}"
        print(dict(storm.seen), f"longest rival {storm.longest_rival:.2f} s", flush=True)

    try:
        print(apart(play))
        for reply, code in ((WRONG.typed, pam.AUTH_ERR), (RIGHT.typed, pam.SUCCESS)):
            assert storm.attempts.run(reply, uid=uid).code == code
        check_sudo()
        assert [path.name for path in system_store.attempts.iterdir()] == [str(ALICE.uid)]
    finally:
        kept.restore()
