#!/bin/sh
# Builds the Debian packages in a clean copy of the checkout and puts them into a folder. Needs debhelper and
# what Build-Depends of debian/control names, and Swift.
# Usage: build-deb.sh [--stage FOLDER] [--version VERSION] [OUTPUT]      (.build/debs unless given)
#   --stage FOLDER      take what Scripts/build.sh has built before, and compile nothing
#   --version VERSION   instead of the one in debian/changelog
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
stage='' version=''
while [ $# -gt 0 ]; do
    case $1 in
    --stage) stage=$(cd "$2" && pwd) && shift 2 ;;
    --version) version=$2 && shift 2 ;;
    -*) sed -n 's/^# \(Usage.*\)/\1/p' "$0" >&2 && exit 2 ;;
    *) break ;;
    esac
done
output=${1:-$root/.build/debs}
mkdir -p "$output"
output=$(cd "$output" && pwd)
echo "Building the packages, which takes some minutes ..." >&2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

mkdir "$scratch/pam-pattern"
tar -C "$root" --exclude-vcs --exclude=.build --exclude=__pycache__ -cf - . | tar -C "$scratch/pam-pattern" -xf -
cd "$scratch/pam-pattern"
[ -z "$version" ] || sed -i "1s/(.*)/($version)/" debian/changelog
profiles=${DEB_BUILD_PROFILES-}
# With a ready stage there is nothing to compile, so what compiling needs is not asked for.
if [ -n "$stage" ]; then
    [ -e "$stage/pattern-askpass" ] || profiles="$profiles pkg.pam-pattern.noaskpass"
    PATTERN_STAGE=$stage
    export PATTERN_STAGE
fi
DEB_BUILD_PROFILES=$profiles dpkg-buildpackage -us -uc -b ${stage:+-d} >"$scratch/log" 2>&1 || {
    cat "$scratch/log" >&2
    exit 1
}
cp "$scratch"/*.deb "$output"
for deb in "$scratch"/*.deb; do echo "$output/${deb##*/}"; done
