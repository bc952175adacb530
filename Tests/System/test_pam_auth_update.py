"""What the real pam-auth-update makes of our profiles: common-auth on paper, beside the profiles of other packages,
and under the real sudo, login and pamtester. The password always works, and nothing else but the pattern does."""

import dataclasses
import json
import os
import pathlib
import re
import subprocess
import time
from collections.abc import Callable

import pytest

import test_sample_stacks as paper
from harness import control, package, snapshot, stack, store as stores, terminal, world
from harness.patterns import NOT_A_PATTERN, RIGHT, TOO_SHORT, WRONG
from harness.stack import Line
from harness.world import ALICE, BOB

GOOD, BAD = ALICE.password, BOB.password
PATTERN, SUDO_PASSWORD, PASSWORD = "Pattern: ", "[sudo] password for alice: ", "Password: "
CONFIGS = pathlib.Path("/usr/share/pam-configs")

# The authentication of Debian 12's packages of these names, from their files in /usr/share/pam-configs.
OTHERS = {
    "fprintd": "Priority: 260\nAuth:\n\t[success=end default=ignore]\tpam_fprintd.so max-tries=1 timeout=10 # debug\n",
    "krb5": "Priority: 704\nAuth:\n\t[success=end default=ignore]\tpam_krb5.so minimum_uid=1000 try_first_pass\n"
            "Auth-Initial:\n\t[success=end default=ignore]\tpam_krb5.so minimum_uid=1000\n",
    "sss": "Priority: 128\nAuth:\n\t[success=end default=ignore]\tpam_sss.so use_first_pass\n"
           "Auth-Initial:\n\t[success=end default=ignore]\tpam_sss.so forward_pass\n",
    "winbind": "Priority: 192\nAuth:\n\t[success=end default=ignore]\tpam_winbind.so krb5_auth try_first_pass\n"
               "Auth-Initial:\n\t[success=end default=ignore]\tpam_winbind.so krb5_auth\n",
    "ldap": "Priority: 128\nAuth-Initial:\n\t[success=end default=ignore]\tpam_ldap.so minimum_uid=1000\n"
            "Auth:\n\t[success=end default=ignore]\tpam_ldap.so minimum_uid=1000 use_first_pass\n",
}
FACTORS = {"pam_unix.so": "password", "pam_krb5.so": "password", "pam_sss.so": "password",
           "pam_winbind.so": "password", "pam_ldap.so": "password", "pam_fprintd.so": "finger"}


@pytest.fixture(scope="module", autouse=True)
def enabled():
    """The package, installed and enabled; and what there was before, to compare with."""
    kept = snapshot.Kept(world.SERVICES)
    kept.path("common-auth")
    package.take_out_the_product()
    package.install()
    package.enable()
    yield
    package.purge()
    kept.restore()
    package.put_in_the_product()


# --- On paper


def facts(line: Line, code: str) -> str | None:
    """What a line leaves behind: a factor, or that a pattern was asked for and did not open."""
    if paper.is_ours(line):
        return "pattern" if code == "success" else "asked"
    # A password that is right but too old is right; others give PAM_SUCCESS or it is none.
    right = ("success", "new_authtok_reqd") if line.module == "pam_unix.so" else ("success",)
    return FACTORS.get(line.module) if code in right else None


def composed(*others: str) -> tuple[list[Line], list[Line]]:
    """common-auth with these profiles beside ours and Debian's own; and without ours."""
    written = [CONFIGS / name for name in others]
    try:
        for path in written:
            path.write_text(f"Name: {path.name}\nDefault: no\nAuth-Type: Primary\n{OTHERS[path.name]}")
        if others:
            package.done("pam-auth-update", "--enable", *others)
        with_us = stack.parsed("@include common-auth", world.SERVICES)
        package.done("pam-auth-update", "--disable", *package.PROFILES)
        without = stack.parsed("@include common-auth", world.SERVICES)
        return with_us, without
    finally:
        for path in written:
            path.unlink()
        package.done("pam-auth-update", "--package", "--remove", *(others or ("none",)))
        package.done("pam-auth-update", "--enable", *package.PROFILES)


@pytest.mark.parametrize("others", [
    (), ("fprintd",), ("krb5",), ("sss",), ("winbind",), ("ldap",), ("fprintd", "sss"),
    ("fprintd", "krb5", "winbind", "ldap"),
], ids=" ".join)
def test_on_paper(others):
    lines, without = composed(*others)
    assert [line.module for line in lines if line.module != world.MODULE] == [line.module for line in without]
    order = [line.module for line in lines]
    assert order.index(world.MODULE) < order.index("pam_unix.so")
    assert "fprintd" not in others or order.index("pam_fprintd.so") < order.index(world.MODULE)

    def outcomes(line):
        if line.module in FACTORS and line.module != "pam_unix.so":
            return ["success", "auth_err", "ignore", "user_unknown", "authinfo_unavail", "maxtries"]
        return paper.everything(line) if line.module != "pam_cap.so" else ["success", "ignore", "auth_err"]

    walked = stack.paths(lines, outcomes, facts=facts, watched=paper.is_strong)
    reached = {known for kind, _, known in walked if kind == "reached"}
    opened = {known for kind, what, known in walked if kind == "end" and what == "success"}
    factors = {"pattern", *(FACTORS[line.module] for line in lines if line.module in FACTORS)}
    # Nothing opens without a factor, and each of them does.
    assert all(known & factors for known in opened)
    assert {known & factors for known in opened} >= {frozenset({name}) for name in factors}
    # The strong line is reached after the pattern and the finger, too, but not as after a password: either
    # nobody asked for a pattern, or it opened. Where it forgives, a password was right.
    assert frozenset({"pattern"}) in reached
    forgives = {known for known in reached if "asked" in known and "pattern" not in known}
    assert forgives and all("password" in known and "finger" not in known for known in forgives)
    assert all("asked" not in known for known in reached if "finger" in known)
    # Without the pattern, and without the module's file, all is as without the profiles.
    usual = paper.behaviour(without, None)
    for code in (paper.MISSING, *(code for code in paper.OURS if code not in ("success", "incomplete"))):
        assert paper.behaviour(lines, code) == usual, code


def test_other_packages_run_leaves_it_alone():
    """libpam-runtime's own update, and another package that comes and goes."""
    before = package.COMMON_AUTH.read_bytes()
    package.done("pam-auth-update", "--package")
    assert package.COMMON_AUTH.read_bytes() == before


def test_disable_and_enable_again():
    before = package.COMMON_AUTH.read_text()
    package.done("pam-auth-update", "--disable", "pattern")
    text = package.COMMON_AUTH.read_text()
    assert "services=local" not in text and "pam_pattern.so strong" in text
    assert get_in("sudo", [GOOD]) and not get_in("sudo", [BAD])
    package.enable()
    assert package.COMMON_AUTH.read_text() == before


def test_doctor_is_content(enrolled):
    """patternctl doctor reads the same stacks, and has nothing to say against them."""
    findings = json.loads(control.run("doctor", "--json").stdout)["findings"]
    assert [finding for finding in findings if finding["severity"] != "ok" and (
        "PAM" in finding["what"] or "pam.d" in finding["what"])] == []
    [ways] = [finding["why"] for finding in findings if finding["what"] == "PAM"]
    assert ways.startswith("pattern or password: ") and "sudo" in ways


def test_strong_line_before_a_second_factor(enrolled):
    """A service with the pattern behind common-auth, whose strong line comes first: sudo asks three times on
    one handle, and the password does not forgive the wrong patterns of the times before."""
    kept = snapshot.Kept(world.SERVICES)
    package.done("pam-auth-update", "--disable", "pattern")
    try:
        kept.path("sudo").write_text(
            "@include common-auth\nauth required pam_pattern.so\n@include common-account\n")
        assert "pam_pattern.so strong" in package.COMMON_AUTH.read_text()
        assert not get_in("sudo", [GOOD, WRONG.typed] * 3)
        assert enrolled.counted().counts == (3, 3, 3)
    finally:
        kept.restore()
        package.enable()


# --- With the real hosts


@pytest.fixture
def enrolled():
    store = stores.Store(world.STORE)
    store.enroll()
    yield store
    store.reset()


def uptime() -> int:
    return int(time.clock_gettime(time.CLOCK_BOOTTIME))


def _locked(store: stores.Store):
    store.count(stores.Attempts(last=10, cleared_to=5, total=5, boot=stores.boot_id(), seconds=uptime()))


def _gone(store: stores.Store):
    store.file().unlink()
    store.tries().unlink()


def _no_module(store: stores.Store):
    path = world.security_folder() / world.MODULE
    os.rename(path, path.with_suffix(".aside"))


@dataclasses.dataclass(frozen=True)
class State:
    """How things are, and what is typed when a pattern is asked for; None where it is not."""

    typed: str | None
    prepare: Callable[[stores.Store], None] = lambda store: None


STATES = {
    "wrong": State(WRONG.typed), "empty": State(""), "too short": State(TOO_SHORT),
    "not a pattern": State(NOT_A_PATTERN), "the password": State(GOOD),
    "locked": State(None, _locked), "not enrolled": State(None, _gone),
    "record broken": State(None, stores.FAULTS["garbage"]),
    "store missing": State(None, stores.FAULTS["store folder missing"]),
    "wrong owner": State(None, stores.FAULTS["wrong owner"]),
    "module file missing": State(None, _no_module),
}
PASSWORDS = {"right password": (GOOD, True), "wrong password": (BAD, False), "pattern for a password": (
    RIGHT.typed, False), "empty password": ("", False)}


@pytest.fixture
def as_it_was():
    yield
    path = world.security_folder() / world.MODULE
    if path.with_suffix(".aside").exists():
        os.rename(path.with_suffix(".aside"), path)


def sudo(lines: list[str]) -> subprocess.CompletedProcess:
    return subprocess.run(
        ALICE.command("sudo", "-k", "-S", "--", "id", "-u"), input="".join(f"{line}\n" for line in lines),
        capture_output=True, text=True, timeout=60)


def get_in(host: str, lines: list[str]) -> bool:
    """Whether these lines open; each is typed where the one before has led."""
    if host == "sudo":
        result = sudo(lines)
        assert result.stdout in ("", "0\n")
        return result.stdout == "0\n"
    if host == "login":
        with terminal.run("/bin/login", "alice") as session:
            for line in lines:
                session.process.expect_exact([PATTERN, PASSWORD])
                session.process.waitnoecho()
                session.process.sendline(line)
            return session.process.expect_exact(["$ ", "Login incorrect"]) == 0
    result = subprocess.run(["pamtester", host, "alice", "authenticate", "acct_mgmt"], capture_output=True,
                            text=True, input="".join(f"{line}\n" for line in lines), timeout=60)
    return result.returncode == 0


HOSTS = ("sudo", "login", "lightdm", "polkit-1")


@pytest.fixture(scope="module", autouse=True)
def service_files(enabled):
    """Services of programs that are not here: Debian's stacks include common-auth."""
    kept = snapshot.Kept(world.SERVICES)
    for name in ("lightdm", "polkit-1", "sshd"):
        kept.path(name).write_text("@include common-auth\n@include common-account\n")
    yield
    kept.restore()


@pytest.mark.parametrize("host", HOSTS)
def test_right_pattern(host, enrolled):
    assert get_in(host, [RIGHT.typed]) and get_in(host, [RIGHT.otherwise])


# login waits 3 s after each failure, and reads the same stack: two passwords are enough there.
CASES = {f"{host}, {name}": (host, password, opens) for host in HOSTS
         for name, (password, opens) in PASSWORDS.items() if host != "login" or password in (GOOD, BAD)}


@pytest.mark.parametrize("state", STATES.values(), ids=STATES.keys())
@pytest.mark.parametrize("host, password, opens", CASES.values(), ids=CASES.keys())
def test_password_behind(host, state, password, opens, enrolled, as_it_was):
    state.prepare(enrolled)
    first = [] if state.typed is None else [state.typed]
    assert get_in(host, [*first, password]) == opens


@pytest.mark.parametrize("state", STATES.values(), ids=STATES.keys())
def test_what_is_asked(state, enrolled, as_it_was):
    """The pattern first, where there is one to ask for, and once."""
    state.prepare(enrolled)
    first = [] if state.typed is None else [state.typed]
    shown = sudo([*first, GOOD]).stderr
    assert re.findall(r"Pattern: |\[sudo\] password for alice: ", shown) == [PATTERN] * len(first) + [SUDO_PASSWORD]


def test_password_lifts_the_lock(enrolled):
    _locked(enrolled)
    assert not get_in("sudo", [RIGHT.typed])
    assert enrolled.counted().failures == 5
    assert get_in("sudo", [GOOD])
    assert enrolled.counted().counts[1:] == (0, 0)
    assert get_in("sudo", [RIGHT.typed])


def test_pattern_lifts_no_budget(enrolled):
    """The strong line is reached after it, and forgives nothing."""
    enrolled.count(stores.Attempts(last=9, cleared_to=7, total=7))
    assert get_in("sudo", [RIGHT.typed])
    assert enrolled.counted().counts == (10, 0, 7)
    assert enrolled.counted().strong_boot == stores.NO_BOOT


@pytest.mark.parametrize("service, lines", [("sshd", [GOOD]), ("cron", [GOOD])])
def test_services_that_are_not_local(service, lines, enrolled):
    """What reads common-auth beside them asks as before."""
    assert get_in(service, lines) and not get_in(service, [RIGHT.typed])
    assert enrolled.counted().last == 0


def test_su_asks_for_no_pattern_of_another(enrolled):
    """Nobody can burn another's tries: su asks bob for alice's password."""
    for typed, opens in ((GOOD, True), (RIGHT.typed, False), (WRONG.typed, False)):
        result = subprocess.run(BOB.command("su", "alice", "-c", "id -u"), input=f"{typed}\n",
                                capture_output=True, text=True, timeout=60)
        assert result.stdout == (f"{ALICE.uid}\n" if opens else "")
        assert "Pattern" not in result.stderr
    assert enrolled.counted().last == 0
