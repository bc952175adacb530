"""Mutants under the system tests: module and checker built anew in a copy of the tree, which is what they use."""

import os
import pathlib
import re
import shutil
import subprocess

from core import ROOT
from mutations import Mutant, broken
from runner import first_failure

# Which tests concern a file, by the beginning of its path: the first that fits, and its files in this order.
_ALL = ["entry_point", "options", "checker", "strong_line", "locks", "faults", "isolation", "module_process",
        "parallel", "unprivileged_hosts", "kill_storm"]
TESTS = [
    ("Sources/Checker/", ["checker", "sandbox", "faults", "isolation", "unprivileged_hosts", "kill_storm"]),
    ("Sources/PatternVault/Checker/", ["checker", "unprivileged_hosts", "locks", "faults"]),
    ("Sources/PatternVault/Attempts/", ["locks", "strong_line", "faults", "parallel", "kill_storm", "checker"]),
    ("Sources/PatternVault/Settings/", ["options", "entry_point", "strong_line", "isolation"]),
    ("Sources/PAMModule/StrongLine.swift", ["strong_line", "isolation"]),
    ("Sources/PAMModule/Wording.swift", ["locks", "languages"]),
    ("Sources/CLinux/Processes.c", ["checker", "unprivileged_hosts", "isolation", "faults"]),
    ("", _ALL),
]
_SHORT = "Tests/System/test_su.py"
_PROGRAMS = ["patternctl"]


class SystemTests:
    """Builds in a copy of the tree, which is made when it is first needed."""

    def __init__(self, folder: pathlib.Path, swift: pathlib.Path):
        self._tree = folder / "tree"
        self._swift = swift

    def build(self, mutant: Mutant | None, _: str) -> bool:
        """Builds module and checker with a mutant, or without any; False where they do not compile."""
        if not self._tree.exists():
            self._copy()
        with broken(self._tree, mutant):
            return self._builds()

    def find(self, path: str, is_short: bool = False) -> str | None:
        """The first test of those that concern a file that fails, and does so again when it runs alone; None when
        all pass. A short run is of one small file."""
        files = [_SHORT] if is_short else _files(path)
        doubtful: list[str] = []
        while found := self._first(*files, *doubtful):
            if "::" not in found or self._first(found):
                return found
            doubtful += ["--deselect", found]
        return None

    def _first(self, *selection: str) -> str | None:
        return first_failure(
            [self._tree / "Tests/System/namespace.sh", "/usr/bin/python3", "-m", "pytest", "-q", "-x", "--tb=no",
             *selection], self._tree, 1800, _failure, lambda last: re.match(r"\d+ passed", last) is not None)

    def _copy(self):
        """All but what was built, and of that what the tests install beside module and checker."""
        shutil.copytree(ROOT, self._tree, symlinks=True, ignore=shutil.ignore_patterns(".build", ".git"))
        programs = self._tree / ".build/programs/release"
        programs.mkdir(parents=True)
        for name in _PROGRAMS:
            shutil.copy(ROOT / ".build/programs/release" / name, programs / name)
        description = self._tree / "Package.swift"
        text = description.read_text()
        for strict, loose in (("treatAllWarnings(as: .error)", "treatAllWarnings(as: .warning)"), ('"-Werror", ', "")):
            # A condition that always holds is warned of; here that is no error.
            assert strict in text, f"Package.swift has no longer {strict!r}"
            text = text.replace(strict, loose)
        description.write_text(text)

    def _builds(self) -> bool:
        environment = os.environ | {"PATTERN_EMBEDDED": "1", "PATTERN_NCURSES": "0"}
        command = [self._swift, "build", "-c", "release", "--scratch-path", ".build/embedded", "--disable-local-rpath"]
        return subprocess.run(command, cwd=self._tree, env=environment, capture_output=True).returncode == 0


def _files(path: str) -> list[str]:
    names = next(names for start, names in TESTS if path.startswith(start))
    return [f"Tests/System/test_{name}.py" for name in names]


def _failure(line: str) -> str | None:
    if found := re.match(r"(?:FAILED|ERROR) (?:Tests/System/)?(\w+\.py(?:::\w+)?)", line):
        return f"Tests/System/{found[1]}"
    return None
