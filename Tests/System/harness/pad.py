"""A pad on a pseudo-terminal: the screen that it draws on is read, keys and a mouse are sent."""

import os
import re
import subprocess
import termios
import time

import pexpect
import pyte

PAD = "/usr/bin/pattern-pad"
ESCAPE, CTRL_C, CTRL_Z, ENTER, BACKSPACE = "\x1b", "\x03", "\x1a", "\r", "\x7f"
UP, DOWN, RIGHT, LEFT = ("\x1b[" + letter for letter in "ABCD")
SECONDS = 10


class Screen:
    """A command in a shell on a pseudo-terminal, and what is on its screen.

    The shell shows how the command ended and what it printed, and then reads a line, to show that nothing
    typed ahead was left."""

    def __init__(self, command: str, term="xterm-256color", size=(24, 80), language="C.UTF-8", shell=True,
                 **environment: str):
        self.screen = pyte.Screen(size[1], size[0])
        self.stream = pyte.Stream(self.screen)
        self.raw = ""
        environment = {"PATH": os.environ["PATH"], "TERM": term, "LANG": language, **environment}
        words = (f"trap : INT TERM HUP; read -r _; result=$({command}); status=$?;"
                 " echo; echo \"status=$status result=$result.\"; read -r line; echo \"line=$line.\"")
        self.process = pexpect.spawn(
            "sh", ["-c", words if shell else f"exec {command}"], env=environment, dimensions=size,
            encoding="utf-8", timeout=SECONDS, echo=True)
        self.process.delaybeforesend = None
        if shell:
            self.modes = termios.tcgetattr(self.process.child_fd)
            self.process.send("go\r")

    def feed(self, text: str):
        self.raw += text
        # pyte does not know the private forms with ">" and shows their letters.
        self.stream.feed(re.sub("\x1b\\[>[0-9;]*[a-z]", "", text))

    def read(self):
        """Takes what has been written so far."""
        try:
            self.feed(self.process.read_nonblocking(65536, 0.05))
        except (pexpect.TIMEOUT, pexpect.EOF):
            pass

    def text(self) -> str:
        # Not pyte's own, which fails where half of a wide character was written over.
        rows = ("".join(self.screen.buffer[row][column].data for column in range(self.screen.columns))
                for row in range(self.screen.lines))
        return "\n".join(row.replace("\xa0", " ").rstrip() for row in rows)

    def see(self, *words: str) -> str:
        """Waits until all these words are on the screen."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            self.read()
            if all(word in self.text() for word in words):
                return self.text()
        raise AssertionError(f"no {words} in\n{self.text()}\n{self.raw[-400:]!r}")

    def until(self, holds):
        """Waits until something holds of the screen."""
        end = time.monotonic() + SECONDS
        while not holds():
            assert time.monotonic() < end, self.text()
            self.read()

    def show(self, text: str):
        """Waits until a text has been written, wherever on the screen."""
        end = time.monotonic() + SECONDS
        while text not in self.raw:
            assert time.monotonic() < end, f"no {text!r} in {self.raw[-400:]!r}"
            self.read()

    def send(self, *keys: str):
        for key in keys:
            self.process.send(key)
            if key == ESCAPE:
                time.sleep(0.15)

    def nodes(self, side=3) -> list[tuple[int, int]]:
        """Where the nodes are, by pressing none: the middles of what is drawn on an idle pad."""
        end = time.monotonic() + SECONDS
        while not (found := self._nodes(side)):
            assert time.monotonic() < end, self.text()
            self.read()
        return found

    def _nodes(self, side: int) -> list[tuple[int, int]]:
        rows = [number for number, line in enumerate(self.screen.display)
                if re.search("[\u2800-\u28ff]|(^| )o( |$)", line)]
        groups = []
        for row in rows:
            if groups and groups[-1][-1] == row - 1:
                groups[-1].append(row)
            else:
                groups.append([row])
        if len(groups) != side:
            return []
        middles = [group[len(group) // 2] for group in groups]
        line = self.screen.display[middles[0]]
        runs = list(re.finditer("[\u2801-\u28ff]+|o", line))
        columns = [(run.start() + run.end() - 1) // 2 for run in runs]
        if len(columns) != side:
            return []
        return [(column, row) for row in middles for column in columns]

    def end(self, status: int, result: str = ""):
        """The shell has its terminal back as it was, without anything typed ahead or left behind."""
        end = time.monotonic() + SECONDS
        while "result=" not in self.raw.rsplit("status=", 1)[-1] or not self.raw.endswith("\n"):
            assert time.monotonic() < end, self.raw[-500:]
            self.read()
        assert re.search(r"status=(\d+) result=(.*)\.", self.raw).groups() == (str(status), result)
        assert termios.tcgetattr(self.process.child_fd) == self.modes, "modes were not restored"
        self.process.send("next\r")
        self.process.expect_exact("line=next.")
        self.check_restored()

    def check_restored(self):
        for mode in ("1002", "1006", "1000", "1049", "1"):
            last = [match[1] for match in re.finditer(rf"\x1b\[\?{mode}([hl])", self.raw)]
            assert not last or last[-1] == "l", f"mode {mode} is left on"
        hidden, shown = self.raw.rfind("\x1b[?25l"), self.raw.rfind("\x1b[?25h")
        assert shown >= hidden, "the cursor is left hidden"

    def child(self) -> int:
        """The process of the pad."""
        tty = os.readlink(f"/proc/{self.process.pid}/fd/0").removeprefix("/dev/")
        found = subprocess.run(
            ["pgrep", "-x", "-t", tty, "pattern-pad"], capture_output=True, text=True, check=True)
        return int(found.stdout)


def sgr(bits: int, place: tuple[int, int], final="M") -> str:
    return f"\x1b[<{bits};{place[0] + 1};{place[1] + 1}{final}"


def x10(bits: int, place: tuple[int, int]) -> str:
    return "\x1b[M" + "".join(chr(32 + number) for number in (bits, place[0] + 1, place[1] + 1))


def drag(coding: str, places: list[tuple[int, int]]) -> list[str]:
    if coding == "sgr":
        return [sgr(0, places[0]), *(sgr(32, place) for place in places[1:]), sgr(0, places[-1], "m")]
    return [x10(0, places[0]), *(x10(32, place) for place in places[1:]), x10(3, places[-1])]


def path(nodes, *numbers):
    return [nodes[number - 1] for number in numbers]


def slow_path(nodes, *numbers):
    """With a place between each two nodes, where a line to the pointer would be seen."""
    places = path(nodes, *numbers)
    between = [tuple((one[axis] + other[axis]) // 2 for axis in (0, 1)) for one, other in zip(places, places[1:])]
    return [place for pair in zip(places, between) for place in pair] + places[-1:]
