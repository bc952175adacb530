#!/bin/sh
# Puts the fewest inputs that reach what all found ones reach into the committed corpus, small ones first.
# Usage: keep.sh [TARGET...]   (after run.sh; all targets unless named)
set -eu
cd "$(dirname "$0")/../.."
. Tests/Fuzz/targets.sh
[ $# -gt 0 ] || eval "set -- $targets"
export SWIFT_BACKTRACE=enable=no LLVM_PROFILE_FILE=/dev/null FUZZ_MODULE="$PWD/.build/fuzz/module.so"
world=$(mktemp -d -p /dev/shm)
trap 'rm -rf "$world"' EXIT
for target; do
    kept=Tests/Fuzz/Corpus/$target
    rm -rf "$world/kept" "$world/fuzzed"
    mkdir -p "$kept" "$world/kept" "$world/fuzzed" ".build/fuzz/found/$target"
    # By edges alone, not by how often each is passed: that keeps it small. What once was a fault stays.
    FUZZ_TARGET=$target FUZZ_WORLD="$world/fuzzed" .build/fuzz/release/pattern-fuzz -set_cover_merge=1 \
        -use_counters=0 "$world/kept" "$kept" ".build/fuzz/found/$target" >"$world/log" 2>&1
    find "$kept" -name 'fault-*' -exec cp {} "$world/kept" \;
    rm -rf "$kept"
    cp -r "$world/kept" "$kept"
    echo "$target: $(find "$kept" -type f | wc -l) inputs, $(du -sb --apparent-size "$kept" | cut -f 1) bytes"
done
echo "ok: $(du -sb Tests/Fuzz/Corpus | cut -f 1) bytes in all"
