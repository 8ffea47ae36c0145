"""Files that are never half-written: atomic replacement, and JSON that is checked when read."""

import hashlib
import json
import os
import secrets
from pathlib import Path
from typing import Any


def write_atomically(path: Path, content: bytes | memoryview, keep_as: Path | None = None) -> None:
    """Write `content` to `path` so that a reader sees the old file or the new one, never a part.

    The folder is made if it is not there; an interrupted write leaves the old file. With `keep_as`
    the old file is moved there once the new one is on the disk. Who may read the file is up to the
    user's umask, as for any file that a program opens.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    name = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}.part")
    try:
        with name.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if keep_as is not None and path.exists():
            os.replace(path, keep_as)
        os.replace(name, path)
    except BaseException:
        name.unlink(missing_ok=True)
        raise


def check_writable(path: Path) -> None:
    """See to it that :func:`write_atomically` will work: long work should not end in vain.

    Raises
    ------
    ValueError
        In one line, if `path` is a folder, or nothing can be written where it should be.
    """
    if not path.name or path.is_dir():
        raise ValueError(f"cannot write to '{path}': it is a folder, name a file")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        probe = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}.part")
        probe.open("xb").close()
        probe.unlink()
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else str(problem)
        raise ValueError(f"cannot write to '{path}': {reason}") from None


def save_json(path: Path, kind: str, version: int, data: Any) -> None:
    """Write `data` as a JSON file of a `kind` and `version`, with a checksum over its content."""
    body = json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True)
    header = {"kind": kind, "version": version, "sha256": _digest(body)}
    text = json.dumps(header)[:-1] + ', "data":\n' + body + "}\n"
    write_atomically(path, text.encode())


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
