#!/bin/sh
# What debian-13.sh tries inside the tree.
set -eu
right=2-9-4-3-5-7 wrong=2-9-4-3-5-1 good=lantern7river bad=copper3meadow
module=$(find /usr/lib -name pam_unix.so)
module=${module%/*}/pam_pattern.so
checker=/usr/libexec/pam_pattern/pattern-chkpwd
count=0

fail() {
    echo "not ok: $*" >&2
    exit 1
}

ok() {
    count=$((count + 1))
    echo "ok: $*"
}

opens() { # LINES...
    printf '%s\n' "$@" | setpriv --reuid alice --regid alice --clear-groups sudo -k -S -- id -u >/run/out 2>/run/err &&
        [ "$(cat /run/out)" = 0 ]
}

only_the_password() { # WHEN
    opens "$good" || fail "$1: the password does not open: $(cat /run/err)"
    for line in "$bad" "$right" ""; do
        ! opens "$line" || fail "$1: '$line' opens"
    done
    ok "$1: the password opens, and nothing else"
}

pattern_or_password() { # WHEN
    opens "$right" || fail "$1: the pattern does not open: $(cat /run/err)"
    opens "$wrong" "$good" || fail "$1: the password does not open behind a wrong pattern"
    opens '' "$good" || fail "$1: the password does not open behind Enter"
    ! opens "$wrong" "$bad" || fail "$1: two wrong ones open"
    ! opens '' "$right" || fail "$1: the pattern opens as a password"
    ! opens '' '' || fail "$1: nothing opens"
    printf '%s\n' "$right" | pamtester login alice authenticate acct_mgmt >/dev/null 2>&1 || fail "$1: login"
    ok "$1: pattern or password opens, and nothing else"
}

rights() { # WHEN
    [ "$(stat -c '%A %U %G' "$checker")" = '-rwxr-sr-x root _pam_pattern' ] || fail "$1: $(ls -l "$checker")"
    for folder in credentials attempts; do
        [ "$(stat -c '%A %U %G' "/var/lib/pam_pattern/$folder")" = 'drwxr-x--- root _pam_pattern' ] || fail "$1: $folder"
    done
    ok "$1: group, folders and checker are as they must be"
}

files() {
    find /etc /usr /var/lib /var/log -xdev -path /var/lib/dpkg -prune -o -print | grep -v '^/etc/[a-z]*-$' | sort
    cat /etc/pam.d/* /etc/group /etc/passwd
}

install() { dpkg -i "/run/debs/libpam-pattern_$1_"*.deb >/run/dpkg 2>&1 || fail "$(cat /run/dpkg)"; }

. /etc/os-release
echo "$PRETTY_NAME, libpam $(dpkg-query -W -f '${Version}' libpam0g)"
useradd --create-home alice
echo "alice:$good" | chpasswd
printf '%s\n' 'Defaults lecture=never, !fqdn, passwd_tries=1' 'alice ALL=(ALL) ALL' >/etc/sudoers.d/steps
only_the_password "before"
files >/run/before

install 0.1.0
rights "installed"
only_the_password "installed"
printf '%s\n' "$right" | patternctl enroll --user alice >/dev/null
only_the_password "enrolled"
pam-auth-update --enable pattern
grep pam_pattern /etc/pam.d/common-auth
pattern_or_password "enabled"
for _ in 1 2 3 4 5; do ! opens "$wrong" "$bad" || fail "a wrong pattern opens"; done
! opens "$right" || fail "a locked pattern opens"
opens "$good" || fail "the password does not open a locked account"
opens "$right" || fail "the password lifts no lock"
ok "five wrong patterns lock it, the password forgives"

cp -a /var/lib/pam_pattern/credentials /run/kept
install 0.2.0
rights "upgraded"
diff -r /run/kept /var/lib/pam_pattern/credentials || fail "credentials changed"
pattern_or_password "upgraded"

mv "$module" /run/aside
only_the_password "module file missing"
mv /run/aside "$module"

useradd dave
printf '%s\n' "$right" | patternctl enroll --user dave >/dev/null
userdel dave >/dev/null
[ "$(ls /var/lib/pam_pattern/credentials)" = "$(id -u alice)" ] || fail "userdel leaves a pattern"
ok "userdel takes the pattern with the account"

dpkg --remove libpam-pattern >/dev/null
! grep -q pam_pattern /etc/pam.d/common-auth || fail "the profile is still there"
only_the_password "removed"
install 0.2.0
pam-auth-update --enable pattern
pattern_or_password "installed again"

dpkg --purge libpam-pattern >/dev/null 2>&1
files >/run/after
diff /run/before /run/after || fail "a purge leaves something"
only_the_password "purged"
echo "$count passed on $PRETTY_NAME"
