"""Raw memory for compiled code: load, compare-and-swap, prefetch, and rows of nine floats.

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

    def swap_word(address: int, expected: np.uint64, new: np.uint64) -> np.uint64:
        """Store `new` if `expected` is there; return what was there."""
        word = ctypes.c_uint64.from_address(int(address))
        found = np.uint64(word.value)
        if found == expected:
            word.value = int(new)
        return found

    def prefetch(address: int) -> None:
        """Ask for the cache line of `address`."""

    def _row(address: int) -> Any:
        numbers: Any = (ctypes.c_double * 9).from_address(int(address))
        return np.frombuffer(numbers)

    def keep_larger(best: int, row: int) -> None:
        """Raise the nine floats at `best` to those at `row` where these are larger."""
        np.maximum(_row(best), _row(row), out=_row(best))

    def add_group(sums: int, least: int, best: int, weight: float) -> None:
        """Add ``weight * best`` to `sums`, lower `least` to `best`, and clear `best`."""
        _row(sums)[:] += weight * _row(best)
        np.minimum(_row(least), _row(best), out=_row(least))
        _row(best)[:] = 0.0

else:
    _WORD = ir.IntType(64)
    _FLOAT = ir.DoubleType()
    _EIGHT = ir.VectorType(_FLOAT, 8)

    @intrinsic
    def load_word(typingctx: Any, address: Any) -> Any:
        """Return the unsigned word at `address`."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.load(builder.inttoptr(args[0], _WORD.as_pointer()))

        return types.uint64(types.int64), codegen

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

    def _parts(builder: Any, address: Any) -> list[Any]:
        """Return pointers to the eight floats at `address` and to the ninth."""
        ninth = builder.add(address, _WORD(64))
        return [
            builder.inttoptr(address, _EIGHT.as_pointer()),
            builder.inttoptr(ninth, _FLOAT.as_pointer()),
        ]

    def _load(builder: Any, pointer: Any) -> Any:
        value = builder.load(pointer)
        value.align = 8
        return value

    def _store(builder: Any, value: Any, pointer: Any) -> None:
        builder.store(value, pointer, align=8)

    def _select(builder: Any, comparison: str, first: Any, second: Any) -> Any:
        return builder.select(builder.fcmp_ordered(comparison, first, second), first, second)

    @intrinsic
    def keep_larger(typingctx: Any, best: Any, row: Any) -> Any:
        """Raise the nine floats at `best` to those at `row` where these are larger."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            for target, source in zip(
                _parts(builder, args[0]), _parts(builder, args[1]), strict=True
            ):
                pair = _load(builder, source), _load(builder, target)
                _store(builder, _select(builder, ">", *pair), target)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64), codegen

    @intrinsic
    def add_group(typingctx: Any, sums: Any, least: Any, best: Any, weight: Any) -> Any:
        """Add ``weight * best`` to `sums`, lower `least` to `best`, and clear `best`."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            undefined = ir.Constant(_EIGHT, ir.Undefined)
            one = builder.insert_element(undefined, args[3], ir.IntType(32)(0))
            zeros = ir.Constant(ir.VectorType(ir.IntType(32), 8), [0] * 8)
            weights = [builder.shuffle_vector(one, undefined, zeros), args[3]]
            rows = [_parts(builder, address) for address in args[:3]]
            for total, low, top, factor in zip(*rows, weights, strict=True):
                value = _load(builder, top)
                added = builder.fadd(_load(builder, total), builder.fmul(factor, value))
                _store(builder, added, total)
                _store(builder, _select(builder, "<", value, _load(builder, low)), low)
                _store(builder, ir.Constant(value.type, None), top)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, types.int64, types.float64), codegen
