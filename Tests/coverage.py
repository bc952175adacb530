"""Judges the line coverage that llvm-cov has written in lcov's form. Usage: coverage.py FILE

Of lines that follow each other and that no test runs, uncovered.tsv names the first: file, text of the line, reason.
So a row holds wherever the line goes. Lines without a word, such as the brace behind a loop that is left by a return,
need no row."""

import pathlib
import re
import sys
from collections import defaultdict

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "Tests/uncovered.tsv"
# The least share of lines, in percent; the others are shown.
BARS = {"PatternGrid": 97, "PatternVault": 97, "PatternStroke": 97, "PAMModule": 95}
SHOWN = ["PatternControl", "CommandSupport", "Languages", "TerminalPad", "AskPass"]


def lines(path: str) -> dict[str, dict[int, int]]:
    """How often each line of each source was run."""
    found: dict[str, dict[int, int]] = {}
    counts: dict[int, int] = {}
    for row in pathlib.Path(path).read_text().splitlines():
        kind, _, value = row.partition(":")
        if kind == "SF":
            counts = found.setdefault(str(pathlib.Path(value).relative_to(ROOT)), {})
        elif kind == "DA":
            number, count = value.split(",")[:2]
            counts[int(number)] = max(counts.get(int(number), 0), int(count))
    return found


def gaps(counts: dict[int, int]) -> list[tuple[int, int]]:
    """First and last line of each run of lines that no test ran."""
    found: list[tuple[int, int]] = []
    is_open = False
    for number in sorted(counts):
        if counts[number]:
            is_open = False
        elif is_open:
            found[-1] = found[-1][0], number
        else:
            found.append((number, number))
            is_open = True
    return found


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    rows = [row.split("\t") for row in LIST.read_text().splitlines() if row and not row.startswith("#")]
    reasons = {(path, line): reason for path, line, reason in rows}
    all_lines = lines(sys.argv[1])
    problems = []
    totals: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for path, counts in sorted(all_lines.items()):
        target = path.split("/")[1]
        totals[target][0] += sum(count > 0 for count in counts.values())
        totals[target][1] += len(counts)
        if target not in BARS:
            continue
        text = (ROOT / path).read_text().split("\n")
        for first, last in gaps(counts):
            line = text[first - 1].strip()
            if not re.search(r"\w", "".join(text[first - 1:last])):
                continue
            reason = reasons.get((path, line))
            print(f"{path}:{first}-{last}: {reason or 'NOT RUN: ' + line}")
            if not reason:
                problems.append(f"{path}:{first}: no test runs {line!r}, and {LIST.name} gives no reason")
    for target in [*BARS, *SHOWN]:
        run, total = totals[target]
        share = 100 * run / total if total else 0
        bar = f", at least {BARS[target]} %" if target in BARS else ""
        print(f"{target:16}{share:6.2f} % of {total:5} lines{bar}" if total else f"{target:16}is not built here")
        if share < BARS.get(target, 0):
            problems.append(f"{target}: {share:.2f} % of the lines, not {BARS[target]}")
    print("The checker and the C wrappers are not in the tests' program or not counted: Tests/System runs them.")
    for problem in problems:
        print(f"coverage: {problem}", file=sys.stderr)
    if problems:
        sys.exit(1)
    print(f"coverage: {', '.join(BARS)} reach their bars, and what no test runs has its reason")


main()
