#!/bin/sh
# Installs what was built, as install.sh does, for namespace.sh.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/Scripts/layout.sh"

security=$(find_security_folder)
strip -o "$security/pam_pattern.so" "$root/.build/embedded/release/libpam_pattern.so"
chmod 0644 "$security/pam_pattern.so"
strip -o "$command" "$root/.build/programs/release/patternctl"
chmod 0755 "$command"
# What could not be built for want of a library is not there, nor are its tests.
rm -f "$askpass"
if [ -e "$root/.build/programs/release/pattern-askpass" ]; then
    strip -o "$askpass" "$root/.build/programs/release/pattern-askpass"
    chmod 0755 "$askpass"
fi
if [ -e "$root/.build/embedded/release/pattern-pad" ]; then
    strip -o "$pad" "$root/.build/embedded/release/pattern-pad"
    chmod 0755 "$pad"
fi
# What an installation on the real system has made is covered: the tests begin with a new one.
getent group "$group" >/dev/null || groupadd --system "$group"
install -d -m 0755 "$(dirname "$checker")"
strip -o "$checker" "$root/.build/embedded/release/pattern-chkpwd"
# The group before the mode: changing a file's group takes its set-group-ID bit away.
chgrp "$group" "$checker"
chmod 2755 "$checker"
rm -rf "$store"
install -d -m 0755 "$store"
install -d -m 0750 -g "$group" "$store/credentials" "$store/attempts"
install -m 0644 "$root/etc/security/pattern.conf" "$settings"
install -m 0644 "$root/etc/pam.d/patternctl" "$service"
install -m 0644 "$root/etc/pam.d/patternctl-strong" "$strong_service"
cd "$root"
languages | while read -r language target; do
    mkdir -p "${target%/*}"
    msgfmt -o "$target" "po/$language.po"
done
{ plain_files | grep -e polkit-1/actions -e userdel | sed 's/^/- /'; documents; } |
    while read -r _ source target; do
        mode=0644
        [ ! -x "$source" ] || mode=0755
        install -D -m "$mode" "$source" "$target"
    done
