"""The application native/caller.c, as a user, and checkers that are not the checker."""

import dataclasses
import pathlib
import re
import subprocess
import sys

from harness import checker, native, world

_SECONDS_BEFORE_IT_COUNTS_AS_HUNG = 60


@dataclasses.dataclass(frozen=True)
class Call:
    """One pam_authenticate."""

    code: int
    prompts: int
    milliseconds: int


@dataclasses.dataclass(frozen=True)
class Result:
    """All that the application said."""

    calls: list[Call]
    left_behind: dict[str, str]

    @property
    def codes(self) -> list[int]:
        return [call.code for call in self.calls]

    @property
    def prompts(self) -> list[int]:
        return [call.prompts for call in self.calls]


# What a module must leave behind: nothing.
CLEAN = {"signals": "same", "descriptors": "0", "children": "none"}


def call(confdir: pathlib.Path, service: str, *steps: str, uid: int = world.ALICE.uid, user: str = "alice",
         children: str = "plain", before: tuple[str, ...] = (), after: tuple[str, ...] = (),
         **circumstances) -> Result:
    """Runs the steps as this uid. `before` goes in front of the change to it, `after` behind."""
    identity = ("setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups", "--") if uid else ()
    done = subprocess.run(
        [*before, *identity, *after, native.program("caller"), children, confdir, service, user,
         *steps],
        capture_output=True, text=True, timeout=_SECONDS_BEFORE_IT_COUNTS_AS_HUNG, **circumstances)
    assert (done.returncode, done.stderr) == (0, "")
    calls = [Call(*map(int, match)) for match in re.findall(
        r"^code (\d+) prompts (\d+) milliseconds (\d+)$", done.stdout, re.MULTILINE)]
    rest = dict(line.split(" ", 1) for line in done.stdout.splitlines() if not line.startswith("code "))
    return Result(calls, rest)


def instead(path: pathlib.Path, options: str = "") -> tuple[str, ...]:
    """The words that run a command with another file in the checker's place, for it alone."""
    remount = f" && mount -o remount,bind,{options} {checker.PATH}" if options else ""
    return ("unshare", "--mount", "sh", "-c",
            f'mount --bind "$0" {checker.PATH}{remount} && exec "$@"', str(path))


def stand_in(folder: pathlib.Path, name: str, body: str) -> pathlib.Path:
    """A program for the checker's place: Python, with `frame` read and `os` at hand."""
    path = folder / name
    path.write_text(
        f"#!{sys.executable} -IS\nimport os, signal, sys, time\n"
        "def say(data):\n    os.write(1, data)\n"
        f"frame = os.read(0, 4096) if {'frame' in body} else b''\n{body}\n")
    path.chmod(0o755)
    return path
