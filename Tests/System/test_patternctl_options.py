"""The command line of patternctl: whom it is about, who may, and what it takes."""

import json
import re
import subprocess

import pytest

from harness.control import (
    DONE, NOT_ENROLLED, NOT_PERMITTED, REFUSED, USAGE, check_enrolled, check_failed, run)
from harness.patterns import RIGHT
from harness.world import ALICE, BOB, CAROL


def test_sudo_user_is_the_default(control, store):
    done = control("enroll", typed=RIGHT.typed, SUDO_UID=str(ALICE.uid))
    assert done.returncode == DONE
    check_enrolled(store, ALICE, RIGHT.canonical)
    assert control("status", SUDO_UID=str(ALICE.uid)).returncode == DONE
    check_failed(control("status", SUDO_UID=str(CAROL.uid)), NOT_ENROLLED, "carol")
    check_failed(control("status"), NOT_ENROLLED, "root")
    assert control("remove", "--user=alice", SUDO_UID=str(CAROL.uid)).returncode == DONE


def test_through_sudo(system_store):
    """As a newcomer does it: sudo asks for the password, patternctl for the pattern."""
    system_store.enroll()
    done = subprocess.run(
        ALICE.command("sudo", "-k", "-S", "patternctl", "status", "--json"),
        input=ALICE.password + "\n", capture_output=True, text=True, timeout=60)
    assert done.returncode == DONE, done.stderr
    assert json.loads(done.stdout)["user"] == "alice"


@pytest.mark.parametrize("value", ["", "x", "-1", "4294967296", "59999"])
def test_sudo_user_that_is_none(value, control, store):
    """Nobody else is enrolled by mistake."""
    done = control("enroll", typed=RIGHT.typed, SUDO_UID=value)
    roots = {"credentials/0", "attempts/0"}
    assert done.returncode != DONE or store.contents().keys() == roots
    assert not store.contents().keys() - roots


@pytest.mark.parametrize("words", [
    ("enroll",), ("enroll", "--user=alice"), ("enroll", "--user=bob"), ("remove",),
    ("remove", "--user=bob"), ("remove", "--uid=51002"), ("remove", "--orphans"), ("list",),
    ("list", "--json"), ("status", "--user=bob"), ("verify", "--user=bob"), ("unlock",),
    ("unlock", "--user=alice"), ("unlock", "--user=bob"),
    ("status", "--store=/run/mine"), ("explain", "--conf=/run/mine.conf"),
], ids=" ".join)
def test_unprivileged(words, system_store):
    """Without root nothing is read and nothing changed, whatever the environment says."""
    system_store.enroll()
    system_store.enroll(BOB)
    before = system_store.contents()
    done = run(*words, typed=RIGHT.typed, account=ALICE, SUDO_UID="0", SUDO_USER="root")
    check_failed(done, NOT_PERMITTED)
    assert done.stdout == ""
    assert system_store.contents() == before


@pytest.mark.parametrize("command", ["enroll", "verify", "remove", "status", "unlock"])
@pytest.mark.parametrize("user", ["zorro", "", "../../etc/shadow", "51001", "a" * 300, "al\nice", "root:"])
def test_unknown_user(command, user, store):
    places = () if command == "verify" else (f"--store={store.path}",)
    done = run(command, "--user", user, *places, typed=RIGHT.typed)
    check_failed(done, REFUSED)
    assert store.contents() == {}


USAGES = [
    (), ("frobnicate",), ("enroll", "--no-such-option"), ("enroll", "--user"), ("enroll", "--grid"),
    ("enroll", "--user=alice", "--grid=2"), ("enroll", "--user=alice", "--grid=7"),
    ("enroll", "--user=alice", "--grid=x"), ("enroll", "--user=alice", "--keypad=qwerty"),
    ("enroll", "--store=relative"), ("enroll", "--conf=relative"), ("list", "--user=alice"),
    ("status", "--grid=4"), ("explain", "--user=alice"), ("remove", "--uid=1", "--orphans"),
    ("remove", "--user=alice", "--uid=1"),
    ("remove", "--uid=x"), ("list", "extra"), ("enroll", "--json", "--user=alice"),
]


@pytest.mark.parametrize("words", USAGES, ids=" ".join)
def test_usage(words):
    done = run(*words)
    check_failed(done, USAGE)
    assert done.stdout == ""


@pytest.mark.parametrize("words", [("enroll", RIGHT.typed), ("explain", RIGHT.typed),
                                   ("verify", RIGHT.typed, "--user=alice"), (RIGHT.typed,)])
def test_pattern_is_no_argument(words):
    """Others could read it there; nor is it repeated in the refusal, which may be logged."""
    done = run(*words)
    check_failed(done, USAGE)
    assert RIGHT.typed not in done.stderr or words == (RIGHT.typed,)


def test_help_and_version():
    for words in (("--help",), ("enroll", "--help"), ("-h",)):
        done = run(*words)
        assert (done.returncode, done.stderr) == (DONE, "")
        for command in ("enroll", "verify", "remove", "list", "status", "explain", "--user", "--json"):
            assert command in done.stdout
    done = run("--version")
    assert (done.returncode, done.stderr) == (DONE, "")
    assert re.search(r"\d+\.\d+", done.stdout)


@pytest.mark.parametrize("words", [("--user=alice", "status"), ("status", "--us", "alice"),
                                   ("status", "--user", "alice"), ("--json", "status", "--user=alice")])
def test_gnu_long_options(words, control, store):
    """In any order, shortened, with = or without."""
    store.enroll()
    assert control(*words).returncode == DONE


def test_output_that_cannot_be_written(store):
    """Silence would look like nothing to tell."""
    store.enroll()
    with open("/dev/full", "w") as full:
        done = subprocess.run(["patternctl", "list", f"--store={store.path}"], stdout=full,
                              stderr=subprocess.PIPE, text=True)
    check_failed(done, done.returncode)
    assert done.returncode != DONE
