"""Programs on a terminal of their own, through pexpect."""

import contextlib
import io
import os
import pathlib
import termios
import time
from collections.abc import Iterator

import pexpect

from harness import checker

_SECONDS_BEFORE_A_PROGRAM_COUNTS_AS_HUNG = 30

# Waiting for a key, by number as in /proc/PID/syscall: read, poll, select, pselect6, ppoll (x86-64, then those of
# every newer architecture).
_WAITING = ("0", "7", "23", "270", "271") if os.uname().machine == "x86_64" else ("63", "72", "73")


class _Spawn(pexpect.spawn):
    """util-linux's login hangs its terminal up and opens it anew: the end is that of the program alone."""

    def read_nonblocking(self, size=1, timeout=-1):
        end = time.monotonic() + _SECONDS_BEFORE_A_PROGRAM_COUNTS_AS_HUNG
        while True:
            try:
                return super().read_nonblocking(size, timeout)
            except pexpect.EOF:
                self.flag_eof = False  # or the next line would wait for its end
                if not self.isalive() or time.monotonic() > end:
                    self.flag_eof = True
                    raise
                time.sleep(0.01)


class Terminal:
    """A program on a pseudo-terminal, and what it showed there."""

    def __init__(self, process: pexpect.spawn):
        self.process = process
        process.logfile_read = io.StringIO()

    @property
    def shown(self) -> str:
        """All that has been read from it so far."""
        return self.process.logfile_read.getvalue()

    @property
    def echoes(self) -> bool:
        """Whether the terminal shows what is typed."""
        return bool(termios.tcgetattr(self.process.child_fd)[3] & termios.ECHO)

    @property
    def modes(self) -> list:
        """All of the terminal's settings."""
        return termios.tcgetattr(self.process.child_fd)

    def prompted(self, prompt: str) -> str:
        """Waits for a prompt, which must be hidden; what was shown before it.

        Programs show the prompt and turn the echo off in either order, so the echo is waited for."""
        self.process.expect_exact(prompt)
        before = self.process.before
        assert self.process.waitnoecho(timeout=10), f"the echo is on behind {prompt!r}"
        return before

    def answer(self, prompt: str, text: str) -> str:
        """Waits for a hidden prompt and types a line; what was shown before the prompt."""
        before = self.prompted(prompt)
        self.process.sendline(text)
        return before

    def wait_for_key(self):
        """Waits until the program waits for a key: some lose one that comes before, though they have asked."""
        call = pathlib.Path(f"/proc/{self.process.pid}/syscall")
        checker.wait_until(lambda: call.read_text().split()[0] in _WAITING, "waits for a key")

    def interrupt(self):
        """Presses Ctrl-C."""
        self.wait_for_key()
        self.process.sendintr()

    def finish(self) -> tuple[int, str]:
        """Waits for the end: exit status (or -signal), and what was shown since the last prompt."""
        self.process.expect_exact(pexpect.EOF)
        rest = self.process.before
        self.process.close()
        status = self.process.exitstatus
        return (status if status is not None else -self.process.signalstatus), rest


@contextlib.contextmanager
def run(*command: str, **environment: str) -> Iterator[Terminal]:
    """Starts a command on a terminal; ends it where the test does not wait for its end."""
    process = _Spawn(
        command[0], list(command[1:]), encoding="utf-8", codec_errors="replace",
        timeout=_SECONDS_BEFORE_A_PROGRAM_COUNTS_AS_HUNG, dimensions=(24, 200),
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "TERM": "xterm", "LC_ALL": "C.UTF-8",
             **environment})
    process.delaybeforesend = None
    try:
        yield Terminal(process)
    finally:
        process.close(force=True)
