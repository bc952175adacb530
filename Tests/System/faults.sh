#!/bin/sh
# Makes every system call of the module, the checker and patternctl fail with each error that its manual
# page lists, and kills the process at each, on what was built last. All cells, some 35,000, take half an hour.
# Usage: sudo Tests/System/faults.sh [--cells N] [--table FILE] [SCENARIO...]
#   --cells N     so many of each scenario's, the same ones each time, instead of all
#   --table FILE  writes the outcomes there, a row a call, a column an error
#   SCENARIO      part of a name: "root, right", "checker", "patternctl enroll" ...
set -eu
here=$(cd "$(dirname "$0")" && pwd)
usage() {
    echo "usage: faults.sh [--cells N] [--table FILE] [SCENARIO...]" >&2
    exit 2
}
[ "$(id -u)" = 0 ] || { echo "faults.sh: must run as root" >&2; exit 2; }
cells='' table=''
while [ $# -gt 0 ]; do
    case $1 in
        --cells) [ $# -gt 1 ] || usage; cells=$2; shift 2 ;;
        --table) [ $# -gt 1 ] || usage; table=$2; shift 2 ;;
        -*) usage ;;
        *) break ;;
    esac
done
# Opened out here: in the namespace some folders are others.
[ -z "$table" ] || exec 3>"$table"
set -- ${cells:+--cells "$cells"} ${table:+--table /dev/fd/3} "$@"
exec "$here/namespace.sh" env PYTHONPATH="$here" /usr/bin/python3 -m faults "$@"
