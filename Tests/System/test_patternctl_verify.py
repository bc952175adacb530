"""patternctl verify, by standard input and typed on a terminal."""

import pytest

from harness import store as stores, terminal, world
from harness.control import (
    DONE, INTERRUPTED, NOT_ENROLLED, NOT_PERMITTED, REFUSED, UNUSABLE, check_failed, run)
from harness.patterns import NOT_A_PATTERN, RIGHT, TOO_SHORT, WRONG
from harness.world import ALICE, LENA

VERIFIED = {
    "right": (RIGHT.typed, DONE),
    "other spelling": (RIGHT.otherwise, DONE),
    "canonical": (RIGHT.canonical, DONE),
    "wrong": (WRONG.typed, REFUSED),
    "too short": (TOO_SHORT, REFUSED),
    "not a pattern": (NOT_A_PATTERN, REFUSED),
    "empty": ("\n", REFUSED),
    "nothing": ("", REFUSED),
    "the password": (ALICE.password, REFUSED),
}


@pytest.mark.parametrize("typed, code", VERIFIED.values(), ids=VERIFIED.keys())
def test_verify(typed, code, system_store):
    system_store.enroll()
    done = run("verify", "--user=alice", typed=typed)
    assert done.returncode == code
    assert (done.stderr == "") == (code == DONE)
    assert len(typed) < 4 or typed not in done.stdout + done.stderr


def test_verify_on_a_terminal(system_store):
    system_store.enroll()
    with terminal.run("patternctl", "verify", "--typed", "--user=alice") as session:
        session.answer("Pattern: ", RIGHT.typed)
        status, shown = session.finish()
    assert status == DONE and RIGHT.typed not in shown


def test_verify_interrupted(system_store):
    system_store.enroll()
    with terminal.run("patternctl", "verify", "--typed", "--user=alice") as session:
        session.prompted("Pattern: ")
        session.process.sendintr()
        assert session.finish()[0] == INTERRUPTED


def test_verify_not_enrolled(system_store):
    check_failed(run("verify", "--user=carol", typed=RIGHT.typed), NOT_ENROLLED, "carol")


@pytest.mark.parametrize("typed", [RIGHT.typed, ALICE.password], ids=["pattern", "password"])
def test_verify_without_its_service(typed, system_store, keep):
    """libpam would ask `other` instead, where a pattern is a wrong password and a password a right pattern."""
    system_store.enroll()
    keep("/etc/pam.d/patternctl").unlink()
    check_failed(run("verify", "--user=alice", typed=typed), UNUSABLE,
                 "/etc/pam.d/patternctl: no such file; install it anew")
    assert system_store.counted().counts == (0, 0, 0)


def test_verify_refused_by_a_rule(system_store):
    system_store.enroll(LENA)
    check_failed(run("verify", "--user=lena", typed=RIGHT.typed), NOT_PERMITTED, "lena")


@pytest.mark.parametrize("fault", ["store folder missing", "garbage", "a DES hash"])
def test_verify_store_unusable(fault, system_store):
    system_store.enroll()
    stores.FAULTS[fault](system_store)
    check_failed(run("verify", "--user=alice", typed=RIGHT.typed), UNUSABLE)


@pytest.mark.parametrize("typed, code", VERIFIED.values(), ids=VERIFIED.keys())
def test_verify_ones_own(typed, code, system_store):
    system_store.enroll()
    done = run("verify", typed=typed, account=ALICE, SUDO_UID="0", SUDO_USER="root")
    assert done.returncode == code
    assert (done.stderr == "") == (code == DONE)


def test_min_nodes_never_decides_a_check(settings, system_store):
    """Who enrolled before the rule was made stronger still gets in."""
    system_store.enroll()
    kept = world.SETTINGS.read_text()
    try:
        world.SETTINGS.write_text("min_nodes = 9\ngrid = 5\n")
        assert run("verify", "--user=alice", typed=RIGHT.typed).returncode == DONE
    finally:
        world.SETTINGS.write_text(kept)
