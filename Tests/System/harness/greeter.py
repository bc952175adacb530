"""The greeter of native/greeter.c, which is a display manager's worker."""

import contextlib
import select
import subprocess
from collections.abc import Iterator

from harness import native

_SECONDS_BEFORE_IT_COUNTS_AS_HUNG = 30


class Greeter:
    """What a person sees on the login screen, and does there."""

    def __init__(self, process: subprocess.Popen):
        self.process = process

    def begin(self, service: str, user: str = ""):
        """Starts a conversation."""
        self._say(f"begin {service} {user}")

    def sees(self, line: str):
        """The next line is this one. The worker writes one and waits, so that it comes as a whole."""
        readable, _, _ = select.select([self.process.stdout], [], [], _SECONDS_BEFORE_IT_COUNTS_AS_HUNG)
        assert readable, f"no {line!r}"
        read = self.process.stdout.readline().decode()
        assert read == line + "\n", read

    def answers(self, line: str, text: str = ""):
        """Sees a line, and answers it."""
        self.sees(line)
        self._say(f"answer {text}")

    def cancels(self, line: str):
        """Sees a line, and turns away."""
        self.sees(line)
        self._say("cancel")

    def ends(self, code: int):
        """The conversation is over, with this code."""
        self.sees(f"result {code}")

    def killed(self):
        """The worker is ended, wherever it is, as a display manager ends one that is not needed any more."""
        self.process.kill()
        self.process.wait()

    def _say(self, line: str):
        self.process.stdin.write(line.encode() + b"\n")


@contextlib.contextmanager
def started() -> Iterator[Greeter]:
    """A worker; it ends with the test."""
    with subprocess.Popen([native.program("greeter")], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          bufsize=0) as process:
        try:
            yield Greeter(process)
        finally:
            process.kill()
