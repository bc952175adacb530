# shellcheck shell=sh disable=SC2034
# Sourced: where things go, and what building them needs.

group=_pam_pattern
store=/var/lib/pam_pattern
settings=/etc/security/pattern.conf
service=/etc/pam.d/patternctl
strong_service=/etc/pam.d/patternctl-strong
command=/usr/bin/patternctl
pad=/usr/bin/pattern-pad
askpass=/usr/bin/pattern-askpass
checker=/usr/libexec/pam_pattern/pattern-chkpwd

# What pam-auth-update knows: the pattern's line, and the strong line behind the password.
profiles="pattern pattern-strong"

# Manuals and completions, a line each: the program or file that it is about, the file in this tree, and
# where that goes.
documents() {
    zsh=/usr/share/zsh/site-functions
    [ ! -e /etc/debian_version ] || zsh=/usr/share/zsh/vendor-completions
    for file in man/*.[158] completions/*/*; do
        name=${file##*/}
        case $file in
        man/*) echo "${name%.*} $file /usr/share/man/man${name##*.}/$name" ;;
        */bash/*) echo "$name $file /usr/share/bash-completion/completions/$name" ;;
        */zsh/*) echo "${name#_} $file $zsh/$name" ;;
        */fish/*) echo "${name%.fish} $file /usr/share/fish/vendor_completions.d/$name" ;;
        esac
    done
}

# Translations, a line each: the language and where its texts go, which is where libc looks for them.
languages() {
    while read -r language; do
        echo "$language /usr/share/locale/$language/LC_MESSAGES/pam_pattern.mo"
    done <po/LINGUAS
}

# g++ brings the C and C++ headers and libraries that Swift links programs against.
build_packages="binutils g++ gettext libcrypt-dev libncurses-dev libpam0g-dev"
# For pattern-askpass; a server has no use for them.
gtk_packages="libgtk-4-dev pkg-config"

# The files that go in as they are, a line each: SOURCE TARGET.
plain_files() {
    units=/usr/lib/systemd/system
    echo "dist/sysusers.d/pam_pattern.conf /usr/lib/sysusers.d/pam_pattern.conf"
    echo "dist/tmpfiles.d/pam_pattern.conf /usr/lib/tmpfiles.d/pam_pattern.conf"
    echo "dist/polkit-agent-helper@.service.d/pam_pattern.conf $units/polkit-agent-helper@.service.d/pam_pattern.conf"
    # polkit looks for it there; without polkit it is a file that nobody reads.
    echo "etc/polkit-1/actions/org.pam-pattern.enroll.policy /usr/share/polkit-1/actions/org.pam-pattern.enroll.policy"
    echo "etc/shadow-maint/userdel-post.d/pam_pattern /etc/shadow-maint/userdel-post.d/pam_pattern"
    # For pam-auth-update, which is Debian's.
    [ ! -d /usr/share/pam-configs ] || for profile in $profiles; do
        echo "dist/pam-configs/$profile /usr/share/pam-configs/$profile"
    done
}

# The folder from which libpam loads modules: Debian's, with the machine's own architecture before
# foreign ones, or Fedora's. pam_deny.so comes with Linux-PAM itself and so marks the right one.
find_security_folder() {
    for folder in "/usr/lib/$(uname -m)-linux-gnu/security" "/lib/$(uname -m)-linux-gnu/security" \
        /usr/lib64/security /lib64/security /usr/lib/*/security /lib/*/security \
        /usr/lib/security /lib/security; do
        if [ -e "$folder/pam_deny.so" ]; then
            printf '%s\n' "$folder"
            return
        fi
    done
    return 1
}
