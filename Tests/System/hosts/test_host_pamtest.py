"""libpamtest, which Samba's and SSSD's developers test their modules with: it compares the codes itself. As root with
the system's service files, and as a user under pam_wrapper with service files of the test's own."""

import subprocess

import pytest

from harness import answers, native, pam, world
from harness.answers import LOCKED, Host
from harness.checker import identity
from harness.patterns import NOT_A_PATTERN, RIGHT, TOO_SHORT, WRONG
from harness.world import ALICE

SERVICE = "pamtest"
ACCOUNT = "account required pam_permit.so"
ALONE = "auth [success=done default=die] pam_pattern.so nodelay tries=2"
ONE_WRONG = "1 wrong pattern since the last right one."


def pamtest(code: int, *replies: str, flags: int = 0, uid: int = 0, **environment: str) -> str:
    """Has libpamtest expect a code; what was told."""
    done = subprocess.run(
        [native.program("pamtest", "-lpamtest"), SERVICE, "alice", str(flags), str(code), *replies],
        capture_output=True, text=True, timeout=60, env={"LC_ALL": "C.UTF-8", **environment}, **identity(uid))
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout


PASSWORD_BEHIND = Host(SERVICE, tty="")


def test_answers(answer, system_store, keep, log):
    keep(world.SERVICES / SERVICE).write_text(
        "auth sufficient pam_pattern.so\nauth requisite pam_unix.so\nauth optional pam_pattern.so strong\n"
        f"{ACCOUNT}\n")
    replies = [line for _, line in PASSWORD_BEHIND.dialogue(answer)]
    told = pamtest(pam.SUCCESS if answer.opens else pam.AUTH_ERR, *replies)
    assert told == (f"{LOCKED}\n" if answer.is_locked else "")
    PASSWORD_BEHIND.check(answer, system_store, log())


def _gone(store):
    store.file().unlink()


def _locked(store):
    answers.prepare(store, answers.ANSWERS["locked, password"])


# What is there, flags, replies (then none is left), the code, and what is told.
CASES = {
    "right": (None, 0, [RIGHT.typed], pam.SUCCESS, ""),
    "other spelling": (None, 0, [RIGHT.otherwise], pam.SUCCESS, ""),
    "wrong, right": (None, 0, [WRONG.typed, RIGHT.typed], pam.SUCCESS, f"{ONE_WRONG}\n"),
    "wrong, right, silent": (None, pam.SILENT, [WRONG.typed, RIGHT.typed], pam.SUCCESS, ""),
    "wrong, wrong": (None, 0, [WRONG.typed, WRONG.typed], pam.AUTH_ERR, ""),
    "too short twice": (None, 0, [TOO_SHORT, TOO_SHORT], pam.AUTH_ERR, ""),
    "not a pattern": (None, 0, [NOT_A_PATTERN], pam.AUTH_ERR, ""),
    "empty": (None, 0, [""], pam.AUTH_ERR, ""),
    "no text": (None, 0, [], pam.CONV_ERR, ""),
    "wrong, no text": (None, 0, [WRONG.typed], pam.CONV_ERR, ""),
    "locked": (_locked, 0, [], pam.MAXTRIES, f"{LOCKED}\n"),
    "locked, silent": (_locked, pam.SILENT, [], pam.MAXTRIES, ""),
    "not enrolled": (_gone, 0, [], pam.USER_UNKNOWN, ""),
}


@pytest.mark.parametrize("uid", [0, ALICE.uid], ids=["root", "the user under pam_wrapper"])
@pytest.mark.parametrize("prepare, flags, replies, code, told", CASES.values(), ids=CASES.keys())
def test_alone(prepare, flags, replies, code, told, uid, enrolled, keep, services):
    if prepare:
        prepare(enrolled)
    environment = {}
    if uid:
        services.write(SERVICE, ALONE, ACCOUNT)
        environment = {"LD_PRELOAD": "libpam_wrapper.so", "PAM_WRAPPER": "1",
                       "PAM_WRAPPER_SERVICE_DIR": str(services.folder)}
        assert not (world.SERVICES / SERVICE).exists()
    else:
        keep(world.SERVICES / SERVICE).write_text(f"{ALONE}\n{ACCOUNT}\n")
    assert pamtest(code, *replies, flags=flags, uid=uid, **environment) == told
