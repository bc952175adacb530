"""patternctl where the store is in the way."""

import json
import os
import subprocess

import pytest

from harness import store as stores, world
from harness.control import DONE, UNUSABLE, check_enrolled, check_failed
from harness.patterns import RIGHT, SECOND
from harness.world import ALICE, BOB


@pytest.mark.parametrize("fault", [
    "store folder missing", "credentials folder missing", "credentials folder of another owner",
    "credentials folder open to all", "credentials folder a symlink", "store folder writable by all"])
@pytest.mark.parametrize("words", [("enroll", "--user=alice"), ("remove", "--user=alice"), ("list",),
                                   ("status", "--user=alice")], ids=" ".join)
def test_store_unusable(words, fault, control, store):
    store.enroll()
    stores.FAULTS[fault](store)
    done = control(*words, typed=RIGHT.typed)
    check_failed(done, UNUSABLE, str(store.path))


@pytest.mark.parametrize("fault", [
    "empty", "garbage", "symlink", "symlink to nowhere", "FIFO", "wrong owner", "group-writable",
    "a DES hash", "other user's name", "1 MiB"])
def test_record_unusable(fault, control, store):
    """status says so; enroll sets it right, and never writes through what is there."""
    store.enroll(drawing=SECOND)
    stores.FAULTS[fault](store)
    elsewhere = store.path / "elsewhere"
    kept = elsewhere.read_bytes() if elsewhere.exists() else None
    check_failed(control("status", "--user=alice"), UNUSABLE)
    assert control("enroll", "--user=alice", typed=RIGHT.typed).returncode == DONE
    check_enrolled(store, ALICE, RIGHT.canonical)
    assert (elsewhere.read_bytes() if elsewhere.exists() else None) == kept


def test_full_disk(control, store):
    """The old pattern stays, and nothing half-written."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k,mode=0755", "tmpfs", store.path], check=True)
    try:
        for folder in (store.credentials, store.attempts):
            folder.mkdir()
            os.chown(folder, 0, world.group())
            folder.chmod(0o750)
        store.enroll(drawing=SECOND)
        before = store.contents()
        with open(store.path / "filler", "wb", buffering=0) as filler, pytest.raises(OSError):
            while True:
                filler.write(bytes(4096))
        done = control("enroll", "--user=alice", typed=RIGHT.typed)
        check_failed(done, UNUSABLE, "No space left")
        (store.path / "filler").unlink()
        assert store.contents() == before
        assert os.listdir(store.credentials) == [str(ALICE.uid)]
    finally:
        subprocess.run(["umount", store.path], check=True)


def test_read_only_disk(control, store):
    store.enroll(drawing=SECOND)
    before = store.contents()
    subprocess.run(["mount", "--bind", "-o", "ro", store.path, store.path], check=True)
    try:
        check_failed(control("enroll", "--user=alice", typed=RIGHT.typed), UNUSABLE, "Read-only")
        check_failed(control("remove", "--user=alice"), UNUSABLE, "Read-only")
        # Where nothing can be counted the pattern can't be used, and status says so.
        check_failed(control("status", "--user=alice"), UNUSABLE, "Read-only")
    finally:
        subprocess.run(["umount", store.path], check=True)
    assert store.contents() == before


def test_what_an_interrupted_enrolment_left(control, store):
    """A temporary file of a run that was killed is in nobody's way, and no pattern."""
    store.enroll(drawing=SECOND)
    for name in (f".new.{ALICE.uid}", f".new.{BOB.uid}"):
        (store.credentials / name).write_text("pam_pattern cred")
    assert [row["uid"] for row in json.loads(control("list", "--json").stdout)] == [ALICE.uid]
    assert control("enroll", "--user=alice", typed=RIGHT.typed).returncode == DONE
    assert control("status", "--user=alice").returncode == DONE
    assert not (store.credentials / f".new.{ALICE.uid}").exists()


def test_size_limit_of_the_caller(store, cheap):
    """RLIMIT_FSIZE 0 would end it by a signal in the middle of a write: nothing may be lost."""
    store.enroll(drawing=SECOND)
    before = store.contents()
    done = subprocess.run(
        ["prlimit", "--fsize=0", "patternctl", "enroll", "--user=alice", f"--store={store.path}", cheap],
        input=RIGHT.typed, capture_output=True, text=True)
    assert done.returncode != DONE
    left = store.contents()
    assert {name: left.pop(name) for name in before} == before
    assert all(name.startswith("credentials/.") for name in left)
