#!/bin/sh
# What hosts.sh runs in the tests' namespace: installs programs from a folder of packages, then tries the hosts.
# Usage: run.sh FOLDER PROGRAMS [ARGUMENT OF PYTEST...]
set -eu
debs=$1 programs=$2
shift 2

# Nothing of a package is to run before a test starts it.
printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
chmod 0755 /usr/sbin/policy-rc.d
rm -f /var/lib/man-db/auto-update
mkdir -p /var/cache/apt/archives/partial
find "$debs" -name '*.deb' -exec cp {} /var/cache/apt/archives \;
# shellcheck disable=SC2086  # a list of names
DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-download --no-install-recommends \
    -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-unsafe-io install $programs >"$TMPDIR/install" 2>&1 || {
    cat "$TMPDIR/install" >&2
    exit 1
}
exec /usr/bin/python3 -m pytest -q Tests/System/hosts "$@"
