"""Runs tests until the first one fails."""

import os
import pathlib
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence

CAGE = pathlib.Path(__file__).resolve().parent / "cage.sh"


def first_failure(command: Sequence[str | os.PathLike], folder: pathlib.Path, seconds: int,
                  failure: Callable[[str], str | None], passed: Callable[[str], bool]) -> str | None:
    """What a run of tests says that failed first; None where its last line says that nothing did.

    `failure` takes a line and tells the test that fails in it. The run ends there, and so do all processes of its
    namespace with the one that made that. `seconds` is many times what it takes on an idle machine; a mutant may make
    it last for ever."""
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    # No profile is wanted of a mutant, and no backtrace of its crash, which takes minutes.
    environment = os.environ | {"LLVM_PROFILE_FILE": "/dev/null", "SWIFT_BACKTRACE": "enable=no"}
    process = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        start_new_session=True, text=True, errors="replace", env=environment)

    def read():
        for line in process.stdout:
            lines.put(line.strip())
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    deadline = time.monotonic() + seconds
    last = ""
    try:
        while (line := lines.get(timeout=max(0.0, deadline - time.monotonic()))) is not None:
            if found := failure(line):
                return found
            last = line or last
        if process.wait(timeout=60) == 0 and passed(last):
            return None
        return f"an end with {process.returncode} after {last[-120:]!r}"
    except (queue.Empty, subprocess.TimeoutExpired):
        return "a test that never ends"
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
