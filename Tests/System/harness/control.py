"""The command patternctl: running it, and what it must say and leave."""

import os
import re
import stat
import subprocess
import time

from harness import store as stores, world

DONE, REFUSED, USAGE, NOT_ENROLLED, NOT_PERMITTED, UNUSABLE, INTERRUPTED = 0, 1, 2, 3, 5, 6, 130


def run(*words: str, typed: str | bytes = "", account: world.Account | None = None,
        **environment: str) -> subprocess.CompletedProcess:
    command = ["patternctl", *words]
    typed = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run(
        account.command(*command) if account else command, input=typed, capture_output=True,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **environment}, timeout=60)
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    return done


def check_failed(done: subprocess.CompletedProcess, code: int, word: str = ""):
    """Exactly this code, and one line that says what, why and what to do."""
    assert done.returncode == code, done.stderr
    assert re.fullmatch(r"patternctl: [^\n]*\n", done.stderr), done.stderr
    assert word in done.stderr, done.stderr


def check_enrolled(store: stores.Store, account: world.Account, typed_canonical: str):
    """The record is as it must be, bytes, owner and mode, and its hash is of this pattern."""
    path = store.file(account)
    status = path.lstat()
    assert (stat.filemode(status.st_mode), status.st_uid, status.st_gid) == (
        "-rw-r-----", 0, world.group())
    match = re.fullmatch(
        r"pam_pattern credential 1\nuid=(\d+)\nname=(\S+)\ngrid=(\dx\d)\nenrolled=(\d+)\nhash=(\S+)\n",
        path.read_text())
    assert match, path.read_text()
    assert match[1] == str(account.uid) and match[2] == account.name
    assert match[3] == typed_canonical[:3]
    assert abs(int(match[4]) - time.time()) < 600
    assert match[5].startswith("$y$")
    assert stores.crypt.crypt(typed_canonical, match[5]) == match[5]
    assert os.listdir(store.credentials) == [str(account.uid)], "something else is left in the folder"
    status = store.tries(account).lstat()
    assert (stat.filemode(status.st_mode), status.st_uid, status.st_gid, status.st_nlink) == (
        "-rw-rw----", 0, world.group(), 1)
    assert status.st_size == 8192 and status.st_blocks * 512 >= 8192, "a hole needs space later"
    assert store.counted(account).counts[1:] == (0, 0)
    assert os.listdir(store.attempts) == [str(account.uid)], "something else is left in the folder"
