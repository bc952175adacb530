"""The line that only the password leads to, `auth optional pam_pattern.so strong`, in real stacks and
hosts: when it forgives and stamps, for whom, and when nothing may change. And the rules for a weak factor.
"""

import pathlib
import re
import shutil
import subprocess
import time

import pytest

from harness import hosts, native, pam, store as stores, terminal, world
from harness.patterns import RIGHT, SECOND, WRONG
from harness.store import Attempts
from harness.world import ALICE, BOB, LENA, Account

GOOD, BAD = ALICE.password, world.CAROL.password
SUDO = ("sudo", "-k", "-S", "--", "id", "-u")
ROOT = Account("root", 0, "")


def uptime() -> int:
    """Seconds since boot."""
    return int(float(pathlib.Path("/proc/uptime").read_text().split()[0]))


def state(account: Account = ALICE, failures: int = 3, **changes) -> Attempts:
    """Attempts with a past: ten tries, some of which stand, and seven since the password."""
    values = {"last": 10, "cleared_to": 10 - failures, "total": 7, "boot": stores.boot_id(),
              "seconds": uptime()}
    return Attempts(account.uid, **{**values, **changes})


@pytest.fixture
def enrolled(system_store):
    """alice and bob, each with a pattern and a past."""
    for account, drawing in ((ALICE, RIGHT), (BOB, SECOND)):
        system_store.enroll(account, drawing)
        system_store.count(state(account), account)
    return system_store


@pytest.fixture
def pattern_conf():
    """Writes /etc/security/pattern.conf."""
    kept = world.SETTINGS.read_bytes()
    yield world.SETTINGS.write_text
    world.SETTINGS.write_bytes(kept)


@pytest.fixture
def sudoers():
    """Adds lines to what sudo allows."""
    path = pathlib.Path("/etc/sudoers.d/zz-strong-line")

    def write(text: str):
        path.write_text(text)
        path.chmod(0o440)

    yield write
    path.unlink(missing_ok=True)


def run(command: list[str] | tuple[str, ...], *lines: str) -> subprocess.CompletedProcess:
    """Runs a command and types lines into it."""
    return subprocess.run(command, input="".join(f"{line}\n" for line in lines), capture_output=True,
                          text=True, timeout=60)


def sudo(*lines: str, account: Account = ALICE, command: tuple[str, ...] = SUDO,
         before: tuple[str, ...] = ()) -> subprocess.CompletedProcess:
    return run([*before, *account.command(*command)], *lines)


def check_stamped(store: stores.Store, counted: int, account: Account = ALICE):
    """Nothing counts any more, and the time is noted, by the boot's clock and by the wall's."""
    now = store.counted(account)
    assert now.counts == (counted, 0, 0)
    assert now.total_from == counted
    assert now.strong_boot == stores.boot_id()
    assert uptime() - 20 <= now.strong_seconds <= uptime()
    assert time.time() - 20 <= now.strong_wall <= time.time()


def check_not_stamped(store: stores.Store, counts: tuple[int, int, int], account: Account = ALICE):
    """The counts are these, and no password was noted."""
    now = store.counted(account)
    assert now.counts == counts
    assert (now.strong_boot, now.strong_seconds, now.strong_wall) == (stores.NO_BOOT, 0, 0)


UNTOUCHED = (10, 3, 7)


# --- sudo


@pytest.fixture
def with_sudo(sample, enrolled):
    sample("sudo")
    return enrolled


@pytest.mark.parametrize("lines, counted", [
    ([WRONG.typed, "", GOOD], 11), (["", GOOD], 10), ([GOOD, GOOD], 10),
], ids=["wrong, password", "empty, password", "not a pattern, password"])
def test_password_forgives(lines, counted, with_sudo):
    assert sudo(*lines).stdout == "0\n"
    check_stamped(with_sudo, counted)
    check_not_stamped(with_sudo, UNTOUCHED, BOB)


@pytest.mark.parametrize("target, uid", [("bob", BOB.uid), ("lena", LENA.uid), (f"#{BOB.uid}", BOB.uid)])
def test_who_types_is_forgiven_and_not_the_target(target, uid, with_sudo):
    """sudo gives pam_setcred the target's name; ours was kept in authenticate."""
    done = sudo(WRONG.typed, "", GOOD, command=("sudo", "-k", "-S", "-u", target, "--", "id", "-u"))
    assert done.stdout == f"{uid}\n"
    check_stamped(with_sudo, 11)
    check_not_stamped(with_sudo, UNTOUCHED, BOB)


# Lines, whether it opens, alice's counts afterwards: never a stamp.
WITHOUT_PASSWORD = {
    "right": ([RIGHT.typed], True, (11, 0, 7)),
    "wrong, right": ([WRONG.typed, RIGHT.typed], True, (12, 0, 8)),
    "wrong, wrong password, right": ([WRONG.typed, "", BAD, RIGHT.typed], True, (12, 0, 8)),
    "wrong password, right": (["", BAD, RIGHT.typed], True, (11, 0, 7)),
    "wrong password, wrong, wrong password": (["", BAD, WRONG.typed, "", BAD], False, (11, 4, 8)),
    "wrong, the pattern as password": ([WRONG.typed, "", RIGHT.typed], False, (11, 4, 8)),
    "wrong, another's password": ([WRONG.typed, "", BOB.password], False, (11, 4, 8)),
    "wrong, then nothing": ([WRONG.typed], False, (11, 4, 8)),
}


@pytest.mark.parametrize("lines, opens, counts", WITHOUT_PASSWORD.values(), ids=WITHOUT_PASSWORD.keys())
def test_without_the_password_nothing_is_stamped(lines, opens, counts, with_sudo):
    done = sudo(*lines)
    assert done.stdout == ("0\n" if opens else ""), done.stderr
    check_not_stamped(with_sudo, counts)
    check_not_stamped(with_sudo, UNTOUCHED, BOB)


@pytest.mark.parametrize("changes", [
    {"last": 10, "cleared_to": 5}, {"last": 11, "cleared_to": 0, "total": 11},
    {"last": 60, "cleared_to": 60, "total": 50},
], ids=["for a minute", "for good", "over the budget"])
def test_password_lifts_a_lock(changes, with_sudo):
    """No pattern is asked for; after the password one is again."""
    with_sudo.count(state(**changes))
    done = sudo(GOOD)
    assert (done.stdout, "Pattern:" in done.stderr) == ("0\n", False)
    check_stamped(with_sudo, changes["last"])
    done = sudo(RIGHT.typed)
    assert (done.stdout, done.stderr.startswith("Pattern: ")) == ("0\n", True)


def test_wrong_password_lifts_nothing(with_sudo):
    with_sudo.count(state(cleared_to=5))
    assert sudo(BAD).stdout == ""
    check_not_stamped(with_sudo, (10, 5, 7))


def test_no_password_needed(with_sudo, sudoers):
    """NOPASSWD, and sudo -n: nobody showed any factor, and sudo runs pam_setcred all the same."""
    sudoers("alice ALL=(ALL) NOPASSWD: ALL\n")
    before = with_sudo.contents()
    assert sudo().stdout == "0\n"
    assert sudo(command=("sudo", "-n", "-u", "bob", "--", "id", "-u")).stdout == f"{BOB.uid}\n"
    assert with_sudo.contents() == before
    sudoers("")
    assert sudo(command=("sudo", "-k", "-n", "--", "id", "-u")).stdout == ""
    assert with_sudo.contents() == before


def test_second_factor_has_no_strong_line(sample, enrolled):
    """There the password stands before the pattern in every call: it would forgive each wrong one."""
    sample("sudo-second-factor", "sudo")
    assert sudo(GOOD, WRONG.typed, RIGHT.typed).stdout == "0\n"
    check_not_stamped(enrolled, (12, 0, 8))


# --- su, login, cron


def test_su(sample, enrolled):
    """The password of the account one changes to forgives that account, and not the caller's."""
    sample("su")
    assert run(BOB.command("su", "alice", "-c", "id -u"), WRONG.typed, "", GOOD).stdout == f"{ALICE.uid}\n"
    check_stamped(enrolled, 11)
    check_not_stamped(enrolled, UNTOUCHED, BOB)


def test_su_as_root(sample, enrolled):
    """pam_rootok opens; nothing of ours is reached but pam_setcred."""
    sample("su")
    before = enrolled.contents()
    assert run(("su", "alice", "-c", "id -u")).stdout == f"{ALICE.uid}\n"
    assert enrolled.contents() == before


def test_login(sample, enrolled):
    sample("login")
    with terminal.run("/bin/login", "alice") as session:
        session.answer("Pattern: ", WRONG.typed)
        session.answer("Password: ", GOOD)
        session.process.expect_exact("$ ")
    check_stamped(enrolled, 11)


def test_cron(enrolled):
    """Debian's cron calls pam_acct_mgmt, pam_setcred and pam_open_session, and nobody is there. Its
    stack, with our lines about common-auth."""
    path = world.SERVICES / "pattern-test-cron"
    path.write_text(
        "auth sufficient pam_pattern.so\n@include common-auth\nauth optional pam_pattern.so strong\n"
        "session required pam_env.so\n@include common-account\n@include common-session-noninteractive\n")
    before = enrolled.contents()
    try:
        done = run(("pamtester", path.name, "alice", "acct_mgmt", "setcred(PAM_ESTABLISH_CRED)",
                    "open_session", "close_session"))
        assert done.returncode == 0, done.stderr
    finally:
        path.unlink()
    assert enrolled.contents() == before


# --- Stacks of our own

STACK = ("auth sufficient pam_pattern.so", "auth requisite pam_unix.so", "auth optional pam_pattern.so strong")


def use(services, *lines: str, user: str = "alice", answers=(), account: Account = ROOT,
        steps=("authenticate",)) -> pam.Outcome:
    name = services.write("pattern-test", *lines, "account required pam_permit.so")
    return pam.use(name, user, pam.Script(*answers), confdir=services.folder,
                   uids=(account.uid, account.uid), steps=steps)


def test_stack_as_root(services, enrolled):
    """That the stack of the tests below does forgive."""
    outcome = use(services, *STACK, answers=(WRONG.typed, GOOD))
    assert outcome.codes == {"authenticate": pam.SUCCESS}
    check_stamped(enrolled, 11)


# Stacks in which the strong line is reached, and nothing may come of it.
NOTHING = {
    "alone": (["auth optional pam_pattern.so strong"], ()),
    "behind pam_permit": (["auth required pam_permit.so", "auth optional pam_pattern.so strong"], ()),
    "behind the password alone": (
        ["auth required pam_unix.so", "auth optional pam_pattern.so strong"], (GOOD,)),
    "twice": (["auth optional pam_pattern.so strong"] * 2, ()),
    "behind a right pattern": (
        ["auth optional pam_pattern.so", "auth required pam_permit.so",
         "auth optional pam_pattern.so strong"], (RIGHT.typed,)),
    "before the first line": (
        ["auth optional pam_pattern.so strong", "auth sufficient pam_pattern.so",
         "auth required pam_unix.so"], (WRONG.typed, GOOD)),
    "behind a first line with a bad option": (
        ["auth optional pam_pattern.so trise=3", "auth required pam_unix.so",
         "auth optional pam_pattern.so strong"], (GOOD,)),
    "itself with a bad option": (
        ["auth optional pam_pattern.so", "auth required pam_unix.so",
         "auth optional pam_pattern.so strong trise=3"], ("", GOOD)),
}


@pytest.mark.parametrize("lines, answers", NOTHING.values(), ids=NOTHING.keys())
def test_strong_line_that_nothing_comes_of(lines, answers, services, enrolled):
    """It believes the first line's uid of the same call and nothing else."""
    use(services, *lines, answers=answers, steps=("authenticate", "acct_mgmt", "setcred"))
    tried = WRONG.typed in answers
    right = RIGHT.typed in answers
    check_not_stamped(enrolled, (11, 4, 8) if tried else (11, 0, 7) if right else UNTOUCHED)
    check_not_stamped(enrolled, UNTOUCHED, BOB)


def test_strong_line_ends_nothing(services, enrolled):
    """PAM_IGNORE in any case: it neither opens nor closes."""
    assert use(services, "auth required pam_pattern.so strong").codes["authenticate"] != pam.SUCCESS
    assert use(services, "auth sufficient pam_pattern.so strong",
               "auth required pam_deny.so").codes["authenticate"] != pam.SUCCESS
    for prepare in (lambda: None, lambda: enrolled.write_attempts(bytes(8192)),
                    lambda: enrolled.tries().unlink(), lambda: shutil.rmtree(enrolled.path)):
        prepare()
        outcome = use(services, "auth optional pam_pattern.so", "auth required pam_permit.so",
                      "auth required pam_pattern.so strong", answers=("",))
        assert outcome.codes["authenticate"] == pam.SUCCESS


def test_forgiving_that_fails_is_logged(services, enrolled, log):
    """The password opens all the same."""
    enrolled.write_attempts(bytes(8192))
    outcome = use(services, *STACK, answers=(GOOD,))
    assert outcome.codes["authenticate"] == pam.SUCCESS
    lines = [entry.text for entry in log() if entry.ours and "forgives nothing" in entry.text]
    assert len(lines) == 1 and lines[0].endswith("the password forgives nothing: attempts is damaged")


@pytest.mark.parametrize("lines", [
    STACK, ("auth optional pam_pattern.so strong",),
    ("auth optional pam_pattern.so", "auth required pam_permit.so", "auth optional pam_pattern.so strong"),
], ids=["the usual stack", "alone", "behind pam_permit"])
def test_unprivileged_process_forgives_nothing(lines, services, enrolled):
    """It has the right password, and its own stack: that is no proof to anybody else."""
    use(services, *lines, account=ALICE, answers=("", GOOD), steps=("authenticate", "acct_mgmt", "setcred"))
    check_not_stamped(enrolled, UNTOUCHED)


def test_locker_cannot_forgive(sample, enrolled):
    """As the sample says: it runs as its user. The password opens, and the log is not filled."""
    sample("swaylock")
    outcome = pam.use("swaylock", "alice", pam.Script(GOOD), confdir=world.SERVICES,
                      uids=(ALICE.uid, ALICE.uid))
    assert outcome.codes["authenticate"] == pam.SUCCESS
    check_not_stamped(enrolled, UNTOUCHED)


# --- One handle, several calls

# Steps, codes, who is stamped, and with which number of tries.
REUSED = {
    "the same user again": (
        ["reply=" + WRONG.typed, "reply=" + BAD, "call", "reply=", "reply=" + GOOD, "call"],
        [pam.AUTH_ERR, pam.SUCCESS], {ALICE: 11}),
    "another, with the password": (
        ["reply=" + WRONG.typed, "reply=" + BAD, "call", "user=bob", "reply=", "reply=" + BOB.password,
         "call"], [pam.AUTH_ERR, pam.SUCCESS], {BOB: 10}),
    "another, with the pattern": (
        ["reply=" + WRONG.typed, "reply=" + BAD, "call", "user=bob", "reply=" + SECOND.typed, "call"],
        [pam.AUTH_ERR, pam.SUCCESS], {}),
    "both with the password": (
        ["reply=", "reply=" + GOOD, "call", "user=bob", "reply=", "reply=" + BOB.password, "call"],
        [pam.SUCCESS, pam.SUCCESS], {ALICE: 10, BOB: 10}),
    "one who has no pattern": (
        ["reply=" + WRONG.typed, "reply=" + BAD, "call", "user=carol", "reply=" + world.CAROL.password,
         "call"], [pam.AUTH_ERR, pam.SUCCESS], {}),
    "one who there is not": (
        ["reply=" + WRONG.typed, "reply=" + BAD, "call", "user=zorro", "reply=" + GOOD, "call"],
        [pam.AUTH_ERR, pam.USER_UNKNOWN], {}),
}


@pytest.mark.parametrize("steps, codes, stamped", REUSED.values(), ids=REUSED.keys())
def test_handle_used_again(steps, codes, stamped, services, enrolled):
    """Every call replaces what the one before had kept."""
    name = services.write("pattern-test", *STACK)
    result = hosts.call(services.folder, name, *steps, uid=0)
    assert result.codes == codes
    for account in (ALICE, BOB):
        if account in stamped:
            check_stamped(enrolled, stamped[account], account)
        else:
            now = enrolled.counted(account)
            assert (now.strong_boot, now.strong_wall) == (stores.NO_BOOT, 0)
            assert now.total >= 7


def test_strong_line_in_front_forgives_in_no_call(services, enrolled):
    """The pattern as a second factor behind a common-auth with a strong line: what one call has kept for
    the password is not there for the next one's, which would forgive each wrong pattern."""
    name = services.write("pattern-test", "auth requisite pam_unix.so", "auth optional pam_pattern.so strong",
                          "auth required pam_pattern.so")
    turn = ("reply=" + GOOD, "reply=" + WRONG.typed, "call")
    assert hosts.call(services.folder, name, *turn * 3, uid=0).codes == [
        pam.AUTH_ERR, pam.AUTH_ERR, pam.MAXTRIES]
    check_not_stamped(enrolled, (12, 5, 9))


def test_finger_forgives_nothing_in_a_later_call(services, enrolled, folder):
    """pam-auth-update has fprintd above both lines; it leads past the first to the second. What a call before it
    has kept for the password is gone by then."""
    finger = folder / "finger"
    finger.write_text(f"#!/bin/sh\n[ -e {folder}/second ] || {{ touch {folder}/second; exit 1; }}\n")
    finger.chmod(0o755)
    name = services.write(
        "pattern-test", f"auth [success=3 default=ignore] pam_exec.so quiet {finger}",
        "auth [success=2 default=ignore] pam_pattern.so", "auth [success=1 default=ignore] pam_unix.so",
        "auth requisite pam_deny.so", "auth required pam_permit.so", "auth optional pam_pattern.so strong")
    result = hosts.call(
        services.folder, name, "reply=" + WRONG.typed, "reply=" + BAD, "call", "call", uid=0)
    assert result.codes == [pam.AUTH_ERR, pam.SUCCESS]
    check_not_stamped(enrolled, (11, 4, 8))


def test_strong_line_of_pam_auth_update(services, enrolled):
    """It stands where a right pattern leads, too: then it does nothing, and the next call is a new one."""
    name = services.write(
        "pattern-test", "auth [success=2 default=ignore] pam_pattern.so", "auth [success=1 default=ignore] pam_unix.so",
        "auth requisite pam_deny.so", "auth required pam_permit.so", *["auth optional pam_pattern.so strong"] * 2)
    right, wrong = ("reply=" + RIGHT.typed, "call"), ("reply=" + WRONG.typed, "reply=" + GOOD, "call")
    assert hosts.call(services.folder, name, *right, *right, uid=0).codes == [pam.SUCCESS] * 2
    check_not_stamped(enrolled, (12, 0, 7))
    assert hosts.call(services.folder, name, *right, *wrong, uid=0).codes == [pam.SUCCESS] * 2
    check_stamped(enrolled, 14)
    assert hosts.call(services.folder, name, *wrong, *wrong, uid=0).codes == [pam.SUCCESS] * 2
    check_stamped(enrolled, 16)


def test_user_changed_between_the_lines(services, enrolled):
    """A module between them that renames the user: whose password it was is not known."""
    become = native.library("pam_become")
    outcome = use(services, "auth optional pam_pattern.so", f"auth required {become} bob",
                  "auth required pam_unix.so", "auth optional pam_pattern.so strong",
                  answers=(WRONG.typed, BOB.password))
    assert outcome.codes["authenticate"] == pam.SUCCESS
    check_not_stamped(enrolled, (11, 4, 8))
    check_not_stamped(enrolled, UNTOUCHED, BOB)


# --- The password is due


def at_boot(folder: pathlib.Path, name: str) -> tuple[str, ...]:
    """The words that run a command after a reboot: under another boot id."""
    path = folder / name
    path.write_text("01234567-89ab-cdef-0123-456789abcdef\n")
    return ("unshare", "--mount", "sh", "-c",
            'mount --bind "$0" /proc/sys/kernel/random/boot_id && exec "$@"', str(path))


def later(seconds: int) -> tuple[str, ...]:
    """The words that run a command so many seconds later, by the boot's clock."""
    return ("unshare", "--time", f"--boottime={seconds}", "--")


def is_due(log, before: tuple[str, ...] = ()) -> bool:
    """Whether sudo asks alice for her password at once; she types the right one, or the pattern."""
    log()
    with terminal.run(*before, *ALICE.command("sudo", "-k", "--", "id", "-u")) as session:
        asked = session.process.expect_exact(["Pattern: ", "[sudo] password for alice: "])
        session.process.waitnoecho()
        session.process.sendline(GOOD if asked else RIGHT.typed)
        status, shown = session.finish()
        assert (status, shown.split()) == (0, ["0"])
    reasons = [entry.text.split("reason=")[1] for entry in log() if entry.ours]
    assert reasons == (["password due"] if asked else [])
    return bool(asked)


def test_strong_after_boot(with_sudo, pattern_conf, folder, log):
    pattern_conf("strong_after_boot = yes\n")
    assert is_due(log)
    assert [is_due(log), is_due(log)] == [False, False]
    reboot = at_boot(folder, "boot_id")
    assert is_due(log, reboot)
    assert not is_due(log, reboot)
    # Back in the boot before, which there is not: the stamp is of another one.
    assert is_due(log)


def test_strong_every(with_sudo, pattern_conf, folder, log):
    pattern_conf("strong_every = 2\n")
    assert is_due(log)
    assert not is_due(log, later(7200 - 60))
    assert is_due(log, later(7200))
    # That stamp now lies in the future, which counts as due; and so does another boot.
    assert is_due(log)
    assert not is_due(log)
    assert is_due(log, at_boot(folder, "boot_id"))


def test_pattern_does_not_make_the_password_less_due(with_sudo, pattern_conf):
    """Nor does a wrong password."""
    pattern_conf("strong_every = 2\n")
    with_sudo.count(state(strong_boot=stores.boot_id(), strong_seconds=uptime() - 3600))
    assert sudo(RIGHT.typed).stdout == "0\n"
    now = with_sudo.counted()
    assert uptime() - 3700 < now.strong_seconds <= uptime() - 3600
    assert run((*later(3700), *ALICE.command(*SUDO)), RIGHT.typed).stdout == ""
    assert with_sudo.counted() == now


# --- Rules, in each host


def ask(*command: str) -> str:
    """What a host asks first, and whether it says anything before."""
    with terminal.run(*command) as session:
        session.process.expect(re.compile("(Pattern|[Pp]assword)[^:\n]*: $"))
        assert session.process.waitnoecho(timeout=10)
        return session.process.match[0]


SUDO_COMMAND = ALICE.command("sudo", "-k", "--", "id", "-u")
SU, LOGIN = BOB.command("su", "alice", "-c", "id -u"), ["/bin/login", "alice"]
HOSTS = {"sudo": SUDO_COMMAND, "su": SU, "login": LOGIN}
LENAS = {"sudo": LENA.command("sudo", "-k", "--", "id", "-u"), "su": BOB.command("su", "lena", "-c", "id"),
         "login": ["/bin/login", "lena"]}
ROOTS = {"sudo": SUDO_COMMAND, "su": BOB.command("su", "root", "-c", "id"), "login": ["/bin/login", "root"]}

# Host, its command, lines of pattern.conf, what is taken from the sample, and the log's reason.
RULES = {
    **{f"service, {host}": (host, command, "services = swaylock\n", "", "service")
       for host, command in HOSTS.items()},
    **{f"locked account, {host}": (host, command, "", "", "locked account")
       for host, command in LENAS.items()},
    **{f"root, {host}": (host, command, "", "", "root") for host, command in ROOTS.items()},
    "others, su": ("su", SU, "", " others=yes", "others"),
    "remote, login": ("login", ["/bin/login", "-h", "192.0.2.7", "alice"], "", "", "remote"),
    "remote from the same machine, login": (
        "login", ["/bin/login", "-h", "localhost", "alice"], "", "", "remote"),
}
# The same hosts where the rule does not refuse.
ALLOWED = {
    **{f"local service, {host}": (host, command, "services = local\n", "")
       for host, command in HOSTS.items()},
    # Root's account is somebody else's, too.
    **{f"root, {host}": (host, command, "root = yes\nothers = yes\n", "") for host, command in ROOTS.items()},
    "remote, login": ("login", ["/bin/login", "-h", "192.0.2.7", "alice"], "remote = yes\n", ""),
    "own account, su": ("su", ALICE.command("su", "alice", "-c", "id -u"), "", " others=yes"),
}


@pytest.fixture
def arranged(sample, enrolled, pattern_conf, sudoers):
    """alice, lena and root enrolled, a sample in its place, and settings."""

    def arrange(host: str, lines: str, taken: str, rootpw: bool):
        enrolled.enroll(LENA)
        enrolled.enroll(ROOT)
        sample(host)
        path = world.SERVICES / host
        text = path.read_text()
        assert taken in text
        path.write_text(text.replace(f"pam_pattern.so tries=3{taken}", "pam_pattern.so tries=3"))
        pattern_conf(lines)
        sudoers("Defaults rootpw\n" if rootpw else "")

    return arrange


@pytest.mark.parametrize("host, command, lines, taken, reason", RULES.values(), ids=RULES.keys())
def test_rules(host, command, lines, taken, reason, arranged, enrolled, log):
    """Only the password is asked for, no try is counted, and the log does not speak of a failure."""
    arranged(host, lines, taken, reason == "root")
    before = enrolled.contents()
    assert "assword" in ask(*command)
    ours = [match for entry in log() if (match := pam.REFUSAL.fullmatch(entry.text))]
    assert [(match["what"], match["reason"]) for match in ours] == [("pattern not asked for", reason)]
    assert enrolled.contents() == before


@pytest.mark.parametrize("host, command, lines, taken", ALLOWED.values(), ids=ALLOWED.keys())
def test_rules_that_allow(host, command, lines, taken, arranged):
    arranged(host, lines, taken, "root" in lines)
    assert ask(*command) == "Pattern: "


@pytest.mark.parametrize("host", ["su", "login"])
@pytest.mark.parametrize("failures, said", [
    (5, "Pattern locked for 1 minute. (1 minute left to unlock)"),
    (7, "Pattern locked for 15 minutes. (15 minutes left to unlock)"),
    (9, "Pattern locked for 1 hour 30 minutes. (90 minutes left to unlock)"),
    (10, "Pattern locked for 4 hours. (240 minutes left to unlock)"),
    (11, "Pattern locked until the password is used."),
])
def test_a_lock_is_said(failures, said, host, sample, enrolled):
    """Once, before the password is asked for; and it is lifted by it."""
    sample(host)
    enrolled.count(state(last=failures, cleared_to=0, total=failures))
    with terminal.run(*HOSTS[host]) as session:
        shown = session.answer("Password: ", GOOD)
        assert shown.strip().splitlines() == [said]
        if host == "login":
            session.process.expect_exact("$ ")
        else:
            assert session.finish()[0] == 0
    check_stamped(enrolled, failures)


def test_a_lock_is_not_said_to_sudo(sample, enrolled):
    """sudo asks for silence (PAM_SILENT)."""
    sample("sudo")
    enrolled.count(state(cleared_to=5))
    assert "locked" not in sudo(GOOD).stderr


def test_wrong_tries_before_a_success_are_said(sample, enrolled, log):
    """Once, to who is in now."""
    sample("su")
    with terminal.run(*HOSTS["su"]) as session:
        session.answer("Pattern: ", RIGHT.typed)
        status, shown = session.finish()
        assert status == 0 and "3 wrong patterns since the last right one." in shown
    lines = [entry.text for entry in log() if entry.ours]
    assert lines == ["pam_pattern(su:auth): 3 wrong patterns since the last right one. user=alice"]
    with terminal.run(*HOSTS["su"]) as session:
        session.answer("Pattern: ", RIGHT.typed)
        assert "wrong" not in session.finish()[1]
