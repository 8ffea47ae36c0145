"""Files that are never half-written: whole replacements, logs that are appended, checked reading.

All writing goes through here, with one rule for what may be written where. A name stands for the
regular file it leads to, symbolic links followed; its folder has to be there; a device, a socket or
a folder is refused, and so is a file that is no result of the same command
(:func:`check_outputs`).
"""

import hashlib
import json
import os
import re
import stat
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from intrigue.games.core.whole_files import replace_file, try_out

try:
    import fcntl
except ModuleNotFoundError:  # Windows: there a file that is open elsewhere cannot be deleted
    fcntl = None  # type: ignore[assignment]

# --- Whole files ----------------------------------------------------------------------------------


def write_atomically(path: Path, content: bytes | memoryview, keep_as: Path | None = None) -> None:
    """Write `content` to `path` so that a reader sees the old file or the new one, never a part.

    An interrupted write leaves the old file; what killed writers left in the folder is removed.
    With `keep_as` the old file is moved there once the new one is on the disk. Who may read the
    file is up to the user's umask, as for any file that a program opens.

    Raises
    ------
    ValueError
        In one line, if there is no such folder, or no regular file.
    OSError
        That names `path`, if it cannot be written, for example on a full disk.
    """
    target = destination(path)
    with _naming(path):
        replace_file(target, content, None if keep_as is None else destination(keep_as))


def destination(path: Path) -> Path:
    """Return the file that `path` leads to, there or not.

    Raises
    ------
    ValueError
        In one line, if it is no regular file, or its folder is not there.
    """
    if not path.name:
        raise ValueError(f"cannot write to '{path}': it is a folder, name a file")
    try:
        target = Path(os.path.realpath(path))
        kind = os.lstat(target).st_mode
    except FileNotFoundError:
        if not target.parent.is_dir():
            raise ValueError(
                f"cannot write to '{path}': there is no folder {target.parent}"
            ) from None
        return target
    except (OSError, ValueError) as problem:  # a name with a zero byte is a ValueError
        reason = problem.strerror if isinstance(problem, OSError) else str(problem)
        raise ValueError(f"cannot write to '{path}': {reason}") from None
    if stat.S_ISDIR(kind):
        raise ValueError(f"cannot write to '{path}': it is a folder, name a file")
    if not stat.S_ISREG(kind):
        raise ValueError(f"cannot write to '{path}': it is no regular file")
    return target


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Let an ``OSError`` name `path`, not an unfinished file beside it or nothing at all."""
    try:
        yield
    except OSError as problem:
        if problem.errno is None:
            raise
        raise OSError(problem.errno, os.strerror(problem.errno), str(path)) from None


# --- What may be written where --------------------------------------------------------------------


@dataclass(frozen=True)
class Output:
    """A file that a command will write.

    Attributes
    ----------
    option
        What the user named it with, for example ``--save``.
    path
        The name given.
    kind
        What it will be, in words that follow "no": ``strategy file``.
    is_own
        Returns whether a file that is there already is one of that kind and may be replaced.
    """

    option: str
    path: Path
    kind: str
    is_own: Callable[[Path], bool]


def check_outputs(*outputs: Output) -> None:
    """See to it that all outputs can be written in the end: long work should not end in vain.

    Raises
    ------
    ValueError
        In one line, if two of them are one file, if one is there already and is of another kind, or
        if nothing can be written where it should be.
    """
    for output in outputs:
        _try_out(output.path)
    for first, second in combinations(outputs, 2):
        if _same_file(first.path, second.path):
            raise ValueError(
                f"{first.option} and {second.option} name the same file, {second.path}: "
                "name two different ones"
            )
    for output in outputs:
        check_replaceable(output.path, output.kind, output.is_own)


def check_replaceable(path: Path, kind: str, is_own: Callable[[Path], bool]) -> None:
    """Raise ``ValueError`` in one line if a file of another kind would be replaced."""
    target = destination(path)
    if target.exists() and target.stat().st_size > 0 and not is_own(target):
        raise ValueError(f"{path} is there already and is no {kind}: name another one")


def _try_out(path: Path) -> None:
    target = destination(path)
    try:
        try_out(target)
    except OSError as problem:
        raise ValueError(f"cannot write to '{path}': {problem.strerror}") from None


def _same_file(first: Path, second: Path) -> bool:
    one, other = destination(first), destination(second)
    return one == other or (one.exists() and other.exists() and one.samefile(other))


def make_folder(path: Path) -> None:
    """Make a folder that was named for results; raise ``ValueError`` in one line if that fails."""
    try:
        path.mkdir(exist_ok=True)
    except FileNotFoundError:
        raise ValueError(
            f"cannot write to '{path}': there is no folder {path.absolute().parent}"
        ) from None
    except FileExistsError:
        raise ValueError(f"cannot write to '{path}': it is no folder") from None
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else str(problem)
        raise ValueError(f"cannot write to '{path}': {reason}") from None


# --- JSON with a checksum -------------------------------------------------------------------------


def save_json(path: Path, kind: str, version: int, data: Any) -> None:
    """Write `data` as a JSON file of a `kind` and `version`, with a checksum over its content."""
    body = json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True)
    header = {"kind": kind, "version": version, "sha256": _digest(body)}
    text = json.dumps(header)[:-1] + ', "data":\n' + body + "}\n"
    write_atomically(path, text.encode())


def kind_of_json(path: Path) -> str | None:
    """Return which kind of file :func:`save_json` wrote here, None if it did not."""
    with path.open("rb") as file:
        head = file.read(200)
    found = re.match(rb'\s*\{\s*"kind":\s*"([\w ]+)",\s*"version"', head)
    return found[1].decode() if found else None


def of_kind(kind: str) -> Callable[[Path], bool]:
    """Return what tells files of a kind that :func:`save_json` wrote from all others."""
    return lambda path: kind_of_json(path) == kind


def load_json(path: Path, kind: str, version: int) -> Any:
    """Return the data of a file that :func:`save_json` wrote.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        In one line that names the file, if it is damaged, of another kind or another version.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        found = content["kind"], content["version"]
        body = json.dumps(content["data"], ensure_ascii=False, indent=1, sort_keys=True)
        intact = content["sha256"] == _digest(body)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ValueError(f"{path} is damaged: it is no complete {kind} file") from None
    if found[0] != kind:
        raise ValueError(f"{path} is a {found[0]} file, expected {kind}")
    if found[1] != version:
        raise ValueError(f"{path} has version {found[1]} of {kind}, expected {version}")
    if not intact:
        raise ValueError(f"{path} is damaged: its checksum does not fit its content")
    return content["data"]


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


# --- Logs -----------------------------------------------------------------------------------------


class Log:
    """A file that grows by a line a record, each on the disk before the next is worked on.

    The first line says what the records are about (the header), every further one is a record. Each
    line is JSON, a tab and the CRC-32 of the JSON in hex. A program that is killed while writing
    leaves at most one torn line at the end, which is cut off when the file is continued.

    Use it as a context manager to append: that holds a lock on the file, which the system takes
    away when the program ends, however it ends. Windows has no such lock: there it is up to the
    user. Reading needs no lock.

    Parameters
    ----------
    path
        The file, there or not.
    header
        What the first line of a new file says.
    owner, content
        Who writes such files and what they hold, for messages: ``arena``, ``results file``.
    check
        Called with the header found; raises ``ValueError`` in one line if it is of other work.
        By default the two have to be equal.

    Raises
    ------
    ValueError
        When read: if it is damaged before its last line, or holds other work. When opened: also if
        it is no regular file, or another program is writing to it.
    """

    def __init__(
        self,
        path: Path,
        header: dict[str, Any],
        owner: str,
        content: str,
        check: Callable[[Any], None] | None = None,
    ) -> None:
        self.path = path
        self._header = header
        self._owner = owner
        self._content = content
        self._check = check or self._check_equal
        self._file: BinaryIO | None = None

    def read(self) -> list[Any]:
        """Return the records in the file, none if there is no file yet."""
        return self._scan()[0]

    def _scan(self) -> tuple[list[Any], int]:
        """Return the records and the length in bytes of what is whole."""
        if not self.path.exists():
            return [], 0
        lines = destination(self.path).read_bytes().splitlines(keepends=True)
        records = []
        size = 0
        for number, line in enumerate(lines, start=1):
            record = _decode(line)
            if record is None:
                if number == 1 and not _encode(self._header).startswith(line):
                    raise ValueError(f"{self.path} is no {self._content}")
                if number == len(lines):
                    break
                raise ValueError(f"{self.path} is damaged in line {number}")
            if number == 1:
                self._check(record)
            else:
                records.append(record)
            size += len(line)
        return records, size

    def _check_equal(self, found: Any) -> None:
        if found != json.loads(json.dumps(self._header)):
            raise ValueError(f"{self.path} is no {self._content}")

    def __enter__(self) -> "Log":
        """Open and lock the file to append, without a torn last line."""
        target = destination(self.path)
        self._file = target.open("ab")
        try:
            self._hold()
            _, size = self._scan()
            self._file.truncate(size)
            if size == 0:
                self._write([self._header])
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _hold(self) -> None:
        if fcntl is None or self._file is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(
                f"another {self._owner} is writing to {self.path}: "
                "wait for it, or name another file"
            ) from None
        except OSError as problem:
            raise ValueError(
                f"{self.path} cannot be locked ({problem.strerror}): name a file on another disk"
            ) from None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def append(self, records: Sequence[Any]) -> None:
        """Add records; they are on the disk when this returns."""
        self._write(records)

    def _write(self, records: Sequence[Any]) -> None:
        if self._file is None:
            raise ValueError(f"{self.path} is not open to append")
        with _naming(self.path):
            self._file.write(b"".join(_encode(record) for record in records))
            self._file.flush()
            os.fsync(self._file.fileno())


def _encode(record: Any) -> bytes:
    text = json.dumps(record).encode()
    return b"%b\t%08x\n" % (text, zlib.crc32(text))


def _decode(line: bytes) -> Any:
    """Return what a line holds, None if it is torn or damaged."""
    text, tab, check = line.rpartition(b"\t")
    if not tab or not line.endswith(b"\n") or check.strip() != b"%08x" % zlib.crc32(text):
        return None
    return json.loads(text)
