"""pattern-chkpwd, asked by hand: frames in, answers out, without a line of the product's own code."""

import contextlib
import dataclasses
import os
import pathlib
import select
import struct
import subprocess
import time
from collections.abc import Iterator

from harness import world

PATH = world.CHECKER
# The longest request: the header and every node of the largest grid, 6x6:1-2-...-36.
MOST = 14 + 102

READY, RIGHT, WRONG, LOCKED, NOT_ENROLLED, STRONG_DUE, UNUSABLE, NO_RIGHTS, REFUSED = range(1, 10)

_ANSWER = struct.Struct("<8sBQB")
_SECONDS_BEFORE_IT_COUNTS_AS_HUNG = 20


@dataclasses.dataclass(frozen=True)
class Answer:
    """What the checker said."""

    code: int
    number: int = 0
    text: str = ""

    @classmethod
    def parsed(cls, frame: bytes) -> "Answer | None":
        """Reads exactly one frame; None for no byte at all."""
        if not frame:
            return None
        magic, code, number, length = _ANSWER.unpack(frame[:_ANSWER.size])
        text = frame[_ANSWER.size:]
        assert magic == b"PAMPAT-1" and len(text) == length <= 200, frame
        return cls(code, number, text.decode())

    @property
    def frame(self) -> bytes:
        """As it goes through the pipe."""
        text = self.text.encode()
        return _ANSWER.pack(b"PAMPAT-1", self.code, self.number, len(text)) + text


NOT_KNOWN = Answer(REFUSED, 0, "no request that it knows")
NOT_YOURS = Answer(REFUSED, 0, "a user may ask for their own pattern alone")
NO_ACCOUNT = Answer(REFUSED, 0, "no such account")


def ask(uid: int = world.ALICE.uid) -> bytes:
    """The request whether an account may try."""
    return b"pampat-1a" + struct.pack("<IB", uid, 0)


def attempt(text: str | bytes, uid: int = world.ALICE.uid) -> bytes:
    """The request to try a canonical text."""
    text = text.encode() if isinstance(text, str) else text
    return b"pampat-1t" + struct.pack("<IB", uid, len(text)) + text


def identity(uid: int = world.ALICE.uid) -> dict:
    """What makes subprocess run something as this uid."""
    return {"user": uid, "group": uid, "extra_groups": []} if uid else {}


def run(frame: bytes, uid: int = world.ALICE.uid, *, path: pathlib.Path = PATH,
        before: tuple[str, ...] = (), arguments: tuple[str, ...] = (),
        **circumstances) -> subprocess.CompletedProcess:
    """Runs it on one frame as this uid. It says nothing on standard error, whatever comes."""
    circumstances = {"env": {}, "cwd": "/", **identity(uid), **circumstances}
    done = subprocess.run(
        [*before, path, *arguments], input=frame, capture_output=True,
        timeout=_SECONDS_BEFORE_IT_COUNTS_AS_HUNG, **circumstances)
    assert done.stderr == b""
    return done


def answer(frame: bytes, uid: int = world.ALICE.uid, **circumstances) -> Answer | None:
    """What it says on one frame."""
    return Answer.parsed(run(frame, uid, **circumstances).stdout)


@contextlib.contextmanager
def started(frame: bytes, uid: int = world.ALICE.uid, *, path: pathlib.Path = PATH,
            **circumstances) -> Iterator[subprocess.Popen]:
    """Starts it, gives it a frame and leaves its standard input open; ends it with the test."""
    circumstances = {"env": {}, "cwd": "/", "stdin": subprocess.PIPE, "stdout": subprocess.PIPE,
                     "stderr": subprocess.DEVNULL, **identity(uid), **circumstances}
    process = subprocess.Popen([path], **circumstances)
    try:
        if process.stdin:
            process.stdin.write(frame)
            process.stdin.flush()
        yield process
    finally:
        process.kill()
        process.communicate()


def said(process: subprocess.Popen) -> bytes:
    """What a started checker writes, while its standard input stays open."""
    readable, _, _ = select.select([process.stdout], [], [], _SECONDS_BEFORE_IT_COUNTS_AS_HUNG)
    assert readable, "it says nothing"
    return process.stdout.read()


# System calls by number, as in /proc/PID/syscall (x86-64, then those of every newer architecture).
READ, WRITE = ((0, 1) if os.uname().machine == "x86_64" else (63, 64))


def wait_until(condition, what: str):
    """Polls until something is so; a test that waits for ever fails."""
    deadline = time.monotonic() + _SECONDS_BEFORE_IT_COUNTS_AS_HUNG
    while not condition():
        assert time.monotonic() < deadline, f"it never was so: {what}"
        time.sleep(0.002)


def wait_in(process: subprocess.Popen, call: int, descriptor: int):
    """Waits until a process is blocked in a system call on a descriptor."""
    expected = f"{call} {descriptor:#x} "

    def is_there() -> bool:
        assert process.poll() is None, "it has ended"
        return pathlib.Path(f"/proc/{process.pid}/syscall").read_text().startswith(expected)

    wait_until(is_there, f"blocked in {expected}")
