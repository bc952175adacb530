"""The life of the package libpam-pattern under the real dpkg, apt's tools, sudo, login and userdel."""

import pathlib
import re
import shutil
import stat
import subprocess

import pytest

from harness import control, package, snapshot, store as stores, terminal, world
from harness.package import COMMON_AUTH, done, run
from harness.patterns import RIGHT, WRONG
from harness.world import ALICE, BOB

GOOD, BAD = ALICE.password, BOB.password
PATTERN, PASSWORD = "Pattern: ", "[sudo] password for alice: "
MODULE = world.security_folder() / world.MODULE
HOOK = pathlib.Path("/etc/shadow-maint/userdel-post.d/pam_pattern")


@pytest.fixture(scope="module", autouse=True)
def bare():
    """A system to which nothing of ours was installed."""
    package.take_out_the_product()
    yield
    package.put_in_the_product()


@pytest.fixture
def system():
    """The bare system; whatever the test has installed is purged."""
    yield
    pathlib.Path(world.SERVICES / "pattern-test").unlink(missing_ok=True)
    package.run("dpkg", "--purge", package.NAME)


@pytest.fixture
def installed(system):
    package.install()


@pytest.fixture
def enrolled(installed):
    """Installed, alice has a pattern, and pam-auth-update has been told."""
    store = stores.Store(world.STORE)
    store.enroll()
    package.enable()
    return store


def sudo(*lines: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        ALICE.command("sudo", "-k", "-S", "--", "id", "-u"), input="".join(f"{line}\n" for line in lines),
        capture_output=True, text=True, timeout=60)


def opens(*lines: str) -> bool:
    result = sudo(*lines)
    assert result.stdout in ("0\n", "")
    return result.stdout == "0\n"


def names() -> set[str]:
    """All files there are, but for what dpkg and the tools beside it write for themselves."""
    found = done("find", "/etc", "/usr", "/var/lib", "-xdev",
                 "(", "-path", "/var/lib/dpkg", "-o", "-path", "/var/lib/apt", ")", "-prune", "-o", "-print")
    # Backups of the account files, and their lock.
    return {name for name in found.splitlines()
            if not re.fullmatch(r"/etc/(passwd|group|shadow|gshadow)-|/etc/\.pwd\.lock", name)}


def configuration() -> dict[str, tuple]:
    described = snapshot.of(pathlib.Path("/etc"), pathlib.Path("/var/lib/pam"))
    return {name: what for name, what in described.items()
            if not re.fullmatch(r"/etc/\w+-|/etc/\.pwd\.lock", name)}


def mode(path: pathlib.Path) -> tuple[str, int, int]:
    status = path.lstat()
    return stat.filemode(status.st_mode), status.st_uid, status.st_gid


def check_rights():
    """The group, and what lives by it."""
    group = world.group()
    assert mode(world.CHECKER) == ("-rwxr-sr-x", 0, group)
    assert mode(world.STORE) == ("drwxr-xr-x", 0, 0)
    for folder in ("credentials", "attempts"):
        assert mode(world.STORE / folder) == ("drwxr-x---", 0, group)
    assert mode(MODULE) == ("-rw-r--r--", 0, 0)


# --- The package itself


def test_lintian():
    for path in package.built():
        result = run("lintian", "--fail-on", "error,warning", "--no-cfg", "--allow-root", path)
        assert result.returncode == 0, result.stdout + result.stderr


def test_built_files_are_as_they_were_built(folder):
    """Stripped and hardened, also after debhelper's steps."""
    done("dpkg-deb", "--extract", package.library(), folder)
    [module] = folder.rglob("pam_pattern.so")
    done(world.TESTS.parent / "check-module.sh", module)
    done(world.TESTS.parent / "check-checker.sh", folder / str(world.CHECKER)[1:])
    done(world.TESTS.parent / "check-program.sh", folder / "usr/bin/patternctl")
    done(world.TESTS.parent / "check-pad.sh", folder / "usr/bin/pattern-pad")
    for path in package.built():
        if path.name.startswith("pattern-askpass_"):
            done("dpkg-deb", "--extract", path, folder)
            done(world.TESTS.parent / "check-askpass.sh", folder / "usr/bin/pattern-askpass")
    for path in (module, *folder.glob("usr/bin/*"), folder / str(world.CHECKER)[1:]):
        assert "not stripped" not in done("file", path) and ".symtab" not in done("readelf", "-SW", path)


def test_same_files_as_by_install_sh(folder):
    """In the same places, with the same modes; the package has its documents besides."""
    for name in ("Scripts", "dist", "etc", "man", "completions", "install.sh"):
        source = world.CHECKOUT / name
        (folder / "checkout").mkdir(exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / "checkout" / name)
    shutil.copytree(package.stage(), folder / "checkout/.build/stage")
    done("env", "PATTERN_STAGE=ready", folder / "checkout/install.sh", "--destdir", folder / "by-script",
         "--securitydir", str(world.security_folder()).replace("/lib/", "/usr/lib/").replace("/usr/usr/", "/usr/"))
    for path in package.built():
        done("dpkg-deb", "--extract", path, folder / "by-package")

    def files(top: pathlib.Path) -> dict[str, str]:
        return {str(path.relative_to(top)).removesuffix(".gz"): stat.filemode(path.stat().st_mode)
                for path in top.rglob("*") if path.is_file() and "share/doc" not in str(path)}

    # The checker gets its group, and with it its bit, on the machine.
    by_script, by_package = files(folder / "by-script"), files(folder / "by-package")
    checker = str(world.CHECKER)[1:]
    assert by_script.pop(checker) in ("-rwxr-sr-x", "-rwxr-xr-x") and by_package.pop(checker) == "-rwxr-xr-x"
    assert by_script == by_package
    for name in by_package:
        if name.startswith(("etc/", "usr/lib/s", "usr/lib/t", "usr/share/pam-configs")):
            assert (folder / "by-script" / name).read_bytes() == (folder / "by-package" / name).read_bytes()


# --- Install, use, upgrade, remove, purge, again


def test_install_asks_for_nothing(system):
    """Everything is there, and PAM's files are as they were."""
    before = snapshot.of(world.SERVICES)
    package.install()
    after = snapshot.of(world.SERVICES)
    for ours in ("patternctl", "patternctl-strong"):
        after.pop(str(world.SERVICES / ours))
    assert after == before
    check_rights()
    assert opens(GOOD) and not opens(BAD)


def test_enable(enrolled):
    """One command, and the pattern opens sudo; the password does as before, and forgives."""
    text = COMMON_AUTH.read_text()
    assert re.search(r"^auth\s+\[success=2 default=ignore\]\s+pam_pattern\.so services=local\s*\n"
                     r"auth\s+\[success=1 default=ignore\]\s+pam_unix\.so .*try_first_pass", text, re.M), text
    assert len(re.findall(r"pam_pattern", text)) == 2
    assert opens(RIGHT.typed) and opens("", GOOD) and opens(WRONG.typed, GOOD)
    assert enrolled.counted().counts[1:] == (0, 0)
    assert not opens(WRONG.typed, BAD) and not opens("", RIGHT.typed) and not opens("", "")


def test_enrolled_with_the_real_command(installed):
    package.enable()
    result = control.run("enroll", "--user=alice", typed=RIGHT.typed)
    assert result.returncode == 0, result.stderr
    assert opens(RIGHT.typed) and not opens(WRONG.typed)
    # And by the checker, for a caller that is not root.
    assert control.run("status", account=ALICE).returncode == 0


def test_upgrade_keeps_everything(enrolled):
    world.SETTINGS.write_text(world.SETTINGS.read_text() + "budget = 40\n")
    enrolled.count(stores.Attempts(last=3, cleared_to=1, total=2))
    kept = snapshot.of(world.STORE, world.SETTINGS, COMMON_AUTH, pathlib.Path("/etc/group"))
    old = MODULE.stat().st_ino
    package.install("0.2.0")
    assert done("dpkg-query", "-W", "-f", "${Version}", package.NAME) == "0.2.0"
    assert snapshot.of(world.STORE, world.SETTINGS, COMMON_AUTH, pathlib.Path("/etc/group")) == kept
    assert MODULE.stat().st_ino != old
    check_rights()
    assert opens(RIGHT.typed) and opens("", GOOD)


def test_upgrade_does_not_enable(installed):
    before = snapshot.of(world.SERVICES)
    package.install("0.2.0")
    assert snapshot.of(world.SERVICES) == before


def test_remove_takes_the_profile_out_before_the_module(enrolled, folder):
    """The order of dpkg's own system calls."""
    before_enabled = COMMON_AUTH.read_text()
    log = folder / "calls"
    done("strace", "-f", "-s", "200", "-o", log, "-e", "trace=rename,renameat,renameat2,unlink,unlinkat",
         "dpkg", "--remove", package.NAME)
    lines = [line for line in log.read_text().splitlines() if line.endswith("= 0")]
    profile = [n for n, line in enumerate(lines) if '"/etc/pam.d/common-auth")' in line]
    module = [n for n, line in enumerate(lines) if re.search(r"unlink.*/security/pam_pattern\.so\"", line)]
    assert profile and module and profile[-1] < module[0]
    assert "pam_pattern" in before_enabled and "pam_pattern" not in COMMON_AUTH.read_text()
    assert opens(GOOD) and not opens(BAD) and not opens(RIGHT.typed)
    assert PATTERN not in sudo(GOOD).stderr
    # Credentials and settings wait for a purge, and with them the group.
    assert enrolled.file().exists() and world.SETTINGS.exists()
    package.install()
    check_rights()
    assert opens(GOOD) and not opens(RIGHT.typed)
    package.enable()
    assert opens(RIGHT.typed) and opens("", GOOD)


LOCKING = ["auth required pam_pattern.so", "auth\trequisite\tpam_pattern.so tries=3",
           "auth [success=ok default=bad] /lib/security/pam_pattern.so", "-auth required pam_pattern.so"]
HARMLESS = ["auth sufficient pam_pattern.so", "auth optional pam_pattern.so strong", "# auth required pam_pattern.so",
            "auth [success=done default=ignore] pam_pattern.so"]


@pytest.mark.parametrize("line", LOCKING)
def test_remove_refuses_to_lock_people_out(line, installed):
    """A line by hand, without which, or without whose module, nobody gets in."""
    path = world.SERVICES / "pattern-test"
    path.write_text(f"{line}\nauth required pam_permit.so\n")
    result = run("dpkg", "--remove", package.NAME)
    assert result.returncode != 0 and f"{path}:1:{line}" in result.stderr
    assert MODULE.exists()
    path.unlink()
    package.remove()
    assert not MODULE.exists()


@pytest.mark.parametrize("line", HARMLESS)
def test_remove_passes_over_harmless_lines(line, installed):
    path = world.SERVICES / "pattern-test"
    path.write_text(f"{line}\n@include common-auth\n")
    package.remove()
    assert not MODULE.exists()
    for password, code in ((GOOD, 0), (BAD, 1), (RIGHT.typed, 1)):
        result = subprocess.run(["pamtester", "pattern-test", "alice", "authenticate"], input=f"{password}\n",
                                capture_output=True, text=True)
        assert result.returncode == code, result.stderr


def test_purge_leaves_nothing(system):
    files, contents = names(), configuration()
    others = [path.name.split("_")[0] for path in package.built() if path != package.library()]
    done("dpkg", "--install", *package.built())
    stores.Store(world.STORE).enroll()
    package.enable()
    assert opens(RIGHT.typed) and names() != files
    done("dpkg", "--purge", package.NAME, *others)
    assert names() == files
    assert configuration() == contents
    assert world.GROUP not in done("dpkg-statoverride", "--list", "*") + pathlib.Path("/etc/group").read_text()
    assert opens(GOOD) and not opens(BAD)
    package.install()
    check_rights()
    package.enable()
    assert not (world.STORE / "credentials" / str(ALICE.uid)).exists()
    assert opens(GOOD) and not opens(RIGHT.typed)


def test_group_with_a_member_is_refused(system):
    """Group rights are all that keeps the store from other users."""
    done("groupadd", "--system", world.GROUP)
    done("usermod", "-a", "-G", world.GROUP, "bob")
    try:
        result = run("dpkg", "--install", package.library())
        assert result.returncode != 0 and "bob" in result.stderr and world.GROUP in result.stderr
        assert mode(world.CHECKER)[0] == "-rwxr-xr-x"
    finally:
        done("gpasswd", "-d", "bob", world.GROUP)
    done("dpkg", "--configure", package.NAME)
    check_rights()


def test_module_file_missing(enrolled):
    """Gone while it is configured, by a hand or a broken disk: sudo and login by password, and only so."""
    MODULE.unlink()
    assert opens(GOOD) and not opens(BAD) and not opens(RIGHT.typed)
    for typed, get_in in ((GOOD, True), (BAD, False), (RIGHT.typed, False)):
        with terminal.run("/bin/login", "alice") as session:
            session.answer("Password: ", typed)
            assert session.process.expect_exact(["$ ", "Login incorrect"]) == (0 if get_in else 1)


def test_whole_package_missing(enrolled):
    """All of its files, without dpkg's knowing."""
    for path in (MODULE, world.CHECKER, world.SETTINGS, pathlib.Path("/usr/bin/patternctl")):
        path.unlink()
    shutil.rmtree(world.STORE)
    assert opens(GOOD) and not opens(BAD) and not opens(RIGHT.typed)


def test_remove_with_a_common_auth_by_hand(enrolled):
    """pam-auth-update then changes nothing, and our lines stay: they pass over the module that is gone."""
    text = COMMON_AUTH.read_text()
    try:
        COMMON_AUTH.write_text(text.replace("auth\t", "auth\toptional\tpam_echo.so by-hand\nauth\t", 1))
        package.remove()
        assert "pam_pattern.so services=local" in COMMON_AUTH.read_text() and not MODULE.exists()
        assert opens(GOOD) and not opens(BAD) and not opens(RIGHT.typed)
    finally:
        COMMON_AUTH.write_text(text)
        package.install()


# --- What a system wants beside PAM

# polkit 127 runs its helper with a read-only /var/lib, but for what drop-ins name.
CONFINED = """
[ -z "$1" ] || mount --bind "$1" "$1"
mount --rbind /var/lib /var/lib
mount -o remount,bind,ro /var/lib
exec pamtester sudo alice authenticate
"""


@pytest.mark.parametrize("dropped_in", [True, False], ids=["with the drop-in", "without it"])
def test_confined_helper(dropped_in, enrolled):
    """The folder in the drop-in is what it takes to count tries, and forgive; without it only the password works."""
    [unit] = pathlib.Path("/usr/lib/systemd/system").glob("polkit-agent-helper@.service.d/*.conf")
    [path] = re.findall(r"^ReadWritePaths=-(/\S+)$", unit.read_text(), re.M)

    def helper(*lines: str) -> bool:
        return subprocess.run(
            ["unshare", "--mount", "sh", "-euc", CONFINED, "sh", path if dropped_in else ""], text=True,
            input="".join(f"{line}\n" for line in lines), capture_output=True, timeout=60).returncode == 0

    assert helper(RIGHT.typed) == dropped_in
    assert not helper(WRONG.typed, BAD)
    assert enrolled.counted().counts == ((2, 1, 1) if dropped_in else (0, 0, 0))
    assert helper(*([""] if dropped_in else []), GOOD)
    assert enrolled.counted().failures == 0


@pytest.fixture
def dave():
    """An account of useradd's, which userdel takes away again."""
    done("useradd", "--no-create-home", "--uid", "51099", "dave")
    yield world.Account("dave", 51099, "")
    run("userdel", "dave")


def test_userdel(installed, dave):
    """The record goes with its account, and nobody else's."""
    store = stores.Store(world.STORE)
    others = [ALICE, world.Account("davey", 59998, ""), world.Account("gone", 59997, "")]
    for account in (dave, *others):
        store.enroll(account)
    result = run("userdel", "dave")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert store.contents().keys() == {
        f"{kind}/{account.uid}" for kind in ("attempts", "credentials") for account in others}


def test_userdel_by_pkexec(installed, dave):
    """userdel hands on its environment; patternctl takes what pkexec leaves there for a self-service."""
    store = stores.Store(world.STORE)
    store.enroll(dave)
    result = run("env", "PKEXEC_UID=51001", "userdel", "dave")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert store.contents() == {}


def test_userdel_of_somebody_without_a_pattern(installed, dave):
    result = run("userdel", "dave")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_userdel_with_a_broken_store(installed, dave):
    """The account is gone all the same, and what could not be done is said."""
    shutil.rmtree(world.STORE / "credentials")
    result = run("userdel", "dave")
    assert result.returncode == 0 and result.stderr.startswith("patternctl: "), result.stderr
    assert "dave:" not in pathlib.Path("/etc/passwd").read_text()


def test_userdel_after_removal(installed, dave):
    """The hook is a file of /etc and so stays until the purge; then it does nothing."""
    package.remove()
    assert HOOK.exists()
    result = run("userdel", "dave")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_sysusers_and_tmpfiles_make_what_is_missing(installed):
    """As on a system whose /etc and /var begin empty."""
    shutil.rmtree(world.STORE)
    done("groupdel", world.GROUP)
    done("systemd-sysusers", "/usr/lib/sysusers.d/pam_pattern.conf")
    done("systemd-tmpfiles", "--create", "/usr/lib/tmpfiles.d/pam_pattern.conf")
    done("chgrp", world.GROUP, world.CHECKER)
    done("chmod", "2755", world.CHECKER)
    check_rights()
    stores.Store(world.STORE).enroll()
    kept = snapshot.of(world.STORE)
    done("systemd-tmpfiles", "--create", "/usr/lib/tmpfiles.d/pam_pattern.conf")
    assert snapshot.of(world.STORE) == kept


def test_install_sh_leaves_a_package_alone(installed):
    """Neither over it nor instead of it: dpkg would not bring the files of /etc back."""
    before = names(), configuration()
    for words in ([], ["--uninstall"], ["--uninstall", "--purge"]):
        result = run(world.CHECKOUT / "install.sh", *words)
        assert (result.returncode, result.stdout) == (1, "")
        assert result.stderr == (
            "install.sh: nothing done: pam_pattern is installed as a package, which this would break; first: "
            "sudo apt remove libpam-pattern\n")
    assert (names(), configuration()) == before


def test_missing_files_come_back(installed):
    """As doctor advises; apt hands the option on to dpkg."""
    files = [world.SERVICES / "patternctl", world.SERVICES / "patternctl-strong", HOOK]
    before = snapshot.of(*files)
    for path in files:
        path.unlink()
    result = control.run("doctor")
    for path in files:
        assert f"error: {path}: is missing: " in result.stdout
    assert "; run install.sh again, or for the package: apt-get install --reinstall -o " \
        "Dpkg::Options::=--force-confmiss libpam-pattern\n" in result.stdout
    done("dpkg", "--force-confmiss", "--install", package.library())
    assert snapshot.of(*files) == before
    assert "ok: installation: none of its files is missing" in control.run("doctor").stdout


def test_install_sh_and_back(system, folder):
    """Without the package: --uninstall takes out what pam-auth-update put in, before the module."""
    for name in ("Scripts", "dist", "etc", "man", "completions", "install.sh"):
        source = world.CHECKOUT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / name)
    shutil.copytree(package.stage(), folder / ".build/stage")
    files, contents = names(), configuration()
    done("env", "PATTERN_STAGE=ready", folder / "install.sh")
    check_rights()
    stores.Store(world.STORE).enroll()
    package.enable()
    assert opens(RIGHT.typed) and opens("", GOOD)
    # Refused for another file's line: then nothing is changed, the profile neither.
    service = world.SERVICES / "pattern-test"
    service.write_text("auth required pam_pattern.so\n")
    before = snapshot.of(world.SERVICES)
    result = run(folder / "install.sh", "--uninstall", "--purge")
    assert result.returncode == 1 and f"{service}:1:" in result.stderr
    assert snapshot.of(world.SERVICES) == before and MODULE.exists()
    service.unlink()
    done(folder / "install.sh", "--uninstall", "--purge")
    assert opens(GOOD) and not opens(BAD)
    assert names() == files
    assert configuration() == contents
