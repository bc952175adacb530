"""Each system call of module, checker and command fails, or the process is killed at it: a sample of all
cells by a fixed seed, in every scenario. All of them: faults.sh.
"""

import dataclasses

import pytest

from faults import attempt, command, manual, table
from faults.calls import KILL, Call, Cell, errors
from faults.place import NEWER, OLDER, Place
from harness import pam, patterns, store as stores
from harness.attempt import Report
from harness.syslog import Entry
from harness.world import ALICE

# Of each scenario's; what all of them together take is some 90 seconds.
CELLS = 60


@pytest.fixture
def place(system_store, services, log, folder, conf) -> Place:
    conf("nodelay")
    return Place(system_store, services, log, folder)


@pytest.mark.skipif(not (manual.PAGES / "open.2.gz").exists(),
                    reason="manpages-dev is not installed, or dpkg leaves manual pages out")
def test_errors_are_those_of_the_manual():
    path = table.__file__.replace("table.py", "errors.tsv")
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n") for line in file if not line.startswith("#")]
    assert rows == [manual.row(call) for call in errors()]
    assert rows == sorted(rows)


@pytest.mark.parametrize("name", table.SCENARIOS)
def test_sample(name, place):
    """And every call that is seen in any of them has its row of errors."""
    outcome = table.play(name, place, CELLS)
    assert len(outcome.shown) == CELLS
    assert not outcome.violations, "\n".join(outcome.violations)


# --- the judge itself: each thing that must not be, in an outcome that is sound but for that

RIGHT, WRONG = table.SCENARIOS["root, right"], table.SCENARIOS["root, wrong"]
LOCKED, ABSENT = table.SCENARIOS["root, locked"], table.SCENARIOS["root, not enrolled"]
STRONG, BY_CHECKER = table.SCENARIOS["root, wrong, then the password and strong"], table.SCENARIOS["checker, right"]
READ = Call("pread64", 3, "pread64(5, ..., 120, 0) = 120")
OPENED = Call("openat", 9, f'openat(5, "{ALICE.uid}", O_RDONLY|O_NOFOLLOW) = 6')
FAILS, DIES, ABSENCE = Cell(READ, "EIO"), Cell(READ, KILL), Cell(OPENED, "ENOENT")
REFUSAL = Entry(10, 3, "attempt", "pam_pattern(faults:auth): authentication failure; logname= uid=0 euid=0 tty= "
                "ruser= rhost= user=alice reason=attempts can't be used: Input/output error")
KEPT = Entry(10, 3, "attempt", "pam_pattern(faults:auth): a right pattern stays counted as a try: why")


def tries(last: int, cleared: int, total: int, writes: int) -> bytes:
    """A file of attempts after so many writes; each is over the older slot."""
    now = dataclasses.replace(NEWER, sequence=8 + writes, last=last, cleared_to=cleared, total=total)
    before = OLDER if writes == 0 else NEWER if writes == 1 else dataclasses.replace(now, sequence=9)
    return b"".join(slot.content.ljust(4096, b"\0") for slot in (before, now))


SAME, COUNTED, CLEARED = tries(3, 1, 2, 0), tries(4, 1, 3, 1), tries(4, 4, 2, 2)


def attempted(code: int | None, after: bytes | None, *logged: Entry, **changes) -> attempt.Seen:
    lines = [("prompt", "Pattern: ")]
    if code is not None:
        lines += [("first", str(code)), ("code", "0")]
    seen = attempt.Seen(0 if code is not None else -9, Report(tuple(lines)), b"", 0.1, list(logged),
                        1 if after in (COUNTED, CLEARED) else 0, after, stores.record(ALICE), {})
    return dataclasses.replace(seen, **changes)


SOUND = [
    (RIGHT, FAILS, attempted(pam.SUCCESS, CLEARED)),
    (RIGHT, FAILS, attempted(pam.SUCCESS, COUNTED, KEPT)),
    (RIGHT, FAILS, attempted(pam.AUTHINFO_UNAVAIL, SAME, REFUSAL)),
    (RIGHT, FAILS, attempted(pam.AUTHINFO_UNAVAIL, COUNTED, REFUSAL)),
    (RIGHT, ABSENCE, attempted(pam.IGNORE, SAME)),
    (RIGHT, DIES, attempted(None, CLEARED)),
    (WRONG, FAILS, attempted(pam.AUTH_ERR, COUNTED, REFUSAL)),
    (WRONG, DIES, attempted(None, SAME)),
]


@pytest.mark.parametrize("scenario, cell, seen", SOUND)
def test_what_may_be(scenario, cell, seen):
    assert scenario.judge(cell, "store", seen) == []


WRONG_OUTCOMES = {
    "a wrong pattern opens": (WRONG, FAILS, attempted(pam.SUCCESS, COUNTED)),
    "a wrong one is told for wrong, uncounted": (WRONG, FAILS, attempted(pam.AUTH_ERR, SAME, REFUSAL)),
    "a wrong one is taken back": (WRONG, DIES, attempted(None, CLEARED)),
    "compared before it was counted": (WRONG, DIES, attempted(None, SAME, hashed=1)),
    "a lock is passed over": (LOCKED, FAILS, attempted(pam.AUTH_ERR, COUNTED, REFUSAL)),
    "success without a record": (ABSENT, FAILS, attempted(pam.SUCCESS, None, credential=None)),
    "absent, but no more than unreadable": (RIGHT, FAILS, attempted(pam.IGNORE, SAME)),
    "refused without a line in the log": (RIGHT, FAILS, attempted(pam.AUTHINFO_UNAVAIL, SAME)),
    "stays counted without a line in the log": (RIGHT, FAILS, attempted(pam.SUCCESS, COUNTED)),
    "right, but not counted": (RIGHT, FAILS, attempted(pam.SUCCESS, SAME)),
    "a bad setting, long after they were read": (RIGHT, FAILS, attempted(pam.SERVICE_ERR, SAME, REFUSAL)),
    "the record is gone": (RIGHT, DIES, attempted(None, SAME, credential=None)),
    "the record is half-written": (RIGHT, DIES, attempted(None, SAME, credential=b"pam_pattern")),
    "the attempts are gone": (RIGHT, DIES, attempted(None, None)),
    "both slots are torn": (RIGHT, DIES, attempted(None, bytes(8192))),
    "over the slot that was believed": (RIGHT, DIES, attempted(
        None, OLDER.content.ljust(4096, b"\0") + COUNTED[4096:])),
    "a file is left": (RIGHT, DIES, attempted(None, SAME, others={"attempts/.new.51001": b""})),
    "it hung": (RIGHT, FAILS, attempted(pam.AUTHINFO_UNAVAIL, SAME, REFUSAL, seconds=8)),
    "the host crashed": (RIGHT, FAILS, attempted(None, SAME, status=-4)),
    "the module writes to standard error": (RIGHT, FAILS, attempted(pam.SUCCESS, CLEARED, stderr=b"oh")),
    "the password does not work": (RIGHT, FAILS, attempted(
        None, SAME, REFUSAL, status=0, report=Report((("first", "9"), ("code", "7"))))),
    "a descriptor is left": (RIGHT, FAILS, attempted(
        None, SAME, REFUSAL, status=0, report=Report((("first", "9"), ("leak", "first"), ("code", "0"))))),
    "the checker lives on after a kill": (BY_CHECKER, DIES, attempted(None, SAME)),
    "strong is a success of its own": (STRONG, FAILS, attempted(
        None, COUNTED, REFUSAL, status=0, report=Report((("strong", "0"), ("code", "0"))))),
    "nothing forgiven, and no word of it": (STRONG, FAILS, attempted(
        None, COUNTED, REFUSAL, status=0, report=Report((("strong", "25"), ("code", "0"))))),
}


@pytest.mark.parametrize("scenario, cell, seen", WRONG_OUTCOMES.values(), ids=WRONG_OUTCOMES.keys())
def test_what_may_not_be(scenario, cell, seen):
    assert scenario.judge(cell, "store", seen) != []


ENROLL, REMOVE = table.SCENARIOS["patternctl enroll over another"], table.SCENARIOS["patternctl remove"]
EXPORT, VERIFY = table.SCENARIOS["patternctl export"], table.SCENARIOS["patternctl verify, wrong"]
OLD, NEW = stores.record(ALICE, patterns.SECOND), stores.record(ALICE, patterns.RIGHT)
BOBS = command.BOBS
FORGIVEN = tries(3, 3, 0, 1)
WHY = b"patternctl: /var/lib/pam_pattern: attempts can't be used: Input/output error; see patternctl(1)\n"


def ran(status: int, credential: bytes | None, after: bytes | None, **changes) -> command.Seen:
    stderr = WHY if status > 0 else b""
    others, written = changes.pop("others", BOBS), changes.pop("written", None)
    seen = command.Seen(status, b"done\n", stderr, 0.1, command.State(credential, after, others, written))
    return dataclasses.replace(seen, **changes)


TEMPORARY = {"credentials/.new.51001": b""}
SOUND_RUNS = [
    (ENROLL, FAILS, ran(0, NEW, FORGIVEN)),
    (ENROLL, FAILS, ran(6, OLD, SAME)),
    (ENROLL, FAILS, ran(6, NEW, SAME)),
    (ENROLL, DIES, ran(-9, OLD, SAME, others=BOBS | TEMPORARY)),
    (REMOVE, DIES, ran(-9, None, SAME)),
    (EXPORT, FAILS, ran(6, NEW, SAME)),
]


@pytest.mark.parametrize("scenario, cell, seen", SOUND_RUNS)
def test_what_a_command_may_do(scenario, cell, seen):
    assert scenario.judge(cell, "store", seen, ran(0, NEW, FORGIVEN)) == []


WRONG_RUNS = {
    "exit 0, and not done": (ENROLL, FAILS, ran(0, OLD, SAME)),
    "exit 0, and nothing forgiven": (ENROLL, FAILS, ran(0, NEW, SAME)),
    "exit 0, and prints less": (EXPORT, FAILS, ran(0, NEW, SAME, stdout=b"")),
    "fails without a word": (ENROLL, FAILS, ran(6, OLD, SAME, stderr=b"")),
    "fails with two lines": (ENROLL, FAILS, ran(6, OLD, SAME, stderr=2 * WHY)),
    "a usage error": (ENROLL, FAILS, ran(2, OLD, SAME)),
    "not enrolled, where it could not be read": (EXPORT, FAILS, ran(3, NEW, SAME)),
    "crashes": (ENROLL, FAILS, ran(-4, OLD, SAME, stderr=b"")),
    "the record is gone": (ENROLL, DIES, ran(-9, None, SAME)),
    "the record is cut": (ENROLL, DIES, ran(-9, NEW[:-20], SAME)),
    "a record before its attempts": (ENROLL, DIES, ran(-9, NEW, None)),
    "attempts removed before the record": (REMOVE, DIES, ran(-9, NEW, None)),
    "forgiven with the old record": (ENROLL, FAILS, ran(6, OLD, FORGIVEN)),
    "forgiven by an export": (EXPORT, FAILS, ran(6, NEW, FORGIVEN)),
    "a file is left": (ENROLL, FAILS, ran(6, OLD, SAME, others=BOBS | TEMPORARY)),
    "bob's record is gone": (ENROLL, DIES, ran(-9, OLD, SAME, others={})),
    "it hung": (ENROLL, FAILS, ran(6, OLD, SAME, seconds=8)),
    "wrong, and not counted": (VERIFY, FAILS, ran(
        1, NEW, SAME, stderr=b"patternctl: alice: wrong, or not a pattern; try again\n")),
    "a wrong pattern is right": (VERIFY, FAILS, ran(0, NEW, COUNTED)),
}


@pytest.mark.parametrize("scenario, cell, seen", WRONG_RUNS.values(), ids=WRONG_RUNS.keys())
def test_what_a_command_may_not_do(scenario, cell, seen):
    assert scenario.judge(cell, "store", seen, ran(0, NEW, FORGIVEN)) != []
