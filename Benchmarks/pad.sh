#!/bin/sh
# How soon pattern-pad is there and how soon it follows the pointer, see README.md. Needs no root.
# Usage: pad.sh PAD [--check] [--json] [--rounds N] [--seconds N]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || { echo "usage: pad.sh PAD [--check] [--json] [--rounds N] [--seconds N]" >&2; exit 2; }
pad=$1
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# As it is installed.
strip -o "$scratch/pattern-pad" "$pad"
"${CC:-cc}" -std=c11 -O2 -Wall -Wextra -Werror "$here/frame.c" -o "$scratch/frame" -lncursesw
python3 -B "$here/pad.py" "$@" "$scratch/pattern-pad" "$scratch/frame"
