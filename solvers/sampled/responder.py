"""A lower bound of exploitability for games too large for an exact best response.

A best responder gains at least what any responder gains. The one here searches one move deep: at
each of its decisions it samples worlds that fit what it saw, weighs them by how likely the policy
would have made the others' choices in them, tries every action in each and plays on to the end with
everybody, itself too, following the policy (a rollout; local best response, Lisy and Bowling 2017,
is of this kind). Playing many games against the policy then gives a mean with a confidence interval
for something that exploitability is at least as large as. It says nothing about how much larger.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyspiel

from intrigue.games.core.rng import new_rng
from intrigue.games.core.types import Array
from intrigue.solvers.exact.best_response import exploitability_name
from intrigue.solvers.policy import Policy
from intrigue.solvers.sampled.hash_policy import HashPolicy
from intrigue.solvers.sampled.mean_interval import mean_interval


@dataclass(frozen=True)
class LowerBound:
    """A lower bound of exploitability, estimated from games.

    Attributes
    ----------
    mean : float
        What the responder won a game beyond the policy, on average over the seats.
    low, high : float
        Confidence interval of that mean, see :func:`mean_interval`. Exploitability itself may lie
        above `high`, never (but for the confidence) below `low`.
    confidence : float
    games : int
    name : str
        What is bounded: exploitability, or with more players or general sums NashConv divided by
        their number; see :func:`exploitability_name`.
    """

    mean: float
    low: float
    high: float
    confidence: float
    games: int
    name: str = "exploitability"

    def __str__(self) -> str:
        return (
            f"{self.name} at least {self.mean:.4f} "
            f"({self.confidence:.0%} interval of this lower bound {self.low:.4f} .. "
            f"{self.high:.4f}, {self.games} games)"
        )


class SearchResponder:
    """Answers a fixed policy of all other players by searching one move deep.

    Parameters
    ----------
    policy : Policy
        What the others play, and what the responder's own later moves are taken to be.
    worlds : int
        Worlds sampled at each decision; each is played out once for each action.
    seed : int
        Of the worlds and rollouts.
    weigh : bool
        Weigh worlds by the policy's probability of the others' choices in them. Without it a
        policy that is slow to ask (a search) is asked less often, and the bound is weaker.
    """

    def __init__(
        self, policy: Policy, worlds: int = 32, seed: int = 0, *, weigh: bool = True
    ) -> None:
        if worlds < 1:
            raise ValueError(f"worlds must be at least 1, got {worlds}")
        self._policy = policy
        self._worlds = worlds
        self._rng = np.random.default_rng(seed)
        self._weigh = weigh

    def values(self, state: pyspiel.State) -> dict[int, float]:
        """Return an estimate of what the player to move gets by each legal action."""
        player = state.current_player()
        actions = state.legal_actions()
        if isinstance(self._policy, HashPolicy):
            return self._compiled_values(state, self._policy)
        totals = np.zeros(len(actions))
        weight_sum = 0.0
        for _ in range(self._worlds):
            world = state.resample_from_infostate(player, self._rng.random)
            weight = self._likelihood(world, player) if self._weigh else 1.0
            if weight == 0.0:
                continue
            weight_sum += weight
            for index, action in enumerate(actions):
                totals[index] += weight * self._rollout(world.child(action), player)
        # No world that the policy could have led to: nothing is known, all actions are equal.
        means = totals / weight_sum if weight_sum > 0 else totals
        return dict(zip(actions, means.tolist(), strict=True))

    def step(self, state: pyspiel.State) -> int:
        """Return the action of the highest estimate (the first of them)."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return int(actions[0])
        values = self.values(state)
        return max(values, key=lambda action: values[action])

    def _compiled_values(self, state: pyspiel.State, policy: HashPolicy) -> dict[int, float]:
        rng = new_rng(int(self._rng.integers(2**62)))
        values = policy.respond(state, self._worlds, rng, weigh=self._weigh)
        return dict(zip(state.legal_actions(), values.tolist(), strict=True))

    def _likelihood(self, world: pyspiel.State, player: int) -> float:
        """Probability that the policy made the others' choices in `world`."""
        past = world.get_game().new_initial_state()
        likelihood = 1.0
        for action in world.history():
            mover = past.current_player()
            if mover >= 0 and mover != player:
                likelihood *= self._policy.probabilities(past).get(action, 0.0)
                if likelihood == 0.0:
                    break
            past.apply_action(action)
        return likelihood

    def _rollout(self, state: pyspiel.State, player: int) -> float:
        """Return of `player` when everybody follows the policy; plays on in `state`."""
        _play_on(state, self._policy, self._rng)
        return float(state.player_return(player))


def responder_games(
    game: pyspiel.Game,
    policy: Policy,
    games: int,
    seed: int = 0,
    *,
    first: int = 0,
    worlds: int = 32,
    weigh: bool = True,
) -> Array:
    """Let a :class:`SearchResponder` play games against a policy.

    Game i has its own random numbers and the responder in seat ``i % num_players``, so that games
    ``first .. first + games - 1`` may be played anywhere, in any order.

    Returns
    -------
    (games,) float64
        The responder's gain of each game: its return, minus what the seat is worth with everybody
        following the policy. Over all seats of a two-player zero-sum game those worths cancel and
        none is subtracted; in other games one played game a seat estimates it.
    """
    zero_sum = _zero_sum_of_two(game)
    gains = np.empty(games)
    for i in range(games):
        number = first + i
        seat = number % game.num_players()
        seeds = np.random.SeedSequence([seed, number]).generate_state(3)
        responder = SearchResponder(policy, worlds, int(seeds[0]), weigh=weigh)
        rng = np.random.default_rng(int(seeds[1]))
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == seat:
                state.apply_action(responder.step(state))
            else:
                state.apply_action(_draw(state, policy, rng))
        gains[i] = state.player_return(seat)
        if not zero_sum:
            state = game.new_initial_state()
            _play_on(state, policy, np.random.default_rng(int(seeds[2])))
            gains[i] -= state.player_return(seat)
    return gains


def lower_bound(gains: Array, game: pyspiel.Game, confidence: float = 0.95) -> LowerBound:
    """Turn the gains of :func:`responder_games`, from game 0 on, into a lower bound.

    Parameters
    ----------
    gains : (games,) float64
        The last round of seats may be incomplete; its games are left out.
    game : pyspiel.Game
        What was played: it says how many seats there are, and what can be won.

    Raises
    ------
    ValueError
        There is not one game a seat, or the confidence is not in (0, 1).
    """
    num_players = game.num_players()
    gains = gains[: len(gains) // num_players * num_players]
    if len(gains) == 0:
        raise ValueError(f"too few games: at least 1 for each of {num_players} seats")
    low, high = game.min_utility(), game.max_utility()
    if not _zero_sum_of_two(game):  # a return less the return of another game
        low, high = low - high, high - low
    # As many games a seat, so the mean over games is the mean over seats.
    interval = mean_interval(gains, low, high, confidence)
    name = exploitability_name(num_players, constant_sum=_has_constant_sum(game))
    return LowerBound(float(gains.mean()), *interval, confidence, len(gains), name)


def _zero_sum_of_two(game: pyspiel.Game) -> bool:
    kind = game.get_type().utility
    return bool(game.num_players() == 2 and kind == pyspiel.GameType.Utility.ZERO_SUM)


def _has_constant_sum(game: pyspiel.Game) -> bool:
    kinds = pyspiel.GameType.Utility
    return game.get_type().utility in (kinds.ZERO_SUM, kinds.CONSTANT_SUM)


def _play_on(state: pyspiel.State, policy: Policy, rng: np.random.Generator) -> None:
    while not state.is_terminal():
        state.apply_action(_draw(state, policy, rng))


def _draw(state: pyspiel.State, policy: Policy, rng: np.random.Generator) -> int:
    pairs = (
        state.chance_outcomes()
        if state.is_chance_node()
        else list(policy.probabilities(state).items())
    )
    point = rng.random()
    for action, chance in pairs:
        point -= chance
        if point < 0:
            return int(action)
    return int(max(pairs, key=lambda pair: pair[1])[0])
