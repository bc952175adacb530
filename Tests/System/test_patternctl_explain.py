"""patternctl explain."""

import json
import re

import pytest

from harness.control import DONE, REFUSED, check_failed, run
from harness.patterns import LARGE, LONGEST, NOT_A_PATTERN, RIGHT, SECOND
from harness.world import ALICE

EXPLAINED = {
    RIGHT.typed: (RIGHT.nodes, "3x3", 6, None),
    RIGHT.otherwise: (RIGHT.nodes, "3x3", 6, None),
    RIGHT.canonical: (RIGHT.nodes, "3x3", 6, None),
    "19": (None, "3x3", 3, "too short"),
    "1": (None, "3x3", 1, "too short"),
    "1379": ("1-2-3-5-7-8-9", "3x3", 7, None),
    "0": (None, "3x3", 0, "not a pattern"),
    NOT_A_PATTERN: (None, "3x3", 0, "not a pattern"),
    "": (None, "3x3", 0, "not a pattern"),
    "\u0662\u0669\u0664\u0663": (None, "3x3", 0, "not a pattern"),
}


COMMON = "too common: one of the 100 that people choose most"


def test_explain_json():
    """One object a line, a line each; a list of patterns in one run."""
    done = run("explain", "--json", typed="".join(f"{line}\n" for line in EXPLAINED))
    assert (done.returncode, done.stderr) == (REFUSED, "")
    objects = [json.loads(line) for line in done.stdout.splitlines()]
    # What a pattern is worth has tests of its own.
    worth = [[each.pop(key) for key in ("features", "meters", "blocked", "guessing")] for each in objects]
    assert [None not in found for found in worth] == [each["valid"] for each in objects]
    assert {each.pop("blocked_reason") for each in objects} == {None, COMMON}
    assert objects == [
        {"pattern": pattern, "grid": grid, "length": length, "valid": reason is None, "reason": reason}
        for pattern, grid, length, reason in EXPLAINED.values()]


def test_explain_says_by_its_code_whether_all_are_valid():
    assert run("explain", typed=f"{RIGHT.typed}\n{SECOND.typed}\n").returncode == DONE
    assert run("explain", typed=f"{RIGHT.typed}\n19\n{SECOND.typed}\n").returncode == REFUSED
    check_failed(run("explain"), REFUSED)


@pytest.mark.parametrize("line", [b"\xff\xfe", b"2943\x00", b"1" * 100_000, b'"\\\x01'])
def test_explain_any_bytes(line):
    done = run("explain", "--json", typed=line + b"\n" + RIGHT.typed.encode() + b"\n")
    first, second = [json.loads(line) for line in done.stdout.splitlines()]
    assert second["pattern"] == RIGHT.nodes and second["valid"]
    assert first["valid"] == (line == b"") and first["pattern"] is None


@pytest.mark.parametrize("options, typed, canonical", [
    ((), RIGHT.typed, RIGHT.canonical),
    (("--grid", "4"), LARGE.typed, LARGE.canonical),
    (("--grid=6",), LONGEST.typed, LONGEST.canonical),
    (("--keypad=numpad",), RIGHT.typed.translate(str.maketrans("123456789", "789456123")),
     RIGHT.canonical),
    (("--keypad=letters",), "wcaesz", RIGHT.canonical),
    ((), LARGE.canonical, LARGE.canonical),
])
def test_explain_text(options, typed, canonical):
    """Canonical form, length, and a picture below."""
    done = run("explain", *options, typed=typed + "\n")
    assert (done.returncode, done.stderr) == (DONE, "")
    lines = done.stdout.splitlines()
    assert lines[0] == f"{canonical}, {len(canonical.split('-'))} dots"
    caption = lines.index("  (numbers: the order in which it is drawn)")
    assert caption > int(canonical[0]) and lines[caption + 1].startswith("Features: line length ")
    assert re.match(r"Features: line length \d+\.\d\d, ", lines[caption + 1])


def test_explain_picture_needs_no_utf8():
    done = run("explain", typed=RIGHT.typed + "\n", LC_ALL="C")
    assert done.returncode == DONE and done.stdout.isascii() and len(done.stdout.splitlines()) > 3


def test_explain_is_for_everybody():
    done = run("explain", "--json", typed=RIGHT.typed + "\n", account=ALICE)
    assert done.returncode == DONE and json.loads(done.stdout)["pattern"] == RIGHT.nodes
