"""Shows what was measured: a table of text, JSON, or a page and a picture. Several files are put together.

Usage: render.py [--check] [--json] [--page FILE --picture FILE] FILE...; exits 1 with --check where a bar is missed.
"""

import argparse
import json
import os
import pathlib
import sys
import textwrap

import plot
import table


def page(facts, rows, picture):
    """The page: on what, the picture, the tables."""
    versions = ", ".join(f"{name} {version}" for name, version in facts["versions"].items())
    processors = f"{facts['processors']} processor{'' if facts['processors'] == 1 else 's'}"
    bars = [found for found in rows if found["bar"] is not None]
    missed = [found["pair"] for found in bars if not found["met"]]
    verdict = f"{len(bars) - len(missed)} of {len(bars)} bars are met."
    if missed:
        verdict += f" Missed: {'; '.join(missed)}."
    measured = (
        f"Measured on {facts['date']} by `sudo Benchmarks/run.sh --write`: {facts['processor']}, {processors}, Linux "
        f"{facts['kernel']}, {facts['system']}; {versions}. The module has {facts['module_bytes'] / 1024:.0f} KiB. "
        f"Medians of up to {facts['rounds']} rounds, both sides of a row in turns; a ratio below 1 is in our favour. "
        "What is compared, and how: [README.md](README.md).")
    parts = ["# Results", measured, f"![Ratios to the peers, and many at once]({picture})", verdict]
    return "\n\n".join(textwrap.fill(part, 118, break_long_words=False, break_on_hyphens=False) for part in parts) \
        + "\n" + table.markdown(rows) + "\n"


def main():
    parser = argparse.ArgumentParser(prog="Benchmarks/render.py")
    parser.add_argument("files", nargs="+", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("--picture", type=pathlib.Path)
    options = parser.parse_args()
    if (options.page is None) != (options.picture is None):
        parser.error("a page needs its picture, and a picture its page")

    measured = [json.loads(file.read_text()) for file in options.files]
    rows = [found for each in measured for found in each["rows"]]
    facts = next((each["facts"] for each in measured if "facts" in each), None)
    if options.page is not None:
        if facts is None:
            parser.error("no file tells on what was measured")
        options.picture.write_text(plot.picture(rows))
        options.page.write_text(page(facts, rows, os.path.relpath(options.picture, options.page.parent)))
    print(json.dumps({"facts": facts, "rows": rows}, indent=2) if options.json else table.plain(rows))
    missed = [found["pair"] for found in rows if not found["met"]]
    if options.check and missed:
        print(f"missed: {'; '.join(missed)}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
