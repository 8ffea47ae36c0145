"""Replacing a file whole: the lowest floor of all writing, which knows no rule but this.

What may be written where, and everything else about files, is in :mod:`intrigue.games.files`.
"""

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

try:
    import fcntl
except ModuleNotFoundError:  # Windows: there a file that is open elsewhere cannot be deleted
    fcntl = None  # type: ignore[assignment]

_PART = re.compile(r".+\.\d+\.[0-9a-f]{8}\.part")
"""Names of unfinished files: the file's name, the process, some random digits."""


def replace_file(target: Path, content: bytes | memoryview, keep_as: Path | None = None) -> None:
    """Write `content` to `target` so that a reader sees the old file or the new one, never a part.

    An interrupted write leaves the old file; what killed writers left in the folder is removed.
    With `keep_as` the old file is moved there once the new one is on the disk.
    """
    _remove_abandoned(target.parent)
    part, file = _new_part(target)
    try:
        with file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            if keep_as is not None and target.exists():
                os.replace(target, keep_as)
            if fcntl is not None:
                os.replace(part, target)  # while it is locked, so that nobody takes it away
        if fcntl is None:
            os.replace(part, target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def try_out(target: Path) -> None:
    """Write an empty part beside `target` and remove it; ``OSError`` if that is impossible."""
    _remove_abandoned(target.parent)
    part, file = _new_part(target)
    file.close()
    part.unlink()


def _new_part(target: Path) -> tuple[Path, BinaryIO]:
    """Return an unfinished file beside `target`, locked for as long as it is open."""
    while True:
        part = target.with_name(f"{target.name}.{os.getpid()}.{secrets.token_hex(4)}.part")
        file = part.open("xb")
        try:
            if _lock(file, wait=True) and not _is_still(part, file):
                file.close()  # another writer took it for abandoned before it was locked
                continue
        except BaseException:
            file.close()
            part.unlink(missing_ok=True)
            raise
        return part, file


def _lock(file: BinaryIO, wait: bool) -> bool:
    """Lock a file for as long as it is open; return whether that can be done, and was."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


def _is_still(path: Path, file: BinaryIO) -> bool:
    """Return whether `path` still leads to the open `file`."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _remove_abandoned(folder: Path) -> None:
    """Delete the unfinished files in a folder whose writers are gone, and with them their locks."""
    for entry in os.scandir(folder):
        if _PART.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
            with suppress(OSError):
                if fcntl is None:
                    os.unlink(entry.path)
                    continue
                with open(entry.path, "rb") as file:
                    if _lock(file, wait=False):
                        os.unlink(entry.path)
