"""Fixtures of the system tests. They run inside namespace.sh and nowhere else."""

import os
import pathlib
import re
import shutil
import signal
import tempfile

import pytest

from harness import control as control_command, desktop as desktops, native, snapshot, store as stores, world
from harness.pam import Outcome
from harness import pam
from harness.services import NAME, Services
from harness.syslog import Syslog


def pytest_configure(config):
    if "PATTERN_TEST_WORLD" not in os.environ:
        pytest.exit("the system tests run by Tests/System/namespace.sh only", returncode=2)
    # A job in the background is started with these ignored, and what the tests start would be, too.
    for number in (signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def syslog() -> Syslog:
    """The reader of /dev/log. One for all tests: libc keeps its connection."""
    return Syslog()


@pytest.fixture
def log(syslog):
    """Takes the log's lines, beginning with the test."""
    syslog.take()
    return syslog.take


@pytest.fixture
def folder():
    """An empty folder that every account can enter."""
    path = pathlib.Path(tempfile.mkdtemp())
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


@pytest.fixture
def store(folder) -> stores.Store:
    """An empty store at a path of its own."""
    return stores.Store(folder / "store")


@pytest.fixture
def system_store():
    """The store at the compiled-in path, empty before and after."""
    store = stores.Store(world.STORE)
    yield store
    store.reset()


@pytest.fixture
def services(folder) -> Services:
    """A folder of service files."""
    return Services(folder / "pam.d")


@pytest.fixture
def settings(folder):
    """Writes a settings file; the argument that names it."""

    def write(*lines: str, mode: int = 0o644, owner: int = 0) -> str:
        path = folder / "pattern.conf"
        path.write_text("".join(f"{line}\n" for line in lines))
        path.chmod(mode)
        os.chown(path, owner, 0)
        return f"conf={path}"

    return write


@pytest.fixture
def authenticate(store, services):
    """Uses our module alone, on the test's own store: arguments and answers in, outcome out.

    `replies` are given one by one; all else goes to pam.use."""

    def call(*replies: pam.Answer, options: tuple[str, ...] = (), user: str | None = "alice",
             service: str = NAME, **circumstances) -> Outcome:
        name = services.probing(f"store={store.path}", *options, name=service)
        return pam.use(name, user, pam.Script(*replies), confdir=services.folder, **circumstances)

    return call


@pytest.fixture
def cheap(settings):
    """The argument for settings in which a new hash costs little."""
    return "--" + settings("cost = 1")


@pytest.fixture
def control(store, cheap):
    """Runs patternctl as root on the test's own store."""

    def call(*words: str, typed: str | bytes = "", own: bool = True, **environment: str):
        own_places = [f"--store={store.path}", cheap] if own else []
        return control_command.run(*words, *own_places, typed=typed, **environment)

    return call


@pytest.fixture
def keep():
    """Remembers a system file that the test replaces or removes; it is put back at the end."""
    kept: list[snapshot.Kept] = []

    def path(name: str | pathlib.Path) -> pathlib.Path:
        name = pathlib.Path(name)
        kept.append(snapshot.Kept(name.parent))
        return kept[-1].path(name.name)

    yield path
    for files in reversed(kept):
        files.restore()


@pytest.fixture
def directory(keep):
    """Accounts of a source that nsswitch.conf names, as sssd is one: starts its service with these, or stops it."""
    library = keep(world.security_folder().parent / "libnss_directory.so.2")
    shutil.copyfile(native.library("nss_directory"), library)
    names = keep("/etc/nsswitch.conf")
    names.write_text(re.sub("^passwd:.*", "passwd: files directory", names.read_text(), flags=re.M))
    running = keep("/run/directory")

    def serve(*accounts: world.Account, order: str | None = None, up: bool = True):
        if order is not None:
            names.write_text(re.sub("^passwd:.*", f"passwd: {order}", names.read_text(), flags=re.M))
        running.unlink(missing_ok=True)
        if up:
            running.write_text("".join(
                f"{account.name}:x:{account.uid}:{account.uid}::/:/bin/sh\n" for account in accounts))

    return serve


@pytest.fixture
def conf(keep):
    """Writes lines of /etc/security/pattern.conf, to which a new hash costs little."""
    path = keep(world.SETTINGS)

    def write(*lines: str):
        path.write_text("".join(f"{line}\n" for line in ("cost = 1", *lines)))

    write()
    return write


@pytest.fixture(scope="module")
def desktop():
    """An X display in memory, for all tests of a file."""
    with desktops.started() as desktop:
        yield desktop


@pytest.fixture
def sample():
    """Puts one of the files of pam.d-sample in its place in /etc/pam.d."""
    kept = snapshot.Kept(world.SERVICES)

    def install(name: str, service: str | None = None) -> str:
        target = kept.path(service or name)
        shutil.copyfile(world.SAMPLES / name, target)
        return target.name

    yield install
    kept.restore()


@pytest.fixture
def without_module():
    """Takes the module's file away, as a half-done upgrade would."""
    path = world.security_folder() / world.MODULE
    aside = path.with_suffix(".aside")
    path.rename(aside)
    yield
    aside.rename(path)


@pytest.fixture
def broken_settings():
    """A settings file with a slip, at the compiled-in path."""
    kept = snapshot.Kept(world.SETTINGS.parent)
    kept.path(world.SETTINGS.name).write_text("trise = 3\n")
    yield
    kept.restore()
