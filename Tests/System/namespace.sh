#!/bin/sh
# Runs a command, as root, where the system tests can do no harm: in mount and process namespaces of
# its own with /dev and /run apart and /etc, /var and /usr overlaid, the product installed, and the
# accounts of ./users. All of it lives in memory and is gone with the last process, kill -9 or not.
# Usage: namespace.sh COMMAND [ARGUMENT...]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
[ "$(id -u)" = 0 ] || { echo "namespace.sh: must run as root" >&2; exit 2; }
[ "$#" -gt 0 ] || { echo "usage: namespace.sh COMMAND [ARGUMENT...]" >&2; exit 2; }
if [ "${PATTERN_TEST_STAGE:-}" != inside ]; then
    PATTERN_TEST_STAGE=inside exec unshare --mount --pid --fork --kill-child --mount-proc \
        --propagation private "$here/namespace.sh" "$@"
fi
unset PATTERN_TEST_STAGE

# What the tests use of the real system stays visible below $world/host, to compare.
mount -t tmpfs -o mode=0755 tmpfs /run
world=/run/pattern-tests
mkdir -p "$world/host" "$world/tmp" "$world/home" /run/lock
chmod 1777 "$world/tmp"
: > /run/utmp
for folder in dev etc usr var; do
    mkdir "$world/host/$folder"
    mount --bind "/$folder" "$world/host/$folder"
done

mount -t tmpfs -o mode=0755 tmpfs /dev
for node in null zero full random urandom tty; do
    : > "/dev/$node"
    mount --bind "$world/host/dev/$node" "/dev/$node"
done
mkdir -m 0755 /dev/pts
mkdir -m 1777 /dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 devpts /dev/pts
ln -s pts/ptmx /dev/ptmx
ln -s /proc/self/fd /dev/fd

# Nothing is written into the checkout; bound first, since it may lie below a folder that is covered.
mkdir "$world/checkout"
mount --bind -o ro "$root" "$world/checkout"
for folder in etc usr var; do
    mkdir -p "$world/upper/$folder" "$world/work/$folder"
    mount -t overlay -o "lowerdir=/$folder,upperdir=$world/upper/$folder,workdir=$world/work/$folder" \
        overlay "/$folder"
done
cd "$world/checkout"

"$world/checkout/Tests/System/product.sh"
"$world/checkout/Tests/System/accounts.sh" "$world/home"

export PATTERN_TEST_WORLD="$world" TMPDIR="$world/tmp" PYTHONDONTWRITEBYTECODE=1 LC_ALL=C.UTF-8
# Not exec: the shell, as the first process here, takes over what daemons leave behind.
"$@"
