"""Measures the pairs and prints them as a table or as JSON; with --check, exits 1 when a bar is missed."""

import argparse
import json
import subprocess
import sys
from typing import NamedTuple, Optional

import audit
import space
import world


class Side(NamedTuple):
    service: str  # of world.SERVICES, or "crypt": the hash alone
    user: str
    secret: str


class Pair(NamedTuple):
    name: str
    a: Side
    b: Side
    span: str = "whole"  # pam_start to pam_end; "authenticate" is pam_authenticate alone
    share: float = 1  # of --rounds
    bar: Optional[float] = None  # what the ratio A/B may be at most
    counting: bool = False  # the bar stands once tries are counted, as the peer does
    unprivileged: bool = False  # run by the account itself, so that both sides start their helpers


PATTERN = Side("pattern", "alice", world.TYPED)
SLOW_PATTERN = Side("pattern", "bob", world.TYPED)


def peer(service, user="alice"):
    """What every other side is given: the hashed text itself as the password."""
    return Side(service, user, world.DRAWN)


# One row a pair. A new peer is a service in world.py and a row here.
PAIRS = [
    Pair("pam_unix", PATTERN, peer("unix"), bar=0.7),
    Pair("pam_pwdfile, one user", PATTERN, peer("pwdfile"), bar=1.1),
    Pair("pam_faillock around pam_unix", PATTERN, peer("faillock"), bar=0.7, counting=True),
    Pair("unix_chkpwd, by our checker", PATTERN, peer("unix"), share=0.5, unprivileged=True),
    Pair("floor: sha512crypt", PATTERN, peer("crypt"), span="authenticate"),
    Pair("floor: yescrypt, cost 7", SLOW_PATTERN, peer("crypt", "bob"), span="authenticate", share=0.1),
    Pair("itself (the noise)", PATTERN, PATTERN),
]


def measure(pair, options, hashes):
    """One run of the host: both sides in one process, in turns."""
    command = [options.host, "--span", pair.span, "--rounds", str(max(1, round(options.rounds * pair.share)))]
    for flag, side in (("--a", pair.a), ("--b", pair.b)):
        if side.service == "crypt":
            command += [flag, f"crypt:{hashes[side.user]}:{side.secret}"]
            continue
        command += [flag, f"{world.CONFDIR}/{side.service}:{side.user}:{side.secret}"]
        for module in sorted(world.modules(side.service)):
            command += ["--keep", f"{options.security}/{module}"]
    run = subprocess.run(
        command, stdout=subprocess.PIPE, text=True, **(world.identity(pair.a.user) if pair.unprivileged else {}))
    if run.returncode != 0:
        sys.exit(2)
    rounds, cost, peer_cost, ratio, low, high = map(float, run.stdout.split())
    bar = None if pair.counting and not world.counts_tries() else pair.bar
    return {
        "pair": pair.name,
        "span": pair.span,
        "rounds": int(rounds),
        "microseconds": cost,
        "peer_microseconds": peer_cost,
        "ratio": ratio,
        "low": low,
        "high": high,
        "bar": bar,
        "met": bar is None or ratio <= bar,
    }


def print_table(rows):
    print(f"{'pam_pattern against':<30} {'us':>9} {'peer us':>9} {'ratio':>7}   {'95 % interval':<16} bar")
    for row in rows:
        interval = f"{row['low']:.3f} to {row['high']:.3f}"
        bar = "" if row["bar"] is None else f"{row['bar']:.2f}" + ("" if row["met"] else " MISSED")
        line = f"{row['pair']:<30} {row['microseconds']:>9.1f} {row['peer_microseconds']:>9.1f} {row['ratio']:>7.3f}"
        print(f"{line}   {interval:<16} {bar}".rstrip())


def main():
    parser = argparse.ArgumentParser(prog="Benchmarks/run.sh")
    parser.add_argument("--host", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--security", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--checker", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--space", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--space-peer", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--patternctl", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--gain", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=401)
    parser.add_argument("--only", default="", metavar="WORD")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()

    chosen = [pair for pair in PAIRS if options.only in pair.name]
    others = [*space.names(), *audit.names()]
    if not chosen and not any(options.only in name for name in others):
        parser.error(f"no pair has '{options.only}' in its name")
    hashes = world.build(options.host, options.security, options.checker) if chosen else {}
    rows = [measure(pair, options, hashes) for pair in chosen]
    rows += space.rows(options.space, options.space_peer, options.rounds, options.only)
    gains = audit.rows(options.patternctl, options.gain, options.rounds, options.only)
    rows += gains
    if options.json:
        print(json.dumps(rows, indent=2))
    else:
        print_table(rows)
        for row in gains:
            print(audit.tell(row))
    missed = [row["pair"] for row in rows if not row["met"]]
    if options.check and missed:
        print(f"missed: {', '.join(missed)}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
