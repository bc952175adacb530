"""Moments that tests need without waiting for them: later, earlier, after the next start."""

import contextlib
import ctypes
import os
import pathlib
import subprocess
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator

from harness import pam

BOOT_ID = pathlib.Path("/proc/sys/kernel/random/boot_id")

_NEW_TIME_NAMESPACE = 0x80
_libc = ctypes.CDLL(None, use_errno=True)


def seconds_since_boot() -> int:
    """By the clock that locks are timed by."""
    return int(time.clock_gettime(time.CLOCK_BOOTTIME))


def command(seconds: int) -> list[str]:
    """What goes in front of a command that is to run so much later."""
    return ["unshare", "-T", f"--boottime={seconds}", "--"]


def shifted(seconds: int, call: Callable[[], pam.Outcome]) -> pam.Outcome:
    """Uses PAM so many seconds later; earlier, where they are less than 0 and the boot is older."""

    def body() -> pam.Outcome:
        if _libc.unshare(_NEW_TIME_NAMESPACE) != 0:
            raise OSError(ctypes.get_errno(), "unshare")
        pathlib.Path("/proc/self/timens_offsets").write_text(f"boottime {seconds} 0\n")
        # The new namespace is that of the children to come, as the one that uses PAM.
        return call()

    return pam.in_child(body)


def at(moment: int, call: Callable[[], pam.Outcome]) -> pam.Outcome:
    """Uses PAM so many seconds after the boot."""
    return shifted(moment - seconds_since_boot(), call)


@contextlib.contextmanager
def rebooted(content: str | None = None) -> Iterator[None]:
    """Under another boot id, or where the kernel's file says something else."""
    with tempfile.NamedTemporaryFile("w", dir=os.environ["TMPDIR"]) as file:
        file.write(f"{uuid.uuid4()}\n" if content is None else content)
        file.flush()
        os.chmod(file.name, 0o444)
        subprocess.run(["mount", "--bind", file.name, BOOT_ID], check=True)
        try:
            yield
        finally:
            subprocess.run(["umount", BOOT_ID], check=True)
