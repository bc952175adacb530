#!/bin/sh
# Takes out what install.sh put in. Usage: uninstall.sh SECURITY-FOLDER DESTDIR PURGE
set -eu
. Scripts/layout.sh
security=$1 destdir=$2 purge=$3

# A required line whose module is gone refuses everybody, so no file but our own may name it.
named() { # FILES-BESIDES...
    lines=$(grep -RnHs '^[^#]*pam_pattern' "$destdir/etc/pam.d" "$destdir/usr/lib/pam.d" "$destdir/etc/pam.conf" || true)
    for path in "$service" "$@"; do
        lines=$(printf '%s\n' "$lines" | grep -v "^$destdir$path:" || true)
    done
    printf '%s' "$lines"
}

rmdir_unowned() { # FOLDER
    [ -z "$destdir" ] && dpkg-query -S "$1" >/dev/null 2>&1 && return 1
    rmdir "$destdir$1" 2>/dev/null
}

refuse() { # LINES
    {
        echo "install.sh: nothing removed: PAM still uses the module, and without it people may be locked out:"
        printf '%s\n' "$1"
        echo "Take these lines out first (FILE:LINE above), then run this again."
    } >&2
    exit 1
}

# What pam-auth-update put in, it takes out, but for nothing that is refused anyway.
lines=$(named /etc/pam.d/common-auth)
[ -z "$lines" ] || refuse "$lines"
if [ -z "$destdir" ] && [ -n "$(named)" ] && command -v pam-auth-update >/dev/null; then
    # shellcheck disable=SC2086  # a list of names
    DEBIAN_FRONTEND=noninteractive pam-auth-update --package --remove $profiles </dev/null
fi
lines=$(named)
[ -z "$lines" ] || refuse "$lines"

was=''
for file in "$security/pam_pattern.so" "$destdir$command" "$destdir$checker" "$destdir$service"; do
    [ ! -e "$file" ] || was=installed
done

rm -f "$security/pam_pattern.so" "$destdir$command" "$destdir$pad" "$destdir$askpass" "$destdir$service" "$destdir$checker" \
    "$destdir$strong_service"
rmdir "$destdir${checker%/*}" 2>/dev/null || true
{ plain_files && documents | cut -d ' ' -f 2- && languages; } | while read -r _ target; do
    rm -f "$destdir$target"
    # Folders that are empty now, and of no package, came with us.
    folder=${target%/*}
    while [ -n "$folder" ] && rmdir_unowned "$folder"; do folder=${folder%/*}; done
done

if [ -n "$purge" ]; then
    rm -rf "$destdir$store"
    rm -f "$destdir$settings"
elif cmp -s etc/security/pattern.conf "$destdir$settings"; then
    rm -f "$destdir$settings"
fi
# Folders without a single file hold nothing to keep.
if [ -d "$destdir$store" ] && [ -z "$(find "$destdir$store" ! -type d)" ]; then
    rm -rf "$destdir$store"
fi

if [ -n "$was" ]; then
    echo "pam_pattern is uninstalled."
else
    echo "pam_pattern was not installed: there was nothing to remove."
fi
[ ! -e "$destdir$settings" ] || echo "Kept: $settings, which was changed (--purge removes it)."
if [ -d "$destdir$store" ]; then
    # The group stays with its files: a number that is free again would be given to somebody else.
    echo "Kept: the credentials in $store and the group $group (--purge removes them)."
elif [ -z "$destdir" ]; then
    ! getent group "$group" >/dev/null || groupdel "$group"
    [ -z "$was" ] || echo "No credentials are left in $store."
fi
