#!/bin/sh
# Fails, and says what to do, where packages have brought any of these files: to overwrite or remove them would
# break the package, and its settings in /etc would not come back with it. Usage: package-owned.sh FILE...
set -eu

packages='' remedy=''
for file in "$@"; do
    # With a merged /usr, dpkg knows a file by the name that its package gave it.
    if owner=$(dpkg-query -S "$file" 2>/dev/null || dpkg-query -S "${file#/usr}" 2>/dev/null); then
        owner=${owner%%:*} remedy="sudo apt remove"
    elif owner=$(rpm -qf --queryformat '%{NAME}' "$file" 2>/dev/null); then
        remedy="sudo rpm -e"
    else
        continue
    fi
    case " $packages " in *" $owner "*) ;; *) packages="$packages${packages:+ }$owner" ;; esac
done
[ -n "$packages" ] || exit 0
echo "install.sh: nothing done: pam_pattern is installed as a package, which this would break; first:" \
    "$remedy $packages" >&2
exit 1
