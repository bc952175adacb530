"""Locks as people, programs and administrators meet them: when, how long, what is said, what lifts them.

Nothing here waits: time is set off by a time namespace, and the next start is another boot id.
"""

import calendar
import csv
import fcntl
import json
import os
import pathlib
import re
import subprocess
import time

import pytest

from harness import clock, pam, store as stores, world
from harness.attempt import CHECKER, IN_PROCESS, PATIENCE, SLACK, WAYS, Attempts
from harness.patterns import NOT_A_PATTERN, RIGHT, TOO_SHORT, WRONG
from harness.services import NAME
from harness.snapshot import Kept
from harness.world import ALICE, BOB

DENY, BUDGET = 5, 50
PROMPT, AGAIN = "Pattern: ", "Wrong. Pattern: "
UNTIL_PASSWORD = "Pattern locked until the password is used."
# Failures so far, and for how long no further try is looked at: None until the password.
WAITS = {5: 60, 6: 300, 7: 900, 8: 1800, 9: 5400, 10: 14400, 11: None}
# Seconds that are left, and what is said of them: whole minutes, rounded up. As time passes in a test,
# too, none is so near to a minute's end that it would matter.
SOON = 30
SAID = {
    SOON: "Pattern locked for 1 minute. (1 minute left to unlock)",
    60: "Pattern locked for 1 minute. (1 minute left to unlock)",
    90: "Pattern locked for 2 minutes. (2 minutes left to unlock)",
    300: "Pattern locked for 5 minutes. (5 minutes left to unlock)",
    900: "Pattern locked for 15 minutes. (15 minutes left to unlock)",
    1800: "Pattern locked for 30 minutes. (30 minutes left to unlock)",
    3600: "Pattern locked for 1 hour. (60 minutes left to unlock)",
    3630: "Pattern locked for 1 hour 1 minute. (61 minutes left to unlock)",
    5400: "Pattern locked for 1 hour 30 minutes. (90 minutes left to unlock)",
    14400: "Pattern locked for 4 hours. (240 minutes left to unlock)",
}


def test_waits_are_those_of_the_oracle():
    path = world.CHECKOUT / "Tests/TestSupport/Oracles/throttle.tsv"
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    rows = {int(failures): None if wait == "locked" else int(wait)
            for failures, wait in csv.reader(lines, delimiter="\t")}
    assert rows == dict.fromkeys(range(DENY), 0) | WAITS


@pytest.fixture
def enrolled(system_store) -> stores.Store:
    system_store.enroll()
    return system_store


@pytest.fixture
def attempt(services, enrolled):
    """Uses our module alone on the store that the checker knows: answers in, outcome out."""

    def call(*replies: pam.Answer, options: tuple[str, ...] = (), uid: int = IN_PROCESS,
             **circumstances) -> pam.Outcome:
        return pam.use(services.probing(*options), "alice", pam.Script(*replies),
                       confdir=services.folder, uids=(uid, uid), **circumstances)

    return call


@pytest.fixture
def configured():
    """Writes the settings at the compiled-in path."""
    kept = Kept(world.SETTINGS.parent)

    def write(*lines: str):
        kept.path(world.SETTINGS.name).write_text("".join(f"{line}\n" for line in lines))

    yield write
    kept.restore()


def failed(count: int, *, total: int | None = None, ago: int = 0) -> stores.Attempts:
    """So many wrong tries, the last of them so many seconds ago."""
    return stores.Attempts(
        last=count, total=count if total is None else total, boot=stores.boot_id(),
        seconds=clock.seconds_since_boot() - ago)


def check_locked(outcome: pam.Outcome, said: str):
    """Nothing was asked, and this was said, once."""
    assert outcome.code == pam.MAXTRIES
    assert outcome.messages == [pam.Message(pam.TEXT_INFO, said)]
    assert outcome.batches == [1]
    assert max(outcome.delays) == 0 and outcome.token is None


# --- when it locks


@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
def test_fifth_wrong_try_locks(uid, attempt, enrolled, log):
    for number in range(1, DENY + 1):
        outcome = attempt(WRONG.typed, uid=uid)
        assert (outcome.code, outcome.prompts, outcome.infos) == (pam.AUTH_ERR, [PROMPT], [])
        assert enrolled.counted().counts == (number, number, number)
    for reply in (WRONG.typed, RIGHT.typed):
        log()
        check_locked(attempt(reply, uid=uid), SAID[60])
        lines = [match for entry in log() if (match := pam.REFUSAL.fullmatch(entry.text))]
        assert len(lines) == 1 and re.fullmatch(r"locked for (60|[45]\d) seconds", lines[0]["reason"])
        assert lines[0]["what"] == "authentication failure" and lines[0]["user"] == "alice"
    assert enrolled.counted().counts == (DENY, DENY, DENY), "what was not looked at was counted"


@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
@pytest.mark.parametrize("reply, code", [
    ("", pam.AUTH_ERR), (TOO_SHORT, pam.AUTH_ERR), (NOT_A_PATTERN, pam.AUTH_ERR),
    ("4x4:" + RIGHT.nodes, pam.AUTH_ERR), (pam.FAILS, pam.CONV_ERR), (pam.NO_TEXT, pam.CONV_ERR),
    (pam.NOT_YET, pam.INCOMPLETE)], ids=str)
def test_what_is_no_try_does_not_count(reply, code, uid, attempt, enrolled):
    enrolled.count(failed(DENY - 1))
    before = enrolled.contents()
    for _ in range(DENY + 1):
        assert attempt(reply, uid=uid).code == code
    assert enrolled.contents() == before
    assert attempt(RIGHT.typed, uid=uid).code == pam.SUCCESS


@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
@pytest.mark.parametrize("failures", range(DENY, 12))
def test_each_wait_to_its_end(failures, uid, attempt, enrolled):
    """Before its end it is locked; at its end the next try is looked at, and locks for longer."""
    wait = WAITS[failures]
    enrolled.count(failed(failures))
    if wait is None:
        # Not even a year later; a clock that runs backwards has no way to.
        check_locked(clock.shifted(366 * 86400, lambda: attempt(RIGHT.typed, uid=uid)), UNTIL_PASSWORD)
        return
    check_locked(attempt(RIGHT.typed, uid=uid), SAID[wait])
    check_locked(clock.shifted(wait - SOON, lambda: attempt(RIGHT.typed, uid=uid)), SAID[SOON])
    outcome = clock.shifted(wait, lambda: attempt(WRONG.typed, uid=uid))
    assert (outcome.code, outcome.prompts) == (pam.AUTH_ERR, [PROMPT])
    assert enrolled.counted().counts == (failures + 1,) * 3
    longer = WAITS[failures + 1]
    check_locked(clock.shifted(wait, lambda: attempt(RIGHT.typed, uid=uid)),
                 SAID[longer] if longer else UNTIL_PASSWORD)
    if longer:
        outcome = clock.shifted(wait + longer, lambda: attempt(RIGHT.typed, uid=uid))
        assert outcome.code == pam.SUCCESS
        assert enrolled.counted().counts == (failures + 2, 0, failures + 1)


@pytest.mark.parametrize("left, said", SAID.items())
def test_words(left, said, attempt, enrolled):
    """What is left is told in a person's units, and in minutes for lockers."""
    # A boot id that the kernel does not have any more: the wait runs from the boot, to the second.
    enrolled.count(stores.Attempts(last=10, total=10, boot=bytes(range(16)), seconds=7))
    check_locked(clock.at(14400 - left, lambda: attempt(RIGHT.typed)), said)


@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
@pytest.mark.parametrize("silence", [{"flags": pam.SILENT}, {"options": ("quiet",)}], ids=str)
def test_silence(silence, uid, attempt, enrolled, log):
    """Nothing is said, and all is logged the same."""
    enrolled.count(failed(DENY))
    outcome = attempt(RIGHT.typed, uid=uid, **silence)
    assert (outcome.code, outcome.messages) == (pam.MAXTRIES, [])
    assert len([entry for entry in log() if pam.REFUSAL.fullmatch(entry.text)]) == 1
    enrolled.count(failed(DENY - 1))
    outcome = attempt(RIGHT.typed, uid=uid, **silence)
    assert (outcome.code, outcome.messages) == (pam.SUCCESS, [pam.Message(pam.ECHO_OFF, PROMPT)])
    assert any("4 wrong patterns since the last right one." in entry.text for entry in log())


@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
def test_tries_end_at_a_lock(uid, attempt, enrolled, log):
    """The wrong one that locks ends the call, with tries left, and says so once."""
    outcome = attempt(*[WRONG.typed] * 3, options=("tries=3",), uid=uid)
    assert (outcome.code, outcome.prompts, outcome.infos) == (pam.AUTH_ERR, [PROMPT, AGAIN, AGAIN], [])
    log()
    outcome = attempt(*[WRONG.typed] * 3, RIGHT.typed, options=("tries=3",), uid=uid)
    assert (outcome.code, outcome.prompts) == (pam.MAXTRIES, [PROMPT, AGAIN])
    assert outcome.infos == [SAID[60]]
    assert min(outcome.delays) >= 1_000_000
    reasons = [match["reason"] for entry in log() if (match := pam.REFUSAL.fullmatch(entry.text))]
    assert reasons[:2] == ["wrong pattern"] * 2 and len(reasons) == 3
    assert enrolled.counted().counts == (DENY, DENY, DENY)


@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
def test_lock_while_being_asked(uid, services, enrolled):
    """Who was asked before others locked it is not looked at, and is told why."""

    with Attempts(services).asked(RIGHT.typed, uid) as asked:
        assert asked.wait_until_asked()
        enrolled.count(failed(DENY))
        report = asked.report()
    assert report.code == pam.MAXTRIES
    assert report.values("info") == [SAID[60]]
    assert enrolled.counted().counts == (DENY, DENY, DENY)


def test_settings_of_locks(configured, attempt, enrolled):
    configured("deny = 2", "waits = 30s,2h", "budget = 4")
    for uid in (IN_PROCESS, CHECKER):
        enrolled.count(stores.Attempts())
        assert [attempt(WRONG.typed, uid=uid).code for _ in range(2)] == [pam.AUTH_ERR] * 2
        check_locked(attempt(RIGHT.typed, uid=uid), SAID[SOON])
        assert clock.shifted(31, lambda: attempt(WRONG.typed, uid=uid)).code == pam.AUTH_ERR
        check_locked(clock.shifted(31, lambda: attempt(RIGHT.typed, uid=uid)),
                     "Pattern locked for 2 hours. (120 minutes left to unlock)")
        assert clock.shifted(7300, lambda: attempt(WRONG.typed, uid=uid)).code == pam.AUTH_ERR
        check_locked(clock.shifted(99999, lambda: attempt(RIGHT.typed, uid=uid)), UNTIL_PASSWORD)


# --- the budget


@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
def test_guesses_between_the_users_own_successes(uid, attempt, enrolled):
    """A program running as the user guesses four times after each success of theirs, and is stopped."""
    guesses = 0
    while True:
        outcome = attempt(WRONG.typed, uid=uid)
        if outcome.code != pam.AUTH_ERR:
            break
        guesses += 1
        assert guesses <= BUDGET
        if guesses % 4 == 0:
            outcome = attempt(RIGHT.typed, uid=uid)
            assert outcome.code == pam.SUCCESS
            assert outcome.infos == ["4 wrong patterns since the last right one."]
    assert guesses == BUDGET
    check_locked(outcome, UNTIL_PASSWORD)
    check_locked(attempt(RIGHT.typed, uid=uid), UNTIL_PASSWORD)
    check_locked(clock.shifted(10 ** 8, lambda: attempt(RIGHT.typed, uid=uid)), UNTIL_PASSWORD)
    with clock.rebooted():
        check_locked(attempt(RIGHT.typed, uid=uid), UNTIL_PASSWORD)
    assert enrolled.counted().total == BUDGET


@pytest.mark.parametrize("wrong", [0, 1, 2, 4])
@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
def test_success_tells_what_came_before(wrong, uid, attempt, enrolled, log):
    for _ in range(wrong):
        attempt(WRONG.typed, uid=uid)
    log()
    outcome = attempt(RIGHT.typed, uid=uid)
    text = f"{wrong} wrong pattern{'s' * (wrong > 1)} since the last right one."
    assert outcome.code == pam.SUCCESS
    assert outcome.messages == [pam.Message(pam.ECHO_OFF, PROMPT)] + [
        pam.Message(pam.TEXT_INFO, text)] * (wrong > 0)
    logged = [entry.text for entry in log() if entry.ours]
    assert logged == [f"pam_pattern({NAME}:auth): {text} user=alice"] * (wrong > 0)
    assert attempt(RIGHT.typed, uid=uid).infos == [], "said twice"
    assert enrolled.counted().counts == (wrong + 2, 0, wrong)


# --- the next start, and clocks


@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
@pytest.mark.parametrize("content", [None, "", "no-boot-id\n", "00000000-0000-0000-0000-000000000000\n"],
                         ids=["another", "empty", "garbage", "zeros"])
def test_next_start(content, uid, attempt, enrolled):
    """Under another boot id, or none, the wait runs in full from this start; nothing is written for it."""
    enrolled.count(failed(DENY))
    before = enrolled.contents()
    with clock.rebooted(content):
        check_locked(clock.at(1, lambda: attempt(RIGHT.typed, uid=uid)), SAID[60])
        check_locked(clock.at(30, lambda: attempt(RIGHT.typed, uid=uid)), SAID[SOON])
        assert enrolled.contents() == before
        assert clock.at(61, lambda: attempt(RIGHT.typed, uid=uid)).code == pam.SUCCESS


@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
def test_boot_without_a_name(uid, attempt, enrolled):
    """Where no boot has a name, in a container without /proc/sys, the wait is waited all the same."""
    with clock.rebooted(""):
        enrolled.count(stores.Attempts(last=DENY - 1, total=DENY - 1))
        assert attempt(WRONG.typed, uid=uid).code == pam.AUTH_ERR
        assert enrolled.counted().boot == stores.NO_BOOT
        check_locked(attempt(RIGHT.typed, uid=uid), SAID[60])
        assert clock.shifted(61, lambda: attempt(RIGHT.typed, uid=uid)).code == pam.SUCCESS


def test_each_start_begins_the_wait_anew(attempt, enrolled):
    """Rebooting is no way around it, and takes longer than waiting."""
    enrolled.count(failed(8))
    for _ in range(3):
        with clock.rebooted():
            check_locked(clock.at(5, lambda: attempt(RIGHT.typed)), SAID[1800])
    with clock.rebooted():
        assert clock.at(1801, lambda: attempt(RIGHT.typed)).code == pam.SUCCESS


@pytest.mark.parametrize("ahead", [1, 60, 365 * 86400, 1 << 62])
def test_try_in_the_future(ahead, attempt, enrolled):
    """Nothing but a write by hand puts one there: the wait is then never longer than it was."""
    enrolled.count(failed(DENY, ago=-ahead) if ahead < 1 << 62 else stores.Attempts(
        last=DENY, total=DENY, boot=stores.boot_id(), seconds=ahead))
    check_locked(attempt(RIGHT.typed), SAID[60])


def test_sudo_in_another_time(sample, enrolled):
    """The real sudo, locked, and later not."""
    sample("sudo")
    enrolled.count(failed(DENY))

    def sudo(seconds: int, *lines: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [*clock.command(seconds), *ALICE.command("sudo", "-k", "-S", "--", "id", "-u")],
            input="".join(f"{line}\n" for line in lines), capture_output=True, text=True, timeout=60)

    done = sudo(40, RIGHT.typed)
    assert (done.returncode, done.stdout) == (1, "") and "Pattern: " not in done.stderr
    done = sudo(70, RIGHT.typed)
    assert (done.returncode, done.stdout) == (0, "0\n"), done.stderr


def test_su_tells_the_wait(sample, enrolled):
    """su shows what sudo keeps quiet, and asks for the password behind it."""
    sample("su")
    enrolled.count(failed(9))
    done = subprocess.run(
        BOB.command("su", "alice", "-c", "id -u"), input=f"{ALICE.password}\n", capture_output=True,
        text=True, timeout=60)
    assert done.stdout.splitlines() == [SAID[5400], str(ALICE.uid)], done
    assert done.stderr.strip() == "Password:"


# --- what patternctl says


def control(*words: str, account: world.Account | None = None, shift: int = 0, typed: str = ""):
    command = [*clock.command(shift)] if shift else []
    command += account.command("patternctl", *words) if account else ["patternctl", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=60)


# What is there, and what status says of it: locked, seconds left.
SHOWN = {
    "free": (lambda: failed(DENY - 1), False, None),
    "for a minute": (lambda: failed(DENY), True, 60),
    "for four hours": (lambda: failed(10, total=9), True, 14400),
    "no longer": (lambda: failed(DENY, ago=60), False, None),
    "for good": (lambda: failed(11), True, None),
    "by the budget": (lambda: stores.Attempts(last=90, cleared_to=89, total=50), True, None),
}


@pytest.mark.parametrize("make, locked, seconds", SHOWN.values(), ids=SHOWN.keys())
def test_status_and_list(make, locked, seconds, enrolled):
    attempts = make()
    enrolled.count(attempts)
    before = enrolled.contents()
    done = control("status", "--user=alice", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    fields = json.loads(done.stdout)
    assert (fields["failures"], fields["total"], fields["locked"]) == (
        attempts.failures, attempts.total, locked)
    assert fields["cleared_by"] == (["password", "unlock"] if locked else None)
    if seconds is None:
        assert fields["locked_seconds"] is None and fields["locked_until"] is None
    else:
        assert seconds - SOON <= fields["locked_seconds"] <= seconds
        until = calendar.timegm(time.strptime(fields["locked_until"], "%Y-%m-%dT%H:%M:%SZ"))
        assert abs(until - time.time() - fields["locked_seconds"]) <= 5
    rows = json.loads(control("list", "--json").stdout)
    for row in (rows[0], fields):
        for name in ("locked_seconds", "locked_until"):
            row.pop(name)
    # Fingers are another person's question each: the list asks for nobody's.
    assert fields.pop("fingerprint") and fields.pop("fingers") == []
    assert rows == [fields]
    text = control("status", "--user=alice").stdout
    line = re.search(r"^ *locked +(.*)$", text, re.M)[1]
    assert (line == "no") == (not locked)
    assert not locked or ("password" in line and "unlock" in line)
    assert bool(re.search(r"until \d{4}-\d\d-\d\d \d\d:\d\d", line)) == (seconds is not None)
    assert ("locked" in control("list").stdout.splitlines()[1]) == locked
    assert enrolled.contents() == before
    own = json.loads(control("status", "--json", account=ALICE).stdout)
    assert own["locked"] is locked
    assert (own["locked_seconds"] is None) == (seconds is None)
    text = control("status", account=ALICE).stdout
    assert ("password is used" in text) == locked
    assert bool(re.search(r"until [-0-9]+ [:0-9]+, or until the password", text)) == (seconds is not None)


def test_status_after_the_next_start(enrolled):
    """It says what the module would do: the wait in full."""
    enrolled.count(failed(10))
    with clock.rebooted():
        left = json.loads(control("status", "--user=alice", "--json",
                                  shift=7 - clock.seconds_since_boot()).stdout)["locked_seconds"]
    assert 14400 - 7 - SOON <= left <= 14400 - 7


def test_verify_says_locked(enrolled):
    """Exit status 4, whatever was typed."""
    enrolled.count(failed(DENY))
    for words, account in ((["--user=alice"], None), ([], ALICE)):
        done = control("verify", *words, account=account, typed=RIGHT.typed)
        assert (done.returncode, done.stdout) == (4, ""), done
        assert "locked" in done.stderr


def test_unlock_lifts_every_lock(attempt, enrolled):
    for make, *_ in SHOWN.values():
        enrolled.count(make())
        assert control("unlock", "--user=alice").returncode == 0
        assert enrolled.counted().counts[1:] == (0, 0)
        assert attempt(RIGHT.typed).code == pam.SUCCESS


def test_enrolling_anew_lifts_a_lock(attempt, enrolled):
    enrolled.count(failed(11))
    done = subprocess.run(["patternctl", "enroll", "--user=alice"], input=RIGHT.typed,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert attempt(RIGHT.typed).code == pam.SUCCESS


# --- somebody who keeps the lock


@pytest.fixture
def held(enrolled):
    """Another process that holds the lock, as a checker does that its user has stopped."""
    holder = subprocess.Popen(
        ["/usr/bin/flock", "--no-fork", enrolled.tries(), "/bin/cat"], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE)
    holder.stdin.write(b"held\n")
    holder.stdin.flush()
    assert holder.stdout.readline() == b"held\n"
    yield holder
    holder.kill()
    holder.communicate()


def timed(call):
    start = time.monotonic()
    return call(), time.monotonic() - start


@pytest.mark.parametrize("uid", WAYS.values(), ids=WAYS.keys())
def test_held_lock_refuses_in_time(uid, held, attempt, enrolled, log):
    """It is asked, waits three seconds in all, and is refused; nothing is counted."""
    outcome, seconds = timed(lambda: attempt(WRONG.typed, RIGHT.typed, options=("tries=3",), uid=uid))
    assert (outcome.code, outcome.prompts) == (pam.AUTHINFO_UNAVAIL, [PROMPT])
    assert PATIENCE - 0.1 <= seconds < PATIENCE + SLACK
    lines = [match["reason"] for entry in log() if (match := pam.REFUSAL.fullmatch(entry.text))]
    assert len(lines) == 1 and "locked by another process" in lines[0]
    assert enrolled.counted().counts == (0, 0, 0)
    held.kill()
    held.wait()
    assert attempt(RIGHT.typed, uid=uid).code == pam.SUCCESS


def test_held_lock_does_not_hang_sudo(held, sample, enrolled):
    """Three seconds in all, the line behind the password among them; and the password opens."""
    sample("sudo")
    taken = []
    # The machine may be slow once.
    while not taken or (min(taken) >= PATIENCE + 2 and len(taken) < 3):
        done, seconds = timed(lambda: subprocess.run(
            ALICE.command("sudo", "-k", "-S", "--", "id", "-u"),
            input=f"{WRONG.typed}\n{ALICE.password}\n", capture_output=True, text=True, timeout=60))
        assert (done.returncode, done.stdout) == (0, "0\n"), done.stderr
        taken.append(seconds)
    assert min(taken) < PATIENCE + 2


def test_held_lock_and_unlock(held, enrolled):
    """unlock gives up after as long, and names who is in the way."""
    done, seconds = timed(lambda: control("unlock", "--user=alice"))
    assert done.returncode == 6 and done.stdout == ""
    assert re.fullmatch(r"patternctl: [^\n]*\n", done.stderr)
    assert f"cat (pid {held.pid})" in done.stderr
    assert seconds < PATIENCE + SLACK


def test_held_lock_hides_nothing(held, enrolled):
    """Asking takes no lock."""
    for words in (("status", "--user=alice", "--json"), ("list", "--json")):
        done, seconds = timed(lambda: control(*words))
        assert done.returncode == 0 and seconds < SLACK


def test_own_lock_of_the_file_is_of_no_use(enrolled):
    """A user can't open the file, and so can't hold its lock but by a checker of theirs."""
    path = pathlib.Path(enrolled.tries())
    code = f"import os; os.open({os.fspath(path)!r}, os.O_RDONLY)"
    done = subprocess.run(ALICE.command("/usr/bin/python3", "-c", code), capture_output=True, text=True)
    assert done.returncode != 0 and "PermissionError" in done.stderr
    with open(path, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
