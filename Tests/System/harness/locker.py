"""Screen lockers: what a person gives to one, and what must come of it, on the screen, in the record and in the log."""

import contextlib
import ctypes
import dataclasses
import os
import pathlib
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator

from harness import clock, desktop as desktops, store as stores, world
from harness.desktop import Desktop, wait
from harness.patterns import RIGHT, WRONG
from harness.store import Attempts, Store
from harness.syslog import Entry
from harness.world import ALICE

# What the sample's module logs: of a wrong pattern, of the password in the pattern's place, and so on.
WRONG_PATTERN, EMPTY, PASSWORD, CANCELLED = "wrong pattern", "empty", "not a pattern", "cancelled"
LOCKED = "locked for [1-6][0-9] seconds"
WRONG_BEFORE = "1 wrong pattern since the last right one."
LOCKED_TEXT = "Pattern locked for 1 minute. (1 minute left to unlock)"


class Session:
    """What a locker keeps people from: a terminal of alice's, and what it hears."""

    def __init__(self, desktop: Desktop, folder: pathlib.Path):
        self.desktop = desktop
        self.folder = folder
        self.heard = folder_of_alice(folder) / "heard"
        self.shell = folder / "shell"
        self.shell.write_text(f"#!/bin/sh\nexec cat >{self.heard}\n")
        self.shell.chmod(0o755)

    def check_open(self):
        """What is typed arrives, and nothing that was typed while the locker was there has."""
        self.desktop.type("open")
        self.desktop.keys("Return")
        wait(lambda: self.heard.read_text().endswith("open\n"), "the session's terminal hears")
        assert self.heard.read_text() == "open\n"


@dataclasses.dataclass(frozen=True)
class Answer:
    """What is there, what is done, and what comes of it. When it does not open, the next answer does."""

    do: Callable[["Locker"], None]
    # Counted, standing, and since the strong factor; a locker that is not root can't forgive.
    counts: tuple[int, int, int]
    reasons: tuple[str, ...] = ()
    prepare: Callable[[Store], None] = lambda store: None
    opens: bool = False
    cancels: bool = False
    next: str = ALICE.password
    # What the module tells at the end.
    tells: str = ""


def _lock(store: Store):
    """Five wrong tries, the last of them just now: locked for a minute."""
    store.count(Attempts(ALICE.uid, last=5, total=5, boot=stores.boot_id(), seconds=clock.seconds_since_boot()))


# Where one field is all there is, and each line typed there is one call of PAM.
ANSWERS = {
    "right": Answer(lambda locker: locker.enter(RIGHT.typed), (1, 0, 0), opens=True),
    "wrong": Answer(lambda locker: locker.enter(WRONG.typed), (1, 1, 1), (WRONG_PATTERN, PASSWORD)),
    "wrong, right": Answer(lambda locker: locker.enter(WRONG.typed), (2, 0, 1), (WRONG_PATTERN,),
                           next=RIGHT.typed, tells=WRONG_BEFORE),
    "empty": Answer(lambda locker: locker.enter(""), (0, 0, 0), (EMPTY, PASSWORD)),
    "locked": Answer(lambda locker: locker.enter(RIGHT.typed), (5, 5, 5), (LOCKED, LOCKED), prepare=_lock),
    "cancelled": Answer(lambda locker: locker.cancel(RIGHT.typed[:4]), (0, 0, 0), (PASSWORD,), cancels=True),
    "password": Answer(lambda locker: locker.enter(ALICE.password), (0, 0, 0), (PASSWORD,), opens=True),
}


class Locker:
    """A locker that has locked alice's session. Each real one says how it is started and what it shows."""

    # PAM's service, the program that PAM runs in, and PAM_RUSER, as the log has them.
    service: str
    program: str
    ruser = ""

    def __init__(self, session: Session):
        self.session = session
        self.desktop = session.desktop
        self.tty = session.desktop.name
        self.output = session.folder / "output"
        self.output.touch()
        self.process: subprocess.Popen | None = None

    def run(self, *words: str, **variables: object):
        """Starts it, as alice."""
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(
                ALICE.command("env", f"DISPLAY={self.desktop.name}", "LC_ALL=C.UTF-8",
                              *(f"{name}={value}" for name, value in variables.items()), *words),
                stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True)

    def lock(self):
        """Starts it, and waits until the session is locked."""
        raise NotImplementedError

    def ready(self):
        """Waits until it takes an answer, and does what a person has to do before."""

    def enter(self, text: str):
        self.ready()
        if text:
            self.desktop.type(text)
        self.desktop.keys("Return")

    def cancel(self, text: str):
        """Begins an answer and thinks better of it."""
        self.ready()
        self.desktop.type(text)
        self.desktop.keys("Escape")

    def locked(self) -> bool:
        """Whether the session is locked."""
        return self.process.poll() is None

    def refused(self):
        """Waits until it shows that an answer was wrong."""
        raise NotImplementedError

    def gave_up(self):
        """Waits until it shows that an answer was cancelled."""
        raise NotImplementedError

    def opened(self):
        """Waits until it has opened."""
        assert self.process.wait(desktops.SECONDS) == 0, self.output.read_text()

    def close(self):
        """Ends it, as no person could."""
        if self.process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def check(answer: Answer, locker: Locker, store: Store, log: Callable[[], list[Entry]]):
    """Gives the answer, and the next one where it does not open."""
    answer.prepare(store)
    locker.lock()
    answer.do(locker)
    if not answer.opens:
        locker.gave_up() if answer.cancels else locker.refused()
        assert locker.locked()
        locker.enter(answer.next)
    locker.opened()
    locker.session.check_open()
    assert store.counted().counts == answer.counts
    entries = log()
    check_log(entries, locker, answer)
    told = [entry.text for entry in entries] + [locker.output.read_text(errors="replace")]
    for secret in (RIGHT.typed, WRONG.typed, ALICE.password):
        assert not any(secret in text for text in told), secret


def check_log(entries: list[Entry], locker: Locker, answer: Answer):
    """Our lines, and no others: the module's, and the checker's where it counted a wrong try."""
    module = f"pam_pattern({locker.service}:auth): "
    expected = []
    for reason in answer.reasons:
        if reason == WRONG_PATTERN:
            expected.append(("pattern-chkpwd", f"authentication failure; uid={ALICE.uid} ", reason))
        if reason == CANCELLED:  # libpam's own, in our name
            expected.append((locker.program, module + "conversation failed", None))
        expected.append((locker.program, f"{module}authentication failure; logname= uid={ALICE.uid} euid={ALICE.uid} "
                         f"tty={locker.tty} ruser={locker.ruser} rhost= ", reason))
    if answer.tells:
        expected.append((locker.program, f"{module}{answer.tells} user=alice", None))
    ours = [entry for entry in entries if entry.ours or entry.program == "pattern-chkpwd"]
    assert len(ours) == len(expected), ours
    for entry, (program, text, reason) in zip(ours, expected):
        pattern = re.escape(text) + (f"user=alice reason={reason}" if reason else "")
        assert entry.program == program and re.fullmatch(pattern, entry.text), entry


def grabbed(display: str) -> bool:
    """Whether a program has the keyboard of an X display for itself alone."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(x11.XOpenDisplay(display.encode()))
    x11.XDefaultRootWindow.restype = ctypes.c_ulong
    root = ctypes.c_ulong(x11.XDefaultRootWindow(connection))
    # owner_events, GrabModeAsync twice, CurrentTime; the answer 1 is AlreadyGrabbed. A grab ends with the connection.
    status = x11.XGrabKeyboard(connection, root, 0, 1, 1, ctypes.c_ulong(0))
    x11.XCloseDisplay(connection)
    assert status in (0, 1), status
    return status == 1


@contextlib.contextmanager
def x_session(desktop: Desktop, folder: pathlib.Path) -> Iterator[Session]:
    """A session under X: an xterm that has the keyboard."""
    session = Session(desktop, folder)
    terminal = subprocess.Popen(
        ALICE.command("xterm", "-display", desktop.name, "-T", "session", "-e", str(session.shell)),
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        desktop.open("session")
        wait(session.heard.exists, "the session's terminal")
        yield session
    finally:
        terminal.kill()
        terminal.wait()


def folder_of_alice(folder: pathlib.Path) -> pathlib.Path:
    """A folder of alice's own below this one, as XDG_RUNTIME_DIR must be."""
    path = folder / "alice"
    path.mkdir(mode=0o700, exist_ok=True)
    shutil.chown(path, ALICE.uid, ALICE.uid)
    return path


def home() -> pathlib.Path:
    """alice's."""
    return world.folder() / "home" / ALICE.name
