#!/bin/sh
# Shows the installed module at work in a mount and process namespace of its own. Whatever the demo
# makes there ends with it, even if it is killed.
set -eu

fail() {
    echo "The demo failed: $*"
    exit 1
}

command -v pamtester >/dev/null || Scripts/apt-need.sh pamtester || fail "pamtester is missing"
unshare --mount true || fail "this machine allows no private mount namespace"

before=$(ls -A /etc/pam.d /var/lib/pam_pattern/credentials; getent passwd | wc -l)
echo
echo "Demo, in a namespace of its own:"
unshare --mount --pid --fork --kill-child --mount-proc Scripts/demo-steps.sh || fail "see the last step above"
after=$(ls -A /etc/pam.d /var/lib/pam_pattern/credentials; getent passwd | wc -l)
[ "$before" = "$after" ] || fail "it left something behind"
echo
echo "The demo worked: the pattern opened, a wrong one did not, and nothing of it is left."
