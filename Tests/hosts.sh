#!/bin/sh
# Tries every host that needs no display: sshd, login, su, sudo, cron, at and others, each with the same answers.
# The daemons among them are installed inside the tests' namespace alone: on the machine they would start.
# Usage: sudo Tests/hosts.sh [ARGUMENT OF PYTEST...]
set -eu
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "hosts.sh: needs root: sudo Tests/hosts.sh" >&2; exit 2; }
programs="at cron openssh-server vlock"
debs=$PWD/.build/hosts

fetch() {
    # shellcheck disable=SC2086  # a list of names
    DEBIAN_FRONTEND=noninteractive apt-get -qq -y --download-only --no-install-recommends \
        -o DPkg::Lock::Timeout=120 -o Dir::Cache::archives="$debs" install $programs >/dev/null
}

mkdir -p "$debs/partial"
fetch 2>/dev/null || { apt-get -qq update && fetch; }
chown -R --reference=.build "$debs"  # or it would be in the way of the folder's owner
Scripts/apt-need.sh dbus-bin dbus-daemon gcc libpam-wrapper libpamtest0-dev login openssh-client pkexec polkitd \
    python3-pexpect python3-pytest sudo
Tests/System/namespace.sh Tests/System/hosts/run.sh "$debs" "$programs" "$@" </dev/null
