"""cron and at: nobody is there to be asked. With the profiles in common-auth, the jobs of a user with a pattern run
as they did before, whatever state the pattern is in; and the pattern stays as it is."""

import pathlib
import shutil
import subprocess

import pytest

from harness import answers, jobs, snapshot, store as stores, world
from harness.world import ALICE

CONFIGS = pathlib.Path("/usr/share/pam-configs")
PROFILES = ("pattern", "pattern-strong")
DAEMONS = {"cron": (jobs.by_cron, "cron"), "at": (jobs.by_at, "atd")}


@pytest.fixture(scope="module", autouse=True)
def profiles():
    """Put in by the real pam-auth-update."""
    kept = [snapshot.Kept(world.SERVICES), snapshot.Kept(pathlib.Path("/var/lib/pam")), snapshot.Kept(CONFIGS)]
    for files in kept[:2]:
        for path in files.folder.iterdir():
            files.path(path.name)
    for name in PROFILES:
        shutil.copy(world.CHECKOUT / "dist" / "pam-configs" / name, kept[2].path(name))
    subprocess.run(["pam-auth-update", "--enable", *PROFILES], check=True)
    text = (world.SERVICES / "common-auth").read_text()
    assert "pam_pattern.so services=local" in text and "pam_pattern.so strong" in text
    yield
    for files in kept:
        files.restore()


def run(daemon, log) -> tuple[str, list[str]]:
    """A job that tells all about itself, and what was logged of it."""
    output = pathlib.Path(f"~{ALICE.name}").expanduser() / "job"
    output.unlink(missing_ok=True)
    log()
    lines: list[str] = []
    with daemon(ALICE, f"{{ id; ulimit -a; umask; env | sort; }} >{output}.new 2>&1; mv {output}.new {output}"):
        jobs.wait(output.exists, "the job runs")

        def over() -> bool:
            lines.extend(entry.text for entry in log())
            return any("session closed" in line for line in lines)
        jobs.wait(over, "its session ends")
    return output.read_text(), [line for line in lines if "pam_" in line]


def _module_missing(_store):
    path = world.security_folder() / world.MODULE
    path.rename(path.with_suffix(".aside"))


STATES = {
    "enrolled": lambda store: None,
    "locked": lambda store: answers.prepare(store, answers.ANSWERS["locked, password"]),
    "record damaged": stores.FAULTS["garbage"],
    "store missing": stores.FAULTS["store folder missing"],
    "module file missing": _module_missing,
}


@pytest.fixture
def module_back():
    yield
    path = world.security_folder() / world.MODULE
    if path.with_suffix(".aside").exists():
        path.with_suffix(".aside").rename(path)


@pytest.mark.parametrize("daemon, service", DAEMONS.values(), ids=DAEMONS.keys())
def test_jobs_run_as_before(daemon, service, system_store, log, module_back):
    before = run(daemon, log)
    assert f"uid={ALICE.uid}(alice)" in before[0]
    for name, prepare in STATES.items():
        system_store.reset()
        system_store.enroll()
        prepare(system_store)
        contents = system_store.contents() if system_store.path.exists() else None
        output, lines = run(daemon, log)
        assert output == before[0], name
        assert [line for line in lines if "pam_pattern" not in line] == before[1], name
        assert not [line for line in lines if line.startswith("pam_pattern(")], name
        assert contents == (system_store.contents() if system_store.path.exists() else None), name


@pytest.mark.parametrize("daemon, service", DAEMONS.values(), ids=DAEMONS.keys())
def test_a_refusal_would_show(daemon, service, keep, log):
    """They do ask PAM: where an account is refused, its jobs don't run."""
    path = keep(world.SERVICES / service)
    path.write_text("account requisite pam_deny.so\n" + path.read_text())
    output = pathlib.Path(f"~{ALICE.name}").expanduser() / "job"
    output.unlink(missing_ok=True)
    with daemon(ALICE, f"touch {output}"):
        jobs.wait(lambda: "Authentication failure" in [entry.text for entry in log()], "a refusal")
    assert not output.exists()
