"""su and su -l on a terminal, with the sample's service file: bob becomes alice by her pattern or her password."""

import dataclasses

import pytest

from harness import terminal
from harness.answers import PATTERN, Host
from harness.world import ALICE, BOB

SU = Host("su", tries=3, uid=BOB.uid, ruser="bob")
HOSTS = {"su": (SU, []), "su -l": (dataclasses.replace(SU, service="su-l"), ["-l"])}


@pytest.fixture(autouse=True)
def service(sample):
    """That for su -l includes it."""
    sample("su")


def su(words):
    return terminal.run(*BOB.command("su", *words, "alice", "-c", "id -u; id -un"))


@pytest.mark.parametrize("host, words", HOSTS.values(), ids=HOSTS.keys())
def test_answers(host, words, answer, system_store, log):
    with su(words) as session:
        for prompt, line in host.dialogue(answer):
            session.answer(prompt, line)
        status, _ = session.finish()
    rest = f"{ALICE.uid}\r\nalice\r\n" if answer.opens else "su: Authentication failure\r\n"
    assert session.shown == host.shown(answer) + rest
    assert status == (0 if answer.opens else 1)
    host.check(answer, system_store, log())


@pytest.mark.parametrize("host, words", HOSTS.values(), ids=HOSTS.keys())
def test_cancelled(host, words, enrolled, log):
    """Ctrl-C ends it: nothing is opened, nothing counted. Ctrl-D ends the question alone, and the password is next."""
    with su(words) as session:
        session.prompted(PATTERN)
        session.interrupt()
        status, _ = session.finish()
    assert (status, session.shown) == (-2, PATTERN)
    host.check_log([], log())
    assert enrolled.counted().counts == (0, 0, 0)
    with su(words) as session:
        session.prompted(PATTERN)
        session.process.sendeof()
        session.answer(host.password, ALICE.password)
        assert session.finish()[0] == 0
    host.check_log(["cancelled"], log())
    assert enrolled.counted().counts == (0, 0, 0)
