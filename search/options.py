"""What a search bot may be told, and reading it from text such as ``5000,variant=so``."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

VARIANTS = ("mo", "so", "pimc", "flat", "cheat")
SELECTIONS = ("ucb1", "puct", "exp3")
FINALS = ("visits", "value", "distribution")
ROLLOUTS = ("auto", "random", "thumb")
PRIORS = ("uniform", "thumb")
BELIEFS = ("auto", "uniform", "particles", "exact")
MODELS = ("thumb", "uniform", "rollouts")

SEARCHED = "searched"
"""The opponents' policy is not known: their moves are searched as one's own."""

EXPLORATION = {"ucb1": 0.7, "puct": 1.5, "exp3": 0.0}
"""Default exploration constants, for returns scaled to 0..1."""

USUAL_EXPLORATION = -1.0
"""Stands for the usual constant of the selection."""

DEFAULT_WORLDS = 1000
"""Worlds sampled a move unless told otherwise (never more than there are simulations)."""

MOST = 1_000_000_000
"""The largest number that any count of an option may be."""

DETERMINIZED_WORLDS = 20
"""Worlds of determinized search unless told otherwise: each is searched on its own."""


@dataclass(frozen=True)
class Options:
    """Options of a search.

    Attributes
    ----------
    simulations
        Simulations a move; 0 with a budget in time.
    milliseconds
        Time a move, 0 for none. Moves then depend on the machine's speed.
    variant
        ``mo`` multiple-observer, ``so`` single-observer, ``pimc`` determinized, ``flat`` Monte
        Carlo without a tree, ``cheat`` searches the true state.
    selection, exploration
        ``ucb1``, ``puct`` or ``exp3``; constant of the first two, -1 for the default.
    final
        How the move is chosen: most ``visits``, highest ``value``, or drawn from the
        ``distribution`` of visits.
    rollout, prior
        Policy of the rollouts (``random``, ``thumb``, or ``auto``: by the rule of thumb if there is
        one) and prior of PUCT (``uniform``, ``thumb``).
    belief, model, particles
        ``uniform``, ``particles``, or ``auto``: particles in games where that was measured to play
        better (200 on Cunning Folk), or ``exact``: all worlds, weighed by Bayes from move to move,
        as long as there are at most 50,000 of them, then particles; the model of the opponents that
        weighs them; how many particles, 0 for as many as worlds.
    opponents
        ``searched``, or the word for the policy that all opponents are known to follow: ``thumb``,
        ``random``, or one of the game's scripted players. The search then is for a best response to
        it; their moves are drawn by it in the tree, in rollouts, and where it weighs particles.
    worlds
        Worlds sampled a move; simulations go through them in turn. 0 for the default.
    reuse
        Keep the part of the tree below the position of the next move.
    max_nodes
        Most nodes of the tree. In a full tree simulations go on, rolling out from where a node
        would have been added.
    """

    simulations: int = 1000
    milliseconds: int = 0
    variant: str = "mo"
    selection: str = "ucb1"
    exploration: float = USUAL_EXPLORATION
    final: str = "visits"
    rollout: str = "auto"
    prior: str = "uniform"
    belief: str = "auto"
    model: str = "thumb"
    particles: int = 0
    opponents: str = SEARCHED
    worlds: int = 0
    reuse: bool = False
    max_nodes: int = 1_000_000

    def __post_init__(self) -> None:
        for name, accepted in _ACCEPTED.items():
            value = getattr(self, name)
            if value not in accepted:
                raise ValueError(f"{name}={value} is not one of {', '.join(accepted)}")
        if self.opponents != SEARCHED:
            _check_opponents(self.opponents)
        if min(self.simulations, self.milliseconds, self.particles, self.worlds) < 0:
            raise ValueError("simulations, milliseconds, particles and worlds are not negative")
        if max(self.simulations, self.milliseconds, self.particles, self.worlds) > MOST:
            raise ValueError(f"simulations, milliseconds, particles and worlds are at most {MOST}")
        if (self.simulations > 0) == (self.milliseconds > 0):
            raise ValueError("a budget is a number of simulations (5000) or a time (200ms)")
        if self.belief == "exact" and (self.model == "rollouts" or self.opponents != SEARCHED):
            raise ValueError("belief=exact goes with model=thumb or uniform, opponents=searched")
        if not math.isfinite(self.exploration):
            raise ValueError(f"exploration={self.exploration} is not a finite number")
        if self.exploration < 0 and self.exploration != USUAL_EXPLORATION:
            raise ValueError(f"exploration={self.exploration} is negative")
        if not 1 <= self.max_nodes <= MOST:
            raise ValueError(f"max_nodes={self.max_nodes} is not in 1..{MOST}")

    @property
    def exploration_constant(self) -> float:
        """The constant of UCB1 or PUCT."""
        return EXPLORATION[self.selection] if self.exploration < 0 else self.exploration

    @property
    def world_count(self) -> int:
        """Number of worlds sampled a move."""
        if self.variant == "cheat":
            return 1
        default = DETERMINIZED_WORLDS if self.variant == "pimc" else DEFAULT_WORLDS
        wanted = self.worlds or default
        return min(wanted, self.simulations) if self.simulations else wanted

    @property
    def particle_count(self) -> int:
        """Number of particles of a particle belief."""
        return max(self.particles, self.world_count)


_ACCEPTED: Mapping[str, tuple[str, ...]] = {
    "variant": VARIANTS,
    "selection": SELECTIONS,
    "final": FINALS,
    "rollout": ROLLOUTS,
    "prior": PRIORS,
    "belief": BELIEFS,
    "model": MODELS,
}


def _check_opponents(word: str) -> None:
    """Raise ``ValueError`` in one line unless a word is for a compiled policy of some game."""
    # It brings the rules of the games: whoever only reads options waits for none.
    from intrigue.search.scripted.registry import all_script_names

    accepted = (SEARCHED, "random", "thumb", *all_script_names())
    if word not in accepted:
        raise ValueError(f"opponents={word} is not one of {', '.join(accepted)}")


def parse_options(text: str, **given: Any) -> Options:
    """Read ``BUDGET[,NAME=VALUE...]``: a number of simulations (``5000``) or a time (``200ms``).

    `given` are options fixed by the caller. Raises ``ValueError`` with one line.
    """
    values: dict[str, Any] = dict(given)
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    if parts and "=" not in parts[0]:
        values.update(_budget(parts.pop(0)))
    for part in parts:
        name, equals, value = part.partition("=")
        if name in values and name not in given:
            raise ValueError(f"{name} is given twice")
        if not equals or name not in _KINDS or name in given:
            accepted = ", ".join(name for name in _KINDS if name not in given)
            raise ValueError(f"'{part}' is not NAME=VALUE with a name among {accepted}")
        values[name] = _convert(name, value)
    if "simulations" not in values and "milliseconds" not in values:
        raise ValueError(
            "there is no budget: give a number of simulations (5000) or a time (200ms)"
        )
    if values.get("milliseconds"):
        values.setdefault("simulations", 0)
    return Options(**values)


_COUNT = re.compile(r"[0-9]{1,400}")
"""What is read as a number of simulations; whether it is too large is said by `Options`."""


def _budget(text: str) -> dict[str, int]:
    number = text.removesuffix("ms")
    if not _COUNT.fullmatch(number) or int(number) == 0:
        raise ValueError(f"budget '{text}' is not a number of simulations (5000) or a time (200ms)")
    if number != text:
        return {"milliseconds": int(number), "simulations": 0}
    return {"simulations": int(number)}


_KINDS = {field.name: field.type for field in fields(Options)}


def _convert(name: str, text: str) -> Any:
    kind = _KINDS[name]
    if kind is bool:
        if text not in ("yes", "no"):
            raise ValueError(f"{name}={text} is not yes or no")
        return text == "yes"
    if kind is str:
        return text
    try:
        return int(text) if kind is int else float(text)
    except ValueError:
        raise ValueError(f"{name}={text} is not a number") from None
