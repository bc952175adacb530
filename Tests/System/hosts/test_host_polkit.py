"""pkexec with polkit's text agent, whose helper is the one that asks PAM: polkitd, agent and helper are real."""

import pathlib

import pytest

from harness import polkit, terminal, world
from harness.answers import AFTER_CANCEL, PATTERN, Host
from harness.world import ALICE

# The helper runs as root, started by alice.
POLKIT = Host("polkit-1", uid=ALICE.uid, tty="", ruser="alice", info="Info: ")
RULE = pathlib.Path("/etc/polkit-1/rules.d/00-oneself.rules")
RED, PLAIN = "\x1b[1;31m", "\x1b[0m"
BEGIN = (f"{RED}==== AUTHENTICATING FOR org.freedesktop.policykit.exec ====\r\n{PLAIN}"
         "Authentication is needed to run `/usr/bin/whoami' as the super user\r\n"
         "Authenticating as: Test account (alice)\r\n")
COMPLETE = f"{RED}==== AUTHENTICATION COMPLETE ====\r\n{PLAIN}root\r\n"
FAILED = ("polkit-agent-helper-1: pam_authenticate failed: Authentication failure\r\n"
          f"{RED}==== AUTHENTICATION FAILED ====\r\n{PLAIN}"
          "Error executing command as another user: Not authorized\r\n\r\nThis incident has been reported.\r\n")


@pytest.fixture(scope="module", autouse=True)
def running():
    """Everybody may run everything once they have shown who they are."""
    RULE.write_text("polkit.addRule(function(action, subject) { return polkit.Result.AUTH_SELF; });\n")
    with polkit.running():
        yield
    RULE.unlink()


@pytest.fixture(autouse=True)
def service(keep):
    keep(world.SERVICES / "polkit-1").write_text(
        "auth sufficient pam_pattern.so\n@include common-auth\nauth optional pam_pattern.so strong\n"
        "@include common-account\nsession required pam_permit.so\n")


def pkexec():
    """pkexec whoami as alice, with an agent of hers that is ready."""
    agent = "rm -f fifo; mkfifo fifo; pkttyagent --process $$ --notify-fd 1 >fifo & cat <fifo"
    command = "pkexec --disable-internal-agent /usr/bin/whoami; status=$?; kill $!; exit $status"
    return terminal.run(*ALICE.command("sh", "-c", f"cd ~; {agent}; {command}"))


def test_answers(answer, system_store, log):
    with pkexec() as session:
        for prompt, line in POLKIT.dialogue(answer):
            session.answer(prompt, line)
        status, _ = session.finish()
    assert session.shown == BEGIN + POLKIT.shown(answer) + (COMPLETE if answer.opens else FAILED)
    assert status == (0 if answer.opens else 127)
    POLKIT.check(answer, system_store, log())


def test_cancelled(enrolled, log):
    """Ctrl-C ends agent, helper and pkexec; Ctrl-D the agent alone, and the helper has nobody to ask. Nothing is
    counted, and it can be done anew."""
    with pkexec() as session:
        session.prompted(PATTERN)
        session.process.sendintr()
        status, _ = session.finish()
    assert (status, session.shown) == (-2, BEGIN + PATTERN)
    with pkexec() as session:
        session.prompted(PATTERN)
        session.process.sendeof()
        assert session.finish()[0] == 127
    entries = log()
    # polkit 126 ends the helper then, without a word.
    POLKIT.check_log(["cancelled"] if any("cancelled" in entry.text for entry in entries) else [], entries)
    assert enrolled.counted().counts == (0, 0, 0)
    with pkexec() as session:
        for prompt, line in POLKIT.dialogue(AFTER_CANCEL):
            session.answer(prompt, line)
        assert session.finish()[0] == 0
    POLKIT.check(AFTER_CANCEL, enrolled, log())
