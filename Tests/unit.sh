#!/bin/sh
# Runs the unit tests whose suite or name holds a word; fails where there is none. Usage: Tests/unit.sh WORD
set -eu
cd "$(dirname "$0")/.."
[ "$#" = 1 ] || { echo "usage: Tests/unit.sh WORD" >&2; exit 2; }
swift=$(Scripts/find-swift.sh no-apt)
output=$(Scripts/as-builder.sh "$swift" test --scratch-path .build/tests --filter "$1" 2>&1) || {
    printf '%s\n' "$output" >&2
    exit 1
}
count=$(printf '%s\n' "$output" | sed -n 's/.*Test run with \([0-9]*\) tests\?.* passed.*/\1/p' | tail -n 1)
[ "${count:-0}" -gt 0 ] || { echo "unit.sh: $1: no unit test has this word in its name" >&2; exit 1; }
echo "ok: $count unit tests of $1"
