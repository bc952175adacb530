#!/bin/sh
# The demo's steps. Run by demo.sh in a namespace that ends with them.
set -eu
user="pattern-demo"
service="pattern-demo"
pattern=7-4-1-6-8-3

# /etc is a copy in memory, the store and the log's socket are out of sight: nothing reaches the disk.
mount -t tmpfs -o mode=0755 tmpfs /run
cp -a /etc /run/etc
mount --bind /run/etc /etc
mount -t tmpfs -o mode=0755 tmpfs /var/lib/pam_pattern
install -d -m 0750 -g _pam_pattern /var/lib/pam_pattern/credentials /var/lib/pam_pattern/attempts
rm -f /etc/security/pattern.conf  # the defaults, whatever this machine has set
printf '%s\n' 'auth required pam_pattern.so' 'account required pam_permit.so' >"/etc/pam.d/$service"
# "*" and not "!", which would be a locked account. --system makes no mail spool.
useradd --system --no-log-init --no-create-home --password '*' "$user"

step() {
    echo
    echo "$1. $2"
}

try() { # TYPED EXPECTED
    if output=$(printf '%s\n' "$1" | pamtester "$service" "$user" authenticate 2>&1); then
        got=accepted
    else
        got=refused
    fi
    printf '     typed %-12s %s\n' "$1" "$got"
    if [ "$got" != "$2" ]; then
        printf '%s\n' "$output"
        echo "     expected: $2"
        exit 1
    fi
}

step 1 "A throw-away user enrols this pattern:"
printf '%s\n' "$pattern" | /usr/bin/patternctl explain
printf '%s\n' "$pattern" | /usr/bin/patternctl enroll --user "$user"
step 2 "The right pattern:"
try "$pattern" accepted
step 3 "Another spelling of it: a line from 7 to 1 takes 4 along, and the dashes need not be typed."
try 71683 accepted
step 4 "Another pattern:"
try 2-9-4-3-8-1 refused
step 5 "The pattern is removed, and what was right opens no more:"
/usr/bin/patternctl remove --user "$user"
try "$pattern" refused
