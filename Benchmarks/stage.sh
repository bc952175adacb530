#!/bin/sh
# stage.sh OUTER_NAMESPACE MODULE CHECKER [OPTION]...: started by run.sh as the first process of a new mount namespace.
# Covers what will be written to, brings in the peers, builds the host and starts the comparison.
set -eu

outer=$1 module=$2 checker=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)

die() { printf 'stage.sh: %s\n' "$1" >&2; exit 2; }

# Everything below writes to /etc and /usr: never where that would be the machine's own.
[ "$(readlink /proc/self/ns/mnt)" != "$outer" ] || die 'not in a namespace of its own: use run.sh'

resolver=$(cat /etc/resolv.conf 2>/dev/null || :) # often a link into /run, which is covered next
mount -t tmpfs -o mode=0755 tmpfs /run
cover() {
    [ -d "$1" ] || return 0
    layer=/run/benchmark/cover$1
    mkdir -p "$layer/upper" "$layer/work"
    mount -t overlay -o "lowerdir=$1,upperdir=$layer/upper,workdir=$layer/work" overlay "$1"
}
for folder in /usr /var/lib /var/cache /var/log; do cover "$folder"; done
# A copy, not an overlay: passwd and shadow are opened in every round, and an overlay makes that dearer.
mkdir -p /run/benchmark/etc
cp -a /etc/. /run/benchmark/etc
mount --bind /run/benchmark/etc /etc
rm -f /etc/resolv.conf
printf '%s\n' "$resolver" >/etc/resolv.conf
# A log daemon at work would be measured, and filled; without one libc writes to the console, which takes longer yet.
for log in log console; do [ ! -e "/dev/$log" ] || mount --bind /dev/null "/dev/$log"; done

found() { find /usr/lib /usr/lib64 /lib /lib64 -path "*/security/$1" 2>/dev/null | head -n 1; }
missing=
need() { missing="$missing $1"; }
for peer in pwdfile u2f google_authenticator; do
    [ -n "$(found "pam_$peer.so")" ] || need "libpam-$(echo "$peer" | tr _ -)"
done
[ -x /usr/bin/sudo ] || need sudo
[ -e /usr/include/openssl/evp.h ] || need libssl-dev
command -v openssl >/dev/null || need openssl
case " $* " in
    *' --instructions '*)
        command -v valgrind >/dev/null || need valgrind
        command -v strace >/dev/null || need strace ;;
esac
[ -e /usr/include/security/pam_appl.h ] || need libpam0g-dev
[ -e /usr/include/crypt.h ] || need libcrypt-dev
command -v "${CC:-cc}" >/dev/null || need 'gcc libc6-dev'
command -v python3 >/dev/null || need python3
if [ -n "$missing" ]; then
    command -v apt-get >/dev/null || die "missing, and no apt-get to bring it:$missing"
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086 # one word a package
    { apt-get -qq update && apt-get -qq install --no-install-recommends $missing; } >/run/benchmark/apt.log 2>&1 || {
        cat /run/benchmark/apt.log >&2
        die "apt-get could not install:$missing"
    }
fi

security=$(dirname "$(found pam_unix.so)")
# As it is installed.
strip -o "$security/pam_pattern.so" "$module"
compile() { # NAME SOURCES-AND-LIBRARIES...
    name=$1
    shift
    "${CC:-cc}" -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -o "/run/benchmark/$name" "$@" ||
        die "$name: not compiled"
}
compile host "$here/host.c" "$here/side.c" "$here/alone.c" "$here/reply.c" -lpam -lcrypt -lm
compile key.so -shared -fPIC "$here/key.c" -lcrypto
compile space "$here/space.c"
compile gain "$here/gain.c" -lcrypt
exec python3 -B "$here/compare.py" --host /run/benchmark/host --security "$security" --checker "$checker" \
    --space-peer /run/benchmark/space --gain /run/benchmark/gain "$@"
