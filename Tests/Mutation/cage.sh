#!/bin/sh
# Runs a command, as root, where a broken program can do no harm: it sees no other process, and what it
# writes to /etc, /var and its temporary folder lives in memory. Usage: cage.sh FOLDER COMMAND [ARGUMENT...]
set -eu
[ "$(id -u)" = 0 ] || { echo "cage.sh: must run as root" >&2; exit 2; }
[ "$#" -gt 1 ] || { echo "usage: cage.sh FOLDER COMMAND [ARGUMENT...]" >&2; exit 2; }
if [ "${PATTERN_CAGE:-}" != inside ]; then
    PATTERN_CAGE=inside exec unshare --mount --pid --fork --kill-child --mount-proc \
        --propagation private "$0" "$@"
fi
unset PATTERN_CAGE
folder=$1
shift

mkdir -p "$folder"
mount -t tmpfs -o mode=1777 tmpfs "$folder"
for name in etc var; do
    mkdir -p "$folder/.upper/$name" "$folder/.work/$name"
    mount -t overlay -o "lowerdir=/$name,upperdir=$folder/.upper/$name,workdir=$folder/.work/$name" \
        overlay "/$name"
done
export TMPDIR="$folder"
# Not exec: as the first process here it would have to take over what others leave behind.
prlimit --as=12884901888 "$@"
