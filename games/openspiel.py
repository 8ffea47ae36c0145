"""The one adapter from kernels to OpenSpiel: game, state and observers for every game here."""

import json
import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import pyspiel

from intrigue.games.core import driver
from intrigue.games.core.kernel import (
    CHANCE,
    NOTHING,
    TERMINAL,
    dtype_of_marker,
    new_states,
    unpack_event,
)
from intrigue.games.core.pieces import Piece
from intrigue.games.definition import EVERYTHING, PUBLIC, Definition
from intrigue.games.drawing import text_as_svg

Array = np.ndarray[Any, Any]

EVENT_FEATURES = 5
"""Floats an event takes in an information-state tensor: code + 1 and four payloads, -1 for none."""


class KernelGame(pyspiel.Game):
    """An OpenSpiel game whose rules are a kernel. Subclasses name the `definition_class`."""

    definition_class: type[Definition]
    game_type: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Raise ``ValueError`` with one line for parameters that are unknown or out of range."""
        self.definition = self.definition_class(params or {})
        # As the definition reads them, so that OpenSpiel's strings can be read back.
        given = {name: self.definition.parameters[name] for name in params or {}}
        _check_strings(self.definition.short_name, given)
        sizes = self.definition.sizes
        info = pyspiel.GameInfo(
            num_distinct_actions=sizes.num_actions,
            max_chance_outcomes=sizes.max_chance_outcomes,
            num_players=sizes.num_players,
            min_utility=sizes.min_utility,
            max_utility=sizes.max_utility,
            utility_sum=0.0 if self.definition.zero_sum else None,
            max_game_length=sizes.max_game_length,
        )
        game_type = _game_type(self.definition_class, self.definition.zero_sum)
        super().__init__(game_type, info, given)
        self._start = new_states(self.definition.kernel)
        self._first_player = int(driver.start(self._start, self.definition.encoded))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the definition, whose module registers the game, and what was asked for."""
        return _load, (self.definition_class, self.get_parameters())

    def new_initial_state(self, given: Any = None) -> "KernelState":
        """Return the start of the game, or the state that a struct describes.

        `given` is what ``state.to_struct()`` or ``state.to_json()`` returned, or that JSON as a
        dict; only its ``history`` (list of actions) counts.

        Raises
        ------
        ValueError
            If the history is missing or has an action that is not legal where it stands.
        """
        state = KernelState(self)
        if given is not None:
            for index, action in enumerate(_history_in(given)):
                if not _is_whole(action) or action not in state.legal_actions():
                    raise ValueError(f"action {action!r}, number {index} of history, is not legal")
                state.apply_action(action)
        return state

    def action_to_string(self, player: int, action: int) -> str:
        """Return the words for an action where no state can change them, else OpenSpiel's own."""
        known = 0 <= action < self.num_distinct_actions()
        name = self.definition.action_name(player, action) if known else None
        return name or super().action_to_string(player, action)  # type: ignore[no-any-return]

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound on the number of chance outcomes in a game."""
        return self.definition.sizes.max_chance_nodes

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Any = None
    ) -> "KernelObserver":
        """Return an observer; the default sees what one player knows now."""
        if params:
            raise ValueError(f"observers of {self.definition.short_name} take no parameters")
        return KernelObserver(
            self.definition, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        )


def _load(definition: type[Definition], params: dict[str, Any]) -> KernelGame:
    """Load a pickled game: importing its definition has registered it."""
    return pyspiel.load_game(definition.short_name, params)  # type: ignore[no-any-return]


class _Cell:
    """Holder of one record: NumPy copies records field by field, this copies memory."""

    __slots__ = ("array",)

    def __init__(self, array: Array) -> None:
        self.array = array

    def __deepcopy__(self, memo: object) -> "_Cell":
        return _Cell(driver.duplicate(self.array))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.array.dtype.names[-1], self.array.tobytes())


def _restore(marker: str, saved: bytes) -> _Cell:
    """Return a saved record; raise ``ValueError`` if other rules than today's saved it."""
    dtype = dtype_of_marker(marker)
    array = np.zeros(1, dtype)
    array.view(np.uint8)[:] = np.frombuffer(saved, np.uint8)
    return _Cell(array)


class KernelState(pyspiel.State):
    """An OpenSpiel state that wraps one kernel record."""

    def __init__(self, game: KernelGame) -> None:
        super().__init__(game)
        self.definition = game.definition
        self._cell = _Cell(driver.duplicate(game._start))
        self._player = game._first_player

    @property
    def record(self) -> Array:
        """The kernel's record, an array of length 1; changing it breaks the state."""
        return self._cell.array

    def current_player(self) -> int:
        """Return the player to move, or OpenSpiel's id for chance or the end."""
        return self._player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._player == TERMINAL

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions of `player` (default: who is to move), ascending.

        The same as the method inherited from OpenSpiel, without its way through C++ and back.
        """
        if player is not None and player != self._player:
            return []
        return driver.list_choices(self._cell.array).tolist()  # type: ignore[no-any-return]

    def _legal_actions(self, player: int) -> list[int]:
        return driver.list_choices(self._cell.array).tolist()  # type: ignore[no-any-return]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return (outcome, probability) pairs, outcomes ascending."""
        outcomes, probs = driver.list_outcomes(self._cell.array)
        return list(zip(outcomes.tolist(), probs.tolist(), strict=True))

    def _apply_action(self, action: int) -> None:
        if not driver.is_choice(self._cell.array, action):
            raise ValueError(f"{action} is no action here; there are {self.legal_actions()}")
        self._player = driver.step(self._cell.array, action)

    def _action_to_string(self, player: int, action: int) -> str:
        sizes = self.definition.sizes
        if player != CHANCE:
            self._check_viewer(player)
        count = sizes.max_chance_outcomes if player == CHANCE else sizes.num_actions
        if not 0 <= action < count:
            raise ValueError(f"action {action}: expected 0 to {count - 1}")
        return self.definition.action_text(self.record[0], player, action)

    def returns(self) -> list[float]:
        """Return every player's return, zeros before the end."""
        return driver.list_returns(self.record).tolist()  # type: ignore[no-any-return]

    def __str__(self) -> str:
        """Draw everything, hidden things too."""
        return self.definition.view(self.record[0], EVERYTHING)

    def _repr_svg_(self) -> str:
        """Draw everything as a picture: what a notebook shows of a state."""
        return text_as_svg(str(self))

    def _check_viewer(self, viewer: Any, *others: int) -> None:
        """Raise ``ValueError`` unless `viewer` is a player, or one of the `others`."""
        check_viewer(viewer, self.definition.sizes.num_players, *others)

    def view(self, viewer: int) -> str:
        """Draw the state as a player (or the viewer PUBLIC or EVERYTHING) sees it.

        Raises
        ------
        ValueError
            Here and below: if there is no such viewer.
        """
        self._check_viewer(viewer, PUBLIC, EVERYTHING)
        return self.definition.view(self.record[0], viewer)

    def events(self) -> tuple[Array, Array]:
        """Return all events so far (packed, int64) and the masks of who saw them (int32)."""
        history = np.array(self.history(), np.int64)
        scratch = new_states(self.definition.kernel)
        events, masks = driver.replay(scratch, self.definition.encoded, history)
        return events, masks

    def information_state_hash(self, player: int) -> tuple[int, int]:
        """Return the 128-bit hash of `player`'s information state, as search and MCCFR key it."""
        self._check_viewer(player)
        first, second = self.record[0].info_hash[player]
        return int(first), int(second)

    def transcript(self, viewer: int = EVERYTHING) -> list[str]:
        """Return the story of the game as `viewer` saw it, a line an event."""
        self._check_viewer(viewer, PUBLIC, EVERYTHING)
        return [
            self.definition.event_line(viewer, word)
            for word, mask in zip(*(part.tolist() for part in self.events()), strict=True)
            if _visible(mask, viewer, self.num_players())
        ]

    def resample_from_infostate(self, player: int, sampler: Any) -> "KernelState":
        """Return a random state, with its full history, in which `player` saw exactly the same.

        `sampler` is a ``numpy.random.Generator`` or ``RandomState``, a ``random.Random``, a seed
        (64 bits, signed), or a callable that returns floats in [0, 1), as OpenSpiel passes it.
        Chance counts by its probability, hidden choices of others are uniform.

        Raises
        ------
        ValueError
            In one line, for another player or sampler.
        """
        self._check_viewer(player)
        history = np.array(self.history(), np.int64)
        sampled = driver.resample_history(self.record, history, player, _seed_from(sampler))
        state = self.get_game().new_initial_state()
        for action in sampled.tolist():
            state.apply_action(action)
        return state  # type: ignore[no-any-return]

    def _to_struct(self) -> dict[str, Any]:
        return {
            "game": str(self.get_game()),
            "history": self.history(),
            "current_player": self._player,
            "state": self.definition.describe(self.record[0], EVERYTHING),
        }

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        self._check_viewer(player)
        return {
            "player": player,
            "current_player": self._player,
            "observation": self.definition.describe(self.record[0], player),
        }

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"action": action, "text": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        return [int(struct["action"])]


class KernelObserver:
    """Tensors and strings of what a player sees, in OpenSpiel's observer interface.

    With perfect recall: the events seen so far, a row of `EVENT_FEATURES` floats each, zero rows
    after the last. Otherwise: the pieces that the game declares. Public information alone, private
    information alone, or that of all players, as OpenSpiel's ``IIGObservationType`` asks.
    """

    def __init__(self, definition: Definition, kind: pyspiel.IIGObservationType) -> None:
        self._definition = definition
        self._kind = kind
        self._public = kind.public_info
        self._private = kind.private_info
        players = definition.sizes.num_players
        shapes: list[tuple[str, tuple[int, ...]]] = [("player", (players,))]
        if kind.perfect_recall:
            if self._public or self._private != pyspiel.PrivateInfoType.NONE:
                shapes.append(("events", (definition.sizes.max_events, EVENT_FEATURES)))
        else:
            shapes += [(name, piece.shape) for name, piece, _ in self._chosen_pieces()]
        self.tensor = np.zeros(sum(int(np.prod(s)) for _, s in shapes), np.float32)
        self.dict = {}
        start = 0
        for name, shape in shapes:
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[start : start + size].reshape(shape)
            start += size
        self._scratch = np.zeros(sum(piece.size for piece in definition.pieces), np.float32)

    def _chosen_pieces(self) -> list[tuple[str, Piece, int | None]]:
        """Return (name, piece, whose) of this observer; `whose` None means the viewer's."""
        chosen: list[tuple[str, Piece, int | None]] = []
        for piece in self._definition.pieces:
            if piece.privacy == "public":
                if self._public:
                    chosen.append((piece.name, piece, None))
            elif self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
                chosen.append((piece.name, piece, None))
            elif self._private == pyspiel.PrivateInfoType.ALL_PLAYERS:
                players = range(self._definition.sizes.num_players)
                chosen += [(f"{piece.name}_{p}", piece, p) for p in players]
        return chosen

    def set_from(self, state: KernelState, player: int) -> None:
        """Fill `tensor` and `dict` with what `player` sees of `state`."""
        check_viewer(player, self._definition.sizes.num_players)
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if self._kind.perfect_recall:
            if "events" in self.dict:
                self._write_events(state, player)
            return
        players = range(state.num_players())
        offsets = np.cumsum([0] + [piece.size for piece in self._definition.pieces])
        for viewer in players:
            wanted = [
                (name, piece)
                for name, piece, whose in self._chosen_pieces()
                if (player if whose is None else whose) == viewer
            ]
            if not wanted:
                continue
            driver.write_observation(state.record, viewer, self._scratch)
            for name, piece in wanted:
                start = offsets[self._definition.pieces.index(piece)]
                values = self._scratch[start : start + piece.size]
                self.dict[name][...] = values.reshape(piece.shape)

    def _seen(self, state: KernelState, player: int) -> list[int]:
        events, masks = state.events()
        all_players = (1 << state.num_players()) - 1
        public = masks == all_players
        seen = np.zeros(len(masks), bool)
        if self._public:
            seen |= public
        if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            seen |= ((masks >> player) & 1).astype(bool) & ~public
        elif self._private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            seen |= ~public
        return events[seen].tolist()  # type: ignore[no-any-return]

    def _write_events(self, state: KernelState, player: int) -> None:
        rows = [unpack_event(word) for word in self._seen(state, player)]
        if rows:
            values = np.array(rows, np.float32)
            values[:, 1:][values[:, 1:] == NOTHING] = -1
            values[:, 0] += 1
            self.dict["events"][: len(rows)] = values

    def string_from(self, state: KernelState, player: int) -> str:
        """Return what `player` sees of `state` in words."""
        definition = self._definition
        check_viewer(player, definition.sizes.num_players)
        if self._kind.perfect_recall:
            lines = [definition.event_line(player, word) for word in self._seen(state, player)]
            return "\n".join([f"player {player}", *lines])
        record = state.record[0]
        if self._private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return definition.view(record, EVERYTHING)
        single = self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if self._public:
            return definition.view(record, player if single else PUBLIC)
        return definition.private_text(record, player) if single else ""


def check_viewer(viewer: Any, players: int, *others: int) -> None:
    """Raise ``ValueError`` in one line unless `viewer` is one of the `players`, or of the `others`.

    Compiled rules index arrays with it, so every door of the API asks.
    """
    if _is_whole(viewer) and (0 <= viewer < players or viewer in others):
        return
    names = {PUBLIC: "PUBLIC (-2)", EVERYTHING: "EVERYTHING (-1)"}
    accepted = ", ".join([f"0 to {players - 1}", *(names[other] for other in others)])
    raise ValueError(f"player {viewer!r}: expected {accepted}")


def _is_whole(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _check_strings(short_name: str, params: dict[str, Any]) -> None:
    """Raise ``ValueError`` for a parameter that OpenSpiel's game strings do not give back.

    Such a game loads, but its states could neither be pickled nor serialised.
    """
    for name, value in params.items():
        if not isinstance(value, str):
            continue
        for sign in ",=":
            if sign in value:
                raise ValueError(
                    f"{short_name}: {name}={value!r} has a '{sign}', which cannot stand in a game "
                    "string"
                )
        depth = 0
        for letter in value:
            depth += (letter == "(") - (letter == ")")
            if depth < 0 or not letter.isprintable():
                break
        else:
            written = pyspiel.game_parameters_to_string({name: value}) if depth == 0 else ""
            if depth == 0 and pyspiel.game_parameters_from_string(f"game{written}")[name] == value:
                continue
        raise ValueError(
            f"{short_name}: {name}={value!r} cannot stand in a game string: no brackets alone, "
            "no control characters, nothing that reads as a number or truth value"
        )


def _visible(mask: int, viewer: int, players: int) -> bool:
    if viewer == EVERYTHING:
        return True
    if viewer == PUBLIC:
        return mask == (1 << players) - 1
    return bool((mask >> viewer) & 1)


def _history_in(given: Any) -> list[int]:
    """Return the history in a struct, its JSON text, or the same as a dict."""
    text = given if isinstance(given, str) else getattr(given, "to_json", lambda: None)()
    try:
        history = (json.loads(text) if text is not None else given)["history"]
    except (ValueError, TypeError, KeyError):
        history = None
    if not isinstance(history, list):
        raise ValueError("expected a state struct with a history, a list of actions")
    return history


def _seed_from(sampler: Any) -> int:
    """Return a seed of 64 bits drawn from a sampler, see `KernelState.resample_from_infostate`."""
    if _is_whole(sampler):
        if not -(2**63) <= sampler < 2**63:
            raise ValueError(f"seed {sampler}: expected a whole number from -2**63 to 2**63 - 1")
        return int(sampler)
    if isinstance(sampler, np.random.Generator):
        return int(sampler.integers(2**62))
    if isinstance(sampler, np.random.RandomState):
        return int(sampler.randint(2**62, dtype=np.int64))
    if isinstance(sampler, random.Random):
        return sampler.getrandbits(62)
    if not callable(sampler):
        raise ValueError(
            f"sampler {sampler!r}: expected a seed, a random generator of NumPy or Python, or a "
            "function that returns floats in [0, 1)"
        )
    return _draw(sampler) << 31 | _draw(sampler)


def _draw(sampler: Callable[[], float]) -> int:
    """Return 31 bits of a float in [0, 1)."""
    drawn = sampler()
    if not isinstance(drawn, float | np.floating) or not 0.0 <= drawn < 1.0:
        raise ValueError(f"sampler returned {drawn!r}: expected a float in [0, 1)")
    return int(drawn * 2**31)


def _game_type(definition: type[Definition], zero_sum: bool) -> pyspiel.GameType:
    kind = pyspiel.GameType
    return kind(
        short_name=definition.short_name,
        long_name=definition.long_name,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.PERFECT_INFORMATION
        if definition.perfect_information
        else kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=definition.max_players,
        min_num_players=definition.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=definition.defaults,
    )


REGISTERED: dict[str, type[KernelGame]] = {}
"""The game classes of this library by their OpenSpiel short names."""


def register(definition: type[Definition]) -> type[KernelGame]:
    """Register a game with OpenSpiel under its short name and return its game class."""
    game_type = _game_type(definition, definition.always_zero_sum)
    game = type(
        f"{definition.__name__}Game",
        (KernelGame,),
        {
            "definition_class": definition,
            "game_type": game_type,
            "__doc__": f"{definition.long_name} as an OpenSpiel game.",
        },
    )
    pyspiel.register_game(game_type, game)
    REGISTERED[definition.short_name] = game
    return game


# Whoever imports this module first finds all games registered. (By name: they import this module.)
import_module("intrigue.games.registration").register_all()
