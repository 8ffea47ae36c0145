"""A responder that adapts: it learns against a frozen bot which habit to follow in which decision.

Its advisers are the game's scripted players and its rule of thumb. A *kind of decision* is a phase
of the game, the first times it comes up in a game apart from the later ones. For each kind the
learner follows one adviser a game, chosen by UCB1 (Auer, Cesa-Bianchi and Fischer 2002) by what
games brought in which it was followed: one bandit a kind, all paid by the return. What it has
learned in the end, the adviser followed most often in each kind, is then played as it is.

It is a best response in a small space of strategies, learned from play alone: the frozen bot may be
anything that plays.
"""

import hashlib
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pyspiel

from intrigue.games.bots import ActionProbabilities, Bot
from intrigue.games.core.cache import cache_folder
from intrigue.games.core.sources import source_digest
from intrigue.games.definition import Definition
from intrigue.games.files import load_json, save_json
from intrigue.games.identity import game_identity
from intrigue.games.names import load_game
from intrigue.search.bot_words import parse_bot
from intrigue.search.scripted.registry import scripts_of
from intrigue.search.thumbs.registry import has_rule_of_thumb
from intrigue.search.tournament.one_game import play_one_game, seat_seed

KIND, VERSION = "intrigue habit learner", 1

FIRST_TIMES = 3
"""How often a phase comes up in a game before its decisions count as another kind."""

EXPLORATION = 0.5
"""Constant of UCB1, for returns scaled to 0..1."""

SAVE_EVERY = 20
"""Games between two savings: a killed training loses fewer."""

TRAINING_DEALS = 1 << 40
"""First deal of the training: no game that is counted is played on one of those."""

Totals = dict[str, list[list[float]]]
"""For each kind of decision: of each adviser the games it was followed in and the sum of returns
(scaled to 0..1)."""


class Task(NamedTuple):
    """What is learned: the game, the frozen bot that takes all other seats, games, and a seed."""

    game: str
    bot: str
    games: int
    seed: int


class AdvisedBot(Bot):
    """Follows one adviser in each kind of decision.

    Parameters
    ----------
    advisers
        Bots for the seat.
    choose
        Returns the number of the adviser for a kind of decision that comes up for the first time
        in a game.
    player_id
        The seat.

    Attributes
    ----------
    followed
        The adviser followed in each kind of decision in this game.
    """

    def __init__(
        self, advisers: list[pyspiel.Bot], choose: Callable[[str], int], player_id: int
    ) -> None:
        super().__init__(player_id)
        self._advisers = advisers
        self._choose = choose
        self._times: dict[int, int] = {}
        self.followed: dict[str, int] = {}

    def restart(self) -> None:
        """Forget the last game."""
        self._times, self.followed = {}, {}
        for adviser in self._advisers:
            adviser.restart()

    def step_with_policy(self, state: Any) -> tuple[ActionProbabilities, int]:
        """Return the adviser's policy and action."""
        phase = int(state.record[0].phase)
        self._times[phase] = self._times.get(phase, 0) + 1
        kind = f"{phase} {'first' if self._times[phase] <= FIRST_TIMES else 'later'}"
        if kind not in self.followed:
            self.followed[kind] = self._choose(kind)
        return self._advisers[self.followed[kind]].step_with_policy(state)  # type: ignore[no-any-return]


def advisers_of(game: type[Definition] | Definition) -> list[str]:
    """Return the words for the advisers of a game, none for one without scripted players."""
    words = [script.name for script in scripts_of(game.kernel)]
    return [*words, "thumb"] if words and has_rule_of_thumb(game.kernel) else words


def learned_bot(totals: Totals, game: pyspiel.Game, seat: int, seed: int) -> AdvisedBot:
    """Return what was learned, for a seat; where nothing was, the first adviser is followed."""

    def most_followed(kind: str) -> int:
        games = [followed for followed, _ in totals.get(kind, [[1.0, 0.0]])]
        return games.index(max(games))

    return _advised(game, most_followed, seat, seed)


def learn(task: Task, progress: Callable[[int, int], None] = lambda done, total: None) -> Totals:
    """Return what the games of training brought; play those that are not kept yet.

    An interrupted training goes on where it was, to the same end.
    """
    path = _kept_at(task)
    done = 0
    totals: Totals = {}
    if path.exists():
        kept = load_json(path, KIND, VERSION)
        done, totals = kept["games"], kept["totals"]
    while done < task.games:
        progress(done, task.games)
        _play_and_note(task, done, totals)
        done += 1
        if done % SAVE_EVERY == 0 or done == task.games:
            path.parent.mkdir(parents=True, exist_ok=True)
            save_json(path, KIND, VERSION, {"games": done, "totals": totals})
    return totals


def _play_and_note(task: Task, number: int, totals: Totals) -> None:
    """Play one game of training and add its return to what was followed in it."""
    game = load_game(task.game)
    deal, seat = TRAINING_DEALS + number // game.num_players(), number % game.num_players()
    advisers = len(advisers_of(game.definition))
    learner = _advised(
        game,
        lambda kind: _ucb1(totals.setdefault(kind, [[0.0, 0.0] for _ in range(advisers)])),
        seat,
        seat_seed(task.seed, deal, seat),
    )
    bots = [
        learner if s == seat else parse_bot(task.bot)(game, s, seat_seed(task.seed, deal, s))
        for s in range(game.num_players())
    ]
    gain = play_one_game(game, bots, task.seed, deal).returns[seat]
    scaled = (gain - game.min_utility()) / (game.max_utility() - game.min_utility())
    for kind, adviser in learner.followed.items():
        totals[kind][adviser][0] += 1.0
        totals[kind][adviser][1] += scaled


def _ucb1(totals: list[list[float]]) -> int:
    """Return the adviser with the highest upper confidence bound, the first of those not tried."""
    games = sum(count for count, _ in totals)
    bounds = [
        total / count + EXPLORATION * math.sqrt(math.log(games) / count) if count else math.inf
        for count, total in totals
    ]
    return bounds.index(max(bounds))


def _advised(game: pyspiel.Game, choose: Callable[[str], int], seat: int, seed: int) -> AdvisedBot:
    advisers = [parse_bot(word)(game, seat, seed) for word in advisers_of(game.definition)]
    return AdvisedBot(advisers, choose, seat)


def _kept_at(task: Task) -> Path:
    """Return where the training is kept: another name if rules, bots or the learner change."""
    game = load_game(task.game)
    bots = [parse_bot(word).digest(game) for word in (task.bot, *advisers_of(game.definition))]
    key = json.dumps([task, game_identity(game), bots, source_digest(Path(__file__))])
    name = hashlib.sha256(key.encode()).hexdigest()[:16]
    return cache_folder() / "responders" / f"{name}.json"
