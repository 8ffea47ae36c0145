"""Recorded games, told to a session as one seat saw them."""

from collections.abc import Iterator

import numpy as np
import pyspiel

from intrigue.games.names import load_game
from intrigue.search.table.session import MOVE, NOTHING_MORE, SEE, SeatSession


def random_game(game: str, seed: int, most: int = 10_000) -> pyspiel.State:
    """Play at most so many random decisions and chance outcomes."""
    source = np.random.default_rng(seed)
    state = load_game(game).new_initial_state()
    for _ in range(most):
        if state.is_terminal():
            break
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(source.choice(actions, p=chances)))
        else:
            state.apply_action(int(source.choice(state.legal_actions())))
    return state


class Told:
    """A finished game as a seat saw it: what it saw in all, and what it did after how much."""

    def __init__(self, state: pyspiel.State, seat: int) -> None:
        self.words: list[int] = []
        self.moves: dict[int, int] = {}
        self.states: dict[int, pyspiel.State] = {}
        past = state.get_game().new_initial_state()
        for action in state.history():
            if past.current_player() == seat:
                self.moves[len(self.words)] = action
                self.states[len(self.words)] = past.clone()
            past.apply_action(action)
            count = int(past.record[0].n_events)
            words = past.record[0].events[:count].tolist()
            masks = past.record[0].event_masks[:count].tolist()
            self.words += [w for w, mask in zip(words, masks, strict=True) if (mask >> seat) & 1]

    def answer(self, session: SeatSession) -> str | None:
        """Return what is to be entered next, None where the record ends."""
        question, seen = session.question, len(session.seen())
        if question.kind == MOVE:
            return f"{MOVE}:{self.moves[seen]}" if seen in self.moves else None
        keys = [choice.key for choice in question.choices]
        nothing = f"{SEE}:{NOTHING_MORE}"
        key = f"{SEE}:{self.words[seen]}" if seen < len(self.words) else nothing
        return nothing if key not in keys and nothing in keys else key if keys else None


def tell(session: SeatSession, told: Told) -> Iterator[pyspiel.State | None]:
    """Enter what was seen, one answer after another; yield the true state at own decisions."""
    while True:
        at_move = session.question.kind == MOVE
        yield told.states.get(len(session.seen())) if at_move else None
        answer = told.answer(session)
        if answer is None or len(session.seen()) == len(told.words):
            return
        session.enter(answer)
