"""The Debian packages: built from what was built last, put in and taken out by the real dpkg."""

import functools
import os
import pathlib
import subprocess
import tempfile

from harness import world

NAME = "libpam-pattern"
PROFILES = ("pattern", "pattern-strong")
COMMON_AUTH = pathlib.Path("/etc/pam.d/common-auth")
_QUIET = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8", "HOME": "/root",
          "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
_PRODUCTS = {
    "pam_pattern.so": "embedded/release/libpam_pattern.so", "pattern-chkpwd": "embedded/release/pattern-chkpwd",
    "pattern-pad": "embedded/release/pattern-pad", "patternctl": "programs/release/patternctl",
    "pattern-askpass": "programs/release/pattern-askpass",
}


def run(*words: str | os.PathLike, **options) -> subprocess.CompletedProcess:
    """Runs a command as root, asking nothing."""
    return subprocess.run(words, capture_output=True, text=True, env=_QUIET, stdin=subprocess.DEVNULL,
                          timeout=300, **options)


def done(*words: str | os.PathLike, **options) -> str:
    """Runs a command that must succeed; its output."""
    result = run(*words, **options)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@functools.cache
def stage() -> pathlib.Path:
    """What was built last, as Scripts/build.sh leaves it."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="stage-"))
    for name, built in _PRODUCTS.items():
        path = world.CHECKOUT / ".build" / built
        if path.exists():
            done("strip", "-o", folder / name, path)
    return folder


@functools.cache
def _built(version: str, profiles: str) -> list[pathlib.Path]:
    folder = tempfile.mkdtemp(prefix="debs-")
    lines = done("env", f"DEB_BUILD_PROFILES={profiles}", world.CHECKOUT / "Scripts/build-deb.sh",
                 "--stage", stage(), "--version", version, folder)
    return [pathlib.Path(line) for line in lines.splitlines()]


def built() -> list[pathlib.Path]:
    """All packages."""
    return _built("0.1.0", "")


def library(version: str = "0.1.0") -> pathlib.Path:
    """The package of the module; of a later version, that alone is built."""
    packages = built() if version == "0.1.0" else _built(version, "pkg.pam-pattern.noaskpass")
    [path] = [path for path in packages if path.name.startswith(f"{NAME}_")]
    return path


def install(version: str = "0.1.0") -> str:
    return done("dpkg", "--install", library(version))


def remove():
    done("dpkg", "--remove", NAME)


def purge():
    done("dpkg", "--purge", NAME)


def enable():
    done("pam-auth-update", "--enable", "pattern")


def take_out_the_product():
    """What product.sh has put into the namespace: the packages bring their own."""
    done(world.CHECKOUT / "Scripts/uninstall.sh", world.security_folder(), "", "purge", cwd=world.CHECKOUT)
    # man-db would index all manuals of the system after each step of dpkg's.
    pathlib.Path("/var/lib/man-db/auto-update").unlink(missing_ok=True)
    run("groupdel", world.GROUP)


def put_in_the_product():
    done(world.TESTS / "product.sh")
