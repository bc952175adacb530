"""The patterns that tests enrol and type. None is one that people often choose: such are refused."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Drawing:
    """A pattern: its canonical form, a way to type it on the phone's keypad, and another way."""

    canonical: str
    typed: str
    otherwise: str = ""

    @property
    def grid(self) -> str:
        return self.canonical.split(":")[0]

    @property
    def nodes(self) -> str:
        return self.canonical.split(":")[1]

    @property
    def numbers(self) -> list[int]:
        return [int(node) for node in self.nodes.split("-")]


# From 3 to 7 the line runs over 5, which one may name or leave out.
RIGHT = Drawing("3x3:2-9-4-3-5-7", "294357", "2 9-4,3.7")
WRONG = Drawing("3x3:2-9-4-3-5-1", "294351", "29 43 1")
SECOND = Drawing("3x3:6-1-8-3-4", "61834", "6,1,8,3,4")
ALL_NODES = Drawing("3x3:5-4-3-8-1-6-7-2-9", "543816729", "5 4 3 8 1 6 7 2 9")
# On larger grids nodes are typed as numbers; between 12 and 9, which are typed, lie 11 and 10.
LARGE = Drawing("4x4:2-11-5-12-10-9-15-8", "2 11 5 12 9 15 8", "2-11,5.12 10 9-15 8")
FIVE = Drawing("5x5:2-6-3-10-24-7-20-25-23", "2 6 3 10 24 7 20 25 23")
# Every node of the largest grid: 100 bytes of canonical text.
LONGEST = Drawing(
    "6x6:9-26-5-14-7-27-24-33-21-13-6-35-1-34-29-19-2-36-25-12-15-28-8-18-3-4-10-11-22-31-17-30-32-16"
    "-20-23",
    "9 26 5 14 7 27 24 33 21 13 6 35 1 34 29 19 2 36 25 12 15 28 8 18 3 4 10 11 22 31 17 30 32 16"
    " 20 23")

TOO_SHORT = "29 4"
NOT_A_PATTERN = "quartz zebra"
