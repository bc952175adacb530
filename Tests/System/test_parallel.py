"""Many attempts at once: N are N tries, and never are more than `deny` looked at between two clears."""

import random
import subprocess

import pytest

from harness import pam, store as stores, world
from harness.attempt import CHECKER, IN_PROCESS, Attempts, Hashes, counts_of
from harness.patterns import RIGHT, WRONG
from harness.snapshot import Kept

CROWD = 200
DENY = 5
MIXED = "mixed"
WAYS = {"in process": (IN_PROCESS,), "by the checker": (CHECKER,), MIXED: (IN_PROCESS, CHECKER)}


@pytest.fixture
def attempts(services) -> Attempts:
    """The budget is out of the way, except where a test is about it."""
    kept = Kept(world.SETTINGS.parent)
    kept.path(world.SETTINGS.name).write_text("budget = 1000\n")
    yield Attempts(services)
    kept.restore()


@pytest.fixture
def enrolled(system_store) -> stores.Store:
    system_store.enroll()
    return system_store


def crowd(ways: tuple[int, ...], replies: list[str]) -> list[tuple[str, int]]:
    """The replies, in turn by the ways."""
    return [(reply, ways[number % len(ways)]) for number, reply in enumerate(replies)]


@pytest.mark.parametrize("before", [0, 3])
@pytest.mark.parametrize("ways", WAYS.values(), ids=WAYS.keys())
def test_wrong_tries(ways, before, attempts, enrolled):
    """All have been asked before the first of them answers: what was seen then protects nothing."""
    enrolled.count(stores.Attempts(last=before, total=before))
    reports = attempts.at_once(crowd(ways, [WRONG.typed] * CROWD))
    right, wrong, locked = counts_of([report.code for report in reports])
    assert (right, wrong, locked) == (0, DENY - before, CROWD - (DENY - before))
    assert enrolled.counted().counts == (DENY, DENY, DENY)
    # Each that found it locked says so, once.
    for report in reports:
        said = ["Pattern locked for 1 minute. (1 minute left to unlock)"]
        assert report.values("info") == (said if report.code == pam.MAXTRIES else [])


def test_no_more_is_hashed(attempts, enrolled, folder):
    """What the codes say is so: libcrypt was called five times."""
    hashes = Hashes(folder)
    attempts.at_once([(WRONG.typed, IN_PROCESS)] * CROWD, options=[hashes.option])
    assert hashes.begun == DENY


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ways", WAYS.values(), ids=WAYS.keys())
def test_right_tries_between(ways, seed, attempts, enrolled):
    """A right one takes back itself and what was counted before it, and nothing counted after it."""
    chance = random.Random(seed)
    replies = [RIGHT.typed] * 30 + [WRONG.typed] * 90
    chance.shuffle(replies)
    reports = attempts.at_once(crowd(ways, replies))
    right, wrong, locked = counts_of([report.code for report in reports])
    for reply, report in zip(replies, reports):
        assert report.code == pam.MAXTRIES or (report.code == pam.SUCCESS) == (reply == RIGHT.typed)
    counted = enrolled.counted()
    assert counted.last == right + wrong, "a try was not counted, or twice"
    assert counted.total == wrong, "total is not the number of wrong tries"
    assert wrong <= DENY * (right + 1), "more than deny between two clears"
    assert counted.failures <= DENY
    assert locked == 0 or counted.failures == DENY or right > 0


@pytest.mark.parametrize("uid", [IN_PROCESS, CHECKER], ids=["in process", "by the checker"])
def test_what_is_counted_during_a_right_try_stays(uid, attempts, enrolled):
    """One that is counted and being hashed while others go wrong forgives those before it alone."""
    enrolled.count(stores.Attempts(last=2, total=2))
    with attempts.asked(RIGHT.typed, options=["hash"]) as held:
        assert held.wait_until_asked()
        assert enrolled.counted().counts == (3, 3, 3)
        assert attempts.run(WRONG.typed, uid=uid).code == pam.AUTH_ERR
        assert attempts.run(WRONG.typed, uid=uid).code == pam.AUTH_ERR
        # Five are counted, the right one among them.
        assert attempts.run(RIGHT.typed, uid=uid).code == pam.MAXTRIES
        report = held.report()
    assert report.code == pam.SUCCESS
    assert report.values("info") == ["2 wrong patterns since the last right one."]
    assert enrolled.counted().counts == (5, 2, 4)


@pytest.mark.parametrize("uid", [IN_PROCESS, CHECKER], ids=["in process", "by the checker"])
def test_right_try_that_ends_late_takes_nothing_back(uid, attempts, enrolled):
    """What a later one has forgiven stays forgiven."""
    enrolled.count(stores.Attempts(last=2, total=2))
    with attempts.asked(RIGHT.typed, options=["hash"]) as held:
        assert held.wait_until_asked()
        assert attempts.run(WRONG.typed, uid=uid).code == pam.AUTH_ERR
        assert attempts.run(RIGHT.typed, uid=uid).code == pam.SUCCESS
        assert enrolled.counted().counts == (5, 0, 4)
        assert held.report().code == pam.SUCCESS
    assert enrolled.counted().counts == (5, 0, 3)


@pytest.mark.parametrize("uid", [IN_PROCESS, CHECKER], ids=["in process", "by the checker"])
def test_unlocked_during_a_right_try(uid, attempts, enrolled):
    """Its own number is forgiven then, and is not taken from what is counted afterwards."""
    enrolled.count(stores.Attempts(last=2, total=2))
    with attempts.asked(RIGHT.typed, options=["hash"]) as held:
        assert held.wait_until_asked()
        subprocess.run(["patternctl", "unlock", "--user=alice"], check=True, stdout=subprocess.DEVNULL)
        assert attempts.run(WRONG.typed, uid=uid).code == pam.AUTH_ERR
        assert held.report().code == pam.SUCCESS
    assert enrolled.counted().counts == (4, 1, 1)


@pytest.mark.parametrize("ways", WAYS.values(), ids=WAYS.keys())
def test_right_tries_alone(ways, attempts, enrolled):
    """Up to `deny` at once lock nobody out, however often."""
    for _ in range(10):
        reports = attempts.at_once(crowd(ways, [RIGHT.typed] * DENY))
        assert [report.code for report in reports] == [pam.SUCCESS] * DENY
        assert enrolled.counted().counts[1:] == (0, 0)
    assert enrolled.counted().last == 10 * DENY


@pytest.mark.parametrize("ways", WAYS.values(), ids=WAYS.keys())
def test_budget(ways, attempts, enrolled):
    """The last tries of the budget are as exact."""
    enrolled.count(stores.Attempts(last=1500, cleared_to=1500, total=997))
    reports = attempts.at_once(crowd(ways, [WRONG.typed] * 40))
    assert counts_of([report.code for report in reports]) == (0, 3, 37)
    assert enrolled.counted().counts == (1503, 3, 1000)
    said = {line for report in reports for line in report.values("info")}
    assert said == {"Pattern locked until the password is used."}
