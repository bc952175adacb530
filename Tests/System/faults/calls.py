"""System calls as strace(1) shows them, and what each may fail with."""

import dataclasses
import functools
import os
import pathlib
import re

KILL = "KILL"

_CALL = re.compile(r"(\w+)\((.*)")
# What the program writes that reports an attempt (native/attempt.c) is not the module's.
_REPORT = re.compile(r"write\(1\d\d, ")
# Addresses, processes and numbers that are others each time, for a table that can be compared.
_VOLATILE = [(re.compile(r"0x[0-9a-f]{5,}"), "0x..."), (re.compile(r"\b\d{4,}\b(?=[,)\]>])"), "N"),
             (re.compile(r"<\d+>"), "<N>"), (re.compile(r"\s+"), " ")]
_WIDTH = 72
# Where a page lists the errors of several operations and libc, rightly, ends the process on one that the
# operation can't have.
_OF_OPERATION = {"FUTEX_WAKE": ("EFAULT", "EINVAL")}
# What can't be said of a file or a folder that is there, and is believed; of a removed folder libc takes it
# for the end, as POSIX has it.
_GONE = re.compile(r'getdents64\(|unlinkat\(|newfstatat\(\d+, ""')


@functools.cache
def errors() -> dict[str, tuple[str, ...]]:
    """What the manual pages list, by call."""
    rows = [line.split("\t") for line in
            (pathlib.Path(__file__).parent / "errors.tsv").read_text().splitlines()
            if not line.startswith("#")]
    return {call: tuple(names.split()) if names != "-" else () for call, _, names in rows}


@dataclasses.dataclass(frozen=True)
class Call:
    """One call of a run: the so-manieth of its name in its process, and how it was called."""

    name: str
    number: int
    words: str

    @property
    def shown(self) -> str:
        """As the table has it."""
        text = self.words
        for pattern, instead in _VOLATILE:
            text = pattern.sub(instead, text)
        return text if len(text) <= _WIDTH else text[:_WIDTH - 3] + "..."


@dataclasses.dataclass(frozen=True)
class Cell:
    """A call that fails with an error, or at which the process is killed."""

    call: Call
    fault: str

    @property
    def inject(self) -> str:
        """The option of strace."""
        if self.fault == KILL:
            what = "signal=KILL"
        elif self.call.name == "brk":
            # The call itself returns no error but the end of the heap; 0 has glibc take it for ENOMEM.
            what = "retval=0"
        else:
            what = f"error={self.fault}"
        return f"--inject={self.call.name}:{what}:when={self.call.number}"

    def __str__(self) -> str:
        return f"{self.call.name}#{self.call.number} {self.call.shown}: {self.fault}"


def cells_of(call: Call) -> list[Cell]:
    """All that can go wrong at a call. To ask for the heap's end can't fail."""
    names = () if call.words.startswith("brk(NULL)") else errors()[call.name]
    for operation, possible in _OF_OPERATION.items():
        if operation in call.words:
            names = tuple(name for name in names if name in possible)
    if _GONE.match(call.words):
        names = tuple(name for name in names if name != "ENOENT")
    return [Cell(call, fault) for fault in (KILL, *names)]


def calls(trace: str, begin: str, end: str | None = None) -> list[Call]:
    """The calls from the line on that holds `begin` up to the one that holds `end`; a mark itself, which
    is a call of access(2), is none of them."""
    numbers: dict[str, int] = {}
    found: list[Call] = []
    is_inside = False
    for line in trace.splitlines():
        match = _CALL.match(line)
        if not match:
            continue
        name = match[1]
        numbers[name] = numbers.get(name, 0) + 1
        if not is_inside and begin in line:
            is_inside = True
        elif end and end in line:
            return found
        if is_inside and not _REPORT.match(line) and not (name == "access" and begin in line):
            found.append(Call(name, numbers[name], line))
    assert is_inside, f"no {begin} in the trace"
    return found


def was_injected(trace: pathlib.Path, cell: Cell) -> bool:
    """Whether it came to the fault that was meant."""
    try:
        text = trace.read_text()
    except FileNotFoundError:
        return False
    return "+++ killed by SIGKILL +++" in text if cell.fault == KILL else "(INJECTED)" in text


def strace(trace: pathlib.Path, *options: str) -> list[str]:
    """The start of a command line."""
    return ["strace", "-o", os.fspath(trace), *options]
