"""Measures the pairs of pairs.py, the pattern space and the audit, and prints them as JSON; see run.sh."""

import argparse
import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys

import audit
import facts
import pairs
import peers
import space
import world

USERS, AT_ONCE = (1, 1_000, 100_000), (1, 2, 4, 8, 16, 32, 64)
QUICK_USERS, QUICK_AT_ONCE = (1, 10, 100), (1, 2)
QUICK_CREDENTIALS = 20
COUNTED_ROUNDS = 3
SPARE_CODES = 10  # for warming up


def command(pair, options):
    """The host for one pair, both sides in one process, in turns."""
    words = ["--cost", pair.cost, "--span", pair.span]
    if pair.at_once:
        words += ["--at-once", str(pair.at_once)]
    if pair.cost in ("cpu", "wall"):  # else it is measured what loading them brings
        for module in sorted(pair.a.modules() | pair.b.modules() | world.modules("other")):
            words += ["--keep", f"{options.security}/{module}"]
    return [options.host, *words]


def run(words, pair):
    as_user = world.identity(pair.a.user) if pair.unprivileged else {}
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **as_user)
    if done.returncode != 0:
        print(f"{pair.full_name}: {done.stderr.strip()}", file=sys.stderr)
        sys.exit(2)
    return done


def measure(pair, options, made):
    """One run of the host, and where it is asked for two more under callgrind."""
    print(f"measuring {pair.full_name}", file=sys.stderr, flush=True)
    rounds = max(1, round(options.rounds * pair.share))
    with made.crowd(pair.at_once) if pair.at_once else contextlib.nullcontext():
        peers.provide_codes(rounds + SPARE_CODES)
        sides = [side.text(made.hashes) for side in (pair.a, pair.b)]
        host = command(pair, options)
        done = run([*host, "--rounds", str(rounds), "--a", sides[0], "--b", sides[1]], pair)
        found = row(pair, done.stdout)
        if options.instructions and pair.counted:
            counts = []
            for side in sides:
                peers.provide_codes(COUNTED_ROUNDS + SPARE_CODES)
                instructions = count_instructions(host, side, pair)
                peers.provide_codes(COUNTED_ROUNDS + SPARE_CODES)
                fewer = count_calls(host, side, pair, 1)
                peers.provide_codes(COUNTED_ROUNDS + SPARE_CODES)
                calls = count_calls(host, side, pair, 1 + COUNTED_ROUNDS)
                counts.append((instructions, (calls - fewer) / COUNTED_ROUNDS))
            found["instructions"], found["system_calls"] = zip(*counts)
    return found


def row(pair, line):
    rounds, ours, peer, ratio, low, high = map(float, line.split())
    return {
        "part": pair.part,
        "pair": pair.name,
        "unit": pairs.UNITS[pair.cost],
        "rounds": int(rounds),
        "ours": ours,
        "peer": peer,
        "ratio": ratio,
        "low": low,
        "high": high,
        "bar": pair.bar,
        "met": pair.bar is None or ratio <= pair.bar,
    }


def count_instructions(host, side, pair):
    """Those of one check outside the kernel, by callgrind."""
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--collect-atstart=no",
                "--toggle-collect=measured_check"]
    done = run([*valgrind, *host, "--rounds", str(COUNTED_ROUNDS), "--a", side], pair)
    return int(found_in(done.stderr, r"Collected *: (\d+)", pair)) / COUNTED_ROUNDS


def count_calls(host, side, pair, rounds):
    """System calls of so many checks and what comes before them, without reading clocks, by strace."""
    strace = ["strace", "-f", "-c", "-o", "/run/benchmark/calls", "-e", "trace=!clock_gettime,getrusage"]
    run([*strace, *host, "--rounds", str(rounds), "--a", side], pair)
    table = pathlib.Path("/run/benchmark/calls").read_text()
    return int(found_in(table, r"100\.00 +\S+ +\S+ +(\d+).* total", pair))


def found_in(text, pattern, pair):
    found = re.search(pattern, text)
    if found is None:
        print(f"{pair.full_name}: no count in {text}", file=sys.stderr)
        sys.exit(2)
    return found.group(1)


def main():
    parser = argparse.ArgumentParser(prog="Benchmarks/run.sh")
    for name in ("host", "security", "checker", "space", "space-peer", "patternctl", "gain"):
        parser.add_argument(f"--{name}", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--disk", required=True, type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=401)
    parser.add_argument("--only", default="", metavar="WORD")
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()

    users, at_once = (QUICK_USERS, QUICK_AT_ONCE) if options.quick else (USERS, AT_ONCE)
    if options.quick:
        options.rounds = 1
    known = pairs.pairs(options.security, users, at_once, options.disk)
    chosen = [pair for pair in known if options.only in pair.full_name]
    others = [*space.names(), *audit.names()]
    if not chosen and not any(options.only in name for name in others):
        parser.error(f"no pair has '{options.only}' in its name")
    os.umask(0o022)
    found = []
    if chosen:
        made = world.build(options.host, options.security, options.checker, users, options.disk)
        found = [measure(pair, options, made) for pair in chosen]
    found += space.rows(options.space, options.space_peer, options.rounds, options.only)
    credentials = QUICK_CREDENTIALS if options.quick else audit.CREDENTIALS
    found += audit.rows(options.patternctl, options.gain, options.rounds, options.only, credentials)
    json.dump({"facts": facts.gather(options), "rows": found}, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
