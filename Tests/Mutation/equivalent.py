"""The mutants that can make no difference, from equivalent.tsv: file, line, change and reason."""

import pathlib
import sys

from mutations import Mutant

_FILE = pathlib.Path(__file__).with_suffix(".tsv")


def names(mutants: list[Mutant]) -> set[str]:
    """The names of those listed; ends the program where a row fits no mutant, or gives no reason."""
    known = {mutant.key: mutant.name for mutant in mutants}
    found = set()
    for number, row in enumerate(_FILE.read_text().splitlines(), 1):
        if not row or row.startswith("#"):
            continue
        *key, reason = row.split("\t")
        if tuple(key) not in known or not reason:
            sys.exit(f"{_FILE.name}:{number}: no mutant is like this: {row}")
        found.add(known[tuple(key)])
    return found
