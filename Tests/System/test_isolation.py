"""An ordinary user against another's pattern, and against their own counter: with every file and every call
they have, nobody reads a hash, burns another's tries, or gets a guess that was not counted."""

import contextlib
import ctypes
import fcntl
import grp
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

import pytest

from harness import checker, hosts, native, pam, store as stores, terminal, world
from harness.checker import Answer, answer, ask, attempt
from harness.patterns import RIGHT, SECOND, WRONG
from harness.store import Attempts
from harness.world import ALICE, BOB, CAROL

HELPER = pathlib.Path("/usr/lib/polkit-1/polkit-agent-helper-1")


def uptime() -> int:
    """Seconds since boot."""
    return int(float(pathlib.Path("/proc/uptime").read_text().split()[0]))


def failed(count: int, account=ALICE, **changes) -> Attempts:
    """Attempts with so many wrong tries, the last of them just now."""
    values = {"last": count, "total": count, "boot": stores.boot_id(), "seconds": uptime()}
    return Attempts(account.uid, **{**values, **changes})


@pytest.fixture
def enrolled(system_store):
    """alice and bob enrolled; alice's pattern is locked."""
    system_store.enroll()
    system_store.enroll(BOB, SECOND)
    system_store.count(failed(5))
    return system_store


def become(account, groups=()):
    """Turns this process into one of the account's."""
    os.setgroups(list(groups))
    os.setresgid(account.uid, account.uid, account.uid)
    os.setresuid(account.uid, account.uid, account.uid)


def succeeded(attacks: dict, account, groups=()) -> list[str]:
    """The attacks that did not end in an error, in a process of the account's."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        with contextlib.suppress(BaseException):
            become(account, groups)
            for name, attack in attacks.items():
                try:
                    attack()
                except OSError:
                    continue
                os.write(writer, f"{name}\n".encode())
            code = 0
        os._exit(code)
    os.close(writer)
    with open(reader) as pipe:
        names = pipe.read().splitlines()
    assert os.waitpid(child, 0)[1] == 0
    return names


# --- Files and groups


def attacks_on(store: stores.Store, own: pathlib.Path) -> dict:
    """Every call that reads, changes, renames, links or locks, on every part of the store."""
    found = {}
    files = [store.file(), store.tries(), store.file(BOB), store.tries(BOB)]
    for path in files:
        for name, attack in {
                "read": lambda path=path: open(path, "rb"), "write": lambda path=path: open(path, "r+b"),
                "path": lambda path=path: os.open(path, os.O_PATH), "look": lambda path=path: os.stat(path),
                "create": lambda path=path: open(path, "wb"), "unlink": lambda path=path: os.unlink(path),
                "rename": lambda path=path: os.rename(path, own / "taken"),
                "over": lambda path=path: os.rename(own / "mine", path),
                "link": lambda path=path: os.link(path, own / "linked"),
                "link over": lambda path=path: os.link(own / "mine", path),
                "symlink": lambda path=path: os.symlink(own / "mine", path),
                "chmod": lambda path=path: os.chmod(path, 0o666),
                "chown": lambda path=path: os.chown(path, ALICE.uid, ALICE.uid),
                "times": lambda path=path: os.utime(path), "cut": lambda path=path: os.truncate(path, 0),
                "lock": lambda path=path: fcntl.flock(os.open(path, os.O_RDONLY), fcntl.LOCK_EX),
                "attribute": lambda path=path: os.setxattr(path, "user.x", b"y")}.items():
            found[f"{name} {path}"] = attack
    for folder in (store.path, store.credentials, store.attempts, world.SETTINGS.parent,
                   checker.PATH.parent, world.security_folder()):
        for name, attack in {
                "new file in": lambda folder=folder: open(folder / "new", "xb"),
                "new folder in": lambda folder=folder: os.mkdir(folder / "new"),
                "symlink in": lambda folder=folder: os.symlink("/etc/passwd", folder / "new"),
                "rename": lambda folder=folder: os.rename(folder, own / "folder"),
                "chmod": lambda folder=folder: os.chmod(folder, 0o777),
                "mount over": lambda folder=folder: call(
                    LIBC.mount, os.fsencode(own), os.fsencode(folder), None, 4096, None)}.items():
            found[f"{name} {folder}"] = attack
    for path in (world.SETTINGS, checker.PATH, world.security_folder() / world.MODULE):
        found |= {
            f"write {path}": lambda path=path: open(path, "r+b"),
            f"replace {path}": lambda path=path: os.rename(own / "mine", path),
            f"remove {path}": lambda path=path: os.unlink(path),
            f"chmod {path}": lambda path=path: os.chmod(path, 0o2777)}
    for folder in (store.credentials, store.attempts):
        found[f"list {folder}"] = lambda folder=folder: os.listdir(folder)
        found[f"lock {folder}"] = lambda folder=folder: fcntl.flock(
            os.open(folder, os.O_RDONLY), fcntl.LOCK_EX)
    return found


LIBC = ctypes.CDLL(None, use_errno=True)


def call(function, *arguments):
    """A call of libc that raises what errno says."""
    if function(*arguments) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


@pytest.mark.parametrize("account", [ALICE, BOB, CAROL], ids=lambda account: account.name)
def test_files(account, enrolled, folder):
    """With the groups that a user of a desktop has."""
    own = folder / "own"
    own.mkdir()
    (own / "mine").write_bytes(bytes(8192))
    for path in (own, own / "mine"):
        os.chown(path, account.uid, account.uid)
    before = enrolled.contents()
    groups = [entry.gr_gid for entry in grp.getgrall()
              if entry.gr_name in ("adm", "audio", "cdrom", "dialout", "floppy", "plugdev", "staff", "sudo",
                                   "users", "video")]
    assert succeeded(attacks_on(enrolled, own), account, groups) == []
    assert enrolled.contents() == before


@pytest.mark.parametrize("words", [("sg", world.GROUP, "-c", "id -g"), ("newgrp", world.GROUP)])
def test_nobody_gets_the_group(words, enrolled):
    """It has no members, is nobody's own group, and has no password to join it by."""
    entry = grp.getgrnam(world.GROUP)
    assert entry.gr_mem == []
    done = subprocess.run(ALICE.command(*words), input=f"{ALICE.password}\n\nid -g\n", capture_output=True,
                          text=True, timeout=30)
    assert str(entry.gr_gid) not in done.stdout.split()


def test_checker_of_ones_own(enrolled, folder):
    """A copy has no rights, whatever bits its owner gives it."""
    copy = folder / "pattern-chkpwd"
    shutil.copyfile(checker.PATH, copy)
    os.chown(copy, ALICE.uid, ALICE.uid)
    copy.chmod(0o755)
    assert succeeded({"group": lambda: os.chown(copy, -1, world.group())}, ALICE) == []
    assert succeeded({"bits": lambda: os.chmod(copy, 0o6755)}, ALICE) == ["bits"]
    before = enrolled.contents()
    for frame in (ask(), attempt(RIGHT.canonical)):
        assert answer(frame, path=copy) == Answer(checker.NO_RIGHTS)
    assert enrolled.contents() == before


@pytest.mark.parametrize("command", [
    ("unlock",), ("remove",), ("enroll",), ("unlock", "--user", "alice"),
    ("remove", "--user", "alice"), ("status", "--user", "bob"), ("unlock", "--user", "bob"), ("list",),
], ids=" ".join)
def test_patternctl(command, enrolled):
    """Exit 5, not permitted; nothing is changed and no hash shown."""
    before = enrolled.contents()
    done = subprocess.run(ALICE.command("patternctl", *command), input=f"{SECOND.typed}\n{SECOND.typed}\n",
                          capture_output=True, text=True, timeout=30)
    assert done.returncode == 5, done.stderr
    assert stores.CHEAP not in done.stdout + done.stderr
    assert enrolled.contents() == before


# --- Another's tries


def test_su_without_others(sample, enrolled, log):
    """su is root's program: only the rule keeps bob from alice's tries."""
    sample("su")
    path = world.SERVICES / "su"
    path.write_text(path.read_text().replace(" others=yes", ""))
    enrolled.count(failed(0))
    with terminal.run(*BOB.command("su", "alice", "-c", "id -u")) as session:
        assert "Pattern" not in session.prompted("Password: ")
    assert [entry.text.split("reason=")[1] for entry in log() if entry.ours] == ["others"]
    assert enrolled.counted().counts == (0, 0, 0)


@pytest.fixture
def setuid_host(folder):
    """A setuid-root program that authenticates whom its caller names, as polkit's helper does."""
    path = folder / "setuid-host"
    shutil.copyfile(native.program("caller"), path)
    path.chmod(0o4755)
    return path


def test_setuid_program(setuid_host, services, enrolled):
    """Whatever bob types there, for alice: no prompt, nothing counted. For himself it works."""
    enrolled.count(failed(0))
    name = services.probing()

    def run(user: str, reply: str) -> str:
        done = subprocess.run(
            BOB.command(str(setuid_host), "plain", str(services.folder), name, user, f"reply={reply}", "call"),
            capture_output=True, text=True, timeout=30)
        return done.stdout.split(" milliseconds")[0]

    assert run("alice", WRONG.typed) == f"code {pam.PERM_DENIED} prompts 0"
    assert run("alice", RIGHT.typed) == f"code {pam.PERM_DENIED} prompts 0"
    assert run("bob", SECOND.typed) == f"code {pam.SUCCESS} prompts 1"
    assert enrolled.counted().counts == (0, 0, 0)


def test_polkits_helper_with_a_cookie_of_ones_own(enrolled, log):
    """It authenticates whom it is told before anybody looks at the cookie."""
    enrolled.count(failed(0))
    path = world.SERVICES / "polkit-1"
    path.write_text("auth sufficient pam_pattern.so\n@include common-auth\n"
                    "auth optional pam_pattern.so strong\n@include common-account\n")
    try:
        done = subprocess.run(BOB.command(str(HELPER), "alice"), capture_output=True, text=True, timeout=60,
                              input=f"made-up-cookie\n{RIGHT.typed}\n")
    finally:
        path.unlink()
    assert "PAM_PROMPT_ECHO_OFF" in done.stdout and "Pattern" not in done.stdout
    assert "SUCCESS" not in done.stdout
    assert [entry.text.split("reason=")[1] for entry in log() if entry.ours] == ["others"]
    assert enrolled.counted().counts == (0, 0, 0)


@pytest.mark.parametrize("connecting, user, typed, code, prompts", [
    (BOB, "alice", RIGHT, pam.PERM_DENIED, 0), (BOB, "bob", SECOND, pam.SUCCESS, 1),
    (ALICE, "alice", RIGHT, pam.SUCCESS, 1),
], ids=["another", "oneself", "alice"])
def test_polkits_helper_that_systemd_starts(connecting, user, typed, code, prompts, services, enrolled, folder):
    """As polkit 127 has it: wholly root's, with whoever connected at its standard input, and for whom it is told."""
    enrolled.count(failed(0))
    (services.folder / "polkit-1").write_text("auth required pam_pattern.so\n")
    path = folder / "socket"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        path.chmod(0o777)
        listening.listen()
        with subprocess.Popen(connecting.command(
                sys.executable, "-c", "import socket, sys, time; s = socket.socket(socket.AF_UNIX);"
                " s.connect(sys.argv[1]); time.sleep(60)", str(path))) as agent:
            connection, _ = listening.accept()
            with connection:
                result = hosts.call(
                    services.folder, "polkit-1", f"reply={typed.typed}", "call", uid=0, user=user, stdin=connection)
            agent.kill()
    assert (result.codes, result.prompts) == ([code], [prompts])
    assert enrolled.counted().counts == ((1, 0, 0) if user == "alice" and prompts else (0, 0, 0))


@pytest.mark.parametrize("frame", [ask(), attempt(WRONG.canonical), attempt(RIGHT.canonical)],
                         ids=["ask", "wrong", "right"])
def test_checker_for_another(frame, enrolled):
    before = enrolled.contents()
    for caller in (BOB.uid, CAROL.uid, 65534):
        assert answer(frame, caller) == checker.NOT_YOURS
    assert enrolled.contents() == before


def test_another_users_checker_is_out_of_reach(enrolled):
    """bob can't look into alice's, nor stop or end it."""
    with checker.started(attempt(RIGHT.canonical), start_new_session=True) as process:
        checker.wait_in(process, checker.READ, 0)
        proc = pathlib.Path(f"/proc/{process.pid}")
        attacks = {
            f"signal {number.name}": lambda number=number: os.kill(process.pid, number)
            for number in (signal.SIGSTOP, signal.SIGCONT, signal.SIGTERM, signal.SIGKILL)}
        attacks |= {name: lambda name=name: open(proc / name, "rb").read(1)
                    for name in ("mem", "environ", "maps", "io")}
        attacks |= {"descriptors": lambda: os.listdir(proc / "fd"), "program": lambda: os.readlink(proc / "exe")}
        assert succeeded(attacks, BOB) == []
        assert process.poll() is None


# --- One's own counter: clocks, namespaces, tracers

TRICKS = {
    "user namespace": ("-U",),
    "oneself in a user namespace": ("-U", "--map-current-user"),
    "clock of a namespace, as oneself": ("-U", "--map-current-user", "-T", "--boottime", "100000"),
    "root in a user namespace": ("-U", "-r"),
    "clock of a namespace": ("-U", "-r", "-T", "--boottime", "100000"),
    "every namespace": ("-U", "-r", "-T", "--boottime", "100000", "-m", "-p", "-i", "-u", "-n", "-C", "--fork"),
}


def works_for_alice(*words: str) -> bool:
    return subprocess.run(ALICE.command(*words, "true"), capture_output=True).returncode == 0


@pytest.mark.parametrize("words", TRICKS.values(), ids=TRICKS.keys())
def test_namespaces(words, enrolled):
    """In one that its user made the checker has no rights, since the group is not mapped there; and
    neither settings nor store belong to root."""
    if not works_for_alice("unshare", *words):
        pytest.skip("this system lets no user make namespaces")
    before = enrolled.contents()
    for frame in (ask(), attempt(RIGHT.canonical), attempt(WRONG.canonical)):
        said = answer(frame, before=("unshare", *words, "--"), env={"PATH": os.environ["PATH"]})
        assert said.code in (checker.NO_RIGHTS, checker.UNUSABLE, checker.REFUSED)
    assert enrolled.contents() == before


def test_the_clock_of_a_namespace_would_unlock(enrolled):
    """What the tricks aim at works for root, who may: that they fail has the reason given."""
    words = ("unshare", "-T", "--boottime", "100000", "--", *ALICE.command())
    assert answer(ask(), 0, before=words, env={"PATH": os.environ["PATH"]}) == Answer(checker.READY, 3)
    assert answer(ask()).code == checker.LOCKED


@pytest.mark.parametrize("target, content", [
    ("/proc/sys/kernel/random/boot_id", "01234567-89ab-cdef-0123-456789abcdef\n"),
    ("/proc/sys/kernel/random/boot_id", ""), ("/etc/security/pattern.conf", "deny = 20\nbudget = 1000\n"),
    ("/etc/passwd", f"bob:x:{ALICE.uid}:{ALICE.uid}::/:/bin/sh\n"),
], ids=["another boot id", "no boot id", "settings", "accounts"])
def test_mounts(target, content, enrolled, folder):
    """Files that alice puts over the system's in a namespace of hers, where alone she may."""
    if not works_for_alice("unshare", "-U", "-r", "-m"):
        pytest.skip("this system lets no user make namespaces")
    (folder / "file").write_text(content)
    before = enrolled.contents()
    script = f'mount --bind {folder / "file"} {target} && exec "$0"'
    for frame in (ask(), attempt(RIGHT.canonical)):
        said = answer(frame, before=("unshare", "-U", "-r", "-m", "sh", "-c", script),
                      env={"PATH": os.environ["PATH"]})
        assert said.code in (checker.NO_RIGHTS, checker.UNUSABLE), said
    assert enrolled.contents() == before


def test_traced_from_its_start(enrolled, folder):
    """Under a tracer of its user's the checker gets no rights."""
    before = enrolled.contents()
    for frame in (ask(), attempt(RIGHT.canonical)):
        said = answer(frame, before=("strace", "-f", "-o", "/dev/null"), env={"PATH": os.environ["PATH"]})
        assert said == Answer(checker.NO_RIGHTS)
    assert enrolled.contents() == before


@pytest.mark.skipif(not shutil.which("gdb"), reason="gdb is not installed")
def test_gdb(enrolled):
    with checker.started(attempt(RIGHT.canonical)) as process:
        checker.wait_in(process, checker.READ, 0)
        done = subprocess.run(
            ALICE.command("gdb", "-nx", "-batch", "-p", str(process.pid), "-ex", "info registers"),
            capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
        assert "rip" not in done.stdout and "pc" not in done.stdout
        assert "not permitted" in done.stderr, done.stderr


# --- One's own counter: killed and stopped checkers


def traced(frame: bytes, *options: str) -> subprocess.CompletedProcess:
    """Runs alice's checker under root's strace."""
    return subprocess.run(["strace", "-u", "alice", *options, checker.PATH], input=frame,
                          capture_output=True, timeout=30, env={"PATH": os.environ["PATH"]})


def moments(frame: bytes, folder: pathlib.Path) -> list[tuple[str, int]]:
    """The system calls of a try in order: each by its name and how often it came by then."""
    traced(frame, "-o", str(folder / "trace"))
    names = re.findall(r"^(\w+)\(", (folder / "trace").read_text(), re.MULTILINE)
    return [(name, names[:index].count(name) + 1) for index, name in enumerate(names)
            if name != "execve"]


def killed(frame: bytes, moment: tuple[str, int]) -> checker.Answer | None:
    """What a checker says that is killed at a moment."""
    name, turn = moment
    done = traced(frame, "-o", "/dev/null", "-e", f"inject={name}:signal=KILL:when={turn}")
    assert done.returncode == -signal.SIGKILL, moment
    return Answer.parsed(done.stdout)


@pytest.mark.parametrize("drawing, code", [(WRONG, checker.WRONG), (RIGHT, checker.RIGHT)],
                         ids=["wrong", "right"])
def test_killed_at_each_moment(drawing, code, enrolled, folder):
    """From its first system call to its last: whoever got an answer has been counted, what it leaves
    behind can be read, and the next try is as good as ever."""
    outcomes = set()
    frame = attempt(drawing.canonical)
    enrolled.count(failed(0))
    places = moments(frame, folder)
    assert len(places) > 40
    for moment in places:
        enrolled.count(failed(0))
        said = killed(frame, moment)
        counted = enrolled.counted().counts
        outcomes.add((said and said.code, counted))
        assert answer(attempt(RIGHT.canonical)) == Answer(checker.RIGHT, counted[1])
    # Before the count; after it; and a right one also after it was taken back.
    finished = (1, 0, 0) if drawing is RIGHT else (1, 1, 1)
    assert outcomes == {(None, (0, 0, 0)), (None, (1, 1, 1)), (None, finished), (code, finished)}


def test_killing_gives_no_guess_for_nothing(enrolled, folder):
    """Tries that are killed at one moment after the other: as many answers as were counted at most, and
    after the fifth count none."""
    enrolled.count(failed(0))
    frame, answers = attempt(WRONG.canonical), 0
    places = moments(frame, folder)
    for moment in places[-1:-30:-1]:
        done = traced(frame, "-o", "/dev/null", "-e", f"inject={moment[0]}:signal=KILL:when={moment[1]}")
        said = Answer.parsed(done.stdout)
        answers += said is not None and said.code == checker.WRONG
        assert answers <= enrolled.counted().last <= 5
    assert enrolled.counted().last == 5
    assert answer(attempt(RIGHT.canonical)).code == checker.LOCKED


@contextlib.contextmanager
def stopped_holding_the_lock(store: stores.Store):
    """alice's checker, stopped between its count and its answer, with the lock in its hand."""
    stopped: list[int] = []
    tracer = subprocess.Popen(
        ["strace", "-u", "alice", "-o", "/dev/null", "-e", "inject=fdatasync:signal=STOP:when=1", checker.PATH],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        tracer.stdin.write(attempt(WRONG.canonical))
        tracer.stdin.close()
        children = pathlib.Path(f"/proc/{tracer.pid}/task/{tracer.pid}/children")

        def is_stopped() -> bool:
            for pid in map(int, children.read_text().split()):
                try:
                    status = pathlib.Path(f"/proc/{pid}/stat").read_text()
                except (FileNotFoundError, ProcessLookupError):
                    continue  # strace tries ptrace out on a child of its own first
                if status.rpartition(")")[2].split()[0] in "tT" and store.counted().last > 0:
                    stopped.append(pid)
            return bool(stopped)

        checker.wait_until(is_stopped, "stopped")
        with open(store.tries(), "rb") as file, pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        for pid in stopped or [tracer.pid]:
            os.kill(pid, signal.SIGKILL)
        tracer.stdout.close()
        tracer.wait()


def test_stopped_checker_does_not_hang_sudo(sample, enrolled, log):
    """A try waits three seconds for the lock and is refused; then the password is asked for, and works.
    What it would forgive is not waited for once more."""
    sample("sudo")
    enrolled.count(failed(0))
    with stopped_holding_the_lock(enrolled):
        with terminal.run(*ALICE.command("sudo", "-k", "--", "id", "-u")) as session:
            session.answer("Pattern: ", RIGHT.typed)
            start = time.monotonic()
            session.answer("[sudo] password for alice: ", ALICE.password)
            assert 2.9 <= time.monotonic() - start < 4
            status, shown = session.finish()
            assert (status, shown.split()) == (0, ["0"])
            assert time.monotonic() - start < 5
    lines = [entry.text for entry in log() if entry.ours]
    assert [line.split("reason=")[1] for line in lines if "reason=" in line] == [
        "attempts is kept locked by another process"]
    assert enrolled.counted().counts == (1, 1, 1)


def test_stopped_checker_does_not_hang_a_locker(services, enrolled, log):
    """Nor its user's own locker; and another user does not even notice."""
    enrolled.count(failed(0))
    with stopped_holding_the_lock(enrolled):
        result = hosts.call(services.folder, services.probing(), "reply=" + RIGHT.typed, "call")
        assert result.codes == [pam.AUTHINFO_UNAVAIL]
        assert result.calls[0].milliseconds < 4000
        assert [entry.text.split("reason=")[1] for entry in log() if entry.ours] == [
            "checker says: attempts is kept locked by another process"]
        assert answer(attempt(SECOND.canonical, BOB.uid), BOB.uid) == Answer(checker.RIGHT, 0)


# --- One's own counter: the game, and the entry points


def test_guessing_between_successes_is_stopped(enrolled):
    """A program that runs as alice guesses four times after each of her own successes. The budget, 50,
    ends it, and no right pattern brings more."""
    enrolled.count(failed(0))
    guesses = 0
    for _ in range(20):
        for _ in range(4):
            said = answer(attempt(WRONG.canonical))
            guesses += said == Answer(checker.WRONG)
        if said.code == checker.LOCKED:
            break
        assert answer(attempt(RIGHT.canonical)) == Answer(checker.RIGHT, 4)
    assert guesses == 50
    for drawing in (RIGHT, WRONG):
        assert answer(attempt(drawing.canonical)) == Answer(checker.LOCKED, 0)
    assert enrolled.counted().total == 50


def _entry_points(user: str):
    """Calls what the module exports, as whoever loads it can, in every way."""
    libpam = ctypes.CDLL("libpam.so.0")
    module = ctypes.CDLL(str(world.security_folder() / world.MODULE))
    conversation = (ctypes.c_void_p * 2)()
    handle = ctypes.c_void_p()
    assert libpam.pam_start(b"other", user.encode(), ctypes.byref(conversation), ctypes.byref(handle)) == 0
    lines = [(), (b"strong",), (b"strong", b"debug"), (b"nouserok", b"others=yes"), (b"strong", b"strong"),
             (b"store=/var/lib/pam_pattern",)]
    codes = set()
    for words in lines:
        vector = (ctypes.c_char_p * (len(words) + 1))(*words, None)
        for name in ("pam_sm_authenticate", "pam_sm_setcred", "pam_sm_authenticate"):
            for flags in (0, 0x2, 0x4, 0x8, 0x10, 0x8000):
                codes.add((name, getattr(module, name)(handle, flags, len(words), vector)))
    assert module.pam_sm_authenticate(None, 0, 0, None) != pam.SUCCESS
    return codes


@pytest.mark.parametrize("account", [ALICE, BOB], ids=lambda account: account.name)
@pytest.mark.parametrize("failures", [5, 11])
def test_entry_points(failures, account, enrolled):
    """Called by alice's own process, or by bob's for her: nothing is forgiven, stamped or counted, and
    there is no success but that of setting no credentials."""
    enrolled.count(failed(failures))
    before = enrolled.contents()

    def body() -> pam.Outcome:
        codes = _entry_points("alice")
        opened = {name for name, code in codes if code == pam.SUCCESS}
        assert opened == {"pam_sm_setcred"}, codes
        return pam.Outcome()

    pam.in_child(body, (account.uid, account.uid))
    assert enrolled.contents() == before


def test_stack_of_ones_own(services, enrolled):
    """alice may write any stack for a program of hers: it forgives nothing in the system's store."""
    before = enrolled.contents()
    for lines in (["auth optional pam_pattern.so", "auth required pam_permit.so",
                   "auth optional pam_pattern.so strong"],
                  ["auth optional pam_pattern.so strong", "auth required pam_permit.so"]):
        name = services.write("own", *lines, "account required pam_permit.so")
        outcome = pam.use(name, "alice", pam.Script(), confdir=services.folder, uids=(ALICE.uid, ALICE.uid),
                          steps=("authenticate", "acct_mgmt", "setcred"))
        assert outcome.codes["authenticate"] == pam.SUCCESS
    assert enrolled.contents() == before
