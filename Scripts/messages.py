#!/usr/bin/python3
"""Finds the texts that the sources say to people, and writes po/pam_pattern.pot. Usage: messages.py [--check]

With --check it changes nothing, and fails when the file is not what it would write.

xgettext reads no Swift. What is looked for is say(...) and Translation.of(...) with a literal, or with two and
count:. Comments right above that begin with "Translators:" go along. The same sources give the same bytes."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEMPLATE = ROOT / "po/pam_pattern.pot"
HEADER = r'''# Translations of pam_pattern. CONTRIBUTING.md tells how to add a language.
# Made by Scripts/messages.py; the texts are in the sources.
msgid ""
msgstr ""
"Project-Id-Version: pam_pattern\n"
"PO-Revision-Date: \n"
"Last-Translator: FULL NAME\n"
"Language-Team: LANGUAGE\n"
"Language: en\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=n != 1;\n"
'''
CALL = re.compile(r"\b(?:say|Translation\.of)\(\s*(?=\")")
LINE = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
BLOCK = re.compile(r'"""\n(.*?)\n([ \t]*)"""', re.S)
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


def literal(text: str, start: int) -> tuple[str, int] | None:
    """The string literal at a place, as it is written, and where it ends; None where there is none."""
    if block := BLOCK.match(text, start):
        raw = "\n".join(line.removeprefix(block[2]) for line in block[1].split("\n"))
        return raw.replace("\\\n", ""), block.end()
    if line := LINE.match(text, start):
        return line[1], line.end()
    return None


def unescaped(raw: str, where: str) -> str:
    def one(match: re.Match) -> str:
        if match[1] not in ESCAPES:
            sys.exit(f"messages.py: {where}: no \\{match[1]} in a text to be translated; use %1: {raw}")
        return ESCAPES[match[1]]
    return re.sub(r"\\(.)", one, raw)


def messages() -> dict[str, dict]:
    """All texts in the order of the sources, by the text itself."""
    found: dict[str, dict] = {}
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        where, text = str(path.relative_to(ROOT)), path.read_text()
        for call in CALL.finditer(text):
            one, end = literal(text, call.end())
            comma = re.compile(r",\s*").match(text, end)
            many = literal(text, comma.end()) if comma else None
            is_plural = many is not None and re.compile(r",\s*count:").match(text, many[1]) is not None
            entry = found.setdefault(unescaped(one, where), {"plural": None, "files": [], "notes": []})
            if is_plural:
                entry["plural"] = unescaped(many[0], where)
            if where not in entry["files"]:
                entry["files"].append(where)
            entry["notes"] += [note for note in notes(text, call.start()) if note not in entry["notes"]]
    return found


def notes(text: str, place: int) -> list[str]:
    """The comment for translators right above a line."""
    above = []
    for line in reversed(text[:place].split("\n")[:-1]):
        if not line.strip().startswith("// "):
            break
        above.insert(0, line.strip().removeprefix("// "))
    joined = " ".join(above)
    return [joined[joined.index("Translators:"):]] if "Translators:" in joined else []


def quoted(keyword: str, text: str) -> str:
    lines = [line.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t").replace("\n", "\\n")
             for line in text.splitlines(keepends=True)]
    if len(lines) <= 1:
        return f'{keyword} "{"".join(lines)}"\n'
    return f'{keyword} ""\n' + "".join(f'"{line}"\n' for line in lines)


def template() -> str:
    entries = [HEADER]
    for text, entry in messages().items():
        lines = "".join(f"#. {note}\n" for note in entry["notes"])
        lines += "".join(f"#: {file}\n" for file in entry["files"])
        # KDE's formats have the same places, %1 to %9, which msgfmt -c compares.
        if re.search("%[1-9]", text):
            lines += "#, kde-format\n"
        lines += quoted("msgid", text)
        if entry["plural"] is None:
            lines += 'msgstr ""\n'
        else:
            lines += quoted("msgid_plural", entry["plural"]) + 'msgstr[0] ""\nmsgstr[1] ""\n'
        entries.append(lines)
    return "\n".join(entries)


def main():
    if sys.argv[1:] == ["--check"]:
        if TEMPLATE.read_text() != template():
            sys.exit("messages.py: po/pam_pattern.pot is not up to date: run Scripts/messages.py")
    elif not sys.argv[1:]:
        TEMPLATE.write_text(template())
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
