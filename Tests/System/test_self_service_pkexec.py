"""What patternctl makes of pkexec where polkit asks nothing: an administrator's rule lets everybody run everything."""

import os
import re
import shutil
import subprocess

import pytest

from harness import native, polkit, store as stores, world
from harness.control import DONE, NOT_PERMITTED, REFUSED, UNUSABLE, check_enrolled, check_failed, run
from harness.patterns import RIGHT, SECOND
from harness.polkit import PKEXEC, STRONG, by_pkexec
from harness.world import ALICE, BOB

REMOTE_PASSWORD = "maple8harvest"  # what native/pam_sss.c takes
NO_TERMINAL = "no terminal to ask for the password on"


@pytest.fixture(scope="module", autouse=True)
def anything_goes():
    with polkit.running(), polkit.permitting(polkit.ACTION, polkit.ANYTHING):
        yield


@pytest.fixture
def store(system_store, conf):
    return system_store


# Whatever polkit was talked into: `enroll`, for oneself, is all that patternctl does for pkexec.
WORDS = [
    (), ("list",), ("status",), ("verify",), ("remove",), ("unlock",), ("explain",), ("random",), ("calibrate",),
    ("audit",), ("help",), ("version",), ("--help",), ("--version",), ("frobnicate",),
    ("status", "--user=alice"), ("unlock", "--user=alice"), ("remove", "--user=bob"), ("remove", "--uid=51002"),
    ("remove", "--orphans"), ("calibrate", "--write"), ("audit", "--all"), ("explain", "--svg=/etc/x.svg"),
    ("list", "--json"), ("enroll", "--user=alice"), ("enroll", "--user=bob"), ("enroll", "--user", "bob"),
    ("enroll", "--us=bob"), ("enroll", "--store=/run/mine"), ("enroll", "--conf=/run/mine.conf"),
    ("enroll", "--conf", "/etc/security/pattern.conf"), ("enroll", "--grid=4"), ("enroll", "--keypad=phone"),
    ("enroll", "--json"), ("enroll", "--rand"), ("enroll", "--typed=x"), ("enroll", "--help"), ("enroll", "-h"),
    ("enroll", "--version"), ("enroll", "--"), ("enroll", "remove"), ("enroll", "294357"), ("enroll", ""),
    ("--typed", "enroll"), ("--user=bob", "enroll"),
]


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_anything_else_by_pkexec(words, store):
    store.enroll()
    store.enroll(BOB, SECOND)
    before = store.contents()
    done = by_pkexec(*words, typed=f"{ALICE.password}\n{RIGHT.typed}\n")
    check_failed(done, NOT_PERMITTED, "pkexec: runs enroll alone, at most with --random and --typed; use sudo")
    assert done.stdout == ""
    assert store.contents() == before


@pytest.mark.parametrize("words", [("list",), ("enroll", "--user=bob"), ("enroll", "--store=/run/mine")], ids=" ".join)
def test_nothing_is_opened_for_it(words, store, folder):
    store.enroll()
    trace = folder / "trace"
    done = subprocess.run(
        ["strace", "-f", "-o", trace, "-e", "trace=openat,open,execve,connect", "/usr/bin/patternctl", *words],
        capture_output=True, text=True, env={"PKEXEC_UID": str(ALICE.uid)}, timeout=60)
    check_failed(done, NOT_PERMITTED, "pkexec")
    opened = re.findall(r'open(?:at)?\([^"]*"([^"]*)"', trace.read_text())
    ours = re.compile("/etc/(security|pam|passwd|shadow)|/var|/run|/home")
    assert opened and not [path for path in opened if ours.match(path)]


def as_pkexec(*words: str, uid, typed="", **environment: str) -> subprocess.CompletedProcess:
    """What root gets who sets the variable without pkexec. No terminal, as by a daemon."""
    return subprocess.run(["setsid", "-w", "/usr/bin/patternctl", *words], input=typed, capture_output=True, text=True,
                          env={"PATH": "/usr/bin:/bin", "PKEXEC_UID": str(uid), **environment}, timeout=60)


@pytest.mark.parametrize("rule", ["first", "yes"])
@pytest.mark.parametrize("words", [("enroll",), ("status",)], ids=" ".join)
def test_pkexec_to_somebody_else(words, rule, store, conf):
    """`pkexec --user bob` asks alice who she is: bob's pattern is not hers to try, nor to know of."""
    conf(f"self_service = {rule}")
    store.enroll(BOB)
    before = store.contents()
    done = subprocess.run(
        ["setpriv", f"--reuid={BOB.uid}", f"--regid={BOB.uid}", "--clear-groups", "setsid", "-w", "/usr/bin/patternctl",
         *words], input=f"{RIGHT.typed}\n", capture_output=True, text=True,
        env={"PATH": "/usr/bin:/bin", "PKEXEC_UID": str(ALICE.uid)}, timeout=60)
    check_failed(done, NOT_PERMITTED, "pkexec: runs enroll alone")
    assert store.contents() == before


@pytest.mark.parametrize("value", ["", "x", "-1", "51001x", " 51001", "4294967296", "0x10"])
def test_forged_uid_that_is_none(value, store):
    done = as_pkexec("enroll", uid=value, typed=f"{ALICE.password}\n{RIGHT.typed}\n")
    check_failed(done, NOT_PERMITTED, "PKEXEC_UID: is no uid")
    assert store.contents() == {}


def test_forged_uid_gives_root_less(store):
    """Only that account, and only with its password, whatever sudo's variables say."""
    check_failed(as_pkexec("enroll", uid=59999, typed="a\nb\n"), REFUSED, "uid 59999: the system knows no such user")
    for password, code in ((ALICE.password, REFUSED), (BOB.password, DONE)):
        done = as_pkexec("enroll", uid=BOB.uid, typed=f"{password}\n{RIGHT.typed}\n",
                         SUDO_UID=str(ALICE.uid), SUDO_GID=str(ALICE.uid))
        assert done.returncode == code, done.stderr
    check_enrolled(store, BOB, RIGHT.canonical)
    check_failed(as_pkexec("remove", uid=0), NOT_PERMITTED, "pkexec")


@pytest.mark.parametrize("rule, line", [
    ("first", "alice: has a pattern, and only root may change it (self_service=first); ask an administrator"),
    ("no", "only root may set a pattern here (self_service=no); ask an administrator")])
@pytest.mark.parametrize("how", ["user", "pkexec"])
def test_refused_by_the_setting(how, rule, line, store, conf):
    """Told before anything is asked; and by root's side, too, which alone decides."""
    conf(*([] if rule == "first" else [f"self_service = {rule}"]))
    store.enroll()
    before = store.contents()
    typed = f"{ALICE.password}\n{SECOND.typed}\n"
    done = run("enroll", account=ALICE, typed=typed) if how == "user" else by_pkexec("enroll", typed=typed)
    check_failed(done, NOT_PERMITTED, line)
    assert done.stdout == "" and store.contents() == before


def test_no_holds_for_the_first_pattern_too(store, conf):
    conf("self_service = no")
    check_failed(by_pkexec("enroll", typed=f"{ALICE.password}\n{RIGHT.typed}\n"), NOT_PERMITTED, "self_service=no")
    assert store.contents() == {}


def test_yes_replaces_and_forgives(store, conf):
    conf("self_service = yes")
    store.enroll()
    store.count(stores.Attempts(ALICE.uid, last=4, total=4))
    assert by_pkexec("enroll", typed=f"{ALICE.password}\n{SECOND.typed}\n").returncode == DONE
    check_enrolled(store, ALICE, SECOND.canonical)


def test_first_over_what_cannot_be_read(store):
    """That is an administrator's to mend: who knows what it was."""
    store.write(b"damaged\n")
    check_failed(by_pkexec("enroll", typed=f"{ALICE.password}\n{RIGHT.typed}\n"), UNUSABLE, "credential")
    assert store.file().read_bytes() == b"damaged\n"


@pytest.mark.parametrize("typed, code, line", [
    (f"{ALICE.password}\n{RIGHT.typed}\n", DONE, ""),
    (f"{ALICE.password}\n{RIGHT.typed}", DONE, ""),
    (f"{RIGHT.typed}\n", REFUSED, f"{NO_TERMINAL}; give two lines on standard input, the password and the pattern"),
    ("", REFUSED, f"{NO_TERMINAL}; give two lines"),
    (f"{ALICE.password}\n{RIGHT.typed}\n{RIGHT.typed}\n", REFUSED, f"{NO_TERMINAL}; give two lines"),
    (f"{RIGHT.typed}\n{RIGHT.typed}\n", REFUSED, "alice: wrong password; nothing was changed"),
    (f"{BOB.password}\n{RIGHT.typed}\n", REFUSED, "alice: wrong password; nothing was changed"),
    (f"{ALICE.password}\n29\n", REFUSED, "too short"),
], ids=["two lines", "no line feed", "pattern alone", "nothing", "three lines", "pattern twice", "bob's", "too short"])
@pytest.mark.parametrize("how", ["user", "pkexec"])
def test_without_a_terminal(how, typed, code, line, store, log):
    """As from a menu on a tablet: polkit asks by the desktop's agent, the password comes in front of the pattern."""
    if how == "user":
        done = by_pkexec("enroll", typed=typed, command=["patternctl"])
    else:
        done = by_pkexec("enroll", typed=typed)
    if code == DONE:
        assert (done.returncode, done.stdout, done.stderr) == (DONE, "Pattern set for alice.\n", "")
        check_enrolled(store, ALICE, RIGHT.canonical)
        return
    check_failed(done, code, line)
    assert store.contents() == {}
    if line.startswith(NO_TERMINAL):
        assert not [entry for entry in log() if "patternctl-strong" in entry.text], "nothing was tried as a password"


def test_random_without_a_terminal(store):
    done = by_pkexec("enroll", "--random", typed=f"{ALICE.password}\n{RIGHT.typed}\n")
    check_failed(done, REFUSED, NO_TERMINAL)
    assert store.contents() == {}


@pytest.mark.parametrize("fault, line", [
    (lambda path: path.unlink(), "/etc/pam.d/patternctl-strong: no such file; install it anew"),
    (lambda path: path.chmod(0o666), "/etc/pam.d/patternctl-strong: may be written by others than root"),
    (lambda path: os.chown(path, ALICE.uid, 0), "/etc/pam.d/patternctl-strong: may be written by others than root"),
], ids=["missing", "writable", "owner"])
def test_without_the_service(fault, line, store, keep):
    """Never by `other`, which libpam would take instead, and which may permit anything."""
    keep(world.SERVICES / "other").write_text("auth required pam_permit.so\naccount required pam_permit.so\n")
    fault(keep(STRONG))
    check_failed(by_pkexec("enroll", typed=f"any\n{RIGHT.typed}\n"), UNUSABLE, line)
    assert store.contents() == {}


@pytest.fixture
def without_shadow(keep):
    """alice as a directory's user: known to the system, and no password here."""
    for name in ("/etc/shadow", "/etc/passwd"):
        path = keep(name)
        lines = path.read_text().splitlines(keepends=True)
        if name == "/etc/shadow":
            lines = [line for line in lines if not line.startswith("alice:")]
        else:
            lines = [line.replace("alice:x:", "alice:*:") for line in lines]
        path.write_text("".join(lines))


def test_password_of_a_directory(store, without_shadow):
    done = by_pkexec("enroll", typed=f"{ALICE.password}\n{RIGHT.typed}\n")
    check_failed(done, REFUSED, "alice: wrong password, or one that another machine keeps: see "
                                "/etc/pam.d/patternctl-strong; nothing was changed")
    assert store.contents() == {}


def test_password_that_sssd_knows(store, without_shadow, keep):
    shutil.copy(native.library("pam_sss"), keep(world.security_folder() / "pam_sss.so"))
    check_failed(by_pkexec("enroll", typed=f"wrong\n{RIGHT.typed}\n"), REFUSED, "alice: wrong password")
    assert store.contents() == {}
    done = by_pkexec("enroll", typed=f"{REMOTE_PASSWORD}\n{RIGHT.typed}\n")
    assert done.returncode == DONE, done.stderr
    check_enrolled(store, ALICE, RIGHT.canonical)


@pytest.mark.parametrize("words", [("--expiredate", "1"), ("--lastday", "0")], ids=["account", "password"])
def test_expired(words, store, keep):
    keep("/etc/shadow")
    subprocess.run(["chage", *words, "alice"], check=True)
    done = by_pkexec("enroll", typed=f"{ALICE.password}\n{RIGHT.typed}\n")
    assert done.returncode == NOT_PERMITTED, done.stderr
    assert "alice: may not use the password now (" in done.stderr.splitlines()[-1]
    assert store.contents() == {}


def test_locked_account(store, keep):
    keep("/etc/shadow")
    subprocess.run(["usermod", "--lock", "alice"], check=True)
    check_failed(by_pkexec("enroll", typed=f"{ALICE.password}\n{RIGHT.typed}\n"), REFUSED, "alice: wrong password")


def test_empty_password(store, keep):
    """Who has none has nothing to show."""
    keep("/etc/shadow")
    subprocess.run(["passwd", "--quiet", "--delete", "alice"], check=True)
    check_failed(by_pkexec("enroll", typed=f"\n{RIGHT.typed}\n"), REFUSED, "alice: wrong password")
    assert store.contents() == {}


@pytest.mark.parametrize("limits", ["umask 777", "umask 0", "ulimit -c unlimited", "trap '' INT TERM HUP CHLD"])
def test_what_the_user_hands_down(limits, store):
    """The record is the same whatever the user's process was like."""
    command = ["sh", "-c", f'{limits}; exec "$@"', "sh", *PKEXEC]
    done = by_pkexec("enroll", typed=f"{ALICE.password}\n{RIGHT.typed}\n", command=command)
    assert done.returncode == DONE, done.stderr
    check_enrolled(store, ALICE, RIGHT.canonical)


@pytest.mark.parametrize("limits", ["ulimit -f 0", "ulimit -n 8", "ulimit -v 30000", "ulimit -t 0"])
def test_what_the_user_keeps_from_it(limits, store, conf):
    """A limit may make it fail, and then what was there is there still."""
    conf("self_service = yes")
    store.enroll(drawing=SECOND)
    before = store.file().read_bytes()
    command = ["sh", "-c", f'{limits}; exec "$@"', "sh", *PKEXEC]
    done = by_pkexec("enroll", typed=f"{ALICE.password}\n{RIGHT.typed}\n", command=command)
    assert (done.returncode == DONE) == (store.file().read_bytes() != before)
    if done.returncode == DONE:
        check_enrolled(store, ALICE, RIGHT.canonical)
