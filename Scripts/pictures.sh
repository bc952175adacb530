#!/bin/sh
# Makes the README's pictures anew: the built pads while they are drawn on. Takes xvfb, xdotool, xterm and
# imagemagick. Usage: pictures.sh [PATTERN-ASKPASS [PATTERN-PAD]]
set -eu
cd "$(dirname "$0")/.."
askpass=${1:-.build/stage/pattern-askpass}
pad=${2:-.build/stage/pattern-pad}
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

take() { # FILE
    import -window root -depth 8 "$scratch/picture.png"
    convert "$scratch/picture.png" -bordercolor black -trim +repage -dither None -colors 64 -strip \
        -define png:compression-level=9 "$1"
    xdotool mouseup 1
    kill "$window" 2>/dev/null || true
    wait "$window" 2>/dev/null || true
    window=''
}

drawn() { # THEME FILE
    GTK_THEME=$1 "$askpass" 'Pattern: ' >/dev/null 2>&1 &
    window=$!
    xdotool search --sync --onlyvisible --name '^Pattern$' >/dev/null
    sleep 1
    # From 7 over 4, 1 and 6 to 8, and on to 3. The window is in the corner, as no window manager runs.
    xdotool mousemove 93 307 mousedown 1 sleep 0.1 mousemove 93 216 sleep 0.1 mousemove 93 124 sleep 0.1 \
        mousemove 276 216 sleep 0.1 mousemove 184 307 sleep 0.1 mousemove 250 175 sleep 0.5
    take "$2"
}

typed() { # FILE
    LC_ALL=C.UTF-8 xterm -u8 -fa 'DejaVu Sans Mono' -fs 10 -bg '#202124' -fg '#e8eaed' -cr '#202124' -b 4 \
        -geometry 46x23 -T pad -e "$pad" >/dev/null 2>&1 &
    window=$!
    xdotool search --sync --onlyvisible --name '^pad$' windowfocus >/dev/null
    sleep 1
    xdotool type --delay 50 74168
    sleep 0.5
    take "$1"
}

mkdir -p Pictures
drawn Adwaita Pictures/pad-light.png
drawn Adwaita:dark Pictures/pad-dark.png
typed Pictures/pad-terminal.png
