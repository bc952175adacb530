#!/bin/sh
# Enters a tree in namespaces of its own, with all that is written there in memory. Run by debian-13.sh.
set -eu
tree=$1 debs=$2
steps=$(cd "$(dirname "$0")" && pwd)/debian-13-steps.sh

mount -t tmpfs -o mode=0755 tmpfs /mnt
mkdir /mnt/upper /mnt/work /mnt/root
mount -t overlay -o "lowerdir=$tree,upperdir=/mnt/upper,workdir=/mnt/work" overlay /mnt/root
mount -t proc proc /mnt/root/proc
mount -t tmpfs -o mode=0755 tmpfs /mnt/root/run
mount -t tmpfs -o mode=0755 tmpfs /mnt/root/dev
for node in null zero full random urandom tty; do
    : >"/mnt/root/dev/$node"
    mount --bind "/dev/$node" "/mnt/root/dev/$node"
done
mkdir /mnt/root/run/debs
cp "$debs"/libpam-pattern_*.deb /mnt/root/run/debs
cp "$steps" /mnt/root/run/steps.sh
chroot /mnt/root env -i PATH=/usr/sbin:/usr/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive sh /run/steps.sh
