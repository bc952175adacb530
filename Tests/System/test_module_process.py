"""What the module does to the process that it runs in: it leaves nothing there, and changes nothing."""

import re
import subprocess

import pytest

from harness import native, pam, store as stores, world
from harness.patterns import ALL_NODES, LONGEST, NOT_A_PATTERN, RIGHT, TOO_SHORT, WRONG, Drawing

EVERY_KIND = (RIGHT.typed, WRONG.typed, TOO_SHORT, NOT_A_PATTERN, "", "x" * 511)
# malloc's cache for each thread would count as memory in use.
ENVIRONMENT = {"PATH": "/usr/bin", "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"}


@pytest.fixture
def host(services, store, syslog, settings):
    """Runs the host's program, with alice enrolled: its report as pairs of a name and a value."""
    store.enroll()

    def run(mode: str, *words: str, options: tuple[str, ...] = (), needles: str = "",
            before: tuple[str, ...] = (), **environment: str) -> list[tuple[str, str]]:
        # As many wrong tries as there can be: what is locked is not looked at.
        patient = [settings("deny = 20", "budget = 1000")] if mode in ("rounds", "threads") else []
        name = services.probing(f"store={store.path}", *patient, *options)
        done = subprocess.run(
            [*before, native.program("host"), mode, services.folder, name, "alice", *words],
            input=needles, env=ENVIRONMENT | environment, capture_output=True, text=True)
        assert done.returncode == 0, f"{done.returncode}: {done.stderr}"
        assert done.stderr == ""
        syslog.take()
        return _pairs(done.stdout)

    return run


def _pairs(report: str) -> list[tuple[str, str]]:
    return [(name, value) for name, _, value in (line.partition(" ") for line in report.splitlines())]


def check_growth(report: dict[str, str]):
    """Descriptors, threads, mappings and the heap are where they were, to the byte; a few pages more of the
    stack may have been touched."""
    for name in ("descriptors", "threads", "heap", "mappings"):
        before, after = map(int, report[name].split())
        assert after == before, name
    before, after = map(int, report["resident"].split())
    assert 0 < after <= before + 16, "kB of memory"


# A sixth of them is wrong, up to three times each: below the budget.
ROUNDS = 1800


@pytest.mark.parametrize("options", [(), ("tries=3", "debug", "cue"), ("forward_pass", "nouserok")],
                         ids=["plain", "tries", "forward_pass"])
def test_rounds_leave_nothing(options, host):
    report = host("rounds", str(ROUNDS), *EVERY_KIND, options=options)
    check_growth(dict(report))
    codes = [int(value) for name, value in report if name == "code"]
    assert codes == [pam.SUCCESS] + [pam.AUTH_ERR] * (len(EVERY_KIND) - 1)


def test_ten_thousand_rounds(host):
    """Right ones, and as many wrong ones as the budget has."""
    report = host("rounds", "10000", *[RIGHT.typed] * 10, WRONG.typed)
    check_growth(dict(report))
    assert [int(value) for name, value in report if name == "code"] == [pam.SUCCESS] * 10 + [pam.AUTH_ERR]


MEMCHECK = ("valgrind", "--quiet", "--leak-check=full", "--show-leak-kinds=definite",
            "--errors-for-leak-kinds=definite", "--error-exitcode=99")


@pytest.mark.parametrize("options", [(), ("tries=3", "debug", "cue", "forward_pass"), ("strong",)],
                         ids=["plain", "options", "strong"])
def test_valgrind(options, host):
    """Over the built module: nothing is used that is not there or was never written, and nothing is lost."""
    report = host("once", *EVERY_KIND, options=options, before=MEMCHECK)
    assert [name for name, _ in report] == ["code"] * len(EVERY_KIND)


def test_valgrind_finds_what_is_lost(host):
    with pytest.raises(AssertionError, match="100 bytes in 1 blocks are definitely lost"):
        host("lost", RIGHT.typed, before=MEMCHECK)


@pytest.mark.parametrize("fault", ["empty", "garbage", "FIFO", "store folder missing", "1 MiB"])
def test_refusals_leave_nothing(fault, host, store):
    stores.FAULTS[fault](store)
    report = host("rounds", "500", RIGHT.typed)
    check_growth(dict(report))


def test_bad_options_leave_nothing(host):
    check_growth(dict(host("rounds", "500", RIGHT.typed, options=("no-such-option",))))


def test_delay_is_two_seconds(host):
    """libpam makes a random time of it; the host's own pam_fail_delay sees what was asked for."""
    report = host("rounds", "0", RIGHT.typed, WRONG.typed, TOO_SHORT, "")
    assert [value for name, value in report if name == "delay"] == ["0", "2000000", "0", "0"]


def test_reload():
    """Loaded and unloaded 1,000 times, as a locker does that starts PAM anew for each try."""
    done = subprocess.run(
        [native.program("host"), "reload", world.security_folder() / world.MODULE, "1000"],
        env=ENVIRONMENT, capture_output=True, text=True, check=True)
    report = dict(_pairs(done.stdout))
    check_growth(report)
    assert report["signals"] == "same"


def test_threads(host):
    """Lockers call from a thread of their own, and several calls run at once."""
    report = dict(host("threads", "100", RIGHT.typed, WRONG.typed, TOO_SHORT, ""))
    assert report["unexpected"] == "0"
    before, after = report["descriptors"].split()
    assert after == before


@pytest.mark.parametrize("environment", [{}, {"IGNORE_SIGCHLD": "yes"}],
                         ids=["SIGCHLD handled", "SIGCHLD ignored"])
def test_surroundings_stay(environment, host):
    """Signals, mask, locale, umask, folder, limits, variables; and the host's own children."""
    report = host("surroundings", *EVERY_KIND, options=("tries=2", "debug"), **environment)
    names = [name for name, _ in report]
    assert len(names) == 10 and "child" not in names
    assert {name for name, value in report if value != "same"} == set()


@pytest.mark.parametrize("library, expected", [
    (world.security_folder() / world.MODULE, "same"), ("libc.so.6", "changed")], ids=["ours", "libc's would show"])
def test_no_global_changes(library, expected, host):
    """All of its memory that can be written is after calls of every kind what it was before the first."""
    report = host("globals", str(library), *EVERY_KIND, options=("tries=3", "debug", "cue"))
    codes = [int(value) for name, value in report if name == "code"]
    assert codes[0] == pam.SUCCESS and len(codes) == len(EVERY_KIND)
    assert report[-1] == ("globals", expected) and int(dict(report)["writable"]) > 0


def test_closed_descriptors(host):
    """A host may have closed 0 to 2: nothing may be opened there, not even for the length of a
    question, or it would be taken for a terminal."""
    report = host("closed", *EVERY_KIND, options=("debug",))
    assert [name for name, _ in report] == ["code"] * len(EVERY_KIND)
    assert report[0] == ("code", "0") and {value for _, value in report[1:]} == {"7"}


CALL = re.compile(r"(\w+)\((.*)\) += (-?\d+)")


def test_files_are_opened_safely(services, store, folder):
    """Each of our files: close-on-exec and no symlink followed, from the first moment; and where the
    host has closed 0 to 2, what lands there is moved away before anything else is done with it."""
    store.enroll()
    name = services.probing(f"store={store.path}")
    trace = folder / "trace"
    subprocess.run(
        ["strace", "-o", trace, native.program("host"), "closed", services.folder, name, "alice",
         RIGHT.typed], env=ENVIRONMENT, capture_output=True, check=True)
    calls = [match for line in trace.read_text().splitlines() if (match := CALL.match(line))]
    ours = ("/pattern.conf", str(store.path), '"credentials"', f'"{world.ALICE.uid}"')
    opened = [index for index, call in enumerate(calls)
              if call[1] == "openat" and any(path in call[2] for path in ours)]
    assert len(opened) >= 3 and any('"51001"' in calls[index][2] for index in opened)
    for index in opened:
        assert {"O_CLOEXEC", "O_NOFOLLOW"} <= set(re.findall(r"O_\w+", calls[index][2])), calls[index][0]
        number = calls[index][3]
        if number in ("0", "1", "2"):
            following = [call[0] for call in calls[index + 1:index + 3]]
            assert re.match(rf"fcntl\({number}, F_DUPFD_CLOEXEC, [3-9]\d*\)", following[0]), following
            assert re.match(rf"close\({number}\)", following[1]), following


# kB that can still be had. With less, libpam itself gives up.
STARVED = [*range(8, 320, 8), *range(320, 1024, 64), *range(1024, 80 * 1024, 8 * 1024), 128 * 1024]


def test_no_memory(host, store):
    """Too little to begin is PAM_BUF_ERR, too little to hash PAM_AUTHINFO_UNAVAIL, and enough is
    enough: at no amount does the module end the process."""
    costly = stores.hashed(RIGHT.canonical, "$y$jBT$abcdefgh")
    codes = []
    for amount in STARVED:
        store.enroll(hash=costly)  # with nothing counted
        codes.append(int(dict(host("starved", str(amount), RIGHT.typed))["code"]))
    assert codes[-1] == pam.SUCCESS
    assert set(codes) <= {pam.BUF_ERR, pam.AUTHINFO_UNAVAIL, pam.SUCCESS}
    # yescrypt at the standard cost takes 67 MB.
    assert codes[STARVED.index(33 * 1024)] == pam.AUTHINFO_UNAVAIL
    order = [pam.BUF_ERR, pam.AUTHINFO_UNAVAIL, pam.SUCCESS]
    assert codes == sorted(codes, key=order.index)


# What must be gone from memory: the reply as it was typed, and all forms of the pattern in it.
KEY = 0xA5
WINDOW = 8
SPELLING = "5-,4. 3,8 .1--6,7 .,2-.9 -., ,-. .,- -.,"


def hidden(content: bytes) -> str:
    """In the form in which the host can know it without having it in its memory."""
    return bytes(byte ^ KEY for byte in content).hex()


def forms(drawing: Drawing, typed: str) -> list[bytes]:
    """Typed and canonical text, and the nodes as numbers of any size, from 1 and from 0."""
    numbers = [drawing.numbers, [number - 1 for number in drawing.numbers]]
    texts = [typed.encode(), drawing.canonical.encode()]
    return texts + [b"".join(number.to_bytes(size, "little") for number in row)
                    for row in numbers for size in (1, 2)]


def left(host, drawing: Drawing, typed: str, *, options: tuple[str, ...] = (), code: int = 0,
         **environment: str) -> dict[int, list[str]]:
    """What is found after a call, by the number of the form."""
    needles = "".join(f"{hidden(form)}\n" for form in forms(drawing, typed))
    report = host("memory", hidden(typed.encode()), str(WINDOW), options=options, needles=needles,
                  **environment)
    assert ("code", str(code)) in report
    assert int(dict(report)["searched"]) > 5
    found: dict[int, list[str]] = {}
    for name, value in report:
        if name == "found":
            number, _, where = value.partition(" ")
            found.setdefault(int(number), []).append(where)
    return found


# Enrolled drawing, its hash's setting, reply, the drawing in it, options, code.
REPLIES = {
    "right": (ALL_NODES, stores.CHEAP, SPELLING, ALL_NODES, (), pam.SUCCESS),
    "right, yescrypt": (ALL_NODES, "$y$j75$abcdefgh", SPELLING, ALL_NODES, (), pam.SUCCESS),
    "right, yescrypt as enrolled": (ALL_NODES, "$y$j9T$abcdefgh", SPELLING, ALL_NODES, (), pam.SUCCESS),
    "right, sha512crypt": (
        ALL_NODES, "$6$rounds=1000$abcdefgh$", SPELLING, ALL_NODES, (), pam.SUCCESS),
    "right, with debug": (ALL_NODES, stores.CHEAP, SPELLING, ALL_NODES, ("debug",), pam.SUCCESS),
    "wrong": (RIGHT, stores.CHEAP, SPELLING, ALL_NODES, (), pam.AUTH_ERR),
    "wrong, three times": (RIGHT, stores.CHEAP, SPELLING, ALL_NODES, ("tries=3",), pam.AUTH_ERR),
    "not a pattern": (RIGHT, stores.CHEAP, SPELLING + "?", ALL_NODES, (), pam.AUTH_ERR),
    "of another grid": (LONGEST, stores.CHEAP, ALL_NODES.canonical, ALL_NODES, (), pam.AUTH_ERR),
    "all nodes of 6x6": (LONGEST, stores.CHEAP, LONGEST.typed, LONGEST, (), pam.SUCCESS),
    "all nodes of 6x6, yescrypt": (
        LONGEST, "$y$j75$abcdefgh", LONGEST.canonical, LONGEST, (), pam.SUCCESS),
    "a long password": (
        RIGHT, stores.CHEAP, "Correct!Horse_Battery~Staple" * 18, RIGHT, (), pam.AUTH_ERR),
}


@pytest.mark.parametrize("enrolled, setting, typed, drawing, options, code", REPLIES.values(),
                         ids=REPLIES.keys())
def test_nothing_typed_is_left_in_memory(enrolled, setting, typed, drawing, options, code, host, store):
    store.enroll(drawing=enrolled, hash=stores.hashed(enrolled.canonical, setting))
    assert left(host, drawing, typed, options=options, code=code) == {}


def test_a_module_that_does_not_wipe_is_found_out(host, store):
    """The same search, with wiping turned off from outside."""
    preload = {"LD_PRELOAD": str(native.library("nowipe"))}
    store.enroll(drawing=ALL_NODES)
    assert len(SPELLING) == 40
    assert 0 in left(host, ALL_NODES, SPELLING, **preload), "the reply is not searched for"
    store.enroll(drawing=LONGEST)
    found = left(host, LONGEST, LONGEST.typed, **preload)
    assert {0, 1} <= set(found), "the canonical text is not searched for"
