"""Hosts that are not root, such as screen lockers: the module asks the checker, and gives the same codes.

The application is native/caller.c, in C as lockers are; what a conversation sees is told by harness.pam.
"""

import ast
import os
import pathlib
import re
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest

from harness import checker, hosts, pam, store as stores, world
from harness.checker import Answer
from harness.patterns import LARGE, NOT_A_PATTERN, RIGHT, TOO_SHORT, WRONG
from harness.store import Attempts
from harness.world import ALICE, Account

# The account that daemons share: it has no home and no shell, and may have a pattern like any other.
NOBODY = Account("nobody", 65534, "")
ACCOUNTS = {"the account": ALICE, "nobody": NOBODY}


@pytest.fixture
def enrolled(system_store):
    system_store.enroll()
    system_store.enroll(NOBODY)
    return system_store


@pytest.fixture
def service(services):
    """A service in which our module alone decides, on the compiled-in store."""
    return lambda *options: services.probing(*options)


@pytest.fixture
def call(services):
    """Runs native/caller.c with the test's services."""
    return lambda name, *steps, **circumstances: hosts.call(services.folder, name, *steps, **circumstances)


def failed(account: Account, count: int, **changes) -> Attempts:
    """Attempts with so many wrong tries, the last of them just now."""
    seconds = int(float(pathlib.Path("/proc/uptime").read_text().split()[0]))
    values = {"last": count, "total": count, "boot": stores.boot_id(), "seconds": seconds}
    return Attempts(account.uid, **{**values, **changes})


# --- The same codes as for root


def _locked(count: int):
    return lambda store, account: store.count(failed(account, count), account)


# What is there, options, what is typed, the code, the prompts, what is said, and the log's reason.
VERDICTS = {
    "right": (None, (), [RIGHT.typed], pam.SUCCESS, ["Pattern: "], [], None),
    "other spelling": (None, (), [RIGHT.otherwise], pam.SUCCESS, ["Pattern: "], [], None),
    "wrong": (None, (), [WRONG.typed], pam.AUTH_ERR, ["Pattern: "], [], "wrong pattern"),
    "wrong, right": (
        None, ("tries=2",), [WRONG.typed, RIGHT.typed], pam.SUCCESS, ["Pattern: ", "Wrong. Pattern: "],
        ["1 wrong pattern since the last right one."], "wrong pattern"),
    "too short": (None, (), [TOO_SHORT], pam.AUTH_ERR, ["Pattern: "], [], "too short"),
    "not a pattern": (None, (), [NOT_A_PATTERN], pam.AUTH_ERR, ["Pattern: "], [], "not a pattern"),
    "empty": (None, (), [""], pam.AUTH_ERR, ["Pattern: "], [], "empty"),
    "cancelled": (None, (), [], pam.CONV_ERR, ["Pattern: "], [], "cancelled"),
    "a larger grid": (
        lambda store, account: store.enroll(account, LARGE), (), [LARGE.typed], pam.SUCCESS,
        ["Pattern (4x4): "], [], None),
    "letters": (None, ("keypad=letters",), ["wcadsz"], pam.AUTH_ERR, ["Pattern: "], [], "wrong pattern"),
    "locked for a minute": (
        _locked(5), (), [], pam.MAXTRIES, [],
        ["Pattern locked for 1 minute. (1 minute left to unlock)"], r"locked for [56]\d seconds"),
    "locked for four hours": (
        _locked(10), (), [], pam.MAXTRIES, [],
        ["Pattern locked for 4 hours. (240 minutes left to unlock)"], r"locked for 14\d\d\d seconds"),
    "locked for good": (
        _locked(11), (), [], pam.MAXTRIES, [], ["Pattern locked until the password is used."],
        "locked until the password is used"),
    "locked, and quiet": (
        _locked(11), ("quiet",), [], pam.MAXTRIES, [], [], "locked until the password is used"),
    "not enrolled": (
        lambda store, account: store.file(account).unlink(), (), [], pam.USER_UNKNOWN, [], [],
        "not enrolled"),
    "not enrolled, nouserok": (
        lambda store, account: store.file(account).unlink(), ("nouserok",), [], pam.IGNORE, [], [], None),
    "attempts missing, nouserok": (
        lambda store, account: store.tries(account).unlink(), ("nouserok",), [], pam.AUTHINFO_UNAVAIL,
        [], [], "checker says: attempts can't be used: No such file or directory"),
    "record damaged": (
        lambda store, account: store.write(b"x\n", account), (), [], pam.AUTHINFO_UNAVAIL, [], [],
        "checker says: credential is damaged"),
    "another service": (None, ("services=sudo",), [], pam.PERM_DENIED, [], [], "service"),
}


@pytest.mark.parametrize("account", ACCOUNTS.values(), ids=ACCOUNTS.keys())
@pytest.mark.parametrize(
    "prepare, options, replies, code, prompts, infos, reason", VERDICTS.values(), ids=VERDICTS.keys())
def test_verdicts(prepare, options, replies, code, prompts, infos, reason, account, enrolled, service,
                  services, log):
    if prepare:
        prepare(enrolled, account)
    outcome = pam.use(service(*options), account.name, pam.Script(*replies), confdir=services.folder,
                      uids=(account.uid, account.uid))
    assert (outcome.code, outcome.prompts, outcome.infos) == (code, prompts, infos)
    assert not any(message.style == pam.ERROR_MSG for message in outcome.messages)
    assert outcome.output == b""
    assert outcome.descriptors_after == outcome.descriptors_before
    reasons = [match["reason"] for entry in log() if (match := pam.REFUSAL.fullmatch(entry.text))]
    if reason is None:
        assert reasons == []
    else:
        assert len(reasons) == 1 and re.fullmatch(reason, reasons[0]), reasons


@pytest.mark.parametrize("account", ACCOUNTS.values(), ids=ACCOUNTS.keys())
def test_password_due(account, enrolled, service, services, log, pattern_conf):
    pattern_conf("strong_after_boot = yes\n")
    outcome = pam.use(service(), account.name, pam.Script(RIGHT.typed), confdir=services.folder,
                      uids=(account.uid, account.uid))
    assert (outcome.code, outcome.prompts) == (pam.PERM_DENIED, [])
    assert [entry.text.split("reason=")[1] for entry in log() if entry.ours] == ["password due"]


@pytest.fixture
def pattern_conf():
    """Writes /etc/security/pattern.conf."""
    kept = world.SETTINGS.read_bytes()
    yield world.SETTINGS.write_text
    world.SETTINGS.write_bytes(kept)


def test_others(enrolled, service, services, log):
    """A process of nobody's asks for alice: the rule refuses, and where it is lifted the checker does."""
    for options, code, reason in [
            ((), pam.PERM_DENIED, "others"),
            (("others=yes",), pam.AUTHINFO_UNAVAIL,
             "checker refuses: a user may ask for their own pattern alone")]:
        outcome = pam.use(service(*options), "alice", pam.Script(RIGHT.typed), confdir=services.folder,
                          uids=(NOBODY.uid, NOBODY.uid))
        assert (outcome.code, outcome.prompts) == (code, [])
        assert [entry.text.split("reason=")[1] for entry in log() if entry.ours] == [reason]
    assert enrolled.counted().counts == (0, 0, 0)


@pytest.mark.parametrize("option", ["conf={0}/pattern.conf", "store={0}/store", "store=/var/lib/pam_pattern"])
def test_other_places_are_for_root(option, enrolled, service, services, folder, log):
    """The checker knows the compiled-in paths alone."""
    (folder / "pattern.conf").write_text("tries = 2\n")
    stores.Store(folder / "store").enroll()
    outcome = pam.use(service(option.format(folder)), "alice", pam.Script(RIGHT.typed),
                      confdir=services.folder, uids=(ALICE.uid, ALICE.uid))
    assert (outcome.code, outcome.prompts) == (pam.SERVICE_ERR, [])
    assert [entry.text.split("reason=")[1] for entry in log() if entry.ours] == [
        "conf= and store= are for callers that are root"]


# --- Hosts that do something with their children


@pytest.mark.parametrize("account", ACCOUNTS.values(), ids=ACCOUNTS.keys())
@pytest.mark.parametrize("children", ["plain", "ignore", "reap"])
def test_children(children, account, enrolled, service, call):
    """Codes, and what is left behind: no zombie, no descriptor, no disposition and no mask changed."""
    steps = [f"reply={text}" for text in (RIGHT.typed, WRONG.typed, RIGHT.typed)] + ["call", "new"] * 3
    result = call(service(), *steps, uid=account.uid, user=account.name, children=children)
    assert result.codes == [pam.SUCCESS, pam.AUTH_ERR, pam.SUCCESS]
    assert result.left_behind == hosts.CLEAN
    assert enrolled.counted(account).counts == (3, 0, 1)
    enrolled.count(failed(account, 5), account)
    assert call(service(), "call", uid=account.uid, user=account.name, children=children) == hosts.Result(
        [hosts.Call(pam.MAXTRIES, 0, pytest.approx(0, abs=2000))], hosts.CLEAN)
    enrolled.file(account).unlink()
    result = call(service(), "call", uid=account.uid, user=account.name, children=children)
    assert (result.codes, result.prompts, result.left_behind) == ([pam.USER_UNKNOWN], [0], hosts.CLEAN)


@pytest.mark.parametrize("account", ACCOUNTS.values(), ids=ACCOUNTS.keys())
@pytest.mark.parametrize("children", ["plain", "ignore", "reap"])
def test_four_at_once(children, account, enrolled, service, call):
    """Each is a try of its own; four right ones all open, four wrong ones all count."""
    for text, code, counts in [(RIGHT.typed, pam.SUCCESS, (4, 0, 0)), (WRONG.typed, pam.AUTH_ERR, (8, 4, 4))]:
        result = call(service(), *[f"reply={text}"] * 4, "threads", uid=account.uid, user=account.name,
                      children=children)
        assert (result.codes, result.left_behind) == ([code] * 4, hosts.CLEAN)
        assert enrolled.counted(account).counts == counts


@pytest.mark.parametrize("children", ["plain", "ignore", "reap"])
def test_many_calls_leave_nothing(children, enrolled, service, call):
    result = call(service(), *["reply=" + RIGHT.typed, "call", "new"] * 40, children=children)
    assert (result.codes, result.left_behind) == ([pam.SUCCESS] * 40, hosts.CLEAN)


# --- A checker without its rights, missing, or not the checker

GROUP = "checker gets no rights: its group or a nosuid mount is wrong"


def check_unavailable(result: hosts.Result, log, reason: str, prompts: int = 0, codes: int = 1):
    """PAM_AUTHINFO_UNAVAIL, one line that says why, nothing left behind."""
    assert (result.codes, result.prompts) == ([pam.AUTHINFO_UNAVAIL] * codes, [prompts] * codes)
    assert result.left_behind == hosts.CLEAN
    assert [entry.text.split("reason=")[1] for entry in log() if entry.ours] == [reason] * codes
    assert all(call.milliseconds < 2000 for call in result.calls)


@pytest.mark.parametrize("children", ["plain", "ignore", "reap"])
def test_no_new_privileges(children, enrolled, service, call, log):
    result = call(service(), "call", after=("setpriv", "--no-new-privs"), children=children)
    check_unavailable(result, log, "checker gets no rights: NoNewPrivileges is set")


@pytest.mark.parametrize("uid", [ALICE.uid, NOBODY.uid])
def test_no_new_privileges_with_nouserok(uid, enrolled, service, call, log):
    """Not a proven absence."""
    user = "alice" if uid == ALICE.uid else "nobody"
    result = call(service("nouserok"), "call", after=("setpriv", "--no-new-privs"), uid=uid, user=user)
    check_unavailable(result, log, "checker gets no rights: NoNewPrivileges is set")


def _copy(folder: pathlib.Path, mode: int, group: int) -> pathlib.Path:
    copy = folder / "pattern-chkpwd"
    copy.write_bytes(checker.PATH.read_bytes())
    os.chown(copy, 0, group)
    copy.chmod(mode)
    return copy


@pytest.mark.parametrize("mode, group, options, reason", [
    (0o755, None, "", "checker has no set-group-ID bit"),
    (0o2755, 0, "", GROUP),
    (0o2755, None, "nosuid", GROUP),
    (0o644, None, "", "checker can't be run: Permission denied"),
], ids=["no s-bit", "wrong group", "nosuid", "not executable"])
def test_without_its_rights(mode, group, options, reason, enrolled, service, call, folder, log):
    copy = _copy(folder, mode, world.group() if group is None else group)
    check_unavailable(call(service(), "call", before=hosts.instead(copy, options)), log, reason)


def test_missing(enrolled, service, call, log):
    """As before the package is unpacked."""
    aside = checker.PATH.rename(checker.PATH.with_suffix(".aside"))
    try:
        check_unavailable(call(service(), "call"), log, "checker not found")
    finally:
        aside.rename(checker.PATH)


NO_ANSWER = "checker gave no answer"
READY = Answer(checker.READY, 3).frame
RIGHT_ANSWER = Answer(checker.RIGHT).frame


def once(body: str) -> str:
    """What a stand-in does when it is asked; what follows is for a try."""
    return f"if frame[8:9] == b'a':\n    say({READY!r}); sys.exit()\n{body}"


# What stands in for the checker, and how many prompts there are before it is found out.
STAND_INS = {
    "ends at once": ("sys.exit(0)", 0),
    "ends with a failure": ("sys.exit(1)", 0),
    "dies": ("os.kill(os.getpid(), signal.SIGSEGV)", 0),
    "ends without reading": ("os.close(0); os.close(1)", 0),
    "ends after reading": ("frame; sys.exit(0)", 0),
    "writes garbage": ("say(os.urandom(64))", 0),
    "writes zeros": ("say(bytes(18))", 0),
    "writes text": ("say(b'password ok')", 0),
    "the frame back": ("say(frame)", 0),
    "half a frame": (f"say({READY[:9]!r})", 0),
    "a frame without its last byte": (f"say({READY[:-1]!r})", 0),
    "a frame and a byte": (f"say({READY + b'x'!r})", 0),
    "two frames": (f"say({READY * 2!r})", 0),
    "another version": (f"say({READY.replace(b'-1', b'-2')!r})", 0),
    "an unknown code": (f"say({READY[:8] + bytes([10]) + READY[9:]!r})", 0),
    "code zero": (f"say({READY[:8] + bytes([0]) + READY[9:]!r})", 0),
    "a grid there is not": (f"say({Answer(checker.READY, 7).frame!r})", 0),
    "a grid out of all bounds": (f"say({Answer(checker.READY, 2**64 - 1).frame!r})", 0),
    "a text cut short": (f"say({Answer(checker.UNUSABLE, 0, 'x' * 50).frame[:-1]!r})", 0),
    "a text too long": (f"say({READY[:8] + bytes([7]) + bytes(8) + bytes([255]) + b'x' * 255!r})", 0),
    "64 KiB": ("say(b'x' * 65536)", 0),
    "right, though it was only asked": (f"frame; say({RIGHT_ANSWER!r})", 0),
    "wrong, though it was only asked": (f"frame; say({Answer(checker.WRONG).frame!r})", 0),
    "ready, then dies": (once("os.kill(os.getpid(), signal.SIGKILL)"), 1),
    "ready, then ends": (once("sys.exit(0)"), 1),
    "ready, then ready": (once(f"say({READY!r})"), 1),
    "ready, then half a success": (once(f"say({RIGHT_ANSWER[:-1]!r})"), 1),
    "ready, then a success and a byte": (once(f"say({RIGHT_ANSWER + bytes(1)!r})"), 1),
    "ready, then two successes": (once(f"say({RIGHT_ANSWER * 2!r})"), 1),
    "ready, then garbage": (once("say(os.urandom(18))"), 1),
}


@pytest.mark.parametrize("body, prompts", STAND_INS.values(), ids=STAND_INS.keys())
def test_stand_ins(body, prompts, enrolled, service, call, folder, log):
    """Never a success, never SIGPIPE, never a code but PAM_AUTHINFO_UNAVAIL."""
    path = hosts.stand_in(folder, "stand-in", body)
    result = call(service(), "reply=" + RIGHT.typed, "call", before=hosts.instead(path))
    check_unavailable(result, log, NO_ANSWER, prompts)


def test_answer_in_pieces(enrolled, service, call, folder):
    """A pipe may give a frame byte by byte."""
    path = hosts.stand_in(folder, "stand-in", once(
        f"for byte in {RIGHT_ANSWER!r}:\n    say(bytes([byte])); time.sleep(0.005)"))
    assert call(service(), "reply=" + RIGHT.typed, "call", before=hosts.instead(path)).codes == [pam.SUCCESS]


@pytest.mark.parametrize("text", ["two\nlines", "\x1b[31mred", "x reason=right"])
def test_text_of_an_answer_is_not_believed(text, enrolled, service, call, folder, log):
    """It goes into one log line without control characters."""
    path = hosts.stand_in(folder, "stand-in", f"say({Answer(checker.UNUSABLE, 0, text).frame!r})")
    assert call(service(), "call", before=hosts.instead(path)).codes == [pam.AUTHINFO_UNAVAIL]
    lines = [entry.text for entry in log() if entry.ours]
    assert len(lines) == 1 and lines[0].isprintable()
    assert " reason=checker says: " in lines[0]


def test_hanging(enrolled, service, call, folder, log):
    """Asked, it may take 3 seconds; for a try it has the time to wait for its lock and to hash. All at
    once here, to save time; they are ended, so that none stays behind."""
    marks = folder / "pids"
    marks.mkdir()
    marks.chmod(0o777)
    note = f"open('{marks}/' + str(os.getpid()), 'w').close()\n"
    asleep, stopped = note + "time.sleep(1000)", note + "os.kill(os.getpid(), signal.SIGSTOP)"
    # What it does, the host's way with children, prompts before, and the time it is given.
    cases = [(asleep, "plain", 0, 3000), (stopped, "plain", 0, 3000), (asleep, "reap", 0, 3000),
             (once(asleep), "ignore", 1, 15000)]

    def run(number: int) -> hosts.Result:
        body, children, _, _ = cases[number]
        path = hosts.stand_in(folder, f"stand-in-{number}", body)
        return call(name, "reply=" + RIGHT.typed, "call", children=children, before=hosts.instead(path))

    name = service()
    with ThreadPoolExecutor(len(cases)) as pool:
        results = list(pool.map(run, range(len(cases))))
    for result, (_, _, prompts, least) in zip(results, cases):
        assert (result.codes, result.prompts) == ([pam.AUTHINFO_UNAVAIL], [prompts])
        assert result.left_behind == hosts.CLEAN
        assert least <= result.calls[0].milliseconds < least + 2000
    assert [entry.text.split("reason=")[1] for entry in log() if entry.ours] == ["checker timed out"] * 4
    left = [pid for pid in os.listdir(marks) if os.path.exists(f"/proc/{pid}")]
    assert len(os.listdir(marks)) == 4 and left == []


def test_its_surroundings(enrolled, service, call, folder):
    """Nothing but its name, an empty environment, three descriptors, no signal blocked or ignored; the
    frame is complete, and its pipe's other end closed."""
    note = folder / "note"
    note.touch()
    note.chmod(0o666)
    path = hosts.stand_in(folder, "stand-in", (
        "rest = os.read(0, 1)\n"
        f"with open('{note}', 'w') as file:\n"
        "    status = open('/proc/self/status').read()\n"
        "    sets = [line for line in status.splitlines() if line.startswith(('SigBlk', 'SigIgn'))]\n"
        "    links = [(n, os.readlink('/proc/self/fd/' + n)) for n in os.listdir('/proc/self/fd')\n"
        "             if os.path.exists('/proc/self/fd/' + n)]\n"
        "    links = [(n, link.split(':')[0]) for n, link in links\n"
        "             if link not in (sys.argv[0], file.name) and '/proc/' not in link]\n"
        "    environ = open('/proc/self/environ').read()\n"
        "    print([frame, rest, sys.argv[1:], environ, sets, sorted(links)], file=file)"))
    call(service(), "call", before=hosts.instead(path), children="ignore",
         env={"LD_X": "y", "PATH": os.environ["PATH"]})
    frame, rest, arguments, environ, sets, links = ast.literal_eval(note.read_text())
    assert (frame, rest, arguments, environ) == (checker.ask(), b"", [], "")
    # Python itself ignores SIGPIPE and SIGXFSZ, and posix_spawn(3) the two signals that are libc's own.
    own = {signal.SIGPIPE, signal.SIGXFSZ, 32, 33}
    assert [int(line.split()[1], 16) & ~sum(1 << number - 1 for number in own) for line in sets] == [0, 0]
    assert [(number, kind) for number, kind in links if int(number) <= 2] == [
        ("0", "pipe"), ("1", "pipe"), ("2", "/dev/null")]
    assert all(kind != "pipe" and "socket" not in kind for number, kind in links if int(number) > 2), links


# --- Root's hosts


def _nothing(store):
    pass


@pytest.mark.parametrize("prepare", [
    _nothing, lambda store: store.file().unlink(), lambda store: stores.FAULTS["store folder missing"](store),
    lambda store: store.credentials.chmod(0), lambda store: store.tries().chmod(0),
    lambda store: stores.FAULTS["garbage"](store),
], ids=["sound", "not enrolled", "no store", "folder without rights", "attempts without rights", "garbage"])
@pytest.mark.parametrize("uids", [(0, 0), (ALICE.uid, 0)], ids=["root", "alice in a setuid program"])
def test_root_never_starts_the_checker(uids, prepare, enrolled, service, services, folder):
    prepare(enrolled)
    output = folder / "trace"
    program = [
        "strace", "-f", "-o", output, "-e", "trace=execve,execveat,clone,clone3,fork,vfork",
        "/usr/bin/python3", "-c",
        "import os, subprocess, sys\n"
        f"os.setresuid({uids[0]}, {uids[1]}, 0)\n"
        "os.execv(sys.argv[1], sys.argv[1:])", hosts.native.program("caller"), "plain", services.folder,
        service(), "alice", "reply=" + WRONG.typed, "call", "reply=" + RIGHT.typed, "call"]
    subprocess.run(program, check=True, capture_output=True, timeout=60)
    text = output.read_text()
    calls = text[text.rindex(str(hosts.native.program("caller"))):].splitlines()[1:]
    assert not [line for line in calls if "execve" in line or "clone" in line or "fork" in line]
    assert "pattern-chkpwd" not in text


def test_broken_for_root_is_not_handed_to_the_checker(enrolled, service, services, call, folder):
    """Even one that would say "right"."""
    path = hosts.stand_in(folder, "stand-in", once(f"say({RIGHT_ANSWER!r})"))
    stores.FAULTS["garbage"](enrolled)
    result = call(service(), "reply=" + RIGHT.typed, "call", uid=0, before=hosts.instead(path))
    assert (result.codes, result.prompts) == ([pam.AUTHINFO_UNAVAIL], [0])


def test_store_that_even_root_may_not_read(enrolled, service, services, folder, log):
    """As under a security module, or on a foreign disk: root does not ask the checker then, either."""
    path = hosts.stand_in(folder, "stand-in", once(f"say({RIGHT_ANSWER!r})"))
    strace = ("strace", "-f", "-o", "/dev/null", "-P", str(world.STORE), "-e", "trace=openat",
              "-e", "inject=openat:error=EACCES")
    result = hosts.call(services.folder, service(), "reply=" + RIGHT.typed, "call", uid=0,
                        before=(*hosts.instead(path), *strace))
    check_unavailable(result, log, "store folder can't be used: Permission denied")


def test_checker_is_asked_only_where_the_store_is_out_of_reach(enrolled, service, call, folder):
    """A rule that refuses needs nobody to be asked."""
    mark = folder / "mark"
    mark.mkdir()
    mark.chmod(0o777)
    path = hosts.stand_in(folder, "stand-in", f"open('{mark}/started', 'w').close()")
    for options in (("services=sudo",), ("conf=/nonexistent",), ("trise=3",)):
        call(service(*options), "call", before=hosts.instead(path))
    call(service(), "call", before=hosts.instead(path), user="bob")
    call(service(), "call", before=hosts.instead(path), user="zorro")
    assert list(mark.iterdir()) == []
    call(service(), "call", before=hosts.instead(path))
    assert len(list(mark.iterdir())) == 1


def test_store_that_anybody_reads(enrolled, service, call, log):
    """An unprivileged module that can read everything still may not believe a store like that."""
    enrolled.credentials.chmod(0o755)
    enrolled.attempts.chmod(0o755)
    result = call(service(), "reply=" + RIGHT.typed, "call")
    check_unavailable(result, log, "credentials folder has a wrong mode")
