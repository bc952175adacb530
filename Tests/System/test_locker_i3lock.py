"""i3lock on a display in memory: one field, one call of PAM for each line, and it shows none of PAM's messages."""

import contextlib

import pytest

from harness import desktop as desktops, locker as lockers, package, world
from harness.desktop import wait
from harness.locker import Locker

BLUE, RED = 0x203040, 0x7d3300  # the whole screen; the ring around "Wrong!"
EVERYWHERE = desktops.SCREEN[0] * desktops.SCREEN[1]


class I3lock(Locker):
    """The locker."""

    service = program = "i3lock"

    def lock(self):
        self.run("i3lock", "--nofork", f"--color={BLUE:06x}")
        wait(self.locked, "locked")

    def locked(self):
        return (super().locked() and self.desktop.shows(BLUE) > EVERYWHERE / 2
                and lockers.grabbed(self.desktop.name))

    def refused(self):
        wait(lambda: self.desktop.shows(RED) > 100, "a red ring")

    def gave_up(self):
        wait(lambda: self.desktop.shows(BLUE) == EVERYWHERE, "no ring")


@pytest.mark.parametrize("answer", lockers.ANSWERS.values(), ids=lockers.ANSWERS.keys())
def test_answer(answer, desktop, folder, sample, system_store, log):
    sample("swaylock", "i3lock")
    system_store.enroll()
    with lockers.x_session(desktop, folder) as session, contextlib.closing(I3lock(session)) as locker:
        lockers.check(answer, locker, system_store, log)


@pytest.fixture
def profiles(keep):
    """What pam-auth-update makes of our profiles. Debian's own file for i3lock includes login's, and that this."""
    keep(package.COMMON_AUTH)
    for name in package.PROFILES:
        keep(f"/usr/share/pam-configs/{name}").write_bytes((world.CHECKOUT / "dist/pam-configs" / name).read_bytes())
    package.done("pam-auth-update", "--enable", *package.PROFILES)
    yield
    package.done("pam-auth-update", "--package", "--remove", *package.PROFILES)


@pytest.mark.parametrize("name", ["right", "wrong"])
def test_two_questions(name, profiles, desktop, folder, system_store, log):
    """Pattern, then password: the one line that was typed answers both."""
    system_store.enroll()
    with lockers.x_session(desktop, folder) as session, contextlib.closing(I3lock(session)) as locker:
        lockers.check(lockers.ANSWERS[name], locker, system_store, log)
