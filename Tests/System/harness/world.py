"""The place that namespace.sh makes: its folders, accounts and installed files."""

import dataclasses
import functools
import grp
import os
import pathlib
import subprocess

TESTS = pathlib.Path(__file__).resolve().parent.parent
CHECKOUT = TESTS.parent.parent
SAMPLES = CHECKOUT / "pam.d-sample"
MODULE = "pam_pattern.so"
GROUP = "_pam_pattern"
STORE = pathlib.Path("/var/lib/pam_pattern")
SETTINGS = pathlib.Path("/etc/security/pattern.conf")
CHECKER = pathlib.Path("/usr/libexec/pam_pattern/pattern-chkpwd")
PROGRAMS = pathlib.Path("/usr/bin")
SERVICES = pathlib.Path("/etc/pam.d")


def folder() -> pathlib.Path:
    """The namespace's own folder. Without it the tests would change the real system: refused."""
    return pathlib.Path(os.environ["PATTERN_TEST_WORLD"])


@functools.cache
def security_folder() -> pathlib.Path:
    """Where PAM looks for modules: there, and nowhere else, pam_unix.so is."""
    names = subprocess.run(
        ["find", "/usr/lib", "/usr/lib64", "-name", "pam_unix.so", "-path", "*/security/*"],
        capture_output=True, text=True).stdout.split()
    return pathlib.Path(names[0]).parent


def group() -> int:
    """The id of the store's group."""
    return grp.getgrnam(GROUP).gr_gid


@dataclasses.dataclass(frozen=True)
class Account:
    """A test account, as in the file `users`."""

    name: str
    uid: int
    password: str

    def command(self, *words: str) -> list[str]:
        """The command line that runs a command as this account."""
        return ["setpriv", f"--reuid={self.uid}", f"--regid={self.uid}", "--clear-groups",
                "--reset-env", "--", *words]


def _accounts() -> dict[str, Account]:
    lines = (TESTS / "users").read_text().splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {name: Account(name, int(uid), password) for name, uid, password, _ in rows}


ACCOUNTS = _accounts()
ALICE, BOB, CAROL, LENA = (ACCOUNTS[name] for name in ("alice", "bob", "carol", "lena"))
