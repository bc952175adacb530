"""What fails around an attempt: disks, limits, signals, and each of its system calls in turn.

Whatever fails, the pattern is refused with the right code and one line in the log, nothing that was
counted is lost, and the password works. A failure after the comparison does not refuse a right pattern.
"""

import contextlib
import dataclasses
import fcntl
import os
import re
import subprocess
import time
from collections.abc import Iterator, Sequence

import pytest

from harness import checker, pam, store as stores, world
from harness.attempt import CHECKER, IN_PROCESS, PATIENCE, SLACK, WAYS, Attempts, Hashes, Report
from harness.patterns import RIGHT, WRONG
from harness.services import NAME
from harness.snapshot import Kept
from harness.world import ALICE, BOB

PROMPT = "Pattern: "


@pytest.fixture
def enrolled(system_store) -> stores.Store:
    system_store.enroll()
    return system_store


@pytest.fixture
def attempts(services) -> Attempts:
    return Attempts(services)


def refusals(entries) -> list[str]:
    """The reasons of the module's own log lines; a line that is no refusal, whole."""
    ours = [entry.text for entry in entries if entry.ours]
    matches = [(text, pam.REFUSAL.fullmatch(text)) for text in ours]
    return [match["reason"] if match else text for text, match in matches]


def check_password(sample, lines: Sequence[str] = (), before: Sequence[str] = ()):
    """The real sudo and su are let in by the password, whatever comes of the pattern before it."""
    for name, command, account, uid in (
            ("sudo", ("sudo", "-k", "-S", "--", "id", "-u"), ALICE, 0),
            ("su", ("su", "alice", "-c", "id -u"), BOB, ALICE.uid)):
        sample(name)
        done = subprocess.run(
            [*account.command(*before, *command)], capture_output=True, text=True, timeout=60,
            input="".join(f"{line}\n" for line in (*lines, ALICE.password)))
        assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, [str(uid)]), done


# --- disks


@contextlib.contextmanager
def small_disk(store: stores.Store) -> Iterator[None]:
    """The store on a disk of 64 KiB."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k,mode=0755", "tmpfs", store.path], check=True)
    try:
        for folder in (store.credentials, store.attempts):
            folder.mkdir()
            os.chown(folder, 0, world.group())
            folder.chmod(0o750)
        yield
    finally:
        subprocess.run(["umount", store.path], check=True)


def fill(store: stores.Store):
    with open(store.path / "filler", "wb", buffering=0) as filler, pytest.raises(OSError):
        while True:
            filler.write(bytes(4096))


@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
def test_full_disk(uid, attempts, system_store, sample, log):
    """Attempts were written whole when they were made: to count needs no room."""
    with small_disk(system_store):
        assert subprocess.run(["patternctl", "enroll", "--user=alice"], input=RIGHT.typed, text=True,
                              capture_output=True).returncode == 0
        fill(system_store)
        for reply, code, counts in ((WRONG.typed, pam.AUTH_ERR, (1, 1, 1)),
                                    (RIGHT.typed, pam.SUCCESS, (2, 0, 1))):
            assert attempts.run(reply, uid=uid).code == code
            assert system_store.counted().counts == counts
        check_password(sample, [""])


@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
def test_full_disk_and_a_hole(uid, attempts, system_store, sample, log):
    """Where the next slot has no room yet (a copy that left holes), the try can't be counted."""
    with small_disk(system_store):
        system_store.enroll()
        system_store.count(stores.Attempts(last=3, cleared_to=1, total=2))
        os.truncate(system_store.tries(), 4096)
        os.truncate(system_store.tries(), 8192)
        fill(system_store)
        before = system_store.contents()
        log()
        for reply in (RIGHT.typed, WRONG.typed):
            report = attempts.run(reply, uid=uid)
            assert (report.code, report.values("prompt")) == (pam.AUTHINFO_UNAVAIL, [PROMPT])
            reasons = refusals(log())
            assert len(reasons) == 1 and "No space left" in reasons[0]
        check_password(sample, [RIGHT.typed])
        assert system_store.contents() == before, "something was lost"
        (system_store.path / "filler").unlink()
        assert attempts.run(RIGHT.typed, uid=uid).code == pam.SUCCESS


@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
def test_read_only_disk(uid, attempts, enrolled, sample, log):
    """Nothing can be counted, so nothing is asked."""
    enrolled.count(stores.Attempts(last=3, cleared_to=1, total=2))
    before = enrolled.contents()
    subprocess.run(["mount", "--bind", "-o", "ro", enrolled.path, enrolled.path], check=True)
    try:
        log()
        report = attempts.run(RIGHT.typed, uid=uid)
        assert (report.code, report.values("prompt")) == (pam.AUTHINFO_UNAVAIL, [])
        reasons = refusals(log())
        assert len(reasons) == 1 and "Read-only" in reasons[0]
        check_password(sample)
    finally:
        subprocess.run(["umount", enrolled.path], check=True)
    assert enrolled.contents() == before
    assert attempts.run(RIGHT.typed, uid=uid).code == pam.SUCCESS


OLDER = stores.Attempts(sequence=7, last=3, cleared_to=1, total=2)
NEWER = stores.Attempts(sequence=8, last=4, cleared_to=1, total=3)


def torn(slot: stores.Attempts, kept: int) -> bytes:
    """A slot of which only the first bytes were written, over another."""
    return slot.content[:kept] + b"\xff" * (stores.SLOT_SIZE - kept)


# Both slots, and which of them is believed.
TORN = {
    "newer torn at its start": (OLDER.content, torn(NEWER, 0), OLDER),
    "newer torn in its middle": (OLDER.content, torn(NEWER, 60), OLDER),
    "newer torn at its last byte": (OLDER.content, NEWER.content[:-1] + b"\xff", OLDER),
    "newer half over an older one": (
        OLDER.content, NEWER.content[:64] + stores.Attempts(sequence=6).content[64:], OLDER),
    "older torn": (torn(OLDER, 100), NEWER.content, NEWER),
    "older never written": (bytes(120), NEWER.content, NEWER),
    "both sound": (OLDER.content, NEWER.content, NEWER),
}


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("first, second, believed", TORN.values(), ids=TORN.keys())
@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
def test_torn_slot(uid, first, second, believed, swapped, attempts, enrolled):
    """A power cut in a write costs that write at most; the next one takes the slot that is no use."""
    halves = [half.ljust(4096, b"\0") for half in (first, second)]
    enrolled.write_attempts(b"".join(reversed(halves) if swapped else halves))
    assert attempts.run(WRONG.typed, uid=uid).code == pam.AUTH_ERR
    content = enrolled.tries().read_bytes()
    assert stores.newest(content).counts == (believed.last + 1, believed.failures + 1, believed.total + 1)
    assert stores.newest(content).sequence == believed.sequence + 1
    assert believed in stores.slots(content), "the slot that was believed was written over"


# --- limits of the caller


@pytest.mark.parametrize("size", [0, 120, 4096, 8191])
@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
def test_file_size_limit(size, uid, attempts, enrolled, log):
    """A write beyond RLIMIT_FSIZE does not fail but kills: it must not come to that."""
    before = enrolled.contents()
    log()
    report = attempts.run(RIGHT.typed, uid=uid, options=[f"fsize={size}"])
    assert (report.code, report.values("prompt")) == (pam.AUTHINFO_UNAVAIL, [PROMPT])
    reasons = refusals(log())
    assert len(reasons) == 1 and "file size limit" in reasons[0]
    assert enrolled.contents() == before
    assert attempts.run(RIGHT.typed, uid=uid, options=["fsize=8192"]).code == pam.SUCCESS


def test_file_size_limit_of_the_real_ones(enrolled, sample):
    """Both live: the pattern is refused, and the password asked for."""
    check_password(sample, [RIGHT.typed], before=("prlimit", "--fsize=0"))
    assert enrolled.counted().counts == (0, 0, 0)


@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
@pytest.mark.parametrize("reply", [RIGHT.typed, WRONG.typed])
def test_no_memory_for_the_hash(reply, uid, attempts, enrolled, log):
    """yescrypt at the standard cost takes 67 MB. The try is counted by then, and stays so."""
    enrolled.enroll(hash=stores.hashed(RIGHT.canonical, "$y$jBT$abcdefgh"))
    log()
    # The program's own memory comes on top for the process itself; the checker's is less.
    report = attempts.run(reply, uid=uid, options=["as=40000"])
    assert (report.code, report.values("prompt")) == (pam.AUTHINFO_UNAVAIL, [PROMPT])
    # Not every libcrypt tells why.
    reasons = refusals(log())
    assert len(reasons) == 1 and re.search("no memory for the hash|libcrypt failed", reasons[0])
    assert enrolled.counted().counts == (1, 1, 1)
    assert attempts.run(RIGHT.typed, uid=uid).code == pam.SUCCESS


# Descriptors that are left: the module needs four at a time, the checker's pipes as many.
@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
def test_few_descriptors(uid, attempts, enrolled, log):
    """With too few it refuses, before the question where it can; with enough it works; between them
    there is nothing else."""
    codes = []
    # With none libpam itself fails: it opens the audit log.
    for left in range(1, 13):
        enrolled.count(stores.Attempts())
        log()
        report = attempts.run(RIGHT.typed, uid=uid, options=[f"nofile={left}"])
        reasons = refusals(log())
        codes.append(report.code)
        assert report.code in (pam.SUCCESS, pam.AUTHINFO_UNAVAIL, pam.SERVICE_ERR), left
        if report.code == pam.SUCCESS:
            assert reasons == [] and enrolled.counted().counts == (1, 0, 0)
        else:
            assert len(reasons) == 1 and "Too many open files" in reasons[0], left
            assert enrolled.counted().counts == (0, 0, 0)
    assert codes[-1] == pam.SUCCESS and pam.AUTHINFO_UNAVAIL in codes
    order = [pam.SERVICE_ERR, pam.AUTHINFO_UNAVAIL, pam.SUCCESS]
    assert codes == sorted(codes, key=order.index)


@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
def test_closed_descriptors(uid, attempts, enrolled):
    report = attempts.run(RIGHT.typed, WRONG.typed, RIGHT.typed, uid=uid,
                          options=["closed", "rounds=3"])
    assert report.codes == [pam.SUCCESS, pam.AUTH_ERR, pam.SUCCESS]
    assert enrolled.counted().counts == (3, 0, 1)


# --- signals


@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
def test_signals_all_the_time(uid, attempts, enrolled, log):
    """A host with a timer whose handler interrupts every call: nothing is lost, nothing counted twice."""
    rounds = 60
    # A process must get on between two signals, on a busy machine too.
    report = attempts.run(WRONG.typed, RIGHT.typed, RIGHT.typed, uid=uid,
                          options=[f"rounds={rounds}", "timer=300" if uid == IN_PROCESS else "timer=2000"])
    assert report.codes == [pam.AUTH_ERR, pam.SUCCESS, pam.SUCCESS] * (rounds // 3)
    assert enrolled.counted().counts == (rounds, 0, rounds // 3)


def test_signals_while_the_lock_is_held(attempts, enrolled):
    """Waiting for it takes three seconds all the same, not less and not more."""
    with open(enrolled.tries(), "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        for uid in WAYS.values():
            start = time.monotonic()
            report = attempts.run(RIGHT.typed, uid=uid, options=["timer=5000"])
            assert report.code == pam.AUTHINFO_UNAVAIL
            assert PATIENCE - 0.2 < time.monotonic() - start < PATIENCE + SLACK


def test_signals_while_the_checker_hangs(attempts, enrolled, log):
    """One that never answers is given up after three seconds, before anything is asked."""
    kept = Kept(world.CHECKER.parent)
    path = kept.path(world.CHECKER.name)
    path.unlink()
    path.write_text("#!/bin/sh\nexec sleep 60\n")
    path.chmod(0o755)
    try:
        log()
        start = time.monotonic()
        report = attempts.run(RIGHT.typed, uid=CHECKER, options=["timer=50000"])
        assert PATIENCE - 0.2 < time.monotonic() - start < PATIENCE + SLACK
        assert (report.code, report.values("prompt")) == (pam.AUTHINFO_UNAVAIL, [])
        assert refusals(log()) == ["checker timed out"]
    finally:
        kept.restore()


# --- each call in turn

CALL = re.compile(r"(?:\d+ +)?(\w+)\((.*)\) += (-?\d+)")
# What is opened, by a part of its name or, for the two files of a uid, by its folder.
OPENED = {
    "/pattern.conf": "settings", '"/etc/passwd"': "passwd", '"/etc/shadow"': "shadow",
    f'"{world.STORE}"': "store", '"credentials"': "credentials", '"attempts"': "attempts",
    "/boot_id": "boot id",
}
BELOW = {"credentials": "credential", "attempts": "tries"}


@dataclasses.dataclass(frozen=True)
class Call:
    """One system call of an attempt: the so-manieth of its name, on what, and in which part."""

    name: str
    number: int
    object: str
    # "before" the question, "count", "compare" or "clear".
    part: str

    def inject(self, what: str) -> str:
        return f"--inject={self.name}:{what}:when={self.number}"

    def __str__(self) -> str:
        return f"{self.name} of {self.object}, {self.part}"


def calls_of(trace: str) -> list[Call]:
    """The calls on files of ours, on the accounts' and on pipes; flock(2) parts them."""
    numbers: dict[str, int] = {}
    opened: dict[str, str] = {}
    part = "before"
    found = []
    for line in trace.splitlines():
        match = CALL.match(line)
        if not match:
            continue
        name, arguments, result = match.groups()
        numbers[name] = numbers.get(name, 0) + 1
        first = arguments.split(",")[0].strip()
        if name == "write" and "prompt" in arguments:
            part = "count"
        thing = opened.get(first)
        if name == "openat":
            thing = next((value for key, value in OPENED.items() if key in arguments), None)
            if f'"{ALICE.uid}"' in arguments:
                thing = BELOW[opened[first]]
            opened[result] = thing
        elif name == "pipe2":
            thing = "pipe"
            opened |= dict.fromkeys(re.findall(r"\d+", arguments)[:2], "pipe")
        elif name == "prlimit64" and "RLIMIT_FSIZE" in arguments:
            thing = "limit"
        elif name in ("clone3", "clone", "vfork", "pidfd_open", "pidfd_send_signal", "wait4"):
            thing = "child"
        elif name == "poll" and "{fd=" in arguments:
            thing = opened.get(re.search(r"\d+", arguments)[0])
        if name == "pidfd_open":
            opened[result] = "child"
        if thing:
            if name == "flock" and part == "compare":
                part = "clear"
            found.append(Call(name, numbers[name], thing, part))
            if name == "flock" and "LOCK_UN" in arguments and part == "count":
                part = "compare"
        if name == "close":
            opened.pop(first, None)
    return found


def strace(path, *options: str) -> list[str]:
    return ["strace", "-o", os.fspath(path), *options]


@pytest.fixture
def traced(attempts, enrolled, folder, log):
    """Makes an attempt under strace: its report, the reasons it logged, and what is counted."""

    def run(reply: str, *inject: str, user: str | None = None):
        enrolled.count(stores.Attempts())
        log()
        before = [*strace(folder / "trace", *inject), *(["-u", user] if user else [])]
        report = attempts.run(reply, before=before)
        return report, refusals(log()), enrolled.counted()

    return run


def check_injected(path):
    """The call that was meant is the one that failed: the program takes the same way each time."""
    assert "(INJECTED)" in path.read_text()


# openat(2) fails in ways of its own; the others fail in general.
ERRORS = ["EIO", "EINTR", "ENOENT", "EACCES", "EMFILE"]


def fits(call: Call, error: str) -> bool:
    return error in ("EIO", "EINTR") or call.name == "openat"


def expected(call: Call, error: str) -> tuple[int, int, tuple[int, int, int]]:
    """Code, questions and counts after a right reply where this call fails."""
    through = (pam.SUCCESS, 1, (1, 0, 0))
    if error == "EINTR" or call.name == "close" or call.object == "boot id":
        return through
    if call.object == "settings":
        return pam.SERVICE_ERR, 0, (0, 0, 0)
    if call.part == "before":
        return pam.AUTHINFO_UNAVAIL, 0, (0, 0, 0)
    if call.part == "clear":
        # Taken back or not, the pattern was right.
        return pam.SUCCESS, 1, (1, 1, 1)
    counted = (1, 1, 1) if call.name == "fdatasync" else (0, 0, 0)
    return pam.AUTHINFO_UNAVAIL, 1, counted


def is_unlock(calls: list[Call], call: Call) -> bool:
    """Of an attempt's four calls of flock(2), the second and the last."""
    flocks = [each for each in calls if each.name == "flock"]
    return call in flocks[1::2]


@pytest.mark.parametrize("error", ERRORS)
def test_each_call_in_process(error, traced, folder):
    report, reasons, counted = traced(RIGHT.typed)
    assert (report.code, reasons, counted.counts) == (pam.SUCCESS, [], (1, 0, 0))
    calls = calls_of((folder / "trace").read_text())
    kinds = {(call.name, call.object) for call in calls}
    assert {("openat", thing) for thing in (*OPENED.values(), *BELOW.values())} <= kinds
    assert {("flock", "tries"), ("pwrite64", "tries"), ("fdatasync", "tries")} <= kinds
    assert len(calls) > 50
    for call in calls:
        if call.object in ("passwd", "shadow") or not fits(call, error):
            continue
        code, prompts, counts = expected(call, error)
        if is_unlock(calls, call):
            code, prompts, counts = pam.SUCCESS, 1, (1, 0, 0)
        if error == "ENOENT":
            if call.object == "settings":  # The default file may be missing.
                code, prompts, counts = pam.SUCCESS, 1, (1, 0, 0)
            if call.object == "credential":
                code = pam.USER_UNKNOWN
        report, reasons, counted = traced(RIGHT.typed, call.inject(f"error={error}"))
        check_injected(folder / "trace")
        assert (report.code, len(report.values("prompt")), counted.counts) == (
            code, prompts, counts), f"{call}: {error}"
        if call.part != "clear":
            assert len(reasons) == (code != pam.SUCCESS), f"{call}: {reasons}"
        # And a wrong pattern is never let in, nor told for wrong without having been counted.
        report, reasons, counted = traced(WRONG.typed, call.inject(f"error={error}"))
        assert report.code in (pam.AUTH_ERR, code) and report.code != pam.SUCCESS, f"{call}: {error}"
        assert counted.last == 1 or report.code != pam.AUTH_ERR, f"{call}: a free guess"


@pytest.mark.parametrize("calls, error", [
    ("openat", "EIO"), ("openat", "EACCES"), ("openat", "EMFILE"), ("read,pread64", "EIO")])
def test_accounts_that_cannot_be_read(calls, error, traced, folder):
    """A user that can't be looked up is not an unknown one. What can be read after all is read."""
    report, reasons, counted = traced(RIGHT.typed, "-P/etc/passwd", f"--inject={calls}:error={error}")
    check_injected(folder / "trace")
    assert report.code == pam.AUTHINFO_UNAVAIL
    assert (report.values("prompt"), counted.last, len(reasons)) == ([], 0, 1)
    once = f"--inject={calls.split(',')[0]}:error={error}:when=1"
    report, reasons, counted = traced(RIGHT.typed, "-P/etc/passwd", once)
    check_injected(folder / "trace")
    assert (report.code, reasons, counted.counts) == (pam.SUCCESS, [], (1, 0, 0))


def test_accounts_that_cannot_be_read_after_the_password(traced, services, folder):
    """The strong line says why it forgives nothing."""
    services.write(NAME, "auth optional pam_pattern.so", "auth optional pam_pattern.so strong",
                   "auth required pam_permit.so")
    assert traced(WRONG.typed)[2].counts == (1, 0, 0)
    last = [call for call in calls_of((folder / "trace").read_text()) if call.object == "passwd"
            and call.name == "openat"][-1]
    report, lines, counted = traced(WRONG.typed, f"--inject=openat:error=EMFILE:when={last.number}+")
    assert (report.code, counted.counts, len(lines)) == (pam.SUCCESS, (1, 1, 1), 2)
    assert lines[1].endswith(
        "the password forgives nothing: accounts can't be looked up: Too many open files")


@pytest.mark.parametrize("error", ["EIO", "EACCES", "EMFILE"])
def test_shadow_that_cannot_be_read(error, traced, folder):
    """Not known to be locked is not known to be unlocked; nothing is asked. libc says "no entry" of a
    file that it can't open, where nsswitch.conf names another source."""
    report, reasons, counted = traced(RIGHT.typed, "-P/etc/shadow", f"--inject=openat:error={error}")
    check_injected(folder / "trace")
    assert report.code == pam.AUTHINFO_UNAVAIL
    assert (report.values("prompt"), counted.last, len(reasons)) == ([], 0, 1)


@pytest.mark.parametrize("locked", [False, True])
def test_shadow_that_fails_once(locked, traced, folder, keep):
    """What can be read after all is read."""
    path = keep("/etc/shadow")
    lines = [line for line in path.read_text().splitlines() if not line.startswith("alice:")]
    path.write_text("\n".join([*lines, f"alice:{'!' if locked else '*'}:19000:0:99999:7:::"]) + "\n")
    report, _, _ = traced(RIGHT.typed, "-P/etc/shadow", "--inject=openat:error=EIO:when=1")
    check_injected(folder / "trace")
    assert report.code == (pam.PERM_DENIED if locked else pam.SUCCESS)


@pytest.mark.parametrize("inject, code, counts", [
    ("pwrite64:retval=0", pam.AUTHINFO_UNAVAIL, (0, 0, 0)),
    ("pwrite64:error=ENOSPC", pam.AUTHINFO_UNAVAIL, (0, 0, 0)),
    ("pwrite64:error=EDQUOT", pam.AUTHINFO_UNAVAIL, (0, 0, 0)),
    ("fdatasync:error=ENOSPC", pam.AUTHINFO_UNAVAIL, (1, 1, 1)),
    ("flock:error=EAGAIN", pam.AUTHINFO_UNAVAIL, (0, 0, 0)),
    ("flock:error=ENOLCK", pam.AUTHINFO_UNAVAIL, (0, 0, 0)),
])
def test_calls_that_always_fail(inject, code, counts, traced, log):
    """A disk that stays as it is: each call of a name fails, whichever it is."""
    report, reasons, counted = traced(RIGHT.typed, f"--inject={inject}")
    assert (report.code, counted.counts, len(reasons)) == (code, counts, 1)


@pytest.mark.parametrize("name", ["pwrite64", "flock"])
def test_failure_to_clear_is_logged(name, traced, folder):
    """The pattern was right, and opens; why the count stays is told."""
    traced(RIGHT.typed)
    call = next(call for call in calls_of((folder / "trace").read_text())
                if call.part == "clear" and call.name == name)
    report, lines, counted = traced(RIGHT.typed, call.inject("error=EIO"))
    assert (report.code, counted.counts) == (pam.SUCCESS, (1, 1, 1))
    assert len(lines) == 1 and "Input/output error" in lines[0]


def checker_traced(path, enrolled: stores.Store, frame: bytes, *inject: str):
    """The checker itself under strace, run by alice: its answer, and what is counted."""
    enrolled.count(stores.Attempts())
    done = checker.run(frame, 0, before=tuple(strace(path, *inject, "-u", "alice")))
    return checker.Answer.parsed(done.stdout), enrolled.counted()


@pytest.mark.parametrize("error", ERRORS)
def test_each_call_of_the_checker(error, enrolled, folder):
    """It counts first too, and says that something is unusable, never that a pattern is right."""
    trace = folder / "trace"
    right, wrong = checker.attempt(RIGHT.canonical), checker.attempt(WRONG.canonical)
    assert checker_traced(trace, enrolled, right)[0] == checker.Answer(checker.RIGHT)
    calls = [dataclasses.replace(call, part="count" if call.part == "before" else call.part)
             for call in calls_of(trace.read_text())]
    calls = sequence(calls)
    assert len(calls) > 35
    for call in calls:
        if call.object in ("passwd", "shadow", "limit") and error != "EIO" or not fits(call, error):
            continue
        if call.object in ("passwd", "shadow"):
            continue
        answer, counted = checker_traced(trace, enrolled, right, call.inject(f"error={error}"))
        assert "(INJECTED)" in trace.read_text()
        code, counts = checker.UNUSABLE, (0, 0, 0)
        if (error == "EINTR" or call.name == "close" or call.object == "boot id"
                or is_unlock(calls, call) or (error, call.object) == ("ENOENT", "settings")):
            code, counts = checker.RIGHT, (1, 0, 0)
        elif call.part == "clear":
            code, counts = checker.RIGHT, (1, 1, 1)
        elif call.name == "fdatasync":
            counts = (1, 1, 1)
        elif (error, call.object) == ("ENOENT", "credential"):
            code = checker.NOT_ENROLLED
        elif error == "EACCES" and call.object != "settings":
            code = checker.NO_RIGHTS
        assert (answer.code, counted.counts) == (code, counts), f"{call}: {error}: {answer}"
        answer, counted = checker_traced(trace, enrolled, wrong, call.inject(f"error={error}"))
        assert answer.code in (checker.WRONG, code) and answer.code != checker.RIGHT
        assert counted.last == 1 or answer.code != checker.WRONG, f"{call}: a free guess"


def sequence(calls: list[Call]) -> list[Call]:
    """Parts of an attempt without a question: flock(2) alone tells them."""
    found, flocks = [], 0
    for call in calls:
        flocks += call.name == "flock"
        found.append(dataclasses.replace(call, part="count" if flocks < 3 else "clear"))
    return found


# What the module does to ask the checker; error, and whether the attempt still ends well.
ASKING = {
    "pipe2": ("EMFILE", False), "write": ("EAGAIN", False), "clone3": ("EAGAIN", False),
    "poll": ("ENOMEM", False), "read": ("EIO", False), "pidfd_open": ("ENOSYS", True),
    "pidfd_send_signal": ("ESRCH", True), "wait4": ("ECHILD", True), "close": ("EIO", True),
}


def test_each_call_to_the_checker(traced, folder):
    """As alice's locker: asked before the question, and again for the try."""
    report, reasons, counted = traced(RIGHT.typed, user="alice")
    assert (report.code, reasons, counted.counts) == (pam.SUCCESS, [], (1, 0, 0))
    calls = [call for call in calls_of((folder / "trace").read_text())
             if call.object in ("pipe", "child") and call.name in ASKING]
    assert {call.name for call in calls} == ASKING.keys()
    # Both times the whole request is in the pipe before there is anybody who could leave it unread.
    assert [call.name for call in calls if call.name in ("write", "clone3")] == ["write", "clone3"] * 2
    for call in calls:
        error, goes_on = ASKING[call.name]
        report, reasons, counted = traced(RIGHT.typed, call.inject(f"error={error}"), user="alice")
        check_injected(folder / "trace")
        asked = goes_on or call.part != "before"
        assert report.code == (pam.SUCCESS if goes_on else pam.AUTHINFO_UNAVAIL), f"{call}: {error}"
        assert len(report.values("prompt")) == asked, f"{call}: {error}"
        assert len(reasons) == (not goes_on), f"{call}: {reasons}"
        assert all(reason.startswith("checker ") for reason in reasons)


# --- killed at each call


@pytest.mark.parametrize("reply", [RIGHT.typed, WRONG.typed], ids=["right", "wrong"])
def test_killed_at_each_call_in_process(reply, attempts, traced, enrolled, folder):
    """What was hashed was counted; what is on the disk is what was there before, or one try more."""
    hashes = Hashes(folder)
    traced(reply)
    calls = calls_of((folder / "trace").read_text())
    assert any(call.name == "fdatasync" for call in calls)
    for call in calls:
        enrolled.count(stores.Attempts(last=2, total=2))
        begun = hashes.begun
        done = subprocess.run(
            [*strace(folder / "trace", call.inject("signal=KILL")),
             *attempts.command(reply, options=[hashes.option])], capture_output=True)
        assert done.returncode == -9 and "code" not in Report.parsed(done.stdout).lines, str(call)
        counted = enrolled.counted()
        assert counted.counts in ((2, 2, 2), (3, 3, 3), (3, 0, 2)), str(call)
        assert hashes.begun - begun <= counted.last - 2, f"{call}: a free guess"
        assert attempts.run(RIGHT.typed).code == pam.SUCCESS, str(call)


@pytest.mark.parametrize("text", [RIGHT.canonical, WRONG.canonical], ids=["right", "wrong"])
def test_checker_killed_at_each_call(text, attempts, enrolled, folder):
    trace = folder / "trace"
    frame = checker.attempt(text)
    checker_traced(trace, enrolled, frame)
    calls = calls_of(trace.read_text())
    assert any(call.name == "fdatasync" for call in calls)
    for call in calls:
        answer, counted = checker_traced(trace, enrolled, frame, call.inject("signal=KILL"))
        assert answer is None, f"{call}: an answer from the grave"
        assert counted.counts in ((0, 0, 0), (1, 1, 1), (1, 0, 0)), str(call)
        assert attempts.run(RIGHT.typed, uid=CHECKER).code == pam.SUCCESS, str(call)


# --- what an attempt costs the disk


@pytest.mark.parametrize("reply", [RIGHT.typed, WRONG.typed], ids=["right", "wrong"])
@pytest.mark.parametrize("user", [None, "alice"], ids=WAYS.keys())
def test_one_sync(user, reply, traced, folder):
    """It waits for the disk once, and once only, between writing the count and comparing."""
    traced(reply, "-f", user=user)
    calls = re.findall(r"\b(\w*sync\w*|flock|pwrite64)\(", (folder / "trace").read_text())
    counting, clearing = ["flock", "pwrite64", "fdatasync", "flock"], ["flock", "pwrite64", "flock"]
    assert calls == counting + (clearing if reply == RIGHT.typed else [])


@pytest.mark.parametrize("reply", ["", "29 4", "quartz"])
def test_what_is_no_try_costs_no_sync(reply, traced, folder):
    traced(reply)
    assert not re.search(r"\b(\w*sync\w*|flock|pwrite64)\(", (folder / "trace").read_text())
