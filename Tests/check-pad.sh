#!/bin/sh
# Checks what the built pad needs and how it is linked. Usage: check-pad.sh FILE
set -eu
pad=$1
"$(dirname "$0")/check-hardening.sh" "$pad"

fail() {
    echo "not ok: $pad $1" >&2
    exit 1
}

dynamic=$(readelf -dW "$pad")
needed=$(printf '%s\n' "$dynamic" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort | tr '\n' ' ')
[ "$needed" = "libc.so.6 libm.so.6 libncursesw.so.6 libtinfo.so.6 " ] || fail "needs $needed"
"$pad" --version
echo "1 check of ${pad##*/} passed"
