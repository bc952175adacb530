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

from harness import polkit, store as stores, terminal, world
from harness.control import (
    DONE, INTERRUPTED, NOT_ENROLLED, NOT_PERMITTED, REFUSED, check_enrolled, check_failed, run)
from harness.pad import ENTER, Screen
from harness.patterns import RIGHT, SECOND, WRONG
from harness.polkit import PKEXEC, STRONG, by_pkexec
from harness.world import ALICE, BOB

POLKIT, PASSWORD = "Authenticating as: Test account", "A new pattern takes your password"
NEW, AGAIN = "New pattern for {} (123/456/789): ", "The same again: "
# pam_unix asks for two seconds after a wrong password, libpam makes it something from one to three.
SHORTEST_DELAY = 0.9


@pytest.fixture(scope="module", autouse=True)
def daemons():
    with polkit.running():
        yield


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


def processes(name: str) -> list[str]:
    return subprocess.run(["pgrep", "-x", name], capture_output=True, text=True).stdout.split()


def wait(holds):
    end = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < end, "it stays as it is"
        time.sleep(0.02)


def status(process) -> dict[str, str]:
    lines = pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)


def nothing_is_left() -> bool:
    return not any(processes(name) for name in ("patternctl", "pkttyagent", "pkexec"))


def test_a_user_sets_a_pattern(store):
    with enroll() as screen:
        prove(screen)
        confirm(screen)
        assert store.contents() == {}, "nothing before the password"
        type_twice(screen, RIGHT)
        assert screen.finish() == (DONE, "\r\nPattern set for alice.\r\n")
    check_enrolled(store, ALICE, RIGHT.canonical)
    assert nothing_is_left()


def test_as_pkexec_of_ones_own(store):
    """Without our help, with an agent that somebody else has started, and without a terminal in standard input."""
    command = f"pkttyagent --process $$ --notify-fd 1 >fifo & cat <fifo; {' '.join(PKEXEC)} enroll <pattern"
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
        check_told(screen, NOT_PERMITTED, "polkit does not permit it, or can't be reached; try sudo patternctl enroll")
    assert store.contents() == {}
    assert nothing_is_left()


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


# An agent of the caller's that is ready.
AGENT = "rm -f fifo; mkfifo fifo; pkttyagent --process $$ --notify-fd 1 >fifo & cat <fifo"
ANOTHER = {
    "another word": [*PKEXEC, "list"],
    "no word": PKEXEC,
    "another word before it": [*PKEXEC, "--json", "enroll"],
    "by another program": [*PKEXEC[:2], "/usr/bin/env", "patternctl", "enroll"],
}


@pytest.mark.parametrize("command, action, who", [
    *((command, polkit.ANYTHING, "root") for command in ANOTHER.values()),
    ([*PKEXEC, "enroll"], polkit.ACTION, "Test account (alice)")], ids=[*ANOTHER, "enroll itself"])
def test_polkits_action_is_for_enroll_alone(command, action, who, store):
    """For another command, or another path to this one, it is that for running just anything as root."""
    with terminal.run(*ALICE.command("sh", "-c", f"cd ~; {AGENT}; {' '.join(command)}; kill $!")) as screen:
        screen.process.expect(r"==== AUTHENTICATING FOR (\S+) ====\r\n[^\r\n]*\r\nAuthenticating as: (.*)\r\n")
        assert screen.process.match.groups() == (action, who)
    assert store.contents() == {}
    wait(nothing_is_left)


def test_action_is_as_it_must_be():
    described = subprocess.run(["pkaction", "--verbose", "--action-id", polkit.ACTION],
                               capture_output=True, text=True, check=True).stdout
    assert re.findall(r"implicit (\w+): +(\S+)", described) == [
        ("any", "auth_self"), ("inactive", "auth_self"), ("active", "auth_self")]
    assert set(re.findall(r"annotation: +(\S+) -> (\S+)", described)) == {
        ("org.freedesktop.policykit.exec.path", "/usr/bin/patternctl"),
        ("org.freedesktop.policykit.exec.argv1", "enroll")}


def test_link_and_copy_are_not_ours(store, folder):
    """polkit knows one path; with its leave for that alone, a copy or a link elsewhere is not run."""
    shutil.copy("/usr/bin/patternctl", folder / "patternctl")
    with polkit.permitting(polkit.ACTION):
        done = by_pkexec("enroll", typed=f"{ALICE.password}\n{RIGHT.typed}\n",
                         command=[*PKEXEC[:2], str(folder / "patternctl")])
        assert done.returncode == 127 and store.contents() == {}


def test_forged_uid_of_a_user(store):
    """Without root it changes nothing: not for others, not for oneself."""
    store.enroll(BOB)
    for words in (("enroll", "--user=bob"), ("remove", "--user=bob"), ("list",)):
        check_failed(run(*words, account=ALICE, PKEXEC_UID="0", typed=RIGHT.typed), NOT_PERMITTED)
    done = subprocess.run(
        ALICE.command("env", "PKEXEC_UID=51002", "sudo", "-k", "-S", "patternctl", "status"),
        input=ALICE.password + "\n", capture_output=True, text=True, timeout=60)
    assert done.returncode == NOT_ENROLLED, "sudo drops it: it is about alice, who has none"
    assert "alice" in done.stderr.splitlines()[-1]


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
        steps = [(POLKIT, "Password: ", ALICE.password), (PASSWORD, "Password: ", ALICE.password),
                 ("", NEW.format("alice"), RIGHT.typed), ("", AGAIN, RIGHT.typed)]
        for shown, prompt, text in steps[:step]:
            screen.process.expect_exact(shown)
            screen.answer(prompt, text)
        screen.process.expect_exact(steps[step][0])
        screen.prompted(steps[step][1])
        if how == "hangup":
            screen.process.close(force=False)
        else:
            screen.process.send("\x03")
            status, rest = screen.finish()
            assert status == INTERRUPTED and rest.count("patternctl: ") == 1, rest
    assert store.contents() == {}
    wait(nothing_is_left)


@pytest.mark.parametrize("how", ["ctrl-c", "signal"])
def test_echo_is_back_after_an_interrupted_agent(how, store):
    """The agent's own prompt leaves it off when it is killed. What was typed there neither shows nor comes to the
    shell: at a Ctrl-C the terminal itself drops it, at a signal from elsewhere nobody but the command does."""
    words = " ".join(ALICE.command("patternctl", "enroll", "--typed"))
    screen = Screen(words)
    screen.show("Password: ")
    assert screen.process.waitnoecho(timeout=10)
    screen.process.send("begun")
    if how == "ctrl-c":
        screen.process.send("\x03")
    else:
        # A worker of the kernel's takes it to the terminal's other end, and nothing tells when it is there.
        time.sleep(1)
        os.killpg(os.tcgetpgrp(screen.process.child_fd), signal.SIGINT)
    screen.end(INTERRUPTED)
    assert "patternctl: interrupted; nothing was changed" in screen.text()
    assert "begun" not in screen.raw


def test_stopped_and_continued(store):
    """Ctrl-Z at the pattern, by job control of a real shell, and back again."""
    with terminal.run(*ALICE.command("bash", "--norc", "-i"), PS1="$ ") as screen:
        screen.process.sendline("patternctl enroll --typed")
        prove(screen)
        confirm(screen)
        screen.prompted(NEW.format("alice"))
        screen.process.send("\x1a")
        screen.process.expect_exact("Stopped")
        # The shell looks at its own child; root's process has the terminal to restore first.
        wait(lambda: all(status(process)["State"][0] == "T" for process in processes("patternctl")))
        screen.process.sendline("fg")
        type_twice(screen, RIGHT)
        screen.process.expect_exact("Pattern set for alice.")
    check_enrolled(store, ALICE, RIGHT.canonical)


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
        screen.process.expect_exact("Press Enter, and draw it from 1 on: ")
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


def test_killed_in_the_middle(store):
    """The user's own part can be killed by the user. Root's then has a terminal to itself, or none."""
    with enroll() as screen:
        prove(screen)
        confirm(screen)
        screen.prompted(NEW.format("alice"))
        os.kill(screen.process.pid, signal.SIGKILL)
    wait(nothing_is_left)
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
