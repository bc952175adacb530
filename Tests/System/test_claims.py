"""What SECURITY.md and Tests/README.md name as the proof of a claim is there, they name enough, and the commands of
Tests/README.md run what they are beside."""

import ast
import pathlib
import re

import pytest

TOP = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = [TOP / "SECURITY.md", TOP / "Tests" / "README.md"]
SUITE = re.compile(r"\b(?:struct|class|enum|extension) (\w+)")
FUNCTION = re.compile(r"\bfunc (\w+)\(")


def system_tests() -> set[str]:
    found = set()
    for file in (TOP / "Tests" / "System").rglob("test_*.py"):
        tree = ast.parse(file.read_text())
        found |= {f"{file.name}::{node.name}" for node in tree.body if isinstance(node, ast.FunctionDef)}
        found.add(file.name)
    return found


def unit_tests() -> set[str]:
    found = set()
    for file in (TOP / "Tests").glob("*Tests/**/*.swift"):
        text = file.read_text()
        suites = SUITE.findall(text)
        found |= {f"{suite}/{name}" for suite in suites for name in FUNCTION.findall(text)} | set(suites)
    return found


def targets() -> dict[str, set[str]]:
    """Suites, and in which targets there is one of that name."""
    found: dict[str, set[str]] = {}
    for file in (TOP / "Tests").glob("*Tests/**/*.swift"):
        for suite in SUITE.findall(file.read_text()):
            found.setdefault(suite, set()).add(file.relative_to(TOP / "Tests").parts[0])
    return found


def quoted(document: pathlib.Path) -> list[str]:
    return re.findall(r"`([^`\n]+)`", document.read_text())


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_named_tests_exist(document):
    system, unit = system_tests(), unit_tests()
    names = [name for name in quoted(document) if re.fullmatch(r"test_\w+\.py(::\w+)?", name)]
    names += (suites := [name for name in quoted(document) if re.fullmatch(r"\w+Tests(/\w+)?", name)])
    assert [name for name in names if name not in system | unit] == []
    assert len(names) >= 20 and len(suites) >= 5


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_named_files_exist(document):
    names = {word for name in quoted(document) for word in name.split()
             if re.match(r"(Tests|Sources|Scripts|Benchmarks)/", word)}
    assert [name for name in sorted(names) if not (TOP / name).exists()] == []
    assert names


def test_names_of_system_tests_can_be_told_apart():
    """`-k NAME` of the commands picks one file."""
    assert len({file.name for file in (TOP / "Tests").rglob("test_*.py")}) == len(
        list((TOP / "Tests").rglob("test_*.py")))


def rows() -> list[tuple[str, str, str]]:
    """Claim, tests and commands."""
    lines = (TOP / "Tests" / "README.md").read_text().splitlines()
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines if line.startswith("| ")]
    return [tuple(row) for row in cells if row[0] != "claim"]


def named(cell: str) -> list[str]:
    return re.findall(r"`(test_\w+\.py(?:::\w+)?|\w+Tests(?:/\w+)?)`", cell)


def selects(command: str, test: str) -> bool:
    """Whether a command runs all of a test: by `swift test --filter` or by `pytest -k`."""
    script, *words = command.removeprefix("sudo ").split()
    is_host = test.startswith("test_host_")
    if script == "Tests/hosts.sh":
        return is_host and (not words or words[0] == "-k" and words[1] in test)
    if script != "Tests/only.sh" or is_host:
        return False
    if test.startswith("test_"):
        return any(word.lower() in part for word in words if re.match("test_|_", word) for part in test.split("::"))
    suite, _, function = test.partition("/")
    return all(any(re.search(word, f"{target}.{suite}/{function}") for word in words) for target in targets()[suite])


@pytest.mark.parametrize("claim, tests, commands", rows(), ids=lambda cell: cell[:40])
def test_commands_run_what_their_rows_name(claim, tests, commands):
    for test in named(tests):
        assert any(selects(command, test) for command in re.findall("`([^`]+)`", commands)), test


@pytest.mark.parametrize("command, test, expected", [
    ("sudo Tests/only.sh test_locks", "test_locks.py", True),
    ("sudo Tests/only.sh test_locks", "test_locks.py::test_words", True),
    ("sudo Tests/only.sh test_words", "test_locks.py::test_words", True),
    ("sudo Tests/only.sh test_words", "test_locks.py", False),
    ("sudo Tests/only.sh LockTimeTests", "test_locks.py", False),
    ("sudo Tests/only.sh test_locks", "LockTimeTests", False),
    ("Tests/only.sh LockTimeTests", "LockTimeTests", True),
    ("Tests/only.sh PatternVaultTests", "LockTimeTests", True),
    ("Tests/only.sh PatternGridTests", "LockTimeTests", False),
    ("sudo Tests/hosts.sh", "test_host_su.py", True),
    ("sudo Tests/hosts.sh -k sshd", "test_host_su.py", False),
    ("sudo Tests/only.sh test_su", "test_host_su.py", False),
    ("Tests/check-module.sh FILE", "test_module_process.py", False),
])
def test_what_a_command_selects(command, test, expected):
    assert selects(command, test) == expected


def test_rows_are_read():
    assert len(rows()) > 40 and sum(len(named(tests)) for _, tests, _ in rows()) > 60
