"""What the programs take, by their sources: commands, options and settings."""

import dataclasses
import re

from harness import world

SOURCES = world.CHECKOUT / "Sources"
TABLES = {
    "patternctl": "PatternControl/Options.swift",
    "pattern-pad": "TerminalPad/PadOptions.swift",
    "pattern-askpass": "AskPass/AskPassOptions.swift",
}
# Those that this tree holds.
PROGRAMS = [program for program, path in TABLES.items() if (SOURCES / path).exists()]


@dataclasses.dataclass(frozen=True)
class Option:
    """An option: the letter behind a single dash, if it has one, and whether a value follows."""

    name: str
    letter: str | None
    takes_value: bool

    @property
    def words(self) -> list[str]:
        """How it is written."""
        return [f"--{self.name}"] + ([f"-{self.letter}"] if self.letter else [])


def source(path: str) -> str:
    return (SOURCES / path).read_text()


def table(program: str) -> dict[str, Option]:
    """A program's table of options, by the names that its source has for them."""
    found = re.findall(
        r'CommandOption\(\s*\.(\w+),\s*"([a-z-]+)"(?:,\s*letter: UInt8\(ascii: "(.)"\))?'
        r'(?:,\s*takesValue: (true))?\)', source(TABLES[program]))
    # Each entry was understood.
    assert len(found) == source(TABLES[program]).count("CommandOption(") > 0
    return {key: Option(name, letter or None, bool(value)) for key, name, letter, value in found}


def options(program: str) -> set[Option]:
    return set(table(program).values())


def cases(text: str) -> list[str]:
    """The names of an enumeration's cases in a piece of Swift."""
    return [name for line in re.findall(r"^\s*case ((?:[\w`]+,\s*)*[\w`]+)$", text, re.M)
            for name in re.findall(r"\w+", line)]


def commands() -> list[str]:
    """The commands of patternctl; `help` and `version` are there as options."""
    text = source(TABLES["patternctl"])
    body = text[text.index("enum Action"):]
    return [name for name in cases(body[:body.index("}")]) if name not in ("help", "version")]


def taken() -> dict[str, set[str]]:
    """The names of the options that each command of patternctl takes, but for those that all take."""
    text = source(TABLES["patternctl"])
    text = text[text.index("var actions: [Action]"):text.index("CommandOption(")]
    taken = {command: set() for command in commands()}
    for keys, users in re.findall(r"case (\.[^:]*):\s*\[([^]]*)\]", text):
        for key in re.findall(r"\w+", keys):
            for command in re.findall(r"\w+", users):
                taken[command].add(table("patternctl")[key].name)
    every = {option.name for option in options("patternctl")} - {"help", "version"}
    assert set().union(*taken.values()) == every
    return taken


def settings() -> dict[str, str]:
    """The settings by name, and where each may stand: anywhere, fileOnly or argumentOnly."""
    text = source("PatternVault/Settings/SettingKey.swift")
    names = dict(re.findall(r'case \.(\w+): "([a-z_]+)"', text))
    scopes = dict.fromkeys(names.values(), "anywhere")
    for keys, scope in re.findall(r"case ([^:]*):\s*\.(fileOnly|argumentOnly)", text):
        for key in re.findall(r"\w+", keys):
            scopes[names[key]] = scope
    assert set(names) == set(cases(text[:text.index("enum Scope")]))
    return scopes
