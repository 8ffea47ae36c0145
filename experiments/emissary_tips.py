"""What the rulebook's tips for beginners are worth: the rule of thumb with each of them left out.

The rule of thumb of The Emissary follows the tips. Here a player follows some of them only: where a
tip is not followed, a kingdom or a card is chosen at random, and an ability is never used. All
players meet the same deals, so the worth of a tip is a mean of paired differences.
"""

from typing import Any

import numpy as np
import pyspiel

import intrigue.games  # noqa: F401  registers the games
from intrigue.experiments.emissary_points import cost_interval, score_interval
from intrigue.experiments.runner import Data, Experiment, Table
from intrigue.experiments.settings import Setting, Settings, whole
from intrigue.games.bots import DrawingBot
from intrigue.games.emissary import actions as moves
from intrigue.games.emissary import state as s
from intrigue.search.bots import list_thumb_weights
from intrigue.search.tournament.one_game import play_one_game, seat_seed

TIPS = {
    "kingdoms": "count before you choose a kingdom",
    "answers": "plan wins and losses when answering",
    "jacks": "use Jacks when the hand is far off",
    "supporters": "spend supporters as rescues",
}
GAMES_AN_ITEM = 250
Array = np.ndarray[Any, Any]


class TipsPlayer(DrawingBot):
    """Plays The Emissary by those of the `TIPS` that it was given."""

    def __init__(self, tips: frozenset[str], seed: int) -> None:
        super().__init__(0, seed)
        self._tips = tips

    def probabilities(self, state: Any, rng: Array) -> tuple[list[int], Array]:
        """Return the rule of thumb's weights, changed where a tip is not followed."""
        record = state.record[0]
        actions, weights = list_thumb_weights(state.record)
        tip = {s.CHOOSE: "kingdoms", s.ANSWER: "answers"}.get(int(record.phase))
        if tip is not None and tip not in self._tips:
            weights = np.ones(len(actions))
        if record.phase == s.PREPARE:
            jacks, supporters = moves.jack_action(record, 0), moves.supporter_action(record, 0)
            is_jack = (actions >= jacks) & (actions < supporters)
            for word, those in (("jacks", is_jack), ("supporters", actions >= supporters)):
                if word not in self._tips:
                    weights = np.where(those, 0.0, weights)
        return actions.tolist(), weights / weights.sum()


def players() -> dict[str, frozenset[str]]:
    """Return the players: all tips, each one left out, and none."""
    everything = frozenset(TIPS)
    left_out = {f"without {word}": everything - {word} for word in TIPS}
    return {"all tips": everything, **left_out, "no tips": frozenset()}


def items(settings: Settings, seed: int) -> list[Data]:
    """Return blocks of games for every player; all players meet the same deals."""
    games = settings["games"]
    return [
        {"player": name, "first": first, "games": min(GAMES_AN_ITEM, games - first), "seed": seed}
        for name in players()
        for first in range(0, games, GAMES_AN_ITEM)
    ]


def work(item: Data) -> Data:
    """Play a block of whole games, playing for points."""
    game = pyspiel.load_game("python_emissary(objective=score)")
    tips = players()[item["player"]]
    scores = []
    for deal in range(item["first"], item["first"] + item["games"]):
        bot = TipsPlayer(tips, seat_seed(item["seed"], deal, 0))
        scores.append(play_one_game(game, [bot], item["seed"], deal).returns[0])
    return {"scores": scores}


def tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
    """Return every player's mean score, and what is lost against following all tips."""
    scores: dict[str, list[float]] = {name: [] for name in players()}
    for item, outcome in zip(items(settings, 0), outcomes, strict=True):
        scores[item["player"]] += outcome["scores"]
    table = Table(
        "tips",
        "mean score (0 to 16) of the rule of thumb by the tips it follows, and what leaving tips "
        "out costs on the same deals; 95 % intervals of Maurer and Pontil",
        ["player", "games", "mean score", "score low", "score high", "cost", "cost low",
         "cost high"],
        [],
    )  # fmt: skip
    everything = np.array(scores["all tips"])
    for name, own in scores.items():
        score = score_interval(np.array(own))
        costs = everything - np.array(own)
        # What following all tips costs against itself is no estimate.
        cost = (0.0, 0.0) if name == "all tips" else cost_interval(costs)
        table.rows.append([name, len(own), float(np.mean(own)), *score, float(costs.mean()), *cost])
    return [table]


def plot(found: list[Table], figure: Any) -> None:
    """Draw what leaving tips out costs."""
    axes = figure.subplots()
    rows = found[0].rows[1:]
    costs = np.array([row[5] for row in rows])
    errors = [costs - [row[6] for row in rows], [row[7] for row in rows] - costs]
    axes.errorbar(range(len(rows)), costs, yerr=errors, fmt="o", capsize=4)
    axes.axhline(0.0, color="grey", linewidth=0.8)
    axes.set_xticks(range(len(rows)), [row[0] for row in rows])
    axes.set_ylabel("points lost a game, 95 % interval")


EXPERIMENT = Experiment(
    name="emissary-tips",
    title="what the rulebook's tips for beginners are worth",
    settings={"games": Setting(whole(2), quick=200, full=20000)},
    items=items,
    work=work,
    tables=tables,
    plot=plot,
)
