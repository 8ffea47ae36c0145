"""Raw memory for compiled code: load, compare-and-swap and prefetch at an address.

The solver's tables are many arrays of very different sizes that come and go; compiled code reaches
them through a plain array of addresses. Addresses are bytes, and every access is to an aligned
64-bit word of an array that the caller keeps alive.
"""

import ctypes
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

if numba.config.DISABLE_JIT:

    def load_word(address: int) -> np.uint64:
        """Return the unsigned word at `address`."""
        return np.uint64(ctypes.c_uint64.from_address(int(address)).value)

    def load_float(address: int) -> float:
        """Return the float64 at `address`."""
        return ctypes.c_double.from_address(int(address)).value

    def swap_word(address: int, expected: np.uint64, new: np.uint64) -> np.uint64:
        """Store `new` if `expected` is there; return what was there."""
        word = ctypes.c_uint64.from_address(int(address))
        found = np.uint64(word.value)
        if found == expected:
            word.value = int(new)
        return found

    def prefetch(address: int) -> None:
        """Ask for the cache line of `address`."""

else:
    _WORD = ir.IntType(64)

    @intrinsic
    def load_word(typingctx: Any, address: Any) -> Any:
        """Return the unsigned word at `address`."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.load(builder.inttoptr(args[0], _WORD.as_pointer()))

        return types.uint64(types.int64), codegen

    @intrinsic
    def load_float(typingctx: Any, address: Any) -> Any:
        """Return the float64 at `address`."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.load(builder.inttoptr(args[0], ir.DoubleType().as_pointer()))

        return types.float64(types.int64), codegen

    @intrinsic
    def swap_word(typingctx: Any, address: Any, expected: Any, new: Any) -> Any:
        """Store `new` if `expected` is there, in one atomic step; return what was there."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            pointer = builder.inttoptr(args[0], _WORD.as_pointer())
            pair = builder.cmpxchg(pointer, args[1], args[2], "monotonic", "monotonic")
            return builder.extract_value(pair, 0)

        return types.uint64(types.int64, types.uint64, types.uint64), codegen

    @intrinsic
    def prefetch(typingctx: Any, address: Any) -> Any:
        """Ask for the cache line of `address`."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            byte = ir.IntType(8).as_pointer()
            flag = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag])
            function = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
            pointer = builder.inttoptr(args[0], byte)
            builder.call(function, [pointer, flag(0), flag(3), flag(1)])
            return context.get_dummy_value()

        return types.void(types.int64), codegen
