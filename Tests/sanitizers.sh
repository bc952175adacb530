#!/bin/sh
# Runs the unit tests with a sanitizer built into them, as root: stores belong to root.
# Usage: sanitizers.sh address|thread|all [OPTION OF SWIFT TEST...]
#   address   use of memory that is not there or no more; in C undefined behaviour, too, which traps
#   thread    memory that two threads use at once
set -eu
kinds=${1-}
case $kinds in
address | thread) shift ;;
all) kinds="address thread" && shift ;;
*) sed -n 's/^# \(Usage.*\)/\1/p' "$0" >&2 && exit 2 ;;
esac
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "sanitizers.sh: needs root" >&2; exit 2; }
swift=$(Scripts/find-swift.sh)

# What can't: it looks at all memory of a process, where a sanitizer keeps what was freed.
skipped=SecretMemoryTests
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=$work/log
total=0

logged() {
    "$@" >"$log" 2>&1 || {
        cat "$log" >&2
        exit 1
    }
}

for kind in $kinds; do
    options="--sanitize=$kind --scratch-path .build/$kind"
    [ "$kind" = thread ] || options="$options -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined"
    # shellcheck disable=SC2086  # lists of options
    logged Scripts/as-builder.sh "$swift" build --build-tests $options
    # Leaks are valgrind's part: exit tests leave all that they have. No memory is an answer, not an end.
    # shellcheck disable=SC2086
    logged env TMPDIR="$work" ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
        TSAN_OPTIONS=halt_on_error=1:allocator_may_return_null=1 \
        "$swift" test --skip-build $options --skip "$skipped" "$@"
    count=$(sed -n 's/.*Test run with \([0-9]*\) tests\?.* passed.*/\1/p' "$log" | tail -n 1)
    echo "$kind: $count tests"
    total=$((total + count))
done
test "$total" -gt 0
echo "$total tests passed under sanitizers: $kinds"
