"""The command patternctl: on standard input, on a terminal, and when something is in its way."""

import ctypes
import json
import os
import re
import signal
import stat
import subprocess
import time

import pytest

from harness import pam, store as stores, terminal, world
from harness.patterns import (
    ALL_NODES, LARGE, LONGEST, NOT_A_PATTERN, RIGHT, SECOND, TOO_SHORT, WRONG)
from harness.world import ALICE, BOB, CAROL, LENA

DONE, REFUSED, USAGE, NOT_ENROLLED, NOT_PERMITTED, UNUSABLE, INTERRUPTED = 0, 1, 2, 3, 5, 6, 130
FIRST, SECOND_PROMPT = "New pattern for alice (123/456/789): ", "The same again: "


@pytest.fixture
def cheap(settings):
    """The argument for settings in which a new hash costs little."""
    return "--" + settings("cost = 1")


@pytest.fixture
def control(store, cheap):
    """Runs patternctl as root on the test's own store."""

    def call(*words: str, typed: str | bytes = "", own: bool = True, **environment: str):
        own_places = [f"--store={store.path}", cheap] if own else []
        return run(*words, *own_places, typed=typed, **environment)

    return call


def run(*words: str, typed: str | bytes = "", account: world.Account | None = None,
        **environment: str) -> subprocess.CompletedProcess:
    command = ["patternctl", *words]
    typed = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run(
        account.command(*command) if account else command, input=typed, capture_output=True,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **environment}, timeout=60)
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    return done


def check_failed(done: subprocess.CompletedProcess, code: int, word: str = ""):
    """Exactly this code, and one line that says what, why and what to do."""
    assert done.returncode == code, done.stderr
    assert re.fullmatch(r"patternctl: [^\n]*\n", done.stderr), done.stderr
    assert word in done.stderr, done.stderr


def check_enrolled(store: stores.Store, account: world.Account, typed_canonical: str):
    """The record is as it must be, bytes, owner and mode, and its hash is of this pattern."""
    path = store.file(account)
    status = path.lstat()
    assert (stat.filemode(status.st_mode), status.st_uid, status.st_gid) == (
        "-rw-r-----", 0, world.group())
    match = re.fullmatch(
        r"pam_pattern credential 1\nuid=(\d+)\nname=(\S+)\ngrid=(\dx\d)\nenrolled=(\d+)\nhash=(\S+)\n",
        path.read_text())
    assert match, path.read_text()
    assert match[1] == str(account.uid) and match[2] == account.name
    assert match[3] == typed_canonical[:3]
    assert abs(int(match[4]) - time.time()) < 600
    assert match[5].startswith("$y$")
    assert stores.crypt.crypt(typed_canonical, match[5]) == match[5]
    assert os.listdir(store.credentials) == [str(account.uid)], "something else is left in the folder"
    status = store.tries(account).lstat()
    assert (stat.filemode(status.st_mode), status.st_uid, status.st_gid, status.st_nlink) == (
        "-rw-rw----", 0, world.group(), 1)
    assert status.st_size == 8192 and status.st_blocks * 512 >= 8192, "a hole needs space later"
    assert store.counted(account).counts[1:] == (0, 0)
    assert os.listdir(store.attempts) == [str(account.uid)], "something else is left in the folder"


# --- enroll, by standard input

ENROLLED = {
    "digits": (RIGHT.typed + "\n", (), RIGHT.canonical),
    "other spelling": (RIGHT.otherwise + "\n", (), RIGHT.canonical),
    "canonical": (RIGHT.canonical + "\n", (), RIGHT.canonical),
    "without a line feed": (RIGHT.typed, (), RIGHT.canonical),
    "all nodes": (ALL_NODES.typed + "\n", (), ALL_NODES.canonical),
    "numpad": (RIGHT.typed.translate(str.maketrans("123456789", "789456123")), ("--keypad=numpad",),
               RIGHT.canonical),
    "letters": (RIGHT.typed.translate(str.maketrans("123456789", "qweasdzxc")), ("--keypad", "letters"),
                RIGHT.canonical),
    "4x4": (LARGE.typed, ("--grid", "4"), LARGE.canonical),
    "6x6": (LONGEST.typed, ("--grid=6",), LONGEST.canonical),
}


@pytest.mark.parametrize("typed, options, canonical", ENROLLED.values(), ids=ENROLLED.keys())
def test_enroll(typed, options, canonical, control, store):
    done = control("enroll", "--user=alice", *options, typed=typed)
    assert (done.returncode, done.stderr) == (DONE, "")
    assert "alice" in done.stdout and RIGHT.nodes not in done.stdout
    check_enrolled(store, ALICE, canonical)


@pytest.mark.parametrize("mask", [0, 0o077, 0o777])
def test_enroll_whatever_the_umask(mask, control, store):
    before = os.umask(mask)
    try:
        done = control("enroll", "--user=alice", typed=RIGHT.typed)
    finally:
        os.umask(before)
    assert done.returncode == DONE
    check_enrolled(store, ALICE, RIGHT.canonical)


def test_enroll_anew_replaces(control, store):
    control("enroll", "--user=alice", typed=RIGHT.typed)
    before = store.file().stat().st_ino
    assert control("enroll", "--user=alice", typed=SECOND.typed).returncode == DONE
    check_enrolled(store, ALICE, SECOND.canonical)
    assert store.file().stat().st_ino != before, "written in place: a crash would have lost it"


def test_enrolling_twice_gives_two_hashes(control, store):
    """Salted: nobody sees from the store that two people, or one twice, chose the same."""
    control("enroll", "--user=alice", typed=RIGHT.typed)
    first = store.file().read_bytes()
    control("enroll", "--user=alice", typed=RIGHT.typed)
    assert store.file().read_bytes().split(b"hash=")[1] != first.split(b"hash=")[1]


# Lines that are no new pattern: options, input, word of the message.
REFUSED_LINES = {
    "too short": ((), TOO_SHORT, "short"),
    "three by filling": ((), "13", "short"),
    "not a pattern": ((), NOT_A_PATTERN, "not a pattern"),
    "of another grid": ((), LARGE.canonical, "not a pattern"),
    "empty line": ((), "\n", ""),
    "nothing": ((), "", ""),
    "two lines": ((), f"{RIGHT.typed}\n{RIGHT.typed}\n", "line"),
    "line and empty line": ((), f"{RIGHT.typed}\n\n", "line"),
    "NUL": ((), b"2943\x0057\n", "not a pattern"),
    "not UTF-8": ((), b"2943\xff57\n", "not a pattern"),
    "1 MiB": ((), b"2943 " * 210000, ""),
    "numbers without separators on 4x4": (("--grid=4",), "2116129", "not a pattern"),
}


@pytest.mark.parametrize("options, typed, word", REFUSED_LINES.values(), ids=REFUSED_LINES.keys())
def test_enroll_refuses(options, typed, word, control, store):
    store.enroll(drawing=SECOND)
    before = store.contents()
    check_failed(control("enroll", "--user=alice", *options, typed=typed), REFUSED, word)
    assert store.contents() == before


def test_refusal_does_not_repeat_what_was_typed(control):
    for typed in (NOT_A_PATTERN, TOO_SHORT, "294398x"):
        done = control("enroll", "--user=alice", typed=typed)
        assert typed not in done.stdout + done.stderr


def test_settings_for_new_patterns(settings, store):
    """grid, min_nodes and cost hold for new patterns, keypad for how they are typed."""
    conf = "--" + settings("grid = 4", "min_nodes = 7", "cost = 2", "keypad = letters")
    places = (f"--store={store.path}", conf, "--user=alice")
    assert run("enroll", *places, typed=LARGE.typed).returncode == DONE
    check_enrolled(store, ALICE, LARGE.canonical)
    libcrypt = ctypes.CDLL("libcrypt.so.1")
    libcrypt.crypt_gensalt.restype = ctypes.c_char_p
    setting = libcrypt.crypt_gensalt(b"$y$", ctypes.c_ulong(2), None, 0)
    assert setting.rsplit(b"$", 1)[0] + b"$" in store.file().read_bytes()
    letters = str.maketrans("123456789", "qweasdzxc")
    check_failed(
        run("enroll", *places, "--grid=3", typed=RIGHT.typed.translate(letters)), REFUSED, "7")
    assert run("enroll", *places, "--grid=3", typed=ALL_NODES.typed.translate(letters)).returncode == DONE


def test_min_nodes_never_decides_a_check(settings, system_store):
    """Who enrolled before the rule was made stronger still gets in."""
    system_store.enroll()
    kept = world.SETTINGS.read_text()
    try:
        world.SETTINGS.write_text("min_nodes = 9\ngrid = 5\n")
        assert run("verify", "--user=alice", typed=RIGHT.typed).returncode == DONE
    finally:
        world.SETTINGS.write_text(kept)


@pytest.mark.parametrize("line", ["cost = 0", "colour = red", "grid = 3\ngrid = 3"])
def test_bad_settings(line, settings, store):
    done = run("enroll", "--user=alice", f"--store={store.path}", "--" + settings(line),
               typed=RIGHT.typed)
    assert done.returncode not in (DONE, NOT_ENROLLED)
    check_failed(done, done.returncode, line.split()[0])
    assert store.contents() == {}


# --- enroll, on a terminal


@pytest.fixture
def session(store, cheap):
    """patternctl enroll on a terminal, inside a shell that shows how it ended and what it left."""

    def start(*words: str):
        command = " ".join(["patternctl", *words, "--typed", f"--store={store.path}", cheap])
        return terminal.run(
            "sh", "-c", f"trap : INT TERM; {command}; echo status=$?; read -r line; echo line=$line.")

    return start


def finish(session: terminal.Terminal, before: list, code: int) -> str:
    """Waits for the command's end; the terminal is as it was, and holds nothing typed ahead."""
    session.process.expect(r"status=(\d+)\r\n")
    shown, status = session.process.before, int(session.process.match[1])
    assert status == code, shown
    assert session.modes == before, "the terminal was not restored"
    session.process.sendline("next")
    session.process.expect_exact("line=next.")
    return shown


def test_enroll_on_a_terminal(session, store):
    with session("enroll", "--user=alice") as shell:
        before = shell.modes
        shell.answer(FIRST, RIGHT.typed)
        between = shell.answer(SECOND_PROMPT, RIGHT.otherwise)
        shown = between + finish(shell, before, DONE)
    assert RIGHT.typed not in shown and RIGHT.otherwise not in shown, "the terminal echoed"
    check_enrolled(store, ALICE, RIGHT.canonical)


def test_mismatch_keeps_the_first(session, store):
    with session("enroll", "--user=alice") as shell:
        before = shell.modes
        shell.answer(FIRST, RIGHT.typed)
        shell.answer(SECOND_PROMPT, WRONG.typed)
        shown = shell.answer(SECOND_PROMPT, RIGHT.typed)
        assert "same" in shown
        finish(shell, before, DONE)
    check_enrolled(store, ALICE, RIGHT.canonical)


@pytest.mark.parametrize("second", [WRONG.typed, TOO_SHORT, NOT_A_PATTERN, ""])
def test_mismatch_to_the_end(second, session, store):
    store.enroll(drawing=SECOND)
    kept = store.contents()
    with session("enroll", "--user=alice") as shell:
        before = shell.modes
        shell.answer(FIRST, RIGHT.typed)
        for _ in range(3):
            shell.answer(SECOND_PROMPT, second)
        finish(shell, before, REFUSED)
    assert store.contents() == kept


@pytest.mark.parametrize("first, word", [(TOO_SHORT, "short"), (NOT_A_PATTERN, "not a pattern")])
def test_unusable_first_line_is_asked_for_again(first, word, session, store):
    with session("enroll", "--user=alice") as shell:
        before = shell.modes
        shell.answer(FIRST, first)
        assert word in shell.answer(FIRST, RIGHT.typed)
        shell.answer(SECOND_PROMPT, RIGHT.typed)
        finish(shell, before, DONE)
    check_enrolled(store, ALICE, RIGHT.canonical)


# How a prompt ends without a line: what happens there, and the code.
ENDINGS = {
    "Ctrl-C": (lambda process: process.sendintr(), INTERRUPTED),
    "Ctrl-C in a half-typed line": (lambda process: (process.send("2943"), process.sendintr()),
                                    INTERRUPTED),
    "Ctrl-D": (lambda process: process.sendeof(), REFUSED),
    "empty line": (lambda process: process.sendline(""), REFUSED),
}


@pytest.mark.parametrize("prompts", [1, 2])
@pytest.mark.parametrize("act, code", ENDINGS.values(), ids=ENDINGS.keys())
def test_prompt_that_ends_without_a_line(act, code, prompts, session, store):
    if (act, prompts) == (ENDINGS["empty line"][0], 2):
        return  # A mismatch, which has a test of its own.
    store.enroll(drawing=SECOND)
    kept = store.contents()
    with session("enroll", "--user=alice") as shell:
        before = shell.modes
        if prompts == 2:
            shell.answer(FIRST, RIGHT.typed)
        shell.prompted(FIRST if prompts == 1 else SECOND_PROMPT)
        act(shell.process)
        shown = finish(shell, before, code)
        assert "2943" not in shown
        assert "patternctl: " in shown
    assert store.contents() == kept


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_signal_at_the_prompt(number, session, store):
    """Whatever ends it, the terminal echoes again."""
    with session("enroll", "--user=alice") as shell:
        before = shell.modes
        shell.prompted(FIRST)
        children = subprocess.run(["pgrep", "-x", "patternctl"], capture_output=True, text=True)
        os.kill(int(children.stdout), number)
        shell.process.expect(r"status=(\d+)\r\n")
        assert int(shell.process.match[1]) != DONE
        assert shell.modes == before
    assert store.contents() == {}


def test_stopped_at_the_prompt(store, cheap):
    """Ctrl-Z gives the terminal back, echo and all; brought back, it asks again."""
    with terminal.run("bash", "--norc", "-i", PS1="$ ") as shell:
        shell.process.expect_exact("$ ")
        shell.process.sendline(f"patternctl enroll --typed --user=alice --store={store.path} {cheap}")
        shell.prompted(FIRST)
        shell.process.send("\x1a")
        shell.process.expect_exact("Stopped")
        shell.process.expect_exact("$ ")
        shell.process.sendline("stty | grep -c -- -echo")
        shell.process.expect_exact("0\r\n")
        shell.process.sendline("fg")
        shell.answer(FIRST, RIGHT.typed)
        shell.answer(SECOND_PROMPT, RIGHT.typed)
        shell.process.expect_exact("Pattern set")
    check_enrolled(store, ALICE, RIGHT.canonical)


@pytest.mark.parametrize("command", ["enroll", "verify"])
def test_no_terminal(command, system_store):
    """Standard input is a terminal, but not one that the process controls: one clear line."""
    system_store.enroll()
    kept = system_store.contents()
    leader, follower = os.openpty()
    try:
        done = subprocess.run(
            ["setsid", "-w", "patternctl", command, "--user=alice"], stdin=follower,
            capture_output=True, text=True, timeout=60)
    finally:
        os.close(leader)
        os.close(follower)
    check_failed(done, REFUSED, "terminal")
    assert system_store.contents() == kept


# --- verify

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


def test_verify_refused_by_a_rule(system_store):
    system_store.enroll(LENA)
    check_failed(run("verify", "--user=lena", typed=RIGHT.typed), NOT_PERMITTED, "lena")


@pytest.mark.parametrize("fault", ["store folder missing", "garbage", "a DES hash"])
def test_verify_store_unusable(fault, system_store):
    system_store.enroll()
    stores.FAULTS[fault](system_store)
    check_failed(run("verify", "--user=alice", typed=RIGHT.typed), UNUSABLE)


# --- remove, list, status


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


@pytest.mark.parametrize("typed, code", VERIFIED.values(), ids=VERIFIED.keys())
def test_verify_ones_own(typed, code, system_store):
    system_store.enroll()
    done = run("verify", typed=typed, account=ALICE, SUDO_UID="0", SUDO_USER="root")
    assert done.returncode == code
    assert (done.stderr == "") == (code == DONE)


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


# --- explain

EXPLAINED = {
    RIGHT.typed: (RIGHT.nodes, "3x3", 6, None),
    RIGHT.otherwise: (RIGHT.nodes, "3x3", 6, None),
    RIGHT.canonical: (RIGHT.nodes, "3x3", 6, None),
    "19": (None, "3x3", 3, "too short"),
    "1": (None, "3x3", 1, "too short"),
    "1379": ("1-2-3-5-7-8-9", "3x3", 7, None),
    "0": (None, "3x3", 0, "not a pattern"),
    NOT_A_PATTERN: (None, "3x3", 0, "not a pattern"),
    "": (None, "3x3", 0, "not a pattern"),
    "\u0662\u0669\u0664\u0663": (None, "3x3", 0, "not a pattern"),
}


def test_explain_json():
    """One object a line, a line each; a list of patterns in one run."""
    done = run("explain", "--json", typed="".join(f"{line}\n" for line in EXPLAINED))
    assert (done.returncode, done.stderr) == (REFUSED, "")
    objects = [json.loads(line) for line in done.stdout.splitlines()]
    shapes = [(each.pop("features"), each.pop("meters")) for each in objects]
    assert [None not in shape for shape in shapes] == [each["valid"] for each in objects]
    assert objects == [
        {"pattern": pattern, "grid": grid, "length": length, "valid": reason is None, "reason": reason}
        for pattern, grid, length, reason in EXPLAINED.values()]


def test_explain_says_by_its_code_whether_all_are_valid():
    assert run("explain", typed=f"{RIGHT.typed}\n{SECOND.typed}\n").returncode == DONE
    assert run("explain", typed=f"{RIGHT.typed}\n19\n{SECOND.typed}\n").returncode == REFUSED
    check_failed(run("explain"), REFUSED)


@pytest.mark.parametrize("line", [b"\xff\xfe", b"2943\x00", b"1" * 100_000, b'"\\\x01'])
def test_explain_any_bytes(line):
    done = run("explain", "--json", typed=line + b"\n" + RIGHT.typed.encode() + b"\n")
    first, second = [json.loads(line) for line in done.stdout.splitlines()]
    assert second["pattern"] == RIGHT.nodes and second["valid"]
    assert first["valid"] == (line == b"") and first["pattern"] is None


@pytest.mark.parametrize("options, typed, canonical", [
    ((), RIGHT.typed, RIGHT.canonical),
    (("--grid", "4"), LARGE.typed, LARGE.canonical),
    (("--grid=6",), LONGEST.typed, LONGEST.canonical),
    (("--keypad=numpad",), RIGHT.typed.translate(str.maketrans("123456789", "789456123")),
     RIGHT.canonical),
    (("--keypad=letters",), "wcaesz", RIGHT.canonical),
    ((), LARGE.canonical, LARGE.canonical),
])
def test_explain_text(options, typed, canonical):
    """Canonical form, length, and a picture below."""
    done = run("explain", *options, typed=typed + "\n")
    assert (done.returncode, done.stderr) == (DONE, "")
    lines = done.stdout.splitlines()
    assert canonical in lines[0] and str(len(canonical.split("-"))) in lines[0]
    assert len(lines) > int(canonical[0])


def test_explain_picture_needs_no_utf8():
    done = run("explain", typed=RIGHT.typed + "\n", LC_ALL="C")
    assert done.returncode == DONE and done.stdout.isascii() and len(done.stdout.splitlines()) > 3


def test_explain_is_for_everybody():
    done = run("explain", "--json", typed=RIGHT.typed + "\n", account=ALICE)
    assert done.returncode == DONE and json.loads(done.stdout)["pattern"] == RIGHT.nodes


# --- who it is about, and who may

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


# --- the command line

USAGES = [
    (), ("frobnicate",), ("enroll", "--no-such-option"), ("enroll", "--user"), ("enroll", "--grid"),
    ("enroll", "--user=alice", "--grid=2"), ("enroll", "--user=alice", "--grid=7"),
    ("enroll", "--user=alice", "--grid=x"), ("enroll", "--user=alice", "--keypad=qwerty"),
    ("enroll", "--store=relative"), ("enroll", "--conf=relative"), ("list", "--user=alice"),
    ("status", "--grid=4"), ("explain", "--user=alice"), ("remove", "--user=alice", "--orphans"),
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


# --- a store that is in the way

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
