#!/bin/sh
# Installs those of the named Debian packages that are missing; asks no server when none is.
set -eu

command -v dpkg-query >/dev/null || {
    echo "apt-need.sh: not a Debian system; taken as installed: the equivalents of $*" >&2
    exit 0
}

missing=''
for package in "$@"; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

install_missing() {
    # shellcheck disable=SC2086  # a list of names
    DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o Dpkg::Use-Pty=0 --no-install-recommends \
        install $missing </dev/null >/dev/null
}

echo "Installing:$missing"
# A new machine has no package lists, an old one stale ones; they are fetched only where it takes that.
install_missing 2>/dev/null || {
    apt-get -qq update
    install_missing
}
