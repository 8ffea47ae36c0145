"""See OpenSpiel's traps with your own eyes: ``python docs/examples/openspiel_traps.py``.

Each trap runs in a process of its own, since some of them end it. What is printed is quoted in the
documentation.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import games as _games  # noqa: F401  registers python_kuhn_poker and others


def _dealt(name: str) -> Any:
    """Return a game and its first state in which a player is to move."""
    if name == "python_cunning_folk":
        import intrigue.games  # noqa: F401
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return game, state


def cpp_mcts(name: str) -> str:
    """C++ Monte Carlo tree search on a game."""
    game, state = _dealt(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 50, 100, False, 42, False)
    return f"action {state.action_to_string(bot.step(state))}"


def cpp_ismcts(name: str) -> str:
    """C++ information-set Monte Carlo tree search on a game."""
    _, state = _dealt(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    kind = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(42, evaluator, 2.0, 50, -1, kind, False, False)
    return f"action {state.action_to_string(bot.step(state))}"


def cpp_resample() -> str:
    """Resampling as C++ sees it, on a game that resamples in Python."""
    _, state = _dealt("python_cunning_folk")
    state.resample_from_infostate(0, 1)
    try:
        pyspiel.State.resample_from_infostate(state, 0, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    except (RuntimeError, pyspiel.SpielError) as problem:
        return f"in C++: {str(problem).splitlines()[0]}"
    return "in C++: works"


def _python_search(seed: int, own_sampler: bool) -> list[tuple[int, float]]:
    from open_spiel.python.algorithms import ismcts, mcts

    game, state = _dealt("python_cunning_folk")
    numbers = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, numbers),
        uct_c=2.0,
        max_simulations=40,
        random_state=numbers,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.NORMALIZED_VISITED_COUNT,
    )
    if own_sampler:
        worlds = np.random.default_rng(seed)
        bot.set_resampler(lambda state, player: state.resample_from_infostate(player, worlds))
    return bot.get_policy(state)  # type: ignore[no-any-return]


def python_ismcts_seed() -> str:
    """The same search four times with one seed."""
    runs = [repr(_python_search(3, own_sampler=False)) for _ in range(4)]
    seeded = [repr(_python_search(3, own_sampler=True)) for _ in range(4)]
    return (
        f"all equal with a seed: {len(set(runs)) == 1}; "
        f"and a seeded sampler of worlds: {len(set(seeded)) == 1}"
    )


def best_response(keep: str) -> str:
    """Best response to a policy that nobody else holds."""
    game = pyspiel.load_game("leduc_poker")
    policy = pyspiel.UniformRandomPolicy(game)
    response = pyspiel.TabularBestResponse(game, 0, policy)
    if keep != "kept":
        del policy
    return f"value {response.value_from_state(game.new_initial_state()):.4f}"


def _iteration(game: Any) -> float:
    """Return the milliseconds of an iteration of C++ CFR."""
    solver = pyspiel.CFRSolver(game)
    solver.evaluate_and_update_policy()
    began = time.perf_counter()
    for _ in range(20):
        solver.evaluate_and_update_policy()
    return (time.perf_counter() - began) / 20 * 1000


def cached_tree() -> str:
    """C++ CFR on a Python game, as it is and behind the game that caches its tree."""
    plain = _iteration(pyspiel.load_game("python_kuhn_poker"))
    cached = _iteration(pyspiel.load_game("cached_tree(game=python_kuhn_poker())"))
    return (
        f"CFR iteration {plain:.3f} ms, cached {cached:.3f} ms, {plain / cached:.0f} times faster"
    )


def commas() -> str:
    """A parameter's value with a comma in a game string."""
    import intrigue.games  # noqa: F401

    try:
        pyspiel.load_game("python_cunning_folk(bonus=liar,cat)")
    except (RuntimeError, pyspiel.SpielError, ValueError) as problem:
        return f"refused: {str(problem).splitlines()[0]}"
    return "works"


TRAPS: list[tuple[Callable[..., str], list[str]]] = [
    (cpp_mcts, ["tic_tac_toe"]),
    (cpp_mcts, ["python_tic_tac_toe"]),
    (cpp_ismcts, ["kuhn_poker"]),
    (cpp_ismcts, ["python_kuhn_poker"]),
    (cpp_resample, []),
    (python_ismcts_seed, []),
    (best_response, ["kept"]),
    (best_response, ["dropped"]),
    (cached_tree, []),
    (commas, []),
]


def main() -> None:
    """Run one trap, named on the command line, or each in a process of its own."""
    if len(sys.argv) > 1:
        print({trap.__name__: trap for trap, _ in TRAPS}[sys.argv[1]](*sys.argv[2:]))
        return
    print(f"OpenSpiel {version('open_spiel')}")
    for trap, words in TRAPS:
        command = [sys.executable, __file__, trap.__name__, *words]
        done = subprocess.run(command, capture_output=True, text=True)
        lines = done.stdout.strip().splitlines()
        result = lines[-1] if done.returncode == 0 else f"the interpreter dies ({done.returncode})"
        print(f"{' '.join([trap.__name__, *words]):30} {result}", flush=True)


if __name__ == "__main__":
    main()
