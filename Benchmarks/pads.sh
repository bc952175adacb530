#!/bin/sh
# Builds the pads that can be built here, and measures them into FOLDER/*.json. Usage: pads.sh SWIFT FOLDER [quick]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
built=$(dirname "$here")/.build
swift=$1 folder=$2 quick=${3-}

if [ ! -e /usr/include/ncurses.h ]; then
    echo 'pattern-pad is left out: its header is missing (libncurses-dev)' >&2
else
    "$here/build.sh" "$swift" pattern-pad
    "$here/pad.sh" "$built/embedded/release/pattern-pad" --json ${quick:+--rounds 1 --seconds 1} >"$folder/pad.json" ||
        exit 2
fi
if [ -n "$quick" ]; then
    echo 'pattern-askpass is left out: it takes a build of its own' >&2
elif ! pkg-config --exists gtk4 2>/dev/null || ! command -v Xvfb >/dev/null || ! command -v xdotool >/dev/null; then
    echo 'pattern-askpass is left out: it takes libgtk-4-dev, xvfb and xdotool' >&2
else
    "$here/build.sh" "$swift" pattern-askpass pattern-askpass-measure
    "$here/askpass.sh" "$built/programs/release/pattern-askpass" "$built/measure/release/pattern-askpass" --json \
        >"$folder/window.json" || exit 2
fi
