"""The real polkitd on a system bus of the tests' own, and what it permits."""

import contextlib
import pathlib
import subprocess
import time

from harness import world
from harness.world import ALICE

PKEXEC = ["pkexec", "--disable-internal-agent", "/usr/bin/patternctl"]
STRONG = world.SERVICES / "patternctl-strong"
ACTION = "org.pam-pattern.enroll"
ANYTHING = "org.freedesktop.policykit.exec"
_RULES = pathlib.Path("/etc/polkit-1/rules.d/00-tests.rules")
_DAEMON = "/usr/lib/polkit-1/polkitd"
_SECONDS = 20


@contextlib.contextmanager
def running():
    """Both daemons; /run is the tests' own, so the bus is at its usual place."""
    pathlib.Path("/run/dbus").mkdir(exist_ok=True)
    bus = subprocess.Popen(["dbus-daemon", "--system", "--nofork", "--nopidfile"], stderr=subprocess.DEVNULL)
    daemon = None
    try:
        _wait(pathlib.Path("/run/dbus/system_bus_socket").exists)
        daemon = subprocess.Popen([_DAEMON, "--no-debug"], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        _wait(lambda: _owns_its_name())
        yield
    finally:
        for process in (daemon, bus):
            if process:
                process.kill()
                process.wait()
        pathlib.Path("/run/dbus/system_bus_socket").unlink(missing_ok=True)


def _owns_its_name() -> bool:
    asked = subprocess.run(
        ["dbus-send", "--system", "--print-reply", "--dest=org.freedesktop.DBus", "/",
         "org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.PolicyKit1"], capture_output=True, text=True)
    return "boolean true" in asked.stdout


def _wait(holds):
    end = time.monotonic() + _SECONDS
    while not holds():
        assert time.monotonic() < end, "polkit did not come up"
        time.sleep(0.02)


@contextlib.contextmanager
def permitting(*actions: str):
    """An administrator's rule that lets everybody do these without being asked anything. The daemon sees it
    by itself, some time after it was written."""
    names = ", ".join(f"'{action}'" for action in actions)
    _RULES.write_text(f"polkit.addRule(function(action, subject) {{\n"
                      f"    if ([{names}].indexOf(action.id) >= 0) return polkit.Result.YES;\n}});\n")
    try:
        for action in actions:
            _wait(lambda: _permits(action))
        yield
    finally:
        _RULES.unlink()
        for action in actions:
            _wait(lambda: not _permits(action))


def _permits(action: str) -> bool:
    """Whether alice may, asked for a process of hers."""
    return subprocess.run(
        ALICE.command("sh", "-c", f"exec pkcheck --action-id {action} --process $$"),
        capture_output=True).returncode == 0


def by_pkexec(*words: str, account=ALICE, typed="", command=PKEXEC) -> subprocess.CompletedProcess:
    """pkexec without a terminal or an agent, for where polkit asks nothing."""
    return subprocess.run(account.command(*command, *words), input=typed, capture_output=True, text=True,
                          timeout=60, start_new_session=True)
