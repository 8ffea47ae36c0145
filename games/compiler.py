"""Compiling rules and search with Numba, and never running stale machine code.

Numba's on-disk cache looks at one file only: when a compiled function calls another one in a
different file and that one changes, the old machine code is still used. Here the cache folder of
every function is named by a hash of all sources it may reach, so a change anywhere below simply
leads to another folder:

- a function of ``games/<game>/`` depends on ``games/*.py`` and on its own folder;
- any other function depends on ``games/*.py`` and on its own top-level folder. Which game it works
  on shows in its argument types, since every state record carries a hash of its game's sources in
  the name of a field (see :func:`intrigue.games.kernel.state_dtype`).
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs

GAMES_FOLDER = Path(__file__).parent


def cache_folder() -> Path:
    """Folder for everything that can be computed again: compiled code and solved tables.

    ``INTRIGUE_CACHE_DIR`` overrides the platform's usual place.
    """
    chosen = os.environ.get("INTRIGUE_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("intrigue", "intrigue"))


@cache
def source_digest(*patterns: tuple[Path, str]) -> str:
    """Return 16 hex digits that change with any source under the given (folder, glob) pairs."""
    digest = hashlib.blake2b(digest_size=8)
    versions = (sys.version_info[:2], numba.__version__, np.__version__)
    digest.update(repr(versions).encode())
    for folder, glob in patterns:
        for path in sorted(folder.glob(glob)):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def _cache_key(folder: Path) -> str:
    """Hash of the sources that a compiled function of a file in `folder` may reach."""
    shared = (GAMES_FOLDER, "*.py")
    if folder == GAMES_FOLDER:
        return source_digest(shared)
    return source_digest(shared, (folder, "*.py"), (folder.parent, "*.py"))


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
    """Compile with ``numba.njit``, cached on disk by a hash of all sources concerned.

    Use it bare (``@jit``) or with options of ``numba.njit`` (``@jit(nogil=True)``). With
    ``NUMBA_DISABLE_JIT=1`` in the environment the function stays plain Python.
    """
    if function is None:
        return lambda decorated: jit(decorated, **options)
    if not _can_cache():
        # Numba would fall back to a cache beside the sources, which looks at one file only.
        return numba.njit(cache=False, **options)(function)
    key = _cache_key(Path(function.__code__.co_filename).parent)
    usual = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder() / "numba" / key)
    try:
        return numba.njit(cache=True, **options)(function)
    finally:
        numba.config.CACHE_DIR = usual
