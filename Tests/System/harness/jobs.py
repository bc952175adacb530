"""cron and atd, which run jobs that nobody waits for, and ask nobody."""

import contextlib
import os
import pathlib
import signal
import subprocess
import time
from collections.abc import Iterator

from harness.world import Account

_CRONTABS = pathlib.Path("/var/spool/cron/crontabs")
_SECONDS = 20


def wait(holds, what: str):
    """Polls until something is so."""
    end = time.monotonic() + _SECONDS
    while not holds():
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.01)


@contextlib.contextmanager
def _daemon(*command: str) -> Iterator[None]:
    """A daemon in a session of its own; it ends with all that it has started."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextlib.contextmanager
def by_cron(account: Account, command: str) -> Iterator[None]:
    """Has cron run a command, as it does after a start of the system, and goes on running."""
    path = _CRONTABS / account.name
    path.write_text(f"@reboot {command}\n")
    os.chown(path, account.uid, -1)
    path.chmod(0o600)
    # cron leaves this to know that the system has been up for a while.
    pathlib.Path("/run/crond.reboot").unlink(missing_ok=True)
    try:
        with _daemon("/usr/sbin/cron", "-f"):
            yield
    finally:
        path.unlink()


@contextlib.contextmanager
def by_at(account: Account, command: str) -> Iterator[None]:
    """Has at run it now, while atd runs."""
    with _daemon("/usr/sbin/atd", "-f"):
        wait(pathlib.Path("/run/atd.pid").exists, "atd")
        subprocess.run(account.command("at", "-M", "now"), input=f"{command}\n", capture_output=True, text=True,
                       check=True)
        yield
