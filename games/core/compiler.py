"""Compiling rules and search with Numba: every compiled function of `intrigue` is made here.

How compiled functions call each other is told in :mod:`intrigue.games.core.linking`, how their
machine code is kept between runs in :mod:`intrigue.games.core.machine_code`.
"""

from collections.abc import Callable
from typing import Any

import numba
from numba.core import event
from numba.core.caching import NullCache
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.registry import CPUDispatcher

from intrigue.games.core import linking, notices
from intrigue.games.core.machine_code import Access, KeptCode, access


class _Function(CPUDispatcher):  # type: ignore[misc]
    """A function as compiled code calls it."""

    _cache: Any

    def compile(self, sig: Any) -> Any:
        """Compile for a signature, or load what was kept; the folder is looked at only now."""
        if isinstance(self._cache, NullCache) and access() is not Access.NONE:
            self._cache = KeptCode(self.py_func, for_python=False)
        return super().compile(sig)

    def add_overload(self, cres: Any) -> None:
        """Keep what was compiled; Python's way to call it is not there."""
        self.overloads[tuple(cres.signature.args)] = cres


class _Dispatcher(CPUDispatcher):  # type: ignore[misc]
    """A compiled function with one signature for signed integers of all widths, and constants.

    Fields of a record are as narrow as they can be, and Numba has a type for each constant that is
    passed; without this a function would be compiled again for every mix of them that compiled code
    calls it with. (Python's integers are of one width anyway.)

    What Numba compiles here are entries for Python; the function itself is `compiled`.
    """

    _cache: Any

    def __init__(
        self,
        py_func: Callable[..., Any],
        locals: dict[str, Any] | None = None,
        targetoptions: dict[str, Any] | None = None,
    ) -> None:
        options = {"nopython": True, "no_cfunc_wrapper": True, **(targetoptions or {})}
        super().__init__(py_func, locals, options)
        inner = {**options, "no_cpython_wrapper": True}
        self.compiled = _Function(py_func, locals, inner, linking.SparingCompiler)
        self._compiler = _Entries(self.compiled)

    def compile(self, sig: Any) -> Any:
        """Make the function callable for Python with these types of arguments."""
        if isinstance(self._cache, NullCache) and access() is not Access.NONE:
            self._cache = KeptCode(self.py_func, for_python=True)
        return super().compile(sig)

    @property
    def is_compiling(self) -> Any:
        """Whether it is just being compiled, which Numba asks about recursive functions."""
        return self.compiled.is_compiling

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return what Numba asks for when it types a call with these types of arguments."""
        _, types = self.fold_argument_types(args, kws)
        return self.compiled.get_call_template(tuple(map(_widened, types)), {})

    def get_overload(self, sig: Any) -> Any:
        """Return what Numba finds the code for compiled callers by."""
        return self.compiled.get_overload(sig)


class _Entries(_FunctionCompiler):  # type: ignore[misc]
    """Compiles what makes a function callable for Python."""

    def __init__(self, compiled: _Function) -> None:
        super().__init__(
            compiled.py_func,
            compiled.targetdescr,
            compiled.targetoptions,
            compiled.locals,
            linking.SparingCompiler,
        )
        self._compiled = compiled

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        self._compiled.compile(args)
        function = self._compiled.overloads[tuple(args)]
        return linking.entry(function, self.targetoptions.get("nogil", False))


class _Notices(event.Listener):  # type: ignore[misc]
    """Tells of each function of ours that Numba compiles."""

    def on_start(self, event: Any) -> None:
        """Numba begins to compile a function."""
        dispatcher = event.data["dispatcher"]
        if isinstance(dispatcher, _Function):
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
    dispatcher = _Dispatcher(function, targetoptions=options)
    linking.announce(function, dispatcher.compiled)
    return dispatcher
