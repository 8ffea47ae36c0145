"""Where work runs: in processes on this machine, or on a Dask cluster."""

from collections.abc import Iterator
from contextlib import contextmanager

from intrigue.search.extras import require_extra

ANSWER_SECONDS = 10
"""How long the scheduler of a cluster may take to answer."""


def require_cluster(address: str | None) -> None:
    """Raise ``ValueError`` in one line if a cluster is asked for, and what it needs is missing."""
    if address is not None:
        require_extra("cluster", "a Dask cluster")


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
        If `workers` is not at least 1, what a cluster needs is not installed, or none
        answers at the address.
    """
    if workers < 1:
        raise ValueError(f"workers={workers} is not at least 1")
    require_cluster(cluster)
    if cluster is None:
        yield workers
        return
    import joblib
    from distributed import Client

    try:
        scheduler = Client(cluster, timeout=ANSWER_SECONDS)
    # Another service may answer with bytes that are read as the length of a message.
    except (OSError, ValueError, MemoryError) as problem:
        raise ValueError(f"no Dask scheduler answers at {cluster[:60]}") from problem
    with scheduler as client, joblib.parallel_config(backend="dask"):
        yield max(1, sum(client.nthreads().values()))
