"""How compiled functions call each other: small ones are linked in, large ones called by address.

Numba links the machine code of all that a function calls into that function, and has LLVM optimise
it again, at every level of calls: the rules of a game once more in each walk over it. A function of
more than :data:`LINKED_INSTRUCTIONS` stays outside its callers: LLVM rarely inlines so much. It is
compiled once, and found by the symbol that its callers name. What belongs into an innermost loop
all the same, such as a short loop that LLVM unrolls to many instructions, says so by
``@jit(forceinline=True)``.

Machine code that is loaded from the disk names such symbols too. Before it is loaded, whatever it
calls by address has to be there: see :func:`called_by_address` and :func:`make_callable`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple
from weakref import WeakSet

from llvmlite import binding as llvm
from numba.core import codegen
from numba.core.compiler import Compiler

LINKED_INSTRUCTIONS = 150
"""Functions with at most so many instructions of LLVM are linked into their callers.

With 300 or 600 rules compile for 15 or 70 % longer and play no faster.
"""


class Target(NamedTuple):
    """A function that is called by address: its name (see :func:`name_of`) and types."""

    name: tuple[str, str, int]
    arguments: tuple[Any, ...]


_FUNCTIONS: dict[tuple[str, str, int], Any] = {}
"""The functions, as Numba compiles them, that may be called by address."""

_TARGETS: dict[str, Target] = {}
"""What stands behind each symbol that this process has machine code for."""

_LARGE: "WeakSet[Any]" = WeakSet()
"""Libraries (Numba's word for the code of one compiled function) that are called by address."""


def name_of(function: Callable[..., Any]) -> tuple[str, str, int]:
    """Return the name by which saved machine code knows a function: module, name and line."""
    return function.__module__, function.__qualname__, function.__code__.co_firstlineno


def announce(function: Callable[..., Any], dispatcher: Any) -> None:
    """Let `function`, which Numba compiles by `dispatcher`, be called by address.

    Not if it depends on variables around it: there may be many of one name.
    """
    if function.__closure__ is None:
        _FUNCTIONS[name_of(function)] = dispatcher


class _Library(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The code of one function, into which only small functions are linked."""

    def add_linking_library(self, library: Any) -> None:
        """Link `library` into this one, unless its function is called by address."""
        if library not in _LARGE:
            super().add_linking_library(library)


class SparingCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, but calling large functions by address."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile a Python function."""
        self.state.library = _Library(self.state.targetctx.codegen(), func.__qualname__)
        self.state.library.enable_object_caching()
        compiled = super().compile_extra(func)
        inlined = self.state.flags.forceinline
        if not inlined and name_of(func) in _FUNCTIONS and _is_large(compiled):
            call_by_address(func, compiled)
        return compiled


def _is_large(compiled: Any) -> bool:
    left = LINKED_INSTRUCTIONS
    for block in compiled.library.get_function(compiled.fndesc.llvm_func_name).blocks:
        left -= sum(1 for _ in block.instructions)
        if left < 0:
            return True
    return False


def call_by_address(function: Callable[..., Any], compiled: Any) -> None:
    """From now on let `function`, as it was compiled for some types, be called by address."""
    _LARGE.add(compiled.library)
    target = Target(name_of(function), tuple(compiled.signature.args))
    _TARGETS[compiled.fndesc.llvm_func_name] = target


def is_called_by_address(compiled: Any) -> bool:
    """Return whether a compiled function is called by address."""
    return compiled.library in _LARGE


def called_by_address(compiled: Any) -> dict[str, Target]:
    """Return what a function that was just compiled calls by address, by symbol."""
    declared = (f.name for f in compiled.library._final_module.functions if f.is_declaration)
    return {name: _TARGETS[name] for name in declared if name in _TARGETS}


def make_callable(symbol: str, target: Target) -> bool:
    """Let machine code call `target` by `symbol`; return False if there is no such function."""
    if symbol in _TARGETS:
        return True
    dispatcher = _FUNCTIONS.get(target.name)
    if dispatcher is None:
        return False
    dispatcher.compile(target.arguments)
    compiled = dispatcher.overloads[target.arguments]
    address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    llvm.add_symbol(symbol, address)
    _TARGETS[symbol] = target
    return True
