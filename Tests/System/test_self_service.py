"""patternctl enroll without root: the real polkitd, pkexec and pkttyagent on a system bus of the tests' own."""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

import pytest

from harness import native, pam, polkit, store as stores, terminal, world
from harness.control import (
    DONE, INTERRUPTED, NOT_PERMITTED, REFUSED, UNUSABLE, check_enrolled, check_failed, run)
from harness.pad import ENTER, Screen
from harness.patterns import RIGHT, SECOND, WRONG
from harness.world import ALICE, BOB

PKEXEC = ["pkexec", "--disable-internal-agent", "/usr/bin/patternctl"]
STRONG = world.SERVICES / "patternctl-strong"
POLKIT, PASSWORD = "Authenticating as: Test account", "A new pattern takes your password"
NEW, AGAIN = "New pattern for {} (123/456/789): ", "The same again: "
REMOTE_PASSWORD = "maple8harvest"  # what native/pam_sss.c takes
NO_TERMINAL = "no terminal to ask for the password on"
# pam_unix asks for two seconds after a wrong password, libpam makes it something from one to three.
SHORTEST_DELAY = 0.9


@pytest.fixture(scope="module", autouse=True)
def daemons():
    with polkit.running():
        yield


@pytest.fixture
def conf(keep):
    """Writes pattern.conf; a new hash costs little."""
    path = keep(world.SETTINGS)

    def write(*lines: str):
        path.write_text("".join(f"{line}\n" for line in ("cost = 1", *lines)))

    write()
    return write


@pytest.fixture
def store(system_store, conf):
    return system_store


def enroll(*words: str, account=ALICE, **circumstances):
    """The command as a user types it; nothing of theirs outlives it."""
    return terminal.run(*account.command("patternctl", "enroll", *(words or ("--typed",))), **circumstances)


def prove(screen: terminal.Terminal, password=ALICE.password, asked="Password: "):
    """Answers polkit's agent."""
    screen.process.expect_exact(POLKIT)
    screen.answer(asked, password)


def confirm(screen: terminal.Terminal, password=ALICE.password):
    """Answers patternctl's own question for the password."""
    screen.process.expect_exact(PASSWORD)
    screen.answer("Password: ", password)


def type_twice(screen: terminal.Terminal, drawing, name="alice"):
    screen.answer(NEW.format(name), drawing.typed)
    screen.answer(AGAIN, drawing.typed)


def check_told(screen: terminal.Terminal, code: int, word: str):
    """How it ended, and the one line of patternctl that says why."""
    status, rest = screen.finish()
    assert status == code, rest
    lines = [line for line in rest.splitlines() if line.startswith("patternctl: ")]
    assert len(lines) == 1 and word in lines[0], rest


def by_pkexec(*words: str, account=ALICE, typed="", command=PKEXEC) -> subprocess.CompletedProcess:
    """pkexec without a terminal or an agent, for where polkit asks nothing."""
    return subprocess.run(account.command(*command, *words), input=typed, capture_output=True, text=True,
                          timeout=60, start_new_session=True)


def processes(name: str) -> list[str]:
    return subprocess.run(["pgrep", "-x", name], capture_output=True, text=True).stdout.split()


def test_a_user_sets_a_pattern(store):
    with enroll() as screen:
        prove(screen)
        confirm(screen)
        assert store.contents() == {}, "nothing before the password"
        type_twice(screen, RIGHT)
        assert screen.finish() == (DONE, "\r\nPattern set for alice.\r\n")
    check_enrolled(store, ALICE, RIGHT.canonical)
    assert not processes("pkttyagent") and not processes("pkexec")


def test_as_pkexec_of_ones_own(store):
    """Without our help, with an agent that somebody else has started, and without a terminal in standard input."""
    command = f"pkttyagent --process $$ --notify-fd 1 >fifo & : <fifo; {' '.join(PKEXEC)} enroll <pattern"
    folder = pathlib.Path(os.environ["PATTERN_TEST_WORLD"]) / "home/alice"
    (folder / "pattern").write_text(RIGHT.typed + "\n")
    (folder / "pattern").chmod(0o644)
    os.mkfifo(folder / "fifo")
    os.chown(folder / "fifo", ALICE.uid, ALICE.uid)
    try:
        with terminal.run(*ALICE.command("sh", "-c", f"cd; {command}; kill $!")) as screen:
            prove(screen)
            confirm(screen)
            assert screen.finish() == (DONE, "\r\nPattern set for alice.\r\n")
    finally:
        (folder / "pattern").unlink()
        (folder / "fifo").unlink()
    check_enrolled(store, ALICE, RIGHT.canonical)


def test_each_user_for_themselves(store):
    store.enroll(drawing=SECOND)
    before = store.contents()
    with enroll(account=BOB) as screen:
        prove(screen, BOB.password)
        confirm(screen, BOB.password)
        type_twice(screen, RIGHT, "bob")
        assert screen.finish()[0] == DONE
    assert {name: content for name, content in store.contents().items() if "51002" not in name} == before
    assert stores.crypt.crypt(RIGHT.canonical, re.search(r"hash=(\S+)", store.file(BOB).read_text())[1])


def test_another_users_password_is_worth_nothing(store):
    with enroll() as screen:
        prove(screen)
        confirm(screen, BOB.password)
        check_told(screen, REFUSED, "alice: wrong password; nothing was changed")
    assert store.contents() == {}


def test_wrong_password_for_polkit(store):
    with enroll() as screen:
        prove(screen, "wrong")
        check_told(screen, NOT_PERMITTED, "polkit does not permit it; nothing was changed")
    assert store.contents() == {}
    assert not processes("pkttyagent")


@pytest.mark.parametrize("password", ["wrong", "", RIGHT.typed, RIGHT.canonical],
                         ids=["wrong", "empty", "pattern", "canonical pattern"])
def test_wrong_password(password, store, conf, log):
    """Refused after PAM's own delay, and counted nowhere of ours."""
    conf("self_service = yes")
    store.enroll()
    before = store.contents()
    with enroll() as screen:
        prove(screen)
        confirm(screen, password)
        start = time.monotonic()
        check_told(screen, REFUSED, "alice: wrong password; nothing was changed")
        assert time.monotonic() - start > SHORTEST_DELAY
    assert store.contents() == before
    lines = [entry.text for entry in log()]
    assert any("pam_unix(patternctl-strong:auth): authentication failure" in line for line in lines), lines
    assert not password or not any(password in line for line in lines)


@pytest.fixture
def polkit_takes_patterns(keep):
    keep(world.SERVICES / "polkit-1").write_text(
        "auth sufficient pam_pattern.so\n@include common-auth\n@include common-account\n"
        "session required pam_permit.so\n")


INCLUDING = "auth sufficient pam_pattern.so tries=3\n" + (world.CHECKOUT / "etc/pam.d/patternctl-strong").read_text()


@pytest.mark.parametrize("service", [None, INCLUDING, INCLUDING.replace("tries=3", "services=patternctl-strong")],
                         ids=["as it is", "with our line", "with our line, allowed"])
def test_pattern_instead_of_the_password(service, store, conf, keep, polkit_takes_patterns):
    """polkit may be content with the pattern. Here it does not do, not even where an administrator put it in."""
    conf("self_service = yes")
    store.enroll()
    if service:
        keep(STRONG).write_text(service)
    before = store.file(ALICE).read_bytes()
    with enroll() as screen:
        prove(screen, RIGHT.typed, "Pattern: ")
        confirm(screen, RIGHT.typed)
        check_told(screen, REFUSED, "alice: wrong password; nothing was changed")
    assert store.file(ALICE).read_bytes() == before
    with enroll() as screen:
        prove(screen, RIGHT.typed, "Pattern: ")
        confirm(screen)
        type_twice(screen, SECOND)
        assert screen.finish()[0] == DONE
    check_enrolled(store, ALICE, SECOND.canonical)


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


@pytest.fixture(scope="module")
def anything_goes(daemons):
    with polkit.permitting(polkit.ACTION, polkit.ANYTHING):
        yield


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_anything_else_by_pkexec(words, store, anything_goes):
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
    assert opened and not [path for path in opened if re.match("/etc/(security|pam|passwd|shadow)|/var|/run|/home", path)]


def test_polkits_action_is_for_enroll_alone(store):
    """For another command, or another path to this one, it is that for running just anything as root."""
    for command in ([*PKEXEC, "list"], ["pkexec", "--disable-internal-agent", "/usr/bin/env", "patternctl", "enroll"]):
        agent = f"pkttyagent --process $$ & {' '.join(command)}"
        with terminal.run(*ALICE.command("sh", "-c", f"sleep 0.5; {agent}; kill $!")) as screen:
            screen.process.expect([polkit.ANYTHING, "No authentication agent"])
            assert polkit.ACTION not in screen.process.before
    assert store.contents() == {}


def test_action_is_as_it_must_be():
    described = subprocess.run(["pkaction", "--verbose", "--action-id", polkit.ACTION],
                               capture_output=True, text=True, check=True).stdout
    assert re.findall(r"implicit (\w+): +(\S+)", described) == [
        ("any", "auth_self"), ("inactive", "auth_self"), ("active", "auth_self")]
    assert re.findall(r"annotation: +(\S+) -> (\S+)", described) == [
        ("org.freedesktop.policykit.exec.path", "/usr/bin/patternctl"),
        ("org.freedesktop.policykit.exec.argv1", "enroll")] or set(
            re.findall(r"annotation: +(\S+) -> (\S+)", described)) == {
        ("org.freedesktop.policykit.exec.path", "/usr/bin/patternctl"),
        ("org.freedesktop.policykit.exec.argv1", "enroll")}


def test_link_and_copy_are_not_ours(store, folder):
    """polkit knows one path; with its leave for that alone, a copy or a link elsewhere is not run."""
    shutil.copy("/usr/bin/patternctl", folder / "patternctl")
    with polkit.permitting(polkit.ACTION):
        done = by_pkexec("enroll", typed=f"{ALICE.password}\n{RIGHT.typed}\n",
                         command=[*PKEXEC[:2], str(folder / "patternctl")])
        assert done.returncode == 127 and store.contents() == {}


def as_pkexec(*words: str, uid, typed="", **environment: str) -> subprocess.CompletedProcess:
    """What root gets who sets the variable without pkexec. No terminal, as by a daemon."""
    return subprocess.run(["setsid", "-w", "/usr/bin/patternctl", *words], input=typed, capture_output=True, text=True,
                          env={"PATH": "/usr/bin:/bin", "PKEXEC_UID": str(uid), **environment}, timeout=60)


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


def test_forged_uid_of_a_user(store):
    """Without root it changes nothing: not for others, not for oneself."""
    store.enroll(BOB)
    for words in (("enroll", "--user=bob"), ("remove", "--user=bob"), ("list",)):
        check_failed(run(*words, account=ALICE, PKEXEC_UID="0", typed=RIGHT.typed), NOT_PERMITTED)
    done = subprocess.run(
        ALICE.command("env", "PKEXEC_UID=51002", "sudo", "-k", "-S", "patternctl", "status"),
        input=ALICE.password + "\n", capture_output=True, text=True, timeout=60)
    check_failed_line = done.stderr.splitlines()[-1]
    assert "alice" in check_failed_line and done.returncode == 3, "sudo drops it: about alice, who has none"


@pytest.mark.parametrize("rule, line", [
    ("first", "alice: has a pattern, and only root may change it (self_service=first); ask an administrator"),
    ("no", "only root may set a pattern here (self_service=no); ask an administrator")])
@pytest.mark.parametrize("how", ["user", "pkexec"])
def test_refused_by_the_setting(how, rule, line, store, conf, anything_goes):
    """Told before anything is asked; and by root's side, too, which alone decides."""
    conf(*([] if rule == "first" else [f"self_service = {rule}"]))
    store.enroll()
    before = store.contents()
    typed = f"{ALICE.password}\n{SECOND.typed}\n"
    done = run("enroll", account=ALICE, typed=typed) if how == "user" else by_pkexec("enroll", typed=typed)
    check_failed(done, NOT_PERMITTED, line)
    assert done.stdout == "" and store.contents() == before


def test_no_holds_for_the_first_pattern_too(store, conf, anything_goes):
    conf("self_service = no")
    check_failed(by_pkexec("enroll", typed=f"{ALICE.password}\n{RIGHT.typed}\n"), NOT_PERMITTED, "self_service=no")
    assert store.contents() == {}


def test_yes_replaces_and_forgives(store, conf, anything_goes):
    conf("self_service = yes")
    store.enroll()
    store.count(stores.Attempts(ALICE.uid, last=4, total=4))
    assert by_pkexec("enroll", typed=f"{ALICE.password}\n{SECOND.typed}\n").returncode == DONE
    check_enrolled(store, ALICE, SECOND.canonical)


def test_first_over_what_cannot_be_read(store, anything_goes):
    """That is an administrator's to mend: who knows what it was."""
    store.write(b"damaged\n")
    check_failed(by_pkexec("enroll", typed=f"{ALICE.password}\n{RIGHT.typed}\n"), UNUSABLE, "credential")
    assert store.file().read_bytes() == b"damaged\n"


def test_administrator_was_first(store):
    """One who enrols the user meanwhile: theirs stays."""
    with enroll() as screen:
        prove(screen)
        confirm(screen)
        screen.answer(NEW.format("alice"), RIGHT.typed)
        screen.prompted(AGAIN)
        store.enroll(drawing=SECOND)
        before = store.contents()
        screen.process.sendline(RIGHT.typed)
        check_told(screen, NOT_PERMITTED, "alice: has a pattern, and only root may change it")
    assert store.contents() == before


@pytest.mark.parametrize("step", range(4))
@pytest.mark.parametrize("how", ["ctrl-c", "hangup"])
def test_interrupted(how, step, store):
    """At polkit's prompt, at the password, at the first and at the second pattern: nothing of it is left."""
    with enroll() as screen:
        steps = [lambda: screen.process.expect_exact(POLKIT), lambda: screen.process.expect_exact(PASSWORD)]
        for number in range(step):
            if number < 2:
                steps[number]()
            screen.answer(["Password: ", "Password: ", NEW.format("alice")][number],
                          [ALICE.password, ALICE.password, RIGHT.typed][number])
        screen.prompted(["Password: ", "Password: ", NEW.format("alice"), AGAIN][step])
        if how == "hangup":
            screen.process.close(force=False)
        else:
            screen.process.send("\x03")
            status, rest = screen.finish()
            assert status == INTERRUPTED and rest.count("patternctl: ") == 1, rest
    assert store.contents() == {}
    end = time.monotonic() + 10
    while processes("patternctl") or processes("pkttyagent") or processes("pkexec"):
        assert time.monotonic() < end, "something was left running"
        time.sleep(0.02)


def test_echo_is_back_after_an_interrupted_agent(store):
    """The agent's own prompt leaves it off when it is killed."""
    words = " ".join(ALICE.command("patternctl", "enroll", "--typed"))
    screen = Screen(words)
    screen.show("Password: ")
    screen.process.send("\x03")
    screen.end(INTERRUPTED)
    assert "patternctl: interrupted; nothing was changed" in screen.text()


def test_stopped_and_continued(store):
    """Ctrl-Z at the pattern, by job control of a real shell, and back again."""
    with terminal.run(*ALICE.command("bash", "--norc", "-i"), PS1="$ ") as screen:
        screen.process.sendline("patternctl enroll --typed")
        prove(screen)
        confirm(screen)
        screen.prompted(NEW.format("alice"))
        screen.process.send("\x1a")
        screen.process.expect_exact("Stopped")
        screen.process.sendline("fg")
        type_twice(screen, RIGHT)
        screen.process.expect_exact("Pattern set for alice.")
    check_enrolled(store, ALICE, RIGHT.canonical)


def status(process) -> dict[str, str]:
    lines = pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)


@contextlib.contextmanager
def group_of(account, name="pattern-extra", gid=51900):
    """A group that the account is in besides its own."""
    path = pathlib.Path("/etc/group")
    before = path.read_text()
    path.write_text(f"{before}{name}:x:{gid}:{account.name}\n")
    try:
        yield gid
    finally:
        path.write_text(before)


def test_pad_runs_as_the_user(store):
    """With their groups, and nothing of root's: no descriptor but the terminal and its own, no variable of root's."""
    with group_of(ALICE) as extra:
        screen = Screen(" ".join(ALICE.command("patternctl", "enroll")))
        for shown in (POLKIT, PASSWORD):
            screen.show(shown)
            screen.until(lambda: screen.raw.rindex("Password: ") > screen.raw.rindex(shown)
                         if "Password: " in screen.raw else False)
            screen.process.waitnoecho(timeout=10)
            screen.process.sendline(ALICE.password)
        screen.see("New pattern for alice")
        pad = screen.child()
        found = status(pad)
        assert found["Uid"].split() == [str(ALICE.uid)] * 4 and found["Gid"].split() == [str(ALICE.uid)] * 4
        assert set(found["Groups"].split()) == {str(ALICE.uid), str(extra)}
        assert [found[name] for name in ("CapInh", "CapPrm", "CapEff", "CapAmb")] == ["0" * 16] * 4
        assert status(found["PPid"])["Uid"].split() == ["0"] * 4
        opened = [os.readlink(f"/proc/{pad}/fd/{number}") for number in os.listdir(f"/proc/{pad}/fd")]
        assert opened
        assert all(re.fullmatch(r"/dev/(tty|pts/\d+)|pipe:.*|anon_inode:.*", path) for path in opened), opened
        variables = pathlib.Path(f"/proc/{pad}/environ").read_text().split("\0")
        assert {variable.split("=")[0] for variable in variables} <= {"TERM", "LANG", "LC_ALL", ""}
        assert os.readlink(f"/proc/{pad}/exe") == "/usr/bin/pattern-pad"
        # Theirs to end or look at, as any program of theirs; the one above it is not.
        for target, code in ((pad, 0), (found["PPid"], 1)):
            assert subprocess.run(ALICE.command("kill", "-0", str(target)), capture_output=True).returncode == code
        for prompt in ("New pattern for alice", AGAIN.rstrip(": ")):
            screen.see(prompt)
            screen.send(*RIGHT.typed, ENTER)
        screen.end(DONE, "Pattern set for alice.")
    check_enrolled(store, ALICE, RIGHT.canonical)


def test_stays_unprivileged(store):
    """What the user started is the user's process to the end; root's is the one that pkexec became."""
    with enroll() as screen:
        prove(screen)
        screen.process.expect_exact(PASSWORD)
        own = status(screen.process.pid)
        assert own["Uid"].split() == [str(ALICE.uid)] * 4 and own["Name"] == "patternctl"
        children = pathlib.Path(f"/proc/{screen.process.pid}/task/{screen.process.pid}/children").read_text().split()
        assert {(status(child)["Name"], status(child)["Uid"].split()[0]) for child in children} == {
            ("pkttyagent", str(ALICE.uid)), ("patternctl", "0")}


def test_random(store):
    """A pattern is shown, and drawn twice, all by root's side."""
    with enroll("--random", "--typed") as screen:
        prove(screen)
        confirm(screen)
        screen.process.expect(r"(\d(?:-\d)+)")
        shown = screen.process.match[1]
        screen.process.expect_exact("Press Enter, and draw it: ")
        screen.process.sendline("")
        screen.answer("The pattern that was shown: ", shown)
        screen.answer(AGAIN, shown)
        screen.process.expect_exact("Pattern set for alice.")
    check_enrolled(store, ALICE, f"3x3:{shown}")


def test_pattern_on_standard_input(store):
    """The terminal is for the passwords then."""
    with terminal.run(*ALICE.command("sh", "-c", f"echo {RIGHT.typed} | patternctl enroll")) as screen:
        prove(screen)
        confirm(screen)
        assert screen.finish() == (DONE, "\r\nPattern set for alice.\r\n")
    check_enrolled(store, ALICE, RIGHT.canonical)


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
def test_without_a_terminal(how, typed, code, line, store, anything_goes, log):
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


def test_random_without_a_terminal(store, anything_goes):
    done = by_pkexec("enroll", "--random", typed=f"{ALICE.password}\n{RIGHT.typed}\n")
    check_failed(done, REFUSED, NO_TERMINAL)
    assert store.contents() == {}


@pytest.mark.parametrize("words", [("--user=alice",), ("--user=bob",)], ids=" ".join)
def test_a_user_names_nobody(words, store):
    check_failed(run("enroll", *words, account=ALICE, typed=RIGHT.typed), NOT_PERMITTED, "leave --user out")


@pytest.mark.parametrize("words", [("--grid=4",), ("--keypad=letters",)], ids=" ".join)
def test_a_user_chooses_no_grid(words, store):
    check_failed(run("enroll", *words, account=ALICE, typed=RIGHT.typed), NOT_PERMITTED, "leave them out")


def test_without_pkexec(store, keep):
    keep("/usr/bin/pkexec").unlink()
    check_failed(run("enroll", account=ALICE, typed=RIGHT.typed), NOT_PERMITTED,
                 "only root may set a pattern, and there is no pkexec; run it with sudo")


@pytest.mark.parametrize("fault, line", [
    (lambda path: path.unlink(), "/etc/pam.d/patternctl-strong: no such file; install it anew"),
    (lambda path: path.chmod(0o666), "/etc/pam.d/patternctl-strong: may be written by others than root"),
    (lambda path: os.chown(path, ALICE.uid, 0), "/etc/pam.d/patternctl-strong: may be written by others than root"),
], ids=["missing", "writable", "owner"])
def test_without_the_service(fault, line, store, keep, anything_goes):
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


def test_password_of_a_directory(store, without_shadow, anything_goes):
    done = by_pkexec("enroll", typed=f"{ALICE.password}\n{RIGHT.typed}\n")
    check_failed(done, REFUSED, "alice: wrong password, or one that another machine keeps: see "
                                "/etc/pam.d/patternctl-strong; nothing was changed")
    assert store.contents() == {}


def test_password_that_sssd_knows(store, without_shadow, anything_goes, keep):
    shutil.copy(native.library("pam_sss"), keep(world.security_folder() / "pam_sss.so"))
    check_failed(by_pkexec("enroll", typed=f"wrong\n{RIGHT.typed}\n"), REFUSED, "alice: wrong password")
    assert store.contents() == {}
    done = by_pkexec("enroll", typed=f"{REMOTE_PASSWORD}\n{RIGHT.typed}\n")
    assert done.returncode == DONE, done.stderr
    check_enrolled(store, ALICE, RIGHT.canonical)


@pytest.mark.parametrize("words", [("--expiredate", "1"), ("--lastday", "0")], ids=["account", "password"])
def test_expired(words, store, keep, anything_goes):
    keep("/etc/shadow")
    subprocess.run(["chage", *words, "alice"], check=True)
    done = by_pkexec("enroll", typed=f"{ALICE.password}\n{RIGHT.typed}\n")
    assert done.returncode == NOT_PERMITTED, done.stderr
    assert "alice: may not use the password now (" in done.stderr.splitlines()[-1]
    assert store.contents() == {}


def test_locked_account(store, keep, anything_goes):
    keep("/etc/shadow")
    subprocess.run(["usermod", "--lock", "alice"], check=True)
    check_failed(by_pkexec("enroll", typed=f"{ALICE.password}\n{RIGHT.typed}\n"), REFUSED, "alice: wrong password")


def test_empty_password(store, keep, anything_goes):
    """Who has none has nothing to show."""
    keep("/etc/shadow")
    subprocess.run(["passwd", "--quiet", "--delete", "alice"], check=True)
    check_failed(by_pkexec("enroll", typed=f"\n{RIGHT.typed}\n"), REFUSED, "alice: wrong password")
    assert store.contents() == {}


@pytest.mark.parametrize("limits", ["umask 777", "umask 0", "ulimit -c unlimited", "trap '' INT TERM HUP CHLD"])
def test_what_the_user_hands_down(limits, store, anything_goes):
    """The record is the same whatever the user's process was like."""
    command = ["sh", "-c", f'{limits}; exec "$@"', "sh", *PKEXEC]
    done = by_pkexec("enroll", typed=f"{ALICE.password}\n{RIGHT.typed}\n", command=command)
    assert done.returncode == DONE, done.stderr
    check_enrolled(store, ALICE, RIGHT.canonical)


@pytest.mark.parametrize("limits", ["ulimit -f 0", "ulimit -n 8", "ulimit -v 30000", "ulimit -t 0"])
def test_what_the_user_keeps_from_it(limits, store, conf, anything_goes):
    """A limit may make it fail, and then what was there is there still."""
    conf("self_service = yes")
    store.enroll(drawing=SECOND)
    before = store.file().read_bytes()
    command = ["sh", "-c", f'{limits}; exec "$@"', "sh", *PKEXEC]
    done = by_pkexec("enroll", typed=f"{ALICE.password}\n{RIGHT.typed}\n", command=command)
    assert (done.returncode == DONE) == (store.file().read_bytes() != before)
    if done.returncode == DONE:
        check_enrolled(store, ALICE, RIGHT.canonical)


def test_killed_in_the_middle(store):
    """The user's own part can be killed by the user. Root's then has a terminal to itself, or none."""
    with enroll() as screen:
        prove(screen)
        confirm(screen)
        screen.prompted(NEW.format("alice"))
        os.kill(screen.process.pid, signal.SIGKILL)
    end = time.monotonic() + 10
    while processes("patternctl") or processes("pkttyagent"):
        assert time.monotonic() < end, "something was left running"
        time.sleep(0.02)
    assert store.contents() == {}


def test_the_new_pattern_opens(store):
    """To the end: what the user set is what PAM takes."""
    with enroll() as screen:
        prove(screen)
        confirm(screen)
        type_twice(screen, RIGHT)
        assert screen.finish()[0] == DONE
    assert run("verify", account=ALICE, typed=RIGHT.typed).returncode == DONE
    check_failed(run("verify", account=ALICE, typed=WRONG.typed), REFUSED, "wrong")
    assert pam.SUCCESS == 0
