#!/bin/sh
# Checks what the built pad needs and how it is linked. Usage: check-pad.sh FILE
set -eu
pad=$1

fail() {
    echo "not ok: $pad $1" >&2
    exit 1
}

dynamic=$(readelf -dW "$pad")
headers=$(readelf -lW "$pad")
needed=$(printf '%s\n' "$dynamic" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort | tr '\n' ' ')
[ "$needed" = "libc.so.6 libm.so.6 libncursesw.so.6 libtinfo.so.6 " ] || fail "needs $needed"
case $dynamic in *RPATH* | *RUNPATH*) fail "has a library path of its own" ;; esac
case $dynamic in *BIND_NOW*) ;; *) fail "binds its functions late" ;; esac
case $dynamic in *PIE*) ;; *) fail "is at a fixed address" ;; esac
case $headers in *GNU_RELRO*) ;; *) fail "keeps its relocations writable" ;; esac
case $headers in *RWE*) fail "has memory that is writable and executable" ;; esac
"$pad" --version
echo "6 checks of ${pad##*/} passed"
