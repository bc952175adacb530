#!/bin/bash
# Builds, and runs tests by name: a NAME that begins with test_ or _ is part of a system test's file or name, any other
# of a unit test's target, suite or name. Fails where a NAME selects nothing, and where a test that it selects is
# skipped. System tests need root, as do the unit tests of stores. Usage: [sudo] Tests/only.sh NAME...
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    echo "only.sh: $1" >&2
    exit "${2:-1}"
}

unit=() system=()
for name; do
    case $name in
    test_* | _*) system+=("$name") ;;
    '' | -*) fail "usage: [sudo] Tests/only.sh NAME..." 2 ;;
    *) unit+=("$name") ;;
    esac
done
[ $# != 0 ] || fail "usage: [sudo] Tests/only.sh NAME..." 2
[ ${#system[@]} = 0 ] || [ "$(id -u)" = 0 ] || fail "system tests need root: sudo Tests/only.sh $*" 2
swift=$(Scripts/find-swift.sh no-apt)
# SwiftPM keeps what a look for GTK once told.
! pkg-config --exists gtk4 2>/dev/null || export PATTERN_GTK=1
work=$(mktemp -d)
finish() {
    rm -rf "$work"
    # What root's test run has written there would be in the owner's way.
    [ ! -d .build/tests ] || [ "$(id -u)" != 0 ] || chown -R --reference=.build .build/tests
}
trap finish EXIT

joined() { # SEPARATOR WORD...
    local all
    printf -v all "$1%s" "${@:2}"
    echo "${all#"$1"}"
}

# Built by the owner of the folder, run by whoever called: stores belong to root.
unit_tests() {
    local name scratch=(--scratch-path .build/tests)
    Tests/build.sh "$swift" >&2
    export LLVM_PROFILE_FILE=$work/%p.profraw
    "$swift" test list --skip-build "${scratch[@]}" >"$work/list"
    for name; do
        grep -Eq -- "$name" "$work/list" || fail "$name: no unit test has this in its name"
    done
    "$swift" test --skip-build "${scratch[@]}" --filter "$(joined '|' "$@")" 2>&1 | tee "$work/unit"
    ! skipped=$(grep -E '^[^ ]+ (Test|Suite) .* skipped(\.|: .*)$' "$work/unit") || fail "these were skipped:
$skipped"
    grep -q 'Test run with [1-9].* passed' "$work/unit" || fail "no unit test was run"
}

system_tests() {
    local name words run=(Tests/System/namespace.sh /usr/bin/python3 -m pytest -q Tests/System)
    words=$(joined ' or ' "$@")
    Scripts/as-builder.sh Scripts/build.sh "$swift" >&2
    "${run[@]}" --collect-only -k "$words" </dev/null >"$work/list" || [ $? = 5 ] || fail "$(cat "$work/list")"
    for name; do
        grep -iFq -- "$name" "$work/list" || fail "$name: no system test has this in its name"
    done
    "${run[@]}" -k "$words" </dev/null 2>&1 | tee "$work/system"
    ! skipped=$(grep '^SKIPPED' "$work/system") || fail "these were skipped:
$skipped"
}

[ ${#unit[@]} = 0 ] || unit_tests "${unit[@]}"
[ ${#system[@]} = 0 ] || system_tests "${system[@]}"
