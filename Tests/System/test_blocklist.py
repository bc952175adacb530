"""Common patterns are refused where one is set, and nowhere else."""

import json
import re
import subprocess

import pytest

from harness import pam, world
from harness.patterns import RIGHT

COMMON = "12369"
OFFER = re.compile(r"; for example, ([0-9-]+) is not\n\Z")


def enroll(typed, *words):
    return subprocess.run(["patternctl", "enroll", "--user=alice", *words], input=typed + "\n", text=True,
                          capture_output=True)


def explain(typed, *words):
    return subprocess.run(["patternctl", "explain", *words], input=typed + "\n", text=True,
                          capture_output=True)


@pytest.mark.parametrize("conf, typed, reason", [
    ("", COMMON, "too common: one of the 100 that people choose most"),
    ("blocklist = common\n", "1-4-7-8", "too common: one of the 100 that people choose most"),
    ("blocklist = strict\n", "3-2-1-4-7",
     "too common: one that people choose most, or its mirror image or reverse"),
])
def test_a_common_pattern_is_refused(conf, typed, reason, system_store, keep):
    keep(world.SETTINGS).write_text(conf)
    done = enroll(typed)
    assert done.returncode == 1
    assert done.stderr.startswith(f"patternctl: {reason}; for example, ")
    assert done.stdout == ""
    assert subprocess.run(["patternctl", "status", "--user=alice"], capture_output=True).returncode == 3
    # What is offered instead is taken.
    offered = OFFER.search(done.stderr)
    assert offered and enroll(offered[1]).returncode == 0


@pytest.mark.parametrize("conf, typed", [
    ("blocklist = none\n", COMMON), ("", "3-2-1-4-7"), ("blocklist = common\n", RIGHT.typed)])
def test_others_are_taken(conf, typed, system_store, keep):
    keep(world.SETTINGS).write_text(conf)
    assert enroll(typed).returncode == 0


def test_larger_grids_refuse_the_same_shape(system_store):
    done = enroll("1-2-3-4-8-12-16", "--grid=4")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("patternctl: too common: looks like one of the 100 that people choose most;")


def test_a_file_of_ones_own(system_store, keep, folder):
    path = folder / "patterns"
    path.write_text("# of this company\n7-4-1-6-8-3\n")
    keep(world.SETTINGS).write_text(f"blocklist = {path}\n")
    done = enroll("741683")
    assert done.returncode == 1
    assert done.stderr.startswith(f"patternctl: blocked by {path}; for example, ")
    assert enroll(COMMON).returncode == 0


@pytest.mark.parametrize("content, mode, message", [
    ("74168\n12\n", 0o644, '{} line 2 "12": too short'),
    ("74168\n", 0o666, "{}: may be written by others than root"),
    (None, 0o644, "{}: does not exist"),
])
def test_a_file_that_cannot_be_used_sets_nothing(content, mode, message, system_store, keep, folder):
    path = folder / "patterns"
    if content is not None:
        path.write_text(content)
        path.chmod(mode)
    keep(world.SETTINGS).write_text(f"blocklist = {path}\n")
    done = enroll(RIGHT.typed)
    assert done.returncode == 6
    assert done.stderr == f"patternctl: blocklist: {message.format(path)}; correct that file\n"


def test_checking_knows_no_list(authenticate, store, keep):
    """A pattern that was set before, or elsewhere, opens."""
    keep(world.SETTINGS).write_text("blocklist = none\n")
    assert subprocess.run(
        ["patternctl", "enroll", "--user=alice", f"--store={store.path}"], input=COMMON, text=True).returncode == 0
    world.SETTINGS.write_text("blocklist = strict\n")
    assert authenticate(COMMON).code == pam.SUCCESS


def test_random_shows_none_that_is_blocked(system_store, keep, folder):
    """A list of all but a few patterns leaves those."""
    allowed = {"7-4-1-6", "2-9-4-3"}
    shown = set()
    path = folder / "patterns"
    path.write_text("".join(
        f"{line}\n" for line in every_pattern_of_four() if line not in allowed))
    keep(world.SETTINGS).write_text(f"blocklist = {path}\n")
    done = subprocess.run(["patternctl", "random", "--length=4", "--count=40", "--json"], text=True,
                          capture_output=True)
    assert done.returncode == 0
    shown = {json.loads(line)["pattern"] for line in done.stdout.splitlines()}
    assert shown == allowed


def every_pattern_of_four():
    """By the rules once more: what a step jumps over was visited."""
    def legal(step, visited):
        (a, b) = step
        middle = (a + b) / 2
        row, column = abs((a - 1) // 3 - (b - 1) // 3), abs((a - 1) % 3 - (b - 1) % 3)
        return row % 2 or column % 2 or middle in visited

    def extend(nodes):
        if len(nodes) == 4:
            yield "-".join(map(str, nodes))
            return
        for node in range(1, 10):
            if node not in nodes and (not nodes or legal((nodes[-1], node), nodes)):
                yield from extend([*nodes, node])

    yield from extend([])


def test_explain_says_whether_it_is_blocked(keep):
    keep(world.SETTINGS).write_text("blocklist = common\ncost = 1\n")
    text = explain(COMMON).stdout
    assert "\nBlocklist: too common: one of the 100 that people choose most\n" in text
    assert "\nBlocklist: not blocked\n" in explain(RIGHT.typed).stdout
    found = json.loads(explain(COMMON, "--json").stdout)
    assert (found["blocked"], found["blocked_reason"]) == (
        True, "too common: one of the 100 that people choose most")
    found = json.loads(explain(RIGHT.typed, "--json").stdout)
    assert (found["blocked"], found["blocked_reason"]) == (False, None)
    found = json.loads(explain("12", "--json").stdout)
    assert (found["blocked"], found["blocked_reason"], found["guessing"]) == (None, None, None)


def test_explain_tells_what_guessing_takes(keep):
    keep(world.SETTINGS).write_text("cost = 1\ndeny = 3\nwaits = 1m,1d,1d\nbudget = 20\n")
    text = explain(RIGHT.typed).stdout
    assert "\nGuessing here: 4 tries in a day, 6 in a year, then the password is needed;\n" in text
    assert "\n  at most 20 while your own right patterns forgive wrong ones.\n" in text
    assert re.search(r"\nWith a leaked hash: all 389,112 patterns of 3x3 in .* on this machine "
                     r"\([0-9,]+ ms a hash at cost 1, [0-9]+ cores\)\.\n\Z", text)
    found = json.loads(explain(RIGHT.typed, "--json").stdout)["guessing"]
    assert (found["tries_per_day"], found["tries_per_year"], found["tries_until_password"]) == (4, 6, 20)
    assert (found["patterns"], found["cost"]) == (389112, 1)
    hours = found["seconds_per_hash"] * found["patterns"] / found["cores"] / 3600
    assert found["hours_for_all"] == pytest.approx(hours, rel=0.02)


def test_explain_draws_into_a_new_file(folder):
    path = folder / "pattern.svg"
    assert explain("741683", f"--svg={path}").returncode == 0
    assert path.stat().st_mode & 0o777 == 0o600
    assert "<title>3x3:7-4-1-6-8-3</title>" in path.read_text()
    before = path.read_bytes()
    done = explain("294381", f"--svg={path}")
    assert (done.returncode, done.stderr) == (
        1, f"patternctl: {path}: File exists; give --svg one pattern, and a new file\n")
    assert path.read_bytes() == before
    done = explain("12", f"--svg={folder}/other.svg")
    assert done.returncode == 1 and not (folder / "other.svg").exists()


def test_settings_that_leave_no_pattern(system_store, keep):
    keep(world.SETTINGS).write_text("min_nodes = 10\n")
    done = enroll(RIGHT.typed)
    assert (done.returncode, done.stderr) == (
        6, "patternctl: min_nodes is 10, but a 3x3 grid has 9 dots; correct pattern.conf, or give another "
           "--grid\n")
