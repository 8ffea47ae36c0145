"""How many threads JAX has on a processor: always the same number.

XLA cuts sums into as many parts as it has threads, by default one a processor, and the order of
adding decides the last bits. Over a training they grow into another policy, so a checkpoint that
goes on with another number of processors, or on a machine that has more, would lead elsewhere.
"""

import os

import jax

THREADS = 2
"""Threads of JAX: as many as there were when the policies of the package were trained."""

VARIABLE = "NPROC"
"""The environment variable in which XLA looks for the number when it starts."""


def start_jax() -> None:
    """Start JAX with :data:`THREADS` threads; one that has started before keeps its own."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = str(THREADS)
    try:
        jax.devices()
    finally:
        del os.environ[VARIABLE]
        if before is not None:
            os.environ[VARIABLE] = before
