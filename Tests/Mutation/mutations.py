"""The small breakages that a source can have, each of one place."""

import contextlib
import dataclasses
import hashlib
import pathlib
from collections import Counter
from collections.abc import Iterator

from source import Source

SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "+=": "-=", "-=": "+=", "&+": "&-", "*": "+", "/": "*", "%": "/",
    "<<": ">>", ">>": "<<", "|": "&", "&": "|", "^": "|", "|=": "&=", "&=": "|=",
}
WORDS = {"true": "false", "false": "true", "min": "max", "max": "min"}


@dataclasses.dataclass(frozen=True)
class Mutant:
    """One breakage: what stands there instead of which bytes of which file."""

    path: str
    start: int
    end: int
    replacement: str
    number: int  # of the line
    line: str
    change: str

    @property
    def name(self) -> str:
        """The same for the same change of the same line, wherever that stands."""
        return hashlib.sha256("\t".join(self.key).encode()).hexdigest()[:8]

    @property
    def target(self) -> str:
        """The folder below Sources."""
        return self.path.split("/")[1]

    @property
    def key(self) -> tuple[str, str, str]:
        return self.path, self.line, self.change

    def __str__(self) -> str:
        return f"{self.name} {self.path}:{self.number}: {self.change}: {self.line}"


@contextlib.contextmanager
def broken(tree: pathlib.Path, mutant: Mutant | None):
    """Has a mutant in its file below a folder for as long as it lasts; without any, the folder is as it was."""
    if not mutant:
        yield
        return
    path = tree / mutant.path
    text = path.read_text()
    path.write_text(text[:mutant.start] + mutant.replacement + text[mutant.end:])
    try:
        yield
    finally:
        path.write_text(text)


def mutants(root: pathlib.Path, path: str, functions: set[str] | None = None) -> list[Mutant]:
    """All mutants of a file, in its order; of these C functions alone, where they are told."""
    source = Source((root / path).read_text(), is_c=path.endswith((".c", ".h")))
    found, seen = [], Counter()
    for start, end, replacement, change in sorted(_changes(source)):
        if functions is not None and source.function(start) not in functions:
            continue
        number = source.text.count("\n", 0, start) + 1
        line = source.text.split("\n")[number - 1].strip()
        seen[line, change] += 1
        if seen[line, change] > 1:
            change += f" #{seen[line, change]}"
        found.append(Mutant(path, start, end, replacement, number, line, change))
    return found


def _changes(source: Source) -> Iterator[tuple[int, int, str, str]]:
    yield from _tokens(source)
    yield from _conditions(source)
    yield from _statements(source)
    yield from _throws(source)


def _tokens(source: Source) -> Iterator[tuple[int, int, str, str]]:
    for index, token in enumerate(source.tokens):
        before, behind = source.around(token)
        previous, following = source.text_of(index - 1), source.text_of(index + 1)
        is_binary = before.isspace() and behind.isspace()
        if token.kind == "operator" and is_binary and token.text in SWAPS:
            yield token.start, token.end, SWAPS[token.text], f"{token.text} to {SWAPS[token.text]}"
        elif token.kind == "operator" and token.text in ("!", "~") and (before.isspace() or before in "(["):
            if following not in ("Copyable", "Escapable"):
                yield token.start, token.end, "", f"{token.text} dropped"
        elif token.kind == "word" and token.text in WORDS and previous != ".":
            if token.text in ("true", "false") or following == "(":
                yield token.start, token.end, WORDS[token.text], f"{token.text} to {WORDS[token.text]}"
        elif token.kind == "number" and previous != "." and "." not in token.text:
            value = int(token.text.rstrip("uUlL"), 0)
            for other in (value + 1, value - 1):
                if other >= 0:
                    yield token.start, token.end, str(other), f"{token.text} to {other}"


def _conditions(source: Source) -> Iterator[tuple[int, int, str, str]]:
    for keyword, start, end in source.conditions():
        what = " ".join(source.text[start:end].split())
        if what in ("true", "false"):
            continue
        # A loop that is made true has no end, and every test would find it.
        for value in ("false",) if keyword == "while" else ("true", "false"):
            yield start, end, value, f"{keyword} {what} made {value}"


def _statements(source: Source) -> Iterator[tuple[int, int, str, str]]:
    for kind, start, end in source.statements():
        what = " ".join(source.text[start:end].split())
        yield start, end, ";" if source.is_c else "", f"{kind} dropped: {what}"


def _throws(source: Source) -> Iterator[tuple[int, int, str, str]]:
    for start, end, result in source.throws():
        instead = {"": "return", "Bool": "return true"}.get(result, "return nil" if result.endswith("?") else None)
        if instead:
            what = " ".join(source.text[start:end].split())
            yield start, end, instead, f"{what} to {instead}"
