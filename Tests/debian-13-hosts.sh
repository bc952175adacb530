#!/bin/sh
# What debian-13.sh tries inside the tree last: the tests of the hosts, with the very module that was built elsewhere.
# Usage: debian-13-hosts.sh [ARGUMENT OF PYTEST...]
set -eu
checkout=$(cd "$(dirname "$0")/.." && pwd)
world=/run/pattern-tests
module=$(find /usr/lib -name pam_unix.so)
module=${module%/*}/pam_pattern.so

dpkg -i /run/debs/libpam-pattern_0.1.0_*.deb /run/debs/pattern-askpass_0.1.0_*.deb >/run/dpkg 2>&1 || {
    cat /run/dpkg >&2
    exit 1
}
# All of it that gets loaded is what was built; the package has taken a comment of the compiler's away.
objcopy -O binary "$checkout/.build/stage/pam_pattern.so" /run/built
objcopy -O binary "$module" /run/installed
cmp /run/built /run/installed
mkdir -p "$world/tmp" "$world/home" /run/lock
chmod 1777 "$world/tmp"
: >/run/utmp
"$checkout/Tests/System/accounts.sh" "$world/home"
cd "$checkout"
export PATTERN_TEST_WORLD="$world" TMPDIR="$world/tmp" PYTHONDONTWRITEBYTECODE=1
/usr/bin/python3 -m pytest -q Tests/System/hosts "$@" >/run/result || {
    cat /run/result
    exit 1
}
# Here all of it can run.
if grep skipped /run/result; then exit 1; fi
. /etc/os-release
echo "$(tail -n 1 /run/result) on $PRETTY_NAME, libpam $(dpkg-query -W -f '${Version}' libpam0g)"
