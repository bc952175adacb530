#!/bin/sh
# How soon pattern-askpass is there and how soon it follows the pointer, see README.md. Needs no root.
# Usage: askpass.sh ASKPASS MEASURING-ASKPASS [--check] [--json] [--rounds N] [--seconds N]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 1 ] || {
    echo "usage: askpass.sh ASKPASS MEASURING-ASKPASS [--check] [--json] [--rounds N] [--seconds N]" >&2
    exit 2
}
askpass=$1 measuring=$2
shift 2
scratch=$(mktemp -d)
server=
finish() {
    [ -z "$server" ] || kill "$server"
    rm -rf "$scratch"
}
trap finish EXIT
# As it is installed.
strip -o "$scratch/pattern-askpass" "$askpass"
compile() { # NAME LIBRARIES...
    name=$1
    shift
    # shellcheck disable=SC2046  # words
    "${CC:-cc}" -std=gnu11 -O2 -Wall -Wextra -Werror "$here/$name.c" -o "$scratch/$name" "$@"
}
# shellcheck disable=SC2046  # words
compile window $(pkg-config --cflags --libs gtk4)
compile appear -lX11

mkfifo "$scratch/display"
Xvfb -displayfd 3 -screen 0 800x700x24 -nolisten tcp -noreset 3>"$scratch/display" >/dev/null 2>&1 &
server=$!
read -r display <"$scratch/display"
DISPLAY=:$display GTK_A11Y=none GSETTINGS_BACKEND=memory python3 -B "$here/askpass.py" "$@" \
    "$scratch/pattern-askpass" "$measuring" "$scratch/window" "$scratch/appear"
