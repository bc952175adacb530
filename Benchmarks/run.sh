#!/bin/sh
# Authentication with pam_pattern beside its peers, by CPU time, on one account in a world of its own:
# a private mount and process namespace, so that nothing of this machine is changed. Then the pads,
# in a terminal and in a window. See README.md.
set -eu

usage='usage: sudo Benchmarks/run.sh [--check] [--json] [--rounds N] [--only WORD] [--module FILE]'
here=$(cd "$(dirname "$0")" && pwd)
top=$(dirname "$here")
module=

die() { printf 'run.sh: %s\n' "$1" >&2; exit 2; }

# sudo's secure_path hides a toolchain that was unpacked by hand.
find_swift() {
    for swift in "${SWIFT:-}" "$(command -v swift || :)" /opt/swift*/usr/bin/swift /usr/libexec/swift/bin/swift; do
        [ -x "$swift" ] && return
    done
    return 1
}

# Builds as the one who called sudo, so that the checkout stays theirs.
build() { # PRODUCT; the ones for Embedded Swift have a scratch folder of their own
    case $1 in
        patternctl | space-benchmark)
            set -- env "$swift" build --scratch-path "$top/.build/programs" --static-swift-stdlib --product "$1" ;;
        *) set -- env PATTERN_EMBEDDED=1 "$swift" build --scratch-path "$top/.build/embedded" --product "$1" ;;
    esac
    as_builder "$@" -c release --package-path "$top" --disable-local-rpath
}

build_window() { # SCRATCH [SETTING]
    as_builder env PATTERN_GTK=1 ${2:+"$2"} "$swift" build -c release --package-path "$top" \
        --scratch-path "$top/.build/$1" --static-swift-stdlib --disable-local-rpath --product pattern-askpass
}

as_builder() { # COMMAND...
    [ "${SUDO_UID:-0}" = 0 ] || set -- setpriv --reuid "$SUDO_UID" --regid "$SUDO_GID" --init-groups \
        env HOME="$(getent passwd "$SUDO_UID" | cut -d: -f6)" "$@"
    "$@" >&2
}

all=yes check=
left=$#
while [ "$left" -gt 0 ]; do
    option=$1
    shift
    left=$((left - 1))
    case $option in
        --check | --json)
            if [ "$option" = --check ]; then check=--check; else all=; fi
            set -- "$@" "$option" ;;
        --rounds | --only | --module)
            [ "$left" -gt 0 ] || die "$usage"
            [ "$option" = --rounds ] || all=
            if [ "$option" = --module ]; then module=$1; else set -- "$@" "$option" "$1"; fi
            shift
            left=$((left - 1)) ;;
        --help) echo "$usage"; exit ;;
        *) die "$usage" ;;
    esac
done
[ "$(id -u)" = 0 ] || die 'namespaces and accounts need root: use sudo'

space=$top/.build/programs/release/space-benchmark
patternctl=$top/.build/programs/release/patternctl
if find_swift; then
    { build space-benchmark && build patternctl; } || die 'patternctl or the benchmark of the pattern space could not be built'
    if [ -z "$module" ]; then
        { build pam_pattern && build pattern-chkpwd; } || die 'the module or its checker could not be built'
    fi
fi
[ -n "$module" ] || module=$top/.build/embedded/release/libpam_pattern.so
checker=$(dirname "$module")/pattern-chkpwd
for file in "$checker" "$space" "$patternctl"; do
    [ -f "$file" ] || die "$file: not built"
done
[ -f "$module" ] || die "$module: not built, and no Swift was found to build it with (set SWIFT=)"

status=0
unshare -m -p -f --kill-child --mount-proc "$here/stage.sh" "$(readlink /proc/self/ns/mnt)" "$module" "$checker" \
    --space "$space" --patternctl "$patternctl" "$@" || status=$?
if [ -n "$all" ] && [ "$status" -lt 2 ]; then
    if [ ! -e /usr/include/ncurses.h ]; then
        echo 'pattern-pad is left out: its header is missing (libncurses-dev)' >&2
    elif ! find_swift || ! build pattern-pad; then
        die 'pattern-pad could not be built'
    else
        echo
        "$here/pad.sh" "$top/.build/embedded/release/pattern-pad" ${check:+"$check"} || status=$?
    fi
    if ! pkg-config --exists gtk4 2>/dev/null ||
        ! command -v Xvfb >/dev/null || ! command -v xdotool >/dev/null; then
        echo 'pattern-askpass is left out: it takes libgtk-4-dev, xvfb and xdotool' >&2
    elif ! find_swift || ! build_window programs || ! build_window measure PATTERN_MEASURE=1; then
        die 'pattern-askpass could not be built'
    else
        "$here/askpass.sh" "$top/.build/programs/release/pattern-askpass" \
            "$top/.build/measure/release/pattern-askpass" ${check:+"$check"} || status=$?
    fi
fi
exit "$status"
