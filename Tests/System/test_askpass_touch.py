"""pattern-askpass on a touch screen and under a pen: events of the devices, through the X server and GTK."""

import os
import subprocess

import pytest

from harness import desktop as desktops, touch
from harness.desktop import LIGHT, PROGRAM, Asking, wait

pytestmark = pytest.mark.skipif(not os.path.exists(PROGRAM), reason="pattern-askpass is not built")

SPELLED, NODES = "3x3:7-4-1-6-8-3\n", (7, 4, 1, 6, 8, 3)


@pytest.fixture(scope="module")
def devices():
    with touch.started() as devices:
        yield devices


@pytest.fixture
def asking(devices):
    """The program, with its window shown."""
    desktop = devices[0]
    process = subprocess.Popen(
        [PROGRAM, "Pattern: "], env=desktops.environment(desktop.name), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    desktop.open()
    yield Asking(process)
    process.kill()
    process.communicate()


@pytest.fixture
def places(devices, asking):
    """Where the dots are, by number."""
    return dict(enumerate(devices[0].dots(), 1))


def test_a_finger_draws(devices, asking, places):
    desktop, finger, _ = devices
    finger.down(places[7])
    for node in NODES[1:]:
        finger.move(places[node])
        finger.sync()
    wait(lambda: desktop.shows(LIGHT["line"]) > 1000, "a line")
    assert asking.process.poll() is None
    finger.up(places[3])
    assert asking.end() == (0, SPELLED)


def test_a_fast_finger(devices, asking, places):
    """All moves at once: each corner counts."""
    finger = devices[1]
    finger.down(places[7])
    for node in NODES[1:]:
        finger.move(places[node])
    finger.up(places[3])
    assert asking.end() == (0, SPELLED)


def test_what_a_finger_crosses(devices, asking, places):
    finger = devices[1]
    finger.down(places[1])
    finger.move(places[3])
    finger.move(places[9])
    finger.up(places[9])
    assert asking.end() == (0, "3x3:1-2-3-6-9\n")


def test_a_second_finger_does_nothing(devices, asking, places):
    """The hand that holds the tablet: it neither draws nor ends what the first finger draws."""
    finger = devices[1]
    finger.down(places[7], number=1)
    finger.move(places[4], number=1)
    finger.down(places[9], number=2)
    finger.move(places[5], number=2)
    finger.sync()
    for node in NODES[2:]:
        finger.move(places[node], number=1)
    finger.up(places[5], number=2)
    finger.sync()
    assert asking.process.poll() is None
    finger.up(places[3], number=1)
    assert asking.end() == (0, SPELLED)


def test_taps(devices, asking, places):
    """Dot by dot, and a key to finish."""
    desktop, finger, _ = devices
    for node in NODES:
        finger.down(places[node])
        finger.up(places[node])
    finger.sync()
    desktop.keys("Tab", "Tab", "space")  # "Use password", then "Done", which is there now
    assert asking.end() == (0, SPELLED)


def test_too_short_and_again(devices, asking, places):
    desktop, finger, _ = devices
    finger.down(places[1])
    finger.move(places[2])
    finger.up(places[2])
    wait(lambda: desktop.shows(LIGHT["wrong"]) > 1000, "a red line")
    finger.down(places[7])
    for node in NODES[1:]:
        finger.move(places[node])
    finger.up(places[3])
    assert asking.end() == (0, SPELLED)


def test_a_pen_draws(devices, asking, places):
    """Above the tablet it draws nothing; its tip is the first button."""
    desktop, _, pen = devices
    pen.near(places[9])
    for node in (9, 5, 1, 7):
        pen.move(places[node])
        pen.sync()
    assert desktop.shows(LIGHT["line"]) == 0
    pen.press(True)
    for node in NODES[1:]:
        pen.move(places[node], pressure=500)
        pen.sync()
    wait(lambda: desktop.shows(LIGHT["line"]) > 1000, "a line")
    pen.press(False)
    assert asking.end() == (0, SPELLED)


def test_a_fast_pen(devices, asking, places):
    pen = devices[2]
    pen.near(places[7])
    pen.move(places[7])
    pen.press(True)
    for node in NODES[1:]:
        pen.move(places[node], pressure=500)
    pen.press(False)
    assert asking.end() == (0, SPELLED)
