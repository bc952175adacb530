#!/usr/bin/python3
"""Breaks the security core in small ways, one at a time, and sees that a test notices each. For root.

Of all mutants --count are drawn by --seed and spread over the files; one that does not compile makes way for the
next. Each is put to the unit tests that concern it and, if it survives, to the system tests. Those of equivalent.tsv
make no difference and are passed over. --quick takes only those that the unit tests must find alone."""

import argparse
import os
import random
import shutil
import sys
import time
from collections import Counter

import core
import equivalent
from mutations import Mutant
from trial import FOLDER, Trial

# What is decided here has unit tests for all of it.
_QUICK = ("Sources/PatternGrid/", "Sources/PatternVault/Attempts/", "Sources/PatternVault/Verifier/",
          "Sources/PatternVault/Store/")


def drawn(mutants: list[Mutant], seed: int) -> list[Mutant]:
    """All in a random order, in which a file comes as often as the square root of its mutants."""
    source = random.Random(seed)
    files: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        files.setdefault(mutant.path, []).append(mutant)
    places = []
    for _, own in sorted(files.items()):
        source.shuffle(own)
        share = len(own) ** 0.5
        places += [((turn + source.random()) / share, mutant.name, mutant) for turn, mutant in enumerate(own)]
    return [mutant for _, _, mutant in sorted(places)]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=80, help="how many to make (80)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--quick", action="store_true", help="unit tests alone, and what they must find alone")
    parser.add_argument("--list", action="store_true", help="show all in the order of the draw, and make none")
    parser.add_argument("--only", nargs="+", metavar="ID", help="make these, and no others")
    parser.add_argument("--keep", action="store_true", help="leave the builds in .build/mutation")
    return parser.parse_args()


def put_all(mutants: list[Mutant], equivalents: set[str], count: int, trial: Trial) -> Counter:
    """How many came to which end."""
    ends: Counter = Counter()
    for mutant in mutants:
        if ends["unit"] + ends["system"] + ends["survived"] == count:
            break
        start = time.monotonic()
        end, test = ("equivalent", "") if mutant.name in equivalents else trial.put(mutant)
        ends[end] += 1
        print(f"{end:10}{time.monotonic() - start:5.0f} s  {mutant}", flush=True)
        if test:
            print(f"{'':19}by {test}", flush=True)
    return ends


def main():
    options = arguments()
    mutants = core.all_mutants()
    equivalents = equivalent.names(mutants)
    order = drawn(mutants, options.seed)
    if options.only:
        order = [mutant for mutant in order if mutant.name in options.only]
        equivalents, options.count = set(), len(options.only)
    elif options.quick:
        order = [mutant for mutant in order if mutant.path.startswith(_QUICK)]
    if options.list:
        for mutant in order:
            print("equivalent" if mutant.name in equivalents else "", mutant)
        print(f"{len(order)} mutants")
        return
    swift = shutil.which("swift")
    if os.geteuid() or not swift:
        sys.exit("run.py: needs root, and swift in PATH")
    try:
        trial = Trial(swift, options.quick)
        ends = put_all(order, equivalents, options.count, trial)
    finally:
        if not options.keep:
            shutil.rmtree(FOLDER, ignore_errors=True)
    made = ends["unit"] + ends["system"] + ends["survived"]
    print(f"{made} mutants: {ends['unit']} noticed by unit tests, {ends['system']} by system tests, "
          f"{ends['survived']} survived; of those drawn besides, {ends['no build']} do not compile and "
          f"{ends['equivalent']} make no difference")
    sys.exit(0 if made >= options.count and not ends["survived"] else 1)


if __name__ == "__main__":
    main()
