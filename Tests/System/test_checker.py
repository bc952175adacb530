"""The checker by itself, asked by hand: whom it answers, what it believes, and what it can't be made do."""

import contextlib
import ctypes
import fcntl
import os
import pathlib
import re
import resource
import shutil
import signal
import struct
import subprocess
import time

import pytest

from harness import checker, native, snapshot, store as stores, world
from harness.checker import Answer, answer, ask, attempt
from harness.patterns import LARGE, LONGEST, RIGHT, SECOND, WRONG
from harness.store import Attempts
from harness.world import ALICE, BOB, CAROL

STRANGER = 59999
NOT_COUNTED = (0, 0, 0)
# The longest locks there are after so many failures, in seconds.
FIRST_WAIT, LAST_WAIT = 60, 14400


@pytest.fixture
def enrolled(system_store):
    """alice and bob enrolled, with different patterns."""
    system_store.enroll()
    system_store.enroll(BOB, SECOND)
    return system_store


@pytest.fixture
def settings_file():
    """Writes /etc/security/pattern.conf."""
    kept = snapshot.Kept(world.SETTINGS.parent)
    yield lambda text: kept.path(world.SETTINGS.name).write_text(text)
    kept.restore()


def uptime() -> int:
    """Seconds since boot, as the product counts them."""
    return int(float(pathlib.Path("/proc/uptime").read_text().split()[0]))


def failed(count: int, **changes) -> Attempts:
    """Attempts with so many wrong tries, the last of them just now."""
    values = {"last": count, "total": count, "boot": stores.boot_id(), "seconds": uptime()}
    return Attempts(**{**values, **changes})


def locked(store: stores.Store, count: int = 5):
    store.count(failed(count))


# --- What it answers


def missing(store):
    store.file().unlink()


def no_attempts(store):
    store.tries().unlink()


ASKED = {
    "ready": (lambda store: None, Answer(checker.READY, 3)),
    "a larger grid": (lambda store: store.enroll(ALICE, LARGE), Answer(checker.READY, 4)),
    "the largest grid": (lambda store: store.enroll(ALICE, LONGEST), Answer(checker.READY, 6)),
    "four failures": (lambda store: locked(store, 4), Answer(checker.READY, 3)),
    "locked for good": (lambda store: locked(store, 11), Answer(checker.LOCKED, 0)),
    "over the budget": (
        lambda store: store.count(failed(60, cleared_to=60, total=50)), Answer(checker.LOCKED, 0)),
    "not enrolled": (missing, Answer(checker.NOT_ENROLLED)),
    "no attempts beside the credential": (no_attempts, Answer(
        checker.UNUSABLE, 0, "attempts can't be used: No such file or directory")),
    "damaged attempts": (lambda store: store.write_attempts(bytes(8192)), Answer(
        checker.UNUSABLE, 0, "attempts is damaged")),
    "attempts too short": (lambda store: store.write_attempts(bytes(8191)), Answer(
        checker.UNUSABLE, 0, "attempts has a wrong size")),
    "another's attempts": (
        lambda store: store.count(Attempts(BOB.uid)),
        Answer(checker.UNUSABLE, 0, "attempts is that of another account")),
    "another's record": (lambda store: store.enroll(name="bob"), Answer(
        checker.UNUSABLE, 0, "credential is that of another account")),
    "a damaged record": (lambda store: store.write(b"garbage\n"), Answer(
        checker.UNUSABLE, 0, "credential is damaged")),
    "a DES hash": (lambda store: store.enroll(hash=stores.hashed(RIGHT.canonical, "ab")), Answer(
        checker.UNUSABLE, 0, "credential has a hash of an unknown method")),
}


@pytest.mark.parametrize("prepare, expected", ASKED.values(), ids=ASKED.keys())
def test_asked(prepare, expected, enrolled):
    """Asking counts nothing and writes nothing."""
    prepare(enrolled)
    before = enrolled.contents()
    assert answer(ask()) == expected
    assert enrolled.contents() == before


@pytest.mark.parametrize("failures, most", [(5, FIRST_WAIT), (10, LAST_WAIT)])
def test_asked_while_locked(failures, most, enrolled):
    locked(enrolled, failures)
    said = answer(ask())
    assert said.code == checker.LOCKED and most - 5 <= said.number <= most


def test_asking_takes_no_lock(enrolled):
    """Else whoever may stop a checker of their own could stop the questions, too."""
    with open(enrolled.tries(), "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert answer(ask()) == Answer(checker.READY, 3)


def test_tries_are_counted(enrolled):
    assert answer(attempt(RIGHT.canonical)) == Answer(checker.RIGHT, 0)
    assert enrolled.counted().counts == (1, 0, 0)
    for turn in (1, 2, 3, 4):
        assert answer(attempt(WRONG.canonical)) == Answer(checker.WRONG)
        assert enrolled.counted().counts == (1 + turn, turn, turn)
    # A right one takes back itself alone from the total, and says how many it forgives.
    assert answer(attempt(RIGHT.canonical)) == Answer(checker.RIGHT, 4)
    assert enrolled.counted().counts == (6, 0, 4)


def test_fifth_wrong_try_locks(enrolled):
    for _ in range(5):
        assert answer(attempt(WRONG.canonical)) == Answer(checker.WRONG)
    before = enrolled.contents()
    for drawing in (WRONG, RIGHT):
        said = answer(attempt(drawing.canonical))
        assert said.code == checker.LOCKED and 0 < said.number <= FIRST_WAIT
    assert enrolled.contents() == before


def test_pattern_of_another_grid_is_wrong(enrolled):
    """The text is canonical, so it is a try like any other."""
    assert answer(attempt(LARGE.canonical)) == Answer(checker.WRONG)
    assert enrolled.counted().counts == (1, 1, 1)


def test_password_due(enrolled, settings_file):
    settings_file("strong_after_boot = yes\n")
    for frame in (ask(), attempt(RIGHT.canonical), attempt(WRONG.canonical)):
        assert answer(frame) == Answer(checker.STRONG_DUE)
    assert enrolled.counted().counts == NOT_COUNTED
    enrolled.count(Attempts(strong_boot=stores.boot_id(), strong_seconds=uptime()))
    assert answer(ask()) == Answer(checker.READY, 3)


@pytest.mark.parametrize("frame", [ask(), attempt(RIGHT.canonical)], ids=["ask", "try"])
def test_settings_broken(frame, enrolled, settings_file):
    settings_file("trise = 3\n")
    said = answer(frame)
    assert said.code == checker.UNUSABLE
    assert said.text.startswith('/etc/security/pattern.conf line 1 "trise = 3": ')
    assert enrolled.counted().counts == NOT_COUNTED


# --- Whom it answers


@pytest.mark.parametrize("frame", [ask, lambda uid: attempt(SECOND.canonical, uid),
                                   lambda uid: attempt(WRONG.canonical, uid)], ids=["ask", "right", "wrong"])
@pytest.mark.parametrize("uid", [BOB.uid, CAROL.uid, 0, STRANGER, 2**32 - 1],
                         ids=["enrolled", "not enrolled", "root", "unknown", "-1"])
def test_others_uid_is_refused(uid, frame, enrolled):
    """One answer for all of them: nobody learns who is enrolled, or who there is."""
    before = enrolled.contents()
    assert answer(frame(uid)) == checker.NOT_YOURS
    assert enrolled.contents() == before


@pytest.mark.parametrize("frame", [ask, lambda uid: attempt(RIGHT.canonical, uid)], ids=["ask", "try"])
def test_group_of_another_helps_nobody(frame, enrolled):
    """alice's uid decides, whatever groups she has."""
    said = answer(frame(BOB.uid), group=BOB.uid, extra_groups=[BOB.uid, 0])
    assert said == checker.NOT_YOURS


@pytest.mark.parametrize("uids, expected", [
    ((ALICE.uid, 0), checker.NOT_YOURS), ((ALICE.uid, BOB.uid), checker.NOT_YOURS),
    ((BOB.uid, ALICE.uid), Answer(checker.READY, 3)), ((0, ALICE.uid), Answer(checker.READY, 3)),
], ids=["alice in a setuid program", "alice, effectively bob", "bob, effectively alice", "root"])
def test_real_uid_decides(uids, expected, enrolled):
    def become():
        os.setgroups([])
        os.setresuid(*uids, 0)

    assert answer(ask(BOB.uid), 0, preexec_fn=become) == expected


def test_root_may_ask_for_anybody(enrolled):
    assert answer(ask(), 0) == Answer(checker.READY, 3)
    assert answer(attempt(WRONG.canonical), 0) == Answer(checker.WRONG)
    assert answer(attempt(SECOND.canonical, BOB.uid), 0) == Answer(checker.RIGHT, 0)
    assert answer(ask(CAROL.uid), 0) == Answer(checker.NOT_ENROLLED)
    assert (enrolled.counted().counts, enrolled.counted(BOB).counts) == ((1, 1, 1), (1, 0, 0))


@pytest.mark.parametrize("caller", [0, STRANGER])
def test_unknown_uid(caller, enrolled):
    for frame in (ask(STRANGER), attempt(RIGHT.canonical, STRANGER)):
        assert answer(frame, caller) == checker.NO_ACCOUNT


# --- What it takes for a request


@pytest.mark.parametrize("change", [lambda path, other: os.replace(other, path), lambda path, _: path.unlink()],
                         ids=["replaced", "removed"])
def test_request_that_comes_late(change, enrolled):
    """The record that was read before it is not in place any more: no try of it clears one of the new pattern."""
    other = enrolled.write(stores.record(ALICE, SECOND), CAROL)
    with checker.started(b"") as process:
        checker.wait_in(process, checker.READ, 0)
        change(enrolled.file(), other)
        process.stdin.write(attempt(RIGHT.canonical))
        process.stdin.close()
        process.stdin = None
        assert Answer.parsed(checker.said(process)) == Answer(
            checker.UNUSABLE, 0, "credential can't be used: Stale file handle")
    assert enrolled.counted().counts == NOT_COUNTED


def test_request_that_does_not_come(enrolled):
    """It ends after three seconds, whatever its caller has done about the signal."""
    def deafen():
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])

    with checker.started(attempt(RIGHT.canonical)[:-1], preexec_fn=deafen) as process:
        assert process.wait(timeout=20) == -signal.SIGALRM
    assert enrolled.counted().counts == NOT_COUNTED


def test_accounts_that_take_long(enrolled):
    """The three seconds are the caller's alone: a directory may be slow."""
    slow = ("strace", "-u", "alice", "-o", "/dev/null", "-P", "/etc/passwd",
            "-e", "inject=openat:delay_enter=3500000:when=1")
    start = time.monotonic()
    assert answer(attempt(RIGHT.canonical), 0, before=slow) == Answer(checker.RIGHT, 0)
    assert time.monotonic() - start > 3.5, "nothing was slow"


FRAMES = {
    "empty": b"",
    "one byte": b"p",
    "the magic alone": b"pampat-1",
    "a header cut short": ask()[:-1],
    "the answer's magic": b"PAMPAT-1" + ask()[8:],
    "a later version": b"pampat-2" + ask()[8:],
    "another kind": b"pampat-1s" + ask()[9:],
    "kind in capitals": b"pampat-1A" + ask()[9:],
    "asking with a text": ask()[:-1] + bytes([len(RIGHT.canonical)]) + RIGHT.canonical.encode(),
    "asking with a byte more": ask() + b"\0",
    "asking with a line feed": ask() + b"\n",
    "asking twice": ask() * 2,
    "asking, then trying": ask() + attempt(WRONG.canonical),
    "trying twice": attempt(WRONG.canonical) * 2,
    "trying, then asking": attempt(WRONG.canonical) + ask(),
    "trying nothing": attempt(""),
    "a length too small": attempt(WRONG.canonical)[:-1],
    "a byte behind": attempt(WRONG.canonical) + b"\0",
    "a length of 255": b"pampat-1t" + struct.pack("<IB", ALICE.uid, 255) + WRONG.canonical.encode(),
    "longer than any": attempt("x" * 103),
    "64 KiB": attempt(WRONG.canonical).ljust(65536, b"\0"),
    "zeros": bytes(checker.MOST),
    "all bytes": bytes(range(256)),
    "as typed": attempt(WRONG.typed),
    "other separators": attempt("3x3:2 9 4 3 5 1"),
    "a blank more": attempt(" " + WRONG.canonical),
    "a line feed": attempt(WRONG.canonical + "\n"),
    "a NUL": attempt(WRONG.canonical + "\0"),
    "a separator at the end": attempt(WRONG.canonical + "-"),
    "a leading zero": attempt("3x3:02-9-4-3-5-1"),
    "a capital": attempt("3X3:2-9-4-3-5-1"),
    "too short": attempt("3x3:2-9-4"),
    "a node twice": attempt("3x3:2-9-4-3-5-1-2"),
    "a jump not filled in": attempt("3x3:2-9-4-3-7"),
    "a node there is not": attempt("3x3:2-9-4-3-10"),
    "a grid too small": attempt("2x2:1-2-3-4"),
    "a grid too large": attempt("7x7:1-2-3-4"),
    "no square": attempt("3x4:2-9-4-3-5-1"),
    "no grid": attempt("2-9-4-3-5-1"),
}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES.keys())
def test_no_request(frame, enrolled):
    """For root as for a user: refused, nothing counted."""
    for caller in (ALICE.uid, 0):
        done = checker.run(frame, caller)
        assert (Answer.parsed(done.stdout), done.returncode) == (checker.NOT_KNOWN, 1)
    assert enrolled.counted().counts == NOT_COUNTED


def test_longest_request(enrolled):
    """Every node of the largest grid."""
    assert len(attempt(LONGEST.canonical)) == checker.MOST
    enrolled.enroll(ALICE, LONGEST)
    assert answer(attempt(LONGEST.canonical)) == Answer(checker.RIGHT, 0)


# --- What it believes

ENVIRONMENT = {
    "LD_LIBRARY_PATH": "/tmp", "LD_AUDIT": "/tmp/audit.so", "LD_DEBUG": "all",
    "LD_SHOW_AUXV": "1", "LD_BIND_NOW": "1",
    "GLIBC_TUNABLES": "glibc.malloc.check=3:glibc.malloc.perturb=165:glibc.malloc.tcache_count=0",
    "MALLOC_CHECK_": "3", "MALLOC_PERTURB_": "165", "MALLOC_ARENA_MAX": "1", "MALLOC_TRACE": "/tmp/trace",
    "SWIFT_BACKTRACE": "enable=yes,output-to=/tmp/backtrace", "SWIFT_DEBUG_HELP": "YES",
    "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_ROOT": "/tmp",
    "TZ": ":/etc/shadow", "TZDIR": "/tmp", "LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8",
    "LANGUAGE": "de", "LOCPATH": "/tmp", "NLSPATH": "/tmp/%N", "GCONV_PATH": "/tmp", "HOSTALIASES": "/tmp/h",
    "HOME": "/tmp", "TMPDIR": "/tmp", "PATH": "/tmp", "IFS": "x", "POSIXLY_CORRECT": "1",
    "PAM_PATTERN_STORE": "/tmp", "store": "/tmp", "conf": "/tmp/pattern.conf", "USER": "bob",
    "LOGNAME": "bob", "SUDO_UID": str(BOB.uid), "PKEXEC_UID": str(BOB.uid),
}
ARGUMENTS = ("--help", "-u", "bob", "--", "strong", "store=/tmp", "conf=/tmp/pattern.conf", "deny=20")


def test_arguments_and_environment_are_ignored(enrolled, folder):
    """Answer, output and every file that is looked at are the same with and without them."""
    mark = folder / "mark"
    mark.mkdir(mode=0o777)
    mark.chmod(0o777)
    library = native.library("preload")
    given = ENVIRONMENT | {
        "LD_PRELOAD": str(library), "PRELOAD_MARK": str(mark / "preloaded"),
        "LD_DEBUG_OUTPUT": str(mark / "debug")}

    def traced(environment: dict[str, str], arguments: tuple[str, ...]) -> tuple[Answer, list[str]]:
        output = folder / "trace"
        # strace runs as root, so that the set-group-ID bit works, and sets the variables late.
        wrapper = ("strace", "-f", "-o", str(output), "-e", "trace=%file,write,prctl",
                   "setpriv", f"--reuid={ALICE.uid}", f"--regid={ALICE.uid}", "--clear-groups", "--",
                   "env", "-i", *[f"{name}={value}" for name, value in environment.items()])
        said = answer(attempt(WRONG.canonical), 0, before=wrapper, arguments=arguments,
                      env={"PATH": os.environ["PATH"]})
        lines = output.read_text().split(str(checker.PATH), 1)[1].splitlines()[1:]
        return said, [re.sub(r"^\d+ +|0x[0-9a-f]+", "", line) for line in lines
                      # libc's own question whether malloc's variables may count in a setgid program.
                      if '"/etc/suid-debug"' not in line]

    plain = traced({}, ())
    assert plain[0] == Answer(checker.WRONG)
    assert traced(given, ARGUMENTS) == plain
    assert not list(mark.iterdir())


def test_no_word_at_all(enrolled):
    """Started without even its own name. Kernels from 5.18 on make one empty word of that."""
    def become():
        libc.execve(os.fsencode(checker.PATH), (ctypes.c_char_p * 1)(None), (ctypes.c_char_p * 1)(None))

    libc = ctypes.CDLL(None)
    with checker.started(ask(), preexec_fn=become) as process:
        checker.wait_in(process, checker.READ, 0)
        assert pathlib.Path(f"/proc/{process.pid}/cmdline").read_bytes() in (b"", b"\0")
    assert answer(attempt(WRONG.canonical), preexec_fn=become) == Answer(checker.WRONG)
    assert answer(attempt(RIGHT.canonical), preexec_fn=become) == Answer(checker.RIGHT, 1)


def test_preload_marks_what_it_can():
    """The library of the test above does work where it may."""
    folder = world.folder() / "tmp" / "preload-works"
    subprocess.run(["true"], check=True, env={
        "LD_PRELOAD": str(native.library("preload")), "PRELOAD_MARK": str(folder)})
    folder.unlink()


def test_only_the_compiled_in_store_counts(enrolled, folder):
    """Not one below the caller's own root or working directory."""
    (folder / "var" / "lib").mkdir(parents=True)
    other = stores.Store(folder / "var" / "lib" / "pam_pattern")
    other.enroll(ALICE, SECOND)
    assert answer(attempt(SECOND.canonical), cwd=folder) == Answer(checker.WRONG)
    assert other.counted().counts == NOT_COUNTED


# --- What it can do


def test_it_runs_with_the_group_and_nothing_else(enrolled):
    with checker.started(ask()) as process:
        checker.wait_in(process, checker.READ, 0)
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        values = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
        group = str(world.group())
        assert values["Uid"].split() == [str(ALICE.uid)] * 4
        assert values["Gid"].split() == [str(ALICE.uid), group, group, group]
        assert values["Groups"].split() == []
        assert set(values["CapPrm"] + values["CapEff"] + values["CapAmb"]) == {"0"}
        assert values["Threads"] == "1"


def test_installed_as_it_must_be():
    status = checker.PATH.stat()
    assert (status.st_mode, status.st_uid, status.st_gid) == (0o102755, 0, world.group())


# What may not be among its system calls, whatever it is asked.
CHANGES = ("creat", "rename", "renameat", "renameat2", "unlink", "unlinkat", "link", "linkat", "symlink",
           "symlinkat", "mkdir", "mkdirat", "rmdir", "mknod", "mknodat", "chmod", "fchmod", "fchmodat",
           "chown", "fchown", "fchownat", "lchown", "truncate", "ftruncate", "fallocate", "setxattr",
           "fork", "vfork", "clone", "clone3", "setuid", "setgid", "setresuid", "setresgid", "setregid",
           "setgroups", "ptrace")


def test_no_call_that_creates_renames_or_removes(enrolled, folder):
    """Neither for right nor wrong nor locked; and what it does call, it calls as it should."""
    output = folder / "trace"
    wrapper = ("strace", "-f", "-o", str(output), "setpriv", f"--reuid={ALICE.uid}",
               f"--regid={ALICE.uid}", "--clear-groups", "--")
    for frame in (ask(), attempt(RIGHT.canonical), *[attempt(WRONG.canonical)] * 6):
        answer(frame, 0, before=wrapper, env={"PATH": os.environ["PATH"]})
        calls = output.read_text().split(str(checker.PATH), 1)[1].splitlines()[1:]
        names = {match[1] for line in calls if (match := re.match(r"\d+ +(\w+)\(", line))}
        assert "exit_group" in names and not names & set(CHANGES)
        assert not [line for line in calls if "O_CREAT" in line or "O_TRUNC" in line]
        # One fdatasync an attempt, and none without one.
        synced = [line for line in calls if "sync(" in line]
        assert len(synced) <= 1
        prctl = [line for line in calls if "PR_SET_DUMPABLE" in line]
        assert prctl and "SUID_DUMP_DISABLE" in prctl[0]


def test_file_of_attempts_stays_the_same_file(enrolled):
    before = enrolled.tries().stat()
    for drawing in (WRONG, RIGHT, WRONG):
        answer(attempt(drawing.canonical))
    after = enrolled.tries().stat()
    for field in ("st_ino", "st_mode", "st_uid", "st_gid", "st_size", "st_nlink"):
        assert getattr(after, field) == getattr(before, field)


def test_missing_attempts_are_not_made(enrolled):
    no_attempts(enrolled)
    for drawing in (RIGHT, WRONG):
        assert answer(attempt(drawing.canonical)).code == checker.UNUSABLE
    assert not enrolled.tries().exists()


def test_group_can_count_but_no_more(enrolled):
    """What somebody could do who had taken over the checker: its rights, tried out."""
    name, credential, tries = "new", enrolled.file(), enrolled.tries()
    attacks = [
        lambda: open(credential, "r+b"), lambda: os.truncate(credential, 0),
        lambda: os.unlink(credential), lambda: os.unlink(tries),
        lambda: os.rename(credential, f"{credential}.old"), lambda: os.rename(tries, f"{tries}.old"),
        lambda: os.rename(enrolled.file(BOB), credential),
        lambda: os.link(credential, f"{credential}.link"), lambda: os.chmod(tries, 0o666),
        lambda: os.chmod(credential, 0o666), lambda: os.chown(tries, ALICE.uid, -1),
        lambda: os.mkdir(enrolled.attempts / name),
        *[lambda folder=folder: open(folder / name, "xb")
          for folder in (enrolled.path, enrolled.credentials, enrolled.attempts)],
    ]
    before = enrolled.contents()

    def become():
        os.setgroups([])
        os.setresgid(ALICE.uid, world.group(), world.group())
        os.setresuid(ALICE.uid, ALICE.uid, ALICE.uid)

    assert not_refused(attacks, become) == []
    assert enrolled.contents() == before


def as_alice():
    os.setgroups([])
    os.setresgid(ALICE.uid, ALICE.uid, ALICE.uid)
    os.setresuid(ALICE.uid, ALICE.uid, ALICE.uid)


def not_refused(attacks, become=as_alice) -> list[int]:
    """The numbers of the attacks that did not end in EPERM or EACCES, in a child that first becomes
    somebody."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        with contextlib.suppress(BaseException):
            become()
            for number, attack in enumerate(attacks):
                try:
                    attack()
                except PermissionError:
                    continue
                except BaseException:
                    pass
                os.write(writer, bytes([number]))
            code = 0
        os._exit(code)
    os.close(writer)
    with open(reader, "rb") as pipe:
        numbers = list(pipe.read())
    assert os.waitpid(child, 0)[1] == 0
    return numbers


# --- Pipes that are open, closed, full, or no pipes


def test_standard_input_never_closed(enrolled):
    """It waits for the end, which alone tells one frame from two: without a lock, nothing counted."""
    with checker.started(attempt(WRONG.canonical)) as process:
        checker.wait_in(process, checker.READ, 0)
        assert enrolled.counted().counts == NOT_COUNTED
        with open(enrolled.tries(), "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        output, _ = process.communicate()
        assert Answer.parsed(output) == Answer(checker.WRONG)


def test_endless_standard_input(enrolled):
    """More than a frame is refused at once, without waiting for an end."""
    with checker.started(b"pampat-1t".ljust(checker.MOST + 1, b"\0")) as process:
        assert Answer.parsed(checker.said(process)) == checker.NOT_KNOWN
        assert process.wait() == 1


@pytest.mark.parametrize("source", ["/", "/dev/null", "/dev/zero", "/dev/full", "/etc/passwd"])
def test_standard_input_of_other_kinds(source, enrolled):
    given = os.open(source, os.O_RDONLY)
    done = subprocess.run([checker.PATH], stdin=given, capture_output=True, timeout=20, env={},
                          **checker.identity())
    os.close(given)
    assert (Answer.parsed(done.stdout), done.returncode) == (checker.NOT_KNOWN, 1)


@pytest.mark.parametrize("closed", [(1,), (2,), (1, 2)], ids=str)
def test_closed_standard_descriptors(closed, enrolled):
    """No file of the store ever gets their numbers: an answer must not go into one."""
    for turn in (1, 2, 3):
        checker.run(attempt(WRONG.canonical), preexec_fn=lambda: [os.close(number) for number in closed])
        assert enrolled.counted().counts == (turn, turn, turn)
    # Both slots are whole: the third write went where the first did.
    assert all(stores.slots(enrolled.tries().read_bytes()))
    assert enrolled.file().read_bytes() == stores.record(ALICE)


@pytest.mark.parametrize("closing", [">&-", "2>&-", ">&- 2>&-"])
def test_files_stay_above_the_standard_descriptors(closing, enrolled, folder):
    """Neither a folder of the store nor a file in it is used under their numbers."""
    output = folder / "trace"
    done = subprocess.run(
        ["strace", "-u", "alice", "-o", output, "-e", "trace=openat,flock,pwrite64,fdatasync",
         "sh", "-c", f'exec "$0" {closing}', checker.PATH],
        input=attempt(WRONG.canonical), capture_output=True, timeout=20, env={"PATH": os.environ["PATH"]})
    assert done.returncode == 0
    numbers = {int(number) for number in re.findall(r"^(?:openat|flock|pwrite64|fdatasync)\((\d+)",
                                                    output.read_text(), re.MULTILINE)}
    assert numbers and min(numbers) > 2
    assert enrolled.counted().counts == (1, 1, 1)


def test_standard_input_closed(enrolled):
    done = subprocess.run([checker.PATH], stdout=subprocess.PIPE, env={}, timeout=20,
                          preexec_fn=lambda: os.close(0), **checker.identity())
    assert (Answer.parsed(done.stdout), done.returncode) == (checker.NOT_KNOWN, 1)


def test_nobody_reads_the_answer(enrolled):
    """No SIGPIPE: it ends as always, and the try is counted."""
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([checker.PATH], input=attempt(WRONG.canonical), stdout=writer, env={},
                          timeout=20, **checker.identity())
    os.close(writer)
    assert done.returncode == 0
    assert enrolled.counted().counts == (1, 1, 1)


def test_full_pipe(enrolled):
    """Whoever keeps the answer from coming has been counted, and holds no lock."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(writer, bytes(4096))
    os.set_blocking(writer, True)
    for turn in (1, 2):
        with checker.started(attempt(WRONG.canonical), stdout=writer) as process:
            process.stdin.close()
            checker.wait_in(process, checker.WRITE, 1)
            process.stdin = None
            assert enrolled.counted().counts == (turn, turn, turn)
            with open(enrolled.tries(), "rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(reader)
    os.close(writer)


# --- Looking into it


@pytest.fixture(params=["installed", "without its set-group-ID bit"])
def path(request, folder):
    """Where the bit does not work the kernel hides nothing by itself, and the pattern is in the memory
    all the same."""
    if request.param == "installed":
        return checker.PATH
    copy = folder / "pattern-chkpwd"
    shutil.copyfile(checker.PATH, copy)
    copy.chmod(0o755)
    return copy


LIBC = ctypes.CDLL(None, use_errno=True)
_PIDFD_OPEN, _PIDFD_GETFD = 434, 438
_PTRACE_ATTACH, _PTRACE_SEIZE = 16, 0x4206


def call(function, *arguments) -> int:
    """A call of libc that raises what errno says."""
    result = function(*[ctypes.c_long(argument) if isinstance(argument, int) else argument
                        for argument in arguments])
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def peek(pid: int):
    """process_vm_readv(2), which the right to trace is asked for before the address."""
    memory = ctypes.create_string_buffer(8)
    vector = (ctypes.c_void_p * 2)(ctypes.addressof(memory), 8)
    remote = (ctypes.c_void_p * 2)(0x1000, 8)
    call(LIBC.process_vm_readv, pid, ctypes.byref(vector), 1, ctypes.byref(remote), 1, 0)


def looks_into(pid: int) -> list:
    """Every way for a process of the same user to look into another, or to take hold of it."""
    proc = pathlib.Path(f"/proc/{pid}")
    return [
        *[lambda name=name: open(proc / name, "rb").read(1)
          for name in ("mem", "environ", "maps", "smaps", "auxv", "syscall", "stack", "pagemap", "io",
                       "personality", "map_files")],
        *[lambda name=name: os.readlink(proc / name) for name in ("exe", "cwd", "root", "ns/user")],
        lambda: os.listdir(proc / "fd"), lambda: os.listdir(proc / "fdinfo"),
        lambda: os.readlink(proc / "fd" / "0"), lambda: open(proc / "fd" / "1", "wb"),
        lambda: open(proc / "mem", "r+b"), lambda: open(proc / "coredump_filter", "wb"),
        lambda: call(LIBC.ptrace, _PTRACE_ATTACH, pid, 0, 0),
        lambda: call(LIBC.ptrace, _PTRACE_SEIZE, pid, 0, 0),
        lambda: peek(pid),
        lambda: call(LIBC.syscall, _PIDFD_GETFD, call(LIBC.syscall, _PIDFD_OPEN, pid, 0), 0, 0),
    ]


def test_its_user_cannot_look_into_it(path, enrolled):
    with checker.started(attempt(RIGHT.canonical), path=path) as process:
        checker.wait_in(process, checker.READ, 0)
        attacks = looks_into(process.pid)
        assert not_refused(attacks) == []


def test_the_ways_to_look_do_work():
    """On a process of the user's own that hides nothing each attack of the test above goes through, so
    that it is not refused for another reason. But for three: /proc/PID/stack is root's alone, as are
    the pipes here, and who traces a process already can't do it once more."""
    process = subprocess.Popen(["sleep", "1000"], **checker.identity(), stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE)
    attacks = looks_into(process.pid)
    checker.wait_until(
        lambda: pathlib.Path(f"/proc/{process.pid}/comm").read_text() == "sleep\n", "sleep")
    refused = set(range(len(attacks))) - set(not_refused(attacks))
    process.kill()
    process.communicate()
    assert refused <= {6, 18, 22}


def test_limits_cannot_be_changed_from_outside(enrolled):
    """prlimit(2) between the count and the taking back of a right try would be a tool."""
    with checker.started(attempt(RIGHT.canonical)) as process:
        checker.wait_in(process, checker.READ, 0)
        attacks = [lambda: resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, 0)),
                   lambda: resource.prlimit(process.pid, resource.RLIMIT_FSIZE)]
        assert not_refused(attacks) == []


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGQUIT, signal.SIGXFSZ])
def test_no_core(number, path, enrolled, folder):
    """A crash leaves no core, with core dumps on; nor does /proc/PID/limits allow one."""
    where = folder / "cores"
    where.mkdir()
    where.chmod(0o777)
    unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    with checker.started(
            attempt(RIGHT.canonical), path=path, cwd=where,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, unlimited)) as process:
        checker.wait_in(process, checker.READ, 0)
        limits = pathlib.Path(f"/proc/{process.pid}/limits").read_text()
        assert re.search(r"^Max core file size +0 +0 ", limits, re.MULTILINE)
        process.send_signal(number)
        assert process.wait() == -number
    assert list(where.iterdir()) == []


# --- Limits


# yescrypt of cost 7, as the product makes it.
YESCRYPT = "$y$jBT$patternpatternpat./"


def limited(number: int, value: int):
    return lambda: resource.setrlimit(number, (value, value))


@pytest.mark.parametrize("size, expected", [
    (0, Answer(checker.UNUSABLE, 0, "attempts can't be written: the file size limit is too low")),
    (8191, Answer(checker.UNUSABLE, 0, "attempts can't be written: the file size limit is too low")),
    (8192, Answer(checker.RIGHT, 0)),
])
def test_file_size_limit(size, expected, enrolled):
    done = checker.run(attempt(RIGHT.canonical), preexec_fn=limited(resource.RLIMIT_FSIZE, size))
    assert (Answer.parsed(done.stdout), done.returncode) == (expected, 0)
    assert enrolled.counted().last == (1 if expected.code == checker.RIGHT else 0)


def test_no_memory_for_the_hash(enrolled):
    """yescrypt of cost 7 takes 67 MB: counted, and then refused. (libxcrypt's yescrypt says EINVAL.)"""
    enrolled.enroll(hash=stores.hashed(RIGHT.canonical, YESCRYPT))
    assert answer(attempt(RIGHT.canonical)) == Answer(checker.RIGHT, 0)
    said = answer(attempt(RIGHT.canonical), preexec_fn=limited(resource.RLIMIT_AS, 48 << 20))
    assert said in [Answer(checker.UNUSABLE, 0, text) for text in ("no memory for the hash", "libcrypt failed")]
    assert enrolled.counted().counts == (2, 1, 1)


def outcomes_within(number: int, values, drawing, store) -> dict[int, int | None]:
    """The answer's code under each limit; whoever was told "wrong" has been counted."""
    found = {}
    for value in values:
        before = store.counted().last
        done = subprocess.run(
            [checker.PATH], input=attempt(drawing.canonical), capture_output=True, timeout=20, env={},
            preexec_fn=limited(number, value), **checker.identity())
        said = Answer.parsed(done.stdout)
        found[value] = said and said.code
        if said and said.code in (checker.RIGHT, checker.WRONG):
            assert store.counted().last == before + 1
        else:
            assert store.counted().last in (before, before + 1)
    return found


MEMORY = [size << 10 for size in range(1200, 6400, 100)]


@pytest.mark.parametrize("number, values", [
    (resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_DATA, range(0, 1 << 20, 32768)),
    (resource.RLIMIT_STACK, range(4096, 1 << 18, 16384)), (resource.RLIMIT_NOFILE, range(3, 14)),
], ids=["memory", "data", "stack", "files"])
def test_no_limit_opens(number, values, enrolled):
    """A wrong pattern stays wrong, and a right one opens or is refused; at the edge, too."""
    enrolled.count(failed(0))
    wrong = set()
    for value in values:
        enrolled.count(failed(0))
        wrong |= set(outcomes_within(number, [value], WRONG, enrolled).values())
    assert wrong <= {checker.WRONG, checker.UNUSABLE, None} and checker.WRONG in wrong
    enrolled.count(failed(0))
    right = set(outcomes_within(number, values, RIGHT, enrolled).values())
    assert right <= {checker.RIGHT, checker.UNUSABLE, checker.LOCKED, None}


@pytest.mark.parametrize("closed", [(), (2,)], ids=["all standard descriptors", "without standard error"])
def test_no_limit_unlocks(closed, enrolled):
    """Where the boot id can't be read the wait would run from the boot's start, which is long ago: a
    limit on files must not bring that about."""
    for limit in range(3, 16):
        locked(enrolled)
        before = enrolled.contents()

        def within():
            for number in closed:
                os.close(number)
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))

        for frame in (ask(), attempt(RIGHT.canonical)):
            done = subprocess.run([checker.PATH], input=frame, capture_output=True, timeout=20, env={},
                                  preexec_fn=within, **checker.identity())
            said = Answer.parsed(done.stdout)
            assert said is None or said.code in (checker.LOCKED, checker.UNUSABLE), limit
        assert enrolled.contents() == before


def test_held_lock_is_waited_for_three_seconds(enrolled):
    """Not for ever: whoever holds it may have been stopped. Nothing is counted."""
    with open(enrolled.tries(), "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        start = time.monotonic()
        said = answer(attempt(RIGHT.canonical))
        assert 2.9 <= time.monotonic() - start < 4
    assert said == Answer(checker.UNUSABLE, 0, "attempts is kept locked by another process")
    assert enrolled.counted().counts == NOT_COUNTED


def test_log(enrolled, log):
    """It logs by itself what a user's own process might hide: who, and why, and nothing typed."""
    answer(attempt(WRONG.canonical))
    answer(attempt(RIGHT.canonical))
    entries = [entry for entry in log() if entry.program == "pattern-chkpwd"]
    assert [entry.text for entry in entries] == [
        f"authentication failure; uid={ALICE.uid} user=alice reason=wrong pattern"]
    assert (entries[0].facility, entries[0].severity) == (10, 5)
