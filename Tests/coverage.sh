#!/bin/sh
# Shows how much of each part the unit tests run, and fails where that is too little, or where a line that no test
# runs is not in Tests/uncovered.tsv with the reason. As root: stores belong to root.
# Usage: coverage.sh [FOLDER]     FOLDER: the profiles of a run of the tests that was just made
set -eu
cd "$(dirname "$0")/.."
[ "$#" -le 1 ] || { echo "usage: coverage.sh [FOLDER]" >&2; exit 2; }
swift=$(Scripts/find-swift.sh)
tools=$(dirname "$(readlink -f "$swift")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

profiles=${1:-$work}
if [ "$#" = 0 ]; then
    Tests/build.sh "$swift"
    LLVM_PROFILE_FILE="$work/%p.profraw" "$swift" test --skip-build --scratch-path .build/tests
fi
# A test's process that may not write, or is killed, leaves less than a profile.
"$tools/llvm-profdata" merge --failure-mode=all --sparse "$profiles"/*.profraw -o "$work/all" 2>/dev/null
"$tools/llvm-cov" export --format=lcov --instr-profile="$work/all" \
    .build/tests/debug/pam_patternPackageTests.xctest >"$work/lines"
/usr/bin/python3 Tests/coverage.py "$work/lines"
