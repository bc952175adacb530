"""How soon pattern-pad shows its first frame, beside the smallest ncurses program, and how soon a frame follows the
pointer; see pad.sh."""

import argparse
import fcntl
import json
import mmap
import os
import pty
import select
import statistics
import struct
import sys
import termios
import time
from typing import NamedTuple

import table

ROWS, COLUMNS = 24, 80
FIRST = b"pattern"  # both show "Draw your pattern"
START_BAR, LATENCY_BAR = 1.6, 16.0
PERIOD = 1 / 250
ENVIRONMENT = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}


class Program(NamedTuple):
    pid: int
    terminal: int
    started: int  # just before its exec, in nanoseconds

    @classmethod
    def start(cls, *words: str) -> "Program":
        moment = mmap.mmap(-1, 8)
        pid, terminal = pty.fork()
        if pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            struct.pack_into("q", moment, 0, time.monotonic_ns())
            os.execve(words[0], words, ENVIRONMENT)
        program = cls(pid, terminal, 0)
        program.wait_for(FIRST)
        return program._replace(started=struct.unpack_from("q", moment, 0)[0])

    def wait_for(self, text: bytes):
        shown = b""
        while text not in shown:
            shown += os.read(self.terminal, 65536)

    def settle(self):
        """Reads until nothing comes any more."""
        while select.select([self.terminal], [], [], 0.2)[0]:
            os.read(self.terminal, 65536)

    def end(self):
        os.write(self.terminal, b"\x03")
        try:
            while os.read(self.terminal, 65536):
                pass
        except OSError:
            pass
        os.close(self.terminal)
        os.waitpid(self.pid, 0)


def first_frame(*words: str) -> float:
    """Milliseconds from exec to the first frame."""
    program = Program.start(*words)
    took = (time.monotonic_ns() - program.started) / 1e6
    program.end()
    return took


def compare_starts(pad: str, frame: str, rounds: int) -> dict:
    """Both in turns, each going first in every other round."""
    times = {pad: [], frame: []}
    for turn in range(rounds):
        for program in (pad, frame) if turn % 2 else (frame, pad):
            times[program].append(first_frame(program))
    ours, theirs = (statistics.median(times[program]) for program in (pad, frame))
    return {"first_frame_ms": ours, "smallest_ncurses_ms": theirs, "ratio": ours / theirs, "rounds": rounds}


def mouse(bits: int, column: int, row: int, final="M") -> bytes:
    return f"\x1b[<{bits};{column};{row}{final}".encode()


def find_node(program: Program) -> tuple[int, int]:
    """A place in the first node's circle: the first press that something comes of."""
    for row in range(2, ROWS // 2, 2):
        for column in range(3, COLUMNS // 2, 3):
            os.write(program.terminal, mouse(0, column, row))
            if select.select([program.terminal], [], [], 0.02)[0]:
                os.write(program.terminal, mouse(0, column, row, "m") + b"\x7f")
                return column, row
            os.write(program.terminal, mouse(0, column, row, "m"))
    sys.exit("pad.py: no press does anything")


def events(start: tuple[int, int], count: int):
    """Strokes from the first node that then circle between nodes: something else to show each time."""
    middle = (start[0] + COLUMNS // 2) // 2, (start[1] + ROWS // 2) // 2
    circle = [(-3, 0), (-2, -1), (0, -1), (2, -1), (3, 0), (2, 1), (0, 1), (-2, 1)]
    for number in range(count):
        turn = number % 100
        place = [middle[axis] + circle[number % len(circle)][axis] for axis in (0, 1)]
        yield mouse(0, *start) if turn == 0 else mouse(0, *place, "m") if turn == 99 else mouse(32, *place)


def latencies(pad: str, seconds: float) -> list[float]:
    """Milliseconds from each event to the last byte of the frame that follows it."""
    program = Program.start(pad)
    program.settle()
    start = find_node(program)
    program.settle()
    took, waiting = [], []
    following = time.monotonic()
    for event in events(start, int(seconds / PERIOD)):
        following += PERIOD
        waiting.append(time.monotonic())
        os.write(program.terminal, event)
        while (rest := following - time.monotonic()) > 0:
            if not select.select([program.terminal], [], [], rest)[0]:
                break
            os.read(program.terminal, 65536)
            now = time.monotonic()
            if waiting:
                took += [(now - moment) * 1e3 for moment in waiting]
                last, waiting = waiting[-1], []
            else:  # more of the same frame
                took[-1] = (now - last) * 1e3
    program.end()
    return took


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pad")
    parser.add_argument("frame")
    parser.add_argument("--rounds", type=int, default=201)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = compare_starts(options.pad, options.frame, options.rounds)
    took = sorted(latencies(options.pad, options.seconds))
    figures |= {"events": len(took), "p50_ms": took[len(took) // 2], "p99_ms": took[len(took) * 99 // 100]}
    if options.json:
        print(json.dumps({"rows": [
            table.row("pads", "pattern-pad, first frame beside the smallest of ncurses", figures["first_frame_ms"],
                      figures["smallest_ncurses_ms"], START_BAR, figures["rounds"]),
            table.row("pads", f"pattern-pad, pointer to frame, p99, of {LATENCY_BAR:.0f} ms", figures["p99_ms"],
                      LATENCY_BAR, 1, figures["events"])]}, indent=2))
    else:
        print("first frame: {first_frame_ms:.2f} ms, smallest ncurses program {smallest_ncurses_ms:.2f} ms,"
              " ratio {ratio:.2f} (bar 1.60, {rounds} rounds)".format(**figures))
        print("pointer to frame: p50 {p50_ms:.2f} ms, p99 {p99_ms:.2f} ms (bar 16, {events} events,"
              " 250 a second)".format(**figures))
    if options.check and (figures["ratio"] > START_BAR or figures["p99_ms"] > LATENCY_BAR):
        sys.exit(1)


if __name__ == "__main__":
    main()
