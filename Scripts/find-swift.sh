#!/bin/sh
# Prints the path of a Swift that is new enough, or says in one line what was found instead.
# sudo's secure_path hides most toolchains, hence the look beyond PATH. Usage: find-swift.sh [no-apt]
set -eu
here=$(dirname "$0")
need=6.3
apt=${1-apt}

candidates() {
    if [ -n "${SWIFT-}" ]; then
        printf '%s\n' "$SWIFT"
        return
    fi
    command -v swift || true
    for path in /opt/swift*/usr/bin/swift /usr/libexec/swift/bin/swift /usr/libexec/swift/*/bin/swift; do
        [ ! -x "$path" ] || printf '%s\n' "$path"
    done
    if [ "$(id -u)" = 0 ] && [ "${SUDO_UID:-0}" != 0 ]; then
        sudo -n -i -u "#$SUDO_UID" command -v swift 2>/dev/null </dev/null | tail -n 1
    fi
}

version() {
    "$here/as-builder.sh" "$1" --version 2>/dev/null </dev/null |
        sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1
}

# A toolchain that was only unpacked may lack libraries, and can't even tell its version without.
lacks_libraries() {
    [ "$(id -u)" = 0 ] && ldd "$1" 2>/dev/null | grep -q 'not found'
}

found=
IFS='
'
for swift in $(candidates); do
    if [ "$apt" = apt ] && lacks_libraries "$swift"; then
        "$here/apt-need.sh" libcurl4 libncurses6 libsqlite3-0 libxml2 >&2
    fi
    version=$(version "$swift")
    if [ "$(printf '%s\n' "$need" "$version" | sort -V | head -n 1)" = "$need" ]; then
        printf '%s\n' "$swift"
        exit 0
    fi
    found="$found${found:+, }$swift (${version:-does not run})"
done
echo "Swift $need or later is needed; found: ${found:-none}." \
    "Get it from https://www.swift.org/install/linux/ and name it: SWIFT=/path/to/usr/bin/swift" >&2
exit 1
