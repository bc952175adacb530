"""The errors that manual pages list, for errors.tsv. Usage, in Tests/System:

    python3 -m faults.manual CALL... >faults/errors.tsv

CALL is a system call as strace(1) names it. The pages are those of the installed package manpages-dev.
"""

import gzip
import pathlib
import re
import sys

PAGES = pathlib.Path("/usr/share/man/man2")
# A call whose page says "as for" another.
ELSEWHERE = {"wait4": ["waitpid"], "pread64": ["read", "lseek"], "pwrite64": ["write", "lseek"]}
# What a page says elsewhere than in the list of its errors.
BESIDES = {"brk": {"ENOMEM"}}
_NAME = re.compile(r"\bE[A-Z0-9]+\b")
# Names of numbers that strace calls otherwise; and what nobody but a tracer sees, by its page.
_SAME = {"EWOULDBLOCK": "EAGAIN", "ENOTSUP": "EOPNOTSUPP"}
_TRACERS = {"ERESTARTNOINTR"}


def errors(text: str) -> set[str]:
    """The names in the tags of a page's section ERRORS."""
    section = re.search(r"^\.SH ERRORS\n(.*?)(?=^\.SH |\Z)", text, re.DOTALL | re.MULTILINE)
    found: set[str] = set()
    lines = section[1].splitlines() if section else []
    for tag, line in zip(lines, lines[1:]):
        if tag.split()[:1] in ([".TP"], [".TQ"]) and line.startswith(".B"):
            found |= {_SAME.get(name, name) for name in _NAME.findall(line)}
    return found - _TRACERS


def row(call: str) -> str:
    """A line of errors.tsv."""
    names, found = [], BESIDES.get(call, set())
    for page in ELSEWHERE.get(call, [call]):
        path = PAGES / f"{page}.2.gz"
        # The page's own name: the file may be a link to it.
        names.append(path.resolve().name.removesuffix(".gz"))
        found = found | errors(gzip.decompress(path.read_bytes()).decode())
    return "\t".join((call, " ".join(names), " ".join(sorted(found)) or "-"))


def main(calls: list[str]) -> int:
    if not calls or calls[0].startswith("-"):
        print("usage: python3 -m faults.manual CALL...", file=sys.stderr)
        return 2
    print("# What each system call may fail with, by section 2 of man-pages 6.03. Made by manual.py.")
    print("# call\tpages\terrors")
    for call in sorted(set(calls)):
        print(row(call))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
