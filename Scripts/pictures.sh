#!/bin/sh
# Makes the README's pictures anew: the built pattern-askpass while it is drawn on, light and dark. Takes
# xvfb, xdotool and imagemagick. Usage: pictures.sh [PATTERN-ASKPASS]
set -eu
cd "$(dirname "$0")/.."
askpass=${1:-.build/stage/pattern-askpass}
scratch=$(mktemp -d)
server='' window=''
finish() {
    for process in $window $server; do kill "$process" 2>/dev/null || true; done
    rm -rf "$scratch"
}
trap finish EXIT

mkfifo "$scratch/display"
Xvfb -displayfd 3 -screen 0 500x600x24 -nolisten tcp -noreset 3>"$scratch/display" >/dev/null 2>&1 &
server=$!
read -r number <"$scratch/display"
export DISPLAY=":$number" GTK_A11Y=none GSETTINGS_BACKEND=memory

picture() { # THEME FILE
    GTK_THEME=$1 "$askpass" 'Pattern: ' >/dev/null 2>&1 &
    window=$!
    xdotool search --sync --onlyvisible --name '^Pattern$' >/dev/null
    sleep 1
    # From 7 over 4, 1 and 6 to 8, and on to 3. The window is in the corner, as no window manager runs.
    xdotool mousemove 93 307 mousedown 1 sleep 0.1 mousemove 93 216 sleep 0.1 mousemove 93 124 sleep 0.1 \
        mousemove 276 216 sleep 0.1 mousemove 184 307 sleep 0.1 mousemove 250 175 sleep 0.5
    import -window root -depth 8 "$scratch/picture.png"
    convert "$scratch/picture.png" -bordercolor black -trim +repage -dither None -colors 64 -strip \
        -define png:compression-level=9 "$2"
    xdotool mouseup 1
    kill "$window" 2>/dev/null || true
    wait "$window" 2>/dev/null || true
    window=''
}

mkdir -p Pictures
picture Adwaita Pictures/pad-light.png
picture Adwaita:dark Pictures/pad-dark.png
