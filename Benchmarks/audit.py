"""What patternctl audit gains from a second processor, beside what two bare processes gain from it.

A row for the table: 1,000 credentials, wall time. Usable by itself: audit.py PATTERNCTL GAIN, see gain.c.
"""

import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

NAME = "gain of two processors over one"
CREDENTIALS = 1000
COST = 5
TEXT = "3x3:2-9-4-3-8-1"
LEAST_SHARE = 0.9  # of the gain of crypt_rn alone


def names():
    return [f"audit: {NAME}"]


def rows(patternctl, gain, rounds, only="", credentials=CREDENTIALS):
    """The row, if its name holds the word. The ratio is the bare gain over the audit's."""
    processors = sorted(os.sched_getaffinity(0))[:2]
    if only not in f"audit: {NAME}":
        return []
    if len(processors) < 2:
        print("audit.py: one processor: nothing to gain from another", file=sys.stderr)
        return []
    found = []
    with tempfile.TemporaryDirectory() as folder:
        store = make_store(pathlib.Path(folder) / "store", gain, credentials)
        for _ in range(max(1, round(rounds * 0.0075))):
            found.append([
                audit(patternctl, store, processors, credentials), bare(gain, processors, 2, credentials),
                audit(patternctl, store, processors[:1], credentials), bare(gain, processors[:1], 1, credentials)])
    ratios = sorted((bare_one / bare_two) / (one / two) for two, bare_two, one, bare_one in found)
    far = math.ceil(0.98 * math.sqrt(len(ratios)))
    middle = len(ratios) // 2
    ratio = statistics.median(ratios)
    return [{
        "part": "audit",
        "pair": NAME,
        "unit": "ns",
        "rounds": len(found),
        "ours": statistics.median(row[0] for row in found) / credentials,
        "peer": statistics.median(row[1] for row in found) / credentials,
        "gain": statistics.median(row[2] / row[0] for row in found),
        "peer_gain": statistics.median(row[3] / row[1] for row in found),
        "ratio": ratio,
        "low": ratios[max(0, middle - far)],
        "high": ratios[min(len(ratios) - 1, middle + far)],
        "bar": 1 / LEAST_SHARE,
        "met": ratio <= 1 / LEAST_SHARE,
    }]


def make_store(path, gain, credentials):
    hashed = subprocess.check_output([gain, "hash", str(COST), TEXT], text=True).strip()
    for name in ("credentials", "attempts"):
        (path / name).mkdir(parents=True)
        (path / name).chmod(0o750)
    path.chmod(0o755)
    for uid in range(100_000, 100_000 + credentials):
        file = path / "credentials" / str(uid)
        file.write_text(
            f"pam_pattern credential 1\nuid={uid}\nname=user{uid}\ngrid=3x3\nenrolled=1764486000\nhash={hashed}\n")
        file.chmod(0o640)
    return path


def on(processors, *command):
    return ["taskset", "-c", ",".join(map(str, processors)), *map(str, command)]


def audit(patternctl, store, processors, credentials):
    """Nanoseconds of one guess on each credential."""
    start = time.monotonic()
    run = subprocess.run(
        on(processors, patternctl, "audit", "--top=1", f"--store={store}"), stdout=subprocess.PIPE, text=True)
    taken = time.monotonic() - start
    if run.returncode != 0 or run.stdout != f"None of {credentials} patterns is among the first guess.\n":
        print(f"patternctl audit: exit {run.returncode}, {run.stdout!r}", file=sys.stderr)
        sys.exit(2)
    return taken * 1e9


def bare(gain, processors, processes, credentials):
    """Nanoseconds of as many hashes."""
    command = on(processors, gain, processes, credentials, COST, TEXT)
    return float(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout) * 1e3


def tell(row):
    return (f"audit of {CREDENTIALS:,} credentials at cost {COST}: {row['gain']:.2f} times as fast on two processors, "
            f"crypt_rn alone {row['peer_gain']:.2f}: {1 / row['ratio']:.2f} of it (at least {LEAST_SHARE})")


def main():
    parser = argparse.ArgumentParser(prog="Benchmarks/audit.py")
    parser.add_argument("patternctl")
    parser.add_argument("gain")
    parser.add_argument("--rounds", type=int, default=401)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = rows(options.patternctl, options.gain, options.rounds)
    for row in found:
        print(json.dumps(row, indent=2) if options.json else tell(row))
    if not all(row["met"] for row in found):
        sys.exit(1)


if __name__ == "__main__":
    main()
