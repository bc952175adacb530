#!/bin/sh
# The module beside its peers, in a world of its own: a private mount and process namespace, so that nothing of
# this machine is changed. Then the pads, in a terminal and in a window. See README.md.
set -eu

usage='usage: sudo Benchmarks/run.sh [--check] [--json] [--write] [--instructions] [--quick]
                              [--rounds N] [--only WORD] [--module FILE]'
here=$(cd "$(dirname "$0")" && pwd)
top=$(dirname "$here")
die() { printf 'run.sh: %s\n' "$1" >&2; exit 2; }

check='' json='' write='' quick='' only='' module=''
left=$#
while [ "$left" -gt 0 ]; do
    option=$1 value=${2-}
    shift
    left=$((left - 1))
    case $option in
        --rounds | --only | --module)
            [ "$left" -gt 0 ] || die "$usage"
            shift
            left=$((left - 1)) ;;
    esac
    case $option in
        --check) check=$option ;;
        --json) json=$option ;;
        --write) write=yes ;;
        --module) module=$value ;;
        --instructions) set -- "$@" "$option" ;;
        --quick) quick=yes; set -- "$@" "$option" ;;
        --only) only=yes; set -- "$@" "$option" "$value" ;;
        --rounds) set -- "$@" "$option" "$value" ;;
        --help) echo "$usage"; exit ;;
        *) die "$usage" ;;
    esac
done
[ -z "$write" ] || [ -z "$quick$only" ] || die '--write shows all that there is: not with --quick or --only'
[ "$(id -u)" = 0 ] || die 'namespaces and accounts need root: use sudo'

swift=$("$top/Scripts/find-swift.sh" no-apt) || exit 2
"$here/build.sh" "$swift" space-benchmark patternctl
if [ -z "$module" ]; then
    "$here/build.sh" "$swift" pam_pattern pattern-chkpwd
    module=$top/.build/embedded/release/libpam_pattern.so
fi
checker=$(dirname "$module")/pattern-chkpwd
for file in "$module" "$checker"; do [ -f "$file" ] || die "$file: not there"; done

# On the checkout's disk, for what is to be put on one; the rest of the world is in memory.
scratch=$(mktemp -d "$top/.build/benchmark.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/disk"
unshare -m -p -f --kill-child --mount-proc "$here/stage.sh" "$(readlink /proc/self/ns/mnt)" "$module" "$checker" \
    --space "$top/.build/programs/release/space-benchmark" --patternctl "$top/.build/programs/release/patternctl" \
    --disk "$scratch/disk" "$@" >"$scratch/module.json" || exit 2
[ -n "$only" ] || "$here/pads.sh" "$swift" "$scratch" ${quick:+quick}

status=0
page=$here/results.md picture=$top/Pictures/benchmarks.svg
python3 -B "$here/render.py" ${check:+"$check"} ${json:+"$json"} ${write:+--page "$page" --picture "$picture"} \
    "$scratch"/*.json || status=$?
[ -z "$write" ] || chown --reference="$here/README.md" "$page" "$picture"
exit "$status"
