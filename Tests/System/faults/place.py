"""Where scenarios run: the store at its compiled-in path, a folder for traces, the log."""

import dataclasses
import pathlib
from collections.abc import Callable

from harness import store as stores, world
from harness.attempt import Hashes
from harness.services import Services
from harness.syslog import Entry

# What the tries of a scenario begin with: both slots in use, two wrong ones since the last right one.
OLDER = stores.Attempts(sequence=7, last=2, cleared_to=1, total=1)
NEWER = stores.Attempts(sequence=8, last=3, cleared_to=1, total=2)
# The same, locked until the password is used.
LOCKED = dataclasses.replace(NEWER, last=21, total=20)


class Place:
    """The surroundings of a run, which each scenario sets anew."""

    def __init__(self, store: stores.Store, services: Services, log: Callable[[], list[Entry]],
                 folder: pathlib.Path):
        self.store = store
        self.services = services
        self.log = log
        self.folder = folder
        self.hashes = Hashes(folder)
        store.reset()

    @property
    def trace(self) -> pathlib.Path:
        """Where strace writes."""
        return self.folder / "trace"

    def count(self, newer: stores.Attempts = NEWER):
        """Makes these alice's tries, and what was before them."""
        self.store.write_attempts(
            b"".join(slot.content.ljust(stores.SLOTS[1], b"\0") for slot in (OLDER, newer)))

    def others(self) -> dict[str, bytes]:
        """All files of the store but alice's two."""
        mine = {f"{folder}/{world.ALICE.uid}" for folder in ("credentials", "attempts")}
        return {name: content for name, content in self.store.contents().items() if name not in mine}


def sound(content: bytes | None) -> stores.Attempts | None:
    """What a file of attempts says; None where there is none, or none that can be used."""
    if content is None or len(content) != stores.ATTEMPTS_SIZE:
        return None
    valid = [slot for slot in stores.slots(content) if slot]
    return max(valid, key=lambda slot: slot.sequence) if valid else None


def content(path: pathlib.Path) -> bytes | None:
    """A file's bytes; None where there is none (any more)."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return None
