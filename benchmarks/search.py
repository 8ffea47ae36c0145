"""Search: simulations a second for each game, and the generic search beside OpenSpiel's.

    python benchmarks/search.py                          a minute once compiled

Simulations by processor time, one core: the first moves of random games, a fresh world for every
simulation, random rollouts. How strong search is: `intrigue experiment strength-cunning-folk`.
"""

import argparse
import time

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import intrigue.games  # noqa: F401  registers the games
from intrigue.search.bots import SearchBot
from intrigue.search.openspiel_bot import OpenSpielSearchBot
from intrigue.search.options import Options
from intrigue.search.tournament.one_game import sample_chance

GAMES = {
    "python_cunning_folk": 20_000,
    "python_roy_des_ribauds": 20_000,
    "python_emperors_new_clothes": 0,
    "python_emperors_new_clothes(players=4,cards=True)": 4_000,
    "python_emissary": 0,
}
"""Game and the simulations a second that were asked for (0: none named)."""

SIMULATIONS = 1000
MOVES = 40
REPEATS = 5


def positions(name: str, count: int, seed: int = 1) -> list[pyspiel.State]:
    """Return the decisions with a choice in random games, at most `count`."""
    game = pyspiel.load_game(name)
    source = np.random.default_rng(seed)
    found: list[pyspiel.State] = []
    while len(found) < count:
        state = game.new_initial_state()
        while not state.is_terminal() and len(found) < count:
            if state.is_chance_node():
                state.apply_action(sample_chance(state, source.random()))
                continue
            actions = state.legal_actions()
            if len(actions) > 1:
                found.append(state.clone())
            state.apply_action(int(source.choice(actions)))
    return found


def kernel_speed(name: str, options: Options) -> float:
    """Return simulations a second of processor time over `MOVES` decisions, beliefs included."""
    states = positions(name, MOVES)
    bot = SearchBot(states[0].get_game(), 0, options)
    bot.search(states[0])  # compiled
    started = time.process_time()
    for state in states:
        bot.search(state)
    return len(states) * options.simulations / (time.process_time() - started)


def generic_speed(simulations: int) -> tuple[float, float]:
    """Return simulations a second on Leduc poker: ours and OpenSpiel's Python ISMCTS.

    Both search the same decisions one after the other, turn by turn, so that a busy machine slows
    down both alike.
    """
    states = positions("leduc_poker", 12)
    game = states[0].get_game()
    ours = OpenSpielSearchBot(game, 0, Options(simulations=simulations), 1)
    ours.search(states[0])
    source = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, source)
    theirs = ismcts.ISMCTSBot(game, evaluator, 2.0, simulations, random_state=source)
    took = np.zeros(2)
    for _ in range(REPEATS):
        for state in states:
            for i, search in enumerate((ours.search, theirs.run_search)):
                started = time.process_time()
                search(state)
                took[i] += time.process_time() - started
    rates = REPEATS * len(states) * simulations / took
    return float(rates[0]), float(rates[1])


def print_speed() -> None:
    """Print simulations a second of all games, and the ratio to OpenSpiel's Python search."""
    for simulations in (1_000, 10_000):
        ours, theirs = generic_speed(simulations)
        print(
            f"generic search, leduc_poker, {simulations:,} a move: {ours:,.0f} simulations/s, "
            f"OpenSpiel's Python ISMCTS {theirs:,.0f}, ratio {ours / theirs:.1f}",
            flush=True,
        )
    print(f"{SIMULATIONS} simulations a move, random rollouts, one core")
    for name, asked in GAMES.items():
        rate = kernel_speed(name, Options(simulations=SIMULATIONS, rollout="random"))
        target = f"  asked for {asked:,}" if asked else ""
        print(f"{name:52} {rate:10,.0f} simulations/s{target}", flush=True)


def main() -> None:
    """Read the command line and run."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    print_speed()


if __name__ == "__main__":
    main()
