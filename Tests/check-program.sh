#!/bin/sh
# Checks that an installed program needs nothing of Swift's at run time. Usage: check-program.sh FILE
set -eu
program=$1
"$(dirname "$0")/check-hardening.sh" "$program"
dynamic=$(readelf -dW "$program")
for unwanted in libswift lib_Foundation libFoundation libdispatch RPATH RUNPATH; do
    case $dynamic in
    *"$unwanted"*)
        echo "not ok: $program needs no $unwanted" >&2
        exit 1
        ;;
    esac
done
"$program" --version
echo "1 check of ${program##*/} passed"
