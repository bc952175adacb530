"""The pattern space of 3x3: rows for the table, and, as a program of its own, ten million patterns at random."""

import argparse
import json
import math
import statistics
import subprocess
import sys
from typing import NamedTuple

import table

PATTERNS = 389112
DRAWS = 10_000_000
LEAST_PROBABILITY = 0.001


class Count(NamedTuple):
    name: str
    way: str
    runs: int  # of one process
    share: float  # of --rounds


COUNTS = [
    Count("counting 3x3 by sets, beside C", "sets", runs=100, share=0.1),
    Count("counting 3x3 one by one, beside C", "search", runs=4, share=0.1),
]
MOST_OF_C = 1.5
RANKS = "ranks by three meters, of 0.5 s"
RANKS_LIMIT = 500_000_000  # nanoseconds
PART = "pattern space"


def names():
    return [f"{PART}: {name}" for name in [count.name for count in COUNTS] + [RANKS]]


def rows(ours, peer, rounds, only=""):
    """The rows whose names hold the word: our program beside the one in C, and the ranks beside their limit."""
    found = []
    few = rounds == 1
    for count in COUNTS:
        if only in f"{PART}: {count.name}":
            pairs = [(run(ours, count.way, count.runs), run(peer, count.way, count.runs))
                     for _ in range(1 if few else max(5, round(rounds * count.share)))]
            found.append(row(count.name, pairs, MOST_OF_C))
    if only in f"{PART}: {RANKS}":
        found.append(row(RANKS, [(run(ours, "ranks", 1), RANKS_LIMIT) for _ in range(1 if few else 9)], 1))
    return found


def run(program, way, runs):
    """Nanoseconds of CPU time."""
    words = output(program, way, runs)
    if int(words[0]) != PATTERNS:
        print(f"{program}: counts {words[0]} patterns instead of {PATTERNS}", file=sys.stderr)
        sys.exit(2)
    return float(words[1])


def output(program, way, number):
    return subprocess.run([program, way, str(number)], stdout=subprocess.PIPE, text=True, check=True).stdout.split()


def row(name, pairs, bar):
    ratios = sorted(ours / peer for ours, peer in pairs)
    ratio = statistics.median(ratios)
    # The 95 % interval of a median, by ranks.
    far = math.ceil(0.98 * math.sqrt(len(ratios)))
    middle = len(ratios) // 2
    return {
        "part": PART,
        "pair": name,
        "unit": "ns",
        "rounds": len(ratios),
        "ours": statistics.median(ours for ours, _ in pairs),
        "peer": statistics.median(peer for _, peer in pairs),
        "ratio": ratio,
        "low": ratios[max(0, middle - far)],
        "high": ratios[min(len(ratios) - 1, middle + far)],
        "bar": bar,
        "met": ratio <= bar,
    }


def probability(distance, freedom):
    """Of a chi-square so large or larger: its cube root is nearly normal (Wilson and Hilferty, PNAS 1931)."""
    spread = 2 / (9 * freedom)
    return math.erfc(((distance / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread) / math.sqrt(2)) / 2


def main():
    parser = argparse.ArgumentParser(prog="Benchmarks/space.sh")
    parser.add_argument("ours", help=argparse.SUPPRESS)
    parser.add_argument("peer", help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=401)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()

    found = rows(options.ours, options.peer, options.rounds)
    distance, freedom = map(float, output(options.ours, "draws", DRAWS))
    chance = probability(distance, freedom)
    if options.json:
        draws = {"draws": DRAWS, "chi_square": distance, "freedom": int(freedom), "probability": chance}
        print(json.dumps({"rows": found, "random": draws}, indent=2))
    else:
        print(table.plain(found))
        print(f"{DRAWS:,} patterns of length 4 at random: chi-square {distance:.1f} of {freedom:.0f} degrees of "
              f"freedom, p = {chance:.3f} (more than {LEAST_PROBABILITY})")
    if chance <= LEAST_PROBABILITY or not all(each["met"] for each in found):
        sys.exit(1)


if __name__ == "__main__":
    main()
