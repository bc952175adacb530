"""A display manager's greeter, as GDM's: several prompts in one conversation, notices that wait to be read, cancel
at each of them, and a conversation started anew by the same worker or, after it was killed, by another."""

import pytest

from harness import answers, greeter as greeters, pam, world
from harness.answers import AGAIN, BAD, GOOD, LOCKED, PATTERN, Host
from harness.patterns import RIGHT, WRONG
from harness.world import ALICE, BOB

SERVICE = "gdm-password"
GDM = Host(SERVICE, tries=3, tty=":0")
# Debian's file for GDM, with our two lines.
STACK = """\
auth requisite pam_nologin.so
auth required pam_succeed_if.so user != root quiet_success
auth sufficient pam_pattern.so tries=3
@include common-auth
auth optional pam_pattern.so strong
@include common-account
"""
SECRET, NOTICE = "secret {}".format, "notice {}".format
ONE_WRONG = NOTICE("1 wrong pattern since the last right one.")


@pytest.fixture(autouse=True)
def service(keep):
    keep(world.SERVICES / SERVICE).write_text(STACK)


@pytest.fixture
def greeter():
    with greeters.started() as greeter:
        yield greeter


def test_answers(answer, greeter, system_store, log):
    greeter.begin(SERVICE, "alice")
    if answer.is_locked:
        greeter.answers(NOTICE(LOCKED))
    for prompt, text in GDM.dialogue(answer):
        greeter.answers(SECRET(prompt), text)
    greeter.ends(pam.SUCCESS if answer.opens else pam.AUTH_ERR)
    GDM.check(answer, system_store, log())


def test_cancelled_then_the_password(greeter, enrolled, log):
    """Who turns away from the pattern is asked for the password, in the same conversation."""
    greeter.begin(SERVICE, "alice")
    greeter.cancels(SECRET(PATTERN))
    greeter.answers(SECRET(GDM.password), GOOD)
    greeter.ends(pam.SUCCESS)
    GDM.check_log(["cancelled"], log())
    assert enrolled.counted().counts == (0, 0, 0)


def test_cancelled_twice_then_anew(greeter, enrolled, log):
    """The same worker goes on: a wrong one counts, what was cancelled does not."""
    greeter.begin(SERVICE, "alice")
    greeter.answers(SECRET(PATTERN), WRONG.typed)
    greeter.cancels(SECRET(AGAIN))
    greeter.cancels(SECRET(GDM.password))
    greeter.ends(pam.AUTH_ERR)
    GDM.check_log(["wrong pattern", "cancelled"], log())
    assert enrolled.counted().counts == (1, 1, 1)
    greeter.begin(SERVICE, "alice")
    greeter.answers(SECRET(PATTERN), RIGHT.typed)
    greeter.answers(ONE_WRONG)
    greeter.ends(pam.SUCCESS)
    assert enrolled.counted().counts == (2, 0, 1)


def test_cancelled_at_a_notice(greeter, enrolled, log):
    """Neither that a pattern is locked nor how many were wrong needs to be read: the password is asked for all the
    same, and what was right stays right."""
    answers.prepare(enrolled, answers.ANSWERS["locked, password"])
    greeter.begin(SERVICE, "alice")
    greeter.cancels(NOTICE(LOCKED))
    greeter.answers(SECRET(GDM.password), GOOD)
    greeter.ends(pam.SUCCESS)
    GDM.check(answers.ANSWERS["locked, password"], enrolled, log())
    greeter.begin(SERVICE, "alice")
    greeter.answers(SECRET(PATTERN), WRONG.typed)
    greeter.answers(SECRET(AGAIN), RIGHT.typed)
    greeter.cancels(ONE_WRONG)
    greeter.ends(pam.SUCCESS)


@pytest.mark.parametrize("seen", [[PATTERN], [PATTERN, AGAIN], [PATTERN, AGAIN, AGAIN, GDM.password]],
                         ids=["first", "second", "password"])
def test_worker_killed(seen, greeter, enrolled, log):
    """At a prompt. Only what had been answered is counted; the next worker starts from the beginning."""
    greeter.begin(SERVICE, "alice")
    for prompt in seen[:-1]:
        greeter.answers(SECRET(prompt), WRONG.typed)
    greeter.sees(SECRET(seen[-1]))
    greeter.killed()
    wrong = len(seen) - 1
    assert enrolled.counted().counts == (wrong, wrong, wrong)
    GDM.check_log(["wrong pattern"] * wrong, log())
    with greeters.started() as anew:
        anew.begin(SERVICE, "alice")
        anew.answers(SECRET(PATTERN), "")
        anew.answers(SECRET(GDM.password), GOOD)
        anew.ends(pam.SUCCESS)
    assert enrolled.counted().counts == (wrong, 0, 0)


def test_name_is_asked_for(greeter, enrolled, log):
    """By PAM itself, with the greeter's own words; it may be cancelled, unknown, or another's."""
    name = "question Username:"
    greeter.begin(SERVICE)
    greeter.cancels(name)
    greeter.ends(pam.USER_UNKNOWN)
    greeter.begin(SERVICE)
    greeter.answers(name, "zorro-the-fox")
    greeter.answers(SECRET(GDM.password), GOOD)
    greeter.ends(pam.AUTH_ERR)
    greeter.begin(SERVICE)
    greeter.answers(name, "bob")
    greeter.answers(SECRET(GDM.password), BOB.password)
    greeter.ends(pam.SUCCESS)
    log()
    greeter.begin(SERVICE)
    greeter.answers(name, "alice")
    greeter.answers(SECRET(PATTERN), RIGHT.typed)
    greeter.ends(pam.SUCCESS)
    GDM.check_log([], log())
    assert enrolled.counted().counts == (1, 0, 0)


def test_another_person_on_the_same_worker(greeter, enrolled):
    """Nothing of the first conversation is left for the second: neither the pattern nor whose it was."""
    enrolled.enroll(BOB, WRONG)
    greeter.begin(SERVICE, "alice")
    greeter.answers(SECRET(PATTERN), WRONG.typed)
    greeter.answers(SECRET(AGAIN), "")
    greeter.answers(SECRET(GDM.password), BAD)
    greeter.ends(pam.AUTH_ERR)
    greeter.begin(SERVICE, "bob")
    greeter.answers(SECRET(PATTERN), "")
    greeter.answers(SECRET(GDM.password), BOB.password)
    greeter.ends(pam.SUCCESS)
    assert (enrolled.counted(ALICE).counts, enrolled.counted(BOB).counts) == ((1, 1, 1), (0, 0, 0))
