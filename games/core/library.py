"""The code of one compiled function: what Numba calls a library.

A small function is LLVM's intermediate code and no more, since only its callers, which it is linked
into, run it. Only of large ones, and of what Python calls, machine code is made.
"""

from typing import Any, NamedTuple

from llvmlite import binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.environment import lookup_environment

LINKED_INSTRUCTIONS = 150
"""Functions with at most so many instructions of LLVM are linked into their callers.

With 300 or 600 rules compile for 15 or 70 % longer and play no faster.
"""


class Contents(NamedTuple):
    """A library to be saved: its name, and code of LLVM or, if it is `by_address`, the machine."""

    name: str
    by_address: bool
    code: bytes


class Library(JITCodeLibrary):  # type: ignore[misc]
    """The code of one function: of LLVM, to be linked into its callers, or of the machine.

    Attributes
    ----------
    by_address
        Whether it is machine code, known once the library is complete.
    """

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.by_address = True
        self._linked: str | None = None
        self.enable_object_caching()

    def add_linking_library(self, library: Any) -> None:
        """Link `library` into this one, unless its function is called by address."""
        if not (isinstance(library, Library) and library.by_address):
            super().add_linking_library(library)

    def complete(self, function: str, may_be_large: bool) -> None:
        """Link and optimise the code of `function`; machine code is made of it if it is large."""
        self._linked = function
        self.by_address = may_be_large
        self.finalize()

    def _optimize_functions(self, ll_module: Any) -> None:
        # Numba runs its passes on what is only declared, too, and that is most of it.
        ll_module.data_layout = self._codegen._data_layout
        for function in ll_module.functions:
            if not function.is_declaration:
                passes, builder = self._codegen._function_pass_manager()
                passes.run(function, builder)

    def _finalize_final_module(self) -> None:
        if self._linked is not None and self.by_address:
            self.by_address = _is_large(self._final_module.get_function(self._linked))
        if not self.by_address:
            self._finalize_dynamic_globals()
            self._finalized = True
            return
        super()._finalize_final_module()
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name)
            if environment is not None:  # of functions that were linked in
                self._codegen.set_env(variable.name, environment)

    def get_pointer_to_function(self, name: str) -> int:
        """Return the address of a function of this library's machine code."""
        self._ensure_finalized()
        return self._codegen._engine.get_function_address(name)  # type: ignore[no-any-return]

    def serialize_using_object_code(self) -> Contents:
        """Return what :meth:`restored` makes this library of again."""
        self._ensure_finalized()
        code = self._get_compiled_object() if self.by_address else self._final_module.as_bitcode()
        return Contents(self.name, self.by_address, code)

    @classmethod
    def restored(cls, codegen: Any, contents: Contents) -> "Library":
        """Return a library as it was when its `contents` were taken."""
        library = cls(codegen, contents.name)
        library.by_address = contents.by_address
        if contents.by_address:
            library._set_compiled_object(contents.code)
        else:
            library._final_module = llvm.parse_bitcode(contents.code)
        library._finalize_final_module()
        return library


def _is_large(function: Any) -> bool:
    left = LINKED_INSTRUCTIONS
    for block in function.blocks:
        left -= sum(1 for _ in block.instructions)
        if left < 0:
            return True
    return False
