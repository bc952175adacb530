#!/bin/sh
# Builds what gets installed in another folder, with another umask, time zone and language and, by root, as another
# user, and compares it bit for bit with what is in a stage; without one with a first build, in a third folder.
# Usage: reproducible.sh [STAGE]      (.build/stage, where Scripts/build.sh has left it)
set -eu
if [ $# -gt 1 ] || { [ $# = 1 ] && [ ! -d "$1" ]; }; then
    sed -n 's/^# \(Usage.*\)/\1/p' "$0" >&2
    exit 2
fi
stage=${1:+$(cd "$1" && pwd)}
cd "$(dirname "$0")/.."
swift=$(Scripts/find-swift.sh)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
chmod 0755 "$scratch"

build() { # FOLDER COMMAND...
    mkdir -p "$scratch/$1"
    tar --exclude-vcs --exclude=.build -cf - . | tar -C "$scratch/$1" -xf -
    [ "$(id -u)" != 0 ] || chown -R 65534:65534 "$scratch/$1"
    (cd "$scratch/$1" && shift && "$@" Scripts/build.sh "$swift") >"$scratch/log" 2>&1 || {
        cat "$scratch/log" >&2
        exit 1
    }
}

as_another() {
    umask 077
    mkdir "$scratch/home"
    set -- env HOME="$scratch/home" TZ=Asia/Tokyo LC_ALL=C.UTF-8 LANGUAGE=ja "$@"
    [ "$(id -u)" != 0 ] || {
        chown 65534:65534 "$scratch/home"
        set -- setpriv --reuid=65534 --regid=65534 --clear-groups -- "$@"
    }
    "$@"
}

[ -n "$stage" ] || build one env TZ=UTC
[ -n "$stage" ] || stage=$scratch/one/.build/stage
build another/and-its-name-is-longer as_another
other=$scratch/another/and-its-name-is-longer/.build/stage

count=0
for file in $(cd "$stage" && find . -type f | sort); do
    name=${file#./}
    cmp "$stage/$name" "$other/$name"
    (cd "$stage" && sha256sum "$name")
    count=$((count + 1))
done
[ "$(find "$other" -type f | wc -l)" = "$count" ] || {
    echo "not ok: the two builds have not the same files" >&2
    exit 1
}
echo "$count files are the same in both builds, bit for bit"
