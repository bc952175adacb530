#!/bin/sh
# Takes out what install.sh put in. Usage: uninstall.sh SECURITY-FOLDER DESTDIR PURGE
set -eu
. Scripts/layout.sh
security=$1 destdir=$2 purge=$3

# A required line whose module is gone refuses everybody, so no file but our own may name it.
named=$(grep -rnHs '^[^#]*pam_pattern' "$destdir/etc/pam.d" "$destdir/usr/lib/pam.d" "$destdir/etc/pam.conf" |
    grep -v "^$destdir$service:" || true)
if [ -n "$named" ]; then
    {
        echo "install.sh: nothing removed: PAM still uses the module, and without it people may be locked out:"
        printf '%s\n' "$named"
        echo "Take these lines out first (FILE:LINE above), then run this again."
    } >&2
    exit 1
fi

rm -f "$security/pam_pattern.so" "$destdir$command" "$destdir$pad" "$destdir$askpass" "$destdir$service" "$destdir$checker"
rmdir "$destdir${checker%/*}" 2>/dev/null || true
documents | while read -r _ _ target; do
    rm -f "$destdir$target"
done
# Folders that are empty now and of no package came with us.
documents | sed 's/.* //; s,/[^/]*$,,' | sort -u | while read -r folder; do
    { [ -z "$destdir" ] && dpkg-query -S "$folder" >/dev/null 2>&1; } ||
        rmdir "$destdir$folder" "$destdir${folder%/*}" 2>/dev/null || true
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

echo "pam_pattern is uninstalled."
[ ! -e "$destdir$settings" ] || echo "Kept: $settings, which was changed (--purge removes it)."
if [ -d "$destdir$store" ]; then
    # The group stays with its files: a number that is free again would be given to somebody else.
    echo "Kept: the credentials in $store and the group $group (--purge removes them)."
elif [ -z "$destdir" ]; then
    ! getent group "$group" >/dev/null || groupdel "$group"
    echo "No credentials are left in $store."
fi
