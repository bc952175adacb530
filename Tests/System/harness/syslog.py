"""A syslog daemon of our own, on /dev/log of the tests' namespace."""

import ctypes
import dataclasses
import os
import queue
import re
import socket
import threading

LINE = re.compile(rb"<(\d+)>\w{3} [ \d]\d \d\d:\d\d:\d\d ([^:\[]*)(?:\[\d+\])?: (.*)", re.DOTALL)
AUTHPRIV = 10


@dataclasses.dataclass(frozen=True)
class Entry:
    """One logged line."""

    facility: int
    severity: int
    program: str
    text: str

    @property
    def ours(self) -> bool:
        """Whether our module wrote it."""
        return self.text.startswith("pam_pattern(")


class Syslog:
    """Collects lines; a thread reads, since the kernel keeps only a few for a slow reader."""

    def __init__(self, path: str = "/dev/log"):
        self._path = path
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(path)
        os.chmod(path, 0o666)
        threading.Thread(target=self._read, daemon=True).start()
        # libc's own connection, once and for all: a test that counts descriptors must not see it.
        ctypes.CDLL(None).syslog(AUTHPRIV << 3 | 7, b"%s", b"connected")
        self.take()

    def _read(self):
        while True:
            self._lines.put(self._socket.recv(65536))

    def take(self) -> list[Entry]:
        """What was logged since the last call, up to now: the socket keeps the order, so all that
        was written before our own mark has been read when the mark comes."""
        mark = b"mark " + os.urandom(8).hex().encode()
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(mark, self._path)
        entries = []
        while (line := self._lines.get(timeout=10)) != mark:
            entries.append(_parsed(line))
        return entries


def _parsed(line: bytes) -> Entry:
    match = LINE.fullmatch(line.rstrip(b"\0\n"))
    assert match, f"not a syslog line: {line!r}"
    priority = int(match[1])
    return Entry(priority >> 3, priority & 7, match[2].decode(), match[3].decode("utf-8", "replace"))
