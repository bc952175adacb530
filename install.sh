#!/bin/sh
set -eu
umask 022

usage() {
    cat <<EOF
Usage: sudo ./install.sh [--gtk] [--demo]
       sudo ./install.sh --uninstall [--purge]
       ./install.sh --destdir DIR [--securitydir DIR]

Builds pam_pattern and installs it. Keeps credentials and settings that are
already there, and changes no file of /etc/pam.d: when done, it says which
lines to add.

  --gtk              also pattern-askpass, the pad in a window: gets GTK 4's
                     headers (libgtk-4-dev) by apt; where they are already
                     there it is built without being asked for
  --demo             then show it at work, on a user and a service that exist
                     only meanwhile
  --uninstall        take out what was installed; credentials and changed
                     settings stay
  --purge            with --uninstall: take these out, too
  --destdir DIR      install below DIR, for packagers: no apt, no root, no
                     group made
  --securitydir DIR  where PAM modules go, if that is not found right
  --help             this text

Swift is looked for in SWIFT=, PATH, /opt/swift* and the PATH of the user who
called sudo.
EOF
}

wrong_usage() {
    usage >&2
    exit 2
}

die() {
    echo "install.sh: $*" >&2
    exit 1
}

action=install demo='' gtk='' purge='' destdir='' securitydir=''
while [ $# -gt 0 ]; do
    case $1 in
    --demo) demo=demo ;;
    --gtk) gtk=gtk ;;
    --uninstall) action=uninstall ;;
    --purge) purge=purge ;;
    --destdir | --securitydir)
        [ $# -gt 1 ] || wrong_usage
        case $1$2 in
        --destdir/*) destdir=${2%/} ;;
        --destdir?*) destdir=$PWD/${2%/} ;;
        --securitydir/*) securitydir=${2%/} ;;
        *) wrong_usage ;;
        esac
        shift
        ;;
    --help | -h) usage && exit ;;
    *) wrong_usage ;;
    esac
    shift
done
case $action$gtk$demo$purge in
install | uninstall | uninstallpurge) ;;
installgtk | installdemo | installgtkdemo) [ -z "$destdir" ] || wrong_usage ;;
*) wrong_usage ;;
esac

cd "$(dirname "$0")"
. Scripts/layout.sh

# Group rights are all that keeps the store from other users, so nobody may be in the group.
check_group() {
    entry=$(getent group "$group") || return 0
    members=${entry##*:}
    [ -z "$members" ] || die "the group $group must have no members, but has: $members"
    gid=$(printf '%s\n' "$entry" | cut -d: -f3)
    user=$(getent passwd | awk -F: -v gid="$gid" '$4 == gid { print $1; exit }')
    [ -z "$user" ] || die "the group $group must be nobody's primary group, but is that of: $user"
}

# Whole or not at all, and never into the old file: running programs have it mapped.
put() { # MODE SOURCE TARGET [GROUP]
    mkdir -p "${3%/*}"
    install -m 0600 "$2" "$3.new"
    # The group before the mode: changing a file's group takes its set-group-ID bit away.
    [ -z "${4-}" ] || chgrp "$4" "$3.new"
    chmod "$1" "$3.new"
    sync "$3.new"
    mv -f "$3.new" "$3"
}

# The group, where it exists and may be given; a packager sets it by the package's own means.
usable_group() {
    if [ "$(id -u)" = 0 ] && getent group "$group" >/dev/null; then echo "$group"; fi
}

put_folders() {
    install -d -m 0755 "$destdir$store"
    install -d -m 0750 "$destdir$store/credentials" "$destdir$store/attempts"
    [ -z "$(usable_group)" ] || chgrp "$group" "$destdir$store/credentials" "$destdir$store/attempts"
}

put_files() {
    put 0755 .build/stage/patternctl "$destdir$command"
    if [ -e .build/stage/pattern-pad ]; then
        put 0755 .build/stage/pattern-pad "$destdir$pad"
    else
        rm -f "$destdir$pad"
    fi
    if [ -e .build/stage/pattern-askpass ]; then
        put 0755 .build/stage/pattern-askpass "$destdir$askpass"
    else
        rm -f "$destdir$askpass"
    fi
    if [ -n "$(usable_group)" ]; then
        put 2755 .build/stage/pattern-chkpwd "$destdir$checker" "$group"
    else
        put 0755 .build/stage/pattern-chkpwd "$destdir$checker"
    fi
    put 0644 .build/stage/pam_pattern.so "$security/pam_pattern.so"
    # Settings and services are the administrator's once they are there.
    [ -e "$destdir$settings" ] || put 0644 etc/security/pattern.conf "$destdir$settings"
    [ -e "$destdir$service" ] || put 0644 etc/pam.d/patternctl "$destdir$service"
    [ -e "$destdir$strong_service" ] || put 0644 etc/pam.d/patternctl-strong "$destdir$strong_service"
}

# Units, the hook and what else goes in as it is.
put_plain_files() {
    plain_files | while read -r source target; do
        mode=0644
        [ ! -x "$source" ] || mode=0755
        put "$mode" "$source" "$destdir$target"
    done
}

# What is about a pad that was left out is left out, too.
put_documents() {
    documents | while read -r about source target; do
        case $about in
        pattern-pad | pattern-askpass)
            if [ ! -e ".build/stage/$about" ]; then
                rm -f "$destdir$target"
                continue
            fi
            ;;
        esac
        put 0644 "$source" "$destdir$target"
    done
}

put_languages() {
    languages | while read -r language target; do
        if [ -e ".build/stage/languages/$language.mo" ]; then
            put 0644 ".build/stage/languages/$language.mo" "$destdir$target"
        else
            rm -f "$destdir$target"
        fi
    done
}

next_steps() {
    cat <<EOF

pam_pattern is installed. Nothing asks for a pattern yet:

  1. Set your pattern:          sudo patternctl enroll
     and see whether it opens:  patternctl verify
     (in a root shell, add --user NAME)
  2. Open a root shell and keep it open until all of this works: sudo -s
  3. In it, keep a copy:        cp -a /etc/pam.d/sudo /root/pam.d-sudo
     then write into /etc/pam.d/sudo the lines above and below the one that is
     there already, "@include common-auth":

        auth       sufficient pam_pattern.so tries=3
        @include common-auth
        auth       optional   pam_pattern.so strong

     pam.d-sample/ holds the whole file, and those for su, login, sshd and
     lockers.
  4. In another terminal:       sudo -k true
     Type the dots of the pattern, 741683 for instance; or press Enter alone,
     and type the password.

The way back: mv /root/pam.d-sudo /etc/pam.d/sudo in a root shell, then
sudo ./install.sh --uninstall

On Debian and Ubuntu, instead of 3, for all that a person does in front of this
machine: sudo pam-auth-update --enable pattern
Then --uninstall alone is the way back.
EOF
}

[ -n "$destdir" ] || [ "$(id -u)" = 0 ] || die "needs root: sudo ./install.sh"
[ -n "$securitydir" ] || securitydir=$(find_security_folder) ||
    die "no folder of PAM modules found; name it: --securitydir DIR"
security=$destdir$securitydir
[ -n "$destdir" ] || Scripts/package-owned.sh "$security/pam_pattern.so" "$command" "$askpass" || exit 1

if [ "$action" = uninstall ]; then
    exec Scripts/uninstall.sh "$security" "$destdir" "$purge"
fi

# "ready": a packager has built .build/stage in a step of its own.
[ "${PATTERN_STAGE-}" = ready ] || swift=$(Scripts/find-swift.sh ${destdir:+no-apt}) || exit 1
if [ -z "$destdir" ]; then
    check_group
    # shellcheck disable=SC2086  # a list of names
    Scripts/apt-need.sh $build_packages ${gtk:+$gtk_packages}
fi
[ "${PATTERN_STAGE-}" = ready ] || Scripts/as-builder.sh Scripts/build.sh "$swift"

if [ -z "$destdir" ] && ! getent group "$group" >/dev/null; then
    groupadd --system "$group"
fi
put_folders
put_files
put_plain_files
put_documents
put_languages
[ -z "$demo" ] || Scripts/demo.sh
[ -n "$destdir" ] || next_steps
