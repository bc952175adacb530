"""Every file of pam.d-sample: what opens it, and that nothing else does.

The table is walked with the application of harness.pam, which answers by what is asked, and so is told
exactly what a sample asks in which order. The hosts themselves are in files of their own.
"""

import dataclasses
import shutil
import subprocess
from collections.abc import Callable

import pytest

from harness import pam, snapshot, store as stores, world
from harness.patterns import NOT_A_PATTERN, RIGHT, TOO_SHORT, WRONG
from harness.world import ALICE, BOB, LENA

PATTERN, PASSWORD = "Pattern: ", "Password: "
EITHER = "Pattern or password: "
STEPS = ("authenticate", "acct_mgmt", "setcred")

# Sample, PAM_SERVICE and how it is called. su runs as the caller, on the account to change to.
OR_PASSWORD = {
    "sudo": {"service": "sudo", "uids": (ALICE.uid, 0), "tries": 3},
    # Nobody answers for a reader here: what comes behind it is what the others have. test_fingerprint.py has one.
    "sudo-fingerprint": {"service": "sudo", "uids": (ALICE.uid, 0), "tries": 3},
    "sudo-askpass": {"service": "sudo-askpass", "uids": (ALICE.uid, 0), "tries": 3},
    "su": {"service": "su", "uids": (BOB.uid, 0), "tries": 3},
    "login": {"service": "login", "uids": (0, 0), "tries": 1},
    "sshd": {"service": "sshd", "uids": (0, 0), "rhost": "192.0.2.7", "tries": 1},
}
LOCKER = {"service": "swaylock", "uids": (0, 0)}
SECOND_FACTOR = {"service": "sudo", "uids": (ALICE.uid, 0)}


def test_every_sample_is_tested():
    assert {path.name for path in world.SAMPLES.iterdir()} == (
        OR_PASSWORD.keys() | {"swaylock", "sudo-second-factor"})


@dataclasses.dataclass(frozen=True)
class Case:
    """What is there, what is answered, and whether it opens."""

    patterns: tuple[pam.Answer, ...]
    passwords: tuple[pam.Answer, ...]
    opens: bool
    # What is asked; None where the sample's number of tries decides.
    prompts: tuple[str, ...] | None
    prepare: Callable[[stores.Store], object] = lambda store: None
    user: str = "alice"


def _fault(name: str) -> Callable[[stores.Store], object]:
    return stores.FAULTS[name]


def _gone(store: stores.Store):
    store.file().unlink()


GOOD, BAD = ALICE.password, BOB.password

# What holds for each sample in which the pattern stands before the password.
CASES = {
    "right": Case((RIGHT.typed,), (), True, (PATTERN,)),
    "other spelling": Case((RIGHT.otherwise,), (), True, (PATTERN,)),
    "canonical": Case((RIGHT.canonical,), (), True, (PATTERN,)),
    "empty, password": Case(("",), (GOOD,), True, (PATTERN, PASSWORD)),
    "empty, wrong password": Case(("",), (BAD,), False, (PATTERN, PASSWORD)),
    "empty, empty": Case(("",), ("",), False, (PATTERN, PASSWORD)),
    "empty, the pattern as password": Case(("",), (RIGHT.typed,), False, (PATTERN, PASSWORD)),
    "password as pattern": Case((GOOD,), (BAD,), False, (PATTERN, PASSWORD)),
    "password as pattern, password": Case((GOOD,), (GOOD,), True, (PATTERN, PASSWORD)),
    "not a pattern, password": Case((NOT_A_PATTERN,), (GOOD,), True, (PATTERN, PASSWORD)),
    "wrong to the end, password": Case((WRONG.typed,) * 3, (GOOD,), True, None),
    "wrong to the end, wrong password": Case((WRONG.typed,) * 3, (BAD,), False, None),
    "short to the end, password": Case((TOO_SHORT,) * 3, (GOOD,), True, None),
    "wrong to the end, cancelled": Case((WRONG.typed,) * 3, (pam.FAILS,), False, None),
    "cancelled, password": Case((pam.FAILS,), (GOOD,), True, (PATTERN, PASSWORD)),
    "cancelled": Case((pam.FAILS,), (pam.FAILS,), False, (PATTERN, PASSWORD)),
    "other user's pattern": Case(
        (WRONG.typed,) * 3, (BAD,), False, None, lambda store: store.enroll(BOB, WRONG)),
    "not enrolled, password": Case((), (GOOD,), True, (PASSWORD,), _gone),
    "not enrolled, wrong password": Case((), (BAD,), False, (PASSWORD,), _gone),
    "not enrolled, the pattern as password": Case((), (RIGHT.typed,), False, (PASSWORD,), _gone),
    "store missing, password": Case((), (GOOD,), True, (PASSWORD,), _fault("store folder missing")),
    "store missing, wrong password": Case(
        (), (BAD,), False, (PASSWORD,), _fault("store folder missing")),
    "record broken, password": Case((), (GOOD,), True, (PASSWORD,), _fault("garbage")),
    "record broken, wrong password": Case((), (BAD,), False, (PASSWORD,), _fault("garbage")),
    "record of a DES hash": Case((), (BAD,), False, (PASSWORD,), _fault("a DES hash")),
    "unknown user": Case((), (GOOD,), False, (PASSWORD,), user="zorro"),
    "locked account": Case(
        (), (LENA.password,), False, (PASSWORD,), lambda store: store.enroll(LENA), user="lena"),
    "root's account": Case((), (RIGHT.typed,), False, (PASSWORD,), user="root"),
}


@pytest.fixture
def enrolled(system_store):
    """alice enrolled in the store at its compiled-in path."""
    system_store.enroll()
    return system_store


def use(name: str, case: Case, service: str, tries: int = 1, **circumstances) -> pam.Outcome:
    answers = pam.ByPrompt(Pattern=case.patterns[:max(tries, 1)], Password=case.passwords)
    return pam.use(service, case.user, answers, confdir=world.SERVICES, steps=STEPS, **circumstances)


def check_opened(outcome: pam.Outcome, opens: bool):
    """All of the sample's steps succeed, or the first one fails; never anything between."""
    if opens:
        assert outcome.codes == dict.fromkeys(STEPS, pam.SUCCESS)
    else:
        assert outcome.codes.keys() == {"authenticate"}
        assert outcome.codes["authenticate"] != pam.SUCCESS


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
@pytest.mark.parametrize("name", OR_PASSWORD.keys())
def test_pattern_or_password(name, case, sample, enrolled):
    case.prepare(enrolled)
    circumstances = OR_PASSWORD[name]
    sample(name, circumstances["service"])
    outcome = use(name, case, **circumstances)
    check_opened(outcome, case.opens)
    prompts = case.prompts
    if prompts is None:
        again = "Wrong. " if WRONG.typed in case.patterns else "Too short. "
        prompts = (PATTERN, *[again + PATTERN] * (circumstances["tries"] - 1), PASSWORD)
    assert tuple(outcome.prompts) == prompts
    assert not any(message.style == pam.ERROR_MSG for message in outcome.messages)


@pytest.mark.parametrize("password, opens", [(GOOD, True), (BAD, False), ("", False), (RIGHT.typed, False)])
@pytest.mark.parametrize("name", OR_PASSWORD.keys())
def test_module_file_missing(name, password, opens, sample, enrolled, without_module):
    circumstances = OR_PASSWORD[name]
    sample(name, circumstances["service"])
    outcome = use(name, Case((RIGHT.typed,), (password,), opens, None), **circumstances)
    check_opened(outcome, opens)
    assert outcome.prompts == [PASSWORD]


@pytest.mark.parametrize("name", OR_PASSWORD.keys())
def test_settings_broken(name, sample, enrolled, broken_settings):
    """A slip in pattern.conf turns the pattern off, and nothing else."""
    circumstances = OR_PASSWORD[name]
    sample(name, circumstances["service"])
    for password, opens in ((GOOD, True), (BAD, False)):
        outcome = use(name, Case((RIGHT.typed,), (password,), opens, None), **circumstances)
        check_opened(outcome, opens)
        assert outcome.prompts == [PASSWORD]


# The locker asks once, whoever types what; a second answer is there only where pam_unix itself asks.
ONE_FIELD = {
    "right": (RIGHT.typed, True),
    "other spelling": (RIGHT.otherwise, True),
    "password": (GOOD, True),
    "wrong": (WRONG.typed, False),
    "too short": (TOO_SHORT, False),
    "wrong password": (BAD, False),
    "cancelled": (pam.FAILS, False),
}


@pytest.mark.parametrize("answer, opens", ONE_FIELD.values(), ids=ONE_FIELD.keys())
def test_locker(answer, opens, sample, enrolled):
    sample("swaylock")
    outcome = use("swaylock", Case((answer,), (), opens, None), **LOCKER)
    check_opened(outcome, opens)
    asked = [EITHER, PASSWORD] if answer is pam.FAILS else [EITHER]
    assert outcome.prompts == asked


@pytest.mark.parametrize("prepare", [_gone, _fault("garbage"), _fault("store folder missing")])
@pytest.mark.parametrize("password, opens", [(GOOD, True), (BAD, False), (RIGHT.typed, False)])
def test_locker_without_a_pattern(password, opens, prepare, sample, enrolled):
    """Then there is one question still, pam_unix's."""
    prepare(enrolled)
    sample("swaylock")
    outcome = use("swaylock", Case((), (password,), opens, None), **LOCKER)
    check_opened(outcome, opens)
    assert outcome.prompts == [PASSWORD]


@pytest.mark.parametrize("answer, opens", ONE_FIELD.values(), ids=ONE_FIELD.keys())
def test_locker_of_an_unprivileged_process(answer, opens, sample, enrolled):
    """A locker runs as its user, and can't read the store: the checker answers for it."""
    sample("swaylock")
    outcome = pam.use("swaylock", "alice", pam.ByPrompt(Pattern=[answer]), confdir=world.SERVICES,
                      uids=(ALICE.uid, ALICE.uid))
    assert (outcome.codes["authenticate"] == pam.SUCCESS) == opens
    assert outcome.prompts == ([EITHER, PASSWORD] if answer is pam.FAILS else [EITHER])


def test_locker_without_a_checker(sample, enrolled):
    """It asks for the password alone, once."""
    sample("swaylock")
    kept = snapshot.Kept(world.CHECKER.parent)
    kept.path(world.CHECKER.name).unlink()
    try:
        for password, opens in ((GOOD, True), (BAD, False), (RIGHT.typed, False)):
            outcome = pam.use(
                "swaylock", "alice", pam.ByPrompt(Pattern=[RIGHT.typed], Password=[password]),
                confdir=world.SERVICES, uids=(ALICE.uid, ALICE.uid))
            assert (outcome.codes["authenticate"] == pam.SUCCESS) == opens
            assert outcome.prompts == [PASSWORD]
    finally:
        kept.restore()


# The password first, and then no way past the pattern.
BOTH = {
    "both right": Case((RIGHT.typed,), (GOOD,), True, (PASSWORD, PATTERN)),
    "other spelling": Case((RIGHT.otherwise,), (GOOD,), True, (PASSWORD, PATTERN)),
    "wrong, right": Case(
        (WRONG.typed, RIGHT.typed), (GOOD,), True, (PASSWORD, PATTERN, "Wrong. " + PATTERN)),
    "wrong pattern": Case(
        (WRONG.typed,) * 3, (GOOD,), False, (PASSWORD, PATTERN, *["Wrong. " + PATTERN] * 2)),
    "empty pattern": Case(("",), (GOOD,), False, (PASSWORD, PATTERN)),
    "password twice": Case((GOOD,), (GOOD,), False, (PASSWORD, PATTERN)),
    "cancelled": Case((pam.FAILS,), (GOOD,), False, (PASSWORD, PATTERN)),
    "wrong password": Case((RIGHT.typed,), (BAD,), False, (PASSWORD,)),
    "empty password": Case((RIGHT.typed,), ("",), False, (PASSWORD,)),
    "pattern for a password": Case((RIGHT.typed,), (RIGHT.typed,), False, (PASSWORD,)),
    "not enrolled": Case((RIGHT.typed,), (GOOD,), False, (PASSWORD,), _gone),
    "store missing": Case(
        (RIGHT.typed,), (GOOD,), False, (PASSWORD,), _fault("store folder missing")),
    "record broken": Case((RIGHT.typed,), (GOOD,), False, (PASSWORD,), _fault("garbage")),
    "unknown user": Case((RIGHT.typed,), (GOOD,), False, (PASSWORD,), user="zorro"),
}


@pytest.mark.parametrize("case", BOTH.values(), ids=BOTH.keys())
def test_second_factor(case, sample, enrolled):
    case.prepare(enrolled)
    sample("sudo-second-factor", "sudo")
    outcome = use("sudo-second-factor", case, tries=3, **SECOND_FACTOR)
    check_opened(outcome, case.opens)
    assert tuple(outcome.prompts) == case.prompts


def test_second_factor_without_the_module(sample, enrolled, without_module):
    """It ends closed: the one sample in which a broken module locks people out, and says so."""
    sample("sudo-second-factor", "sudo")
    outcome = use("sudo-second-factor", Case((RIGHT.typed,), (GOOD,), False, None), **SECOND_FACTOR)
    check_opened(outcome, False)
    assert outcome.prompts == [PASSWORD]


# pamtester is an application that we did not write. Sample, PAM_SERVICE, lines typed, whether it opens.
PAMTESTER = {
    "login, right": ("login", "login", [RIGHT.typed], True),
    "login, other spelling": ("login", "login", [RIGHT.otherwise], True),
    "login, wrong": ("login", "login", [WRONG.typed], False),
    "login, empty, password": ("login", "login", ["", GOOD], True),
    "login, wrong, password": ("login", "login", [WRONG.typed, GOOD], True),
    "login, wrong, wrong password": ("login", "login", [WRONG.typed, BAD], False),
    "sshd, right": ("sshd", "sshd", [RIGHT.typed], True),
    "sshd, empty, password": ("sshd", "sshd", ["", GOOD], True),
    "swaylock, right": ("swaylock", "swaylock", [RIGHT.typed], True),
    "swaylock, password": ("swaylock", "swaylock", [GOOD], True),
    "swaylock, wrong": ("swaylock", "swaylock", [WRONG.typed], False),
    "sudo, wrong, right": ("sudo", "sudo", [WRONG.typed, RIGHT.typed], True),
    "both": ("sudo-second-factor", "sudo", [GOOD, RIGHT.typed], True),
    "both, wrong pattern": ("sudo-second-factor", "sudo", [GOOD, "", ""], False),
}


@pytest.mark.parametrize("name, service, lines, opens", PAMTESTER.values(), ids=PAMTESTER.keys())
def test_pamtester(name, service, lines, opens, sample, enrolled):
    sample(name, service)
    done = subprocess.run(
        ["pamtester", service, "alice", "authenticate", "acct_mgmt"],
        input="".join(f"{line}\n" for line in lines), capture_output=True, text=True)
    assert (done.returncode == 0) == opens, done.stdout + done.stderr
    assert ("successfully authenticated" in done.stdout + done.stderr) == opens


@pytest.mark.parametrize("path", sorted(world.SAMPLES.iterdir()), ids=lambda path: path.name)
def test_lines_that_name_the_module(path):
    """One line to put in, and one behind the password; where that comes first, none behind it."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    ours = [line.split() for line in lines if world.MODULE in line]
    strong = [["auth", "optional", world.MODULE, "strong"]]
    assert ours[1:] == ([] if path.name == "sudo-second-factor" else strong)
    assert "strong" not in ours[0]


def test_password_alone_needs_no_program_of_ours(sample, enrolled, without_module):
    """Store, settings and module gone at once: the password still opens, and only it."""
    shutil.rmtree(enrolled.path)
    for name, circumstances in OR_PASSWORD.items():
        sample(name, circumstances["service"])
        for password, opens in ((GOOD, True), (BAD, False)):
            outcome = use(name, Case((), (password,), opens, None), **circumstances)
            check_opened(outcome, opens)
