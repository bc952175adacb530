"""What a folder holds, to compare before and after."""

import hashlib
import os
import pathlib
import stat


def of(*folders: pathlib.Path) -> dict[str, tuple]:
    """Names, kinds, owners, modes, sizes and contents of all that is below the folders."""
    found: dict[str, tuple] = {}
    for folder in folders:
        paths = [folder, *folder.rglob("*")] if folder.is_dir() else [folder]
        for path in paths:
            found[str(path)] = _described(path)
    return found


def _described(path: pathlib.Path) -> tuple:
    try:
        status = path.lstat()
    except FileNotFoundError:
        return ("missing",)
    content: str | None = None
    if stat.S_ISLNK(status.st_mode):
        content = os.readlink(path)
    elif stat.S_ISREG(status.st_mode):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
    return (stat.filemode(status.st_mode), status.st_uid, status.st_gid, content)


class Kept:
    """Files of a folder that a test replaces, put back at its end."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self._contents: dict[str, tuple[bytes, os.stat_result] | None] = {}

    def path(self, name: str) -> pathlib.Path:
        """The file, whose present content is remembered."""
        path = self.folder / name
        self._contents.setdefault(
            name, (path.read_bytes(), path.stat()) if path.exists() else None)
        return path

    def restore(self):
        """Puts all remembered contents back; what was not there is removed."""
        for name, kept in self._contents.items():
            path = self.folder / name
            # Never into the present file: a running program has it mapped.
            path.unlink(missing_ok=True)
            if kept is not None:
                content, status = kept
                path.write_bytes(content)
                os.chown(path, status.st_uid, status.st_gid)
                path.chmod(stat.S_IMODE(status.st_mode))
