#!/bin/sh
# Runs one input of a target again, as what was found says. Usage: again.sh TARGET FILE...
set -eu
[ $# -ge 2 ] || { echo "usage: again.sh TARGET FILE..." >&2; exit 2; }
target=$1
shift
build=$(cd "$(dirname "$0")/../.." && pwd)/.build/fuzz
world=$(mktemp -d -p /dev/shm)
trap 'rm -rf "$world"' EXIT
export FUZZ_TARGET="$target" FUZZ_WORLD="$world" FUZZ_MODULE="$build/module.so"
export SWIFT_BACKTRACE=enable=no LLVM_PROFILE_FILE=/dev/null
"$build/release/pattern-fuzz" "$@"
echo "ok: $target holds for $# inputs"
