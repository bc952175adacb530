"""Finger, or pattern, or password: the sample under the real sudo with the real fprintd, and what patternctl
tells of the reader."""

import contextlib
import json
import os
import pathlib
import signal
import time

import pytest

from harness import fingerprint, store as stores, terminal, world
from harness.control import DONE, NOT_ENROLLED, run
from harness.fingerprint import FIRST
from harness.patterns import RIGHT, WRONG
from harness.world import ALICE, BOB

# What pam_fprintd says, in Debian's fprintd without translations. The virtual reader is one to swipe over.
SWIPE = "Swipe your right index finger across the fingerprint reader"
NO_MATCH, LATE = "Failed to match fingerprint", "Verification timed out"
PATTERN, AGAIN, PASSWORD = "Pattern: ", "Wrong. Pattern: ", "[sudo] password for {}: "
GOOD, BAD = ALICE.password, BOB.password
COMMAND = ("sudo", "-k", "--", "id", "-u")
# pam_fprintd's shortest wait, the sample's; what goes on at once takes less than half of it, on a busy machine.
SECONDS = 10


@pytest.fixture(scope="module")
def running():
    """fprintd with a reader that knows one finger of alice's."""
    with fingerprint.running() as reader:
        reader.enroll("alice", FIRST())
        yield reader


@pytest.fixture
def reader(running):
    """That, as it was, whatever the test does to it."""
    yield running
    running.stop()
    running.start()


@pytest.fixture(autouse=True)
def enrolled(sample, system_store):
    sample("sudo-fingerprint", "sudo")
    system_store.enroll()
    return system_store


def on_terminal(account=ALICE):
    return terminal.run(*account.command(*COMMAND))


def waits(session: terminal.Terminal):
    """Waits until the finger is asked for."""
    session.process.expect_exact(SWIPE)
    assert "Pattern" not in session.process.before


def check_ended(session: terminal.Terminal, opens: bool):
    """Root's command ran, or not, and nothing more was asked."""
    status, shown = session.finish()
    assert status == (0 if opens else 1), shown
    assert ("0" in shown.split()) == opens, shown
    assert "Pattern" not in shown and "password for" not in shown


@contextlib.contextmanager
def at_once():
    """Nothing waits for a finger meanwhile."""
    start = time.monotonic()
    yield
    assert time.monotonic() - start < SECONDS / 2


@pytest.mark.parametrize("image", [FIRST, fingerprint.RIGHT], ids=["the same image", "laid on elsewhere"])
def test_right_finger(image, running):
    """It is enough."""
    with on_terminal() as session:
        waits(session)
        running.lay(image())
        check_ended(session, True)


# What is typed behind a finger that was not known, whether it opens.
BEHIND = {
    "right": ([(PATTERN, RIGHT.typed)], True),
    "wrong, right": ([(PATTERN, WRONG.typed), (AGAIN, RIGHT.typed)], True),
    "empty, password": ([(PATTERN, ""), (PASSWORD, GOOD)], True),
    "wrong to the end, password": (
        [(PATTERN, WRONG.typed), (AGAIN, WRONG.typed), (AGAIN, WRONG.typed), (PASSWORD, GOOD)], True),
    "empty, wrong password": ([(PATTERN, ""), (PASSWORD, BAD)], False),
    "empty, the pattern as password": ([(PATTERN, ""), (PASSWORD, RIGHT.typed)], False),
}


@pytest.mark.parametrize("dialogue, opens", BEHIND.values(), ids=BEHIND.keys())
def test_wrong_finger(dialogue, opens, running):
    """Twice, and then the pattern is asked for, and then the password."""
    with on_terminal() as session:
        for _ in range(2):
            waits(session)
            running.lay(fingerprint.WRONG())
            session.process.expect_exact(NO_MATCH)
        for prompt, line in dialogue:
            assert SWIPE not in session.answer(prompt.format("alice"), line)
        if not opens:
            # sudo begins anew: the finger once more.
            waits(session)
            session.process.sendintr()
            session.answer(PATTERN, "")
            session.prompted(PASSWORD.format("alice"))
            session.process.sendintr()
        check_ended(session, opens)


def test_wrong_finger_then_the_right_one(running):
    with on_terminal() as session:
        waits(session)
        running.lay(fingerprint.WRONG())
        session.process.expect_exact(NO_MATCH)
        waits(session)
        running.lay(fingerprint.RIGHT())
        check_ended(session, True)


def test_no_finger_comes(running):
    """Ten seconds later the pattern is asked for."""
    with on_terminal() as session:
        waits(session)
        start = time.monotonic()
        session.process.expect_exact(LATE)
        assert SECONDS - 1 < time.monotonic() - start < 2 * SECONDS
        session.answer(PATTERN, RIGHT.typed)
        check_ended(session, True)


@pytest.mark.parametrize("dialogue, opens", [BEHIND["right"], BEHIND["empty, password"]])
def test_cancelled(dialogue, opens, running):
    """Ctrl-C ends the wait for a finger, and nothing else."""
    with on_terminal() as session:
        waits(session)
        with at_once():
            session.process.sendintr()
            for prompt, line in dialogue:
                session.answer(prompt.format("alice"), line)
        check_ended(session, opens)


def _unplugged(reader):
    reader.unplug()


def _ended(reader):
    reader.stop()


@pytest.mark.parametrize("dialogue, opens", [BEHIND["right"], BEHIND["empty, password"]])
@pytest.mark.parametrize("happens", [_unplugged, _ended])
def test_gone_while_waiting(happens, dialogue, opens, reader):
    """A reader that is pulled out, and fprintd's end: the pattern is asked for."""
    with on_terminal() as session:
        waits(session)
        with at_once():
            happens(reader)
            for prompt, line in dialogue:
                session.answer(prompt.format("alice"), line)
        check_ended(session, opens)


@contextlib.contextmanager
def _without_reader(reader, keep):
    reader.stop()
    reader.start(plugged=False)
    yield


@contextlib.contextmanager
def _without_fprintd(reader, keep):
    reader.stop()
    yield


@contextlib.contextmanager
def _without_bus(reader, keep):
    with fingerprint.without_bus():
        yield


@contextlib.contextmanager
def _without_pam_fprintd(reader, keep):
    keep(world.security_folder() / "pam_fprintd.so").unlink()
    yield


@contextlib.contextmanager
def _used_by_another(reader, keep):
    with reader.used_by_another():
        yield


ABSENT = [_without_reader, _without_fprintd, _without_bus, _without_pam_fprintd, _used_by_another]


@pytest.mark.parametrize("absent", ABSENT)
def test_no_reader_to_ask(absent, reader, keep):
    """Nobody waits, and nothing else opens."""
    with absent(reader, keep):
        for dialogue, opens in (BEHIND["wrong, right"], BEHIND["empty, password"]):
            with at_once(), on_terminal() as session:
                for prompt, line in dialogue:
                    assert SWIPE not in session.answer(prompt.format("alice"), line)
                check_ended(session, opens)
        with on_terminal() as session:
            session.answer(PATTERN, "")
            session.answer(PASSWORD.format("alice"), BAD)
            session.prompted(PATTERN)


def test_who_has_no_finger_enrolled(running, enrolled):
    """Bob notices nothing of the reader, and alice's finger does not open his account."""
    enrolled.enroll(BOB)
    for dialogue in ([(PATTERN, RIGHT.typed)], [(PATTERN, ""), (PASSWORD, BOB.password)]):
        with at_once(), on_terminal(BOB) as session:
            for prompt, line in dialogue:
                assert SWIPE not in session.answer(prompt.format("bob"), line)
            check_ended(session, True)


def test_no_interaction(running):
    """sudo -n asks for no finger either."""
    with at_once(), terminal.run(*ALICE.command("sudo", "-k", "-n", "id")) as session:
        status, shown = session.finish()
        assert status == 1 and SWIPE not in shown


def test_a_finger_forgives_nothing(running, enrolled):
    """It opens beside a locked pattern, which stays locked; the password lifts that."""
    enrolled.count(stores.Attempts(last=11, total=11))
    assert json.loads(run("status", "--user=alice", "--json").stdout)["locked"] is True
    before = enrolled.contents()
    with on_terminal() as session:
        waits(session)
        running.lay(fingerprint.RIGHT())
        check_ended(session, True)
    assert enrolled.contents() == before
    with on_terminal() as session:
        waits(session)
        session.process.sendintr()
        assert "Pattern" not in session.answer(PASSWORD.format("alice"), GOOD)
        check_ended(session, True)
    assert enrolled.counted().counts[1:] == (0, 0)


# --- What patternctl tells

# State for scripts, fingers, and the line's text; None where there is no line.
TOLD = {
    _without_reader: ("no reader", [], "no reader"),
    _without_fprintd: ("no fprintd", [], None),
    _without_bus: ("no fprintd", [], None),
    _without_pam_fprintd: ("enrolled", ["right-index-finger"], "right index finger"),
    _used_by_another: ("enrolled", ["right-index-finger"], "right index finger"),
}


def check_told(told: tuple, *words: str, account=None, code: int = DONE):
    """Both forms of `status` say so, and in time."""
    state, fingers, text = told
    done = run("status", "--json", *words, account=account)
    assert done.returncode == code, done.stderr
    fields = json.loads(done.stdout)
    assert (fields["fingerprint"], fields["fingers"]) == (state, fingers)
    with at_once():
        done = run("status", *words, account=account)
    assert done.returncode == code, done.stderr
    lines = [line for line in done.stdout.splitlines() if "finger" in line]
    assert lines == ([] if text is None else [f"  finger    {text}"])


@pytest.mark.parametrize("absent", ABSENT)
def test_status(absent, reader, keep):
    with absent(reader, keep):
        check_told(TOLD[absent], "--user=alice")


def test_status_of_several_fingers(running):
    running.enroll("alice", fingerprint.WRONG(), "left-thumb")
    fingers = json.loads(run("status", "--user=alice", "--json").stdout)["fingers"]
    assert sorted(fingers) == ["left-thumb", "right-index-finger"]
    fingerprint.forget("alice", "left-thumb")
    check_told(TOLD[_used_by_another], "--user=alice")


def test_status_without_a_finger(running, enrolled):
    enrolled.enroll(BOB)
    check_told(("no finger", [], "none enrolled; fprintd-enroll enrolls one"), "--user=bob")


def test_status_without_a_pattern(running, enrolled):
    enrolled.file().unlink()
    done = run("status", "--user=alice", "--json")
    assert done.returncode == NOT_ENROLLED
    assert json.loads(done.stdout) == {
        "user": "alice", "uid": ALICE.uid, "enrolled": False, "fingerprint": "enrolled",
        "fingers": ["right-index-finger"]}


def test_status_of_ones_own(running):
    """polkit lets only who sits at the machine ask, and root."""
    check_told(("unknown", None, "not known, fprintd does not tell this user from here"), account=ALICE)


def test_status_when_fprintd_hangs(reader):
    """It does not wait for it for long, and leaves no process behind."""
    os.kill(reader.process, signal.SIGSTOP)
    start = time.monotonic()
    check_told(("unknown", None, "not known, fprintd does not answer"), "--user=alice")
    assert time.monotonic() - start >= 2 * 1.9
    names = [path.read_text().strip() for path in pathlib.Path("/proc").glob("[0-9]*/comm")]
    assert "dbus-send" not in names


def test_status_without_dbus_send(running, keep):
    keep("/usr/bin/dbus-send").unlink()
    check_told(("unknown", None, "not known, /usr/bin/dbus-send can't be run"), "--user=alice")


def test_status_asks_only_the_system_bus(running, folder):
    """Neither a bus nor a program of the caller's choice."""
    own = folder / "dbus-send"
    own.write_text(f"#!/bin/sh\ntouch {folder}/ran\n")
    own.chmod(0o755)
    done = run("status", "--user=alice", "--json", PATH=f"{folder}:/usr/bin",
               DBUS_SYSTEM_BUS_ADDRESS=f"unix:path={folder}/bus")
    assert json.loads(done.stdout)["fingerprint"] == "enrolled"
    assert not (folder / "ran").exists()


def test_doctor(reader):
    """With the sample in place it looks for what is asked for."""
    def said(what: str = "fingers of alice") -> list[tuple[str, str]]:
        rows = json.loads(run("doctor", "--json", SUDO_UID=str(ALICE.uid)).stdout)["findings"]
        return [(row["severity"], row["why"]) for row in rows if row["what"] == what]
    assert said() == [("ok", "right index finger, before the pattern: sudo")]
    reader.stop()
    assert said() == [("warning", "fprintd does not run, and sudo would ask for it")]
    reader.start(plugged=False)
    assert said() == [("warning", "no fingerprint reader is there, and sudo would ask for it")]


def test_list_asks_nobody(reader):
    """It tells of all accounts, and would take two seconds for each."""
    os.kill(reader.process, signal.SIGSTOP)
    start = time.monotonic()
    assert "fingers" not in json.loads(run("list", "--json").stdout)[0]
    assert time.monotonic() - start < 1.9
