"""What SECURITY.md and Tests/README.md name as the proof of a claim is there, and they name enough."""

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
