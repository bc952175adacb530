"""Attempts in which one system call fails: of the module as root or as a user, or of its checker."""

import dataclasses
import os
import pathlib
import shutil
import subprocess
import time
from collections.abc import Sequence

from faults import calls as system
from faults.calls import Call, Cell, KILL
from faults.place import LOCKED, NEWER, Place, content, sound
from harness import native, pam, store as stores, world
from harness.attempt import PATIENCE, SLACK, Report
from harness.checker import identity, wait_until
from harness.patterns import RIGHT, WRONG
from harness.snapshot import Kept
from harness.syslog import Entry
from harness.world import ALICE

CODES = {
    pam.SUCCESS: "SUCCESS", pam.SERVICE_ERR: "SERVICE_ERR", pam.BUF_ERR: "BUF_ERR", pam.AUTH_ERR: "AUTH_ERR",
    pam.PERM_DENIED: "PERM_DENIED", pam.AUTHINFO_UNAVAIL: "AUTHINFO_UNAVAIL", pam.MAXTRIES: "MAXTRIES",
    pam.USER_UNKNOWN: "USER_UNKNOWN", pam.CONV_ERR: "CONV_ERR", pam.IGNORE: "IGNORE"}
# A process that hangs is killed after so many seconds; the longest that one may take is less.
_HUNG = 30
_CHECKER_FOLDER = pathlib.Path("/run/pattern-tests/checker")  # as in native/traced_checker.c
_LOG_CALLS = ("socket", "connect", "sendto")


@dataclasses.dataclass(frozen=True)
class Seen:
    """What an attempt did, and what it left."""

    status: int
    report: Report
    stderr: bytes
    seconds: float
    logged: list[Entry]
    hashed: int
    tries: bytes | None
    credential: bytes | None
    others: dict[str, bytes]

    def code(self, line: str) -> int | None:
        """The code of a line of the stack; None where it did not come to that."""
        values = self.report.values(line)
        return int(values[0]) if values else None

    @property
    def counts(self) -> tuple[int, int, int] | None:
        """The tries of the attempts' newest slot."""
        attempts = sound(self.tries)
        return (attempts.last, attempts.cleared_to, attempts.total) if attempts else None

    @property
    def refusals(self) -> int:
        """How many lines of the log refuse something, by the module itself."""
        return sum(1 for entry in self.logged if entry.ours and pam.REFUSAL.fullmatch(entry.text))

    def said(self, words: str) -> bool:
        """Whether the log has these words."""
        return any(words in entry.text for entry in self.logged)


@dataclasses.dataclass(frozen=True)
class AttemptScenario:
    """One kind of attempt, and in which process something fails."""

    name: str
    # The code of the line that is looked at, where nothing fails.
    code: int
    reply: str = RIGHT.typed
    uid: int = 0
    line: str = "first"
    start: stores.Attempts | None = NEWER
    # The so-manieth run of the checker that is traced; None to trace the module.
    checker: int | None = None

    def prepare(self, place: Place):
        """Makes what stays the same for all cells."""
        # By the name that stands in the log.
        relay = place.folder / world.MODULE
        shutil.copyfile(native.library("pam_relay"), relay)
        module = world.security_folder() / world.MODULE
        strong = (f"auth optional {relay} strong {module} strong" if self.line == "strong"
                  else "auth optional pam_permit.so")
        place.services.write(
            "faults", f"auth [success=3 default=ignore] {relay} first {module} nouserok",
            "auth [success=1 default=ignore] pam_unix.so", "auth requisite pam_deny.so", strong,
            "auth required pam_permit.so")

    def attempt(self, place: Place, reply: str, before: Sequence[str] = ()) -> tuple[int, Report, bytes, float]:
        """Makes one; the password is right in any case."""
        options = [f"password={ALICE.password}", *([place.hashes.option] if self.uid == 0 else [])]
        command = [os.fspath(native.program("attempt")), os.fspath(place.services.folder), "faults", "alice",
                   *options, "--", reply]
        start = time.monotonic()
        done = subprocess.run(
            [*before, *command], capture_output=True, cwd="/", stdin=subprocess.DEVNULL, timeout=_HUNG,
            **({} if before else identity(self.uid)))
        return done.returncode, Report.parsed(done.stdout), done.stderr, time.monotonic() - start

    def run(self, place: Place, inject: Sequence[str]) -> Seen:
        """Makes an attempt under strace, from the same beginnings each time."""
        self._begin(place)
        place.log()
        hashed = place.hashes.begun
        if self.checker is None:
            user = ["-u", "alice"] if self.uid else []
            before = system.strace(place.trace, *inject, *user)
        else:
            place.trace.unlink(missing_ok=True)
            before = self._trace_checker(inject)
        status, report, stderr, seconds = self.attempt(place, self.reply, before)
        if self.checker is not None:
            traced = _CHECKER_FOLDER / f"trace.{self.checker}"
            if traced.exists():
                shutil.copyfile(traced, place.trace)
        self._wait_for_checkers()
        return Seen(status, report, stderr, seconds, place.log(), place.hashes.begun - hashed,
                    content(place.store.tries()), content(place.store.file()), place.others())

    def _wait_for_checkers(self):
        """Until one that a killed host left behind has ended."""
        if self.uid:
            wait_until(lambda: not any(content(path) == b"pattern-chkpwd\0"
                                       for path in pathlib.Path("/proc").glob("[0-9]*/cmdline")), "alone")

    def _begin(self, place: Place):
        if self.start:
            place.store.write(stores.record(ALICE))
            place.count(self.start)

    def _trace_checker(self, inject: Sequence[str]) -> list[str]:
        """Tells the one in the checker's place what to do; the command runs as alice all the same."""
        for path in _CHECKER_FOLDER.glob("*.*"):
            path.unlink()
        (_CHECKER_FOLDER / "turn").write_bytes(b"0")
        # strace without an option that changes anything makes the same way through the program.
        (_CHECKER_FOLDER / f"options.{self.checker}").write_text("\n".join(inject or ["-e", "trace=all"]))
        return ALICE.command()

    def calls(self, place: Place) -> list[Call]:
        """The calls of the traced run that are ours."""
        text = place.trace.read_text()
        if self.checker is not None:
            return system.calls(text, "prctl(PR_SET_DUMPABLE")
        return system.calls(text, f'access("{self.line} begin"', f'access("{self.line} end"')

    def again(self, place: Place, _before: Seen) -> list[str]:
        """What is wrong with an attempt after it, in which nothing fails: a right pattern, and if that is
        not taken, the password."""
        status, report, _, _ = self.attempt(place, RIGHT.typed)
        expected = self.code if self.code in (pam.MAXTRIES, pam.IGNORE) and self.line == "first" else pam.SUCCESS
        code, overall = report.values("first"), report.values("code")
        if (status, code, overall) == (0, [str(expected)], [str(pam.SUCCESS)]):
            return []
        return [f"afterwards: status {status}, module {code}, stack {overall}"]

    # --- judging

    def shown(self, cell: Cell | None, seen: Seen) -> str:
        """The table's cell: the code, and whether the try was counted."""
        code = seen.code(self.line)
        told = "killed" if code is None else CODES.get(code, str(code))
        return f"{told}, {self._counted(seen)}"

    def _states(self) -> dict[tuple[int, int, int], str]:
        """What the tries may be afterwards, and what that is called."""
        if not self.start:
            return {}
        last, cleared, total = self.start.last, self.start.cleared_to, self.start.total
        if self.line == "strong":
            # A wrong one before it was counted.
            return {(last + 1, cleared, total + 1): "kept", (last + 1, last + 1, 0): "forgiven"}
        return {(last, cleared, total): "not counted", (last + 1, cleared, total + 1): "counted",
                (last + 1, last + 1, total): "counted, cleared"}

    def _counted(self, seen: Seen) -> str:
        if not self.start:
            return "nothing to count"
        return self._states().get(seen.counts, f"tries {seen.counts}")

    def _kills_host(self, cell: Cell | None) -> bool:
        return cell is not None and cell.fault == KILL and self.checker is None

    def judge(self, cell: Cell | None, phase: str, seen: Seen) -> list[str]:
        """What is wrong with an outcome. `phase`: what the call was for, see table.phases."""
        problems = self._wrong_host(cell, seen) + self._wrong_disk(seen)
        code = seen.code(self.line)
        if code is not None:
            problems += self._wrong_code(cell, phase, code) + self._wrong_count(cell, code, seen)
            problems += self._wrong_log(cell, code, seen)
        elif self._counted(seen) == "counted, cleared" and self.code != pam.SUCCESS:
            problems.append("a wrong try was taken back")
        if self.uid == 0 and self.start and self.line == "first" and seen.counts:
            if seen.hashed > seen.counts[0] - self.start.last:
                problems.append("compared without having been counted")
        return problems

    def _wrong_host(self, cell: Cell | None, seen: Seen) -> list[str]:
        problems = []
        if seen.seconds > PATIENCE + SLACK:
            problems.append(f"took {seen.seconds:.1f} s")
        if self._kills_host(cell):
            if seen.status != -9:
                problems.append(f"status {seen.status} instead of a kill")
            return problems
        if seen.status != 0 or seen.stderr:
            problems.append(f"the host ended with {seen.status}: {seen.stderr!r}")
        if seen.report.code != pam.SUCCESS:
            problems.append(f"the password in the same call gives {seen.report.code}")
        # What was not closed, by an injected error, is open.
        if seen.report.values("leak") and not (cell and cell.call.name in ("close", *_LOG_CALLS)):
            problems.append("a descriptor is left open")
        return problems

    def _wrong_disk(self, seen: Seen) -> list[str]:
        problems = []
        if seen.others:
            problems.append(f"files that were not there: {sorted(seen.others)}")
        if not self.start:
            return problems + (["a record out of nothing"] if seen.credential or seen.tries else [])
        if seen.credential != stores.record(ALICE):
            problems.append("the credential is another")
        attempts = sound(seen.tries)
        if not attempts:
            return problems + ["the attempts can't be used"]
        if seen.counts not in self._states():
            problems.append(f"tries {seen.counts}")
        if attempts.sequence < self.start.sequence + 2 and self.start not in stores.slots(seen.tries):
            problems.append("the slot that was believed was written over")
        return problems

    def _wrong_code(self, cell: Cell | None, phase: str, code: int) -> list[str]:
        allowed = {self.code}
        if cell:
            allowed |= {pam.AUTHINFO_UNAVAIL}
            if phase == "settings":
                allowed |= {pam.SERVICE_ERR}
            if cell.call.name in ("brk", "mmap"):
                allowed |= {pam.BUF_ERR}
            if cell.fault == "ENOENT" and f'"{ALICE.uid}", O_RDONLY' in cell.call.words:
                allowed |= {pam.IGNORE}
        return [] if code in allowed else [f"code {CODES.get(code, code)}"]

    def _wrong_count(self, cell: Cell | None, code: int, seen: Seen) -> list[str]:
        if not self.start:
            return []
        counted = self._counted(seen)
        if self.line == "strong":
            return [] if cell or counted == "forgiven" else ["the password forgave nothing"]
        allowed = {"not counted"}
        if code == pam.SUCCESS:
            allowed = {"counted, cleared"} | ({"counted"} if cell else set())
        elif code == pam.AUTH_ERR:
            allowed = {"counted"}
        elif code == pam.AUTHINFO_UNAVAIL:
            allowed |= {"counted"}
            if self.uid and self.code == pam.SUCCESS:
                # The checker's answer was lost.
                allowed |= {"counted, cleared"}
        return [] if counted in allowed else [f"{CODES.get(code, code)}, but {counted}"]

    def _wrong_log(self, cell: Cell | None, code: int, seen: Seen) -> list[str]:
        if cell and (cell.call.name in _LOG_CALLS or "/dev/log" in cell.call.words):
            return []
        problems = []
        expected = 0 if code in (pam.SUCCESS, pam.IGNORE) else 1
        if self.line == "strong":
            # That of the wrong pattern before it comes on top.
            expected += 1
            # Without attempts there is nothing to forgive.
            is_absent = cell is not None and cell.fault == "ENOENT" and f'"{ALICE.uid}"' in cell.call.words
            is_kept = self._counted(seen) == "kept" and code == pam.IGNORE and not is_absent
            if is_kept and not seen.said("forgives nothing"):
                problems.append("nothing was forgiven, and the log does not say why")
        if seen.refusals != expected:
            problems.append(f"{seen.refusals} lines of refusal in the log instead of {expected}")
        if code == pam.SUCCESS and self._counted(seen) == "counted" and not seen.said("stays counted"):
            problems.append("it stays counted, and the log does not say why")
        return problems


class TracedChecker:
    """Puts native/traced_checker.c in the checker's place, and takes it away again."""

    def __enter__(self):
        self._kept = Kept(world.CHECKER.parent)
        path = self._kept.path(world.CHECKER.name)
        status = path.stat()
        _CHECKER_FOLDER.mkdir(mode=0o755, exist_ok=True)
        real = _CHECKER_FOLDER / "checker"
        shutil.copyfile(path, real)
        # The group before the mode: changing a file's group takes its set-group-ID bit away.
        os.chown(real, 0, status.st_gid)
        real.chmod(0o2755)
        path.unlink()
        shutil.copyfile(native.program("traced_checker"), path)
        path.chmod(0o4755)

    def __exit__(self, *_):
        self._kept.restore()
        shutil.rmtree(_CHECKER_FOLDER)


USER = ALICE.uid
SCENARIOS = [
    AttemptScenario("root, right", pam.SUCCESS),
    AttemptScenario("root, wrong", pam.AUTH_ERR, WRONG.typed),
    AttemptScenario("root, locked", pam.MAXTRIES, start=LOCKED),
    AttemptScenario("root, not enrolled", pam.IGNORE, start=None),
    AttemptScenario("root, wrong, then the password and strong", pam.IGNORE, WRONG.typed, line="strong"),
    AttemptScenario("user, right", pam.SUCCESS, uid=USER),
    AttemptScenario("user, wrong", pam.AUTH_ERR, WRONG.typed, uid=USER),
    AttemptScenario("checker, asked", pam.SUCCESS, uid=USER, checker=1),
    AttemptScenario("checker, asked while locked", pam.MAXTRIES, uid=USER, start=LOCKED, checker=1),
    AttemptScenario("checker, right", pam.SUCCESS, uid=USER, checker=2),
    AttemptScenario("checker, wrong", pam.AUTH_ERR, WRONG.typed, uid=USER, checker=2),
]
