"""The contract of a game's rules, and calling them for whatever game a state belongs to.

A state is one NumPy record: copying a state is copying a record, saving it is saving its bytes.
A game's rules are compiled functions over that record, gathered in a :class:`Kernel`:

====================================== ==========================================================
``reset(state, parameters)``           start of the game; `state` is all zero, `parameters` int64
``current_player(state)``              player to move, :data:`CHANCE` or :data:`TERMINAL`
``legal_actions(state, out)``          writes the actions, ascending, to `out` (int64); their number
``chance_outcomes(state, out, probs)`` the same at a chance node, with probabilities (float64)
``apply(state, action)``               performs an action or chance outcome and emits events
``returns(state, out)``                writes each player's return (float64), zeros before the end
``observe(state, player, out)``        writes what the player knows now (float32, zeroed before)
``resample(state, ..., rng, out)``     writes to `out` (int64) a possible history in which `player`
                                       saw exactly the same; returns its length
====================================== ==========================================================

Generic code (search, trees, sampling) calls the functions of this module; inside compiled code the
record's type picks the game, in plain Python (``NUMBA_DISABLE_JIT=1``) its dtype does. The
arguments of `resample` in full: ``resample(state, history, player, rng, out)``.

Who sees what is written down once: `apply` calls :func:`emit` for everything that happens, with a
mask of the players who see it. A player's information state is the sequence of events they saw. The
OpenSpiel adapter spells that sequence out; here it is folded into a 128-bit hash a player. Rules:

- Every decision must be seen in full by the player who takes it (perfect recall).
- What a player may do must follow from the events they saw.
- `resample` may read only what the events seen by `player` tell.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numba
import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.dispatch import generic, specialise
from intrigue.games.core.sources import source_digest

CHANCE = -1
TERMINAL = -4

NOTHING = 4095
"""Payload of an event that stands for "none" (payloads are 0..4094 otherwise)."""

_PAYLOAD_BITS = 12
_CODE_BITS = 8

if numba.config.DISABLE_JIT:
    # Hashes and random numbers wrap around on purpose; NumPy scalars warn, compiled code does not.
    np.seterr(over="ignore")


@dataclass(frozen=True)
class Kernel:
    """A game's rules: the record and the compiled functions described in this module."""

    name: str
    dtype: np.dtype[Any]
    reset: Callable[..., Any]
    current_player: Callable[..., Any]
    legal_actions: Callable[..., Any]
    chance_outcomes: Callable[..., Any]
    apply: Callable[..., Any]
    returns: Callable[..., Any]
    observe: Callable[..., Any]
    resample: Callable[..., Any]


def state_dtype(
    name: str,
    fields: list[tuple[Any, ...]],
    max_players: int,
    max_events: int,
    rules: str | Path,
) -> np.dtype[Any]:
    """Return the record type of a game's state: the common fields and the game's own.

    Parameters
    ----------
    name
        A word for the game. A field named after it and a digest of the game's sources marks the
        type, so that no two games and no two versions of a game share compiled code.
    fields
        The game's fields, as for ``numpy.dtype``: ``(name, type)`` or ``(name, type, shape)``.
    max_players
        Room for as many information-state hashes.
    max_events
        Most events that one `apply` may emit.
    rules
        The source file that gathers the game's kernel: what it reaches are the game's rules.

    Notes
    -----
    Common fields: ``info_hash`` (max_players, 2) uint64; ``events`` (max_events,) int64 and
    ``event_masks`` (max_events,) int32, of which the first ``n_events`` belong to the last action;
    ``players`` int32, the number of players, set by `reset`.

    Raises
    ------
    ValueError
        If a field is named like an attribute of NumPy's records, which would hide it in plain
        Python.
    """
    for field in fields:
        if hasattr(np.record, field[0]):
            raise ValueError(f"field '{field[0]}' of {name}: NumPy's records use that name")
    marker = f"{name}_{source_digest(Path(rules))}"
    common = [
        ("info_hash", np.uint64, (max_players, 2)),
        ("events", np.int64, (max_events,)),
        ("event_masks", np.int32, (max_events,)),
        ("n_events", np.int32),
        ("players", np.int32),
    ]
    return np.dtype((np.record, [*common, *fields, (marker, np.uint8)]))


# --- Events and information-state hashes -------------------------------------------------------


@jit
def mix(value: np.uint64, word: np.uint64) -> np.uint64:
    """Fold `word` into the hash `value` (the finaliser of SplitMix64, Steele et al. 2014)."""
    z = (value ^ word) + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@jit
def pack_event(code: int, a: int, b: int, c: int, d: int) -> int:
    """Pack an event code (0..255) and its payload (each 0..4095) into one non-negative int64."""
    return int(code) | (int(a) << 8) | (int(b) << 20) | (int(c) << 32) | (int(d) << 44)


def unpack_event(word: int) -> tuple[int, int, int, int, int]:
    """Return (code, a, b, c, d) of a packed event."""
    mask = (1 << _PAYLOAD_BITS) - 1
    payload = word >> _CODE_BITS
    return (
        word & ((1 << _CODE_BITS) - 1),
        payload & mask,
        (payload >> _PAYLOAD_BITS) & mask,
        (payload >> 2 * _PAYLOAD_BITS) & mask,
        (payload >> 3 * _PAYLOAD_BITS) & mask,
    )


@jit
def emit(state: Any, mask: int, code: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Record an event seen by the players in `mask` (bit p = player p).

    `code` and payload are as in :func:`pack_event`. Those players' information-state hashes take
    the event in.
    """
    word = pack_event(code, a, b, c, d)
    n = state.n_events
    if n < len(state.events):  # more is a bug that the conformance suite reports
        state.events[n] = word
        state.event_masks[n] = mask
    state.n_events = n + 1
    for player in range(state.players):
        if (mask >> player) & 1:
            first = state.info_hash[player, 0]
            second = state.info_hash[player, 1]
            state.info_hash[player, 0] = mix(first, np.uint64(word))
            state.info_hash[player, 1] = mix(second, np.uint64(word) ^ first)


@jit
def everyone(state: Any) -> int:
    """Mask of all players."""
    return (1 << state.players) - 1


@jit
def only(player: int) -> int:
    """Mask of one player."""
    return 1 << player


@jit
def all_but(state: Any, player: int) -> int:
    """Mask of all players but one."""
    return ((1 << state.players) - 1) & ~(1 << player)


# --- The rules of whatever game a state belongs to ------------------------------------------------


@generic
def current_player(state: Any) -> int:  # type: ignore[empty-body]
    """Return the player to move (0..), :data:`CHANCE` or :data:`TERMINAL`."""


@generic
def legal_actions(state: Any, out: Any) -> int:  # type: ignore[empty-body]
    """Write the legal actions, ascending, to `out` (int64) and return how many there are."""


@generic
def chance_outcomes(state: Any, out: Any, probs: Any) -> int:  # type: ignore[empty-body]
    """Write outcomes (int64, ascending) and probabilities (float64); return how many there are."""


@generic
def returns(state: Any, out: Any) -> None:
    """Write the return of each player to `out` (float64, at least as long as there are players)."""


@generic
def observe(state: Any, player: int, out: Any) -> None:
    """Write what `player` knows now to the zeroed float32 vector `out`."""


@generic
def resample(state: Any, history: Any, player: int, rng: Any, out: Any) -> int:  # type: ignore[empty-body]
    """Write to `out` (int64) a random history in which `player` saw the same as in `history`.

    The probability of a history is proportional to that of its chance outcomes, with the hidden
    choices of other players taken uniformly at random. Returns the length. `rng` is a generator of
    :mod:`intrigue.games.core.rng`.
    """


@generic
def _begin(state: Any, parameters: Any) -> None:
    """Set a zeroed state to the start of the game: what a kernel calls `reset`."""


@generic
def _perform(state: Any, action: int) -> None:
    """Perform an action and emit its events: what a kernel calls `apply`."""


@jit
def reset(state: Any, parameters: Any) -> None:
    """Set a zeroed `state` to the start of the game with these int64 `parameters`."""
    _begin(state, parameters)
    for player in range(state.players):
        state.info_hash[player, 0] = np.uint64(player + 1)
        state.info_hash[player, 1] = np.uint64(player + 101)


@jit
def apply(state: Any, action: int) -> None:
    """Perform a legal action, or a chance outcome; the events of `state` are those of this step."""
    state.n_events = 0
    _perform(state, action)


_GENERIC = {
    "reset": _begin,
    "current_player": current_player,
    "legal_actions": legal_actions,
    "chance_outcomes": chance_outcomes,
    "apply": _perform,
    "returns": returns,
    "observe": observe,
    "resample": resample,
}
"""The generic function of every rule in a :class:`Kernel`."""

_REGISTERED: list[np.dtype[Any]] = []


def register(kernel: Kernel) -> Kernel:
    """Make `kernel` known to the generic functions of this module, and return it."""
    _REGISTERED.append(kernel.dtype)
    for name, function in _GENERIC.items():
        specialise(function, kernel.dtype, getattr(kernel, name))
    return kernel


def dtype_of_marker(marker: str) -> np.dtype[Any]:
    """Return the record type whose last field is `marker`.

    Raises
    ------
    ValueError
        If no registered game has it: the record was saved with other rules than today's.
    """
    for dtype in _REGISTERED:
        if dtype.names is not None and dtype.names[-1] == marker:
            return dtype
    game = marker.rpartition("_")[0]
    raise ValueError(f"this state of {game} was saved by another version of its rules")


def new_states(kernel: Kernel, count: int = 1) -> np.ndarray[Any, Any]:
    """Return `count` zeroed records, ready for :func:`reset`."""
    return np.zeros(count, kernel.dtype)
