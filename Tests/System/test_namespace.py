"""That the tests can do no harm: what they write, change and remove stays in their namespace."""

import os
import pathlib
import socket

import pytest

from harness import snapshot, world

HOST = world.folder() / "host"
WATCHED = [HOST / "etc", HOST / "usr/bin/pamtester", HOST / "var/lib/pam_pattern",
           HOST / str(world.security_folder()).lstrip("/")]


def left() -> tuple:
    """What the real system has: contents where it matters, names elsewhere."""
    names = [os.listdir(HOST / folder) for folder in ("dev", "usr/bin", "var/lib", "var/log")]
    return snapshot.of(*WATCHED), names


@pytest.mark.parametrize("folder", ["/etc", "/etc/pam.d", "/usr/bin", "/var/lib", "/var/log", "/dev"])
def test_nothing_is_written_through(folder):
    before = left()
    path = pathlib.Path(folder) / "pattern-tests-left-this"
    path.write_text("something")
    assert path.exists() and not (HOST / str(path).lstrip("/")).exists()
    path.unlink()
    assert left() == before


@pytest.mark.parametrize("path", ["/etc/passwd", "/etc/shadow", "/etc/pam.d/sudo", "/usr/bin/pamtester"])
def test_nothing_is_changed_through(path):
    before = left()
    kept = snapshot.Kept(pathlib.Path(path).parent)
    file = kept.path(pathlib.Path(path).name)
    mode = file.stat().st_mode
    file.write_bytes(file.read_bytes() + b"\n")
    assert left() == before
    file.unlink()
    assert left() == before
    kept.restore()
    file.chmod(mode)


def test_checkout_is_read_only():
    with pytest.raises(OSError):
        (world.folder() / "checkout/left").write_text("something")


def test_log_is_our_own(syslog):
    """What is logged here reaches the reader of these tests and no daemon of the system."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"<86>Jan  1 00:00:00 test: to nobody else", "/dev/log")
    assert [entry.text for entry in syslog.take()][-1] == "to nobody else"


def test_processes_are_our_own():
    """The first process is the namespace's shell, with which all others end."""
    assert "namespace.sh" in pathlib.Path("/proc/1/cmdline").read_text()
