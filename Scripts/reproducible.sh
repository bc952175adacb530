#!/bin/sh
# Builds the module, the checker and the terminal pad in two folders, and compares them bit for bit. Exits 0
# only if they are the same. Usage: reproducible.sh [SWIFT]
set -eu
cd "$(dirname "$0")/.."
swift=${1:-$(Scripts/find-swift.sh)}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for folder in one another/with-a-longer-name; do
    mkdir -p "$scratch/$folder"
    tar --exclude-vcs --exclude=.build -cf - . | tar -C "$scratch/$folder" -xf -
    (cd "$scratch/$folder" && PATTERN_GTK=0 Scripts/build.sh "$swift" >"$scratch/log" 2>&1) || {
        cat "$scratch/log" >&2
        exit 1
    }
done

status=0
for name in pam_pattern.so pattern-chkpwd pattern-pad; do
    [ -e "$scratch/one/.build/stage/$name" ] || continue
    if cmp -s "$scratch/one/.build/stage/$name" "$scratch/another/with-a-longer-name/.build/stage/$name"; then
        echo "same: $(cd "$scratch/one/.build/stage" && sha256sum "$name")"
    else
        echo "differs: $name" >&2
        status=1
    fi
done
exit "$status"
