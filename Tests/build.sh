#!/bin/sh
# Builds the unit tests in .build/tests, as the owner of the folder: one build for all that runs them.
# Usage: Tests/build.sh SWIFT
set -eu
cd "$(dirname "$0")/.."
[ "$#" = 1 ] || { echo "usage: Tests/build.sh SWIFT" >&2; exit 2; }
# The counters of coverage are atomic: tests run at once, and what a branch's count is told from are the others'.
exec Scripts/as-builder.sh "$1" build --build-tests --scratch-path .build/tests --enable-code-coverage \
    -Xswiftc -Xllvm -Xswiftc -instrprof-atomic-counter-update-all
