"""A screen locker with one field, as its user: swaylock and i3lock answer every prompt with the one line
that was typed. The sample for them, the checker for the pattern and unix_chkpwd for the password."""

import pathlib
import subprocess

import pytest

from harness import hosts, pam, store as stores, world
from harness.patterns import NOT_A_PATTERN, RIGHT, WRONG
from harness.store import Attempts
from harness.world import ALICE, BOB, CAROL

GOOD, BAD = ALICE.password, BOB.password


def failed(count: int, **changes) -> Attempts:
    """Attempts with so many wrong tries, the last of them just now."""
    seconds = int(float(pathlib.Path("/proc/uptime").read_text().split()[0]))
    values = {"last": count, "total": count, "boot": stores.boot_id(), "seconds": seconds}
    return Attempts(ALICE.uid, **{**values, **changes})


@pytest.fixture
def enrolled(system_store):
    system_store.enroll()
    return system_store


@pytest.fixture(params=["plain", "ignore", "reap"])
def unlock(request, sample):
    """Types one line into the locker: whether it opens, and how often it was asked."""
    def call(line: str, account=ALICE, text: str = "", **circumstances) -> tuple[bool, int]:
        name = sample("swaylock")
        if text:
            path = world.SERVICES / name
            path.write_text(path.read_text().replace("pam_pattern.so forward_pass", f"pam_pattern.so {text}"))

        result = hosts.call(world.SERVICES, name, *[f"reply={line}"] * 3, "call", uid=account.uid, user=account.name,
                            children=request.param, **circumstances)
        # pam_unix puts SIGCHLD back with other flags; what we do to signals is tested without it.
        assert {**result.left_behind, "signals": "same"} == hosts.CLEAN
        return result.codes == [pam.SUCCESS], result.prompts[0]

    return call


def _nothing(store):
    pass


def _gone(store):
    store.file().unlink()


# What is there before; whether a pattern opens then. The password opens in every case.
STATES = {
    "sound": (_nothing, True),
    "one wrong try": (lambda store: store.count(failed(1)), True),
    "locked for a minute": (lambda store: store.count(failed(5)), False),
    "locked for good": (lambda store: store.count(failed(11)), False),
    "over the budget": (lambda store: store.count(failed(60, cleared_to=60, total=50)), False),
    "not enrolled": (_gone, False),
    "record damaged": (lambda store: store.write(b"x"), False),
    "attempts missing": (lambda store: store.tries().unlink(), False),
    "no store": (stores.FAULTS["store folder missing"], False),
}


@pytest.mark.parametrize("prepare, pattern_opens", STATES.values(), ids=STATES.keys())
def test_one_field(prepare, pattern_opens, enrolled, unlock):
    """One question, and the line typed there is pattern or password."""
    for line, opens in ((GOOD, True), (RIGHT.typed, pattern_opens), (RIGHT.otherwise, pattern_opens),
                        (BAD, False), (WRONG.typed, False), (NOT_A_PATTERN, False)):
        enrolled.reset()
        enrolled.enroll()
        prepare(enrolled)
        assert unlock(line) == (opens, 1), line
        if pattern_opens is False and enrolled.tries().exists():
            # The locked pattern was not looked at.
            assert enrolled.counted().last in (0, 5, 11, 60)


def test_who_never_enrolled(system_store, unlock):
    assert unlock(CAROL.password, CAROL) == (True, 1)
    assert unlock(GOOD, CAROL) == (False, 1)


def test_password_of_digits(enrolled, unlock):
    """It reads as a pattern, counts as a wrong one, and opens as the password."""
    kept = pathlib.Path("/etc/shadow").read_bytes()
    try:
        subprocess.run(["chpasswd", "--crypt-method", "SHA256", "--sha-rounds", "1000"], check=True, text=True,
                       input=f"alice:{WRONG.typed}\n")
        assert unlock(WRONG.typed) == (True, 1)
        assert enrolled.counted().counts == (1, 1, 1)
        # Where only what is no pattern is handed on, pam_unix asks anew. A locker that gives one line
        # alone, or only the first time, does not get in: as the sample says.
        assert unlock(WRONG.typed, text="forward_pass=text") == (True, 2)
    finally:
        pathlib.Path("/etc/shadow").write_bytes(kept)


def test_checker_missing(enrolled, unlock, folder):
    """Then it is pam_unix that asks: the password opens still."""
    aside = world.CHECKER.rename(world.CHECKER.with_suffix(".aside"))
    try:
        assert unlock(GOOD) == (True, 1)
        assert unlock(RIGHT.typed) == (False, 1)
    finally:
        aside.rename(world.CHECKER)


def test_checker_that_says_anything(enrolled, unlock, folder):
    """A broken checker never opens, and keeps nobody out."""
    path = hosts.stand_in(folder, "stand-in", "frame; say(os.urandom(18))")
    assert unlock(GOOD, before=hosts.instead(path)) == (True, 1)
    assert unlock(RIGHT.typed, before=hosts.instead(path)) == (False, 1)
