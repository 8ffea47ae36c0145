"""Statistics of a tournament: Wilson intervals, and Elo ratings by the Bradley-Terry model."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit
from scipy.stats import norm

Array = np.ndarray[Any, Any]

ELO_PER_LOGIT = 400.0 / np.log(10.0)


def wilson_interval(score: float, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return the interval of a rate of success, `score` out of `games` (Wilson 1927).

    Draws may count as halves; the interval is then on the safe side, since half points vary less
    than wins and losses. No games give (0, 1).

    Raises
    ------
    ValueError
        If `score` is not in 0..games.
    """
    if not 0 <= score <= games:
        raise ValueError(f"score {score} is not in 0..{games}")
    if games == 0:
        return 0.0, 1.0
    z = float(norm.ppf(0.5 + confidence / 2))
    rate = score / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z * np.sqrt(rate * (1 - rate) / games + z * z / (4 * games**2)) / (1 + z * z / games)
    return max(0.0, float(middle - half)), min(1.0, float(middle + half))


@dataclass(frozen=True)
class Ratings:
    """Elo ratings, their mean zero, and the half width of each one's interval."""

    elo: Array
    half_width: Array


def bradley_terry(scores: Array, games: Array, confidence: float = 0.95) -> Ratings:
    """Fit ratings to results by maximum likelihood (Bradley and Terry 1952; Hunter 2004).

    Parameters
    ----------
    scores
        (k, k); ``scores[i, j]`` points of i against j, a draw half a point.
    games
        (k, k) symmetric; how many games they played.

    Notes
    -----
    One drawn game is added to every pairing that was played, so that a player who won everything
    has a finite rating. Intervals come from the inverse of the Fisher information, with the mean of
    the ratings held at zero.
    """
    played = games > 0
    points = np.where(played, scores + 0.5, 0.0)
    number = np.where(played, games + 1.0, 0.0)
    k = len(scores)

    def loss(strength: Array) -> tuple[float, Array]:
        margin = strength[:, None] - strength[None, :]
        expected = number * expit(margin)
        # log(1 + exp(-m)) without overflow; every pairing enters from both sides.
        value = (points * np.logaddexp(0.0, -margin)).sum() + 0.5 * np.square(strength.mean())
        gradient = (expected - points).sum(axis=1) + strength.mean() / k
        return float(value), gradient

    fit = minimize(loss, np.zeros(k), jac=True, method="BFGS", options={"gtol": 1e-8})
    strength = fit.x - fit.x.mean()
    win = expit(strength[:, None] - strength[None, :])
    information = -number * win * (1 - win)
    np.fill_diagonal(information, 0.0)
    np.fill_diagonal(information, -information.sum(axis=1))
    variance = np.diag(np.linalg.pinv(information))
    z = float(norm.ppf(0.5 + confidence / 2))
    return Ratings(strength * ELO_PER_LOGIT, z * np.sqrt(variance) * ELO_PER_LOGIT)
