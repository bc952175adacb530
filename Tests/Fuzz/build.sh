#!/bin/sh
# Builds the fuzzer into .build/fuzz: all targets in one program. Usage: build.sh SWIFT
set -eu
[ $# = 1 ] || { echo "usage: build.sh SWIFT" >&2; exit 2; }
cd "$(dirname "$0")/../.."
mkdir -p .build/fuzz
PATTERN_FUZZ=1 "$1" build -c release --scratch-path .build/fuzz --disable-local-rpath \
    --product pattern-fuzz
# What libpam loads; the rest of the module is in the fuzzer itself, where it is seen.
"$(dirname "$1")/clang" -shared -fPIC -Wall -Wextra -Werror -o .build/fuzz/module.so Tests/Fuzz/Module/module.c
echo "ok: .build/fuzz/release/pattern-fuzz"
