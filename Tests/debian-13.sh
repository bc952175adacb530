#!/bin/sh
# Tries the packages, as built here, in a Debian 13: install, enable, upgrade, remove, purge. The tree is made by
# debootstrap the first time, which takes the network and some minutes. Usage: sudo Tests/debian-13.sh [TREE]
set -eu
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "debian-13.sh: needs root: sudo Tests/debian-13.sh" >&2; exit 2; }
tree=${1:-$PWD/.build/debian-13}
[ -d .build/stage ] || Scripts/as-builder.sh Scripts/build.sh "$(Scripts/find-swift.sh)"

if [ ! -e "$tree/complete" ]; then
    Scripts/apt-need.sh debootstrap
    # What the package depends on, and what the steps use; systemd's parts, which need no systemd running.
    debootstrap --variant=minbase --include=login,pamtester,sudo,libgcc-s1,libncursesw6,libpam-runtime,libstdc++6,systemd-standalone-sysusers,systemd-standalone-tmpfiles \
        trixie "$tree"
    : >"$tree/complete"
fi

debs=$(mktemp -d)
trap 'rm -rf "$debs"' EXIT
for version in 0.1.0 0.2.0; do
    Scripts/build-deb.sh --stage .build/stage --version "$version" "$debs" >/dev/null
done
unshare --mount --pid --fork --kill-child --propagation private \
    Tests/debian-13-enter.sh "$tree" "$debs"
