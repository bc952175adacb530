"""Mutants under the unit tests: one module compiled anew, the test program linked anew, and its tests run.

By the commands of the finished test build, with other places for what comes out: SwiftPM would compile all that
imports the module, too, though nothing that they see of it changes."""

import json
import os
import pathlib
import re
import shutil
import subprocess

from core import ROOT
from mutations import Mutant, broken
from runner import CAGE, first_failure

BUILD = ROOT / ".build/tests"
# Whose tests concern a target.
TESTS = {
    "PatternGrid": "PatternGridTests|PatternStrokeTests|PatternVaultTests|PAMModuleTests",
    "PatternVault": "PatternVaultTests|PAMModuleTests",
    "PAMModule": "PAMModuleTests",
    "CLinux": "PatternVaultTests|PAMModuleTests",
    "CCrypt": "PatternVaultTests|PAMModuleTests",
    "CPAM": "PAMModuleTests",
}
# Which of them most likely notice; in PatternVault those in a folder of the same name.
NEAR = {
    "PatternGrid": "PatternGridTests.(Grid|Keypad|TypedText|CanonicalText|Drawing)Tests/",
    "PAMModule": "PAMModuleTests.",
    "CLinux": "PatternVaultTests.(System|Child|CheckerClient|AttemptsLock)Tests/",
    "CCrypt": "PatternVaultTests.Hasher",
    "CPAM": "PAMModuleTests.StrongLineTests/",
}
_SHORT = "PAMModuleTests."
# An argument may bring a line feed before the place is told.
_ISSUE = re.compile(r"Test (\w+\([\w:]*\)) recorded an issue(?:.* at (\S+\.swift):)?")


class UnitTests:
    """Builds in a folder of its own beside an up-to-date test build."""

    def __init__(self, folder: pathlib.Path):
        self._folder = folder
        self._debug = (BUILD / "debug").resolve()
        self._commands = _commands(BUILD / "debug.yaml")
        self._program = folder / "tests.xctest"
        for library in self._debug.glob("*.so"):
            shutil.copy(library, folder)
        self._targets: set[str] = set()
        self._broken = ""  # the file of which a mutant was compiled last

    def concern(self, mutant: Mutant) -> bool:
        """Whether the mutated file is in the test program."""
        return mutant.target in TESTS

    def build(self, mutant: Mutant | None, target: str) -> bool:
        """Builds the tests with a mutant of this target, or without any; False where it does not compile."""
        self._copy(target)
        # The compiler passes over a source that is hardly newer than its last run, but not over one without object.
        for path in (self._broken, mutant.path if mutant else ""):
            if path:
                self._object(path).unlink(missing_ok=True)
        if self._broken and self._broken.split("/")[1] != target and not self._compiles(self._broken.split("/")[1]):
            raise RuntimeError(f"{self._broken} does not compile as it is")
        self._broken = mutant.path if mutant else ""
        with broken(self._folder, mutant):
            if not self._compiles(target):
                return False
        if self._runs(self._linking()):
            return True
        if not mutant:
            raise RuntimeError("the tests can't be linked")
        return False  # as where code goes that others call

    def _object(self, path: str) -> pathlib.Path:
        return self._folder / f"{path.split('/')[1]}.build" / f"{pathlib.Path(path).name}.o"

    def find(self, path: str, is_short: bool = False) -> str | None:
        """The first test that fails of those that concern a file, the nearest before the others; None when all pass.

        A short run is of one target's."""
        if is_short:
            return self._run(_SHORT, seconds=60)
        target = path.split("/")[1]
        found = self._run(NEAR.get(target) or _in_folder(path), seconds=60)
        return found or self._run(f"({TESTS[target]})\\.", seconds=1800)

    def _run(self, tests: str, seconds: int) -> str | None:
        """The first failure that comes again when its test runs alone: on a busy machine some fail without a reason."""
        doubtful: list[str] = []
        while found := self._first(seconds, "--filter", f"^{tests}", *doubtful):
            name = found.partition(" ")[2]
            if not name.endswith(")") or self._first(seconds, "--filter", f"/{re.escape(name)}"):
                return found
            doubtful += ["--skip", f"/{re.escape(name)}"]
        return None

    def _first(self, seconds: int, *selection: str) -> str | None:
        return first_failure(
            [CAGE, self._folder / "tmp", self._program, "--testing-library", "swift-testing", *selection],
            ROOT, seconds, _issue, lambda last: re.search(r"with [1-9]\d* tests? .*passed after", last) is not None)

    def _copy(self, target: str):
        if target in self._targets:
            return
        self._targets.add(target)
        for name, origin in ((f"Sources/{target}", ROOT), (f"{target}.build", self._debug)):
            shutil.copytree(origin / name, self._folder / name)
        (self._folder / "Modules").mkdir(exist_ok=True)
        for name in ("sources", "output-file-map.json"):
            path = self._folder / f"{target}.build" / name
            if path.exists():
                path.write_text(self._moved(path.read_text(), target))

    def _moved(self, text: str, target: str) -> str:
        """A text with the places of a target's sources and products changed to ours."""
        for name, origin in ((f"{target}.build/", self._debug), (f"Modules/{target}.swift", self._debug),
                             (f"Sources/{target}/", ROOT)):
            text = text.replace(f"{origin}/{name}", f"{self._folder}/{name}")
        return text

    def _compiles(self, target: str) -> bool:
        return all(self._runs(command) for command in self._compiling(target))

    def _compiling(self, target: str) -> list[list[str]]:
        """The commands that compile a target; a warning, as of a condition that always holds, is no error here."""
        pattern = re.compile(rf"C\.{target}-.*\.module|{re.escape(str(self._debug))}/{target}\.build/.*\.c\.o")
        return [[self._moved(word, target) for word in words if word not in ("-Werror", "-warnings-as-errors")]
                for key, words in self._commands.items() if pattern.fullmatch(key)]

    def _linking(self) -> list[str]:
        key, = (key for key in self._commands if re.fullmatch(r"C\.pam_patternPackageTests-.*\.test", key))
        command = [*self._commands[key], "-use-ld=lld"]  # the quickest
        command[command.index("-o") + 1] = str(self._program)
        objects, = (word for word in command if word.endswith("Objects.LinkFileList"))
        text = pathlib.Path(objects[1:]).read_text()
        for target in self._targets:
            text = self._moved(text, target)
        (self._folder / "objects").write_text(text)
        command[command.index(objects)] = f"@{self._folder / 'objects'}"
        return command

    def _runs(self, command: list[str]) -> bool:
        environment = os.environ | {"TMPDIR": str(self._folder)}
        return subprocess.run(command, capture_output=True, cwd=ROOT, env=environment).returncode == 0


def _in_folder(path: str) -> str:
    """The suites in the folder of the tests that is named as a file's."""
    _, target, folder, _ = path.split("/")
    suites = sorted(test.stem for test in (ROOT / f"Tests/{target}Tests/{folder}").glob("*Tests.swift"))
    return f"{target}Tests.({'|'.join(suites)})/"


def _commands(manifest: pathlib.Path) -> dict[str, list[str]]:
    """The commands in SwiftPM's build description, by what they make."""
    commands, key = {}, ""
    for line in manifest.read_text().splitlines():
        if name := re.fullmatch(r'  "(.+)":', line):
            key = name[1]
        elif line.startswith("    args: "):
            commands[key] = json.loads(line.removeprefix("    args: "))
    return commands


def _issue(line: str) -> str | None:
    if found := _ISSUE.search(line):
        return f"{(found[2] or '').rpartition('/')[2]} {found[1]}"
    return None
