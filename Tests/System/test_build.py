"""What is built and installed where the headers of ncurses and GTK are, and where they aren't. Swift is a stand-in that
makes a file of each product: that a package without them is sound, building the rest shows."""

import os
import pathlib
import shutil
import subprocess

import pytest

from harness import world

HEADER = pathlib.Path("/usr/include/ncurses.h")
LEFT_OUT = "pattern-pad is left out: ncursesw's header is missing (libncurses-dev). Patterns are typed.\n"
NO_WINDOW = (
    "pattern-askpass is left out: GTK 4's headers are missing (libgtk-4-dev). sudo -A does not draw.\n")
SWIFT = """#!/bin/sh
[ "$1" != --version ] || { echo "Swift version 6.3.1"; exit; }
while [ $# -gt 0 ]; do
    case $1 in
    --scratch-path) scratch=$2 ;;
    --product) product=$2 ;;
    esac
    shift
done
echo "$scratch $product ${PATTERN_EMBEDDED-} ${PATTERN_NCURSES-}${PATTERN_GTK-}" >>calls
mkdir -p "$scratch/release"
[ "$product" = pam_pattern ] && product=libpam_pattern.so
cp /bin/true "$scratch/release/$product"
"""


@pytest.fixture
def checkout(folder):
    """A copy of what builds and installs, with the stand-in."""
    for name in ("Scripts", "dist", "etc", "pam.d-sample"):
        shutil.copytree(world.CHECKOUT / name, folder / name)
    shutil.copy(world.CHECKOUT / "install.sh", folder)
    (folder / "swift").write_text(SWIFT)
    (folder / "swift").chmod(0o755)
    return folder


@pytest.fixture
def without_gtk():
    """Hides what pkg-config finds GTK by, as a machine without libgtk-4-dev has it."""
    found = list(pathlib.Path("/usr").glob("lib*/**/pkgconfig/gtk4.pc"))
    for file in found:
        file.rename(file.with_suffix(".aside"))
    yield
    for file in found:
        file.with_suffix(".aside").rename(file)


@pytest.fixture
def without_header():
    """Hides the header as a machine without libncurses-dev has it."""
    aside = HEADER.with_suffix(".aside")
    HEADER.rename(aside)
    yield
    aside.rename(HEADER)


def install(checkout: pathlib.Path) -> subprocess.CompletedProcess:
    done = subprocess.run(
        [checkout / "install.sh", "--destdir", checkout / "root"], capture_output=True, text=True,
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "SWIFT": str(checkout / "swift")})
    assert done.returncode == 0, done.stderr
    return done


def calls(checkout: pathlib.Path) -> list[str]:
    return (checkout / "calls").read_text().splitlines()


OTHERS = [".build/embedded pam_pattern 1 ", ".build/embedded pattern-chkpwd 1 ", ".build/programs patternctl  "]
WINDOW = ".build/programs pattern-askpass  1"


def test_with_the_header(checkout):
    done = install(checkout)
    assert calls(checkout) == [*OTHERS, ".build/embedded pattern-pad 1 1", WINDOW]
    assert done.stderr == ""
    for name in ("pattern-pad", "pattern-askpass"):
        assert os.access(checkout / "root/usr/bin" / name, os.X_OK)


def test_without_gtk(checkout, without_gtk):
    """One line says so; a window from before is taken out rather than left behind."""
    window = checkout / "root/usr/bin/pattern-askpass"
    for stale in (window, checkout / ".build/stage/pattern-askpass"):
        stale.parent.mkdir(parents=True)
        stale.write_text("old")
    done = install(checkout)
    assert calls(checkout) == [*OTHERS, ".build/embedded pattern-pad 1 1"]
    assert done.stderr == NO_WINDOW
    assert not window.exists()
    assert (checkout / "root/usr/bin/pattern-pad").exists()


def test_without_the_header(checkout, without_header):
    """One line says so, and the rest is there; a pad from before is taken out rather than left behind."""
    pad = checkout / "root/usr/bin/pattern-pad"
    for stale in (pad, checkout / ".build/stage/pattern-pad"):
        stale.parent.mkdir(parents=True)
        stale.write_text("old")
    done = install(checkout)
    assert calls(checkout) == [*OTHERS, WINDOW]
    assert done.stderr == LEFT_OUT
    assert not pad.exists()
    for path in ("usr/bin/patternctl", "usr/libexec/pam_pattern/pattern-chkpwd"):
        assert (checkout / "root" / path).exists()
    assert list((checkout / "root").rglob("pam_pattern.so"))
