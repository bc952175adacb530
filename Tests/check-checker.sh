#!/bin/sh
# Checks that the built checker is what a set-group-ID program may be. Usage: check-checker.sh FILE
set -eu
checker=$1
"$(dirname "$0")/check-hardening.sh" "$checker"

fail() {
    echo "not ok: $checker $1" >&2
    exit 1
}

dynamic=$(readelf -dW "$checker")
needed=$(printf '%s\n' "$dynamic" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort | tr '\n' ' ')
[ "$needed" = "libc.so.6 libcrypt.so.1 " ] || fail "needs $needed"
if nm -D "$checker" | grep -E ' U (getenv|secure_getenv|setlocale|system|popen|execv)'; then
    fail "reads its environment or runs programs"
fi
[ "$(stat -c %s "$checker")" -lt 150000 ] || fail "is larger than 150 kB"
# Without its rights and a request it says so in a frame, and ends with 1.
status=0
answer=$("$checker" </dev/null | tr -d '\0' | head -c 8) || status=$?
[ "$answer" = PAMPAT-1 ] || fail "answers with '$answer' ($status)"
echo "4 checks of ${checker##*/} passed"
