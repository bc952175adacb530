"""Goes through the cells of scenarios, and renders what came of them."""

import contextlib
import dataclasses
import random
import time
from collections.abc import Iterator

from faults import attempt, command
from faults.attempt import AttemptScenario, TracedChecker
from faults.calls import KILL, Call, Cell, cells_of, errors, was_injected
from faults.command import CommandScenario
from faults.place import Place

Scenario = AttemptScenario | CommandScenario
SCENARIOS: dict[str, Scenario] = {
    **{scenario.name: scenario for scenario in attempt.SCENARIOS},
    **{f"patternctl {scenario.name}": scenario for scenario in command.SCENARIOS}}
SEED = 20251130
# A machine that is busy may have a program take another way once; not each time.
_TURNS = 3


@dataclasses.dataclass
class Outcome:
    """What became of the cells of one scenario."""

    name: str
    calls: list[Call]
    shown: dict[Cell, str] = dataclasses.field(default_factory=dict)
    violations: list[str] = dataclasses.field(default_factory=list)
    violated: int = 0
    seconds: float = 0

    def add(self, cell: Cell, shown: str, problems: list[str]):
        self.shown[cell] = shown + (" VIOLATED" if problems else "")
        self.violated += bool(problems)
        self.violations += [f"{self.name} | {cell} | {problem}" for problem in problems]


def phases(calls: list[Call]) -> dict[Call, str]:
    """What each call serves: the settings, then the accounts, and from where it is opened the store."""
    found, phase = {}, "settings"
    is_read = False
    for call in calls:
        if '"/var/lib/pam_pattern"' in call.words:
            phase = "store"
        found[call] = phase
        is_read = is_read or "/pattern.conf" in call.words
        if phase == "settings" and is_read and call.name == "close":
            phase = "accounts"
    return found


@contextlib.contextmanager
def _prepared(scenario: Scenario, place: Place) -> Iterator[None]:
    place.store.reset()
    scenario.prepare(place)
    traced = isinstance(scenario, AttemptScenario) and scenario.checker is not None
    with TracedChecker() if traced else contextlib.nullcontext():
        yield


def chosen(cells: list[Cell], most: int | None, seed: str) -> list[Cell]:
    """All cells, or as many, a third of them kills, by a fixed seed."""
    if most is None or most >= len(cells):
        return cells
    chance = random.Random(f"{SEED} {seed}")
    kills = [cell for cell in cells if cell.fault == KILL]
    others = [cell for cell in cells if cell.fault != KILL]
    few = chance.sample(kills, min(len(kills), most // 3))
    picked = {*few, *chance.sample(others, min(len(others), most - len(few)))}
    return [cell for cell in cells if cell in picked]


def play(name: str, place: Place, most: int | None = None) -> Outcome:
    """Records the calls of a scenario, then runs it anew for each cell, or for so many of them."""
    scenario = SCENARIOS[name]
    start = time.monotonic()
    with _prepared(scenario, place):
        normal = scenario.run(place, ())
        outcome = Outcome(name, scenario.calls(place))
        problems = scenario.judge(None, "", normal) + scenario.again(place, normal)
        assert not problems, f"{name}, without a fault: {problems}"
        unknown = {call.name for call in outcome.calls} - errors().keys()
        assert not unknown, f"calls without a row in errors.tsv: {sorted(unknown)}; see faults/manual.py"
        phase = phases(outcome.calls)
        cells = [cell for call in outcome.calls for cell in cells_of(call)]
        for cell in chosen(cells, most, name):
            outcome.add(cell, *_played(scenario, place, cell, phase[cell.call], normal))
    outcome.seconds = time.monotonic() - start
    return outcome


def _played(scenario: Scenario, place: Place, cell: Cell, phase: str, normal) -> tuple[str, list[str]]:
    for _ in range(_TURNS):
        seen = scenario.run(place, [cell.inject])
        if was_injected(place.trace, cell):
            break
    else:
        return "not reached", ["it never came to this call"]
    judged = (scenario.judge(cell, phase, seen, normal) if isinstance(scenario, CommandScenario)
              else scenario.judge(cell, phase, seen))
    return scenario.shown(cell, seen), judged + scenario.again(place, seen)


def rendered(outcomes: list[Outcome]) -> str:
    """A table with tabs between its columns: a row a call, a column an error, and one for the kill."""
    faults = sorted({cell.fault for outcome in outcomes for cell in outcome.shown} - {KILL})
    rows = [["scenario", "call", "number", "arguments", KILL, *faults]]
    for outcome in outcomes:
        for call in outcome.calls:
            cells = [outcome.shown.get(Cell(call, fault), "") for fault in (KILL, *faults)]
            if any(cells):
                rows.append([outcome.name, call.name, str(call.number), call.shown, *cells])
    return "".join("\t".join(row) + "\n" for row in rows)


def summary(outcomes: list[Outcome]) -> str:
    """The last line."""
    cells = sum(len(outcome.shown) for outcome in outcomes)
    return f"{cells} cells, {sum(outcome.violated for outcome in outcomes)} violated"
