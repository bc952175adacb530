"""patternctl calibrate: measuring what hashes cost, and writing a cost into pattern.conf."""

import json
import os
import pathlib
import re
import subprocess

import pytest

from harness import world
from harness.patterns import RIGHT
from harness.world import ALICE

DONE, REFUSED, USAGE, NOT_PERMITTED, UNUSABLE = 0, 1, 2, 5, 6
CAUTION = "patternctl: credentials that are there keep their cost until they are enrolled again\n"
# Quick to measure, and more than cost 1 takes anywhere.
TARGET = "--target=40"


def calibrate(*words: str, account: world.Account | None = None, before: str = "") -> subprocess.CompletedProcess:
    command = ["patternctl", "calibrate", *words]
    if account:
        command = account.command(*command)
    if before:
        command = ["unshare", "-m", "sh", "-c", f'{before} && exec "$@"', "-", *command]
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"})


def measured(*words: str, **circumstances) -> dict:
    done = calibrate("--json", *words, **circumstances)
    assert done.returncode == DONE, done.stderr
    assert len(done.stdout.splitlines()) == 1
    return json.loads(done.stdout)


def check_failed(done: subprocess.CompletedProcess, code: int, message: str):
    assert (done.returncode, done.stderr) == (code, f"patternctl: {message}\n")


@pytest.fixture
def conf(settings):
    """Writes a settings file and gives its path."""
    return lambda *lines, **attributes: pathlib.Path(settings(*lines, **attributes).removeprefix("conf="))


def test_what_is_measured():
    report = measured(TARGET)
    costs = report["costs"]
    assert [row["cost"] for row in costs] == list(range(1, len(costs) + 1))
    assert report["target_microseconds"] == 40_000
    for row in costs:
        assert row["microseconds"] > 0
        if row["cost"] > 3:  # below, what the process itself takes shows
            assert 0.9 < row["bytes"] / (1 << (19 + row["cost"])) < 1.2, "N and r of yescrypt's costs"
    within = [row["microseconds"] <= 40_000 for row in costs]
    assert [row["within"] for row in costs] == within
    assert report["proposed"] == within.index(False)
    assert costs[-1]["microseconds"] > 2 * 40_000 >= costs[-2]["microseconds"]
    assert (report["present"], report["written"]) == (7, False)


def test_for_people():
    done = calibrate(TARGET)
    assert (done.returncode, done.stderr) == (DONE, "")
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["COST", "TIME", "MEMORY"]
    end = lines.index("")
    for number, line in enumerate(lines[1:end], 1):
        assert re.fullmatch(rf" +{number} +[\d,.]+ ms +[\d,]+ MB", line), line
    match = re.fullmatch(
        r"Proposed: cost=(\d+), the highest within 40 ms and [\d,]+ MB, a quarter of the free memory\.",
        lines[end + 1])
    assert match and 1 <= int(match[1]) < 7
    assert "cost=7 now" in lines[end + 2] and "--write" in lines[end + 2]
    assert "keep their cost" in lines[end + 3]


def test_memory_limits_it(folder):
    """40 MB are a quarter of what is free: cost 6 takes 34 MB, cost 7 is not even tried."""
    free = folder / "meminfo"
    free.write_text("MemTotal: 900000 kB\nMemFree: 10000 kB\nMemAvailable: 160000 kB\n")
    before = f"mount --bind {free} /proc/meminfo"
    report = measured("--target=60000", before=before)
    assert (report["proposed"], report["memory_bytes"]) == (6, 40_960_000)
    assert [row["cost"] for row in report["costs"]] == [1, 2, 3, 4, 5, 6]
    assert "the memory does not allow them" in calibrate("--target=60000", before=before).stdout


def test_write(conf):
    path = conf("# mine", "grid = 4", "  cost = 11   # as on the old machine", "", "min_nodes = 5", mode=0o640)
    os.chown(path, 0, 77)
    before = path.stat()
    report = measured("--write", TARGET, f"--conf={path}")
    assert report["written"] and report["present"] == 11
    cost = report["proposed"]
    assert path.read_text() == (
        f"# mine\ngrid = 4\n  cost = {cost}   # as on the old machine\n\nmin_nodes = 5\n")
    after = path.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert os.listdir(path.parent) == [path.name]


def test_what_is_written_counts(conf, store):
    path = conf("# cost = 7    yescrypt's", "grid = 3")
    done = calibrate("--write", TARGET, f"--conf={path}")
    assert (done.returncode, done.stderr) == (DONE, CAUTION)
    match = re.fullmatch(r"# cost = 7    yescrypt's\ncost=(\d+)\ngrid = 3\n", path.read_text())
    assert match and f"Proposed: cost={match[1]}," in done.stdout and f"Written to {path}." in done.stdout
    subprocess.run(
        ["patternctl", "enroll", "--user=alice", f"--store={store.path}", f"--conf={path}"],
        input=RIGHT.typed, text=True, check=True, stdout=subprocess.DEVNULL)
    setting = re.search(r"\nhash=\$y\$([^$]*)\$", store.file(ALICE).read_text())
    assert setting
    names = ["j75", "j85", "j7T", "j8T", "j9T", "jAT", "jBT", "jCT", "jDT", "jET", "jFT"]
    assert names.index(setting[1]) + 1 == int(match[1])


def test_standard_file(keep):
    """The file that install.sh brings; and none, which means the defaults."""
    path = keep(world.SETTINGS)
    before = path.read_text()
    cost = measured("--write", TARGET)["proposed"]
    example = re.search(r"# cost = 7.*\n", before)
    assert example
    assert path.read_text() == before.replace(example[0], f"{example[0]}cost={cost}\n")
    path.unlink()
    cost = measured("--write", TARGET)["proposed"]
    assert path.read_text() == f"cost={cost}\n"
    assert (path.stat().st_mode & 0o7777, path.stat().st_uid, path.stat().st_gid) == (0o644, 0, 0)


@pytest.mark.parametrize("words", [(), ("--write",)])
def test_damaged_file_is_left_alone(words, conf):
    path = conf("grid = 3", "cost = 12", "deny = 5")
    before = path.read_bytes(), path.stat().st_ino
    check_failed(
        calibrate(*words, f"--conf={path}"), UNUSABLE,
        f'{path} line 2 "cost = 12": needs a whole number from 1 to 11; correct that file')
    assert (path.read_bytes(), path.stat().st_ino) == before
    assert os.listdir(path.parent) == [path.name]


def test_link_is_refused(conf):
    path = conf("cost = 3")
    real = path.rename(path.with_name("real"))
    path.symlink_to(real)
    check_failed(
        calibrate("--write", f"--conf={path}"), UNUSABLE,
        f"{path}: can't be read: Too many levels of symbolic links; correct that file")
    assert real.read_text() == "cost = 3\n" and path.is_symlink()


def test_named_file_must_be_there(folder):
    done = calibrate("--write", f"--conf={folder}/none")
    check_failed(
        done, UNUSABLE, f"{folder}/none: can't be read: No such file or directory; correct that file")
    assert os.listdir(folder) == []


def test_file_that_can_not_be_written(conf):
    """A file system that is read-only: told, and the file stays."""
    path = conf("cost = 3")
    parent = path.parent
    done = calibrate(
        "--write", TARGET, f"--conf={path}",
        before=f"mount --bind {parent} {parent} && mount -o remount,ro,bind {parent}")
    assert done.returncode == UNUSABLE
    assert done.stderr == (
        f"patternctl: {path}: can't be written: Read-only file system; nothing was changed\n")
    assert path.read_text() == "cost = 3\n"


def test_nothing_within_the_time(conf):
    path = conf("grid = 3")
    # Cost 1 takes about a millisecond: on a machine that takes less, cost 1 is right.
    done = calibrate("--write", "--target=1", f"--conf={path}")
    if done.returncode == DONE:
        assert "Proposed: cost=1," in done.stdout
        return
    assert done.returncode == REFUSED
    assert done.stderr.startswith("patternctl: no cost is within 1.0 ms and ") and "--target" in done.stderr
    assert path.read_text() == "grid = 3\n"


def test_who_may():
    assert calibrate(TARGET, account=ALICE).returncode == DONE
    check_failed(
        calibrate("--write", TARGET, account=ALICE), NOT_PERMITTED,
        "only root may change pattern.conf; run it with sudo")
    check_failed(
        calibrate("--conf=/etc/security/pattern.conf", account=ALICE), NOT_PERMITTED,
        "--conf and --store are for root; run it with sudo")


@pytest.mark.parametrize("word, message", [
    ("--target=0", "--target 0: needs milliseconds, 1 to 60000"),
    ("--target=60001", "--target 60001: needs milliseconds, 1 to 60000"),
    ("--target=1.5", "--target 1.5: needs milliseconds, 1 to 60000"),
    ("--user=alice", "--user does not go with calibrate"),
])
def test_usage(word, message):
    check_failed(calibrate(word), USAGE, f"{message}; see patternctl --help")
