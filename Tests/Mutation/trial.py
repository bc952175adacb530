"""Puts mutants to the tests, the quick ones first."""

import pathlib
import shutil
import subprocess
import sys

from core import ROOT
from mutations import Mutant
from system import SystemTests
from unit import UnitTests

FOLDER = ROOT / ".build/mutation"


class Trial:
    """Builds and tests in a folder of its own, with what the ordinary builds have left."""

    def __init__(self, swift: str, is_quick: bool):
        shutil.rmtree(FOLDER, ignore_errors=True)
        (FOLDER / "unit").mkdir(parents=True)
        _made(["Tests/build.sh", swift])
        if not is_quick:
            _made(["Scripts/build.sh", swift])
        self._unit = UnitTests(FOLDER / "unit")
        self._system = None if is_quick else SystemTests(FOLDER, pathlib.Path(swift))
        self._sound: set[str] = set()

    def put(self, mutant: Mutant) -> tuple[str, str]:
        """What came of it, `no build`, `unit`, `system` or `survived`, and the test that noticed."""
        if self._unit.concern(mutant):
            self._see_that_tests_run(mutant.target, self._unit, mutant)
            if not self._unit.build(mutant, mutant.target):
                return "no build", ""
            if found := self._unit.find(mutant.path):
                return "unit", found
        if self._system:
            self._see_that_tests_run("system", self._system, mutant)
            if not self._system.build(mutant, mutant.target):
                return "no build", ""
            if found := self._system.find(mutant.path):
                return "system", found
        return "survived", ""

    def _see_that_tests_run(self, what: str, tests: UnitTests | SystemTests, mutant: Mutant):
        """That all tests pass as long as nothing is broken is what Tests/run.sh shows; a few show that they do here."""
        if what in self._sound:
            return
        found = tests.find(mutant.path, is_short=True) if tests.build(None, mutant.target) else "it can't be built"
        if found:
            sys.exit(f"run.py: the tests fail with nothing broken: {what}: {found}")
        self._sound.add(what)


def _made(command: list[str]):
    if subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL).returncode:
        sys.exit(f"run.py: failed: {' '.join(command)}")
