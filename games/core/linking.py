"""How compiled functions call each other: small ones are linked in, large ones called by address.

Numba links the machine code of all that a function calls into that function, and has LLVM optimise
it again, at every level of calls: the rules of a game once more in each walk over it. A large
function (:data:`intrigue.games.core.library.LINKED_INSTRUCTIONS`) stays outside its callers: LLVM
rarely inlines so much. It is compiled once, and found by the symbol that its callers name. What
belongs into an innermost loop all the same, such as a short loop that LLVM unrolls to many
instructions, says so by ``@jit(forceinline=True)``.

What makes a function callable for Python is an :func:`entry` of its own, made when Python calls
it: unpacking Python's arguments takes more code than most functions, and most of them are called by
compiled code only.

Machine code that is loaded from the disk names symbols of large functions. Before it is loaded,
whatever it calls by address has to be there: see :func:`called_by_address` and
:func:`make_callable`.
"""

from collections.abc import Callable
from copy import copy
from typing import Any, NamedTuple

from llvmlite import binding as llvm
from numba import types
from numba.core.compiler import Compiler, CompileResult
from numba.core.environment import Environment
from numba.core.runtime import rtsys

from intrigue.games.core.library import Library


class Target(NamedTuple):
    """A function that is called by address: its name (see :func:`name_of`) and types."""

    name: tuple[str, str, int]
    arguments: tuple[Any, ...]


_FUNCTIONS: dict[tuple[str, str, int], Any] = {}
"""The functions, as Numba compiles them, that may be called by address."""

_TARGETS: dict[str, Target] = {}
"""What stands behind each symbol that this process has machine code for."""


def name_of(function: Callable[..., Any]) -> tuple[str, str, int]:
    """Return the name by which saved machine code knows a function: module, name and line."""
    return function.__module__, function.__qualname__, function.__code__.co_firstlineno


def announce(function: Callable[..., Any], dispatcher: Any) -> None:
    """Let `function`, which Numba compiles by `dispatcher`, be called by address.

    Not if it depends on variables around it: there may be many of one name.
    """
    if function.__closure__ is None:
        _FUNCTIONS[name_of(function)] = dispatcher


class SparingCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler of functions that compiled code calls, large ones by address."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile a Python function."""
        context = self.state.targetctx
        self.state.library = Library(context.codegen(), func.__qualname__)
        self.state.flags.no_compile = True  # it is only lowered: the rest is up to the library
        compiled = super().compile_extra(func)
        library = compiled.library
        may_be_large = name_of(func) in _FUNCTIONS and not self.state.flags.forceinline
        library.complete(compiled.fndesc.llvm_func_name, may_be_large)
        compiled.reload_init.extend(library._reload_init)
        compiled = _known(name_of(func), compiled)
        context.insert_user_function(compiled.entry_point, compiled.fndesc, [library])
        return compiled


def _known(name: tuple[str, str, int], compiled: Any) -> Any:
    """Return what was compiled with an identity, by which Numba finds the code of what it calls."""
    library, symbol = compiled.library, compiled.fndesc.llvm_func_name
    if library.by_address:
        _TARGETS[symbol] = Target(name, tuple(compiled.signature.args))
    return compiled._replace(entry_point=object())


def entry(compiled: Any, nogil: bool) -> Any:
    """Return what was compiled for compiled code so that Python can call it.

    Python gets a plain tuple where compiled code returns a named one. To make a named tuple, Numba
    runs Python, where a signal that came meanwhile is raised, and does not look whether it failed:
    Ctrl-C would end in a segmentation fault.
    """
    # What was kept is taken without getting ready to compile; the wrapper is compiled, though.
    compiled.target_context.refresh()
    context = compiled.target_context.subtarget(enable_nrt=True)  # counts references to arrays
    library = Library(context.codegen(), compiled.fndesc.qualname)
    library.add_linking_library(rtsys.library)
    library.add_linking_library(compiled.library)
    called = copy(compiled.fndesc)
    called.env_name += "_entry"  # Python's objects that it needs, such as types of arrays
    if isinstance(called.restype, types.BaseNamedTuple):
        called.restype = types.Tuple(called.restype.types)
    objects = Environment.from_fndesc(called)
    with context.push_code_library(library):
        context.create_cpython_wrapper(library, called, objects, None, release_gil=nogil)
    made = compiled._replace(library=library, fndesc=called, environment=objects, metadata={})
    return _executable(made)


def _executable(compiled: Any) -> Any:
    context = compiled.target_context
    function = context.get_executable(compiled.library, compiled.fndesc, compiled.environment)
    return compiled._replace(entry_point=function)


def saved(compiled: Any) -> tuple[Any, ...]:
    """Return what :func:`restored` makes the same compiled function of, with all that it calls."""
    return called_by_address(compiled), compiled._replace(type_annotation="")._reduce()


def restored(
    function: Callable[..., Any], context: Any, saved: tuple[Any, ...], for_python: bool
) -> Any:
    """Return `function` as it was compiled and saved, for callers in Python or in compiled code.

    None if something that it calls is not there.
    """
    targets, (contents, fndesc, environment, signature, *_, reload_init, environments) = saved
    if not all(make_callable(*called) for called in targets.items()):
        return None
    for initialise in reload_init:
        initialise()
    library = Library.restored(context.codegen(), contents)
    compiled = CompileResult(
        typing_context=context.typing_context,
        target_context=context,
        entry_point=None,
        typing_error=None,
        type_annotation="",
        signature=signature,
        objectmode=False,
        lifted=(),
        fndesc=fndesc,
        library=library,
        call_helper=None,
        environment=environment,
        metadata=None,
        reload_init=reload_init,
        referenced_envs=environments,
    )
    compiled = _executable(compiled) if for_python else _known(name_of(function), compiled)
    if library.by_address:
        for used in environments:
            library.codegen.set_env(used.env_name, used)
    return compiled


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
    if not compiled.library.by_address:
        return False
    address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    llvm.add_symbol(symbol, address)
    _TARGETS[symbol] = target
    return True
