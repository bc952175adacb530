"""Stores, credentials and attempts, sound ones and broken ones."""

import dataclasses
import functools
import os
import pathlib
import shutil
import struct
from collections.abc import Callable

from harness import crypt, world
from harness.patterns import Drawing, RIGHT

# sha256crypt with the fewest rounds there are: each check takes a millisecond.
CHEAP = "$5$rounds=1000$pattern$"


@functools.cache
def hashed(text: str, setting: str = CHEAP) -> str:
    """crypt(3) of a canonical text."""
    return crypt.crypt(text, setting)


def record(account: world.Account, drawing: Drawing = RIGHT, **changes: str) -> bytes:
    """A credential file's content. `changes` replace a line's value; `magic` the first line."""
    values = {
        "uid": str(account.uid), "name": account.name, "grid": drawing.grid,
        "enrolled": "1764486000", "hash": hashed(drawing.canonical)}
    magic = changes.pop("magic", "pam_pattern credential 1")
    assert changes.keys() <= values.keys()
    values |= changes
    return "".join([f"{magic}\n"] + [f"{key}={value}\n" for key, value in values.items()]).encode()


# A slot of attempts, all numbers little-endian: "pamptry1", sequence, uid, last, cleared to, total,
# total from, strong factor's boot id, seconds since boot and wall time, last try's boot id and seconds;
# FNV-1a of these in the last eight bytes. One slot in each half of the file.
_SLOT = struct.Struct("<8s6Q16sQQ16sQ")
_CHECKSUM = struct.Struct("<Q")
SLOT_SIZE, ATTEMPTS_SIZE, SLOTS = 120, 8192, (0, 4096)
NO_BOOT = bytes(16)


def boot_id() -> bytes:
    """The present boot's."""
    return bytes.fromhex(
        pathlib.Path("/proc/sys/kernel/random/boot_id").read_text().strip().replace("-", ""))


def _fnv1a(content: bytes) -> int:
    hash = 0xCBF29CE484222325
    for byte in content:
        hash = (hash ^ byte) * 0x100000001B3 % (1 << 64)
    return hash


@dataclasses.dataclass(frozen=True)
class Attempts:
    """One slot's content."""

    uid: int = world.ALICE.uid
    sequence: int = 1
    last: int = 0
    cleared_to: int = 0
    total: int = 0
    total_from: int = 0
    strong_boot: bytes = NO_BOOT
    strong_seconds: int = 0
    strong_wall: int = 0
    boot: bytes = NO_BOOT
    seconds: int = 0

    @property
    def failures(self) -> int:
        """Wrong tries since the last right one."""
        return self.last - self.cleared_to

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many were counted, how many of them stand, and how many since the strong factor."""
        return self.last, self.failures, self.total

    @property
    def content(self) -> bytes:
        """The slot's bytes."""
        body = _SLOT.pack(
            b"pamptry1", self.sequence, self.uid, self.last, self.cleared_to, self.total,
            self.total_from, self.strong_boot, self.strong_seconds, self.strong_wall, self.boot,
            self.seconds)
        return body + _CHECKSUM.pack(_fnv1a(body))

    @classmethod
    def parsed(cls, content: bytes) -> "Attempts | None":
        """Reads a slot; None when it is torn."""
        body, checksum = content[:_SLOT.size], content[_SLOT.size:SLOT_SIZE]
        if len(content) < SLOT_SIZE or checksum != _CHECKSUM.pack(_fnv1a(body)):
            return None
        magic, sequence, uid, *rest = _SLOT.unpack(body)
        return cls(uid, sequence, *rest) if magic == b"pamptry1" else None


def slots(content: bytes) -> list[Attempts | None]:
    """Both slots of a file of attempts."""
    assert len(content) == ATTEMPTS_SIZE
    return [Attempts.parsed(content[start:start + SLOT_SIZE]) for start in SLOTS]


def newest(content: bytes) -> Attempts:
    """What a file of attempts says."""
    valid = [slot for slot in slots(content) if slot]
    assert valid, "neither slot is valid"
    return max(valid, key=lambda slot: slot.sequence)


class Store:
    """A store: what the product makes, and what goes wrong with one."""

    def __init__(self, path: pathlib.Path):
        self.path = path
        self.credentials = path / "credentials"
        self.attempts = path / "attempts"
        self.reset()

    def reset(self):
        """Makes it anew, empty and sound."""
        shutil.rmtree(self.path, ignore_errors=True)
        self.path.mkdir(mode=0o755)
        self.path.chmod(0o755)
        for folder in (self.credentials, self.attempts):
            folder.mkdir()
            os.chown(folder, 0, world.group())
            folder.chmod(0o750)

    def file(self, account: world.Account = world.ALICE) -> pathlib.Path:
        """Where the account's credential is."""
        return self.credentials / str(account.uid)

    def tries(self, account: world.Account = world.ALICE) -> pathlib.Path:
        """Where the account's attempts are."""
        return self.attempts / str(account.uid)

    def counted(self, account: world.Account = world.ALICE) -> Attempts:
        """What they say."""
        return newest(self.tries(account).read_bytes())

    def enroll(self, account: world.Account = world.ALICE, drawing: Drawing = RIGHT,
               **changes: str) -> pathlib.Path:
        """Gives the account a pattern, and attempts with nothing counted."""
        self.count(Attempts(account.uid), account)
        return self.write(record(account, drawing, **changes), account)

    def count(self, attempts: Attempts, account: world.Account = world.ALICE):
        """Makes these the account's attempts; as in a new file, the other slot is empty."""
        self.write_attempts(attempts.content.ljust(ATTEMPTS_SIZE, b"\0"), account)

    def write_attempts(self, content: bytes, account: world.Account = world.ALICE):
        """Writes a file of attempts of right owner and mode, whatever is in it."""
        path = self.tries(account)
        path.write_bytes(content)
        os.chown(path, 0, world.group())
        path.chmod(0o660)

    def write(self, content: bytes, account: world.Account = world.ALICE) -> pathlib.Path:
        """Writes a credential file of right owner and mode, whatever is in it."""
        path = self.file(account)
        path.write_bytes(content)
        os.chown(path, 0, world.group())
        path.chmod(0o640)
        return path

    def contents(self) -> dict[str, bytes]:
        """All files by name, to compare."""
        return {str(path.relative_to(self.path)): path.read_bytes()
                for path in sorted(self.path.rglob("*")) if path.is_file()}

    def records(self) -> dict[str, bytes]:
        """The same without what tries change: all but the attempts."""
        return {name: content for name, content in self.contents().items()
                if not name.startswith("attempts/")}


def _replaced(make: Callable[[pathlib.Path], object]) -> Callable[[Store], None]:
    """A fault that puts something else where alice's file is."""

    def fault(store: Store):
        store.file().unlink()
        make(store.file())

    return fault


def _linked(store: Store):
    """A symbolic link to a sound record."""
    target = store.file().rename(store.path / "elsewhere")
    store.file().symlink_to(target)


def _linked_folder(store: Store):
    store.credentials.rename(store.path / "elsewhere")
    store.credentials.symlink_to(store.path / "elsewhere")


def _content(change: Callable[[bytes], bytes]) -> Callable[[Store], None]:
    """A fault in the bytes of alice's record alone."""
    return lambda store: store.write(change(store.file().read_bytes()))


def _line(**changes: str) -> Callable[[Store], None]:
    """A fault in one line of alice's record."""
    return lambda store: store.enroll(**changes) and None


def _mode(mode: int) -> Callable[[Store], None]:
    return lambda store: store.file().chmod(mode)


def _owner(uid: int, gid: int | None = None) -> Callable[[Store], None]:
    return lambda store: os.chown(store.file(), uid, world.group() if gid is None else gid)


def _attempts(make: Callable[[pathlib.Path], object]) -> Callable[[Store], None]:
    """A fault of alice's attempts: changes the file, or puts something else in its place."""
    return lambda store: make(store.tries()) and None


def _instead(make: Callable[[pathlib.Path], object]) -> Callable[[Store], None]:
    """A fault that puts something else where alice's attempts are."""
    return _attempts(lambda path: (path.unlink(), make(path)))


def _written(content: bytes) -> Callable[[Store], None]:
    return lambda store: store.write_attempts(content)


def _moved(store: Store) -> pathlib.Path:
    """Takes alice's attempts out of their folder."""
    return store.tries().rename(store.path / "elsewhere")


_SOUND = Attempts().content.ljust(ATTEMPTS_SIZE, b"\0")
_BOBS = Attempts(world.BOB.uid).content.ljust(ATTEMPTS_SIZE, b"\0")

# What can be wrong with alice's attempts that `unlock` and `enroll` set right.
ATTEMPTS_FAULTS: dict[str, Callable[[Store], None]] = {
    "attempts missing": _attempts(lambda path: path.unlink()),
    "attempts empty": _written(b""),
    "attempts of 8191 bytes": _written(_SOUND[:-1]),
    "attempts of 8193 bytes": _written(_SOUND + b"\0"),
    "attempts of zeros": _written(bytes(ATTEMPTS_SIZE)),
    "attempts torn in both slots": _written(
        2 * (Attempts(last=3).content[:60] + Attempts().content[60:]).ljust(4096, b"\0")),
    "attempts of another version": _written(_SOUND.replace(b"pamptry1", b"pamptry2")),
    "attempts that forgive more than there was": _written(
        Attempts(last=1, cleared_to=2).content.ljust(ATTEMPTS_SIZE, b"\0")),
    "attempts with bob's uid inside": _written(_BOBS),
    "attempts with bob's uid in the older slot": _written(
        Attempts(world.BOB.uid).content.ljust(4096, b"\0")
        + Attempts(sequence=2).content.ljust(4096, b"\0")),
    "attempts a symlink": lambda store: store.tries().symlink_to(_moved(store)),
    "attempts a symlink to nowhere": _instead(lambda path: path.symlink_to("/nonexistent")),
    "attempts a FIFO": _instead(lambda path: os.mkfifo(path, 0o660)),
    "attempts with a second name": lambda store: os.link(store.tries(), store.path / "elsewhere"),
    "attempts of another owner": _attempts(
        lambda path: os.chown(path, world.BOB.uid, world.group())),
    "attempts owned by their user": _attempts(
        lambda path: os.chown(path, world.ALICE.uid, world.group())),
    "attempts of another group": _attempts(lambda path: os.chown(path, 0, 0)),
    "attempts readable by all": _attempts(lambda path: path.chmod(0o664)),
    "attempts writable by all": _attempts(lambda path: path.chmod(0o662)),
    "attempts with a setuid bit": _attempts(lambda path: path.chmod(0o4660)),
}

# What can be wrong with their folder; an administrator sets that right.
ATTEMPTS_FOLDER_FAULTS: dict[str, Callable[[Store], None]] = {
    "attempts folder missing": lambda store: shutil.rmtree(store.attempts),
    "attempts folder of another owner": lambda store: os.chown(
        store.attempts, world.BOB.uid, world.group()),
    "attempts folder open to all": lambda store: store.attempts.chmod(0o755),
    "attempts folder writable by the group": lambda store: store.attempts.chmod(0o770),
    "attempts folder a symlink": lambda store: store.attempts.symlink_to(
        store.attempts.rename(store.path / "elsewhere")),
    "attempts folder of another group": lambda store: os.chown(store.attempts, 0, 0),
}

# Every way in which the store of an enrolled alice is unusable: each is PAM_AUTHINFO_UNAVAIL,
# before any question, with nouserok too.
FAULTS: dict[str, Callable[[Store], None]] = ATTEMPTS_FAULTS | ATTEMPTS_FOLDER_FAULTS | {
    "store folder missing": lambda store: shutil.rmtree(store.path),
    "credentials folder missing": lambda store: shutil.rmtree(store.credentials),
    "credentials folder of another owner": lambda store: os.chown(
        store.credentials, world.BOB.uid, world.group()),
    "credentials folder of another group": lambda store: os.chown(store.credentials, 0, 0),
    "credentials folder open to all": lambda store: store.credentials.chmod(0o755),
    "credentials folder writable by the group": lambda store: store.credentials.chmod(0o770),
    "credentials folder a symlink": _linked_folder,
    "store folder of another owner": lambda store: os.chown(store.path, world.BOB.uid, 0),
    "store folder writable by all": lambda store: store.path.chmod(0o777),
    "empty": _content(lambda _: b""),
    "truncated": _content(lambda content: content[:-20]),
    "without its last line feed": _content(lambda content: content[:-1]),
    "with a line more": _content(lambda content: content + b"extra=1\n"),
    "with a line twice": _content(lambda content: content.replace(b"grid=", b"grid=3x3\ngrid=", 1)),
    "with lines in another order": _content(
        lambda content: b"".join(sorted(content.splitlines(keepends=True)))),
    "with carriage returns": _content(lambda content: content.replace(b"\n", b"\r\n")),
    "with a NUL": _content(lambda content: content.replace(b"\nhash", b"\0\nhash")),
    "garbage": _content(lambda _: bytes(range(256)) * 4),
    "1 MiB": _content(lambda content: content.ljust(1 << 20, b"\n")),
    "4097 bytes": _content(lambda content: content.ljust(4097, b"\n")),
    "symlink": _linked,
    "symlink to nowhere": _replaced(lambda path: path.symlink_to("/nonexistent")),
    "FIFO": _replaced(lambda path: os.mkfifo(path, 0o640)),
    "folder": _replaced(lambda path: path.mkdir(mode=0o750)),
    "wrong owner": _owner(world.BOB.uid),
    "owned by its user": _owner(world.ALICE.uid),
    "wrong group": _owner(0, 0),
    "group-writable": _mode(0o660),
    "readable by all": _mode(0o644),
    "writable by all": _mode(0o646),
    "setuid bit": _mode(0o4640),
    "with a second name": lambda store: os.link(store.file(), store.path / "elsewhere"),
    "other magic": _line(magic="pam_something credential 1"),
    "a later version": _line(magic="pam_pattern credential 2"),
    "other user's name": _line(name="bob"),
    "name in other case": _line(name="Alice"),
    "other user's uid": _line(uid=str(world.BOB.uid)),
    "uid with a leading zero": _line(uid=f"0{world.ALICE.uid}"),
    "a grid there is not": _line(grid="7x7"),
    "a grid that is no square": _line(grid="3x4"),
    "time that is no number": _line(enrolled="yesterday"),
    "unknown hash method": _line(hash="$9$abc$" + "x" * 43),
    "a DES hash": _line(hash=hashed(RIGHT.canonical, "ab")),
    "a bcrypt hash": _line(hash=hashed(RIGHT.canonical, "$2b$04$" + "abcdefghijklmnopqrstuu")),
    "an MD5 hash": _line(hash=hashed(RIGHT.canonical, "$1$abcdefgh$")),
    "an empty hash": _line(hash=""),
    "a locked hash": _line(hash="!" + hashed(RIGHT.canonical)),
    "the pattern itself for a hash": _line(hash=RIGHT.canonical),
    "crypt's error for a hash": _line(hash="*0"),
}
