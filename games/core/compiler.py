"""Compiling rules and search with Numba: every compiled function of `intrigue` is made here.

How compiled functions call each other is told in :mod:`intrigue.games.core.linking`, how their
machine code is kept between runs in :mod:`intrigue.games.core.machine_code`.
"""

from collections.abc import Callable
from typing import Any

import numba
from numba.core import event
from numba.core.caching import NullCache
from numba.core.registry import CPUDispatcher

from intrigue.games.core import linking, notices
from intrigue.games.core.machine_code import Access, KeptCode, access


class _Dispatcher(CPUDispatcher):  # type: ignore[misc]
    """A compiled function with one signature for signed integers of all widths, and constants.

    Fields of a record are as narrow as they can be, and Numba has a type for each constant that is
    passed; without this a function would be compiled again for every mix of them that compiled code
    calls it with. (Python's integers are of one width anyway.)
    """

    _cache: Any

    def compile(self, sig: Any) -> Any:
        """Compile for a signature, or load what was kept; the folder is looked at only now."""
        if isinstance(self._cache, NullCache) and access() is not Access.NONE:
            self._cache = KeptCode(self.py_func)
        return super().compile(sig)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return what Numba asks for when it types a call with these types of arguments."""
        _, types = self.fold_argument_types(args, kws)
        return super().get_call_template(tuple(map(_widened, types)), {})


class _Notices(event.Listener):  # type: ignore[misc]
    """Tells of each function of ours that Numba compiles."""

    def on_start(self, event: Any) -> None:
        """Numba begins to compile a function."""
        dispatcher = event.data["dispatcher"]
        if isinstance(dispatcher, _Dispatcher):
            notices.compiling(dispatcher.__name__)

    def on_end(self, event: Any) -> None:
        """Numba has compiled a function."""


event.register("numba:compile", _Notices())


def _widened(kind: Any) -> Any:
    kind = numba.types.unliteral(kind)
    is_narrow = isinstance(kind, numba.types.Integer) and kind.signed and kind.bitwidth < 64
    return numba.int64 if is_narrow else kind


def jit(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Compile with Numba, kept on disk by a digest of all sources concerned.

    Use it bare (``@jit``) or with options of ``numba.njit`` (``@jit(nogil=True)``). With
    ``NUMBA_DISABLE_JIT=1`` in the environment the function stays plain Python.
    """
    if function is None:
        return lambda decorated: jit(decorated, **options)
    if numba.config.DISABLE_JIT:
        return function
    compiled = _Dispatcher(
        function,
        targetoptions={"nopython": True, "no_cfunc_wrapper": True, **options},
        pipeline_class=linking.SparingCompiler,
    )
    linking.announce(function, compiled)
    return compiled
