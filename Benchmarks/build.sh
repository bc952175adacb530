#!/bin/sh
# Builds what is measured, as the one who called sudo, so that the checkout stays theirs.
# Usage: build.sh SWIFT PRODUCT...; pattern-askpass-measure is the window with PATTERN_MEASURE=1, in a folder of its
# own.
set -eu
cd "$(dirname "$0")/.."
swift=$1
shift

for product in "$@"; do
    case $product in
        patternctl | space-benchmark) set -- programs --static-swift-stdlib ;;
        pattern-askpass) set -- programs --static-swift-stdlib PATTERN_GTK=1 ;;
        pattern-askpass-measure) set -- measure --static-swift-stdlib PATTERN_GTK=1 PATTERN_MEASURE=1 ;;
        *) set -- embedded '' PATTERN_EMBEDDED=1 ;;
    esac
    folder=$1 static=$2
    shift 2
    Scripts/as-builder.sh env "$@" "$swift" build -c release --scratch-path ".build/$folder" ${static:+"$static"} \
        --disable-local-rpath --product "${product%-measure}" >&2 || {
        echo "build.sh: $product could not be built" >&2
        exit 2
    }
done
