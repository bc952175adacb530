#!/bin/sh
# Runs all system tests: two namespaces side by side, as most of their time is waiting; then, with the machine to
# themselves, those that measure time or run hundreds at once. Usage: sudo Tests/System/lanes.sh PYTHON
set -eu
cd "$(dirname "$0")/../.."
[ "$#" = 1 ] || { echo "usage: sudo Tests/System/lanes.sh PYTHON" >&2; exit 2; }
python=$1
second='fault_table fingerprint isolation languages locker_i3lock locker_swaylock locker_xscreensaver locker_xsecurelock
    locks package pam_auth_update self_service self_service_pkexec strong_line'
alone='kill_storm parallel timing'
logs=$(mktemp -d)
first=
trap 'rm -rf "$logs"; [ -z "$first" ] || kill "$first" 2>/dev/null || :' EXIT

files() { for name; do printf 'Tests/System/test_%s.py\n' "$name"; done; }
lane() { # NAME PYTEST'S-ARGUMENTS...
    log=$logs/$1
    shift
    Tests/System/namespace.sh "$python" -m pytest -q "$@" </dev/null >"$log" 2>&1
}

# shellcheck disable=SC2046,SC2086  # lists of names
{
    lane first Tests/System $(files $second $alone | sed 's/^/--ignore=/') &
    first=$!
    status=0
    lane second $(files $second) || status=$?
    wait "$first" || status=$?
    first=
    lane third $(files $alone) || status=$?
}
cat "$logs"/*
[ "$status" = 0 ]
awk '/^[0-9]+ passed/ { sum += $1 } END { print sum + 0, "passed in three lanes" }' "$logs"/*
