"""Machine code on the disk, and never running stale or foreign one.

Numba's own cache looks at one file only: when a compiled function calls another one in a different
file and that one changes, the old machine code is still used. Here the machine code of a function
is kept under a digest of every source that it can reach (:mod:`intrigue.games.core.sources`). A
change of one of them leads to another folder; a change of any other source (a game's words, a
command, a test) compiles nothing anew.

Loading machine code runs it, so it is taken only from a folder that nobody else can write into. A
folder of ours that cannot be written, as in an image, is read. What is not there may have come with
the package (:mod:`intrigue.games.core.baseline`).
"""

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from numba.core import caching, serialize
from numba.core.runtime import rtsys

from intrigue.games.core import baseline, linking
from intrigue.games.core.cache import cache_folder, why_not_trusted
from intrigue.games.core.sources import digest_by_type, source_digest
from intrigue.games.core.whole_files import replace_file

_CHECKSUM_SIZE = 16
_COMPILER = Path(__file__).with_name("compiler.py")


class Access(Enum):
    """What may be done in the folder of machine code."""

    NONE = 0
    READ = 1
    WRITE = 2


def _folder() -> Path:
    return cache_folder() / "numba"


@cache
def access() -> Access:
    """Return what may be done in the folder of machine code; say so if it is to be left alone."""
    folder = _folder()
    refused = ""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        refused = why_not_trusted(folder)
    except OSError as problem:
        refused = problem.strerror or str(problem)
    if refused:
        _say_that_nothing_is_kept(refused)
        return Access.NONE
    try:
        handle, name = tempfile.mkstemp(dir=folder)
        os.close(handle)
        os.unlink(name)
    except OSError:
        return Access.READ
    return Access.WRITE


@cache
def _say_that_nothing_is_kept(why: str) -> None:
    print(
        f"intrigue: no machine code is kept in {_folder()} ({why}), so everything is compiled "
        "anew: set INTRIGUE_CACHE_DIR to a folder that only you can write into",
        file=sys.stderr,
    )


class _Locator(caching._CacheLocator):  # type: ignore[misc]
    """Tells Numba the folder of a function's machine code."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno
        source = Path(py_func.__code__.co_filename)
        # A module of plain functions may be compiled elsewhere, and not import the compiler.
        self._place = _folder() / f"{source.stem}-{source_digest(source, _COMPILER)}"

    def get_cache_path(self) -> str:
        return str(self._place)

    def get_source_stamp(self) -> str:
        return self._place.name

    def get_disambiguator(self) -> str:
        return str(self._lineno)

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> "_Locator":
        return cls(py_func, py_file)


class _Results(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = [_Locator]


class _Files:
    """One checked file for each signature of a function, so that processes cannot mix them up."""

    def __init__(self, folder: Path, stem: str) -> None:
        self._folder = folder
        self._stem = stem

    def _path(self, key: tuple[Any, ...]) -> Path:
        words = repr(key)
        digest = hashlib.blake2b(words.encode(), digest_size=12)
        digest.update(digest_by_type(words).encode())
        return self._folder / f"{self._stem}-{digest.hexdigest()}.nbc"

    def load(self, key: tuple[Any, ...]) -> Any:
        """Return what was saved under `key`; None if nothing, or nothing whole, is there."""
        try:
            content = self._path(key).read_bytes()
        except OSError:
            return None
        if _checksum(content[_CHECKSUM_SIZE:]) != content[:_CHECKSUM_SIZE]:
            return None
        return pickle.loads(content[_CHECKSUM_SIZE:])

    def save(self, key: tuple[Any, ...], data: Any) -> None:
        """Keep `data` under `key`; the file is whole or not there."""
        content = serialize.dumps(data)
        replace_file(self._path(key), _checksum(content) + content)


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_CHECKSUM_SIZE).digest()


class KeptCode(caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache of a function, kept by the contents of all sources it reaches.

    Kept apart are the function for compiled code that calls it, and what makes it callable for
    Python.
    """

    _impl_class = _Results

    def __init__(self, py_func: Callable[..., Any], for_python: bool) -> None:
        super().__init__(py_func)
        self._for_python = for_python
        stem = self._impl.filename_base + ("-python" if for_python else "")
        self._files = _Files(Path(self.cache_path), stem)
        self._shipped = _Files(baseline.SHIPPED / Path(self.cache_path).name, stem)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return what was kept for a signature, None if nothing was.

        Numba would first get ready to compile: it imports its accounts of all that compiled code
        may call, and SciPy with them. What is loaded needs its memory management alone.
        """
        rtsys.initialize(target_context)
        return self._load_overload(sig, target_context)

    def _save_overload(self, sig: Any, data: Any) -> None:
        if access() is not Access.WRITE:
            _say_that_nothing_is_kept("it cannot be written")
            return
        self._impl.locator.ensure_cache_path()
        self._files.save(self._index_key(sig, data.codegen), linking.saved(data))

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        key = self._index_key(sig, target_context.codegen())
        saved = self._files.load(key)
        if saved is None and baseline.usable():
            triple = key[1][0]
            for_baseline = (triple, *baseline.environment().values())
            saved = self._shipped.load((key[0], for_baseline, *key[2:]))
        if saved is None:
            return None
        return linking.restored(self._py_func, target_context, saved, self._for_python)
