"""sudo-rs with the sample's service file, on a terminal and on standard input. It has no -A, and Debian installs its
su without the rights to become anybody."""

import shutil
import subprocess

import pytest

from harness import terminal
from harness.answers import AFTER_CANCEL, LOCKED, PATTERN, Host
from harness.world import ALICE

pytestmark = pytest.mark.skipif(not shutil.which("sudo-rs"), reason="Debian 12 has no sudo-rs")

# It too passes PAM_SILENT, but not with -i, which has no service of its own.
SUDO = Host("sudo", tries=3, tells=False, uid=ALICE.uid, ruser="alice", whose="[sudo: authenticate] ")
PIPED = Host("sudo", tries=3, tells=False, uid=ALICE.uid, ruser="alice", whose="[sudo: authenticate] ", tty="")
AGAIN = "sudo: Authentication failed, try again."


@pytest.fixture(autouse=True)
def service(sample, keep):
    """A file of its own, as it does not know all settings of sudo's."""
    sample("sudo")
    sudoers = keep("/etc/sudoers-rs")
    sudoers.write_text("alice ALL=(ALL:ALL) ALL\n")
    sudoers.chmod(0o440)


@pytest.mark.parametrize("words, told", [(["--"], ""), (["-i", "--"], f"[sudo] {LOCKED}\r\n")],
                         ids=["sudo-rs", "sudo-rs -i"])
def test_answers(words, told, answer, system_store, log):
    with terminal.run(*ALICE.command("sudo-rs", "-k", *words, "id", "-u")) as session:
        for prompt, line in SUDO.dialogue(answer):
            session.answer(prompt, line)
        if not answer.opens:
            session.prompted(PATTERN)
            SUDO.check(answer, system_store, log())
            session.interrupt()
        status, _ = session.finish()
    rest = "0\r\n" if answer.opens else f"{AGAIN}\r\n{SUDO.whose}{PATTERN}"
    assert session.shown == (told if answer.is_locked else "") + SUDO.shown(answer) + rest
    assert status == (0 if answer.opens else -2)
    if answer.opens:
        SUDO.check(answer, system_store, log())


def test_cancelled(enrolled, log):
    """Ctrl-C ends it. Ctrl-D is an empty line, and the password is next."""
    with terminal.run(*ALICE.command("sudo-rs", "-k", "--", "id", "-u")) as session:
        session.prompted(PATTERN)
        session.interrupt()
        assert (session.finish()[0], session.shown) == (-2, f"{SUDO.whose}{PATTERN}")
    SUDO.check_log([], log())
    assert enrolled.counted().counts == (0, 0, 0)
    with terminal.run(*ALICE.command("sudo-rs", "-k", "--", "id", "-u")) as session:
        session.prompted(PATTERN)
        session.process.sendeof()
        session.answer(SUDO.password, ALICE.password)
        assert session.finish()[0] == 0
    SUDO.check(AFTER_CANCEL, enrolled, log())


def test_standard_input(answer, system_store, log):
    """Where it ends, everything else is an empty line, until sudo-rs has enough."""
    done = subprocess.run(
        ALICE.command("sudo-rs", "-k", "-S", "--", "id", "-u"), capture_output=True, text=True, timeout=60,
        input="".join(f"{line}\n" for _, line in PIPED.dialogue(answer)), start_new_session=True)
    assert (done.returncode, done.stdout) == ((0, "0\n") if answer.opens else (1, ""))
    nothing = f"{AGAIN}\n{PIPED.whose}{PATTERN}\n{PIPED.whose}{PIPED.password}\n"
    rest = "" if answer.opens else f"{nothing * 2}sudo-rs: Maximum 3 incorrect authentication attempts\n"
    assert done.stderr == PIPED.shown(answer, newline="\n") + rest
    if answer.opens:
        PIPED.check(answer, system_store, log())
    else:
        PIPED.check_log([answer.reason] * 3 + ["empty"] * 2, log())
        assert system_store.counted().counts == (3, 3, 3)
