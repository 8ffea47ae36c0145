"""Where work runs: in processes on this machine, or on a Dask cluster."""

from collections.abc import Iterator
from contextlib import contextmanager

import joblib


@contextmanager
def backend(workers: int, cluster: str | None = None) -> Iterator[int]:
    """Make joblib use these workers inside the block, and give their number.

    Parameters
    ----------
    workers
        Processes on this machine.
    cluster
        Address of a Dask scheduler to use instead, for example ``tcp://host:8786``.

    Raises
    ------
    ValueError
        If `workers` is not at least 1.
    """
    if workers < 1:
        raise ValueError(f"workers={workers} is not at least 1")
    if cluster is None:
        yield workers
        return
    from distributed import Client

    with Client(cluster) as client, joblib.parallel_config(backend="dask"):
        yield max(1, sum(client.nthreads().values()))
