#!/bin/sh
# Checks what a built file keeps an attacker from: how it is compiled, linked and mapped. Usage: check-hardening.sh FILE
set -eu
if [ $# != 1 ] || [ ! -f "$1" ]; then
    sed -n 's/^# .*\(Usage.*\)/\1/p' "$0" >&2
    exit 2
fi
file=$1
name=${file##*/}
headers=$(readelf -lW "$file")
dynamic=$(readelf -dW "$file")
sections=$(readelf -SW "$file")
imported=$(nm -D --undefined-only "$file" | sed 's/^ *[Uw] //; s/@.*//')
count=0

is() { # WHAT TEXT PATTERN
    printf '%s\n' "$2" | grep -Eq -- "$3" || fail "$1"
    count=$((count + 1))
}
isnt() {
    ! printf '%s\n' "$2" | grep -E -- "$3" >&2 || fail "$1"
    count=$((count + 1))
}
fail() {
    echo "not ok: $file $1" >&2
    exit 1
}

is "is at a fixed address" "$(readelf -hW "$file")" 'Type: +DYN '
case $name in
*.so) ;;
*) is "is no position-independent program" "$dynamic" 'FLAGS_1.* PIE' ;;
esac
is "binds its functions late" "$dynamic" 'FLAGS_1.* NOW'
is "keeps its relocations writable" "$headers" '^ *GNU_RELRO '
# Which sections a segment holds, by its number.
number=$(printf '%s\n' "$headers" | awk '/^  [A-Z]/ && $1 != "Type" { n++ } $1 == "GNU_RELRO" { printf "%02d", n - 1 }')
is "keeps its tables of functions writable" "$(printf '%s\n' "$headers" | grep "^ *$number  ")" ' \.got( \.got\.plt)? '
is "has an executable stack" "$headers" '^ *GNU_STACK .* RW +0'
isnt "has memory that is writable and executable" "$headers" '^ *[A-Z_]+ .* (RWE|WE) '
isnt "has a section that is writable and executable" "$sections" ' (WAX|WX)[A-Za-z]* '
isnt "has relocations in its code" "$dynamic" 'TEXTREL'
isnt "looks for libraries in a place of its own" "$dynamic" 'RPATH|RUNPATH'
isnt "has symbols or data for debuggers" "$sections" ' \.(symtab|debug_[a-z]+) '
is "does not watch its stack" "$imported" '^__stack_chk_fail$'
case $name in
patternctl | pattern-askpass) ;; # the Swift runtime in them does
*)
    isnt "calls what can't be called safely" "$imported" \
        '^(gets|strcpy|strcat|stpcpy|sprintf|vsprintf|system|popen|tmpnam|tempnam|mktemp)$'
    # Shadow stacks. Jumps are marked too, but for libc's own start files: so the file as a whole is not (IBT).
    [ "$(uname -m)" != x86_64 ] || {
        is "is not marked for shadow stacks" "$(readelf -nW "$file")" 'x86 feature:.* SHSTK'
        is "does not mark where jumps may go" "$(objdump -d --no-show-raw-insn "$file" | grep -c endbr64)" '^[0-9]{3,}$'
    }
    ;;
esac
case $name in # with enough on the stack somewhere to skip a guard page
pattern-chkpwd | pattern-pad)
    is "does not touch each page of its stack (stack clash)" "$(objdump -d --no-show-raw-insn "$file")" \
        'sub +[$]0x1000,%rsp|sub\s+sp, sp, #0x1, lsl #12'
    ;;
esac
# The module has nothing that it could be asked of.
[ "$name" = pam_pattern.so ] ||
    is "calls nothing with its sizes checked (fortify)" "$imported" '^__(syslog|snprintf|memcpy)_chk$'
echo "$count checks of $name's hardening passed"
