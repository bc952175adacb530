"""What the checker and the terminal pad can't do any more once they look at what they are told: the kernel refuses it,
also where it does so for the sandbox alone; and where a kernel has no such thing, they work without."""

import contextlib
import os
import pathlib
import re
import socket
import subprocess

import pytest

from harness import checker, native, world
from harness.checker import Answer, answer, ask, attempt
from harness.pad import ENTER, PAD, Screen
from harness.patterns import RIGHT, SECOND, WRONG
from harness.world import ALICE, BOB

# enum sandbox_needs of CSandbox.h; the checker needs none of them.
NOTHING, TERMINAL, CONSOLE = 0, 1, 2

# What is tried in native/confined.c, and still works: whatever is needed, and by what is needed.
ALWAYS = {"raise", "own limits", "memory", "memory read-only", "send"}
FOR_TERMINAL = {"open for reading", "open a folder", "executable memory", "kill the group", "a terminal's size"}
FOR_CONSOLE = {"a socket", "connect", "sendmsg", "open a device for writing"}
WORKS = {
    NOTHING: ALWAYS,
    TERMINAL: ALWAYS | FOR_TERMINAL,
    TERMINAL | CONSOLE: ALWAYS | FOR_TERMINAL | FOR_CONSOLE,
}


def confined(needs, *words) -> dict[str, str]:
    """What native/confined.c reports."""
    done = subprocess.run([native.program("confined"), str(needs), *map(str, words)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return dict(line.split(": ") for line in done.stdout.splitlines())


@pytest.fixture
def place(folder):
    """A folder with what the attempts need."""
    for name in ("file", "second"):
        (folder / name).write_text("text")
    return folder


def test_the_attempts_work_without(place):
    """Each of them is something that root can do here, but for a program that is not there, and what a pseudo-terminal
    that is nobody's lacks: a pointer and a foreground."""
    report = confined("none", place)
    expected = {"execve": "ENOENT", "drawing a console's pointer": "ENOTTY", "a terminal's foreground": "ENOTTY"}
    assert report == {name: expected.get(name, "done") for name in report}
    assert len(report) > 55


@pytest.mark.parametrize("needs", WORKS)
def test_attempts(needs, place):
    report = confined(needs, place)
    assert {name for name, error in report.items() if error == "done"} == WORKS[needs]
    others = {name: error for name, error in report.items() if error != "done"}
    # Landlock's errno for a file outside /dev.
    if needs & CONSOLE:
        assert (others.pop("open for writing"), others.pop("open for both")) == ("EACCES", "EACCES")
        assert others.pop("drawing a console's pointer") == "ENOTTY"
    assert set(others.values()) == {"EPERM"}
    assert (place / "file").read_text() == "text"
    assert {path.name for path in place.iterdir()} == {"file", "second", "log", "another"}


HEADERS = pathlib.Path("/usr/include")


def numbers() -> dict[str, int]:
    """The calls' numbers by name, as the compiler knows them."""
    done = subprocess.run(["cc", "-E", "-dM", "-include", "sys/syscall.h", "-x", "c", "/dev/null"],
                          capture_output=True, text=True, check=True)
    return {name: int(number) for name, number in re.findall(r"#define __NR_(\w+) (\d+)$", done.stdout, re.M)}


def test_every_call_of_the_list():
    """The kernel refuses each of them, and what is newer than it knows; the arguments would suit none."""
    known = numbers()
    listed = set(re.findall(r"__NR_(\w+)", (world.CHECKOUT / "Sources/CSandbox/Calls.h").read_text())) & known.keys()
    assert len(listed) > 150
    report = confined(TERMINAL, "calls", *(known[name] for name in listed))
    assert {name for name in listed if report[str(known[name])] != "EPERM"} == set()
    newer = (451, 600, 0x40000000 + known["execve"], 0x40000000 + known["read"])
    assert set(confined(TERMINAL, "calls", *newer).values()) == {"ENOSYS"}


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="other machines have one table")
def test_the_table_of_32_bits():
    """The numbers are others there: the process ends (SIGSYS)."""
    program = native.program("confined")
    outside = subprocess.run([program, "none", "foreign"], capture_output=True, text=True)
    assert outside.stdout == "done\n"
    assert subprocess.run([program, str(TERMINAL), "foreign"]).returncode == -31


# --- In the programs themselves


def is_confined(pid: int) -> bool:
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return "\nSeccomp:\t2\n" in status and "\nNoNewPrivs:\t1\n" in status


def made_call(pid: int, *calls: str) -> list[tuple[int, int]]:
    """Makes a process call functions of libc, by a debugger: their results and errno."""
    words = []
    for call in calls:
        words += ["-ex", f"print (int){call}", "-ex", "print *((int*(*)(void))__errno_location)()"]
    done = subprocess.run(["gdb", "-nx", "-batch", "-p", str(pid), *words], capture_output=True, text=True)
    values = [int(value) for value in re.findall(r"^\$\d+ = (-?\d+)$", done.stdout, re.M)]
    assert len(values) == 2 * len(calls), done.stdout + done.stderr
    return list(zip(values[::2], values[1::2]))


EXECVE = '((int(*)(char*,void*,void*))execve)("/bin/true", 0, 0)'
INTERNET = "((int(*)(int,int,int))socket)(2, 1, 0)"
LOCAL = "((int(*)(int,int,int))socket)(1, 2, 0)"
REFUSED = (-1, 1)  # EPERM


def opening(path, flags: int = 0) -> str:
    return f'((int(*)(char*,int,int))open)("{path}", {flags}, 0600)'


def controlling(descriptor: int, request: int) -> str:
    """ioctl with 1: a process, a letter, yes."""
    return f'((int(*)(int,unsigned long,char*))ioctl)({descriptor}, {request}, "\\001\\000\\000\\000")'


def to_log(function: str, types: str, descriptor: int, *words: str) -> str:
    """A function that takes an address, the log's, last."""
    given = ", ".join([str(descriptor), *words, '"\\001\\000/dev/log"', "11"])
    return f"((int(*)({types},void*,int)){function})({given})"


def signalling(descriptor: int) -> list[str]:
    """What would have the kernel signal others when something comes."""
    controls = (8, 10, 15, 4)  # F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETFL
    requests = (0x8901, 0x8902, 0x5452)  # FIOSETOWN, SIOCSPGRP, FIOASYNC
    return [*(f"((int(*)(int,int,long))fcntl)({descriptor}, {control}, 0)" for control in controls),
            *(controlling(descriptor, request) for request in requests)]


def connections(pid: int) -> list[int]:
    """A process's sockets."""
    files = pathlib.Path(f"/proc/{pid}/fd").iterdir()
    return [int(file.name) for file in files if os.readlink(file).startswith("socket:")]


@pytest.fixture
def enrolled(system_store):
    system_store.enroll()
    system_store.enroll(BOB, SECOND)
    return system_store


@pytest.mark.parametrize("caller", [ALICE.uid, 0], ids=["alice", "root"])
def test_checker(caller, enrolled, folder):
    """From inside it reads nobody's record, not even its own user's again; root's is confined after the request."""
    with checker.started(attempt(RIGHT.canonical), caller) as process:
        checker.wait_in(process, checker.READ, 0)
        assert is_confined(process.pid) == (caller != 0)
        if caller:
            calls = [opening(enrolled.file(BOB)), opening(enrolled.file()), opening(enrolled.tries(BOB), 2),
                     opening("/etc/passwd"), opening(folder / "new", 0o101), EXECVE, INTERNET, LOCAL,
                     "((int(*)(int,int))kill)(0, 0)"]
            [log] = connections(process.pid)
            calls += [to_log("connect", "int", log), to_log("sendto", "int,char*,int,int", log, '"x"', "1", "0"),
                      *signalling(log)]
            assert made_call(process.pid, *calls) == [REFUSED] * len(calls)
        output, _ = process.communicate()
        assert Answer.parsed(output) == Answer(checker.RIGHT, 0)


def test_the_checkers_rights_without(enrolled):
    """What is refused above is what its group may do: the other's record, and counting in the other's file."""
    def become():
        os.setgroups([])
        os.setresgid(ALICE.uid, world.group(), world.group())
        os.setresuid(ALICE.uid, ALICE.uid, ALICE.uid)

    for path, flags in ((enrolled.file(BOB), "rb"), (enrolled.tries(BOB), "r+b")):
        subprocess.run(["/usr/bin/python3", "-c", f"open('{path}', '{flags}')"], preexec_fn=become, check=True)


def traced(folder, frame: bytes, *options: str) -> tuple[Answer | None, list[str]]:
    """The checker's answer to alice, and its system calls."""
    output = folder / "trace"
    wrapper = ("strace", "-u", "alice", "-o", str(output), *options)
    said = answer(frame, 0, before=wrapper, env={"PATH": os.environ["PATH"]})
    return said, output.read_text().splitlines()


@pytest.mark.parametrize("frame", [ask(), attempt(RIGHT.canonical), attempt(WRONG.canonical), ask(BOB.uid), b"x"],
                         ids=["ask", "right", "wrong", "another's", "nonsense"])
def test_sandbox_comes_before_the_request(frame, enrolled, folder):
    """And nothing is opened behind it, nor refused: what it still does it may do."""
    _, calls = traced(folder, frame)
    first = next(index for index, line in enumerate(calls) if line.startswith("read(0,"))
    assert [line for line in calls[:first] if "PR_SET_SECCOMP" in line and line.endswith("= 0")]
    behind = calls[first:]
    assert not [line for line in behind if re.match(r"open|creat", line) or "EPERM" in line or "ENOSYS" in line]


@contextlib.contextmanager
def without_log():
    """Where no daemon has made /dev/log."""
    path = pathlib.Path("/dev/log")
    aside = path.rename("/dev/log.aside")
    try:
        yield path
    finally:
        aside.rename(path)


FAILURE = f"authentication failure; uid={ALICE.uid} user=alice reason=wrong pattern"


def own_lines(log) -> list[str]:
    return [entry.text for entry in log() if entry.program == "pattern-chkpwd"]


def test_checker_keeps_its_connection_to_the_log(enrolled, log):
    """It has it before it reads, and the line arrives."""
    with checker.started(attempt(WRONG.canonical)) as process:
        checker.wait_in(process, checker.READ, 0)
        with without_log():
            assert Answer.parsed(process.communicate()[0]) == Answer(checker.WRONG)
    assert own_lines(log) == [FAILURE]


def test_checker_without_a_log(enrolled, log):
    with without_log():
        assert answer(attempt(WRONG.canonical)) == Answer(checker.WRONG)
        assert answer(attempt(RIGHT.canonical)) == Answer(checker.RIGHT, 1)
    assert own_lines(log) == []


def test_log_that_starts_anew(enrolled, log):
    """Between the connection and the line, which is lost; the next one is not."""
    with without_log() as path:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as before:
            before.bind(str(path))
            path.chmod(0o666)
            with checker.started(attempt(WRONG.canonical)) as process:
                checker.wait_in(process, checker.READ, 0)
                before.close()
                assert Answer.parsed(process.communicate()[0]) == Answer(checker.WRONG)
    assert own_lines(log) == []
    assert answer(attempt(WRONG.canonical)) == Answer(checker.WRONG)
    assert own_lines(log) == [FAILURE]


# prctl: the first hides the process, the second is PR_SET_NO_NEW_PRIVS, the third sets the filter.
@pytest.mark.parametrize("error", ["EINVAL", "ENOSYS"])
@pytest.mark.parametrize("which", ["2+", "3"], ids=["of 2012", "without filters"])
def test_checker_on_a_kernel_without(error, which, enrolled, folder, log):
    inject = ("-e", f"inject=prctl:error={error}:when={which}")
    for frame, expected in ((ask(), Answer(checker.READY, 3)), (attempt(WRONG.canonical), Answer(checker.WRONG)),
                            (attempt(RIGHT.canonical), Answer(checker.RIGHT, 1))):
        assert traced(folder, frame, *inject)[0] == expected
    assert [entry.text for entry in log() if "filter" in entry.text] == []


@pytest.mark.parametrize("error, text", [("EPERM", "Operation not permitted"), ("ENOMEM", "Cannot allocate memory"),
                                         ("EACCES", "Permission denied"), ("EFAULT", "Bad address")])
@pytest.mark.parametrize("which", ["2", "3"])
def test_checker_that_cannot_be_confined(error, text, which, enrolled, folder, log):
    """The pattern is refused, nothing is counted, and the log says why."""
    said = f"the kernel took no filter of system calls: {text}"
    for frame in (ask(), attempt(RIGHT.canonical)):
        inject = ("-e", f"inject=prctl:error={error}:when={which}")
        assert traced(folder, frame, *inject)[0] == Answer(checker.UNUSABLE, 0, said)
    assert enrolled.counted().counts == (0, 0, 0)
    entries = [entry for entry in log() if entry.program == "pattern-chkpwd"]
    assert [(entry.text, entry.severity) for entry in entries] == [(said, 5)] * 2


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_pad(term, folder):
    """Drawn or typed."""
    victim = folder / "profile"
    victim.write_text("text")
    screen = Screen(PAD, term=term, HOME=str(folder))
    screen.see("Pattern (123" if term == "dumb" else "cancel")
    pid = screen.child()
    assert is_confined(pid)
    typing = [controlling(0, request) for request in (0x5412, 0x5410, 0x541C)]  # TIOCSTI, TIOCSPGRP, TIOCLINUX
    calls = [EXECVE, INTERNET, LOCAL, to_log("connect", "int", 0), opening(victim, 0o2001),
             opening(folder / "new", 0o101), f'((int(*)(char*))unlink)("{victim}")', *typing, *signalling(0),
             "((int(*)(int,int))kill)(1, 9)"]
    assert made_call(pid, *calls) == [REFUSED] * len(calls)
    assert made_call(pid, opening(victim))[0][0] > 2, "reading is needed"
    screen.send("29437", ENTER)
    screen.end(0, "3x3:2-9-4-3-5-7")
    assert victim.read_text() == "text"


@pytest.mark.parametrize("error", ["EINVAL", "ENOSYS", "EPERM"])
@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_pad_without(term, error, folder):
    """It goes on: it has but its user's rights."""
    screen = Screen(f"strace -o {folder}/trace -e inject=prctl:error={error}:when=2+ {PAD}", term=term)
    screen.see("Pattern (123" if term == "dumb" else "cancel")
    assert not is_confined(screen.child())
    screen.send("29437", ENTER)
    screen.end(0, "3x3:2-9-4-3-5-7")
