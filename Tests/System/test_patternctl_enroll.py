"""patternctl enroll on standard input."""

import ctypes
import os

import pytest

from harness import world
from harness.control import DONE, NOT_ENROLLED, REFUSED, check_enrolled, check_failed, run
from harness.patterns import ALL_NODES, LARGE, LONGEST, NOT_A_PATTERN, RIGHT, SECOND, TOO_SHORT
from harness.world import ALICE

ENROLLED = {
    "digits": (RIGHT.typed + "\n", (), RIGHT.canonical),
    "other spelling": (RIGHT.otherwise + "\n", (), RIGHT.canonical),
    "canonical": (RIGHT.canonical + "\n", (), RIGHT.canonical),
    "without a line feed": (RIGHT.typed, (), RIGHT.canonical),
    "all nodes": (ALL_NODES.typed + "\n", (), ALL_NODES.canonical),
    "numpad": (RIGHT.typed.translate(str.maketrans("123456789", "789456123")), ("--keypad=numpad",),
               RIGHT.canonical),
    "letters": (RIGHT.typed.translate(str.maketrans("123456789", "qweasdzxc")), ("--keypad", "letters"),
                RIGHT.canonical),
    "4x4": (LARGE.typed, ("--grid", "4"), LARGE.canonical),
    "6x6": (LONGEST.typed, ("--grid=6",), LONGEST.canonical),
}


@pytest.mark.parametrize("typed, options, canonical", ENROLLED.values(), ids=ENROLLED.keys())
def test_enroll(typed, options, canonical, control, store):
    done = control("enroll", "--user=alice", *options, typed=typed)
    assert (done.returncode, done.stderr) == (DONE, "")
    assert "alice" in done.stdout and RIGHT.nodes not in done.stdout
    check_enrolled(store, ALICE, canonical)


def test_names_that_no_record_can_hold(control, store, directory, system_store):
    """As a directory of Windows has them. Refused before anybody is asked for anything."""
    john = world.Account("john smith", 51777, "")
    directory(john)
    why = "john smith: a name with a blank, a colon or a control character, or of more than 256 bytes, can't have"
    for done in (control("enroll", SUDO_UID="51777", typed=RIGHT.typed), run("enroll", account=john),
                 control("enroll", "--user=john smith", typed=RIGHT.typed)):
        check_failed(done, REFUSED, why)
        assert done.stdout == ""
    assert store.contents() == {} == system_store.contents()


@pytest.mark.parametrize("mask", [0, 0o077, 0o777])
def test_enroll_whatever_the_umask(mask, control, store):
    before = os.umask(mask)
    try:
        done = control("enroll", "--user=alice", typed=RIGHT.typed)
    finally:
        os.umask(before)
    assert done.returncode == DONE
    check_enrolled(store, ALICE, RIGHT.canonical)


def test_enroll_anew_replaces(control, store):
    control("enroll", "--user=alice", typed=RIGHT.typed)
    before = store.file().stat().st_ino
    assert control("enroll", "--user=alice", typed=SECOND.typed).returncode == DONE
    check_enrolled(store, ALICE, SECOND.canonical)
    assert store.file().stat().st_ino != before, "written in place: a crash would have lost it"


def test_enrolling_twice_gives_two_hashes(control, store):
    """Salted: nobody sees from the store that two people, or one twice, chose the same."""
    control("enroll", "--user=alice", typed=RIGHT.typed)
    first = store.file().read_bytes()
    control("enroll", "--user=alice", typed=RIGHT.typed)
    assert store.file().read_bytes().split(b"hash=")[1] != first.split(b"hash=")[1]


# Lines that are no new pattern: options, input, word of the message.
REFUSED_LINES = {
    "too short": ((), TOO_SHORT, "short"),
    "three by filling": ((), "13", "short"),
    "not a pattern": ((), NOT_A_PATTERN, "not a pattern"),
    "of another grid": ((), LARGE.canonical, "not a pattern"),
    "empty line": ((), "\n", ""),
    "nothing": ((), "", ""),
    "two lines": ((), f"{RIGHT.typed}\n{RIGHT.typed}\n", "line"),
    "line and empty line": ((), f"{RIGHT.typed}\n\n", "line"),
    "NUL": ((), b"2943\x0057\n", "not a pattern"),
    "not UTF-8": ((), b"2943\xff57\n", "not a pattern"),
    "1 MiB": ((), b"2943 " * 210000, ""),
    "numbers without separators on 4x4": (("--grid=4",), "2116129", "not a pattern"),
}


@pytest.mark.parametrize("options, typed, word", REFUSED_LINES.values(), ids=REFUSED_LINES.keys())
def test_enroll_refuses(options, typed, word, control, store):
    store.enroll(drawing=SECOND)
    before = store.contents()
    check_failed(control("enroll", "--user=alice", *options, typed=typed), REFUSED, word)
    assert store.contents() == before


def test_refusal_does_not_repeat_what_was_typed(control):
    for typed in (NOT_A_PATTERN, TOO_SHORT, "294398x"):
        done = control("enroll", "--user=alice", typed=typed)
        assert typed not in done.stdout + done.stderr


def test_settings_for_new_patterns(settings, store):
    """grid, min_nodes and cost hold for new patterns, keypad for how they are typed."""
    conf = "--" + settings("grid = 4", "min_nodes = 7", "cost = 2", "keypad = letters")
    places = (f"--store={store.path}", conf, "--user=alice")
    assert run("enroll", *places, typed=LARGE.typed).returncode == DONE
    check_enrolled(store, ALICE, LARGE.canonical)
    libcrypt = ctypes.CDLL("libcrypt.so.1")
    libcrypt.crypt_gensalt.restype = ctypes.c_char_p
    setting = libcrypt.crypt_gensalt(b"$y$", ctypes.c_ulong(2), None, 0)
    assert setting.rsplit(b"$", 1)[0] + b"$" in store.file().read_bytes()
    letters = str.maketrans("123456789", "qweasdzxc")
    check_failed(
        run("enroll", *places, "--grid=3", typed=RIGHT.typed.translate(letters)), REFUSED, "7")
    assert run("enroll", *places, "--grid=3", typed=ALL_NODES.typed.translate(letters)).returncode == DONE


@pytest.mark.parametrize("line", ["cost = 0", "colour = red", "grid = 3\ngrid = 3"])
def test_bad_settings(line, settings, store):
    done = run("enroll", "--user=alice", f"--store={store.path}", "--" + settings(line),
               typed=RIGHT.typed)
    assert done.returncode not in (DONE, NOT_ENROLLED)
    check_failed(done, done.returncode, line.split()[0])
    assert store.contents() == {}
