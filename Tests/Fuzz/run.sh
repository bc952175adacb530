#!/bin/bash
# Fuzzes each target for so many seconds, two at a time, coverage-guided and with the address sanitizer.
# Usage: sudo Tests/Fuzz/run.sh SECONDS [TARGET...]   (all targets unless named; see targets.sh)
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Fuzz/targets.sh
[[ ${1-} =~ ^[1-9][0-9]*$ ]] || { echo "usage: sudo Tests/Fuzz/run.sh SECONDS [TARGET...]" >&2; exit 2; }
# The store of the world belongs to root, as every store does.
[ "$(id -u)" = 0 ] || { echo "run.sh: needs root: sudo Tests/Fuzz/run.sh $*" >&2; exit 2; }
seconds=$1
shift
[ $# -gt 0 ] || read -ra all <<<"$targets"
[ $# -eq 0 ] || all=("$@")

Scripts/as-builder.sh Tests/Fuzz/build.sh "$(Scripts/find-swift.sh)" >&2
# What root writes there would be in the owner's way.
trap 'chown -R --reference=.build .build/fuzz' EXIT
status=0
printf '%s\n' "${all[@]}" | xargs -P 2 -I{} Tests/Fuzz/one.sh "$seconds" {} || status=1
[ "$status" = 0 ] || { echo "FAILED: what was found is above" >&2; exit 1; }
echo "ok: ${#all[@]} targets, $seconds s each, nothing found"
