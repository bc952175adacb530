#!/bin/bash
# Checks everything there is to check, from the format to real programs. Usage: sudo ./Tests/run.sh
# Installs by apt what that takes. What the programs under test change stays in a namespace of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/layout.sh

[ $# = 0 ] || { echo "usage: sudo ./Tests/run.sh (it takes no arguments)" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "run.sh: needs root: sudo ./Tests/run.sh" >&2; exit 2; }
python=/usr/bin/python3  # the system's, which has the packages below, whatever PATH says
log=$(mktemp -d)
part="preparation"
finish() {
    status=$?
    rm -rf "$log"
    # What root's test run has written there would be in the owner's way.
    for scratch in .build/tests .build/address; do
        [ ! -d "$scratch" ] || chown -R --reference=.build "$scratch"
    done
    [ "$status" = 0 ] || echo "FAILED: $part" >&2
}
trap finish EXIT

part() {
    part=$1
    printf '\n== %s\n' "$part"
}

# What a test must not change on this machine: names, kinds, rights, owners, contents.
host() {
    for folder in /etc "$store" "$(find_security_folder)"; do
        [ -d "$folder" ] || continue
        find "$folder" -printf '%p %y %m %U:%G %l\n' | sort
        find "$folder" -type f -exec sha256sum {} + | sort -k 2
    done
    ls -l /usr/bin
}

part "what the tests need"
# shellcheck disable=SC2086  # a list of names
Scripts/apt-need.sh $build_packages $gtk_packages \
    ansible-core at-spi2-core bash-completion dbus-bin dbus-daemon debhelper fish fonts-dejavu-core fprintd gcc gdb \
    gir1.2-atspi-2.0 i3lock imagemagick libgpm-dev libgpm2 libpam-fprintd libpam-google-authenticator libpam-pwdfile \
    libpam-u2f libpam-wrapper libpamtest0-dev libssl-dev lintian locales login mandoc manpages-dev openssh-client \
    openssl pamtester pkexec polkitd python3 python3-flake8 python3-gi python3-numpy python3-pexpect python3-pyte \
    python3-pytest shellcheck strace sudo sway swaylock systemd tmux valgrind weston x11-utils xdotool xscreensaver \
    xsecurelock xsel xserver-xorg-core xserver-xorg-video-dummy xterm xvfb yamllint zsh
swift=$(Scripts/find-swift.sh)
PATH=$(dirname "$swift"):$PATH
# SwiftPM keeps what a look for GTK once told; here it is there.
export PATH SWIFT="$swift" PATTERN_GTK=1
host >"$log/before"

part "format and lint"
swift format lint --strict --recursive Package.swift Sources Tests Benchmarks
find . -path ./.build -prune -o \( -name '*.sh' -o -path ./.ci/run \) -print0 | xargs -0 shellcheck -x
shellcheck completions/bash/*
$python -m flake8 --config Tests/.flake8 Tests Benchmarks Scripts
yamllint --strict .yamllint examples

part "unit tests"
# Built by the owner of the folder, run by root: stores belong to root.
Tests/build.sh "$swift"
LLVM_PROFILE_FILE=$log/profiles/%p.profraw swift test --skip-build --scratch-path .build/tests 2>&1 | tee "$log/unit"

part "coverage of the unit tests"
Tests/coverage.sh "$log/profiles"

part "five mutants"
Tests/Mutation/run.py --quick --count 5

part "unit tests under sanitizers"
# Without what is pure and long; Tests/sanitizers.sh all takes it, too.
Tests/sanitizers.sh address --skip 'PatternGridTests|PatternStrokeTests'

part "module and programs"
Scripts/as-builder.sh Scripts/build.sh "$swift"
Tests/check-module.sh .build/stage/pam_pattern.so | tee "$log/module"
Tests/check-program.sh .build/stage/patternctl | tee "$log/program"
Tests/check-checker.sh .build/stage/pattern-chkpwd | tee -a "$log/program"
Tests/check-pad.sh .build/stage/pattern-pad | tee -a "$log/program"
Tests/check-askpass.sh .build/stage/pattern-askpass | tee -a "$log/program"

part "the same bits in another folder"
Scripts/reproducible.sh .build/stage

part "benchmarks"
Tests/check-benchmarks.sh .build/stage/pam_pattern.so

part "fuzzing, briefly"
Tests/Fuzz/run.sh 4

part "system tests"
Tests/System/check-namespace.sh
Tests/System/lanes.sh $python | tee "$log/system"

part "every host that needs no display"
Tests/hosts.sh </dev/null 2>&1 | tee "$log/hosts"

part "this machine unchanged"
host >"$log/after"
diff "$log/before" "$log/after"
echo "ok: /etc, the store, the PAM modules and /usr/bin are as they were"

unit=$(sed -n 's/.*Test run with \([0-9]*\) tests\?.* passed.*/\1/p' "$log/unit" | tail -n 1)
files=$(cat "$log/module" "$log/program" | awk '/^[0-9]+ checks? .* passed$/ { sum += $1 } END { print sum + 0 }')
system=$(sed -n 's/^\([0-9]*\) passed in three lanes$/\1/p' "$log/system")
hosts=$(sed -n 's/^\([0-9]*\) passed.*/\1/p' "$log/hosts" | tail -n 1)
for count in "${unit:-0}" "$files" "${system:-0}" "${hosts:-0}"; do
    test "$count" -gt 0  # a part that ran no test has not passed
done
printf '\n%d unit tests, %d checks of the built files, %d system tests, %d with hosts, this machine unchanged:\n' \
    "$unit" "$files" "$system" "$hosts"
echo "$((unit + files + system + hosts + 1)) passed, 0 failed"
