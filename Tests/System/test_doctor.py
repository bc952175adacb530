"""patternctl doctor: each fault made and found, and nothing found where nothing is wrong."""

import contextlib
import json
import os
import pathlib
import random
import shutil
import subprocess

import pytest

from harness import clock, pam, snapshot, stack, store as stores, world
from harness.control import DONE, NOT_PERMITTED, REFUSED, check_failed, run
from harness.world import ALICE, BOB

CHECKER = world.CHECKER
# As libpam names it.
MODULE = pathlib.Path(str(world.security_folder() / world.MODULE).removeprefix("/usr"))
SETTINGS = world.SETTINGS
COMMON = "@include common-auth\n"


def findings(*words: str, **circumstances) -> list[dict]:
    """All that it says; the exit code must fit."""
    done = run("doctor", "--json", *words, **circumstances)
    assert done.stderr == ""
    report = json.loads(done.stdout)
    errors = [row for row in report["findings"] if row["severity"] == "error"]
    assert done.returncode == (REFUSED if errors else DONE)
    assert report["healthy"] == (not errors)
    for row in report["findings"]:
        assert row.keys() == {"severity", "what", "why", "advice"}
        assert row["severity"] in ("ok", "skipped") or row["advice"], row
    return report["findings"]


def wrong(*words: str, **circumstances) -> list[str]:
    """What is wrong, as `what: why`, with its severity in front."""
    return [f"{row['severity']}: {row['what']}: {row['why']}" for row in findings(*words, **circumstances)
            if row["severity"] not in ("ok", "skipped")]


def check_found(expected: str, *words: str, **circumstances):
    """This is among what is wrong: a beginning, `...`, a part of the rest."""
    beginning, _, rest = expected.partition("...")
    found = wrong(*words, **circumstances)
    assert any(line.startswith(beginning) and rest in line[len(beginning):] for line in found), found


@pytest.fixture
def service():
    """Writes a file of /etc/pam.d; gone with the test."""
    kept = snapshot.Kept(world.SERVICES)

    def write(text: str, name: str = "pattern-test") -> str:
        path = kept.path(name)
        path.write_text(text)
        path.chmod(0o644)
        return str(path)

    yield write
    kept.restore()


@pytest.fixture
def healthy(system_store, sample, keep):
    """A machine as it should be: enrolled, and the samples in place."""
    system_store.enroll()
    system_store.enroll(BOB)
    # Debian's includes login's, and would be named with it where i3lock is installed.
    keep(world.SERVICES / "i3lock").unlink(missing_ok=True)
    for name in ("sudo", "su", "login", "sshd", "swaylock"):
        sample(name)
    return system_store


def test_healthy(healthy):
    before = snapshot.of(world.SERVICES, world.STORE, SETTINGS.parent, MODULE, CHECKER)
    assert wrong() == []
    done = run("doctor")
    assert (done.returncode, done.stderr) == (DONE, "")
    lines = done.stdout.splitlines()
    assert all(line.startswith("ok: ") for line in lines), lines
    assert f"ok: {world.STORE}: 2 patterns, all usable" in lines
    assert "ok: PAM: pattern or password: login, sshd, su, su-l, sudo, swaylock" in lines
    assert any(line.startswith("ok: cost 7: a try takes ") and line.endswith(" MB") for line in lines)
    assert snapshot.of(world.SERVICES, world.STORE, SETTINGS.parent, MODULE, CHECKER) == before


def test_languages(healthy, keep):
    """One that is not installed is named."""
    assert "ok: languages: en, de, es, fr, ja, zh_CN, zh_TW" in run("doctor").stdout
    keep("/usr/share/locale/de/LC_MESSAGES/pam_pattern.mo").unlink()
    assert wrong() == ["warning: languages: not installed: de; there it speaks English"]


def test_second_factor(healthy, sample, conf):
    """It is one only where the password alone can't set it."""
    sample("sudo-second-factor", "sudo")
    conf()
    assert wrong() == ["warning: self_service: whoever knows the password may set the pattern that is asked for behind "
                       "it: sudo"]
    conf("self_service = no")
    assert wrong() == []
    assert "ok: PAM: password, then the pattern, and no way past it: sudo" in run("doctor").stdout


def test_fresh_installation(system_store):
    """Nothing enrolled, no line in /etc/pam.d: nothing is wrong."""
    assert wrong() == []
    assert "ok: PAM: no service asks for a pattern yet" in run("doctor").stdout
    assert f"ok: {world.STORE}: no pattern is enrolled" in run("doctor").stdout


def test_without_root(healthy):
    """It says what it could not look at, and asks the checker like a locker."""
    rows = findings(account=ALICE)
    assert {row["what"] for row in rows if row["severity"] == "skipped"} == {str(world.STORE), "/etc/sudoers"}
    assert [row for row in rows if row["severity"] in ("warning", "error")] == []
    assert {"severity": "ok", "what": "pattern of alice", "why": "the checker would take a try",
            "advice": ""} in rows
    healthy.file().write_text("garbage")
    check_found("error: pattern of alice: screen lockers can't use it: ...credential is damaged", account=ALICE)
    for option in ("--store=/run/mine", "--conf=/run/mine"):
        check_failed(run("doctor", option, account=ALICE), NOT_PERMITTED)


# --- The store


@pytest.mark.parametrize("fault", stores.FAULTS)
def test_store(fault, store):
    """Every way in which a store is unusable, in the record, the attempts or the folders."""
    store.enroll()
    places = [f"--store={store.path}"]
    assert wrong(*places) == []
    stores.FAULTS[fault](store)
    found = wrong(*places)
    assert found and any(line.startswith(("error: ", "warning: ")) and str(store.path) in line for line in found)
    if fault not in ("other user's name", "name in other case"):
        assert any(line.startswith("error: ") for line in found), found


@pytest.mark.parametrize("make, expected", [
    (lambda store: store.path.chmod(0o750), "error: {0}: can't be entered by all"),
    (lambda store: store.credentials.chmod(0o700), "error: {0}/credentials: can't be read by its group"),
    (lambda store: store.attempts.chmod(0o700), "error: {0}/attempts: can't be read by its group"),
    (lambda store: store.file().chmod(0o600), "warning: {0}/credentials/51001: can't be read by its group"),
    (lambda store: store.tries().chmod(0o600), "warning: {0}/attempts/51001: can't be written by its group"),
    (lambda store: store.enroll(world.Account("gone", 59999, "")),
     "warning: {0}/credentials/59999: is of gone, but no account"),
    (lambda store: (store.credentials / ".new.51001").write_text("x"),
     "warning: {0}/credentials/.new.51001: was left by an enrolment that was interrupted"),
    (lambda store: (store.credentials / "notes").write_text("x"), "warning: {0}/credentials/notes: is no record"),
])
def test_store_that_only_root_can_use(make, expected, store):
    store.enroll()
    make(store)
    check_found(expected.format(store.path), f"--store={store.path}")


def test_accounts_that_cannot_be_looked_up(store, directory):
    """A directory that does not run: nobody is told to remove its users' patterns."""
    store.enroll(dirk := world.Account("dirk", 51888, ""))
    directory(order="files directory systemd", up=False)
    check_found(f"error: {store.path}/credentials/51888: users can't be looked up (directory: No such file",
                f"--store={store.path}")
    directory(dirk)
    assert wrong(f"--store={store.path}") == []


def test_the_advice_helps(store, cheap):
    """What it says to do is what sets it right."""
    places = [f"--store={store.path}"]
    store.enroll()
    store.tries().write_bytes(b"")
    [row] = [row for row in findings(*places) if row["severity"] == "error"]
    assert row["advice"] == "patternctl unlock --user alice"
    assert run(*row["advice"].split()[1:], *places).returncode == DONE
    assert wrong(*places) == []
    store.attempts.chmod(0o700)
    [row] = [row for row in findings(*places) if row["severity"] == "error"]
    subprocess.run(row["advice"], shell=True, check=True)
    assert wrong(*places) == []
    store.enroll(world.Account("gone", 59999, ""))
    [row] = [row for row in findings(*places) if row["severity"] == "warning"]
    assert run(*row["advice"].split()[1:], *places).returncode == DONE
    assert wrong(*places) == []


# --- What is installed


@contextlib.contextmanager
def changed(path: pathlib.Path, change):
    """Something else where an installed file is, for a while."""
    aside = path.with_suffix(".aside")
    shutil.copy2(path, aside)
    status = path.stat()
    os.chown(aside, status.st_uid, status.st_gid)
    os.chmod(aside, status.st_mode)
    # In a new file: a running program has the old one mapped.
    shutil.copy2(path, new := path.with_suffix(".new"))
    os.chown(new, status.st_uid, status.st_gid)
    os.chmod(new, status.st_mode)
    new.rename(path)
    try:
        change(path)
        yield
    finally:
        aside.rename(path)


def cut(path: pathlib.Path):
    path.write_bytes(path.read_bytes()[:2000])


def without_entry(path: pathlib.Path):
    shutil.copyfile(world.security_folder() / "pam_limits.so", path)


def needing(*options: str):
    """Puts a module in place that is linked so."""

    def make(path: pathlib.Path):
        source = path.with_suffix(".c")
        source.write_text("int pam_sm_authenticate(void){return 9;} int pam_sm_setcred(void){return 0;}"
                          "int needed(void); int (*use)(void) = needed;")
        library = path.with_name("libpattern-missing.so")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, "-x", "c", "-"], check=True,
                       input=b"int needed(void){return 0;}")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", path, source, library, *options], check=True)
        path.chmod(0o644)
        source.unlink()
        library.unlink()

    return make


@pytest.mark.parametrize("change, expected", [
    (lambda path: path.unlink(), "PAM can't have the module (No such file or directory)"),
    (lambda path: path.write_text("no module"), "is no whole shared library"),
    (cut, "is no whole shared library"),
    (lambda path: path.chmod(0o664), "may be written by others than root"),
    (lambda path: os.chown(path, BOB.uid, 0), "may be written by others than root"),
    (without_entry, "can't be loaded: ...pam_sm_authenticate"),
    (needing(), "can't be loaded: ...libpattern-missing.so: cannot open shared object file"),
    (needing("-Wl,-rpath,/tmp/lib"), "looks for libraries in /tmp/lib"),
])
def test_module(change, expected, healthy):
    with changed(MODULE, change):
        check_found(f"error: {MODULE}: {expected}")
    assert wrong() == []


def test_module_for_root_alone(healthy):
    with changed(MODULE, lambda path: path.chmod(0o600)):
        check_found(f"warning: {MODULE}: can't be read by all")


@pytest.mark.parametrize("change, expected", [
    (lambda path: path.unlink(), "No such file or directory"),
    (lambda path: path.chmod(0o755), "lacks its set-group-ID bit"),
    (lambda path: path.chmod(0o2750), "can't be run by all"),
    (lambda path: path.chmod(0o2775), "must be root's alone to write"),
    (lambda path: path.chmod(0o6755), "must be root's alone to write, and not set-user-ID"),
    (lambda path: os.chown(path, BOB.uid, world.group()), "must be root's alone to write"),
    (lambda path: (os.chown(path, 0, 0), path.chmod(0o2755)), "is not of the group _pam_pattern"),
])
def test_checker(change, expected, healthy):
    with changed(CHECKER, change):
        check_found(f"error: {CHECKER}: {expected}")
    assert wrong() == []


@pytest.mark.parametrize("path, loss", [
    ("/etc/pam.d/patternctl", "patternctl verify does not work"),
    ("/etc/pam.d/patternctl-strong", "users can't set patterns of their own"),
    ("/etc/shadow-maint/userdel-post.d/pam_pattern", "userdel leaves the pattern of an account that it deletes"),
])
def test_missing_files(path, loss, healthy, keep):
    assert "ok: installation: none of its files is missing" in run("doctor").stdout
    keep(path).unlink()
    assert wrong() == [f"error: {path}: is missing: {loss}"]


def test_checker_on_a_file_system_without_set_id(healthy):
    subprocess.run(["mount", "--bind", CHECKER.parent, CHECKER.parent], check=True)
    try:
        subprocess.run(["mount", "-o", "remount,bind,nosuid", CHECKER.parent], check=True)
        check_found(f"error: {CHECKER}: lies on a file system that is mounted nosuid")
    finally:
        subprocess.run(["umount", CHECKER.parent], check=True)


def test_checker_that_says_nothing(healthy):
    with changed(CHECKER, lambda path: path.write_text("#!/bin/false\n")):
        check_found("error: pattern of root: screen lockers can't use it")


def edit(path: str, old: str, new: str):
    text = pathlib.Path(path).read_text()
    assert old in text
    pathlib.Path(path).write_text(text.replace(old, new))


def test_group(healthy, keep):
    keep("/etc/group"), keep("/etc/passwd")
    edit("/etc/group", f"_pam_pattern:x:{world.group()}:", f"_pam_pattern:x:{world.group()}:bob,carol")
    check_found("error: group _pam_pattern: has members, who can read all hashes: bob, carol")
    edit("/etc/group", f"_pam_pattern:x:{world.group()}:bob,carol", f"_pam_pattern:x:{world.group()}:")
    edit("/etc/passwd", "carol:x:51003:51003:", f"carol:x:51003:{world.group()}:")
    check_found("error: group _pam_pattern: is the primary group of, who can read all hashes: carol")
    edit("/etc/passwd", f"carol:x:51003:{world.group()}:", "carol:x:51003:51003:")
    edit("/etc/group", "_pam_pattern:", "_pam_other:")
    check_found("error: group _pam_pattern: does not exist")


# --- Settings, cost, clock


@pytest.mark.parametrize("text, expected", [
    ("trise = 3\n", 'line 1 "trise = 3": no such setting: every pattern is refused'),
    ("deny = 0\n", 'line 1 "deny = 0": needs a whole number from 1 to 20'),
    ("strong\n", "may be an argument of the module alone"),
    ("blocklist = /nowhere\n", "no new pattern can be set: blocklist: /nowhere: does not exist"),
    ("min_nodes = 10\n", "no new pattern can be set: min_nodes is 10"),
    ("# a comment\r\n\r\ndeny = 5\r\n", 'line 2 "?": ends with a carriage return; lines end with a line feed alone'),
    ("deny = 5\r\n", 'line 1 "deny = 5?": ends with a carriage return; lines end with a line feed alone: every'),
])
def test_settings(text, expected, healthy, keep):
    keep(SETTINGS).write_text(text)
    check_found(f"error: {SETTINGS}: ...{expected}")


def test_settings_that_others_may_write(healthy, keep):
    keep(SETTINGS).chmod(0o666)
    check_found(f"error: {SETTINGS}: may be written by others than root")


def test_settings_that_are_named(healthy, settings):
    path = settings("cost = 0").removeprefix("conf=")
    check_found(f"error: {path}: line 1 \"cost = 0\"", f"--conf={path}")
    check_found("error: /nowhere: can't be read: No such file", "--conf=/nowhere")


def test_no_settings_are_the_defaults(healthy, keep):
    keep(SETTINGS).unlink()
    assert wrong() == []


def test_cost(healthy, settings):
    """Where a process may not have as much memory as a try takes."""
    done = subprocess.run(
        ["prlimit", "--as=200000000", "patternctl", "doctor", "--" + settings("cost = 9")], capture_output=True,
        text=True)
    assert done.returncode == REFUSED
    assert ("error: cost 9: libcrypt can't hash by yescrypt at cost 9, for want of memory or of the method: right"
            " patterns are refused; see patternctl calibrate") in done.stdout.splitlines()


@pytest.mark.parametrize("text", ["", "no boot id\n"])
def test_boot_id(text, healthy):
    with clock.rebooted(text):
        check_found("warning: /proc/sys/kernel/random/boot_id: can't be read")


def test_run(healthy):
    pathlib.Path("/run").chmod(0o777)
    try:
        check_found("error: /run: is no folder that only root can change")
    finally:
        pathlib.Path("/run").chmod(0o755)


def test_log(healthy):
    log = pathlib.Path("/dev/log")
    aside = log.rename("/dev/log.aside")
    try:
        check_found("warning: /dev/log: is not there: refusals are logged nowhere")
    finally:
        aside.rename(log)


# --- PAM

ASK, UNIX = "auth sufficient pam_pattern.so\n", "auth required pam_unix.so\n"
STRONG = "auth optional pam_pattern.so strong\n"
PERMIT = "auth required pam_permit.so\n"

STACKS = {
    "nothing behind it": (
        "auth required pam_pattern.so\n", "error", 1, "locks people out: without a right pattern nobody gets in"),
    "sufficient and nothing behind it": (
        ASK, "error", 1, "locks people out: without a right pattern nobody gets in"),
    "sufficient and a deny behind it": (
        ASK + "auth required pam_deny.so\n", "error", 1, "locks people out: without a right pattern"),
    "both, the pattern first": (
        "auth required pam_pattern.so\n" + COMMON, "error", 1, "locks people out: pattern and password are both"),
    "the end for those without a pattern": (
        "auth [success=done auth_err=ignore default=die] pam_pattern.so\n" + COMMON, "error", 1,
        "the right password does not help after a cancelled prompt, none enrolled, a locked one"),
    "the end where the module is missing": (
        "auth [success=done module_unknown=die default=ignore] pam_pattern.so\n" + COMMON, "error", 1,
        "locks people out: the right password does not help after a missing module"),
    "a permit behind it": (
        ASK + PERMIT, "error", 1, "lets in without pattern or password after a wrong pattern"),
    "nouserok before a permit": (
        "auth [success=done ignore=ignore default=die] pam_pattern.so nouserok\n" + PERMIT, "error", 1,
        "lets in without pattern or password after none enrolled (nouserok)"),
    "nouserok that opens": (
        PERMIT + "auth sufficient pam_pattern.so nouserok\n" + PERMIT, "error", 2, "lets in without pattern"),
    "nouserok for nothing": (
        "auth sufficient pam_pattern.so nouserok\n" + COMMON, "warning", 1, "nouserok changes nothing here"),
    "optional": (
        "auth optional pam_pattern.so\n" + COMMON, "warning", 1, "a right pattern opens nothing"),
    "behind the password": (COMMON + ASK, "warning", 2, "is reached only after the right password"),
    "behind the end": (
        "auth [success=done default=die] pam_unix.so\n" + ASK, "warning", 2, "is never reached"),
    "no password": (
        ASK + "auth required pam_u2f.so\n", "warning", 1, "no line behind it asks for the password"),
    "strong above the password": (
        ASK + STRONG + COMMON, "error", 2, "is reached without the password: wrong patterns forgive themselves"),
    "strong behind a password that may fail": (
        ASK + UNIX + STRONG, "error", 3, "is reached without the password: wrong patterns forgive themselves"),
    "strong behind a finger": (
        ASK + "auth [success=1 default=ignore] pam_fprintd.so\nauth requisite pam_unix.so\n" + STRONG, "warning", 4,
        "is reached without the password, after something else"),
    "strong alone": (COMMON + STRONG, "warning", 2, "does nothing: no line above it asks for the pattern"),
    "strong that is required": (
        ASK + COMMON + "auth required pam_pattern.so strong\n", "warning", 3, "is not optional"),
    "forward_pass before a directory": (
        "auth sufficient pam_pattern.so forward_pass\nauth sufficient pam_sss.so\n" + COMMON, "warning", 1,
        "forward_pass gives mistyped patterns to pam_sss.so (/etc/pam.d/pattern-test line 2)"),
    "forward_pass before faillock": (
        "auth sufficient pam_pattern.so forward_pass\nauth [success=1 default=bad] pam_unix.so\n"
        "auth [default=die] pam_faillock.so authfail\n" + PERMIT, "warning", 1,
        "forward_pass gives mistyped patterns to pam_faillock.so"),
    "above faillock's preauth": (
        ASK + "auth required pam_faillock.so preauth\n" + COMMON, "warning", 1,
        "stands above pam_faillock.so preauth"),
    "an unknown argument": (
        "auth sufficient pam_pattern.so trise=3\n" + COMMON, "error", 1, 'argument "trise=3": no such setting'),
    "an argument of the file": (
        "auth sufficient pam_pattern.so deny=3\n" + COMMON, "error", 1,
        'argument "deny=3": may stand in pattern.conf alone'),
    "an argument twice": (
        "auth sufficient pam_pattern.so tries=3 tries=2\n" + COMMON, "error", 1, '"tries=2": is set twice'),
    "settings that are not there": (
        "auth sufficient pam_pattern.so conf=/nowhere\n" + COMMON, "error", 0, "can't be read: No such file"),
    "a module elsewhere": (
        "auth sufficient /opt/pam_pattern.so\n" + COMMON, "error", 1, "/opt/pam_pattern.so does not exist"),
    "an include of nothing": (ASK + "@include no-such\n" + COMMON, "error", 2, "includes no-such, which can't be read"),
    "a circle": (ASK + "@include pattern-test\n", "error", 2, "includes go around in a circle"),
    "no control": (
        ASK + "auth sufficent pam_unix.so\n" + COMMON, "error", 2, "[sufficent] is no control that PAM knows"),
    "no kind": (ASK + "aut required pam_unix.so\n" + COMMON, "error", 2, "aut is none of auth, account"),
    "no module": (ASK + "auth required\n" + COMMON, "error", 2, "has no module"),
    "for accounts": (
        ASK + COMMON + "account required pam_pattern.so\n", "error", 3, "the module has nothing for account"),
    "over several lines": (
        "# a comment\nauth \\\n  [success=done \\\n default=die] \\\n pam_pattern.so # more\n" + COMMON, "error", 2,
        "locks people out"),
}


@pytest.mark.parametrize("name", STACKS)
def test_stacks(name, healthy, service):
    text, severity, number, expected = STACKS[name]
    path = service(text)
    place = f"{path} line {number}: " if number else "/nowhere"
    check_found(f"{severity}: {place}...{expected}")


@pytest.mark.parametrize("text, numbers", [
    ((ASK + COMMON).replace("\n", "\r\n"), [1]), (ASK[:-1] + "\r\n" + COMMON, [1]),
    ("auth sufficient pam_pattern.so tries=2\r\n" + COMMON + STRONG[:-1] + "\r\n", [1, 3]),
    ("auth sufficient pam_pattern.so [prompt=a b]\r\n" + COMMON, [1]), (ASK + COMMON + "# a comment\r\n", []),
    (COMMON + "account required pam_pattern.so\r\n" + ASK, [2]),
])
def test_carriage_returns(text, numbers, healthy, service):
    """libpam takes one at the end of a line for part of its last word."""
    path = service(text)
    named = [line for line in wrong() if "carriage return" in line]
    assert named == [f"error: {path} line {number}: ends with a carriage return, which PAM takes as part of the last "
                     "word" for number in numbers]


def test_carriage_returns_elsewhere(healthy, service):
    """A line that is not ours is as it is to libpam, and not ours to tell of."""
    service("auth required pam_unix.so\r\n", "pattern-other")
    assert wrong() == []
    service(ASK + "auth required pam_unix.so\r\n")
    check_found("warning: /etc/pam.d/pattern-test line 1: no line behind it asks for the password")
    assert not [line for line in wrong() if "carriage return" in line]


@pytest.mark.parametrize("text", [
    ASK + COMMON, ASK + COMMON + STRONG, ASK + "auth substack common-auth\n", ASK + "auth include common-auth\n",
    "auth sufficient pam_rootok.so\n" + ASK + COMMON + STRONG,
    "auth [success=2 default=ignore] pam_pattern.so\nauth [success=1 default=ignore] pam_unix.so try_first_pass\n"
    "auth requisite pam_deny.so\n" + PERMIT,
    "-auth [ success = done new_authtok_reqd=done default = ignore ] pam_pattern.so [prompt=Pattern, please: ]\n"
    + COMMON,
    "auth sufficient pam_pattern.so forward_pass=text\nauth sufficient pam_sss.so forward_pass\n"
    "auth required pam_unix.so try_first_pass\n",
    "auth required pam_faillock.so preauth\n" + ASK + "auth sufficient pam_unix.so\n"
    "auth [default=die] pam_faillock.so authfail\nauth required pam_deny.so\n",
    "auth [success=done default=ignore] pam_fprintd.so timeout=5\n" + ASK + COMMON + STRONG,
])
def test_sound_stacks(text, healthy, service):
    service(text)
    # A reader to ask is there in test_fingerprint.py alone.
    reader = "warning: fingers of root: fprintd does not run, and pattern-test would ask for it"
    assert wrong() == ([reader] if "pam_fprintd" in text else [])


def test_findings_name_all_services(healthy, service):
    service("auth optional pam_pattern.so\n" + COMMON, "pattern-shared")
    for letter in "abcde":
        service("@include pattern-shared\n", f"pattern-{letter}")
    assert wrong() == [
        "warning: /etc/pam.d/pattern-shared line 1 (pattern-a, pattern-b, pattern-c and 2 more): a right pattern "
        "opens nothing: the password is asked for all the same"]


def test_a_part_alone_is_no_service(healthy, service):
    """What others include need not be whole; what nobody includes is judged."""
    path = service(ASK, "pattern-part")
    check_found(f"error: {path} line 1: locks people out")
    service("@include pattern-part\n" + COMMON)
    assert wrong() == []


def test_leftovers_are_no_services(healthy, service):
    for name in ("sudo.dpkg-old", "sudo~", "sudo.bak", "sudo.rpmsave"):
        service("auth required pam_pattern.so\n", name)
    assert wrong() == []


def test_vendor_files(healthy, service):
    """/usr/lib/pam.d holds where /etc/pam.d has none."""
    vendor = pathlib.Path("/usr/lib/pam.d")
    vendor.mkdir(exist_ok=True)
    (vendor / "pattern-test").write_text("auth required pam_pattern.so\n")
    try:
        check_found("error: /usr/lib/pam.d/pattern-test line 1: locks people out")
        service(ASK + COMMON)
        assert wrong() == []
    finally:
        (vendor / "pattern-test").unlink()


def test_pam_conf_counts_for_nothing(healthy, keep):
    keep("/etc/pam.conf").write_text("# old\nsudo auth sufficient pam_pattern.so\n")
    check_found("warning: /etc/pam.conf line 2: counts for nothing")


def test_a_line_that_others_may_write(healthy, service):
    path = pathlib.Path(service(ASK + COMMON))
    path.chmod(0o646)
    check_found(f"error: {path}: may be written by others than root")


def test_no_strong_line(system_store, service):
    service(ASK + COMMON)
    check_found("warning: PAM: no line has strong: the password lifts no lock")


def test_settings_reach_the_lines(healthy, service, keep):
    """What pattern.conf says for all lines is judged with each."""
    service("auth sufficient pam_pattern.so\nauth sufficient pam_sss.so\n" + COMMON)
    assert wrong() == []
    keep(SETTINGS).write_text("forward_pass\n")
    check_found("warning: /etc/pam.d/pattern-test line 1: forward_pass gives mistyped patterns")


# --- The walk through stacks, against libpam itself and against the tests' own simulator


def test_walk_agrees_with_libpam(system_store, service):
    """Random stacks of lines that always give the same, substacks among them: "lets in" is said of those,
    and of those alone, that the real libpam lets somebody in by, who types nothing."""
    chance = random.Random(20261130)
    names = []

    def control() -> str:
        word = chance.choice(["required", "requisite", "sufficient", "optional", None, None, None])
        if word:
            return word
        actions = ["ok", "done", "bad", "die", "ignore", "reset", "reset", "reset", "1", "2"]
        return (f"[success={chance.choice(actions)} auth_err={chance.choice(actions)}"
                f" default={chance.choice(['bad', 'ignore', 'die'])}]")

    def lines(depth: int) -> list[str]:
        made = []
        for _ in range(chance.randint(1, 4)):
            if depth < 2 and chance.random() < 0.4:
                part = f"pattern-part-{len(names)}-{depth}-{chance.randrange(10**9)}"
                service("\n".join(lines(depth + 1)) + "\n", part)
                made.append(f"auth {chance.choice(['substack', 'substack', 'include'])} {part}")
            else:
                made.append(f"auth {control()} {chance.choice(['pam_permit.so', 'pam_deny.so'])}")
        return made

    for turn in range(500):
        # Our line says PAM_PERM_DENIED or PAM_IGNORE, and neither counts here.
        text = "auth [success=die default=ignore] pam_pattern.so nouserok\n" + "\n".join(lines(0)) + "\n"
        names.append(name := f"random-{turn}")
        service(text, name)
    said = {}
    for row in findings():
        if "lets in without pattern or password" in row["why"]:
            said[pathlib.Path(row["what"].split()[0]).name] = True
    opened = {}
    for name in names:
        outcome = pam.use(name, "carol", pam.Script(), confdir=world.SERVICES)
        opened[name] = outcome.code == pam.SUCCESS
    differing = [name for name in names if opened[name] != said.get(name, False)]
    assert not differing, (world.SERVICES / differing[0]).read_text()
    assert 50 < sum(opened.values()) < 450


MODULES = {"pam_pattern.so": ["success", "auth_err", "conv_err", "user_unknown", "perm_denied", "maxtries",
                              "authinfo_unavail", "service_err", "buf_err", "module_unknown"],
           "pam_unix.so": ["success", "auth_err", "user_unknown", "authinfo_unavail"],
           "pam_permit.so": ["success"], "pam_deny.so": ["auth_err"]}


def expected_of(text: str) -> set[str]:
    """What is to be said of a stack, by the tests' own simulator."""
    lines = stack.parsed(text, world.SERVICES)

    def outcomes(line):
        return ["ignore", "service_err", "module_unknown"] if "strong" in line.arguments else MODULES[line.module]

    def facts(line, code):
        if line.module == "pam_pattern.so" and "strong" not in line.arguments:
            return "pattern" if code == "success" else f"refused {code}"
        return "password" if line.module == "pam_unix.so" and code == "success" else None

    found = stack.paths(lines, outcomes, facts=facts, watched=lambda line: "strong" in line.arguments)
    refused = [known for kind, what, known in found if kind == "end" and what == "success"
               and "pattern" not in known and any(word.startswith("refused") for word in known)]
    said = set()
    if any("password" not in known for known in refused):
        said.add("lets in")
    if not any("password" in known for known in refused):
        said.add("no way by the password")
    elif any(not any(f"refused {code}" in known and "password" in known for known in refused)
             for code in MODULES["pam_pattern.so"] if code != "success"):
        said.add("a code without a way")
    if any(kind == "reached" and "pattern" not in known and "password" not in known
           for kind, what, known in found):
        said.add("strong without the password")
    return said


def test_walk_agrees_with_the_simulator(system_store, service):
    chance = random.Random(1130)
    expected = {}
    for turn in range(250):
        actions = ["ok", "done", "bad", "die", "ignore", "1", "2"]
        codes = ["success", "auth_err", "user_unknown", "maxtries"]

        def control() -> str:
            word = chance.choice(["required", "requisite", "sufficient", "sufficient", "optional", None, None])
            pairs = [f"{code}={chance.choice(actions)}" for code in codes if chance.random() < 0.6]
            return word or "[" + " ".join([*pairs, f"default={chance.choice(['bad', 'ignore', 'die'])}"]) + "]"

        # Our line first, so that it is always reached.
        text = f"auth {control()} pam_pattern.so\n"
        for _ in range(chance.randint(1, 4)):
            module = chance.choice(["pam_unix.so", "pam_unix.so", "pam_permit.so", "pam_deny.so",
                                    "pam_pattern.so strong"])
            text += f"auth {control()} {module}\n"
        name = f"random-{turn}"
        service(text, name)
        expected[name] = expected_of(text)
    said = {name: set() for name in expected}
    words = {"lets in without": "lets in", "without a right pattern nobody": "no way by the password",
             "pattern and password are both": "no way by the password",
             "the right password does not help after": "a code without a way",
             "wrong patterns forgive themselves": "strong without the password"}
    for row in findings():
        name = pathlib.Path(row["what"].split()[0]).name
        for word, fault in words.items():
            if name in said and word in row["why"]:
                said[name].add(fault)
    differing = {name: (said[name], expected[name]) for name in expected if said[name] != expected[name]}
    assert not differing, [(found, (world.SERVICES / name).read_text()) for name, found in differing.items()][:3]
    for fault in words.values():
        assert sum(fault in faults for faults in expected.values()) > 5, fault


# --- systemd


@pytest.fixture
def unit():
    """Writes a unit of systemd, or a drop-in; gone with the test."""
    made = []

    def write(path: str, *lines: str):
        path = pathlib.Path(path)
        for parent in reversed(path.parents):
            if not parent.exists():
                parent.mkdir()
                made.append(parent)
        path.write_text("\n".join(["[Unit]", "NoNewPrivileges=no", "[Service]", *lines, ""]))
        made.append(path)

    yield write
    for path in reversed(made):
        path.rmdir() if path.is_dir() else path.unlink()


NO_NEW = "NoNewPrivileges=yes, where the set-group-ID checker can't work"


@pytest.mark.parametrize("files, expected", [
    ({"/etc/systemd/user/swaylock.service": ["NoNewPrivileges=yes"]}, f"swaylock.service: has {NO_NEW}: swaylock"),
    ({"/usr/lib/systemd/user/lock.service": ["ExecStart=-/usr/bin/swaylock -f", "NoNewPrivileges = on"]},
     f"lock.service: has {NO_NEW}: swaylock"),
    ({"/etc/systemd/user/swaylock.service": [],
      "/etc/systemd/user/swaylock.service.d/a.conf": ["NoNewPrivileges=1"]}, f"swaylock.service: has {NO_NEW}"),
    ({"/etc/systemd/system/swaylock@.service": ["User=bob", "NoNewPrivileges=true"]},
     f"swaylock@.service: has {NO_NEW}"),
    ({"/etc/systemd/system/swaylock.service": ["DynamicUser=yes"]}, "swaylock.service: has DynamicUser=yes"),
    ({"/usr/lib/systemd/system/polkit-agent-helper@.service": ["ProtectSystem=strict"]},
     "polkit-agent-helper@.service: has ProtectSystem=strict, so that no try can be counted: polkit-1"),
])
def test_units(files, expected, healthy, unit, service):
    service(ASK + COMMON, "polkit-1")
    for path, lines in files.items():
        unit(path, *lines)
    check_found(f"error: {expected}")


@pytest.mark.parametrize("files", [
    {"/etc/systemd/user/swaylock.service": ["NoNewPrivileges=no"]},
    {"/etc/systemd/user/other.service": ["NoNewPrivileges=yes"]},
    # As root the module does without the checker.
    {"/etc/systemd/system/swaylock.service": ["NoNewPrivileges=yes"]},
    {"/usr/lib/systemd/user/swaylock.service": ["NoNewPrivileges=yes"],
     "/etc/systemd/user/swaylock.service": []},
    {"/etc/systemd/user/swaylock.service": ["NoNewPrivileges=yes"],
     "/etc/systemd/user/swaylock.service.d/z.conf": ["NoNewPrivileges=no"]},
    {"/usr/lib/systemd/system/polkit-agent-helper@.service": [
        "ProtectSystem=strict", "ReadWritePaths=/run \\", "  -/var/lib/pam_pattern/attempts"]},
    # It asks no pattern.
    {"/etc/systemd/user/i3lock.service": ["NoNewPrivileges=yes"]},
])
def test_sound_units(files, healthy, unit, service):
    service(ASK + COMMON, "polkit-1")
    for path, lines in files.items():
        unit(path, *lines)
    assert wrong() == []


# --- sudo -A


@pytest.mark.parametrize("line, expected", [
    ("Path askpass /nowhere", "error: /etc/sudo.conf askpass: /nowhere does not exist"),
    ("Path askpass /etc/passwd", "error: /etc/sudo.conf askpass: /etc/passwd can't be run by all"),
    ("Path askpass /run/pad", "error: /etc/sudo.conf askpass: /run/pad may be written by others"),
])
def test_askpass(line, expected, healthy, keep):
    pad = pathlib.Path("/run/pad")
    pad.touch()
    pad.chmod(0o777)
    keep("/etc/sudo.conf").write_text(f"# Path askpass /elsewhere\n{line}\n")
    check_found(expected)
    pad.unlink()


def test_askpass_that_is_sound(healthy, keep):
    keep("/etc/sudo.conf").write_text("Path askpass /usr/bin/true\n")
    assert wrong() == []
    assert "ok: sudo -A: asks with /usr/bin/true" in run("doctor").stdout


@pytest.mark.parametrize("text", ["Defaults pam_askpass_service=sudo-own\n",
                                  'Defaults:bob !fqdn, pam_askpass_service = "sudo-own" # graphical\n'])
def test_askpass_service(text, healthy, keep, service):
    keep("/etc/sudoers.d/own").write_text(text)
    what = "/etc/sudoers.d/own pam_askpass_service"
    check_found(f"error: {what}: there is no service sudo-own")
    service(COMMON, "sudo-own")
    check_found(f"warning: {what}: /etc/pam.d/sudo-own asks for no pattern")
    service(ASK + COMMON, "sudo-own")
    assert wrong() == []
    assert "ok: sudo -A: has the service sudo-own of its own" in run("doctor").stdout


def test_it_is_told_on_a_terminal_safely(healthy, service):
    """A file's words can't tell a terminal anything."""
    service("auth sufficient pam_pattern.so \x1b[2Jx=1\n" + COMMON)
    done = run("doctor")
    assert done.returncode == REFUSED and "\x1b" not in done.stdout
