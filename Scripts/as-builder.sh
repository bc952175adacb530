#!/bin/sh
# Runs a command as the user who called sudo, if the build folder is or will be theirs; otherwise
# as it is. Compiling needs no root, and root's files in .build would be in the user's way later. Swift leaves
# folders and locks behind in its temporary folder, so that is one of the command's own, gone afterwards.
set -eu

uid=${SUDO_UID:-0}
owner=$(stat -c %u .build 2>/dev/null || stat -c %u .)
if [ "$(id -u)" != 0 ] || [ "$uid" = 0 ] || [ "$owner" != "$uid" ]; then
    uid=$(id -u)
else
    home=$(getent passwd "$uid" | cut -d: -f6)
    set -- setpriv --reuid "$uid" --regid "$SUDO_GID" --init-groups env HOME="$home" "$@"
fi
TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
trap 'exit 1' HUP INT TERM
chown "$uid" "$TMPDIR"
"$@"
