"""patternctl random: patterns drawn at random, and what explain says of their shape."""

import json
import re
import subprocess

import pytest

from harness.patterns import LARGE, RIGHT, SECOND
from harness.world import ALICE

DONE, REFUSED, USAGE, NOT_PERMITTED, UNUSABLE = 0, 1, 2, 5, 6
PATTERNS = 389112


def run(*words: str, typed: str = "", account=None, before: tuple[str, ...] = (), **environment: str):
    command = [*before, "patternctl", *words]
    return subprocess.run(
        account.command(*command) if account else command, input=typed, capture_output=True, text=True,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **environment}, timeout=60)


def check_failed(done: subprocess.CompletedProcess, code: int, word: str):
    assert done.returncode == code, done.stderr
    assert re.fullmatch(r"patternctl: [^\n]*\n", done.stderr) and word in done.stderr, done.stderr
    assert done.stdout == ""


def drawn(*words: str, **circumstances) -> list[dict]:
    """The objects of random --json; explain finds each of them valid, and the same."""
    done = run("random", "--json", *words, **circumstances)
    assert (done.returncode, done.stderr) == (DONE, "")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    typed = "".join(f"{each['grid']}:{each['pattern']}\n" for each in found)
    explained = [json.loads(line) for line in run("explain", "--json", typed=typed).stdout.splitlines()]
    assert [{key: each[key] for key in found[0]} for each in explained] == found
    return found


@pytest.mark.parametrize("words, grid, lengths", [
    ((), "3x3", {6}),
    (("--length=4",), "3x3", {4}),
    (("--length", "9"), "3x3", {9}),
    (("--length=any",), "3x3", {4, 5, 6, 7, 8, 9}),
    (("--grid=4",), "4x4", {6}),
    (("--grid=6", "--length=36"), "6x6", {36}),
    (("--grid=5", "--length=any"), "5x5", set(range(4, 26))),
])
def test_random(words, grid, lengths):
    found = drawn("--count=30", *words)
    assert len(found) == 30
    assert {each["grid"] for each in found} == {grid}
    assert {each["length"] for each in found} <= lengths
    assert len({each["pattern"] for each in found}) > 20, "the same again and again"
    assert [list(each) for each in found] == [["pattern", "grid", "length", "valid", "reason"]] * 30


def test_random_as_text():
    """What explain shows of it: canonical form, length, and a picture."""
    done = run("random")
    assert (done.returncode, done.stderr) == (DONE, "")
    first, *picture = done.stdout.splitlines()
    match = re.fullmatch(r"(3x3:(?:\d-){5}\d), 6 dots", first)
    assert match, first
    explained = run("explain", typed=match[1] + "\n").stdout.splitlines()
    assert explained[:1 + len(picture)] == [first, *picture] and len(picture) == 9
    assert run("random", LC_ALL="C").stdout.isascii()


def test_random_many():
    assert run("random", "--count=1000").stdout.count(", 6 dots\n") == 1000


def test_random_is_for_everybody():
    assert drawn(account=ALICE)[0]["length"] == 6


def test_settings_for_random(settings):
    """Grid and least length are those of a new pattern."""
    conf = "--" + settings("grid = 4", "min_nodes = 8")
    assert {(each["grid"], each["length"]) for each in drawn(conf, "--count=9")} == {("4x4", 8)}
    assert all(each["length"] >= 8 for each in drawn(conf, "--length=any", "--count=20", "--grid=3"))
    check_failed(run("random", conf, "--length=7"), REFUSED, "min_nodes")
    conf = "--" + settings("min_nodes = 10")
    check_failed(run("random", conf), REFUSED, "--grid")
    assert drawn(conf, "--grid=4")[0]["length"] == 10
    check_failed(run("random", "--" + settings("min_nodes = x")), UNUSABLE, "min_nodes")
    check_failed(run("random", conf, account=ALICE), NOT_PERMITTED, "--conf")


LENGTH, COUNT = "needs a number from 4 to 36, or any", "needs a number from 1 to 1000"
USAGES = {
    "--length=3": f"--length 3: {LENGTH}",
    "--length=37": f"--length 37: {LENGTH}",
    "--length=06": f"--length 06: {LENGTH}",
    "--length=": f"--length : {LENGTH}",
    "--length=Any": f"--length Any: {LENGTH}",
    "--length=10": "--length 10: 3x3 has 9 dots",
    "--length": "--length: needs a value",
    "--lengths=4": "--lengths=4: no such option",
    "-x": "-x: no such option",
    "--count=0": f"--count 0: {COUNT}",
    "--count=1001": f"--count 1001: {COUNT}",
    "--count=-1": f"--count -1: {COUNT}",
    "--grid=7": "--grid 7: needs a side from 3 to 6",
    "--keypad=phone": "--keypad does not go with random",
    "--user=alice": "--user does not go with random",
    "6": "6: one word too many",
}


@pytest.mark.parametrize("word, message", USAGES.items(), ids=USAGES.keys())
def test_usage(word, message):
    done = run("random", word)
    assert (done.returncode, done.stdout) == (USAGE, "")
    assert done.stderr == f"patternctl: {message}; see patternctl --help\n"


@pytest.mark.parametrize("option", ["--length=6", "--count=2"])
def test_options_of_random_alone(option):
    check_failed(run("explain", option, typed=RIGHT.typed), USAGE, "does not go with explain")


def test_help_names_it():
    shown = run("--help").stdout
    assert all(word in shown for word in ("random", "--length N|any", "--count N"))


def test_nothing_is_random_without_a_source():
    trace = ("strace", "-f", "-o", "/dev/null", "-e", "inject=getrandom:error=EIO:when=1+")
    check_failed(run("random", before=trace), UNUSABLE, "random")


def test_output_that_cannot_be_written():
    with open("/dev/full", "w") as full:
        done = subprocess.run(["patternctl", "random"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == REFUSED and "standard output" in done.stderr


# --- explain

ADVICE = "Meters: they look at shape only and advise, the blocklist decides (Golla et al. 2019)"


def test_explain_tells_the_shape():
    """The figures are a separate program's."""
    typed = f"741683\n{LARGE.canonical}\n19\n"
    first, second, third = map(json.loads, run("explain", "--json", typed=typed).stdout.splitlines())
    assert first["features"] == {
        "line_length": 7.88635, "turns": 3, "knight_moves": 2, "crossings": 1, "touches": 0, "overlaps": 0,
        "revisits": 0}
    assert first["meters"] == {
        "note": ADVICE,
        "andriotis": {"year": 2014, "score": 5, "rank": 25443, "sharing": 30580, "of": PATTERNS},
        "sun": {"year": 2014, "score": 18.909545, "rank": 20417, "sharing": 1216, "of": PATTERNS},
        "song": {"year": 2015, "score": 0.44, "rank": 40537, "sharing": 2584, "of": PATTERNS},
    }
    for name in ("andriotis", "sun", "song"):
        assert second["meters"][name]["score"] > 0
        assert [second["meters"][name][key] for key in ("rank", "sharing", "of")] == [None] * 3
    assert third["features"] is None and third["meters"] is None


def test_explain_tells_a_person_the_shape():
    lines = run("explain", typed=f"{RIGHT.typed}\n{SECOND.typed}\n").stdout.splitlines()
    assert lines.count(ADVICE) == 2
    assert "  Andriotis 2014: 6, rank 56,023 of 389,112 from the weakest, shared by 50,682" in lines
