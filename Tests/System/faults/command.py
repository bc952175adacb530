"""patternctl, in which one system call fails."""

import dataclasses
import os
import pathlib
import re
import subprocess
import time
from collections.abc import Callable, Sequence

from faults import calls as system
from faults.attempt import AttemptScenario
from faults.calls import Call, Cell, KILL
from faults.place import NEWER, Place, content, sound
from harness import native, pam, store as stores, world
from harness.attempt import PATIENCE, SLACK
from harness.control import DONE, NOT_ENROLLED, REFUSED, UNUSABLE
from harness.patterns import RIGHT, SECOND, WRONG
from harness.world import ALICE, BOB

NOT_PERMITTED = 5
_HUNG = 30
GONE = world.Account("gone", 51099, "")
_LINE = re.compile(rb"patternctl: [^\n]+\n")
# What only a mistake of the program's own brings about, of which some libraries end it.
_NEVER = ("EBADF", "EFAULT", "EINVAL")
_OF_SERVICES = re.compile(r'pam\.d|read\(\d+, "#%PAM')
_RECORD = re.compile(r'openat\(\d+, "\d+", O_RDONLY')
# Times of records that are new, and of now.
_TIME = re.compile(rb"\d{4}-\d\d-\d\d \d\d:\d\d")


@dataclasses.dataclass(frozen=True)
class State:
    """What is on the disk: alice's record and tries, what she can be opened with, all other files."""

    credential: bytes | None
    tries: bytes | None
    others: dict[str, bytes]
    # What the command was to write beside the store.
    written: bytes | None

    @property
    def counts(self) -> tuple[int, int, int] | None:
        attempts = sound(self.tries)
        return (attempts.last, attempts.cleared_to, attempts.total) if attempts else None

    @property
    def is_forgiven(self) -> bool:
        """Whether no wrong try stands against alice."""
        attempts = sound(self.tries)
        return attempts is not None and (attempts.failures, attempts.total) == (0, 0)

    @property
    def opens_with_right(self) -> bool:
        """Whether the record is a whole one, and of the pattern that was given."""
        match = re.fullmatch(
            rb"pam_pattern credential 1\nuid=51001\nname=alice\ngrid=3x3\nenrolled=\d+\nhash=(\S+)\n",
            self.credential or b"")
        return match is not None and stores.crypt.crypt(RIGHT.canonical, match[1].decode()) == match[1].decode()


@dataclasses.dataclass(frozen=True)
class Seen:
    """What a run of the command did, and what it left."""

    status: int
    stdout: bytes
    stderr: bytes
    seconds: float
    after: State


def _is_absence(cell: Cell | None) -> bool:
    """Whether a record is gone by then, and so is none."""
    return cell is not None and cell.fault == "ENOENT" and _RECORD.match(cell.call.words) is not None


def _nothing(_state: State) -> bool:
    return True


@dataclasses.dataclass(frozen=True)
class CommandScenario:
    """One command, on a store of alice's and bob's records."""

    name: str
    words: tuple[str, ...]
    # Whether all that was asked for is on the disk; `_nothing` where it changes nothing.
    is_done: Callable[[State], bool]
    typed: str = ""
    # Alice's record before, and its tries; None for none.
    drawing: object = RIGHT
    # Whether the record, and the tries, may be others afterwards.
    may_change: bool = False
    may_forgive: bool = False
    # Its exit where nothing fails; where it is run again after a failure, and what must be done by then.
    code: int = DONE
    again_codes: tuple[int, ...] = (DONE,)
    is_done_again: Callable[[State], bool] | None = None
    # Whether it counts a try, and whether that is right.
    counts_try: bool = False
    # What alice's right pattern then gives, by the module.
    opens: int = pam.SUCCESS
    # Whether there is a record beside them whose account is gone.
    has_orphan: bool = False

    def prepare(self, place: Place):
        """Makes what stays the same for all cells."""
        AttemptScenario("", pam.SUCCESS).prepare(place)
        self._records(place).write_text(
            f"pam_pattern credentials 1\nalice:3x3:1764486000:{stores.hashed(RIGHT.canonical)}\n"
            f"bob:3x3:1764486000:{stores.hashed(SECOND.canonical)}\n")
        self._records(place).chmod(0o600)

    @staticmethod
    def _records(place: Place) -> pathlib.Path:
        return place.folder / "records"

    @staticmethod
    def _output(place: Place) -> pathlib.Path:
        return place.folder / "exported"

    def _begin(self, place: Place):
        for path in (place.store.credentials, place.store.attempts):
            for file in path.iterdir():
                file.unlink()
        self._output(place).unlink(missing_ok=True)
        place.store.enroll(BOB, SECOND)
        if self.has_orphan:
            place.store.enroll(GONE, SECOND)
        if self.drawing:
            place.store.write(stores.record(ALICE, self.drawing))
            place.count()

    def state(self, place: Place) -> State:
        """What is on the disk now."""
        return State(content(place.store.file()), content(place.store.tries()), place.others(),
                     content(self._output(place)))

    def _command(self, place: Place, before: Sequence[str]) -> Seen:
        words = [word.format(records=self._records(place), output=self._output(place)) for word in self.words]
        start = time.monotonic()
        done = subprocess.run(
            [*before, "/usr/bin/patternctl", *words], input=self.typed.encode(), capture_output=True,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}, timeout=_HUNG)
        return Seen(done.returncode, _TIME.sub(b"TIME", done.stdout), done.stderr,
                    time.monotonic() - start, self.state(place))

    def run(self, place: Place, inject: Sequence[str]) -> Seen:
        """Runs it under strace, from the same beginnings each time."""
        self._begin(place)
        mark = os.fspath(native.library("begin"))
        return self._command(place, system.strace(place.trace, *inject, "-E", f"LD_PRELOAD={mark}"))

    def calls(self, place: Place) -> list[Call]:
        """The calls from main on."""
        return system.calls(place.trace.read_text(), 'access("main begin"')

    def again(self, place: Place, before: Seen) -> list[str]:
        """What is wrong when it is run again and nothing fails, and with an attempt after that."""
        # What is whole is never written over; what a kill left must not be in the way.
        if before.status >= 0 or before.after.written == EXPORTED:
            self._output(place).unlink(missing_ok=True)
        seen = self._command(place, ())
        problems = []
        if seen.status not in self.again_codes or not (self.is_done_again or self.is_done)(seen.after):
            problems.append(f"run again: {seen.status}, {seen.stderr.decode().strip()}")
        if _left_behind(seen.after):
            problems.append(f"run again, but left behind: {_left_behind(seen.after)}")
        if self._unusable(seen.after):
            problems.append("run again, but the record can't be used")
        status, report, _, _ = AttemptScenario("", pam.SUCCESS).attempt(place, RIGHT.typed)
        opened, overall = report.values("first"), report.values("code")
        if (status, opened, overall) != (0, [str(self.opens)], [str(pam.SUCCESS)]):
            problems.append(f"an attempt afterwards: status {status}, module {opened}, stack {overall}")
        return problems

    # --- judging

    def shown(self, cell: Cell | None, seen: Seen) -> str:
        """The table's cell: the exit, and what became of the record and its tries."""
        status = {-9: "killed", -6: "aborted by a library"}.get(seen.status, str(seen.status))
        if self.counts_try:
            return f"{status}, {self._counted(seen.after)}"
        if self.is_done is _nothing:
            return status
        return f"{status}, {'done' if self.is_done(seen.after) else 'not done'}"

    def _counted(self, state: State) -> str:
        last, cleared, total = NEWER.last, NEWER.cleared_to, NEWER.total
        return {(last, cleared, total): "not counted", (last + 1, cleared, total + 1): "counted",
                (last + 1, last + 1, total): "counted, cleared"}.get(state.counts, f"tries {state.counts}")

    @staticmethod
    def _unusable(state: State) -> bool:
        """A record without tries that can be used: the order of their making is wrong."""
        return (state.credential is not None and not sound(state.tries)
                or f"credentials/{GONE.uid}" in state.others and f"attempts/{GONE.uid}" not in state.others)

    def judge(self, cell: Cell | None, phase: str, seen: Seen, normal: Seen | None = None) -> list[str]:
        """What is wrong with an outcome; `normal` is that without a fault."""
        problems = [] if seen.seconds < PATIENCE + SLACK else [f"took {seen.seconds:.1f} s"]
        problems += self._wrong_exit(cell, seen, normal or seen) + self._wrong_disk(cell, seen)
        if self.counts_try:
            problems += self._wrong_count(cell, seen)
        return problems

    def _wrong_exit(self, cell: Cell | None, seen: Seen, normal: Seen) -> list[str]:
        if cell and cell.fault == KILL:
            return [] if seen.status == -9 else [f"status {seen.status} instead of a kill"]
        is_mute = cell is not None and cell.call.words.startswith("write(2,")
        if cell and cell.fault in _NEVER and seen.status == -6 and seen.stderr.startswith(b"Assertion '"):
            return []  # systemd's source of accounts, in libc's service.
        if _is_absence(cell) and seen.status in (DONE, NOT_ENROLLED):
            return []
        problems = []
        if seen.status == self.code:
            if not self.is_done(seen.after):
                problems.append(f"exit {seen.status}, but it is not done")
            # `verify` says that a pattern is wrong where nothing else went wrong.
            if seen.stdout != normal.stdout:
                problems.append(f"exit {seen.status}, but it prints {seen.stdout!r}")
            # How many were wrong before is not known where the count could not be cleared.
            is_uncleared = self.counts_try and seen.status == DONE and not seen.stderr
            if seen.stderr != normal.stderr and not is_mute and not self._is_other_refusal(seen) \
                    and not is_uncleared:
                problems.append(f"exit {seen.status}, but it says {seen.stderr!r}")
            return problems
        allowed = {REFUSED, UNUSABLE}
        if cell:
            if cell.fault in ("EACCES", "EPERM"):
                allowed |= {NOT_PERMITTED}
        if seen.status not in allowed or not cell:
            problems.append(f"exit {seen.status}: {seen.stderr!r}")
        if not is_mute and not self._says_why(seen, normal):
            problems.append(f"exit {seen.status}, but it says {seen.stderr!r}")
        return problems

    @staticmethod
    def _says_why(seen: Seen, normal: Seen) -> bool:
        """One clear line, beside those that are there when nothing fails."""
        lines = seen.stderr.splitlines(keepends=True)
        # Nor counts the name of what an export has to leave out.
        for line in [*normal.stderr.splitlines(keepends=True), *(x for x in lines if x.endswith(b"; left out\n"))]:
            if line in lines:
                lines.remove(line)
        return len(lines) == 1 and _LINE.fullmatch(lines[0]) is not None

    def _is_other_refusal(self, seen: Seen) -> bool:
        """Exit 1 for another reason than a wrong pattern."""
        return self.code == REFUSED and _LINE.fullmatch(seen.stderr) is not None

    def _wrong_disk(self, cell: Cell | None, seen: Seen) -> list[str]:
        problems, after = [], seen.after
        old = stores.record(ALICE, self.drawing) if self.drawing else None
        is_old = after.credential == old
        if not is_old and not (self.may_change and self.is_new(after)):
            problems.append("the credential is neither the old one nor the new one")
        if self._unusable(after):
            problems.append("a credential without attempts that can be used")
        if self.drawing and not self.counts_try and after.tries is not None and sound(after.tries):
            counts = (NEWER.last, NEWER.cleared_to, NEWER.total)
            # Wrong tries against the old pattern are forgiven with the new one in place, not before.
            forgives = self.may_forgive and (not is_old or not self.may_change)
            if after.counts != counts and not (forgives and after.is_forgiven):
                problems.append(f"tries {after.counts}")
        if any(after.others.get(name) != expected for name, expected in BOBS.items()):
            problems.append("another's record or tries are not what they were")
        is_partial = b"; left out\n" in seen.stderr or _is_absence(cell)
        if after.written not in (None, EXPORTED) and not is_partial:
            problems.append(f"half-written: {after.written!r}")
        left = _left_behind(after)
        is_cut = cell is not None and (cell.fault == KILL or cell.call.name == "unlinkat")
        if left and not is_cut:
            problems.append(f"left behind: {left}")
        return problems

    def is_new(self, state: State) -> bool:
        """Whether alice's record is what the command was to make of it."""
        return state.credential is None if self.name == "remove" else state.opens_with_right

    def _wrong_count(self, cell: Cell | None, seen: Seen) -> list[str]:
        counted = self._counted(seen.after)
        possible = {"not counted", "counted"} | ({"counted, cleared"} if self.typed == RIGHT.typed else set())
        if seen.status == DONE:
            possible = {"counted, cleared"} | ({"counted"} if cell else set())
        # Where libpam can't read the service's own file, it asks that of all others, which asks for the password.
        elif b"wrong, or not a pattern" in seen.stderr and not (cell and _OF_SERVICES.search(cell.call.words)):
            possible = {"counted"}
        return [] if counted in possible else [f"exit {seen.status}, but {counted}"]


BOBS = {f"credentials/{BOB.uid}": stores.record(BOB, SECOND),
        f"attempts/{BOB.uid}": stores.Attempts(BOB.uid).content.ljust(stores.ATTEMPTS_SIZE, b"\0")}


def _left_behind(state: State) -> list[str]:
    """Files of the store that are none of the accounts'."""
    orphans = {f"{folder}/{GONE.uid}" for folder in ("credentials", "attempts")}
    return [name for name in state.others if name not in {*BOBS, *orphans}]


EXPORTED = b"".join([
    b"pam_pattern credentials 1\n",
    *(f"{account.name}:3x3:1764486000:{stores.hashed(drawing.canonical)}\n".encode()
      for account, drawing in ((ALICE, RIGHT), (BOB, SECOND)))])


def _is_enrolled(state: State) -> bool:
    return state.opens_with_right and state.is_forgiven


SCENARIOS = [
    CommandScenario("enroll", ("enroll", "--user=alice"), _is_enrolled, RIGHT.typed, None, True, True),
    CommandScenario("enroll over another", ("enroll", "--user=alice"), _is_enrolled, RIGHT.typed, SECOND, True,
                    True),
    CommandScenario("remove", ("remove", "--user=alice"),
                    lambda state: state.credential is None and state.tries is None, may_change=True,
                    again_codes=(DONE, NOT_ENROLLED), opens=pam.IGNORE),
    CommandScenario("remove --orphans", ("remove", "--orphans"),
                    lambda state: not any(name.endswith(f"/{GONE.uid}") for name in state.others),
                    # Tries without a record are no orphan; who gets the uid takes them over, and forgives them.
                    is_done_again=lambda state: f"credentials/{GONE.uid}" not in state.others, has_orphan=True),
    CommandScenario("unlock", ("unlock", "--user=alice"), lambda state: state.is_forgiven, may_forgive=True),
    CommandScenario("status", ("status", "--user=alice"), _nothing),
    CommandScenario("list", ("list",), _nothing),
    CommandScenario("import", ("import", "{records}"), _is_enrolled, drawing=SECOND, may_change=True,
                    may_forgive=True,
                    # What is in place stays untouched, wrong tries against what was there before included.
                    is_done_again=lambda state: state.opens_with_right),
    CommandScenario("export", ("export",), _nothing),
    CommandScenario("export to a file", ("export", "{output}"), lambda state: state.written == EXPORTED),
    CommandScenario("verify, right", ("verify", "--user=alice", "--typed"), _nothing, RIGHT.typed,
                    counts_try=True),
    CommandScenario("verify, wrong", ("verify", "--user=alice", "--typed"), _nothing, WRONG.typed, code=REFUSED,
                    again_codes=(REFUSED,), counts_try=True),
]
