"""The real su with the sample's service file: the pattern is that of the account to change to."""

import subprocess

import pytest

from harness import store as stores, terminal
from harness.patterns import RIGHT, WRONG
from harness.world import ALICE, BOB, LENA

PATTERN, AGAIN, PASSWORD = "Pattern: ", "Wrong. Pattern: ", "Password: "
GOOD, BAD = ALICE.password, BOB.password


@pytest.fixture(autouse=True)
def enrolled(sample, system_store):
    sample("su")
    system_store.enroll()
    return system_store


def su(*lines: str, caller=BOB, target: str = "alice") -> subprocess.CompletedProcess:
    return subprocess.run(
        caller.command("su", target, "-c", "id -u"), input="".join(f"{line}\n" for line in lines),
        capture_output=True, text=True, timeout=60)


def check(done: subprocess.CompletedProcess, uid: int | None, prompts: list[str]):
    said = "1 wrong pattern since the last right one.\n" if prompts[-1:] == [AGAIN] else ""
    assert done.stdout == ("" if uid is None else f"{said}{uid}\n")
    assert (done.returncode == 0) == (uid is not None), done.stderr
    shown = done.stderr.replace("\n", "").split("su:")[0]
    assert shown == "".join(prompts), done.stderr


# Lines typed by bob for alice's account, whether it opens, prompts.
STANDARD_INPUT = {
    "right": ([RIGHT.typed], True, [PATTERN]),
    "other spelling": ([RIGHT.otherwise], True, [PATTERN]),
    "wrong, right": ([WRONG.typed, RIGHT.typed], True, [PATTERN, AGAIN]),
    "empty, password": (["", GOOD], True, [PATTERN, PASSWORD]),
    "wrong to the end, password": ([WRONG.typed] * 3 + [GOOD], True, [PATTERN, AGAIN, AGAIN, PASSWORD]),
    "empty, wrong password": (["", BAD], False, [PATTERN, PASSWORD]),
    "empty, the pattern as password": (["", RIGHT.typed], False, [PATTERN, PASSWORD]),
    "wrong to the end, wrong password": (
        [WRONG.typed] * 3 + [BAD], False, [PATTERN, AGAIN, AGAIN, PASSWORD]),
}


@pytest.mark.parametrize("lines, opens, prompts", STANDARD_INPUT.values(), ids=STANDARD_INPUT.keys())
def test_standard_input(lines, opens, prompts):
    check(su(*lines), ALICE.uid if opens else None, prompts)


def test_own_account():
    check(su(RIGHT.typed, caller=ALICE), ALICE.uid, [PATTERN])


def test_callers_own_pattern_does_not_open_anothers(enrolled):
    enrolled.enroll(BOB, WRONG)
    check(su(WRONG.typed, "", BAD), None, [PATTERN, AGAIN, PASSWORD])


def test_root_stays_with_its_password(enrolled):
    root = stores.world.Account("root", 0, "")
    enrolled.write(stores.record(root), root)
    check(su(RIGHT.typed, target="root"), None, [PASSWORD])


def test_root_is_asked_nothing():
    done = subprocess.run(["su", "alice", "-c", "id -u"], input="", capture_output=True, text=True)
    check(done, ALICE.uid, [])


@pytest.mark.parametrize("password, opens", [(GOOD, True), (BAD, False)])
@pytest.mark.parametrize("fault", ["store folder missing", "garbage", "group-writable"])
def test_store_broken(fault, password, opens, enrolled):
    stores.FAULTS[fault](enrolled)
    check(su(password), ALICE.uid if opens else None, [PASSWORD])


@pytest.mark.parametrize("password, opens", [(GOOD, True), (BAD, False)])
def test_not_enrolled(password, opens, enrolled):
    enrolled.file().unlink()
    check(su(password), ALICE.uid if opens else None, [PASSWORD])


@pytest.mark.parametrize("password, opens", [(GOOD, True), (BAD, False)])
def test_module_file_missing(password, opens, without_module):
    check(su(password), ALICE.uid if opens else None, [PASSWORD])


def test_locked_account(enrolled):
    enrolled.enroll(LENA)
    check(su(RIGHT.typed, target="lena"), None, [PASSWORD])


@pytest.mark.parametrize("dialogue, opens", [
    ([(PATTERN, RIGHT.typed)], True),
    ([(PATTERN, WRONG.typed), (AGAIN, RIGHT.otherwise)], True),
    ([(PATTERN, ""), (PASSWORD, GOOD)], True),
    ([(PATTERN, ""), (PASSWORD, BAD)], False),
], ids=["right", "wrong, other spelling", "empty, password", "empty, wrong password"])
def test_terminal(dialogue, opens):
    with terminal.run(*BOB.command("su", "alice", "-c", "id -u")) as session:
        for prompt, line in dialogue:
            session.answer(prompt, line)
        status, shown = session.finish()
        assert (status == 0) == opens
        assert (str(ALICE.uid) in shown) == opens, shown
