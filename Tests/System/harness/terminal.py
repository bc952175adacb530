"""Programs on a terminal of their own, through pexpect."""

import contextlib
import termios
from collections.abc import Iterator

import pexpect

_SECONDS_BEFORE_A_PROGRAM_COUNTS_AS_HUNG = 30


class Terminal:
    """A program on a pseudo-terminal, and what it showed there."""

    def __init__(self, process: pexpect.spawn):
        self.process = process

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
    process = pexpect.spawn(
        command[0], list(command[1:]), encoding="utf-8", codec_errors="replace",
        timeout=_SECONDS_BEFORE_A_PROGRAM_COUNTS_AS_HUNG, dimensions=(24, 200),
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "TERM": "xterm", "LC_ALL": "C.UTF-8",
             **environment})
    process.delaybeforesend = None
    try:
        yield Terminal(process)
    finally:
        process.close(force=True)
