#!/bin/sh
# Enters a tree in namespaces of its own, with all that is written there in memory, and runs a script of the checkout
# there. Run by debian-13.sh. Usage: debian-13-enter.sh TREE FOLDER-OF-PACKAGES SCRIPT [ARGUMENT...]
set -eu
tree=$1 debs=$2 script=$3
shift 3
checkout=$(cd "$(dirname "$0")/.." && pwd)

mount -t tmpfs -o mode=0755 tmpfs /mnt
root=/mnt/root
mkdir /mnt/upper /mnt/work "$root"
mount -t overlay -o "lowerdir=$tree,upperdir=/mnt/upper,workdir=/mnt/work" overlay "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=0755 tmpfs "$root/run"
mount -t tmpfs -o mode=0755 tmpfs "$root/dev"
for node in null zero full random urandom tty; do
    : >"$root/dev/$node"
    mount --bind "/dev/$node" "$root/dev/$node"
done
mkdir -m 0755 "$root/dev/pts"
mkdir -m 1777 "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mkdir "$root/run/debs" "$root/run/checkout"
cp "$debs"/*.deb "$root/run/debs"
mount --bind -o ro "$checkout" "$root/run/checkout"
chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    sh "/run/checkout/$script" "$@"
