"""Files of arrays that are complete or not there: atomic writes, checksums, one older copy.

A file is a NumPy ``.npz`` archive holding the arrays and one member ``header``: UTF-8 JSON with
``kind`` (what the file is), ``version`` (of that kind's layout), ``checksum`` (SHA-256 over every
array's name, type, shape and bytes, and over the rest of the header) and whatever the writer adds.
It can be read with :func:`numpy.load` alone.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import warnings
import zipfile
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from intrigue.games.files import write_atomically

Arrays = dict[str, NDArray[Any]]

PREVIOUS_SUFFIX = ".previous"
"""Appended to a checkpoint's name for the older copy that :func:`save_arrays` can keep."""

LARGE = 2**30
MOST_PACKED = 100
"""An archive that unpacks to more than LARGE bytes and to more than MOST_PACKED times its size is
not read: our arrays shrink to a tenth at best, one made to fill the memory to a thousandth."""


def save_arrays(
    path: str | os.PathLike[str],
    kind: str,
    version: int,
    header: Mapping[str, Any],
    arrays: Mapping[str, NDArray[Any]],
    *,
    keep_previous: bool = False,
    compress: bool = True,
) -> None:
    """Write arrays and a header to `path` so that a reader sees the old file or the new one.

    Parameters
    ----------
    path : path
        Where to write.
    kind, version : str, int
        What the file is; :func:`load_arrays` asks for both.
    header : mapping
        Further JSON-serialisable facts (the game, the parameters of an algorithm).
    arrays : mapping of str to array
        Arrays of numbers; object arrays are refused.
    keep_previous : bool
        Keep the file that was at `path` as ``<path>.previous``.
    compress : bool
        Deflate the arrays.

    Raises
    ------
    ValueError
        An array is of objects, or its name is ``header``.
    """
    path = Path(path)
    for name, array in arrays.items():
        if name == "header" or array.dtype.hasobject:
            raise ValueError(f"array {name!r} cannot be saved: only plain numbers, not 'header'")
    facts = {**header, "kind": kind, "version": version}
    facts["checksum"] = _checksum(facts, arrays)
    encoded = np.frombuffer(json.dumps(facts).encode(), dtype=np.uint8)
    buffer = io.BytesIO()
    write = np.savez_compressed if compress else np.savez
    write(buffer, header=encoded, **arrays)  # type: ignore[arg-type]
    write_atomically(path, buffer.getbuffer(), keep_as=older_copy(path) if keep_previous else None)


def load_arrays(
    path: str | os.PathLike[str], kind: str, version: int
) -> tuple[dict[str, Any], Arrays]:
    """Read what :func:`save_arrays` wrote, and verify it.

    Returns
    -------
    header, arrays : dict, dict of str to array

    Raises
    ------
    ValueError
        The file is damaged, is of another kind, or of another version; the message says which.
    FileNotFoundError
        There is no such file.
    """
    path = Path(path)
    if not path.exists():
        raise FileNotFoundError(f"no file {path}")
    try:
        _refuse_bombs(path)
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            # Compiled code is made for arrays in C order.
            arrays = {name: np.asarray(archive[name], order="C") for name in archive.files}
        header = json.loads(arrays.pop("header").tobytes().decode())
        found_kind, found_version = header["kind"], header["version"]
        stored = header.pop("checksum")
    except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile, TypeError) as error:
        raise ValueError(f"{path} is damaged or no intrigue file") from error
    except Exception as error:  # zlib.error and its like derive from Exception directly
        raise ValueError(f"{path} is damaged ({error})") from error
    if found_kind != kind:
        raise ValueError(f"{path} holds a {found_kind!r}, expected a {kind!r}")
    if found_version != version:
        raise ValueError(
            f"{path} has version {found_version} of {kind!r}, this program reads version {version}"
        )
    if stored != _checksum(header, arrays):
        raise ValueError(f"{path} is damaged: its checksum does not match its contents")
    return header, arrays


def load_checkpoint(
    path: str | os.PathLike[str], kind: str, version: int
) -> tuple[dict[str, Any], Arrays]:
    """Read a checkpoint, or the older copy beside it if the newest is missing or damaged.

    The header gains ``restored_from``: the name of the file that was read.

    Warns
    -----
    UserWarning
        In one line, if it is the older copy.

    Raises
    ------
    ValueError
        Neither file can be used; the message is about the newest one that exists.
    FileNotFoundError
        Neither file exists.
    """
    path = Path(path)
    previous = older_copy(path)
    problem = f"{path} is missing"
    for candidate, fallback in ((path, previous), (previous, None)):
        if not candidate.exists():
            continue
        try:
            header, arrays = load_arrays(candidate, kind, version)
        except ValueError as error:
            if fallback is None or not fallback.exists():
                raise
            problem = str(error)
            continue
        if candidate == previous:
            warnings.warn(f"{problem}; going on from {previous}", stacklevel=3)
        header["restored_from"] = candidate.name
        return header, arrays
    raise FileNotFoundError(f"no checkpoint {path}, nor an older copy of it")


def has_checkpoint(path: str | os.PathLike[str]) -> bool:
    """Return whether :func:`load_checkpoint` has a file to read: the newest or the older copy."""
    path = Path(path)
    return path.exists() or older_copy(path).exists()


def older_copy(path: Path) -> Path:
    """Return where the older copy of a checkpoint is kept."""
    return path.parent / f"{path.name}{PREVIOUS_SUFFIX}"  # a folder, too, has to be refused by name


def kind_of_arrays(path: Path) -> str | None:
    """Return which kind of file :func:`save_arrays` wrote here, None if it did not."""
    try:
        _refuse_bombs(path)
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            return str(json.loads(archive["header"].tobytes().decode())["kind"])
    except Exception:  # zlib.error and its like derive from Exception directly
        return None


def _refuse_bombs(path: Path) -> None:
    """Raise ``ValueError`` if an archive would unpack to far more than numbers of a solver do."""
    with zipfile.ZipFile(path) as archive:
        unpacked = sum(member.file_size for member in archive.infolist())
    if unpacked > max(LARGE, MOST_PACKED * path.stat().st_size):
        raise ValueError(f"{path} would unpack to {unpacked:,} bytes")


def require_game(path: str | os.PathLike[str], found: str, expected: str) -> None:
    """Raise ValueError naming both games if a file is for another game than the one at hand."""
    if found != expected:
        raise ValueError(f"{os.fspath(path)} is for the game {found}, not for {expected}")


def pack_strings(strings: list[str]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Concatenate strings as UTF-8 bytes, with the offsets (one more than strings) between them."""
    encoded = [text.encode() for text in strings]
    offsets = np.zeros(len(encoded) + 1, dtype=np.int64)
    np.cumsum([len(piece) for piece in encoded], out=offsets[1:])
    return np.frombuffer(b"".join(encoded), dtype=np.uint8), offsets


def unpack_strings(packed: NDArray[np.uint8], offsets: NDArray[np.int64]) -> list[str]:
    """Undo :func:`pack_strings`.

    Raises
    ------
    ValueError
        In one line, if a string is no UTF-8.
    """
    raw = packed.tobytes()
    try:
        return [raw[begin:end].decode() for begin, end in pairwise(offsets.tolist())]
    except UnicodeDecodeError:
        raise ValueError("it holds text that is none") from None


def _checksum(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> str:
    digest = hashlib.sha256(json.dumps(header, sort_keys=True).encode())
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name}|{array.dtype.str}|{arrays[name].shape}|".encode())
        digest.update(array.data if array.size else b"")
    return digest.hexdigest()
