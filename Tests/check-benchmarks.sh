#!/bin/sh
# Every row of the benchmarks is measured once, on small numbers, and shown: that they run, not how fast.
# Usage: sudo check-benchmarks.sh MODULE; what its checker is lies beside it.
set -eu
[ $# = 1 ] || { echo "usage: sudo check-benchmarks.sh MODULE" >&2; exit 2; }
module=$1
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
render() { python3 -B Benchmarks/render.py "$scratch/rows.json" "$@"; }

Benchmarks/run.sh --quick --json --module "$module" >"$scratch/rows.json" 2>"$scratch/said" || {
    cat "$scratch/said" >&2
    exit 1
}
render --page "$scratch/page.md" --picture "$scratch/picture.svg" >"$scratch/table"
python3 -B - "$scratch" <<'END'
import json, pathlib, sys, xml.etree.ElementTree
sys.path.insert(0, "Benchmarks")
import table
folder = pathlib.Path(sys.argv[1])
rows = json.loads((folder / "rows.json").read_text())["rows"]
assert {row["part"] for row in rows} == set(table.HEADINGS), {row["part"] for row in rows} ^ set(table.HEADINGS)
assert len(rows) == 35, len(rows)
for row in rows:
    assert row["ours"] > 0 and row["peer"] > 0, row
page, shown = (folder / "page.md").read_text(), (folder / "table").read_text()
picture = xml.etree.ElementTree.parse(folder / "picture.svg")
drawn = {text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")}
for row in rows:
    assert f"| {row['pair']} |" in page and row["pair"] in shown, row
    assert row["part"] == "at once" or row["pair"] in drawn, row
END
status() { # of a command that is to fail
    "$@" >/dev/null 2>"$scratch/said" && echo 0 || echo $?
}
# A bar that is missed is told, and 1; without --check it is only told.
sed 's/"met": true/"met": false/' "$scratch/rows.json" >"$scratch/missed.json"
[ "$(status python3 -B Benchmarks/render.py --check "$scratch/missed.json")" = 1 ]
grep -q '^missed: pam_unix; ' "$scratch/said"
[ "$(status python3 -B Benchmarks/render.py "$scratch/missed.json")" = 0 ]
# A module that lets everybody in is not measured.
cp "$(dirname "$module")/pattern-chkpwd" "$scratch"
cp "$(find /usr/lib /lib -path '*/security/pam_permit.so' | head -n 1)" "$scratch/pam_pattern.so"
[ "$(status Benchmarks/run.sh --quick --only 'authentication: pam_unix' --module "$scratch/pam_pattern.so")" = 2 ]
grep -q '^authentication: pam_unix: host: pattern: asked 0 times$' "$scratch/said"
echo "35 rows of the benchmarks measured and shown; a missed bar and a module that checks nothing are found out"
