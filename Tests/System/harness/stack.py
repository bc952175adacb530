"""PAM stacks on paper: reads service files and works out what libpam makes of every outcome of every line,
after pam.conf(5) and _pam_dispatch_aux. That it agrees with libpam is a test."""

import dataclasses
import functools
import pathlib
import re
from collections.abc import Callable, Iterable

# security/_pam_types.h, in the order of the codes; the names are those of pam.conf(5).
CODES = (
    "success open_err symbol_err service_err system_err buf_err perm_denied auth_err cred_insufficient"
    " authinfo_unavail user_unknown maxtries new_authtok_reqd acct_expired session_err cred_unavail"
    " cred_expired cred_err no_module_data conv_err authtok_err authtok_recover_err authtok_lock_busy"
    " authtok_disable_aging try_again ignore abort authtok_expired module_unknown bad_item conv_again"
    " incomplete").split()

_KEYWORDS = {
    "required": "success=ok new_authtok_reqd=ok ignore=ignore default=bad",
    "requisite": "success=ok new_authtok_reqd=ok ignore=ignore default=die",
    "sufficient": "success=done new_authtok_reqd=done default=ignore",
    "optional": "success=ok new_authtok_reqd=ok default=ignore",
}
_LINE = re.compile(r"-?(\w+)\s+(\[[^\]]*\]|\S+)\s+(\S+)\s*(.*)")
# What libpam answers where nothing was decided.
_UNDECIDED = "perm_denied"


@dataclasses.dataclass(frozen=True)
class Line:
    """One line of a stack: its module, arguments, and what each code leads to."""

    control: str
    module: str
    arguments: tuple[str, ...] = ()

    @functools.cached_property
    def actions(self) -> dict[str, str]:
        words = _KEYWORDS.get(self.control, self.control.strip("[]")).split()
        pairs = dict(word.split("=") for word in words)
        default = pairs.pop("default")
        assert pairs.keys() <= set(CODES), self.control
        return {code: pairs.get(code, default) for code in CODES}


def parsed(text: str, folder: pathlib.Path, kind: str = "auth") -> list[Line]:
    """The lines of one kind of a service file, with those of the files it includes from the folder."""
    lines = []
    for line in re.sub(r"\\\n", " ", text).splitlines():
        line = line.split("#")[0].strip()
        if not line:
            continue
        if line.startswith("@include"):
            lines += parsed((folder / line.split()[1]).read_text(), folder, kind)
            continue
        match = _LINE.fullmatch(line)
        assert match, line
        if match[1] != kind:
            continue
        if match[2] == "include":
            lines += parsed((folder / match[3]).read_text(), folder, kind)
            continue
        assert match[2] != "substack", "not understood here"
        lines.append(Line(match[2], pathlib.Path(match[3]).name, tuple(match[4].split())))
    return lines


@dataclasses.dataclass(frozen=True)
class State:
    """How far libpam has come: the next line, and what it thinks so far."""

    index: int = 0
    impression: str = "undefined"
    status: str = _UNDECIDED
    is_over: bool = False

    @property
    def result(self) -> str:
        """The code that the application gets, once it is over."""
        decided = self.status != "success" or self.impression == "positive"
        return self.status if decided else _UNDECIDED


def step(stack: list[Line], state: State, code: str) -> State:
    """What libpam makes of a line that gave a code."""
    if code == "incomplete":
        return dataclasses.replace(state, status=code, is_over=True)
    action = stack[state.index].actions[code]
    index, impression, status, is_over = state.index + 1, state.impression, state.status, False
    if action in ("ok", "done"):
        if impression == "undefined" or (impression == "positive" and status == "success"):
            impression, status = "positive", code
        is_over = impression == "positive" and action == "done"
    elif action in ("bad", "die"):
        if impression != "negative":
            impression, status = "negative", _UNDECIDED if code == "ignore" else code
        is_over = action == "die"
    elif action == "reset":
        impression, status = "undefined", _UNDECIDED
    elif action != "ignore":
        jump = int(action)
        if index + jump > len(stack):
            index, impression, status = len(stack), "negative", _UNDECIDED
        else:
            index += jump
    return State(index, impression, status, is_over or index >= len(stack))


def result(stack: list[Line], codes: Iterable[str]) -> str:
    """The code of a stack whose lines, as they are reached, give these codes."""
    state, given = State(), list(codes)
    while not state.is_over:
        state = step(stack, state, given[state.index])
    return state.result


Outcomes = Callable[[Line], Iterable[str]]


def paths(stack: list[Line], outcomes: Outcomes, *, facts: Callable[[Line, str], str | None],
          watched: Callable[[Line], bool] = lambda line: False) -> set[tuple]:
    """Walks every path: each end as ("end", code, facts), each watched line that is reached as
    ("reached", index, facts). A fact is a word that a line's code leaves behind; paths that agree in
    the next line, in libpam's mind and in the facts are walked once."""
    found: set[tuple] = set()
    seen: set[tuple] = set()
    waiting: list[tuple[State, frozenset]] = [(State(), frozenset())]
    while waiting:
        place = waiting.pop()
        if place in seen:
            continue
        seen.add(place)
        state, known = place
        if state.is_over:
            found.add(("end", state.result, known))
            continue
        line = stack[state.index]
        if watched(line):
            found.add(("reached", state.index, known))
        for code in outcomes(line):
            fact = facts(line, code)
            waiting.append((step(stack, state, code), known | {fact} if fact else known))
    return found
