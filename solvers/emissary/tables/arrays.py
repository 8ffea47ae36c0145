"""Arrays in one file that is written whole or not at all, checked when read and memory-mapped."""

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from intrigue.games.files import write_atomically

Array = np.ndarray[Any, Any]

_MAGIC = b"intrigue arrays\n"
_HEADER_SIZE = 1 << 14
_ALIGN = 64
_CHUNK = 1 << 24


def save_arrays(
    path: Path, kind: str, version: int, facts: Mapping[str, Any], arrays: Mapping[str, Array]
) -> None:
    """Write arrays and facts (whatever JSON holds) to a file of a `kind` and `version`."""
    content = bytearray(_HEADER_SIZE)
    entries = {}
    for name, array in arrays.items():
        whole = np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<"), copy=False)
        content += bytes(-len(content) % _ALIGN)
        raw = whole.tobytes()
        entries[name] = [whole.dtype.str, whole.shape, len(content), zlib.crc32(raw)]
        content += raw
    header = {"kind": kind, "version": version, "size": len(content), "facts": dict(facts)}
    line = json.dumps(header | {"arrays": entries}).encode()
    text = _MAGIC + b"%08x " % zlib.crc32(line) + line + b"\n"
    if len(text) > _HEADER_SIZE:
        raise ValueError("too many arrays for one file")
    content[: len(text)] = text
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, memoryview(content))


def load_arrays(path: Path, kind: str, version: int) -> tuple[dict[str, Any], dict[str, Array]]:
    """Return the facts and the arrays, read-only and memory-mapped, of a file.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        In one line that names the file, if it is damaged, cut short, of another kind or version.
    """

    def damaged(why: str) -> ValueError:
        return ValueError(f"{path}: {why}; delete the file to have it built again")

    with path.open("rb") as file:
        start = file.read(_HEADER_SIZE)
    if not start.startswith(_MAGIC):
        raise damaged(f"it is no {kind}")
    try:
        checksum, _, line = start[len(_MAGIC) :].partition(b"\n")[0].partition(b" ")
        if int(checksum, 16) != zlib.crc32(line):
            raise ValueError("checksum")
        header = json.loads(line)
        found = header["kind"], header["version"]
        facts, entries, size = header["facts"], header["arrays"], header["size"]
    except (ValueError, KeyError, TypeError):
        raise damaged("its header is damaged") from None
    if found != (kind, version):
        raise damaged(f"it holds {found[0]}, version {found[1]}, expected {kind}, {version}")
    if path.stat().st_size != size:
        raise damaged(f"it has {path.stat().st_size} bytes, expected {size}")
    arrays = {}
    for name, (dtype, shape, offset, checksum) in entries.items():
        array = np.memmap(path, dtype, "r", offset, tuple(shape)) if np.prod(shape) else None
        if array is None:
            arrays[name] = np.zeros(tuple(shape), dtype)
            continue
        raw: Any = array.view(np.uint8).reshape(-1)
        crc = 0
        for first in range(0, len(raw), _CHUNK):
            crc = zlib.crc32(raw[first : first + _CHUNK], crc)
        if crc != checksum:
            raise damaged("its checksum does not fit its content")
        arrays[name] = array
    return facts, arrays
