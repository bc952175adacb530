"""The real sudo with the sample's service file: on standard input (-S) and on a terminal."""

import subprocess

import pytest

from harness import store as stores, terminal
from harness.patterns import NOT_A_PATTERN, RIGHT, TOO_SHORT, WRONG
from harness.world import ALICE, BOB, CAROL, LENA

PATTERN, AGAIN = "Pattern: ", "Wrong. Pattern: "
PASSWORD = "[sudo] password for {}: "
GOOD, BAD = ALICE.password, BOB.password
COMMAND = ("sudo", "-k", "-S", "--", "id", "-u")


@pytest.fixture(autouse=True)
def enrolled(sample, system_store):
    sample("sudo")
    system_store.enroll()
    return system_store


def sudo(*lines: str, account=ALICE, command=COMMAND) -> subprocess.CompletedProcess:
    """Runs sudo as the account, typing the lines; then standard input ends."""
    return subprocess.run(
        account.command(*command), input="".join(f"{line}\n" for line in lines),
        capture_output=True, text=True, timeout=60)


# Lines typed, whether root's command ran, prompts in order. Where lines run out, sudo gives up.
STANDARD_INPUT = {
    "right": ([RIGHT.typed], True, [PATTERN]),
    "other spelling": ([RIGHT.otherwise], True, [PATTERN]),
    "canonical": ([RIGHT.canonical], True, [PATTERN]),
    "wrong, right": ([WRONG.typed, RIGHT.typed], True, [PATTERN, AGAIN]),
    "short, right": ([TOO_SHORT, RIGHT.typed], True, [PATTERN, "Too short. Pattern: "]),
    "empty, password": (["", GOOD], True, [PATTERN, PASSWORD]),
    "not a pattern, password": ([NOT_A_PATTERN, GOOD], True, [PATTERN, PASSWORD]),
    "wrong to the end, password": ([WRONG.typed] * 3 + [GOOD], True, [PATTERN, AGAIN, AGAIN, PASSWORD]),
    "wrong, empty, password": ([WRONG.typed, "", GOOD], True, [PATTERN, AGAIN, PASSWORD]),
    "wrong password": (["", BAD], False, [PATTERN, PASSWORD, PATTERN]),
    "wrong password, then right pattern": (
        ["", BAD, RIGHT.typed], True, [PATTERN, PASSWORD, PATTERN]),
    "password as pattern": ([GOOD], False, [PATTERN, PASSWORD]),
    "pattern as password": (["", RIGHT.typed], False, [PATTERN, PASSWORD, PATTERN]),
    "nothing": ([], False, [PATTERN]),
}


def check(done: subprocess.CompletedProcess, opens: bool, prompts: list[str], account=ALICE):
    """The command ran as root, or not at all; and exactly these prompts were shown first."""
    assert done.stdout == ("0\n" if opens else "")
    assert done.returncode == (0 if opens else 1), done.stderr
    shown = "".join(prompt.format(account.name) for prompt in prompts)
    text = done.stderr.replace("Sorry, try again.\n", "").replace("\n", "")
    assert text.startswith(shown), done.stderr
    rest = text.removeprefix(shown)
    assert "Pattern" not in rest and "password for" not in rest, done.stderr


@pytest.mark.parametrize("lines, opens, prompts", STANDARD_INPUT.values(), ids=STANDARD_INPUT.keys())
def test_standard_input(lines, opens, prompts):
    check(sudo(*lines), opens, prompts)


@pytest.mark.parametrize("password, opens", [(CAROL.password, True), (BAD, False), (RIGHT.typed, False)])
def test_not_enrolled(password, opens):
    """Who has no pattern notices nothing of all this."""
    prompts = [PASSWORD] if opens else [PASSWORD, PASSWORD]
    check(sudo(password, account=CAROL), opens, prompts, CAROL)


@pytest.mark.parametrize("password, opens", [(GOOD, True), (BAD, False)])
@pytest.mark.parametrize("fault", ["store folder missing", "garbage", "wrong owner", "a DES hash"])
def test_store_broken(fault, password, opens, enrolled):
    stores.FAULTS[fault](enrolled)
    check(sudo(password), opens, [PASSWORD] if opens else [PASSWORD, PASSWORD])


@pytest.mark.parametrize("password, opens", [(GOOD, True), (BAD, False), (RIGHT.typed, False)])
def test_module_file_missing(password, opens, without_module):
    check(sudo(password), opens, [PASSWORD] if opens else [PASSWORD, PASSWORD])


def test_locked_account(enrolled):
    enrolled.enroll(LENA)
    check(sudo(RIGHT.typed, account=LENA), False, [PASSWORD, PASSWORD], LENA)


def test_other_users_pattern(enrolled):
    enrolled.enroll(BOB, WRONG)
    check(sudo(WRONG.typed), False, [PATTERN, AGAIN])


def test_no_interaction():
    """sudo -n asks nothing and opens nothing."""
    done = sudo(command=("sudo", "-k", "-n", "--", "id", "-u"))
    assert (done.returncode, done.stdout) == (1, "")
    assert "Pattern" not in done.stderr


def test_log(log):
    sudo(WRONG.typed, RIGHT.typed)
    entries = log()
    ours = [entry.text for entry in entries if entry.ours]
    assert ours[1:] == ["pam_pattern(sudo:auth): 1 wrong pattern since the last right one. user=alice"]
    assert ours[0].startswith("pam_pattern(sudo:auth): authentication failure; ")
    assert f" uid={ALICE.uid} euid=0 " in ours[0] and " user=alice " in ours[0]
    assert not any(secret in entry.text for entry in entries for secret in (WRONG.typed, RIGHT.typed))


# On a terminal: what is typed at which prompt, whether it opens.
TERMINAL = {
    "right": ([(PATTERN, RIGHT.typed)], True),
    "other spelling": ([(PATTERN, RIGHT.otherwise)], True),
    "wrong, right": ([(PATTERN, WRONG.typed), (AGAIN, RIGHT.typed)], True),
    "empty, password": ([(PATTERN, ""), (PASSWORD, GOOD)], True),
    "wrong to the end, password": (
        [(PATTERN, WRONG.typed), (AGAIN, WRONG.typed), (AGAIN, WRONG.typed), (PASSWORD, GOOD)], True),
    "wrong password three times": ([(PATTERN, ""), (PASSWORD, BAD)] * 3, False),
}


@pytest.mark.parametrize("dialogue, opens", TERMINAL.values(), ids=TERMINAL.keys())
def test_terminal(dialogue, opens):
    with terminal.run(*ALICE.command("sudo", "-k", "--", "id", "-u")) as session:
        for prompt, line in dialogue:
            session.answer(prompt.format("alice"), line)
        status, shown = session.finish()
        assert status == (0 if opens else 1)
        assert ("0" in shown.split()) == opens, shown
        assert not any(line in shown for _, line in dialogue if line)


def test_interrupted_on_a_terminal():
    """Ctrl-C at the pattern's prompt ends sudo, opens nothing and leaves the terminal as it was."""
    with terminal.run(*ALICE.command("sudo", "-k", "--", "id", "-u")) as session:
        session.prompted(PATTERN)
        session.interrupt()
        status, shown = session.finish()
        assert status != 0 and "0" not in shown.split()


def test_second_factor(sample, enrolled):
    """Password and pattern, in this order, and neither alone."""
    sample("sudo-second-factor", "sudo")
    check(sudo(GOOD, RIGHT.typed), True, [PASSWORD, PATTERN])
    check(sudo(GOOD, WRONG.typed, RIGHT.typed), True, [PASSWORD, PATTERN, AGAIN])
    check(sudo(GOOD, ""), False, [PASSWORD, PATTERN, PASSWORD])
    check(sudo(RIGHT.typed), False, [PASSWORD, PASSWORD])
    # Not enrolled: sudo does not ask again after such a code.
    enrolled.file().unlink()
    check(sudo(GOOD), False, [PASSWORD])
