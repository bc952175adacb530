#!/bin/sh
# Makes the accounts of ./users inside the tests' namespace; their homes lie below $1. An account of
# the real system with the same name is covered.
set -eu
home=$1
here=$(cd "$(dirname "$0")" && pwd)
tab=$(printf '\t')
while IFS="$tab" read -r name uid password _; do
    case $name in "#"* | "") continue ;; esac
    for file in passwd shadow group gshadow; do
        sed -i "/^$name:/d" "/etc/$file"
    done
    echo "$name:x:$uid:$uid:Test account:$home/$name:/bin/sh" >> /etc/passwd
    echo "$name:x:$uid:" >> /etc/group
    echo "$name:!::" >> /etc/gshadow
    echo "$name:*:19000:0:99999:7:::" >> /etc/shadow
    # A cheap hash, past PAM: the tests ask for hundreds of passwords.
    echo "$name:$password" | chpasswd --crypt-method SHA256 --sha-rounds 1000
    install -d -o "$uid" -g "$uid" -m 0700 "$home/$name"
done < "$here/users"
usermod --lock lena
# pam_unix would wait two seconds after each of the many wrong passwords; ours waits all the same.
sed -i 's/^\(auth.*pam_unix\.so\)/\1 nodelay/' /etc/pam.d/common-auth
# A real lecture and a real host name look-up would only be in the way.
cat > /etc/sudoers.d/pattern-tests <<'EOF'
Defaults lecture=never, !fqdn, passwd_timeout=1
alice, bob, carol, lena ALL=(ALL:ALL) ALL
EOF
chmod 0440 /etc/sudoers.d/pattern-tests
