#!/bin/sh
# Tries the packages, as built here, in a Debian 13: install, enable, upgrade, remove, purge; then every host that
# needs no display, those of hosts.sh and sudo-rs. The tree is made by debootstrap the first time, which takes the
# network and some minutes. Usage: sudo Tests/debian-13.sh [TREE]
set -eu
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "debian-13.sh: needs root: sudo Tests/debian-13.sh" >&2; exit 2; }
tree=${1:-$PWD/.build/debian-13}
[ -d .build/stage ] || Scripts/as-builder.sh Scripts/build.sh "$(Scripts/find-swift.sh)"
[ -e "$tree/complete" ] || Tests/debian-13-tree.sh "$tree"

debs=$(mktemp -d)
trap 'rm -rf "$debs"' EXIT
for version in 0.1.0 0.2.0; do
    Scripts/build-deb.sh --stage .build/stage --version "$version" "$debs" >/dev/null
done
for steps in debian-13-steps.sh debian-13-hosts.sh; do
    unshare --mount --pid --fork --kill-child --propagation private \
        Tests/debian-13-enter.sh "$tree" "$debs" "Tests/$steps"
done
