"""The real sshd on a loopback device of its own, and the real ssh beside it."""

import contextlib
import dataclasses
import os
import pathlib
import subprocess
import sys
import time
from collections.abc import Iterator

from harness import loopback, terminal

_PROGRAM = "/usr/sbin/sshd"
_PORT = 2022  # of a network in which there is nobody else
_SECONDS = 20
_LISTENS = f":{_PORT:04X} 00000000:0000 0A"  # /proc/net/tcp


@dataclasses.dataclass(frozen=True)
class Server:
    """One that runs."""

    process: subprocess.Popen
    folder: pathlib.Path

    def command(self, *words: str, method: str, user: str = "alice", options: tuple[str, ...] = ()) -> list[str]:
        """The command line of ssh that runs words there, by one method alone."""
        known = ["-F", "/dev/null", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
                 "-o", "LogLevel=ERROR", "-o", f"PreferredAuthentications={method}", "-o", "IdentitiesOnly=yes"]
        return ["nsenter", f"--net=/proc/{self.process.pid}/ns/net", "--", "ssh", *known, *options,
                "-p", str(_PORT), f"{user}@127.0.0.1", "--", *words]

    def key(self) -> pathlib.Path:
        """A key of alice's that the server knows; ssh's half of it."""
        path = self.folder / "key"
        _keygen(path)
        (self.folder / "authorized").write_bytes(path.with_suffix(".pub").read_bytes())
        return path


def _keygen(path: pathlib.Path):
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)


@contextlib.contextmanager
def running(folder: pathlib.Path, *lines: str) -> Iterator[Server]:
    """Starts it with these lines of sshd_config besides where its files are."""
    _keygen(folder / "host")
    (folder / "sshd_config").write_text("\n".join([
        f"Port {_PORT}", "ListenAddress 127.0.0.1", f"HostKey {folder}/host", "PidFile none", "UseDNS no",
        "UsePAM yes", "StrictModes no", f"AuthorizedKeysFile {folder}/authorized", *lines, ""]))
    pathlib.Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    # From 9.8 on it would soon listen no more to whoever fails so often.
    patient = ["-o", "PerSourcePenalties=no"]
    if subprocess.run([_PROGRAM, "-t", "-f", folder / "sshd_config", *patient], capture_output=True).returncode != 0:
        patient = []
    process = subprocess.Popen(
        ["unshare", "--net", "--", sys.executable, loopback.__file__, _PROGRAM, "-D", "-f",
         folder / "sshd_config", *patient], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        _wait_until_it_listens(process)
        yield Server(process, folder)
    finally:
        process.terminate()
        process.communicate(timeout=_SECONDS)


def _wait_until_it_listens(process: subprocess.Popen):
    own = os.readlink("/proc/self/ns/net")
    end = time.monotonic() + _SECONDS
    while True:
        assert process.poll() is None, process.stderr.read()
        assert time.monotonic() < end, "sshd does not listen"
        proc = pathlib.Path(f"/proc/{process.pid}")
        if os.readlink(proc / "ns/net") != own and _LISTENS in (proc / "net/tcp").read_text():
            return
        time.sleep(0.01)


@contextlib.contextmanager
def client(server: Server, *words: str, method: str, **circumstances) -> Iterator[terminal.Terminal]:
    """ssh on a terminal."""
    with terminal.run(*server.command(*words, method=method, **circumstances)) as session:
        yield session
