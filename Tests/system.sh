#!/bin/sh
# Builds, and runs the system tests whose file or name holds a word, in a namespace of their own; fails
# where there is none. Usage: sudo Tests/system.sh WORD
set -eu
cd "$(dirname "$0")/.."
[ "$#" = 1 ] || { echo "usage: sudo Tests/system.sh WORD" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "system.sh: needs root: sudo Tests/system.sh WORD" >&2; exit 2; }
Scripts/as-builder.sh Scripts/build.sh "$(Scripts/find-swift.sh no-apt)" >&2
Tests/System/namespace.sh /usr/bin/python3 -m pytest -q Tests/System -k "$1" </dev/null
echo "ok: system tests of $1"
