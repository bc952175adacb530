"""The real login on a terminal, with the sample's service file."""

import pytest

from harness import store as stores, terminal
from harness.patterns import RIGHT, TOO_SHORT, WRONG
from harness.world import ALICE, BOB, CAROL, LENA

PATTERN, PASSWORD = "Pattern: ", "Password: "
GOOD, BAD = ALICE.password, BOB.password
INCORRECT = "Login incorrect"


@pytest.fixture(autouse=True)
def enrolled(sample, system_store):
    sample("login")
    system_store.enroll()
    return system_store


def check(session: terminal.Terminal, account, dialogue: list[tuple[str, str]], opens: bool):
    """Goes through the dialogue; then a shell of the account is there, or login starts again."""
    for prompt, line in dialogue:
        before = session.answer(prompt, line)
        assert "$" not in before and INCORRECT not in before, before
    seen = session.process.expect_exact(["$ ", INCORRECT])
    assert (seen == 0) == opens, session.process.before
    if opens:
        session.process.sendline("id -u; exit")
        status, shown = session.finish()
        assert status == 0
        assert str(account.uid) in shown.split(), shown
    else:
        # It asks for a name anew; a shell would have shown itself by now.
        session.process.expect_exact("login: ")
        assert "$" not in session.process.before


# What alice types at which prompt, and whether it opens.
DIALOGUES = {
    "right": ([(PATTERN, RIGHT.typed)], True),
    "other spelling": ([(PATTERN, RIGHT.otherwise)], True),
    "wrong, password": ([(PATTERN, WRONG.typed), (PASSWORD, GOOD)], True),
    "too short, password": ([(PATTERN, TOO_SHORT), (PASSWORD, GOOD)], True),
    "empty, password": ([(PATTERN, ""), (PASSWORD, GOOD)], True),
    "wrong, wrong password": ([(PATTERN, WRONG.typed), (PASSWORD, BAD)], False),
    "empty, the pattern as password": ([(PATTERN, ""), (PASSWORD, RIGHT.typed)], False),
}


@pytest.mark.parametrize("dialogue, opens", DIALOGUES.values(), ids=DIALOGUES.keys())
def test_login(dialogue, opens):
    with terminal.run("/bin/login", "alice") as session:
        check(session, ALICE, dialogue, opens)


@pytest.mark.parametrize("password, opens", [(CAROL.password, True), (BAD, False)])
def test_not_enrolled(password, opens):
    with terminal.run("/bin/login", "carol") as session:
        check(session, CAROL, [(PASSWORD, password)], opens)


@pytest.mark.parametrize("password, opens", [(GOOD, True), (BAD, False)])
@pytest.mark.parametrize("fault", ["store folder missing", "garbage"])
def test_store_broken(fault, password, opens, enrolled):
    stores.FAULTS[fault](enrolled)
    with terminal.run("/bin/login", "alice") as session:
        check(session, ALICE, [(PASSWORD, password)], opens)


@pytest.mark.parametrize("password, opens", [(GOOD, True), (BAD, False)])
def test_module_file_missing(password, opens, without_module):
    with terminal.run("/bin/login", "alice") as session:
        check(session, ALICE, [(PASSWORD, password)], opens)


def test_locked_account(enrolled):
    enrolled.enroll(LENA)
    with terminal.run("/bin/login", "lena") as session:
        check(session, LENA, [(PASSWORD, RIGHT.typed)], False)


def test_name_is_asked_for():
    """Without a name login asks for it; and the next try is as good as the first."""
    with terminal.run("/bin/login") as session:
        session.process.expect_exact("login: ")
        session.process.sendline("alice")
        check(session, ALICE, [(PATTERN, WRONG.typed), (PASSWORD, BAD)], False)
        session.process.sendline("alice")
        check(session, ALICE, [(PATTERN, RIGHT.typed)], True)


def test_unknown_name_is_not_logged(log):
    """People type their password where the name belongs."""
    with terminal.run("/bin/login") as session:
        session.process.expect_exact("login: ")
        session.process.sendline("zorro-the-fox")
        check(session, ALICE, [(PASSWORD, BAD)], False)
    assert not any("zorro-the-fox" in entry.text for entry in log() if entry.ours)


def test_remote_login_asks_for_the_password():
    """login -h sets PAM_RHOST, as telnet's server does."""
    with terminal.run("/bin/login", "-h", "192.0.2.7", "alice") as session:
        check(session, ALICE, [(PASSWORD, GOOD)], True)
