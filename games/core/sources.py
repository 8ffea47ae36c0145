"""Which sources a module reaches, and a digest of them: what saved results depend on.

Followed are import lines. What a function reaches by the *type* of a state
(:mod:`intrigue.games.core.dispatch`) is not seen there: the state's record type carries a digest of
its game's rules, and what is registered for it from elsewhere is told to :func:`reached_by_type`.

Contents alone decide: two checkouts with the same sources have the same digests.
"""

import hashlib
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numba
import numpy as np

_ROOT = Path(__file__).parents[2]
"""Folder of `games` and its sisters, in a checkout and where a wheel was installed."""

_IMPORTS = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]+)|import[ \t]+([\w.]+))",
    re.MULTILINE,
)


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


def digest_by_type(words: str) -> str:
    """Return a digest of what was told to :func:`reached_by_type` for the types named in `words`.

    Empty if nothing was.
    """
    sources = (_BY_TYPE[marker] for marker in sorted(_BY_TYPE) if marker in words)
    return "".join(source_digest(*sorted(of_type)) for of_type in sources)
