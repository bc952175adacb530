"""swaylock in sway, whose screen is a window on a display in memory: keys and pictures go through the compositor."""

import contextlib
import os
import signal
import subprocess

import pytest

from harness import locker as lockers
from harness.desktop import wait
from harness.locker import Locker, Session
from harness.world import ALICE

SIZE = (900, 700)
# The whole screen; swaylock's rings around "Wrong" and "Cleared".
BLUE, RED, YELLOW = 0x203040, 0x7d3300, 0xe5a445
CONFIGURATION = f"xwayland disable\noutput * resolution {SIZE[0]}x{SIZE[1]}\n"


class SwayLock(Locker):
    """The locker."""

    service = program = "swaylock"

    def __init__(self, session):
        super().__init__(session)
        self.tty = ""

    def lock(self):
        self.run("swaylock", f"--color={BLUE:06x}", **self.session.variables)
        wait(self.locked, "locked")

    def locked(self):
        return super().locked() and self.desktop.shows(BLUE) > SIZE[0] * SIZE[1] / 2

    def refused(self):
        wait(lambda: self.desktop.shows(RED) > 100, "a red ring")

    def gave_up(self):
        wait(lambda: self.desktop.shows(YELLOW) > 100, "a yellow ring")

    def opened(self):
        """The compositor, too, has to see that it is gone, and gives the keyboard back."""
        super().opened()
        wait(lambda: self.desktop.shows(BLUE) == 0, "the session")


@pytest.fixture
def session(desktop, folder):
    """sway, and a terminal in it that has the keyboard."""
    session = Session(desktop, folder)
    runtime = lockers.folder_of_alice(folder)
    (runtime / "config").write_text(CONFIGURATION)
    session.variables = {"XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": "wayland-1"}
    compositor = {"DISPLAY": desktop.name, "XDG_RUNTIME_DIR": runtime, "WLR_BACKENDS": "x11", "WLR_RENDERER": "pixman"}
    started = []

    def start(*words: str, **variables: object):
        started.append(subprocess.Popen(
            ALICE.command("env", *(f"{name}={value}" for name, value in variables.items()), *words),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True))

    try:
        start("sway", "--config", str(runtime / "config"), **compositor)
        wait(lambda: (runtime / "wayland-1").exists(), "a compositor")
        start("weston-terminal", f"--shell={session.shell}", **session.variables)
        wait(session.heard.exists, "a terminal")
        yield session
    finally:
        for process in reversed(started):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


# What is told at the end it does not show, as i3lock.
@pytest.mark.parametrize("name", [name for name in lockers.ANSWERS if name != "wrong, right"])
def test_answer(name, session, sample, system_store, log):
    sample("swaylock")
    system_store.enroll()
    with contextlib.closing(SwayLock(session)) as locker:
        lockers.check(lockers.ANSWERS[name], locker, system_store, log)
