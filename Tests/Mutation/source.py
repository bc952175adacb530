"""A source as tokens, and the conditions and statements in it."""

from collections.abc import Iterator

from tokens import Token, tokens

_CLOSING = {"(": ")", "[": "]", "{": "}"}
# What a statement does not begin with that could be dropped as a whole: these belong to something or
# declare something.
_KEYWORDS = {
    "if", "else", "guard", "while", "for", "repeat", "switch", "case", "default", "do", "catch", "return", "throw",
    "break", "continue", "let", "var", "func", "init", "deinit", "struct", "enum", "extension", "import", "static",
    "private", "fileprivate", "internal", "package", "public", "mutating", "typealias", "const", "get",
}
_PREFIXES = {"try", "unsafe", "_", "=", "?"}


class Source:
    """A source's text and tokens."""

    def __init__(self, text: str, is_c: bool):
        self.text = text
        self.is_c = is_c
        self.tokens = tokens(text)
        self._pairs = self._matched()

    def _matched(self) -> dict[int, int]:
        """The index of each bracket's partner, both ways."""
        pairs, opened = {}, []
        for index, token in enumerate(self.tokens):
            if token.kind != "other":
                continue
            if token.text in _CLOSING:
                opened.append(index)
            elif token.text in _CLOSING.values():
                start = opened.pop()
                assert _CLOSING[self.tokens[start].text] == token.text, f"unbalanced at {token}"
                pairs[start], pairs[index] = index, start
        return pairs

    def text_of(self, index: int) -> str:
        """A token's text, empty outside of the source."""
        return self.tokens[index].text if 0 <= index < len(self.tokens) else ""

    def around(self, token: Token) -> tuple[str, str]:
        """The characters before and behind a token."""
        return self.text[token.start - 1:token.start] or "\n", self.text[token.end:token.end + 1] or "\n"

    def _is_on_new_line(self, index: int) -> bool:
        end = self.tokens[index - 1].end if index > 0 else 0
        return "\n" in self.text[end:self.tokens[index].start]

    def _span(self, first: int, last: int) -> tuple[int, int]:
        return self.tokens[first].start, self.tokens[last].end

    def conditions(self) -> Iterator[tuple[str, int, int]]:
        """The keyword and the place of each condition that is an expression; those that bind are none."""
        for index, token in enumerate(self.tokens):
            if token.kind != "word" or token.text not in ("if", "guard", "while"):
                continue
            if self.is_c:
                yield token.text, *self._span(index + 2, self._pairs[index + 1] - 1)
                continue
            first = here = index + 1
            while True:
                text = self.text_of(here)
                if text in (",", "else", "{", ""):
                    if self.text_of(first) not in ("let", "var", "case", "#available") and here > first:
                        yield token.text, *self._span(first, here - 1)
                    if text != ",":
                        break
                    first = here + 1
                here = self._pairs.get(here, here) + 1 if text in ("(", "[") else here + 1

    def statements(self) -> Iterator[tuple[str, int, int]]:
        """What each statement is that does something and gives nothing, and its place."""
        inside: list[int] = []
        for index, token in enumerate(self.tokens):
            if index in self._pairs and self._pairs[index] > index:
                inside.append(index)
                continue
            if inside and self._pairs.get(index) == inside[-1]:
                inside.pop()
                continue
            if inside and self.text_of(inside[-1]) == "{" and self._begins(index):
                last = self._last(index)
                if kind := self._kind(index, last):
                    yield kind, *self._span(index, last)

    def _begins(self, index: int) -> bool:
        previous = self.text_of(index - 1)
        if self.is_c:
            opening = self._pairs.get(index - 1, -1)
            return previous in "{};" or previous == ")" and self.text_of(opening - 1) in ("if", "while", "for")
        return previous == "{" or self._is_on_new_line(index) and self.tokens[index - 1].kind != "operator"

    def _last(self, index: int) -> int:
        """The last token of the statement that begins here."""
        here = index
        while here < len(self.tokens):
            here = max(self._pairs.get(here, here), here)
            following = self.text_of(here + 1)
            if self.is_c and following == ";":
                return here + 1
            if following in ("}", ";", "") or not self.is_c and self._is_on_new_line(here + 1):
                return here
            here += 1
        return here

    def _kind(self, first: int, last: int) -> str | None:
        """`call` or `assignment` for a statement that is nothing else, `defer` for a block."""
        if self.text_of(first) == "defer":
            return "defer"
        words = self.tokens[first:last + 1]
        if self.tokens[first].text in _KEYWORDS or self.tokens[first].text.startswith("@"):
            return None
        while words and words[0].text in _PREFIXES:
            words = words[1:]
        depth = 0
        for place, token in enumerate(words):
            depth += (token.text in _CLOSING) - (token.text in _CLOSING.values())
            if depth == 0 and token.text in ("=", "+=", "-=", "|=", "&+=", ">>=", "/=", "*="):
                # In C, two words in front of it are a declaration.
                is_declared = self.is_c and place > 1 and words[place - 2].kind == "word"
                return None if place == 0 or is_declared else "assignment"
        end = words[-2] if self.is_c and len(words) > 1 else words[-1] if words else None
        if end is None or end.text != ")" or words[0].kind != "word" or self._is_declaration(words):
            return None
        return "call"

    def _is_declaration(self, words: list[Token]) -> bool:
        return any(one.kind == other.kind == "word" for one, other in zip(words, words[1:]) if one.text != "unsafe")

    def throws(self) -> Iterator[tuple[int, int, str]]:
        """Each `throw`, and what the function around it gives."""
        for index, token in enumerate(self.tokens):
            if token.text == "throw" and token.kind == "word":
                yield *self._span(index, self._last(index)), self._result(index)

    def _result(self, index: int) -> str:
        """The result type of the function that begins last before a token; `?` alone for what can't be told."""
        for here in range(index, -1, -1):
            if self.text_of(here) in ("func", "init") and self.tokens[here].kind == "word":
                if self.text_of(here) == "init":
                    return "?" if self.text_of(here + 1) == "?" else ""
                result = ""
                while self.text_of(here) != "{":
                    if self.text_of(here) == "->":
                        result = " "
                    elif result:
                        result += self.text_of(here)
                    here = self._pairs.get(here, here) + 1 if self.text_of(here) == "(" else here + 1
                return result.strip()
        return "!"

    def function(self, position: int) -> str | None:
        """The name of the C function that a place is in."""
        for name, start, end in self.functions():
            if start <= position < end:
                return name
        return None

    def functions(self) -> Iterator[tuple[str, int, int]]:
        """The name and the place of each C function."""
        depth = 0
        for index, token in enumerate(self.tokens):
            if token.text == "{" and depth == 0 and self.text_of(index - 1) == ")":
                name = self._pairs[index - 1] - 1
                yield self.text_of(name), self.tokens[name].start, self.tokens[self._pairs[index]].end
            depth += (token.text == "{") - (token.text == "}")
