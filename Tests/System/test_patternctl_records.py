"""patternctl remove, list, status and unlock."""

import json
import os
import re
import subprocess

import pytest

from harness import pam, store as stores, world
from harness.control import DONE, NOT_ENROLLED, REFUSED, UNUSABLE, check_failed, run
from harness.patterns import LARGE, RIGHT, SECOND
from harness.world import ALICE, BOB


def test_remove(control, store):
    store.enroll()
    store.enroll(BOB)
    done = control("remove", "--user=alice")
    assert (done.returncode, done.stderr) == (DONE, "")
    assert store.contents().keys() == {f"credentials/{BOB.uid}", f"attempts/{BOB.uid}"}
    check_failed(control("remove", "--user=alice"), NOT_ENROLLED, "alice")


@pytest.mark.parametrize("fault", ["garbage", "wrong owner", "symlink", "FIFO", "1 MiB"])
def test_remove_takes_out_a_broken_record(fault, control, store):
    store.enroll()
    stores.FAULTS[fault](store)
    assert control("remove", "--user=alice").returncode == DONE
    assert not os.path.lexists(store.file())


def test_list(control, store):
    done = control("list")
    assert (done.returncode, done.stderr) == (DONE, "")
    assert json.loads(control("list", "--json").stdout) == []
    store.enroll()
    store.enroll(BOB, LARGE)
    done = control("list")
    assert done.returncode == DONE
    assert re.search(rf"^alice +{ALICE.uid} +3x3 ", done.stdout, re.M)
    assert re.search(rf"^bob +{BOB.uid} +4x4 ", done.stdout, re.M)
    assert "carol" not in done.stdout and "$5$" not in done.stdout
    rows = json.loads(control("list", "--json").stdout)
    assert [(row["user"], row["uid"], row["grid"]) for row in rows] == [
        ("alice", ALICE.uid, "3x3"), ("bob", BOB.uid, "4x4")]


def test_list_shows_what_is_wrong(control, store):
    """Records whose account is gone, and records that can't be read, are there to be taken out."""
    gone = world.Account("gone", 59999, "")
    store.enroll(gone)
    store.enroll(BOB, name="other")
    done = control("list")
    assert "59999" in done.stdout and str(BOB.uid) in done.stdout
    store.enroll()
    stores.FAULTS["garbage"](store)
    check_failed(control("list"), UNUSABLE)
    assert str(ALICE.uid) in control("list").stdout


def test_list_fails_where_tries_cannot_be_used(control, store):
    """As status does: that pattern opens nothing."""
    store.enroll()
    store.tries().unlink()
    done = control("list")
    check_failed(done, UNUSABLE, "alice: attempts can't be used: No such file or directory")
    assert re.search(rf"^alice +{ALICE.uid} .*attempts can't be used", done.stdout, re.M)


def test_remove_of_accounts_that_are_gone(control, store):
    gone = world.Account("gone", 59999, "")
    store.enroll(gone)
    store.enroll()
    check_failed(control("remove", "--user=gone"), REFUSED, "gone")
    assert control("remove", "--uid=59999").returncode == DONE
    check_failed(control("remove", "--uid", "59999"), NOT_ENROLLED)
    store.enroll(gone)
    assert control("remove", "--orphans").returncode == DONE
    assert store.contents().keys() == {f"credentials/{ALICE.uid}", f"attempts/{ALICE.uid}"}


@pytest.mark.parametrize("calls, error", [("openat", "EMFILE"), ("openat", "EACCES"), ("read,pread64", "EIO")])
@pytest.mark.parametrize("words", [("remove", "--orphans"), ("list",), ("export",)], ids=" ".join)
def test_accounts_that_cannot_be_read_are_not_gone(words, calls, error, cheap, store, folder):
    """libc then says "no such user" of everybody, where nsswitch.conf names a source behind the file."""
    store.enroll()
    before = store.contents()
    command = ["patternctl", *words, f"--store={store.path}", cheap]
    # At each call, and at the first one alone.
    for fault, code in ((f"{calls}:error={error}", UNUSABLE),
                        (f"{calls.split(',')[0]}:error={error}:when=1", DONE)):
        done = subprocess.run(
            ["strace", "-o", folder / "trace", "-P/etc/passwd", f"--inject={fault}", *command],
            capture_output=True, text=True)
        assert "(INJECTED)" in (folder / "trace").read_text()
        assert done.returncode == code and "no account" not in done.stdout + done.stderr
        if code == UNUSABLE:
            assert done.stderr.startswith("patternctl: alice: users can't be looked up (")
        assert store.contents() == before


DIRK = world.Account("dirk", 51888, "")


@pytest.mark.parametrize("order", [
    "files directory", "directory files", "files directory systemd", "files [NOTFOUND=return] directory # none",
    "directory [UNAVAIL=continue NOTFOUND=continue]  files\tsystemd"])
def test_accounts_of_a_directory_that_does_not_answer_are_not_gone(order, control, store, directory):
    """libc says "no such user" of them, with an error that others give who know of none, or without one."""
    store.enroll()
    store.enroll(DIRK)
    before = store.contents()
    directory(order=order, up=False)
    why = "users can't be looked up (directory: No such file or directory); see nsswitch.conf(5)"
    for more in ((), ("--user=dirk",)):
        check_failed(control("remove", "--orphans", *more), UNUSABLE, f"dirk: {why}")
        assert store.contents() == before
    assert control("remove", "--orphans", "--user=alice").returncode == DONE
    done = control("list")
    check_failed(done, UNUSABLE, f"dirk: {why}")
    assert re.search(rf"^dirk +{DIRK.uid} +3x3 .*{re.escape(why)}$", done.stdout, re.M)
    assert re.search(rf"^alice +{ALICE.uid} +3x3 ", done.stdout, re.M) and "no account" not in done.stdout
    done = control("export")
    assert (done.returncode, done.stdout.count("\n")) == (UNUSABLE, 2) and "\nalice:" in done.stdout
    assert f"patternctl: dirk: {why}; left out\n" in done.stderr
    assert store.contents() == before
    # It answers again: the account is there, and then it is not.
    directory(DIRK)
    assert control("remove", "--orphans").stdout == "Every pattern belongs to an account; nothing to remove.\n"
    if "return" not in order:
        assert control("list").returncode == DONE and "\ndirk:" in control("export").stdout
    assert store.contents() == before
    directory()
    assert "no account of this name and uid" in control("list").stdout
    assert control("remove", "--orphans").stdout == "Pattern of dirk (uid 51888) removed.\n"
    assert store.contents().keys() == {f"credentials/{ALICE.uid}", f"attempts/{ALICE.uid}"}


@pytest.mark.parametrize("order", ["files nowhere", "nowhere [NOTFOUND=return] files systemd"])
def test_sources_that_are_not_installed_know_nobody(order, control, store, directory):
    store.enroll(DIRK)
    directory(order=order)
    assert control("remove", "--orphans").stdout == "Pattern of dirk (uid 51888) removed.\n"


def test_sources_that_cannot_be_told(control, store, keep):
    """Without nsswitch.conf it is the files alone; one that can't be read may name anything."""
    names = keep("/etc/nsswitch.conf")
    names.unlink()
    names.symlink_to(names)
    store.enroll(DIRK)
    check_failed(control("remove", "--orphans"), UNUSABLE, "(/etc/nsswitch.conf: Too many levels of symbolic links)")
    names.unlink()
    assert control("remove", "--orphans").stdout == "Pattern of dirk (uid 51888) removed.\n"


def test_two_names_of_one_number(control, store, directory):
    """The first one is what the number alone tells; the second one's pattern is theirs all the same."""
    other = world.Account("dora", ALICE.uid, "")
    store.enroll(other)
    directory(other)
    before = store.contents()
    assert control("list").returncode == DONE and "\ndora:" in control("export").stdout
    assert control("remove", "--orphans").returncode == DONE and store.contents() == before
    directory(up=False)
    check_failed(control("remove", "--orphans"), UNUSABLE, "dora: users can't be looked up")
    assert store.contents() == before


@pytest.mark.parametrize("more", [(), ("--user=gone",)])
def test_what_may_be_of_an_account_that_is_gone(more, control, store):
    """A record that can't be read, whose uid has no account: it is not said that every pattern has one."""
    gone, lost = world.Account("gone", 59999, ""), world.Account("lost", 59998, "")
    store.enroll(gone)
    store.write(b"garbage", lost)
    done = control("remove", "--orphans", *more)
    check_failed(done, UNUSABLE, "59998: credential is damaged")
    assert done.stdout == "Pattern of gone (uid 59999) removed.\n"
    assert control("remove", "--uid=59998").returncode == DONE
    # That of an account is not among them.
    store.enroll()
    stores.FAULTS["garbage"](store)
    assert control("remove", "--orphans", *more).returncode == DONE


def test_remove_of_one_account_that_is_gone(control, store):
    """A name that bears no account any more, as userdel's hook gives it; what has an account stays."""
    for account in (world.Account("gone", 59999, ""), world.Account("lost", 59998, ""), ALICE):
        store.enroll(account)
    # Her name, but not her number: a record from an account of before.
    store.write(stores.record(world.Account("alice", 59997, "")), world.Account("alice", 59997, ""))
    everything = store.contents()
    for name in ("nobody", ""):
        done = control("remove", "--orphans", f"--user={name}")
        assert (done.returncode, store.contents()) == (DONE, everything)
    assert control("remove", "--orphans", "--user=gone").stdout == "Pattern of gone (uid 59999) removed.\n"
    assert store.contents().keys() == {name for name in everything if not name.endswith("59999")}
    assert control("remove", "--orphans", "--user=alice").returncode == DONE
    assert store.file(ALICE).exists() and not (store.credentials / "59997").exists()
    assert (store.credentials / "59998").exists()


def test_status(control, store):
    check_failed(control("status", "--user=alice"), NOT_ENROLLED, "alice")
    store.enroll(drawing=LARGE)
    done = control("status", "--user=alice")
    assert (done.returncode, done.stderr) == (DONE, "")
    assert "alice" in done.stdout and "4x4" in done.stdout
    fields = json.loads(control("status", "--user=alice", "--json").stdout)
    assert (fields["user"], fields["uid"], fields["enrolled"], fields["grid"]) == (
        "alice", ALICE.uid, True, "4x4")
    assert stores.hashed(LARGE.canonical) not in done.stdout + json.dumps(fields)


def test_status_of_nobody_is_readable_too(control):
    done = control("status", "--user=carol", "--json")
    assert done.returncode == NOT_ENROLLED
    assert json.loads(done.stdout)["enrolled"] is False


def test_status_counts(control, store):
    """What is counted, and whether it locks."""
    store.enroll()
    fresh = {"failures": 0, "total": 0, "locked": False, "locked_seconds": None, "locked_until": None,
             "cleared_by": None, "password_used_at": None, "problem": None}
    fields = json.loads(control("status", "--user=alice", "--json").stdout)
    assert {name: fields[name] for name in fresh} == fresh
    store.count(stores.Attempts(last=9, cleared_to=6, total=7, strong_boot=stores.boot_id(),
                                strong_seconds=1, strong_wall=1764486000))
    fields = json.loads(control("status", "--user=alice", "--json").stdout)
    counted = fresh | {"failures": 3, "total": 7, "password_used_at": "2025-11-30T07:00:00Z"}
    assert {name: fields[name] for name in fresh} == counted
    shown = control("status", "--user=alice").stdout
    assert re.search(r"^ *failures +3 .*\b7\b", shown, re.M) and re.search(r"^ *locked +no$", shown, re.M)
    del fields["fingerprint"], fields["fingers"]
    assert json.loads(control("list", "--json").stdout) == [fields]


def test_status_of_ones_own(system_store):
    """Without root the checker answers, for the caller's own pattern."""
    done = run("status", account=ALICE)
    check_failed(done, NOT_ENROLLED, "alice")
    system_store.enroll(drawing=LARGE)
    before = system_store.contents()
    done = run("status", account=ALICE, SUDO_UID="0", SUDO_USER="root")
    assert (done.returncode, done.stderr) == (DONE, "")
    assert "alice" in done.stdout and "4x4" in done.stdout
    fields = json.loads(run("status", "--json", account=ALICE).stdout)
    assert (fields["user"], fields["enrolled"], fields["grid"], fields["locked"]) == (
        "alice", True, "4x4", False)
    assert system_store.contents() == before, "asking is no try"


@pytest.mark.parametrize("fault", stores.ATTEMPTS_FAULTS)
@pytest.mark.parametrize("words", [("unlock", "--user=alice"), ("enroll", "--user=alice")], ids=" ".join)
def test_attempts_are_made_anew(words, fault, control, store, authenticate):
    """status says that they are damaged; unlock and enroll set them right, and never write through
    what is there."""
    store.enroll()
    stores.ATTEMPTS_FAULTS[fault](store)
    elsewhere = store.path / "elsewhere"
    kept = elsewhere.read_bytes() if elsewhere.exists() else None
    check_failed(control("status", "--user=alice"), UNUSABLE, "attempts")
    assert authenticate(RIGHT.typed).code == pam.AUTHINFO_UNAVAIL
    assert control(*words, typed=RIGHT.typed).returncode == DONE
    assert store.counted().counts == (0, 0, 0)
    assert (elsewhere.read_bytes() if elsewhere.exists() else None) == kept
    assert authenticate(RIGHT.typed).code == pam.SUCCESS
    assert store.counted().counts == (1, 0, 0)


@pytest.mark.parametrize("fault", ["attempts folder missing", "attempts folder of another owner",
                                   "attempts folder open to all", "attempts folder a symlink"])
@pytest.mark.parametrize("words", [("unlock", "--user=alice"), ("enroll", "--user=alice")], ids=" ".join)
def test_attempts_folder_unusable(words, fault, control, store):
    """Nobody trusts such a folder with new ones, and the pattern stays as it was."""
    store.enroll(drawing=SECOND)
    kept = store.records()
    stores.FAULTS[fault](store)
    check_failed(control(*words, typed=RIGHT.typed), UNUSABLE, "attempts")
    assert {name: content for name, content in store.records().items() if name in kept} == kept


@pytest.mark.parametrize("words", [("unlock", "--user=alice"), ("enroll", "--user=alice")], ids=" ".join)
def test_sound_attempts_stay_the_same_file(words, control, store):
    """A try may be under way in it: what that one counts must not go to a file without a name."""
    store.enroll()
    store.count(stores.Attempts(last=9, cleared_to=2, total=8))
    before = store.tries().stat().st_ino
    with open(store.tries(), "rb") as opened:
        assert control(*words, typed=RIGHT.typed).returncode == DONE
        assert os.fstat(opened.fileno()).st_nlink == 1
    assert store.tries().stat().st_ino == before
    counted = store.counted()
    assert counted.counts == (9, 0, 0) and counted.total_from == 9


def test_unlock(control, store):
    check_failed(control("unlock", "--user=alice"), NOT_ENROLLED, "alice")
    assert store.contents() == {}
    store.enroll()
    store.enroll(BOB)
    for account in (ALICE, BOB):
        store.count(stores.Attempts(account.uid, last=60, cleared_to=40, total=55), account)
    records = store.records()
    done = control("unlock", "--user=alice")
    assert (done.returncode, done.stderr) == (DONE, "") and "alice" in done.stdout
    assert store.counted().counts == (60, 0, 0)
    assert store.counted(BOB).counts == (60, 20, 55), "somebody else's were cleared"
    assert store.records() == records


def test_unlock_is_no_use_of_the_password(control, store):
    """It does not stamp the time that strong_every looks at."""
    store.enroll()
    assert control("unlock", "--user=alice").returncode == DONE
    counted = store.counted()
    assert (counted.strong_boot, counted.strong_seconds, counted.strong_wall) == (stores.NO_BOOT, 0, 0)
