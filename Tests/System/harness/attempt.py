"""Attempts by the program native/attempt.c: as root in its own process, or as a user by the checker."""

import contextlib
import dataclasses
import os
import pathlib
import subprocess
import sys
from collections.abc import Iterator, Sequence

from harness import native, pam, world
from harness.checker import identity
from harness.services import Services

# How an attempt reaches the store, by the uid that it runs as.
IN_PROCESS, CHECKER = 0, world.ALICE.uid
WAYS = {"in process": IN_PROCESS, "by the checker": CHECKER}

# The longest that an attempt may wait for the lock, and what starting and hashing may take besides on
# a busy machine.
PATIENCE, SLACK = 3, 4
_SECONDS_BEFORE_IT_COUNTS_AS_HUNG = 60


@dataclasses.dataclass(frozen=True)
class Report:
    """What an attempt said before it ended."""

    lines: tuple[tuple[str, str], ...]

    @classmethod
    def parsed(cls, output: bytes) -> "Report":
        rows = (line.partition(" ") for line in output.decode().splitlines())
        return cls(tuple((name, value) for name, _, value in rows))

    def values(self, name: str) -> list[str]:
        """All that was said under a name."""
        return [value for key, value in self.lines if key == name]

    @property
    def codes(self) -> list[int]:
        return [int(value) for value in self.values("code")]

    @property
    def code(self) -> int | None:
        """The code of the one round; None where it did not come to that."""
        codes = self.codes
        return codes[0] if codes else None


class Attempts:
    """Makes attempts on the store at its compiled-in path, which the checker uses too."""

    def __init__(self, services: Services, *arguments: str):
        self._folder = services.folder
        self._service = services.probing(*arguments)

    def command(self, *replies: str, options: Sequence[str] = ()) -> list[str]:
        """The command line."""
        return [os.fspath(native.program("attempt")), os.fspath(self._folder), self._service, "alice",
                *options, "--", *replies]

    def run(self, *replies: str, uid: int = IN_PROCESS, options: Sequence[str] = (),
            before: Sequence[str] = ()) -> Report:
        """Makes one, or one after the other."""
        done = subprocess.run(
            [*before, *self.command(*replies, options=options)], capture_output=True, cwd="/",
            stdin=subprocess.DEVNULL, timeout=_SECONDS_BEFORE_IT_COUNTS_AS_HUNG, **identity(uid))
        assert (done.returncode, done.stderr) == (0, b""), done
        return Report.parsed(done.stdout)

    @contextlib.contextmanager
    def asked(self, reply: str, uid: int = IN_PROCESS, options: Sequence[str] = ()) -> Iterator["Asked"]:
        """Makes one that waits, once it was asked, until it may answer."""
        attempt = Asked(self.command, reply, uid, options)
        try:
            yield attempt
        finally:
            attempt.end()

    def at_once(self, attempts: Sequence[tuple[str, int]], options: Sequence[str] = ()) -> list[Report]:
        """Makes many, reply and uid each, that answer in the same moment, when all have been asked."""
        gate, opener = os.pipe()
        started = [Asked(self.command, reply, uid, options, gate) for reply, uid in attempts]
        os.close(gate)
        try:
            for attempt in started:
                attempt.wait_until_asked()
            os.close(opener)
            return [attempt.report() for attempt in started]
        finally:
            for attempt in started:
                attempt.end()


class Asked:
    """An attempt that has been started and tells when it was asked."""

    def __init__(self, command, reply: str, uid: int, options: Sequence[str], gate: int | None = None):
        self._asked, ready = os.pipe()
        go, self._opener = os.pipe() if gate is None else (gate, None)
        self.process = subprocess.Popen(
            command(reply, options=[f"ready={ready}", f"go={go}", *options]), pass_fds=(ready, go),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd="/",
            **identity(uid))
        os.close(ready)
        if gate is None:
            os.close(go)

    def wait_until_asked(self) -> bool:
        """False where it ended without having been asked."""
        return os.read(self._asked, 1) != b""

    def answer(self):
        """Lets it answer."""
        if self._opener is not None:
            os.close(self._opener)
            self._opener = None

    def report(self) -> Report:
        """Waits for its end."""
        self.answer()
        output, errors = self.process.communicate(timeout=_SECONDS_BEFORE_IT_COUNTS_AS_HUNG)
        assert errors == b"", errors
        return Report.parsed(output)

    def checker(self) -> int | None:
        """The process of the checker, while there is one."""
        pid = self.process.pid
        try:
            children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        except (FileNotFoundError, ProcessLookupError):
            return None
        return int(children[0]) if children else None

    def end(self):
        """Kills it, where it is still there."""
        self.answer()
        self.process.kill()
        self.process.communicate()
        os.close(self._asked)


class Hashes:
    """Counts the hashes that attempts in process begin, for the option `map`."""

    def __init__(self, folder: pathlib.Path):
        self._path = folder / "hashes"
        self._path.write_bytes(bytes(8))

    @property
    def option(self) -> str:
        return f"map={self._path}"

    @property
    def begun(self) -> int:
        return int.from_bytes(self._path.read_bytes(), sys.byteorder)


def counts_of(codes: Sequence[int | None]) -> tuple[int, int, int]:
    """How many were right, were wrong, and were not looked at for a lock; there is nothing else."""
    numbers = tuple(codes.count(code) for code in (pam.SUCCESS, pam.AUTH_ERR, pam.MAXTRIES))
    assert sum(numbers) == len(codes), codes
    return numbers
