"""Decks of action and event cards as data: what a card can say, and reading it from a file.

A deck is a text file with one card a line, its parts set off by bars::

    name | copies | windows | effects

- windows, set off by commas: ``selection`` (all have taken a role), ``roll`` (a player has rolled
  for the last time), ``reveal`` (before the roles are shown), ``activation`` (before they act), or
  ``response`` alone for cards that answer a card.
- effects, at most two, set off by semicolons, carried out in this order. N is 1 to 3::

    gain N gold|dignity|gullibility            from the supply
    lose N ...                                 to the supply, or what one has
    player gains N ...                         another player, chosen when the card is played
    player loses N ...
    others gain N ...
    others lose N ...
    take N ... from player                     or what they have
    take N ... from others
    give N ... to player
    add N dice                                 in one's own roll
    remove die                                 a die of the player who rolls, chosen
    flip die                                   turned to the opposite face
    set die to N gold|dignity|gullibility      N is 1 or 2
    swap role with unused                      with the one set aside; selection only
    trade roles with player                    activation only
    act first, act last                        activation only
    player acts first, player acts last        activation only
    reverse order                              activation only
    cancel                                     a card just played on you; response only

Lines that are empty or start with # are skipped.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from intrigue.games.emperors_new_clothes.roles import RESOURCE_NAMES
from intrigue.games.emperors_new_clothes.state import (
    ACTIVATING,
    MAX_CARDS,
    MAX_KINDS,
    RESPONDING,
    ROLLING,
    SELECTION,
    WINDOW_NAMES,
)

DECKS_FOLDER = Path(__file__).parent / "decks"

# Columns of a row of the record's table of kinds: windows (mask), target, then two effects of four.
WINDOWS, TARGET, FIRST_EFFECT, SECOND_EFFECT = 0, 1, 2, 6

NO_TARGET, A_PLAYER, A_DIE = range(3)
"""What is chosen when a card is played."""

(
    NO_EFFECT,
    GAIN,
    LOSE,
    TAKE,
    GIVE,
    ADD_DICE,
    REMOVE_DIE,
    FLIP_DIE,
    SET_DIE,
    SWAP_ROLE,
    TRADE_ROLES,
    ACT_FIRST,
    ACT_LAST,
    REVERSE,
    CANCEL,
) = range(15)
"""Operations of effects. `effects.py` carries them out."""

SELF, PLAYER, OTHERS = range(3)
"""Whom an effect concerns."""


class Effect(NamedTuple):
    """One effect: an operation, whom it concerns, a resource (or a face) and an amount."""

    operation: int
    whom: int = SELF
    resource: int = 0
    amount: int = 0


@dataclass(frozen=True)
class Kind:
    """All copies of one card: its name, windows (a mask) and one or two effects."""

    name: str
    copies: int
    windows: int
    effects: tuple[Effect, ...]

    @property
    def target(self) -> int:
        """What is chosen when the card is played."""
        if any(effect.operation in (REMOVE_DIE, FLIP_DIE, SET_DIE) for effect in self.effects):
            return A_DIE
        return A_PLAYER if any(e.whom == PLAYER for e in self.effects) else NO_TARGET

    def row(self) -> list[int]:
        """Return the kind's row in the record's table."""
        padded = [*self.effects, Effect(NO_EFFECT)][:2]
        return [self.windows, self.target, *(value for effect in padded for value in effect)]

    def does(self, operation: int) -> bool:
        """Return whether one of the effects is `operation`."""
        return any(effect.operation == operation for effect in self.effects)


_RESOURCE = f"({'|'.join(RESOURCE_NAMES)})"
_CUBES = rf"([1-3]) {_RESOURCE}"
_GRAMMAR: tuple[tuple[str, int, int], ...] = (
    (rf"gain {_CUBES}", GAIN, SELF),
    (rf"lose {_CUBES}", LOSE, SELF),
    (rf"player gains {_CUBES}", GAIN, PLAYER),
    (rf"player loses {_CUBES}", LOSE, PLAYER),
    (rf"others gain {_CUBES}", GAIN, OTHERS),
    (rf"others lose {_CUBES}", LOSE, OTHERS),
    (rf"take {_CUBES} from player", TAKE, PLAYER),
    (rf"take {_CUBES} from others", TAKE, OTHERS),
    (rf"give {_CUBES} to player", GIVE, PLAYER),
    (r"add ([1-3]) dice", ADD_DICE, SELF),
    (r"remove die", REMOVE_DIE, SELF),
    (r"flip die", FLIP_DIE, SELF),
    (rf"set die to ([12]) {_RESOURCE}", SET_DIE, SELF),
    (r"swap role with unused", SWAP_ROLE, SELF),
    (r"trade roles with player", TRADE_ROLES, PLAYER),
    (r"act first", ACT_FIRST, SELF),
    (r"act last", ACT_LAST, SELF),
    (r"player acts first", ACT_FIRST, PLAYER),
    (r"player acts last", ACT_LAST, PLAYER),
    (r"reverse order", REVERSE, SELF),
    (r"cancel", CANCEL, SELF),
)
_ONLY_IN = {
    ADD_DICE: ROLLING,
    REMOVE_DIE: ROLLING,
    FLIP_DIE: ROLLING,
    SET_DIE: ROLLING,
    SWAP_ROLE: SELECTION,
    TRADE_ROLES: ACTIVATING,
    ACT_FIRST: ACTIVATING,
    ACT_LAST: ACTIVATING,
    REVERSE: ACTIVATING,
    CANCEL: RESPONDING,
}


def _parse_effect(text: str) -> Effect:
    for pattern, operation, whom in _GRAMMAR:
        found = re.fullmatch(pattern, text)
        if found:
            parts = found.groups()
            amount = int(parts[0]) if parts else 0
            resource = RESOURCE_NAMES.index(parts[1]) if len(parts) > 1 else 0
            return Effect(operation, whom, resource, amount)
    raise ValueError(f"no such effect: '{text}'")


def _parse_windows(text: str) -> int:
    mask = 0
    for name in re.split(r"\s*,\s*", text):
        if name not in WINDOW_NAMES:
            raise ValueError(f"no window '{name}'; windows: {', '.join(WINDOW_NAMES)}")
        mask |= 1 << WINDOW_NAMES.index(name)
    return mask


def _parse_kind(line: str) -> Kind:
    parts = [" ".join(part.split()) for part in line.split("|")]
    if len(parts) != 4:
        raise ValueError(f"{len(parts)} parts instead of 4: name | copies | windows | effects")
    name, copies, windows, effects = parts
    if not name:
        raise ValueError("a card needs a name")
    if not re.fullmatch(r"\d{1,2}", copies) or int(copies) == 0:
        raise ValueError(f"copies '{copies}' is not a number from 1 to {MAX_CARDS}")
    mask = _parse_windows(windows)
    parsed = tuple(_parse_effect(effect) for effect in re.split(r"\s*;\s*", effects))
    kind = Kind(name, int(copies), mask, parsed)
    if len(parsed) > 2:
        raise ValueError(f"{len(parsed)} effects, at most 2 are allowed")
    for effect in parsed:
        window = _ONLY_IN.get(effect.operation)
        if window is not None and mask != 1 << window:
            raise ValueError(f"'{effects}' belongs in the window {WINDOW_NAMES[window]} alone")
    if mask & 1 << RESPONDING and (mask != 1 << RESPONDING or parsed != (Effect(CANCEL),)):
        raise ValueError("the window response is for cards that cancel, and for nothing else")
    if kind.target == A_DIE and any(effect.whom == PLAYER for effect in parsed):
        raise ValueError("a card that chooses a die cannot choose a player too")
    if any(effect.operation == SWAP_ROLE for effect in parsed) and kind.target != NO_TARGET:
        raise ValueError("a card that swaps a role with the unused one cannot choose a player")
    if len({e.operation for e in parsed} & {REMOVE_DIE, FLIP_DIE, SET_DIE, ADD_DICE}) > 1:
        raise ValueError("a card has one effect on dice at most")
    return kind


def parse_deck(text: str, source: str = "deck") -> tuple[Kind, ...]:
    """Return the kinds of a deck, in the order of the lines of `text`.

    Raises
    ------
    ValueError
        For the first line that is wrong: ``source``, line number, and what is wrong with it.
    """
    kinds: list[Kind] = []
    total = 0
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            kind = _parse_kind(line)
            total += kind.copies
            if any(kind.name == other.name for other in kinds):
                raise ValueError(f"there is a card '{kind.name}' already")
            if len(kinds) == MAX_KINDS:
                raise ValueError(f"more than {MAX_KINDS} different cards")
            if total > MAX_CARDS:
                raise ValueError(f"more than {MAX_CARDS} cards in all")
        except ValueError as error:
            raise ValueError(f"{source}, line {number}: {error}") from None
        kinds.append(kind)
    if not kinds:
        raise ValueError(f"{source}: no cards in it")
    return tuple(kinds)


def load_deck(name: str) -> tuple[Kind, ...]:
    """Return a deck that comes with the game (its name) or one of your own (a file's path).

    Raises
    ------
    ValueError
        If there is no such deck or a line of it is wrong.
    """
    bundled = sorted(path.stem for path in DECKS_FOLDER.glob("*.deck"))
    path = DECKS_FOLDER / f"{name}.deck" if name in bundled else Path(name)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise ValueError(
            f"deck '{name}' cannot be read: {reason}; give a file or one of {', '.join(bundled)}"
        ) from None
    return parse_deck(text, name)


def card_names(kinds: tuple[Kind, ...]) -> list[str]:
    """Return the name of every single card: copies after the first carry their number."""
    return [
        kind.name if copy == 0 else f"{kind.name} ({copy + 1})"
        for kind in kinds
        for copy in range(kind.copies)
    ]
