"""sshd with the sample's service file: the methods keyboard-interactive and password, a key before the pattern, and
what the rule for callers from elsewhere makes of it. sshd and ssh are real, on a loopback device of their own."""

import pytest

from harness import answers, sshd, terminal, world
from harness.answers import AFTER_CANCEL, BAD, GOOD, PATTERN, Host
from harness.patterns import NOT_A_PATTERN, RIGHT, WRONG
from harness.world import ALICE

# ssh shows whose question it is; what is told comes as a part of the next one.
SSHD = Host("sshd", tty="ssh", rhost="127.0.0.1", whose="\r(alice@127.0.0.1) ")
ASKED, BY_PASSWORD = "keyboard-interactive", "password"
PASSWORD = "alice@127.0.0.1's password: "
ONCE = ("-o", "NumberOfPasswordPrompts=1")
LINES = ("KbdInteractiveAuthentication yes", "PasswordAuthentication yes", "MaxAuthTries 3")
DENIED = "alice@127.0.0.1: Permission denied (publickey,password,keyboard-interactive).\r\r\n"
OPENED = f"{ALICE.uid}\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with sshd.running(tmp_path_factory.mktemp("sshd"), *LINES) as server:
        yield server


@pytest.fixture(autouse=True)
def service(sample):
    sample("sshd")


@pytest.fixture
def not_remote(service):
    """The sample's line without what lets callers from elsewhere in."""
    path = world.SERVICES / "sshd"
    text = path.read_text()
    assert "pam_pattern.so remote=yes\n" in text
    path.write_text(text.replace("pam_pattern.so remote=yes\n", "pam_pattern.so\n"))


def ssh(server: sshd.Server, method: str, *dialogue: tuple[str, str], command=("id", "-u"),
        options: tuple[str, ...] = ONCE) -> tuple[int, terminal.Terminal]:
    """Goes through a dialogue with ssh; its exit status, and the terminal."""
    with sshd.client(server, *command, method=method, options=options) as session:
        for prompt, line in dialogue:
            session.answer(prompt, line)
        return session.finish()[0], session


def test_answers(answer, server, system_store, log):
    status, session = ssh(server, ASKED, *SSHD.dialogue(answer))
    assert (status, session.shown) == (
        (0, SSHD.shown(answer) + OPENED) if answer.opens else (255, SSHD.shown(answer) + DENIED))
    SSHD.check(answer, system_store, log())


def test_wrong_then_right(server, enrolled, log):
    """Pattern and password both wrong; ssh then begins anew."""
    status, session = ssh(
        server, ASKED, (PATTERN, WRONG.typed), (SSHD.password, BAD), (PATTERN, RIGHT.typed), options=())
    asked = "".join(f"{SSHD.whose}{prompt}\r\n" for prompt in (PATTERN, SSHD.password, PATTERN))
    assert (status, session.shown) == (0, asked + OPENED)
    entries = log()
    assert [entry.text for entry in entries if entry.ours][1:] == [
        "pam_pattern(sshd:auth): 1 wrong pattern since the last right one. user=alice"]
    SSHD.check_log(["wrong pattern"], [entry for entry in entries if "since" not in entry.text])
    assert enrolled.counted().counts == (2, 0, 1)


def test_cancelled(server, enrolled, log):
    """Ctrl-C closes the connection: sshd ends the process that asked, and nothing is counted or opened."""
    with sshd.client(server, "id", "-u", method=ASKED) as session:
        session.prompted(PATTERN)
        session.interrupt()
        status, _ = session.finish()
    assert (status, session.shown) == (-2, f"{SSHD.whose}{PATTERN}\r\n")
    status, session = ssh(server, ASKED, *SSHD.dialogue(AFTER_CANCEL))
    assert (status, session.shown) == (0, SSHD.shown(AFTER_CANCEL) + OPENED)
    SSHD.check(AFTER_CANCEL, enrolled, log())


# By this method sshd answers all that PAM asks with the one line that was typed. What is typed, whether it opens,
# what is counted, and what is logged.
ONE_LINE = {
    "right": (RIGHT.typed, True, (1, 0, 0), []),
    "other spelling": (RIGHT.otherwise, True, (1, 0, 0), []),
    "wrong": (WRONG.typed, False, (1, 1, 1), ["wrong pattern"]),
    "password": (GOOD, True, (0, 0, 0), ["not a pattern"]),
    "wrong password": (BAD, False, (0, 0, 0), ["not a pattern"]),
    "neither": (NOT_A_PATTERN, False, (0, 0, 0), ["not a pattern"]),
    # sshd itself refuses it before PAM is asked.
    "empty": ("", False, (0, 0, 0), []),
}


@pytest.mark.parametrize("line, opens, counts, reasons", ONE_LINE.values(), ids=ONE_LINE.keys())
def test_one_line(line, opens, counts, reasons, server, enrolled, log):
    status, session = ssh(server, BY_PASSWORD, (PASSWORD, line))
    assert (status, session.shown) == (0 if opens else 255, f"\r{PASSWORD}\r\n" + (OPENED if opens else DENIED))
    SSHD.check_log(reasons, log())
    assert enrolled.counted().counts == counts


def test_one_line_wrong_then_right(server, enrolled, log):
    status, session = ssh(server, BY_PASSWORD, (PASSWORD, WRONG.typed), (PASSWORD, RIGHT.typed), options=())
    assert (status, session.shown) == (
        0, f"\r{PASSWORD}\r\nPermission denied, please try again.\r\r\n\r{PASSWORD}\r\n{OPENED}")
    assert enrolled.counted().counts == (2, 0, 1)


def test_one_line_locked(server, enrolled, log):
    """The pattern does not open then, and is not counted; the password opens and forgives."""
    locked = answers.ANSWERS["locked, password"]
    answers.prepare(enrolled, locked)
    assert ssh(server, BY_PASSWORD, (PASSWORD, RIGHT.typed))[0] == 255
    SSHD.check_log([locked.reason], log())
    assert enrolled.counted().counts == (5, 5, 5)
    assert ssh(server, BY_PASSWORD, (PASSWORD, GOOD))[0] == 0
    SSHD.check(locked, enrolled, log())


@pytest.mark.parametrize("method, prompt, shown", [
    (ASKED, SSHD.password, f"{SSHD.whose}{SSHD.password}\r\n"), (BY_PASSWORD, PASSWORD, f"\r{PASSWORD}\r\n")],
    ids=[ASKED, BY_PASSWORD])
@pytest.mark.parametrize("line, opens", [(GOOD, True), (BAD, False), (RIGHT.typed, False)],
                         ids=["password", "wrong password", "pattern"])
def test_from_elsewhere(line, opens, method, prompt, shown, not_remote, server, enrolled, log):
    """Unless the line says otherwise the pattern is not for callers from elsewhere: one question, the password's."""
    status, session = ssh(server, method, (prompt, line))
    assert (status, session.shown) == (0 if opens else 255, shown + (OPENED if opens else DENIED))
    SSHD.check_log(["remote"], log())
    assert enrolled.counted().counts == (0, 0, 0)


def test_sudo_within(not_remote, server, enrolled, sample):
    """sudo knows of no caller from elsewhere: there the pattern is asked for, as on the machine itself."""
    sample("sudo")
    status, session = ssh(
        server, ASKED, (SSHD.password, GOOD), (PATTERN, RIGHT.typed), command=("sudo", "-k", "id", "-u"),
        options=(*ONCE, "-tt"))
    assert (status, session.shown) == (0, f"{SSHD.whose}{SSHD.password}\r\n{PATTERN}\r\n0\r\n")
    assert enrolled.counted().counts == (1, 0, 0)


def test_key_first(enrolled, folder):
    """As the sample advises: who has no key is asked for nothing."""
    with sshd.running(folder, *LINES[:1], "PasswordAuthentication no",
                      "AuthenticationMethods publickey,keyboard-interactive") as server:
        key = server.key()
        both = f"publickey,{ASKED}"
        status, session = ssh(server, both)
        assert (status, session.shown) == (255, "alice@127.0.0.1: Permission denied (publickey).\r\r\n")
        status, session = ssh(server, both, (PATTERN, RIGHT.typed), options=("-i", str(key)))
        assert (status, session.shown) == (0, f"{SSHD.whose}{PATTERN}\r\n{OPENED}")
        status, session = ssh(server, both, *SSHD.dialogue(AFTER_CANCEL), options=("-i", str(key)))
        assert (status, session.shown) == (0, SSHD.shown(AFTER_CANCEL) + OPENED)
