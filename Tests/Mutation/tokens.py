"""Tokens of Swift and C, as far as mutations need them; comments are left out, and so is what the module's build
leaves out by `#if`."""

import dataclasses
import re

# In Swift an interpolation, with at most one pair of parentheses inside, may hold quotes of its own.
_PARTS = re.compile(r"""
    (?P<blank>\s+ | //[^\n]* | /\*.*?\*/)
  | (?P<directive>^[ \t]*\#[ ]*(?:if|ifdef|ifndef|elseif|elif|else|endif|include|define|pragma)\b[^\n]*)
  | (?P<text>"(?:\\\((?:[^()]|\([^()]*\))*\)|\\[^(]|[^"\\\n])*" | '(?:\\.|[^'\\])')
  | (?P<number>0[xob][0-9a-fA-F_]+[uUlL]* | \d[\d_]*(?:\.\d[\d_]*)?[uUlL]*)
  | (?P<word>[@\#]?[A-Za-z_$]\w* | `\w+`)
  | (?P<operator>\.\.[.<] | [-+*/%<>=!&|^~?]+)
  | (?P<other>.)
""", re.X | re.S | re.M)

# What the module's build says of a condition; all others hold.
_CONDITIONS = {"hasFeature(Embedded)": True, "!hasFeature(Embedded)": False, "PATTERN_FAULTS": False}


@dataclasses.dataclass(frozen=True)
class Token:
    """A piece of a source."""

    kind: str
    text: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """The tokens of a source in order."""
    found: list[Token] = []
    included: list[bool] = []
    for match in _PARTS.finditer(text):
        kind = match.lastgroup
        if kind == "directive":
            word, _, condition = match[0].strip().lstrip("# ").partition(" ")
            if word in ("if", "ifdef", "ifndef"):
                included.append(_CONDITIONS.get(condition.strip(), True))
            elif word == "else":
                included[-1] = not included[-1]
            elif word == "endif":
                included.pop()
        elif kind != "blank" and all(included):
            found.append(Token(kind, match[0], match.start(), match.end()))
    return found
