"""sudo, sudo -i, sudo -S and sudo -A, with the samples' service files."""

import dataclasses
import os
import subprocess

import pytest

from harness import answers, terminal, world
from harness.answers import AFTER_CANCEL, AGAIN, ANSWERS, PATTERN, Host
from harness.desktop import PROGRAM
from harness.world import ALICE

# sudo passes PAM_SILENT, so that nothing but prompts is shown.
SUDO = Host("sudo", "[sudo] password for alice: ", tries=3, tells=False, uid=ALICE.uid, ruser="alice")
LOGIN_SHELL = dataclasses.replace(SUDO, service="sudo-i")


@pytest.fixture(autouse=True)
def service(sample, keep):
    """That for sudo -i gets the two lines of the sample, as it says."""
    sample("sudo")
    ours = [line for line in (world.SAMPLES / "sudo").read_text().splitlines() if world.MODULE in line]
    path = keep(world.SERVICES / "sudo-i")
    path.write_text(path.read_text().replace("@include common-auth", f"{ours[0]}\n@include common-auth\n{ours[1]}"))
    assert path.read_text().count(world.MODULE) == 2


TERMINAL = {"sudo": (SUDO, ["--", "id", "-u"]), "sudo -i": (LOGIN_SHELL, ["-i", "--", "id", "-u"])}


@pytest.mark.parametrize("host, words", TERMINAL.values(), ids=TERMINAL.keys())
def test_answers(host, words, answer, system_store, log):
    """A password that is refused is asked for anew, from the pattern on; Ctrl-C ends that."""
    with terminal.run(*ALICE.command("sudo", "-k", *words)) as session:
        for prompt, line in host.dialogue(answer):
            session.answer(prompt, line)
        if not answer.opens:
            session.prompted(PATTERN)
            host.check(answer, system_store, log())
            session.interrupt()
        status, _ = session.finish()
    rest = "0\r\n" if answer.opens else f"Sorry, try again.\r\n{PATTERN}\r\nsudo: 1 incorrect password attempt\r\n"
    assert session.shown == host.shown(answer) + rest
    assert status == (0 if answer.opens else 1)
    if answer.opens:
        host.check(answer, system_store, log())


@pytest.mark.parametrize("host, words", TERMINAL.values(), ids=TERMINAL.keys())
def test_cancelled(host, words, enrolled, log):
    """Ctrl-C ends it."""
    with terminal.run(*ALICE.command("sudo", "-k", *words)) as session:
        session.prompted(PATTERN)
        session.interrupt()
        status, _ = session.finish()
    assert (status, session.shown) == (1, f"{PATTERN}\r\nsudo: a password is required\r\n")
    host.check_log(["cancelled"], log())
    assert enrolled.counted().counts == (0, 0, 0)
    with terminal.run(*ALICE.command("sudo", "-k", *words)) as session:
        for prompt, line in host.dialogue(AFTER_CANCEL):
            session.answer(prompt, line)
        assert session.finish()[0] == 0


PIPED = dataclasses.replace(SUDO, tty="")


def piped(*lines: str) -> subprocess.CompletedProcess:
    """Types them into sudo -S, which has no terminal; then its standard input ends."""
    return subprocess.run(
        ALICE.command("sudo", "-k", "-S", "--", "id", "-u"), input="".join(f"{line}\n" for line in lines),
        capture_output=True, text=True, timeout=60, start_new_session=True)


def test_standard_input(answer, system_store, log):
    done = piped(*(line for _, line in PIPED.dialogue(answer)))
    rest = "" if answer.opens else (
        f"Sorry, try again.\n{PATTERN}\nsudo: no password was provided\nsudo: 1 incorrect password attempt\n")
    assert (done.returncode, done.stdout) == ((0, "0\n") if answer.opens else (1, ""))
    assert done.stderr == PIPED.shown(answer, newline="") + rest
    if answer.opens:
        PIPED.check(answer, system_store, log())
    else:
        PIPED.check_log([answer.reason] * 3 + ["cancelled"], log())
        assert system_store.counted().counts == (3, 3, 3)


def test_standard_input_ends(enrolled, log):
    """Nothing there is a cancel."""
    done = piped()
    assert (done.returncode, done.stdout) == (1, "")
    PIPED.check_log(["cancelled"], log())
    assert enrolled.counted().counts == (0, 0, 0)
    assert piped(*(line for _, line in PIPED.dialogue(AFTER_CANCEL))).stdout == "0\n"


# pattern-askpass without a display is pattern-pad, which on a terminal that can't draw has patterns typed. It shows
# what was wrong in a line of its own.
ASKPASS = dataclasses.replace(SUDO, service="sudo-askpass")
LINE_END = "\r\r\n"
TYPED = f"Enter: use the password.{LINE_END}Pattern (123/456/789): "
SHOWN = {PATTERN: TYPED, AGAIN: f"Wrong.{LINE_END}{TYPED}"}


@pytest.fixture
def askpass(sample, keep):
    """sudo -A with both samples in place; sudo.conf names the program."""
    assert os.path.exists(PROGRAM), "pattern-askpass is not built"
    sample("sudo-askpass")
    sudoers = keep("/etc/sudoers.d/pattern-askpass")
    sudoers.write_bytes((world.CHECKOUT / "sudoers.d-sample" / "pattern-askpass").read_bytes())
    sudoers.chmod(0o440)
    keep("/etc/sudo.conf").write_text(f"Path askpass {PROGRAM}\n")
    return lambda *options: terminal.run(
        *ALICE.command("env", "TERM=dumb", "sudo", "-k", *options, "--", "id", "-u"))


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_askpass(answer, askpass, system_store, log):
    answers.prepare(system_store, answer)
    with askpass("-A") as session:
        for prompt, line in ASKPASS.dialogue(answer):
            session.answer(SHOWN.get(prompt, prompt), line)
        if not answer.opens:
            session.prompted(TYPED)
            ASKPASS.check(answer, system_store, log())
            session.process.send("\x03")
        status, _ = session.finish()
    shown = "".join(SHOWN.get(prompt, prompt) + LINE_END for prompt, _ in ASKPASS.dialogue(answer))
    rest = "0\r\n" if answer.opens else (
        f"Sorry, try again.\r\n{TYPED}{LINE_END}sudo: no password was provided\r\n"
        "sudo: 1 incorrect password attempt\r\n")
    assert session.shown == shown + rest
    assert status == (0 if answer.opens else 1)
    if answer.opens:
        ASKPASS.check(answer, system_store, log())


@pytest.mark.parametrize("key", ["\x03", "\x1b"], ids=["Ctrl-C", "Escape"])
def test_askpass_cancelled(key, askpass, enrolled, log):
    """It ends sudo -A. Without -A sudo asks as ever."""
    with askpass("-A") as session:
        session.prompted(TYPED)
        session.process.send(key)
        status, _ = session.finish()
    assert session.shown == f"{TYPED}{LINE_END}sudo: no password was provided\r\nsudo: a password is required\r\n"
    assert status == 1
    ASKPASS.check_log(["cancelled"], log())
    assert enrolled.counted().counts == (0, 0, 0)
    with askpass() as session:
        for prompt, line in SUDO.dialogue(AFTER_CANCEL):
            session.answer(prompt, line)
        assert session.finish()[0] == 0
