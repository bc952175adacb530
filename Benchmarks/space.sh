#!/bin/sh
# The pattern space alone: counting beside plain C, the ranks, and ten million patterns at random. Needs no
# root. Usage: space.sh [--rounds N] [--json]; exits 1 when a bar is missed, 2 when it could not be measured.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(dirname "$here")
swift=$("$top/Scripts/find-swift.sh" no-apt) || exit 2

"$swift" build -c release --package-path "$top" --scratch-path "$top/.build/programs" --static-swift-stdlib \
    --disable-local-rpath --product space-benchmark >&2 || exit 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"${CC:-cc}" -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror "$here/space.c" -o "$scratch/space" || exit 2
python3 -B "$here/space.py" "$top/.build/programs/release/space-benchmark" "$scratch/space" "$@"
