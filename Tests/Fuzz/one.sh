#!/bin/sh
# Fuzzes one target for a while, from what is committed and what was found before, and prints what of the
# sources that it is about was reached. Usage: one.sh SECONDS TARGET
set -eu
[ $# = 2 ] || { echo "usage: one.sh SECONDS TARGET" >&2; exit 2; }
seconds=$1 target=$2
cd "$(dirname "$0")/../.."
. Tests/Fuzz/targets.sh
sources=$(sources_of "$target")
[ -n "$sources" ] || { echo "one.sh: $target: no such target; there are: $targets" >&2; exit 2; }

fuzzer=.build/fuzz/release/pattern-fuzz
found=.build/fuzz/found/$target
mkdir -p "$found" .build/fuzz/crashes
world=$(mktemp -d -p /dev/shm)
trap 'rm -rf "$world"' EXIT
export FUZZ_TARGET="$target" FUZZ_WORLD="$world/fuzzed" FUZZ_MODULE="$PWD/.build/fuzz/module.so"
# A crash is libFuzzer's, not the Swift runtime's, which would wait for a debugger.
export SWIFT_BACKTRACE=enable=no LLVM_PROFILE_FILE=/dev/null

mkdir "$world/fuzzed"
words=Tests/Fuzz/Words/$target.dict
[ -e "$words" ] || words=
if ! "$fuzzer" -max_total_time="$seconds" -max_len=1024 -timeout=60 -rss_limit_mb=2048 -print_final_stats=1 -print_funcs=0 \
    -artifact_prefix=".build/fuzz/crashes/$target-" ${words:+-dict="$words"} "$found" "Tests/Fuzz/Corpus/$target" \
    >"$world/log" 2>&1; then
    grep -v -E '^#[0-9]+' "$world/log" | tail -n 60
    crash=$(sed -n 's/.*Test unit written to //p' "$world/log" | tail -n 1)
    echo "not ok: $target; again: Tests/Fuzz/again.sh $target $crash" >&2
    exit 1
fi

# What all inputs together reach, in lines; the profile is written when the process ends.
rm -rf "$world/fuzzed"
mkdir "$world/fuzzed"
LLVM_PROFILE_FILE=$world/profile "$fuzzer" -runs=0 "$found" "Tests/Fuzz/Corpus/$target" >"$world/again" 2>&1
tools=$(dirname "$(Scripts/find-swift.sh)")
"$tools/llvm-profdata" merge -o "$world/merged" "$world/profile"
# shellcheck disable=SC2086  # lists of names
"$tools/llvm-cov" export -summary-only -instr-profile "$world/merged" "$fuzzer" $sources |
    Tests/Fuzz/coverage.py "$target" "$world/log"
