#!/usr/bin/python3
"""Prints what a run of the fuzzer came to: executions, coverage by libFuzzer, lines by llvm-cov.

Usage: llvm-cov export -summary-only ... | coverage.py TARGET LOG
"""
import json
import re
import sys


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: llvm-cov export ... | coverage.py TARGET LOG")
    target, path = sys.argv[1:]
    with open(path, encoding="utf-8", errors="replace") as file:
        log = file.read()
    units = int(re.search(r"stat::number_of_executed_units:\s+(\d+)", log)[1])
    edges, features, inputs = re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)", log)[-1]
    data = json.load(sys.stdin)["data"][0]
    for file in data["files"]:
        lines = file["summary"]["lines"]
        name = file["filename"].partition("/Sources/")[2]
        print(f"  {name}: {lines['covered']} of {lines['count']} lines")
    lines = data["totals"]["lines"]
    print(f"ok: {target}: {units} executions, cov {edges}, ft {features}, {inputs} inputs,"
          f" {lines['percent']:.1f} % of {lines['count']} lines")


main()
