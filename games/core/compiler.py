"""Compiling rules and search with Numba, and never running stale machine code.

Numba's own cache looks at one file only: when a compiled function calls another one in a different
file and that one changes, the old machine code is still used. Here the machine code of a function
is kept under a digest of every source that it can reach: its own module and, followed through their
import lines, all modules of `intrigue` that it imports. A change of one of them leads to another
folder; a change of any other source (a game's words, a command, a test) compiles nothing anew.

What a function reaches by the *type* of a state (:mod:`intrigue.games.core.dispatch`) is not seen
in import lines. The state's record type therefore carries a digest of its game's rules, and what is
registered for it from elsewhere is told to :func:`reached_by_type`; both name the file.

Contents alone decide: two checkouts with the same sources share their machine code.
"""

import hashlib
import os
import pickle
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from numba.core import caching, serialize

_ROOT = Path(__file__).parents[2]
"""Folder of `games` and its sisters, in a checkout and where a wheel was installed."""

_IMPORTS = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]+)|import[ \t]+([\w.]+))",
    re.MULTILINE,
)
_CHECKSUM_SIZE = 16


def cache_folder() -> Path:
    """Folder for everything that can be computed again: compiled code and solved tables.

    ``INTRIGUE_CACHE_DIR`` overrides the platform's usual place.
    """
    chosen = os.environ.get("INTRIGUE_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("intrigue", "intrigue"))


# --- Which sources a module reaches -------------------------------------------------------------


def _module_file(name: str, beside: Path) -> Path | None:
    """Return the source of module `name`: of `intrigue`, or beside the file that imports it."""
    head, _, rest = name.partition(".")
    stem = _ROOT / rest.replace(".", "/") if head == "intrigue" else beside / name.replace(".", "/")
    for path in (stem.with_name(f"{stem.name}.py"), stem / "__init__.py"):
        if path.is_file():
            return path
    return None


def _imported(path: Path) -> Iterator[Path]:
    """Yield the sources that `path` names in its import lines, standard library and others not."""
    for match in _IMPORTS.finditer(path.read_text(encoding="utf-8")):
        package, names, module = match.groups()
        if module is not None:
            found = _module_file(module, path.parent)
            if found is not None:
                yield found
            continue
        face = _module_file(package, path.parent)
        if face is not None and face.name != "__init__.py":
            yield face
            continue
        for name in re.findall(r"(\w+)(?:\s+as\s+\w+)?", names):
            found = _module_file(f"{package}.{name}", path.parent) or face
            if found is not None:
                yield found


@cache
def reachable_sources(path: Path) -> tuple[Path, ...]:
    """Return `path` and all sources it imports, directly or through others, sorted.

    Followed are import lines, wherever in a file they stand, to modules of `intrigue` and to files
    that lie beside the importing one.
    """
    found = {path}
    waiting = [path]
    while waiting:
        for imported in _imported(waiting.pop()):
            if imported not in found:
                found.add(imported)
                waiting.append(imported)
    return tuple(sorted(found))


@cache
def _content_digest(path: Path) -> bytes:
    return hashlib.blake2b(path.read_bytes(), digest_size=16).digest()


@cache
def source_digest(*paths: Path) -> str:
    """Return 16 hex digits that change with any source that one of `paths` reaches."""
    digest = hashlib.blake2b(digest_size=8)
    versions = (sys.version_info[:2], numba.__version__, np.__version__)
    digest.update(repr(versions).encode())
    for source in sorted({source for path in paths for source in reachable_sources(path)}):
        digest.update(source.stem.encode() + b"\0" + _content_digest(source))
    return digest.hexdigest()


_BY_TYPE: dict[str, set[Path]] = defaultdict(set)


def reached_by_type(marker: str, source: Path) -> None:
    """Let compiled code on states whose record type has the field `marker` depend on `source`."""
    _BY_TYPE[marker].add(source)


# --- Machine code on the disk -------------------------------------------------------------------


class _Locator(caching._CacheLocator):  # type: ignore[misc]
    """Tells Numba the folder of a function's machine code."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno
        source = Path(py_func.__code__.co_filename)
        self._folder = cache_folder() / "numba" / f"{source.stem}-{source_digest(source)}"

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name

    def get_disambiguator(self) -> str:
        return str(self._lineno)

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> "_Locator":
        return cls(py_func, py_file)


class _Results(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = [_Locator]


class _OverloadFiles:
    """One checked file for each signature of a function, so that processes cannot mix them up."""

    def __init__(self, folder: Path, stem: str) -> None:
        self._folder = folder
        self._stem = stem

    def _path(self, key: tuple[Any, ...]) -> Path:
        words = repr(key)
        digest = hashlib.blake2b(words.encode(), digest_size=12)
        for marker in sorted(_BY_TYPE):
            if marker in words:
                digest.update(source_digest(*sorted(_BY_TYPE[marker])).encode())
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
        path = self._path(key)
        handle, part = tempfile.mkstemp(dir=self._folder, prefix=path.stem, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_checksum(content) + content)
            os.replace(part, path)
        except BaseException:
            os.unlink(part)
            raise


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_CHECKSUM_SIZE).digest()


class _Cache(caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache of a function, kept by the contents of all sources it reaches."""

    _impl_class = _Results

    def __init__(self, py_func: Callable[..., Any]) -> None:
        super().__init__(py_func)
        self._cache_file = _OverloadFiles(Path(self.cache_path), self._impl.filename_base)


@cache
def _can_cache() -> bool:
    """Return whether machine code can be kept in the cache folder; say so once if it cannot."""
    folder = cache_folder() / "numba"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder)
        os.close(handle)
        os.unlink(name)
    except OSError as problem:
        print(
            f"intrigue: nothing can be kept in {folder} ({problem.strerror}), so everything is "
            "compiled anew: set INTRIGUE_CACHE_DIR to a folder that can be written",
            file=sys.stderr,
        )
        return False
    return True


def jit(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Compile with ``numba.njit``, kept on disk by a digest of all sources concerned.

    Use it bare (``@jit``) or with options of ``numba.njit`` (``@jit(nogil=True)``). With
    ``NUMBA_DISABLE_JIT=1`` in the environment the function stays plain Python.
    """
    if function is None:
        return lambda decorated: jit(decorated, **options)
    compiled = numba.njit(**options)(function)
    if not numba.config.DISABLE_JIT and _can_cache():
        compiled._cache = _Cache(function)
    return compiled
