#!/bin/sh
# Checks what the built window needs and how it is linked. Usage: check-askpass.sh FILE
set -eu
askpass=$1
"$(dirname "$0")/check-hardening.sh" "$askpass"

fail() {
    echo "not ok: $askpass $1" >&2
    exit 1
}

dynamic=$(readelf -dW "$askpass")
needed=$(printf '%s\n' "$dynamic" | sed -n 's/.*(NEEDED).*\[\(.*\)\.so.*\]/\1/p' | sort | tr '\n' ' ')
case $needed in *libcrypt* | *libpam* | *libncurses* | *libswift* | *Foundation* | *libdispatch*) fail "needs $needed" ;; esac
case $needed in *libgtk-4*) ;; *) fail "needs no GTK" ;; esac
# What Benchmarks/askpass.sh builds in, to look inside.
! grep -q 'latency ' "$askpass" || fail "measures itself"
DISPLAY='' WAYLAND_DISPLAY='' "$askpass" --version
echo "3 checks of ${askpass##*/} passed"
