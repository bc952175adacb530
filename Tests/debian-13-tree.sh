#!/bin/sh
# Makes a Debian 13 to try things in, by debootstrap: what our packages need and what their tests use, and nothing
# that runs. Takes the network and some minutes. Usage: debian-13-tree.sh FOLDER, as root
set -eu
cd "$(dirname "$0")/.."
[ "$#" = 1 ] || { echo "usage: debian-13-tree.sh FOLDER" >&2; exit 2; }
tree=$1
# The hosts; systemd's parts that need no systemd; pattern-askpass's library; a compiler for the tests' own programs.
packages="at cron login openssh-client openssh-server pamtester pkexec polkitd sudo sudo-rs vlock
    libgcc-s1 libncursesw6 libpam-runtime libstdc++6 systemd-standalone-sysusers systemd-standalone-tmpfiles libgtk-4-1
    dbus-bin dbus-daemon gcc libc6-dev libpam-wrapper libpam0g-dev libpamtest0-dev python3-pexpect python3-pytest"

Scripts/apt-need.sh debootstrap
rm -rf "$tree"
debootstrap --variant=minbase trixie "$tree"
printf '#!/bin/sh\nexit 101\n' >"$tree/usr/sbin/policy-rc.d"
chmod 0755 "$tree/usr/sbin/policy-rc.d"
# In namespaces of its own: what a package starts all the same ends with it, and so do the mounts.
# shellcheck disable=SC2016,SC2086  # the inner shell's variables; a list of names
unshare --mount --pid --fork --kill-child --propagation private sh -euc 'mount -t proc proc "$0/proc"
    exec chroot "$0" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -y --no-install-recommends install "$@"' "$tree" $packages
: >"$tree/complete"
echo "ok: a Debian 13 in $tree"
