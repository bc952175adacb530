#!/bin/sh
# Checks what the built module is to the programs that load it. Usage: check-module.sh FILE
set -eu
module=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
stripped=$scratch/pam_pattern.so
strip -o "$stripped" "$module"
"$(dirname "$0")/check-hardening.sh" "$stripped"
dynamic=$(readelf -dW "$stripped")
count=0

check() { # WHAT COMMAND...
    what=$1
    shift
    if ! "$@"; then
        echo "not ok: $what" >&2
        exit 1
    fi
    count=$((count + 1))
    echo "ok: $what"
}

# An argument of check can't be a pipeline; these can.
is() { [ "$1" = "$2" ]; }
has() { printf '%s\n' "$1" | grep -Eq -- "$2"; }
hasnt() { ! has "$@"; }
entries() { printf '%s\n' "$dynamic" | sed -n "s/.*($1).*\[\(.*\)\]/\1/p" | sort | paste -s -d ' '; }

exported=$(nm -D --defined-only "$stripped" | sed 's/.* //; s/@.*//' | sort | paste -s -d ' ')
check "exports pam_sm_* and nothing else" is "$exported" "pam_sm_authenticate pam_sm_setcred"
imported=$(nm -D --undefined-only "$stripped")
check "leaves the host's locale and language as they are" hasnt "$imported" ' (setlocale|newlocale|uselocale|(bind_?)?textdomain.*)(@|$)'
check "reads no environment variable" hasnt "$imported" ' (secure_)?getenv(@|$)| environ(@|$)'
check "needs libpam, libcrypt and libc alone" is "$(entries NEEDED)" "libc.so.6 libcrypt.so.1 libpam.so.0"
check "is called pam_pattern.so" is "$(entries SONAME)" "pam_pattern.so"
check "is under 150 kB" test "$(stat -c %s "$stripped")" -lt 150000
check "stays loaded" has "$dynamic" 'FLAGS_1.* NODELETE'
check "loads with everything resolved" /usr/bin/python3 -c \
    'import ctypes, os, sys; ctypes.CDLL(sys.argv[1], os.RTLD_NOW)' "$stripped"
echo "$count checks of the module passed"
