"""patternctl audit: common patterns tried against stored credentials, interrupted and resumed."""

import functools
import json
import os
import pathlib
import re
import signal
import subprocess
import time

import pytest

from harness import snapshot, store as stores, terminal, world
from harness.patterns import LARGE, RIGHT, SECOND, Drawing
from harness.world import ALICE, BOB, CAROL, LENA

DONE, FOUND, USAGE, NOT_ENROLLED, NOT_PERMITTED, UNUSABLE, INTERRUPTED = 0, 1, 2, 3, 5, 6, 130

# One each of what people choose: the 1st and the 15th of the list, one that is likely though it is not
# listed (between the 300th and the 1,000th guess), and one of the 2,000th to 3,000th.
FIRST = Drawing("3x3:1-2-3-6", "1236")
FIFTEENTH = Drawing("3x3:3-2-1-4", "3214")
LIKELY = Drawing("3x3:6-3-2-1", "6321")
LATE = Drawing("3x3:5-2-3-6-9-8", "523698")
# The shape of the first on 4x4, in the middle.
FIRST_ON_4X4 = Drawing("4x4:6-7-8-12", "6 7 8 12")
# Drawings that no list has, for as many guesses as a test wants to last.
UNLIKELY = [RIGHT, SECOND]


@functools.cache
def yescrypt(canonical: str, salt: str) -> str:
    """A hash at cost 1: a millisecond a guess."""
    hashed = stores.crypt.crypt(canonical, f"$y$j75${salt}$")
    assert hashed.startswith("$y$"), hashed
    return hashed


def enroll(store: stores.Store, account: world.Account, drawing: Drawing):
    store.enroll(account, drawing, hash=yescrypt(drawing.canonical, f"{account.uid:08}"))


@pytest.fixture
def four(store) -> stores.Store:
    """Patterns of which two are among the first hundred guesses, and one among the first thousand."""
    for account, drawing in ((ALICE, FIRST), (BOB, FIFTEENTH), (CAROL, LIKELY), (LENA, RIGHT)):
        enroll(store, account, drawing)
    return store


@pytest.fixture
def long(store) -> stores.Store:
    """Patterns that take some seconds to try the first 3,000 guesses on; one is found, late."""
    for index, drawing in enumerate(UNLIKELY):
        enroll(store, world.Account(f"user{index}", 60_000 + index, ""), drawing)
    enroll(store, world.Account("late", 60_002, ""), LATE)
    return store


LONG_ANSWER = """\
USER  GRID  AMONG THE FIRST
late  3x3   3,000

1 of 3 patterns is among the first 3,000 guesses.
Ask for another pattern: patternctl enroll.
"""


def command(store: stores.Store, *words: str) -> list[str]:
    return ["patternctl", "audit", f"--store={store.path}", *words]


def audit(store: stores.Store, *words: str, prefix: tuple[str, ...] = ()) -> subprocess.CompletedProcess:
    return subprocess.run(
        [*prefix, *command(store, *words)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=300, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"})


def state(store: stores.Store) -> pathlib.Path:
    return store.path / "audit"


def tried(store: stores.Store) -> int:
    """How many guesses the state says were tried; it must be whole whenever somebody looks."""
    try:
        text = state(store).read_text()
    except FileNotFoundError:
        return 0
    lines = text.splitlines()
    assert lines[0] == "pam_pattern audit 1" and re.fullmatch("order=[0-9a-f]{16}", lines[1])
    assert text.endswith("\n")
    count = 0
    for line in lines[2:]:
        match = re.fullmatch(r"\d+ [0-9a-f]{16} (tried (\d+)|found (0 10|10 100|100 1000|1000 \d+))", line)
        assert match, line
        count += int(match[2] or 0)
    return count


def check_failed(done: subprocess.CompletedProcess, code: int, message: str):
    assert (done.returncode, done.stdout, done.stderr) == (code, "", f"patternctl: {message}\n")


def processes() -> list[int]:
    """All that are an audit or a worker of one."""
    found = subprocess.run(["pgrep", "-x", "patternctl"], capture_output=True, text=True)
    return [int(word) for word in found.stdout.split()]


def wait_until(condition, what: str, seconds: float = 20):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"waited for {what}"
        time.sleep(0.02)


# --- what it finds


def test_tells_among_which_guesses(four):
    done = audit(four, "--top=1000")
    assert (done.returncode, done.stderr) == (FOUND, "")
    assert done.stdout == (
        "USER   GRID  AMONG THE FIRST\n"
        "alice  3x3   10\n"
        "bob    3x3   100\n"
        "carol  3x3   1,000\n"
        "\n"
        "3 of 4 patterns are among the first 1,000 guesses.\n"
        "Ask for another pattern: patternctl enroll.\n")


def test_json(four):
    done = audit(four, "--json", "--top", "1000")
    assert (done.returncode, done.stderr) == (FOUND, "")
    assert len(done.stdout.splitlines()) == 1

    def row(account, among):
        return {"user": account.name, "uid": account.uid, "grid": "3x3", "found": among is not None,
                "among_first": among, "problem": None}

    assert json.loads(done.stdout) == {
        "guesses": 1000, "found": 3,
        "users": [row(ALICE, 10), row(BOB, 100), row(CAROL, 1000), row(LENA, None)]}


@pytest.mark.parametrize("words, found", [
    (("--top=1",), 1), (("--top=14",), 1), (("--top=15",), 2), ((), 2), (("--top=300",), 2)])
def test_how_many_are_tried(words, found, four):
    """A hundred unless it is said: what the blocklist refuses."""
    assert json.loads(audit(four, "--json", *words).stdout)["found"] == found


def test_nothing_found(store):
    enroll(store, ALICE, RIGHT)
    done = audit(store)
    assert (done.returncode, done.stderr) == (DONE, "")
    assert done.stdout == "None of 1 pattern is among the first 100 guesses.\n"


def test_nobody_enrolled(store):
    done = audit(store)
    assert (done.returncode, done.stdout, done.stderr) == (DONE, "No pattern is enrolled.\n", "")


def test_pattern_that_was_enrolled(store, settings):
    conf = "--" + settings("cost = 1")
    subprocess.run(
        ["patternctl", "enroll", "--user=alice", f"--store={store.path}", conf], input=RIGHT.typed, text=True,
        check=True, stdout=subprocess.DEVNULL)
    assert audit(store, conf).returncode == DONE


def test_all_patterns(store):
    """The whole of 3x3. sha256crypt, with the fewest rounds, is the quickest there is."""
    store.enroll(ALICE, LATE)
    done = audit(store, "--all", "--json")
    assert done.returncode == FOUND
    report = json.loads(done.stdout)
    assert report["guesses"] == 389_112
    assert report["users"][0]["among_first"] == 389_112, "between 1,000 and all there is no step"


def test_larger_grids(store):
    enroll(store, ALICE, FIRST_ON_4X4)
    enroll(store, BOB, LARGE)
    rows = json.loads(audit(store, "--json").stdout)["users"]
    assert [(row["grid"], row["among_first"]) for row in rows] == [("4x4", 10), ("4x4", None)]


@pytest.mark.parametrize("setting", [
    "$y$j75$saltsalt$", "$gy$j75$saltsalt$", "$7$8/..../....saltsalt$", "$6$rounds=1000$saltsalt$",
    "$5$rounds=1000$saltsalt$"])
def test_every_method(setting, store):
    store.enroll(ALICE, FIRST, hash=stores.crypt.crypt(FIRST.canonical, setting))
    store.enroll(BOB, RIGHT, hash=stores.crypt.crypt(RIGHT.canonical, setting))
    assert [row["found"] for row in json.loads(audit(store, "--json").stdout)["users"]] == [True, False]


def test_one_user(four):
    done = audit(four, "--user=bob", "--json")
    assert done.returncode == FOUND
    assert [row["user"] for row in json.loads(done.stdout)["users"]] == ["bob"]
    assert audit(four, "--user=lena").returncode == DONE
    four.file(ALICE).unlink()
    check_failed(audit(four, "--user=alice"), NOT_ENROLLED, "alice: has no pattern; nothing to audit")
    check_failed(
        audit(four, "--user=nobody-here"), FOUND,
        "nobody-here: the system knows no such user; see getent passwd")


def test_changes_nothing(four):
    """No try is counted, no record is written, and nothing is left behind."""
    four.count(stores.Attempts(last=4, cleared_to=1, total=3))
    before = snapshot.of(four.path)
    times = {path: path.stat().st_mtime_ns for path in four.path.rglob("*")}
    assert audit(four).returncode == FOUND
    assert snapshot.of(four.path) == before
    assert {path: path.stat().st_mtime_ns for path in four.path.rglob("*")} == times


def test_tells_no_pattern(four):
    """Neither on the way nor in the end, nor in what it keeps."""
    said = ""
    for words in ((), ("--json",), ("--top=1000",)):
        done = audit(four, *words)
        said += done.stdout + done.stderr
    for drawing in (FIRST, FIFTEENTH, LIKELY, RIGHT):
        assert drawing.nodes not in said and drawing.typed not in said


# --- what is in its way


@pytest.mark.parametrize("fault", ["garbage", "a DES hash", "wrong owner", "symlink", "with a second name"])
def test_record_that_can_not_be_used(fault, four):
    stores.FAULTS[fault](four)
    done = audit(four)
    assert (done.returncode, done.stderr) == (FOUND, "")
    assert re.search(r"^bob +3x3 +100$", done.stdout, re.M)
    assert re.search(r"^alice: not tried: credential .+$", done.stdout, re.M), done.stdout
    assert "1 of 3 patterns is among" in done.stdout
    for account in (BOB, CAROL):
        four.file(account).unlink()
    done = audit(four, "--json")
    assert (done.returncode, done.stderr) == (UNUSABLE, "patternctl: 1 of 2 records could not be tried\n")
    row = json.loads(done.stdout)["users"][0]
    assert row["found"] is None and row["problem"].startswith("credential ")


@pytest.mark.parametrize("fault", ["store folder missing", "credentials folder missing",
                                   "credentials folder open to all", "store folder writable by all"])
def test_store_that_can_not_be_used(fault, four):
    stores.FAULTS[fault](four)
    done = audit(four)
    assert (done.returncode, done.stdout) == (UNUSABLE, "")
    assert re.fullmatch(rf"patternctl: {re.escape(str(four.path))}: (store|credentials) folder .+\n", done.stderr)


def test_only_root_may(four):
    done = subprocess.run(ALICE.command("patternctl", "audit"), capture_output=True, text=True)
    check_failed(done, NOT_PERMITTED, "only root may audit patterns; run it with sudo")


@pytest.mark.parametrize("words, message", [
    (("--top=0",), "--top 0: needs a number from 1 to 389112"),
    (("--top=389113",), "--top 389113: needs a number from 1 to 389112"),
    (("--top=ten",), "--top ten: needs a number from 1 to 389112"),
    (("--top=5", "--all"), "only one of --top and --all can be given"),
    (("--grid=3",), "--grid does not go with audit"),
])
def test_usage(words, message, store):
    check_failed(audit(store, *words), USAGE, f"{message}; see patternctl --help")


# --- interrupted and resumed


def test_interrupted_on_a_terminal(long):
    with terminal.run(*command(long, "--top=3000")) as session:
        # The bar moves, and tells the time.
        session.process.expect(
            r"\r\[#+ *\] ([\d,]+) of 9,000 guesses \((\d+) %\), 0 found, [\dmins ]+ left")
        assert 0 < int(session.process.match[2]) < 100
        wait_until(lambda: tried(long) > 0, "the state")
        session.process.sendintr()
        status, rest = session.finish()
    assert status == INTERRUPTED
    match = re.search(
        r"\r {50,}\rpatternctl: interrupted after ([\d,]+) of 9,000 guesses \((\d+) %\); "
        r"the same command goes on from there\r\n$", rest)
    assert match, rest
    # What was tried beyond a guess that is still under way is tried again.
    assert 0 < tried(long) <= int(match[1].replace(",", "")) < 9_000
    status = state(long).stat()
    assert (status.st_mode & 0o7777, status.st_uid) == (0o600, 0)
    assert processes() == []
    done = audit(long, "--top=3000")
    assert (done.returncode, done.stdout, done.stderr) == (FOUND, LONG_ANSWER, "")
    assert not state(long).exists()


def test_undisturbed(long):
    """In a pipe nothing is shown on the way."""
    done = audit(long, "--top=3000")
    assert (done.returncode, done.stdout, done.stderr) == (FOUND, LONG_ANSWER, "")
    assert sorted(os.listdir(long.path)) == ["attempts", "credentials"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_ended_by_a_signal(number, long):
    """Whatever ends it, and however often, the next run goes on and gives the same answer."""
    reached = 0
    for _ in range(2):
        process = subprocess.Popen(
            command(long, "--top=3000"), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        wait_until(lambda: tried(long) > reached or process.poll() is not None, "progress")
        assert process.poll() is None, "it ended before it was interrupted"
        process.send_signal(number)
        output, errors = process.communicate(timeout=30)
        assert output == ""
        if number == signal.SIGKILL:
            assert (process.returncode, errors) == (-signal.SIGKILL, "")
        else:
            assert process.returncode == INTERRUPTED
            assert errors.startswith("patternctl: interrupted after ")
        assert tried(long) > reached, "it began anew"
        reached = tried(long)
        wait_until(lambda: processes() == [], "the end of the workers", 10)
    done = audit(long, "--top=3000")
    assert (done.returncode, done.stdout, done.stderr) == (FOUND, LONG_ANSWER, "")
    assert not state(long).exists()


def interrupt(store: stores.Store, *words: str):
    """Ends an audit that has tried more than a few guesses, and is far from its end."""
    process = subprocess.Popen(command(store, *words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until(lambda: tried(store) > 100 or process.poll() is not None, "progress")
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == INTERRUPTED


def test_what_was_tried_is_not_tried_again(long):
    """Seen by a state that says of everybody what is not so."""
    interrupt(long, "--top=3000")
    lines = state(long).read_text().splitlines()
    first = re.fullmatch(r"60000 ([0-9a-f]{16}) tried \d+", lines[2])
    assert first
    # user0 was found, so it says, and late was tried to the end.
    wrong = lines[:2] + [f"60000 {first[1]} found 10 100"]
    state(long).write_text("\n".join(wrong) + "\n")
    report = json.loads(audit(long, "--top=3000", "--json").stdout)
    assert {row["user"]: row["among_first"] for row in report["users"] if row["found"]} == {
        "user0": 100, "late": 3000}


def test_changed_credential_is_tried_anew(long):
    interrupt(long, "--top=3000")
    assert re.match(r"60000 [0-9a-f]{16} tried \d+", state(long).read_text().splitlines()[2])
    account = world.Account("user0", 60_000, "")
    long.enroll(account, FIRST, hash=yescrypt(FIRST.canonical, "anothers"))
    rows = json.loads(audit(long, "--top=1500", "--json").stdout)["users"]
    assert rows[0]["among_first"] == 10


def test_run_of_one_user_keeps_the_rest(long):
    """An audit of one account, or of fewer guesses, does not forget what a longer one has done."""
    interrupt(long, "--top=3000")
    before = tried(long)
    enroll(long, ALICE, FIRST)
    assert audit(long, "--user=alice").returncode == FOUND
    assert tried(long) == before
    assert audit(long, "--top=10").returncode == FOUND
    assert 0 < tried(long) <= before


def test_one_at_a_time(long):
    process = subprocess.Popen(command(long, "--all"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: len(processes()) > 1, "the workers")
        check_failed(
            audit(long), UNUSABLE,
            f"{long.path}: audit's state is kept locked by another process; wait for the audit that is under way")
    finally:
        process.kill()
        process.wait()


def test_state_that_others_may_change(four):
    state(four).write_text("pam_pattern audit 1\norder=0000000000000000\n")
    state(four).chmod(0o644)
    check_failed(
        audit(four), UNUSABLE, f"{four.path}: audit's state has a wrong mode; remove the file audit there")
    state(four).unlink()
    state(four).symlink_to("/etc/passwd")
    assert audit(four).returncode == UNUSABLE


@pytest.mark.parametrize("content, note", [
    ("half a li", "patternctl: audit's state is damaged: all is tried anew\n"),
    ("pam_pattern audit 1\norder=0000000000000000\n51001 0123456789abcdef tried 99\n", ""),
])
def test_state_that_is_of_no_use(content, note, four):
    state(four).write_text(content)
    state(four).chmod(0o600)
    done = audit(four)
    assert (done.returncode, done.stderr) == (FOUND, note)
    assert "2 of 4 patterns are among the first 100 guesses." in done.stdout
    assert not state(four).exists()


def test_state_that_can_not_be_saved(long):
    """A read-only store: the audit goes on, and tells when it would have been needed."""
    process = subprocess.Popen(
        ["unshare", "-m", "sh", "-c",
         f'mount --bind {long.path} {long.path} && mount -o remount,ro,bind {long.path} && exec "$@"', "-",
         *command(long, "--top=3000")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: len(processes()) > 1, "the workers")
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=30)
    assert (process.returncode, output) == (INTERRUPTED, "")
    assert "can't go on from there" in errors and len(errors.splitlines()) == 1, errors


# --- workers


@pytest.mark.parametrize("prefix", [(), ("taskset", "-c", str(min(os.sched_getaffinity(0))))])
def test_one_worker_for_each_processor(prefix, long):
    count = 1 if prefix else len(os.sched_getaffinity(0))
    process = subprocess.Popen([*prefix, *command(long, "--all")], stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: len(processes()) == 1 + count, "the workers")
    finally:
        process.kill()
        process.wait()
    wait_until(lambda: processes() == [], "the end of the workers", 10)


def test_worker_that_is_killed(long):
    """What it was at is told; the others go on. With none left there is nothing to go on with."""
    process = subprocess.Popen(
        command(long, "--top=3000", "--json"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: tried(long) > 0, "progress")
    workers = [number for number in processes() if number != process.pid]
    os.kill(workers[0], signal.SIGKILL)
    if len(workers) == 1:
        pytest.skip("one processor: no worker is left")
    output, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (FOUND, "")
    rows = json.loads(output)["users"]
    failed = [row for row in rows if row["problem"]]
    assert len(failed) == 1 and failed[0]["problem"] == "can't be hashed, for lack of memory"
    assert rows[-1]["among_first"] == 3000


def test_all_workers_killed(long):
    process = subprocess.Popen(
        command(long, "--all"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: tried(long) > 0, "progress")
    for number in processes():
        if number != process.pid:
            os.kill(number, signal.SIGKILL)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (UNUSABLE, "")
    assert errors == "patternctl: no process can try patterns; see how much memory is free\n"
