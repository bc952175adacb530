"""What is built and installed where the headers of ncurses and GTK are, and where they aren't. Swift is a stand-in that
makes a file of each product: that a package without them is sound, building the rest shows."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

from harness import languages, world

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
[ ! -e .build/temporary ] || { touch "$TMPDIR/lock" && echo "$TMPDIR" >>.build/temporary; }
echo "$scratch $product ${PATTERN_EMBEDDED-} ${PATTERN_NCURSES-}${PATTERN_GTK-}" >>calls
mkdir -p "$scratch/release"
[ "$product" = pam_pattern ] && product=libpam_pattern.so
cp /bin/true "$scratch/release/$product"
"""


@pytest.fixture
def checkout(folder):
    """A copy of what builds and installs, with the stand-in."""
    for name in ("Scripts", "completions", "dist", "etc", "man", "pam.d-sample", "po"):
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


def test_nothing_is_left_in_tmp(checkout):
    """What Swift leaves in its temporary folder goes with the folder, which no two runs share."""
    folders = checkout / ".build/temporary"
    folders.parent.mkdir()
    folders.touch()
    install(checkout)
    named = [pathlib.Path(line) for line in folders.read_text().splitlines()]
    assert len(named) == len(set(named)) == len(calls(checkout))
    assert not [folder for folder in named if folder.exists() or folder == pathlib.Path("/tmp")]


def test_packages_take_their_time(checkout, folder):
    """build-deb.sh says so at once; what it builds with says nothing until it is done."""
    (folder / "dpkg-buildpackage").write_text("#!/bin/sh\nexit 1\n")
    (folder / "dpkg-buildpackage").chmod(0o755)
    done = subprocess.run([checkout / "Scripts/build-deb.sh", folder / "debs"], capture_output=True, text=True,
                          env={"PATH": f"{folder}:/usr/sbin:/usr/bin:/sbin:/bin"})
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Building the packages, which takes some minutes ...\n"


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
    assert not list((checkout / "root").rglob("*pattern-askpass*")), "nor is what is about it"
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
    assert not list((checkout / "root").rglob("*pattern-pad*")), "nor is what is about it"
    for path in ("usr/bin/patternctl", "usr/libexec/pam_pattern/pattern-chkpwd"):
        assert (checkout / "root" / path).exists()
    assert list((checkout / "root").rglob("pam_pattern.so"))


SHARED = "root/usr/share"
TRANSLATIONS = {f"locale/{language}/LC_MESSAGES/pam_pattern.mo" for language in languages.ALL}
DOCUMENTS = {
    "man/man1/{0}.1", "bash-completion/completions/{0}", "zsh/vendor-completions/_{0}",
    "fish/vendor_completions.d/{0}.fish"}


def shared(checkout: pathlib.Path) -> dict[str, pathlib.Path]:
    return {str(path.relative_to(checkout / SHARED)): path
            for path in (checkout / SHARED).rglob("*") if not path.is_dir()}


def uninstall(checkout: pathlib.Path) -> str:
    return subprocess.run([checkout / "install.sh", "--uninstall", "--destdir", checkout / "root"], check=True,
                          capture_output=True, text=True).stdout


ACTION = "polkit-1/actions/org.pam-pattern.enroll.policy"


def test_services(checkout):
    """Both are put in place once; what the administrator has made of them stays, and uninstalling takes them out."""
    folder = checkout / "root/etc/pam.d"
    for name in ("patternctl", "patternctl-strong"):
        install(checkout)
        assert (folder / name).read_bytes() == (checkout / "etc/pam.d" / name).read_bytes()
        (folder / name).write_text("# mine\n")
        install(checkout)
        assert (folder / name).read_text() == "# mine\n"
        (folder / name).unlink()
    install(checkout)
    assert uninstall(checkout).startswith("pam_pattern is uninstalled.\n")
    assert not list(folder.iterdir())
    assert uninstall(checkout) == "pam_pattern was not installed: there was nothing to remove.\n"


def test_manuals_and_completions(checkout):
    """They and polkit's action are where man, the shells and polkit look, and only for what is there; uninstalling
    takes them out, with the folders that came with them."""
    install(checkout)
    programs = [path.name for path in (checkout / "root/usr/bin").iterdir()]
    expected = {document.format(name) for name in programs for document in DOCUMENTS}
    expected |= {"man/man5/pattern.conf.5", "man/man8/pam_pattern.8", "man/man8/pattern-chkpwd.8",
                 "pam-configs/pattern", "pam-configs/pattern-strong", ACTION}
    assert shared(checkout).keys() == expected | TRANSLATIONS
    for name in expected:
        path = shared(checkout)[name]
        kind = {"man": "man", "pam-configs": "dist/pam-configs", "polkit-1": "etc/polkit-1/actions"}.get(
            name.split("/")[0], f"completions/{name.split('-')[0].split('/')[0]}")
        assert path.read_bytes() == (checkout / kind / path.name).read_bytes()
        assert path.stat().st_mode & 0o7777 == 0o644
    subprocess.run([checkout / "install.sh", "--uninstall", "--destdir", checkout / "root"], check=True)
    assert not list((checkout / SHARED).rglob("*"))


def test_translations(checkout):
    """They are where libc looks; without msgfmt one line says that there are none, and none from before is left."""
    install(checkout)
    for name in TRANSLATIONS:
        path = shared(checkout)[name]
        assert path.read_bytes()[:4] == b"\xde\x12\x04\x95" and path.stat().st_mode & 0o7777 == 0o644
    msgfmt = pathlib.Path(shutil.which("msgfmt"))
    aside = msgfmt.with_suffix(".aside")
    msgfmt.rename(aside)
    try:
        done = install(checkout)
    finally:
        aside.rename(msgfmt)
    assert done.stderr == "Translations are left out: msgfmt is missing (gettext). All speak English.\n"
    assert not TRANSLATIONS & shared(checkout).keys()


# Overlays of their own, so that the product is still there for other tests.
UNINSTALL = """
mount -t tmpfs tmpfs "$1"
for folder in etc usr var; do
    mkdir -p "$1/upper/$folder" "$1/work/$folder"
    mount -t overlay -o "lowerdir=/$folder,upperdir=$1/upper/$folder,workdir=$1/work/$folder" overlay "/$folder"
done
Scripts/uninstall.sh "$2" '' purge >&2
find /etc /usr /var/lib -name '*pattern*'
echo
ls -d /usr/share/man/man1 /usr/share/zsh/vendor-completions /usr/share/fish/vendor_completions.d
"""


def test_uninstalling_a_system(folder):
    """Nothing of the product is left, and what packages have brought, empty folders too, stays."""
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-euc", UNINSTALL, "sh", folder, world.security_folder()], cwd=world.CHECKOUT,
        capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    left, kept = done.stdout.split("\n\n")
    ours = re.compile(r"/(pam_pattern|_?pattern(ctl|-pad|-askpass|-chkpwd)|pattern\.conf)[^/]*$")
    assert not [path for path in left.splitlines() if ours.search(path)]
    assert len(kept.splitlines()) == 3
    assert world.CHECKER.exists(), "only in there"


def test_steps_are_those_of_the_readme():
    """Whatever the README has one type or write for sudo, install.sh says when it is done, in the same order."""
    readme = (world.CHECKOUT / "README.md").read_text()
    section = readme[readme.index("## Use it for sudo"):readme.index("## As Debian packages")]
    steps = re.findall(r"^ {7}(\S.*)$|`((?:sudo|cp|mv) [^`]+)`", section, re.M)
    script = (world.CHECKOUT / "install.sh").read_text()
    said = script[script.index("next_steps() {"):]
    place = 0
    for step in (block or quoted for block, quoted in steps):
        if step.startswith("sudo -i"):
            continue
        assert step in said[place:], step
        place = said.index(step, place)
    assert len(steps) >= 9 and "741683" in said and "press Enter alone" in " ".join(said.split())
