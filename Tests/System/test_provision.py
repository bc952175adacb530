"""patternctl export and import: credentials from one machine to another."""

import os
import pathlib
import stat
import subprocess

import pytest

from harness import pam, store as stores, terminal, world
from harness.control import (
    DONE, NOT_ENROLLED, NOT_PERMITTED, REFUSED, UNUSABLE, USAGE, check_failed, run)
from harness.patterns import LARGE, RIGHT, SECOND
from harness.world import ALICE, BOB, CAROL

VERSION = "pam_pattern credentials 1\n"
CAUTION = ("patternctl: the hashes are as good as cleartext: whoever reads them has the patterns within hours; "
           "let nobody but root read them, and delete them after use\n")


def line(account: world.Account, drawing=RIGHT, **changes: str) -> str:
    """A record as it stands in a file."""
    values = {"name": account.name, "grid": drawing.grid, "enrolled": "1764486000",
              "hash": stores.hashed(drawing.canonical)} | changes
    return ":".join(values.values()) + "\n"


@pytest.fixture
def file(folder):
    """Writes a file of records that root alone has written; its path."""

    def write(text: str | bytes, mode: int = 0o600) -> pathlib.Path:
        path = folder / "records"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        path.chmod(mode)
        return path

    return write


def check_imported(done: subprocess.CompletedProcess, changed: int, unchanged: int, stderr: str = ""):
    assert (done.returncode, done.stdout, done.stderr) == (
        DONE, f"changed={changed} unchanged={unchanged}\n", stderr)


# --- Export


def test_export_to_a_file(control, store, folder):
    store.enroll()
    store.enroll(BOB, LARGE)
    path = folder / "out"
    before = store.contents()
    done = control("export", str(path))
    assert (done.returncode, done.stdout, done.stderr) == (DONE, "", CAUTION)
    assert path.read_text() == VERSION + line(ALICE) + line(BOB, LARGE)
    status = path.stat()
    assert (stat.S_IMODE(status.st_mode), status.st_uid) == (0o600, 0)
    assert store.contents() == before


@pytest.mark.parametrize("words", [("export",), ("export", "-")], ids=" ".join)
def test_export_to_a_pipe(words, control, store):
    store.enroll()
    done = control(*words)
    assert (done.returncode, done.stdout, done.stderr) == (DONE, VERSION + line(ALICE), CAUTION)
    assert not os.path.exists("-")


def test_export_to_a_terminal_is_refused(store):
    store.enroll()
    with terminal.run("patternctl", "export", f"--store={store.path}") as shown:
        code, text = shown.finish()
    assert code == REFUSED
    assert "patternctl: standard output is a terminal" in text and "$5$" not in text


@pytest.mark.parametrize("kind", ["file", "symlink", "dangling symlink", "FIFO"])
def test_export_never_writes_into_what_is_there(kind, control, store, folder):
    store.enroll()
    path, other = folder / "out", folder / "other"
    other.write_text("mine")
    match kind:
        case "file": path.write_text("mine")
        case "symlink": path.symlink_to(other)
        case "dangling symlink": path.symlink_to(folder / "nowhere")
        case "FIFO": os.mkfifo(path)
    check_failed(control("export", str(path)), REFUSED, "File exists; name a new file")
    assert other.read_text() == "mine" and not (folder / "nowhere").exists()


def test_export_of_one(control, store):
    store.enroll()
    store.enroll(BOB)
    assert control("export", "--user=bob").stdout == VERSION + line(BOB)
    check_failed(control("export", "--user=carol"), NOT_ENROLLED, "carol")
    check_failed(control("export", "--user=zorro"), REFUSED, "zorro")


def test_export_names_what_it_leaves_out(control, store):
    """Records without an account are of no use elsewhere; of damaged ones one should know."""
    store.enroll(world.Account("gone", 59999, ""))
    store.enroll(BOB)
    done = control("export")
    assert (done.returncode, done.stdout) == (DONE, VERSION + line(BOB))
    assert done.stderr == "patternctl: gone (uid 59999): no account of this name and uid; left out\n" + CAUTION
    store.enroll()
    stores.FAULTS["garbage"](store)
    done = control("export")
    assert (done.returncode, done.stdout) == (UNUSABLE, VERSION + line(BOB))
    assert "patternctl: alice: credential is damaged; left out\n" in done.stderr
    check_failed(control("export", "--user=alice"), UNUSABLE)


@pytest.mark.parametrize("fault, status", [
    ("fsync:error=EIO", REFUSED), ("write:error=ENOSPC", REFUSED), ("linkat:error=EIO", REFUSED),
    ("write:signal=KILL", -9), ("fsync:signal=KILL", -9), ("linkat:signal=KILL", -9)])
def test_export_that_fails_leaves_nothing(fault, status, store, folder):
    store.enroll()
    path = folder / "out"
    done = subprocess.run(
        ["strace", "-o", "/dev/null", "-e", f"inject={fault}:when=1", "patternctl", "export", path,
         f"--store={store.path}"], capture_output=True, text=True)
    if status == REFUSED:
        check_failed(done, REFUSED, "name another file")
    assert done.returncode == status
    assert not path.exists() and [file.name for file in folder.iterdir()] == ["store"]


@pytest.mark.parametrize("error", ["EOPNOTSUPP", "EISDIR"])
def test_export_where_every_file_has_a_name(error, store, folder):
    """As on NFS: it is made by its name, and taken away when it fails."""
    store.enroll()
    path, trace = folder / "out", folder / "trace"

    def export(*more: str) -> subprocess.CompletedProcess:
        # The first call of those that name the folder by its descriptor.
        return subprocess.run(
            ["strace", "-o", trace, "-P", folder, f"--inject=openat:error={error}:when=1", *more,
             "patternctl", "export", path, f"--store={store.path}"], capture_output=True, text=True)

    check_failed(export("-P", path, "--inject=fsync:error=EIO"), REFUSED, "Input/output error")
    assert not path.exists()
    assert export().returncode == DONE
    assert "O_TMPFILE, 0600) = -1" in trace.read_text() and path.read_text() == VERSION + line(ALICE)


# --- Import


def test_import(control, store, file, authenticate):
    """By name: the uid is this machine's. Patterns open afterwards."""
    path = file(VERSION + line(ALICE) + line(BOB, LARGE))
    check_imported(control("import", str(path)), 2, 0)
    assert store.file().read_bytes() == stores.record(ALICE)
    assert store.file(BOB).read_bytes() == stores.record(BOB, LARGE)
    for account in (ALICE, BOB):
        for record, mode in ((store.file(account), 0o640), (store.tries(account), 0o660)):
            status = record.stat()
            assert (stat.S_IMODE(status.st_mode), status.st_uid, status.st_gid) == (mode, 0, world.group())
        assert store.counted(account).counts == (0, 0, 0)
    assert authenticate(RIGHT.typed).code == pam.SUCCESS
    assert authenticate(LARGE.typed, user="bob").code == pam.SUCCESS


def test_import_again_changes_nothing(control, store, file):
    path = str(file(VERSION + line(ALICE) + line(BOB)))
    assert control("import", path).returncode == DONE
    store.count(stores.Attempts(last=9, cleared_to=6, total=7))

    def state():
        return store.contents(), [(p.stat().st_ino, p.stat().st_mtime_ns) for p in (
            store.file(), store.tries(), store.file(BOB), store.tries(BOB))]

    before = state()
    check_imported(control("import", path), 0, 2)
    assert state() == before
    store.enroll(BOB, SECOND)
    check_imported(control("import", path), 1, 1)
    assert store.file(BOB).read_bytes() == stores.record(BOB)


def test_import_counts_what_it_changed(store, cheap, folder):
    """What could not be read when it was looked at, and is in place, is not changed."""
    store.enroll()
    before, trace = store.contents(), folder / "trace"
    done = subprocess.run(
        ["strace", "-o", trace, "-P", store.attempts, "--inject=openat:error=EMFILE:when=1", "patternctl",
         "import", f"--store={store.path}", cheap], input=VERSION + line(ALICE), capture_output=True, text=True)
    assert "(INJECTED)" in trace.read_text()
    check_imported(done, 0, 1)
    assert store.contents() == before


def test_what_was_exported_is_imported(control, store, folder):
    store.enroll()
    store.enroll(BOB, LARGE)
    before = store.records()
    path = folder / "out"
    assert control("export", str(path)).returncode == DONE
    store.reset()
    check_imported(control("import", str(path)), 2, 0)
    assert store.records() == before


@pytest.mark.parametrize("words", [(), ("-",)])
def test_import_of_standard_input(words, control, store):
    check_imported(control("import", *words, typed=VERSION + line(ALICE)), 1, 0)
    assert store.file().read_bytes() == stores.record(ALICE)


def test_import_from_a_terminal_is_refused(store):
    with terminal.run("patternctl", "import", f"--store={store.path}") as shown:
        code, text = shown.finish()
    assert code == REFUSED and "standard input is a terminal" in text


def test_dry_run(control, store):
    store.enroll()
    store.tries().unlink()
    before = store.contents()
    text = VERSION + line(ALICE) + line(BOB)
    check_imported(control("import", "--dry-run", typed=text), 2, 0)
    assert store.contents() == before
    check_imported(control("import", typed=text), 2, 0)
    check_imported(control("import", "--dry-run", typed=text), 0, 2)


def test_import_of_one(control, store):
    text = VERSION + line(ALICE) + line(CAROL, name="zorro")
    check_imported(control("import", "--user=alice", typed=text), 1, 0)
    assert store.contents().keys() == {f"credentials/{ALICE.uid}", f"attempts/{ALICE.uid}"}
    check_failed(control("import", "--user=bob", typed=text), REFUSED, "bob")
    check_failed(control("import", "--user=zorro", typed=text), REFUSED, "zorro")


def test_a_new_pattern_forgives(control, store):
    """What was counted against another pattern says nothing of this one; as with enroll."""
    store.enroll(drawing=SECOND)
    store.count(stores.Attempts(last=60, cleared_to=0, total=60))
    inode = store.tries().stat().st_ino
    check_imported(control("import", typed=VERSION + line(ALICE)), 1, 0)
    assert store.counted().counts == (60, 0, 0)
    assert store.tries().stat().st_ino == inode


@pytest.mark.parametrize("fault", ["garbage", "symlink", "FIFO", "wrong owner", "readable by all",
                                   "attempts missing", "attempts of zeros", "attempts a symlink"])
def test_import_sets_a_broken_record_right(fault, control, store, authenticate):
    store.enroll()
    stores.FAULTS[fault](store)
    check_imported(control("import", typed=VERSION + line(ALICE)), 1, 0)
    assert authenticate(RIGHT.typed).code == pam.SUCCESS
    check_imported(control("import", typed=VERSION + line(ALICE)), 0, 1)


NO_METHOD = "the hash is of an unknown method"
NOT_WHOLE = "damaged: the hash is not whole"
WHOLE = stores.hashed(RIGHT.canonical)
REFUSED_LINES = {
    "nothing but the hash": (WHOLE + "\n", "damaged: needs name, grid, time and hash"),
    "a field more": (line(BOB)[:-1] + ":x\n", "damaged: needs name, grid, time and hash"),
    "an empty line": ("\n", "damaged: needs name, grid, time and hash"),
    "a comment": ("# by hand\n", "damaged: needs name, grid, time and hash"),
    "no name": (line(BOB, name=""), "damaged: that is no user's name"),
    "a name with a blank": (line(BOB, name="b ob"), "damaged: that is no user's name"),
    "a grid that there is not": (line(BOB, grid="7x7"), "damaged: the grid is none"),
    "a time that is no number": (line(BOB, enrolled="-1"), "damaged: the time is no whole number"),
    "DES": (line(BOB, hash=stores.hashed(RIGHT.canonical, "ab")), NO_METHOD),
    "MD5": (line(BOB, hash=stores.hashed(RIGHT.canonical, "$1$abcdefgh$")), NO_METHOD),
    "bcrypt": (line(BOB, hash=stores.hashed(RIGHT.canonical, "$2b$04$" + "abcdefghijklmnopqrstuu")), NO_METHOD),
    "a method there is not": (line(BOB, hash="$9$abc$" + "x" * 43), NO_METHOD),
    "a hash cut short": (line(BOB, hash=WHOLE[:-1]), NOT_WHOLE),
    "a hash too long": (line(BOB, hash=WHOLE + "x"), NOT_WHOLE),
    "a hash of another alphabet": (line(BOB, hash=WHOLE[:-1] + "_"), NOT_WHOLE),
    "a carriage return": (line(BOB)[:-1] + "\r\n", "damaged: ends with a carriage return"),
    "sha512crypt of 16,666,667 rounds": (
        line(BOB, hash="$6$rounds=16666667$pattern$" + "a" * 86), "the hash takes more than 10 s or 1 GiB"),
    "sha256crypt of as many as there may be": (
        line(BOB, hash="$5$rounds=999999999$pattern$" + "a" * 43), "the hash takes more than 10 s or 1 GiB"),
    "yescrypt of 2 GiB": (line(BOB, hash="$y$jGT$pattern$" + "a" * 43), "the hash takes more than 10 s or 1 GiB"),
    "yescrypt with a time of its own": (
        line(BOB, hash="$y$j9T0z$pattern$" + "a" * 43), "the hash takes more than 10 s or 1 GiB"),
    "scrypt, many times over": (
        line(BOB, hash="$7$CU..../.z..pattern$" + "a" * 43), "the hash takes more than 10 s or 1 GiB"),
    "an unknown user": (line(BOB, name="zorro"), "zorro: the system knows no such user"),
    "a user twice": (line(ALICE, SECOND), "alice: is on line 2 already"),
    "no line feed at the end": (line(BOB)[:-1], "damaged: the file was cut short here"),
}


@pytest.mark.parametrize("dry", [(), ("--dry-run",)], ids=["", "dry"])
@pytest.mark.parametrize("name", REFUSED_LINES)
def test_refused_lines(name, dry, control, store, file):
    """Nothing is written where one line can't be taken, and it is named."""
    text, reason = REFUSED_LINES[name]
    store.enroll(CAROL)
    before = store.contents()
    path = file(VERSION + line(ALICE) + text)
    done = control("import", str(path), *dry)
    first, last = done.stderr.splitlines()
    assert first.startswith(f"patternctl: {path} line 3: {reason}")
    assert last == f"patternctl: {path}: 1 line refused; nothing was changed"
    assert (done.returncode, done.stdout) == (REFUSED, "")
    assert WHOLE[12:] not in done.stderr
    assert store.contents() == before


@pytest.mark.parametrize("text", ["", "\n", VERSION[:-1] + "\r\n", "pam_pattern credentials 2\n",
                                  line(ALICE), "pam_pattern credential 1\n"])
def test_other_files(text, control, store):
    done = control("import", typed=text)
    assert done.returncode == REFUSED and store.contents() == {}
    assert done.stderr.startswith('patternctl: standard input line 1: must be "pam_pattern credentials 1"')


def test_a_file_with_carriage_returns(control, store):
    """As an editor of another system writes it: said once, not of each line."""
    done = control("import", typed=(VERSION + line(ALICE) + line(BOB)).replace("\n", "\r\n"))
    assert done.returncode == REFUSED and store.contents() == {}
    first, last = done.stderr.splitlines()
    assert "line 1: " in first and "carriage return" in first and "1 line refused" in last


def test_a_file_cut_within_the_version(control):
    done = control("import", typed=VERSION[:-1])
    assert done.returncode == REFUSED
    assert done.stderr.startswith("patternctl: standard input line 1: damaged: the file was cut short here\n")


def test_all_refused_lines_are_told(control, store):
    done = control("import", typed=VERSION + "x\n" * 25)
    assert done.returncode == REFUSED and store.contents() == {}
    lines = done.stderr.splitlines()
    assert len(lines) == 21 and lines[19].startswith("patternctl: standard input line 21:")
    assert lines[20] == "patternctl: standard input: 25 lines refused (5 more are not shown); nothing was changed"


FILES = {
    "missing": (lambda path: path.unlink(), "does not exist"),
    "of another owner": (lambda path: os.chown(path, BOB.uid, 0), "may be written by others than root"),
    "writable by the group": (lambda path: path.chmod(0o620), "may be written by others than root"),
    "writable by all": (lambda path: path.chmod(0o602), "may be written by others than root"),
    "a symlink": (lambda path: path.symlink_to(path.rename(path.with_suffix(".real"))), "Too many levels"),
    "a FIFO": (lambda path: (path.unlink(), os.mkfifo(path, 0o600)), "is no regular file"),
    "a folder": (lambda path: (path.unlink(), path.mkdir(0o700)), "is no regular file"),
    "above 64 MiB": (lambda path: os.truncate(path, (64 << 20) + 1), "is longer than 64 MiB"),
}


@pytest.mark.parametrize("name", FILES)
def test_files_that_are_not_read(name, control, store, file):
    spoil, reason = FILES[name]
    path = file(VERSION + line(ALICE))
    spoil(path)
    done = control("import", str(path))
    check_failed(done, REFUSED, reason)
    assert done.stderr.endswith("; nothing was changed\n") and store.contents() == {}


def test_a_file_that_others_can_read(control, file):
    path = file(VERSION + line(ALICE), 0o640)
    check_imported(control("import", str(path)), 1, 0, f"patternctl: {path}: others can read it, and it is "
                   "as good as cleartext; chmod 600 it\n")


def test_root_is_told(control):
    check_imported(
        control("import", typed=VERSION + line(ALICE, name="root")), 1, 0,
        "patternctl: root: can't use a pattern unless pattern.conf or the PAM line has root=yes\n")


def test_many(control, store):
    """More than one walk over all accounts is for, and more than a pipe holds."""
    text = VERSION + line(ALICE) + "".join(line(BOB, name=f"u{number}") for number in range(3000))
    done = control("import", typed=text)
    assert done.returncode == REFUSED and store.contents() == {}
    assert "3000 lines refused (2980 more" in done.stderr
    assert "line 3: u0: the system knows no such user" in done.stderr


@pytest.mark.parametrize("call", ["renameat", "renameat2"])
def test_killed_in_between(call, store):
    """The attempts come first: a credential without them would refuse its owner."""
    store.enroll(BOB, SECOND)
    text = VERSION + line(BOB) + line(ALICE)
    done = subprocess.run(
        ["strace", "-f", "-o", "/dev/null", "-e", f"inject={call}:signal=KILL:when={2 if call == 'renameat' else 1}",
         "patternctl", "import", f"--store={store.path}"], input=text, capture_output=True, text=True)
    assert done.returncode == -9
    assert store.file(BOB).read_bytes() == stores.record(BOB), "what was done before stays"
    assert not store.file().exists()
    assert store.tries().exists() == (call == "renameat")
    done = run("import", f"--store={store.path}", typed=text)
    check_imported(done, 1, 1)
    assert not [name for name in os.listdir(store.credentials) if name.startswith(".")]


def test_a_store_that_cannot_be_written(store, control):
    text = VERSION + line(ALICE) + line(BOB)
    done = subprocess.run(
        ["strace", "-f", "-o", "/dev/null", "-e", "inject=renameat:error=ENOSPC:when=2",
         "patternctl", "import", f"--store={store.path}"], input=text, capture_output=True, text=True)
    check_failed(done, UNUSABLE, "bob: ")
    assert "No space left on device" in done.stderr and "1 before it are in place, run it again" in done.stderr
    check_imported(control("import", typed=text), 1, 1)


@pytest.mark.parametrize("words", [("export",), ("import",), ("export", "--user=alice"),
                                   ("import", "--dry-run")], ids=" ".join)
def test_for_root_alone(words, system_store):
    system_store.enroll()
    before = system_store.contents()
    done = run(*words, typed=VERSION + line(ALICE, SECOND), account=ALICE, SUDO_UID="0")
    check_failed(done, NOT_PERMITTED)
    assert done.stdout == "" and system_store.contents() == before


@pytest.mark.parametrize("words", [("export", "a", "b"), ("import", "a", "b"), ("export", "--dry-run"),
                                   ("import", "--json"), ("export", ""), ("list", "a"), ("doctor", "a"),
                                   ("doctor", "--user=alice"), ("import", "--uid=5")], ids=" ".join)
def test_usage(words):
    done = run(*words)
    check_failed(done, USAGE)
    assert done.stdout == ""
