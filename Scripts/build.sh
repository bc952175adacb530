#!/bin/sh
# Builds what gets installed and leaves it, stripped, in .build/stage. Usage: build.sh SWIFT
set -eu
swift=$1

build() { # SCRATCH PRODUCT FURTHER-OPTIONS...
    scratch=$1 product=$2
    shift 2
    # Without data for debuggers, which would tell the folder, and which strip takes out in any case.
    Scripts/as-builder.sh "$swift" build -c release -debug-info-format none --scratch-path "$scratch" \
        --disable-local-rpath --product "$product" "$@"
}

# Two scratch folders: Embedded Swift and patternctl's ordinary one share sources.
PATTERN_EMBEDDED=1 build .build/embedded pam_pattern
PATTERN_EMBEDDED=1 build .build/embedded pattern-chkpwd
build .build/programs patternctl --static-swift-stdlib

mkdir -p .build/stage
rm -f .build/stage/pattern-pad
if [ -e /usr/include/ncurses.h ]; then
    PATTERN_EMBEDDED=1 PATTERN_NCURSES=1 build .build/embedded pattern-pad
    strip -o .build/stage/pattern-pad .build/embedded/release/pattern-pad
else
    echo "pattern-pad is left out: ncursesw's header is missing (libncurses-dev). Patterns are typed." >&2
fi
rm -f .build/stage/pattern-askpass
if pkg-config --exists gtk4 2>/dev/null; then
    PATTERN_GTK=1 build .build/programs pattern-askpass --static-swift-stdlib
    strip -o .build/stage/pattern-askpass .build/programs/release/pattern-askpass
else
    echo "pattern-askpass is left out: GTK 4's headers are missing (libgtk-4-dev). sudo -A does not draw." >&2
fi
rm -rf .build/stage/languages
if command -v msgfmt >/dev/null; then
    mkdir .build/stage/languages
    while read -r language; do
        msgfmt -o ".build/stage/languages/$language.mo" "po/$language.po"
    done <po/LINGUAS
else
    echo "Translations are left out: msgfmt is missing (gettext). All speak English." >&2
fi
strip -o .build/stage/pam_pattern.so .build/embedded/release/libpam_pattern.so
strip -o .build/stage/pattern-chkpwd .build/embedded/release/pattern-chkpwd
strip -o .build/stage/patternctl .build/programs/release/patternctl
