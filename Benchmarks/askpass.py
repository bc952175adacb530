"""How soon pattern-askpass shows its first frame, beside an empty GTK 4 window, and how soon a frame follows
the pointer. Usage: askpass.py [--check] [--json] ASKPASS MEASURING-ASKPASS WINDOW APPEAR, with DISPLAY set"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import time

import table

START_BAR, LATENCY_BAR = 1.3, 20.0
PERIOD = 1 / 250
# The pad's dots lie around here in a window at the top left corner.
CENTER, RADIUS = (184, 225), 90
# An empty window has GTK's own renderer, GL, and then the one that the pad takes.
PLAIN, ALIKE = "an empty window", "an empty window drawn by cairo"


def first_frame(appear: str, *words: str, **variables: str) -> float:
    """Milliseconds from exec to the first frame."""
    done = subprocess.run([appear, *words], env={**os.environ, **variables}, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, timeout=60, check=True)
    return float(done.stdout)


def compare_starts(askpass: str, window: str, appear: str, rounds: int) -> dict[str, float]:
    """All three in turns, each going first in every third round."""
    sides = [("ours", (askpass, "Pattern: "), {}), (PLAIN, (window,), {}),
             (ALIKE, (window,), {"GSK_RENDERER": "cairo"})]
    times: dict[str, list[float]] = {name: [] for name, _, _ in sides}
    for turn in range(rounds):
        for name, words, variables in sides[turn % 3:] + sides[:turn % 3]:
            times[name].append(first_frame(appear, *words, **variables))
    return {name: statistics.median(taken) for name, taken in times.items()}


def follow(measuring: str, seconds: float) -> tuple[list[int], float]:
    """Latencies in milliseconds while the pointer goes in circles, and events a second."""
    program = subprocess.Popen([measuring, "Pattern: "], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    hand = subprocess.Popen(["xdotool", "-"], stdin=subprocess.PIPE, text=True)
    subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", "^Pattern$"],
                   stdout=subprocess.DEVNULL, check=True, timeout=20)
    time.sleep(0.5)
    count, start = round(seconds / PERIOD), time.monotonic()
    for number in range(count):
        angle = number / 40
        hand.stdin.write(f"mousemove {round(CENTER[0] + RADIUS * math.cos(angle))}"
                         f" {round(CENTER[1] + RADIUS * math.sin(angle))}\n" + ("mousedown 1\n" * (number == 0)))
        hand.stdin.flush()
        time.sleep(max(0.0, start + (number + 1) * PERIOD - time.monotonic()))
    rate = count / (time.monotonic() - start)
    hand.stdin.write("key Escape\n")
    hand.stdin.close()
    hand.wait()
    program.terminate()
    _, said = program.communicate(timeout=20)
    subprocess.run(["xdotool", "mouseup", "1"], check=True)
    return [int(line.split()[1]) for line in said.splitlines() if line.startswith("latency ")], rate


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("programs", nargs=4)
    options = parser.parse_args()
    askpass, measuring, window, appear = options.programs
    starts = compare_starts(askpass, window, appear, options.rounds)
    latencies, rate = follow(measuring, options.seconds)
    if len(latencies) < options.seconds / PERIOD / 2:
        print(f"askpass.py: only {len(latencies)} events came to the window", file=sys.stderr)
        sys.exit(2)
    ratio = starts["ours"] / starts[ALIKE]
    p99 = statistics.quantiles(latencies, n=100)[98]
    median, plain = statistics.median(latencies), starts["ours"] / starts[PLAIN]
    if options.json:
        print(json.dumps({"rows": [
            table.row("pads", f"pattern-askpass, first frame beside {ALIKE}", starts["ours"], starts[ALIKE], START_BAR,
                      options.rounds),
            table.row("pads", f"pattern-askpass, first frame beside {PLAIN}", starts["ours"], starts[PLAIN], None,
                      options.rounds),
            table.row("pads", f"pattern-askpass, event to frame, p99, of {LATENCY_BAR:.0f} ms", p99, LATENCY_BAR, 1,
                      len(latencies))]}, indent=2))
    else:
        print(f"pattern-askpass, first frame   {starts['ours']:.0f} ms; {PLAIN} {starts[PLAIN]:.0f} ms, ratio"
              f" {plain:.2f}; {ALIKE} {starts[ALIKE]:.0f} ms, ratio {ratio:.2f} (bar {START_BAR})")
        print(f"pattern-askpass, event to frame, {rate:.0f} a second   median {median:.0f} ms,"
              f" p99 {p99:.1f} ms (bar {LATENCY_BAR:.0f} ms)")
    if options.check and (ratio > START_BAR or p99 > LATENCY_BAR):
        sys.exit(1)


if __name__ == "__main__":
    main()
