"""Functions that do for each game what the game itself says: picked by the type of the state.

A generic function is declared once, with its documentation. What a game registers for its record
type is called instead: in compiled code the record's type picks it while compiling, so that the
call costs nothing; in plain Python (``NUMBA_DISABLE_JIT=1``) the record's dtype does.
"""

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.typing.templates import AbstractTemplate, infer_global

from intrigue.games.core.compiler import jit
from intrigue.games.core.sources import reached_by_type

_BY_DTYPE: dict[tuple[str, np.dtype[Any]], Callable[..., Any]] = {}
_BY_TYPE: dict[tuple[str, Any], Callable[..., Any]] = {}


def generic(declared: Callable[..., Any] | None = None, *, has_default: bool = False) -> Any:
    """Make a generic function of a declaration whose first argument is a state.

    With `has_default` the declaration's own body, which Numba must be able to compile, is what
    happens for games that registered nothing; otherwise a call for them is a ``TypeError``.
    """
    if declared is None:
        return functools.partial(generic, has_default=has_default)
    name = _name(declared)
    default = jit(declared) if has_default else None

    @functools.wraps(declared)
    def call(state: Any, *args: Any) -> Any:
        chosen = _BY_DTYPE.get((name, state.dtype), default)
        if chosen is None:
            raise TypeError(f"no game registered for states of type {state.dtype}")
        return chosen(state, *args)

    class Chosen(AbstractTemplate):  # type: ignore[misc]
        """Tells Numba that `call` stands for what was registered for its first argument."""

        key = call

        def generic(self, args: Any, kws: Any) -> Any:
            """Return the signature of the call; None if nothing was registered."""
            chosen = default
            if args and isinstance(args[0], numba.types.Record):
                chosen = _BY_TYPE.get((name, args[0]), default)
            if chosen is None:
                return None
            self._function = numba.types.Dispatcher(chosen)
            return self._function.get_call_type(self.context, args, kws)

        def get_impl_key(self, sig: Any) -> Any:
            """Return what Numba finds the code of the chosen function by."""
            return self._function.get_impl_key(sig)

    infer_global(call, numba.types.Function(Chosen))
    return call


def specialise(
    function: Callable[..., Any], dtype: np.dtype[Any], chosen: Callable[..., Any]
) -> None:
    """Let the generic `function` call `chosen`, compiled with ``jit``, for states of `dtype`."""
    name = _name(function)
    _BY_DTYPE[name, dtype] = chosen
    _BY_TYPE[name, numba.from_dtype(dtype)] = chosen
    assert dtype.names is not None
    reached_by_type(dtype.names[-1], Path(inspect.getfile(inspect.unwrap(chosen))))


def is_specialised(function: Callable[..., Any], dtype: np.dtype[Any]) -> bool:
    """Return whether something was registered for `dtype`."""
    return (_name(function), dtype) in _BY_DTYPE


def _name(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__qualname__}"
