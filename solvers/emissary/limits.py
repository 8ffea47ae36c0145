"""What a solve may take, and what happens when it would take more."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What a solve may take; None: as much as it needs.

    Attributes
    ----------
    time
        Seconds.
    memory
        Bytes of the solver's own arrays.
    positions
        Positions found. Where this limit strikes depends neither on the machine nor on the workers.

    Raises
    ------
    ValueError
        In one line, for a limit that is below zero or no number.
    """

    time: float | None = None
    memory: int | None = None
    positions: int | None = None

    def __post_init__(self) -> None:
        """Refuse what is no limit."""
        for name in ("time", "memory", "positions"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise ValueError(f"{name} limit: {value} is not zero or more")


class LimitReached(Exception):  # noqa: N818 - not a fault: the caller answers with bounds
    """A limit struck before the values were known.

    Attributes
    ----------
    limit
        ``"time"``, ``"memory"`` or ``"positions"``.
    positions, seconds
        What the solve had found and taken by then.
    """

    def __init__(self, limit: str, positions: int, seconds: float) -> None:
        super().__init__(f"{limit} limit reached after {positions} positions")
        self.limit = limit
        self.positions = positions
        self.seconds = seconds
