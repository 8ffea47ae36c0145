"""The Emissary's rules, compiled: both variants, all abilities, any size of deck.

The rulings are explained, with the code and the tests that show them, in
``docs/games/emissary.md``. Functions take the record of :mod:`~intrigue.games.emissary.state`. What
they set off is in ``turn`` (the course of a game), ``debate``, ``abilities`` and ``piles``. What
happens in every debate is compiled into these functions (``forceinline``), as fast as written here.
"""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import CHANCE, TERMINAL, Kernel, register
from intrigue.games.emissary import state as s
from intrigue.games.emissary.abilities import (
    discard,
    list_discards,
    list_helpers,
    list_swaps,
    supporters_up,
    swap_rulers,
    use_ability,
)
from intrigue.games.emissary.actions import debate_action, kingdom_of
from intrigue.games.emissary.cards import NUM_SUITS
from intrigue.games.emissary.debate import answer, list_answers, turn_up
from intrigue.games.emissary.observe import observe
from intrigue.games.emissary.piles import draw, list_deck
from intrigue.games.emissary.resample import resample
from intrigue.games.emissary.turn import (
    deal_ruler,
    list_rulers,
    list_visits,
    pay,
    prepare,
    turn_topic,
    visit,
)


@jit
def reset(state: Any, parameters: Any) -> None:
    """Start a game; `parameters` as listed in :mod:`~intrigue.games.emissary.state`."""
    state.players = 1
    state.ranks = parameters[s.P_RANKS]
    state.hand_size = parameters[s.P_HAND_SIZE]
    state.kingdoms = parameters[s.P_KINGDOMS]
    state.variant = parameters[s.P_VARIANT]
    state.objective = parameters[s.P_OBJECTIVE]
    for suit in range(NUM_SUITS):
        state.jack_exists[suit] = parameters[s.FIRST_JACK + suit]
        state.jack_up[suit] = parameters[s.FIRST_JACK + suit]
    state.ruler[:] = -1
    state.kingdom = -1
    state.trump = -1
    state.topic = -1
    state.count[s.DECK] = NUM_SUITS * state.ranks
    state.phase = s.DEAL_RULER


@jit
def current_player(state: Any) -> int:
    """Player 0, chance, or the end."""
    phase = state.phase
    if phase == s.OVER:
        return TERMINAL
    if phase == s.DEAL_RULER or phase == s.DRAW or phase == s.TOPIC:
        return CHANCE
    return 0


@jit
def legal_actions(state: Any, out: Any) -> int:
    """Legal actions, ascending."""
    phase = state.phase
    n = 0
    if phase == s.ANSWER:
        n = list_helpers(state, out, list_answers(state, out))
    elif phase == s.PREPARE:
        out[0] = debate_action(state)
        n = list_helpers(state, out, 1)
    elif phase == s.CHOOSE:
        n = list_visits(state, out)
    elif phase == s.SWAP:
        n = list_swaps(state, out)
    elif phase == s.COMMERCE:
        n = list_discards(state, out)
    elif phase == s.PAY:
        n = list_helpers(state, out, 0)
    return n


@jit
def chance_outcomes(state: Any, out: Any, probs: Any) -> int:
    """Rulers not dealt yet, or the cards of the deck, all equally likely."""
    n = list_rulers(state, out) if state.phase == s.DEAL_RULER else list_deck(state, out)
    probs[:n] = 1.0 / n
    return n


@jit
def apply(state: Any, action: int) -> None:
    """Perform an action or a chance outcome."""
    phase = state.phase
    if phase == s.DRAW:
        draw(state, action)
    elif phase == s.TOPIC:
        turn_up(state, action)
    elif phase == s.ANSWER and action < NUM_SUITS * state.ranks:
        answer(state, action)
    elif phase == s.CHOOSE:
        visit(state, kingdom_of(state, action))
    elif phase == s.SWAP:
        swap_rulers(state, kingdom_of(state, action))
    elif phase == s.COMMERCE:
        discard(state, action)
    elif phase == s.PAY:
        pay(state, action)
    elif phase == s.DEAL_RULER:
        deal_ruler(state, action)
    elif action == debate_action(state):
        turn_topic(state)
    else:
        use_ability(state, action)
    if state.phase == s.NEXT_DEBATE:
        prepare(state)


@jit
def returns(state: Any, out: Any) -> None:
    """1 or 0 for a win, or the score (rulings, "Score" and "The first version")."""
    out[0] = 0.0
    if state.phase != s.OVER:
        return
    if state.objective == s.SCORE:
        score = state.kingdoms_done
        if state.variant == s.RULES_2021:
            for suit in range(NUM_SUITS):
                score += supporters_up(state, suit)
        out[0] = score
    else:
        out[0] = state.won_game


KERNEL = register(
    Kernel(
        name="emissary",
        dtype=s.STATE,
        reset=reset,
        current_player=current_player,
        legal_actions=legal_actions,
        chance_outcomes=chance_outcomes,
        apply=apply,
        returns=returns,
        observe=observe,
        resample=resample,
    )
)
