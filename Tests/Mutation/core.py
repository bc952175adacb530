"""The security core: what the module and the checker are built from, as far as it decides something."""

import pathlib
import re

from mutations import Mutant, mutants
from source import Source

ROOT = pathlib.Path(__file__).resolve().parents[2]
GRID_RULES = ("Grid.swift", "Grid+Rules.swift", "Grid+Typed.swift", "Keypad.swift", "Node.swift")


def swift() -> list[str]:
    """The Swift files."""
    files = [ROOT / "Sources/PatternGrid" / name for name in GRID_RULES]
    for target in ("PatternVault", "PAMModule", "Checker"):
        files += (ROOT / "Sources" / target).rglob("*.swift")
    return sorted(str(path.relative_to(ROOT)) for path in files)


def c() -> dict[str, set[str]]:
    """The C files, and which of their functions the Swift files call, directly or not."""
    called = set().union(*(set(re.findall(r"\w+", (ROOT / path).read_text())) for path in swift()))
    files = {
        str(path.relative_to(ROOT)): Source(path.read_text(), is_c=True)
        for target in ("CLinux", "CCrypt", "CPAM") for path in sorted((ROOT / "Sources" / target).glob("*.[ch]"))}
    bodies = {name: source.text[start:end] for source in files.values() for name, start, end in source.functions()}
    reached: set[str] = set()
    while found := {name for name in bodies if name in called} - reached:
        reached |= found
        called |= set().union(*(set(re.findall(r"\w+", bodies[name])) for name in found))
    return {path: {name for name, _, _ in source.functions()} & reached for path, source in files.items()}


def all_mutants() -> list[Mutant]:
    """Every mutant of the core."""
    found = [mutant for path in swift() for mutant in mutants(ROOT, path)]
    return found + [mutant for path, functions in c().items() for mutant in mutants(ROOT, path, functions)]
