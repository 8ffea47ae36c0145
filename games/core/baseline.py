"""Machine code that a wheel brings along, for a processor that nearly all others can stand in for.

It is made by ``intrigue prepare --into FOLDER`` from the same sources as all machine code, and used
only if it fits: its place tells the sources it was made of and the versions of Python, Numba and
NumPy, its name this baseline. Whatever does not fit is not found, and compiled as usual.
"""

import os
from functools import cache
from pathlib import Path

from llvmlite import binding as llvm

PROCESSOR = "x86-64-v3"
"""LLVM's name of the baseline: x86-64 with AVX2, as of 2013 (x86-64 psABI, micro-architectures)."""

_NEEDED = {
    "cx16", "sahf", "popcnt", "sse3", "ssse3", "sse4.1", "sse4.2", "avx", "avx2", "bmi", "bmi2",
    "f16c", "fma", "lzcnt", "movbe", "xsave",
}  # fmt: skip
"""What a processor has to have for it."""

SHIPPED = Path(__file__).parents[2] / "machine_code"
"""Where an installed package has the machine code that its wheel brought along, if it did.

Whoever can write here can write into the sources beside it, too, so nobody is asked about owners.
"""

_CHOSEN = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")


def environment() -> dict[str, str]:
    """Return the environment variables with which Numba compiles for the baseline."""
    return dict(zip(_CHOSEN, (PROCESSOR, ""), strict=True))


@cache
def usable() -> bool:
    """Return whether this processor runs what was compiled for the baseline.

    Not if another processor was chosen by Numba's environment variables.
    """
    if any(name in os.environ for name in _CHOSEN):
        return False
    features = llvm.get_host_cpu_features()
    return llvm.get_process_triple().startswith("x86_64-") and all(map(features.get, _NEEDED))
