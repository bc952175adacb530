"""The example for Ansible, with the real ansible-playbook on this machine."""

import os
import re
import subprocess

import pytest

from harness import store as stores, world
from harness.control import run
from harness.patterns import SECOND
from harness.world import ALICE, BOB

PLAYBOOK = world.CHECKOUT / "examples" / "ansible" / "pam_pattern.yml"


@pytest.fixture
def play(folder):
    """Runs the playbook on these records: whether all went well, what was changed, and all that was said."""

    def call(records: str, *words: str) -> tuple[bool, int, str]:
        (folder / "patterns.yml").write_text(
            "pam_pattern_records: |\n" + "".join(f"  {line}\n" for line in records.splitlines()))
        done = subprocess.run(
            ["ansible-playbook", "-v", "-i", "localhost,", "-c", "local", "-e", "ansible_become=false",
             "-e", f"@{folder}/patterns.yml", *words, PLAYBOOK], capture_output=True, text=True, timeout=120,
            env={"PATH": "/usr/bin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8",
                 "ANSIBLE_PYTHON_INTERPRETER": "/usr/bin/python3", "TMPDIR": os.environ["TMPDIR"]})
        shown = done.stdout + done.stderr
        changed = re.search(r" changed=(\d+) ", shown)
        assert changed, shown
        assert "$5$" not in shown, "a hash is shown"
        return done.returncode == 0, int(changed[1]), shown

    return call


def test_playbook(play, system_store):
    system_store.enroll()
    system_store.enroll(BOB)
    records = run("export").stdout
    before = system_store.records()
    system_store.reset()
    done, changed, shown = play(records, "--check")
    assert (done, changed) == (True, 1) and "changed=2 unchanged=0" in shown, shown
    assert system_store.contents() == {}
    assert play(records)[:2] == (True, 1)
    assert system_store.records() == before
    done, changed, shown = play(records)
    assert (done, changed) == (True, 0) and "changed=0 unchanged=2" in shown, shown


def test_one_user(play, system_store):
    system_store.enroll()
    system_store.enroll(BOB)
    records = run("export").stdout
    system_store.enroll(drawing=SECOND)
    system_store.enroll(BOB, SECOND)
    assert play(records, "-e", "pam_pattern_user=alice")[:2] == (True, 1)
    assert system_store.file().read_bytes() == stores.record(ALICE)
    assert system_store.file(BOB).read_bytes() == stores.record(BOB, SECOND)


def test_a_refused_record_is_named(play, system_store):
    system_store.enroll()
    records = run("export").stdout
    system_store.reset()
    done, changed, shown = play(records + records.splitlines()[1].replace("alice", "zorro") + "\n")
    assert (done, changed) == (False, 0)
    assert "standard input line 3: zorro: the system knows no such user" in shown
    assert system_store.contents() == {}


def test_doctor_is_asked(play, system_store):
    """What doctor finds fails the run."""
    world.CHECKER.chmod(0o755)
    try:
        done, changed, shown = play("pam_pattern credentials 1\n")
    finally:
        world.CHECKER.chmod(0o2755)
    assert (done, changed) == (False, 0)
    assert "lacks its set-group-ID bit" in shown and "changed=0 unchanged=0" in shown
    assert play("pam_pattern credentials 1\n")[:2] == (True, 0)
