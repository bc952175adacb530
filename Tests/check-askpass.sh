#!/bin/sh
# Checks what the built window needs and how it is linked. Usage: check-askpass.sh FILE
set -eu
askpass=$1

fail() {
    echo "not ok: $askpass $1" >&2
    exit 1
}

dynamic=$(readelf -dW "$askpass")
headers=$(readelf -lW "$askpass")
needed=$(printf '%s\n' "$dynamic" | sed -n 's/.*(NEEDED).*\[\(.*\)\.so.*\]/\1/p' | sort | tr '\n' ' ')
case $needed in *libcrypt* | *libpam* | *libncurses* | *libswift* | *Foundation* | *libdispatch*) fail "needs $needed" ;; esac
case $needed in *libgtk-4*) ;; *) fail "needs no GTK" ;; esac
case $dynamic in *RPATH* | *RUNPATH*) fail "has a library path of its own" ;; esac
case $dynamic in *BIND_NOW*) ;; *) fail "binds its functions late" ;; esac
case $dynamic in *PIE*) ;; *) fail "is at a fixed address" ;; esac
case $headers in *GNU_RELRO*) ;; *) fail "keeps its relocations writable" ;; esac
case $headers in *RWE*) fail "has memory that is writable and executable" ;; esac
# What Benchmarks/askpass.sh builds in, to look inside.
! grep -q 'latency ' "$askpass" || fail "measures itself"
DISPLAY='' WAYLAND_DISPLAY='' "$askpass" --version
echo "8 checks of ${askpass##*/} passed"
