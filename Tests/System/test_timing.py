"""The time from an answer to its verdict tells no wrong pattern from another.

How it is measured: one process, one thread of it, asks in rounds; each round tries every pattern once, in
an order drawn anew, and the attempts are put back to the same bytes before each try. Compared are medians,
which a burst of other work on the machine moves little, and what moves them moves all, since rounds are
interleaved. One pattern is in the list twice: what its two medians differ by is the noise. While that is
too much to judge, or the difference is above the bound, more rounds are added to those that there are, up
to eight times as many. A real difference does not go away by that: a hash that takes a twentieth longer
for one pattern is found out in the same way.
"""

import statistics
import subprocess

import pytest

from harness import native, store as stores
from harness.patterns import RIGHT

ROUNDS, MOST_TURNS = 300, 8
BOUND = 0.03
NOISE = 0.01
# yescrypt with 2 MiB: some milliseconds. Its time does not depend on a text's length, as that of
# sha256crypt does.
SETTING = "$y$j85$abcdefgh"

# Typed, and canonical. What each has in common with the right one differs.
PATTERNS = {
    "same nodes but the last": ("294351", "3x3:2-9-4-3-5-1"),
    "the same again": ("294351", "3x3:2-9-4-3-5-1"),
    "the right one's beginning": ("2943", "3x3:2-9-4-3"),
    "the right one and a node more": ("2943576", "3x3:2-9-4-3-5-7-6"),
    "another from the first": ("618347", "3x3:6-1-8-3-4-7"),
    "all nine": ("543816729", "3x3:5-4-3-8-1-6-7-2-9"),
    "another spelling": ("2 9-4,3.5 1", "3x3:2-9-4-3-5-1"),
}
ONE, SAME = 0, 1


@pytest.fixture
def medians(services, store):
    """Yields medians in nanoseconds, of more and more rounds."""
    store.enroll(hash=stores.hashed(RIGHT.canonical, SETTING))
    name = services.probing(f"store={store.path}")

    def measure(*options: str):
        times = [[] for _ in PATTERNS]
        for _ in range(MOST_TURNS):
            done = subprocess.run(
                [native.program("attempt"), services.folder, name, "alice", f"rounds={ROUNDS}",
                 f"time={store.tries()}", *options, "--", *(typed for typed, _ in PATTERNS.values())],
                capture_output=True, text=True, check=True)
            for line in done.stdout.splitlines():
                place, taken = map(int, line.split())
                times[place].append(taken)
            assert {len(row) for row in times} == {len(times[0])} and len(times[0]) >= ROUNDS
            yield [statistics.median(row) for row in times]

    return measure


def spread(values: list[float]) -> float:
    """By what part the largest is above the smallest."""
    return max(values) / min(values) - 1


def test_wrong_patterns_take_the_same_time(medians):
    for turn, found in enumerate(medians(), 1):
        noise, difference = spread([found[ONE], found[SAME]]), spread(found)
        shown = ", ".join(f"{name} {value / 1e6:.3f}" for name, value in zip(PATTERNS, found))
        print(f"{turn * ROUNDS} rounds, medians in ms: {shown}; noise {noise:.2%}, all {difference:.2%}")
        if difference <= BOUND:
            return
    pytest.fail(f"{difference:.2%} between wrong patterns, {noise:.2%} between equal ones")


def test_a_twentieth_is_found_out(medians):
    """The same measurement, of a libcrypt that takes longer for one of them."""
    for found in medians("spoil=" + PATTERNS["all nine"][1]):
        noise, difference = spread([found[ONE], found[SAME]]), spread(found)
        if noise <= NOISE:
            break
    assert difference > BOUND, f"{difference:.2%}, noise {noise:.2%}"
    assert max(found) == found[list(PATTERNS).index("all nine")]
