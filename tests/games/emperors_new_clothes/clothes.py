"""Positions of Emperor's New Clothes laid out as on a table, and moves given by their words."""

import numpy as np
import pyspiel

import intrigue.games  # noqa: F401  registers the games
from intrigue.games.core import driver
from intrigue.games.core.kernel import CHANCE, TERMINAL, new_states
from intrigue.games.emperors_new_clothes import state as record
from intrigue.games.emperors_new_clothes.cards import card_names, parse_deck
from intrigue.games.emperors_new_clothes.game import EmperorsNewClothes
from intrigue.games.emperors_new_clothes.roles import ROLE_NAMES
from intrigue.games.emperors_new_clothes.rules import current_player
from intrigue.games.emperors_new_clothes.turn import settle

NAME = "python_emperors_new_clothes"


def load(**parameters):
    listed = ",".join(f"{name}={value}" for name, value in parameters.items())
    return pyspiel.load_game(f"{NAME}({listed})")


def deck_file(tmp_path, text):
    """Write a deck of one's own and return its path."""
    path = tmp_path / "own.deck"
    path.write_text(text, encoding="utf-8")
    return str(path)


class Table:
    """A position that a test lays out, and plays on by words."""

    def __init__(self, **parameters):
        self.definition = EmperorsNewClothes(parameters)
        self.states = new_states(self.definition.kernel)
        driver.start(self.states, self.definition.encoded)
        self.log = []
        self.masks = []

    @property
    def state(self):
        return self.states[0]

    def _note(self):
        state = self.state
        for word, mask in zip(state.events[: state.n_events], state.event_masks, strict=False):
            self.log.append(self.definition.event_line(-1, int(word)))
            self.masks.append(int(mask))

    def settle(self, phase):
        self.state.phase = phase
        self.state.dealing = 0
        self.state.n_events = 0
        settle(self.state)
        self._note()
        return self

    @property
    def player(self):
        """Player to move, counting from 0, or chance."""
        return int(current_player(self.state))

    @property
    def options(self):
        """Words of all legal actions, or chance outcomes."""
        return [self.definition.action_text(self.state, self.player, a) for a in self._actions()]

    def _actions(self):
        if self.player == TERMINAL:
            return []
        if self.player == CHANCE:
            return driver.list_outcomes(self.states)[0].tolist()
        return driver.list_choices(self.states).tolist()

    def play(self, *moves):
        """Take actions, or chance outcomes, by their words."""
        for words in moves:
            options = dict(zip(self.options, self._actions(), strict=True))
            assert words in options, (words, list(options))
            driver.step(self.states, options[words])
            self._note()
        return self

    def skip(self, words):
        """Take the same action as often as it is offered."""
        while words in self.options:
            self.play(words)
        return self

    def cubes(self, player):
        """Gold, dignity, gullibility of a player."""
        return tuple(int(c) for c in self.state.cubes[player])

    @property
    def points(self):
        return [int(p) for p in self.state.points[: self.state.players]]

    def hand(self, player):
        names = self.definition.card_names
        return [names[c] for c in self.state.hand[player, : self.state.hand_size[player]]]

    def hold(self, player, *cards):
        """Put cards from the deck into a hand."""
        names = self.definition.card_names
        state = self.state
        for card in cards:
            index = names.index(card)
            assert state.where[index] == record.IN_DECK
            state.where[index] = record.IN_HAND + player
            state.deck_size -= 1
            held = sorted([*state.hand[player, : state.hand_size[player]].tolist(), index])
            state.hand_size[player] += 1
            state.hand[player, : len(held)] = held
        return self


def role_number(name):
    return ROLE_NAMES.index(name)


def reveal(roles, cubes, starter=0, hands=None, **parameters):
    """Lay out a table just before the reveal: role and (gold, dignity, gullibility) of each player.

    With `hands`, cards are in play and the window before the reveal is over.
    """
    parameters = {"players": len(roles), "troll": "Troll" in roles, "rounds": 1, **parameters}
    table = Table(expansion="both", **parameters)
    state = table.state
    state.starter = starter
    state.loot = -1
    state.set_aside = role_number("Farmer") if "Farmer" not in roles else role_number("Child")
    for p, (role, amounts) in enumerate(zip(roles, cubes, strict=True)):
        state.roles[p] = role_number(role)
        state.cubes[p] = amounts
    for p, cards in enumerate(hands or []):
        table.hold(p, *cards)
    return table.settle(record.REVEALS)


def rolling(faces, roller=0, hands=None, players=2, **parameters):
    """Lay out a table at the end of a roll: the roller's dice show `faces`."""
    table = Table(players=players, rerolls=0, rounds=1, dice=len(faces), **parameters)
    state = table.state
    for p in range(players):
        state.roles[p] = (0, 2, 1, 1)[p] if players <= 4 else p
    for p, cards in enumerate(hands or []):
        table.hold(p, *cards)
    state.actor = roller
    state.turn = roller
    state.die_count = len(faces)
    state.dice[: len(faces)] = faces
    return table.settle(record.DICE_DOWN)


def histories(game, count):
    """Random games, as their actions."""
    definition = game.definition
    return [
        driver.random_game(new_states(definition.kernel), definition.encoded, seed, 0)
        for seed in range(count)
    ]


__all__ = [
    "CHANCE",
    "NAME",
    "TERMINAL",
    "Table",
    "card_names",
    "deck_file",
    "histories",
    "load",
    "np",
    "parse_deck",
    "record",
    "reveal",
    "role_number",
    "rolling",
]
