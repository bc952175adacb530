#!/bin/sh
# Kills a namespace of the tests in the middle of its work (kill -9), and checks that neither a
# process nor a file nor a mount of it is left on this machine. Usage: check-namespace.sh, as root
set -eu
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

state() {
    cat /proc/mounts
    ls -A /dev /run /var/lib /usr/bin /etc /etc/pam.d /etc/security
    cat /etc/passwd /etc/group
}

state >"$scratch/before"
mkfifo "$scratch/alive"
# Each process in there holds the pipe open; its reader sees the end when the last one has died.
# shellcheck disable=SC2016  # the inner shell's variables
"$here/namespace.sh" sh -c 'exec 9>"$0"
    for folder in /etc /usr/bin /var/lib /run /dev; do : >"$folder/pattern-tests-left-this"; done
    setsid sleep 10000 &
    echo ready >&9
    sleep 10000' "$scratch/alive" &
outside=$!
exec 8<"$scratch/alive"
read -r line <&8
[ "$line" = ready ]
kill -9 "$outside"
wait "$outside" || true
cat <&8 >/dev/null
state | diff "$scratch/before" -
echo "ok: a killed namespace leaves nothing"
