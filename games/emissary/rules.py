"""The Emissary's rules, compiled: both variants, all abilities, any size of deck.

The rulings are explained, with the tests that show them, in ``docs/games/emissary.md``. Functions
take the record of :mod:`intrigue.games.emissary.state`. One player, nothing drawn is hidden.
"""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import (
    CHANCE,
    TERMINAL,
    Kernel,
    emit,
    register,
)
from intrigue.games.emissary.actions import (
    can_swap_with,
    changes_something,
    debate_action,
    hand_has,
    jack_action,
    kingdom_action,
    suit_of,
    supporter_action,
    supporters_up,
)
from intrigue.games.emissary.state import (
    ANSWER,
    CHOOSE,
    CLUBS,
    COMMERCE,
    COUNTS_AS_LOST,
    COUNTS_AS_WON,
    DEAL_RULER,
    DECK,
    DIAMONDS,
    DISCARD,
    DRAW,
    DTYPE,
    E_ANSWER,
    E_DISCARD,
    E_DRAW,
    E_JACK,
    E_PAY_JACK,
    E_PAY_SUPPORTER,
    E_RULER,
    E_SUPPORTER,
    E_SWAP,
    E_TOPIC,
    E_VISIT,
    FACE_DOWN,
    FACE_UP,
    HAND,
    HEARTS,
    NEXT_DEBATE,
    NUM_PHASES,
    NUM_RULERS,
    NUM_SUITS,
    OPEN,
    OVER,
    PAY,
    PREPARE,
    RULES_2019,
    RULES_2021,
    SCORE,
    SCORING,
    SPADES,
    SWAP,
    TOPIC,
    UNVISITED,
)
from intrigue.games.emissary.turn import (
    PLAYER,
    continue_drawing,
    draw_cards,
    gather,
    leave_kingdom,
    move_card,
    prepare,
    turn_topic,
)


@jit
def reset(state: Any, parameters: Any) -> None:
    """Start a game; `parameters` as listed in the state module."""
    state.players = 1
    state.ranks = parameters[0]
    state.hand_size = parameters[1]
    state.kingdoms = parameters[2]
    state.variant = parameters[3]
    state.objective = parameters[4]
    for suit in range(NUM_SUITS):
        state.jack_exists[suit] = parameters[5 + suit]
        state.jack_up[suit] = parameters[5 + suit]
    state.ruler[:] = -1
    state.kingdom = -1
    state.trump = -1
    state.topic = -1
    state.count[DECK] = NUM_SUITS * state.ranks
    state.phase = DEAL_RULER


@jit
def current_player(state: Any) -> int:
    """Player 0, chance, or the end."""
    phase = state.phase
    if phase == OVER:
        return TERMINAL
    if phase == DEAL_RULER or phase == DRAW or phase == TOPIC:
        return CHANCE
    return 0


@jit
def legal_actions(state: Any, out: Any) -> int:
    """Legal actions, ascending."""
    phase = state.phase
    n = 0
    if phase == ANSWER:
        suit = suit_of(state, state.topic)
        follow = hand_has(state, suit)
        for card in range(NUM_SUITS * state.ranks):
            if state.place[card] == HAND and (not follow or suit_of(state, card) == suit):
                out[n] = card
                n += 1
    elif phase == COMMERCE:
        # Two discards in ascending order, so the first may not be the highest card.
        left = state.pending_discards
        for card in range(NUM_SUITS * state.ranks - 1, state.last_discard, -1):
            if state.place[card] == HAND:
                if left > 1:
                    left -= 1
                else:
                    out[n] = card
                    n += 1
        out[:n] = out[:n][::-1].copy()
    elif phase == CHOOSE:
        for kingdom in range(state.kingdoms):
            if state.kingdom_state[kingdom] == UNVISITED:
                out[n] = kingdom_action(state, kingdom)
                n += 1
    elif phase == SWAP:
        for kingdom in range(state.kingdoms):
            if can_swap_with(state, kingdom):
                out[n] = kingdom_action(state, kingdom)
                n += 1
    elif phase == PREPARE:
        out[n] = debate_action(state)
        n += 1
    if phase == PREPARE or phase == ANSWER or phase == PAY:
        for suit in range(NUM_SUITS):
            if state.jack_up[suit] and (phase == PAY or changes_something(state, suit)):
                out[n] = jack_action(state, suit)
                n += 1
        for suit in range(NUM_SUITS):
            if supporters_up(state, suit) and (phase == PAY or changes_something(state, suit)):
                out[n] = supporter_action(state, suit)
                n += 1
    return n


@jit
def chance_outcomes(state: Any, out: Any, probs: Any) -> int:
    """Rulers not dealt yet, or the cards of the deck, all equally likely."""
    n = 0
    if state.phase == DEAL_RULER:
        for ruler in range(NUM_RULERS):
            dealt = False
            for kingdom in range(state.kingdoms):
                dealt = dealt or state.ruler[kingdom] == ruler
            if not dealt:
                out[n] = ruler
                n += 1
    else:
        for card in range(NUM_SUITS * state.ranks):
            if state.place[card] == DECK:
                out[n] = card
                n += 1
    probs[:n] = 1.0 / n
    return n


@jit
def turn_down(state: Any, action: int, jack_event: int, supporter_event: int) -> int:
    """Turn the Jack or supporter of an action face down and return its suit."""
    suit = action - jack_action(state, 0)
    if suit < NUM_SUITS:
        state.jack_up[suit] = 0
        emit(state, PLAYER, jack_event, suit)
        return suit
    suit -= NUM_SUITS
    ruler = 2 * suit
    if state.supporter_state[ruler] != FACE_UP:
        ruler += 1
    state.supporter_state[ruler] = FACE_DOWN
    emit(state, PLAYER, supporter_event, ruler)
    return suit


@jit
def use_ability(state: Any, suit: int) -> None:
    """Carry out the ability of a suit whose card has just been turned face down."""
    if suit == DIAMONDS:
        draw_cards(state, 2, COMMERCE)
    elif state.variant == RULES_2019:
        if suit == SPADES:
            state.trump = SPADES
            state.phase = NEXT_DEBATE
        else:
            state.settled = COUNTS_AS_WON if suit == CLUBS else COUNTS_AS_LOST
    elif suit == CLUBS:
        clubs = 0
        for card in range(CLUBS * state.ranks, (CLUBS + 1) * state.ranks):
            clubs += state.place[card] == HAND
        draw_cards(state, clubs, NEXT_DEBATE)
    elif suit == HEARTS:
        for card in range(state.trump * state.ranks, (state.trump + 1) * state.ranks):
            if state.place[card] == HAND:
                move_card(state, card, DISCARD)
        state.phase = NEXT_DEBATE
    else:
        state.phase = SWAP


@jit
def answer(state: Any, card: int) -> None:
    """Answer the topic with a card and settle the debate."""
    topic = state.topic
    suit = suit_of(state, card)
    topic_suit = suit_of(state, topic)
    if state.settled != OPEN:
        won = state.settled == COUNTS_AS_WON
    elif suit == topic_suit:
        won = card > topic
    else:
        won = topic_suit != state.trump and suit == state.trump
    state.wins += won
    state.settled = OPEN
    state.topic = -1
    move_card(state, card, SCORING if won else DISCARD)
    emit(state, PLAYER, E_ANSWER, card, int(won))
    state.phase = NEXT_DEBATE


@jit
def apply(state: Any, action: int) -> None:
    """Perform an action or a chance outcome."""
    phase = state.phase
    cards = NUM_SUITS * state.ranks
    if phase == DEAL_RULER:
        kingdom = 0
        while state.ruler[kingdom] >= 0:
            kingdom += 1
        state.ruler[kingdom] = action
        emit(state, PLAYER, E_RULER, kingdom, action)
        if kingdom + 1 == state.kingdoms:
            gather(state)
    elif phase == DRAW:
        move_card(state, action, HAND)
        emit(state, PLAYER, E_DRAW, action)
        state.pending_draws -= 1
        continue_drawing(state)
    elif phase == TOPIC:
        move_card(state, action, DISCARD)
        emit(state, PLAYER, E_TOPIC, action)
        state.topic = action
        state.phase = ANSWER
    elif phase == CHOOSE:
        state.kingdom = action - cards
        state.trump = state.ruler[state.kingdom] // 2
        emit(state, PLAYER, E_VISIT, state.kingdom)
        state.phase = NEXT_DEBATE
    elif phase == SWAP:
        other = action - cards
        mine = state.ruler[state.kingdom]
        state.ruler[state.kingdom] = state.ruler[other]
        state.ruler[other] = mine
        state.trump = state.ruler[state.kingdom] // 2
        emit(state, PLAYER, E_SWAP, state.kingdom, other)
        state.phase = NEXT_DEBATE
    elif phase == COMMERCE:
        move_card(state, action, DISCARD)
        emit(state, PLAYER, E_DISCARD, action)
        state.last_discard = action
        state.pending_discards -= 1
        if state.pending_discards == 0:
            state.phase = NEXT_DEBATE
    elif phase == PAY:
        turn_down(state, action, E_PAY_JACK, E_PAY_SUPPORTER)
        state.pending_costs -= 1
        if state.pending_costs == 0:
            leave_kingdom(state)
    elif phase == ANSWER and action < cards:
        answer(state, action)
    elif action == debate_action(state):
        turn_topic(state)
    else:
        use_ability(state, turn_down(state, action, E_JACK, E_SUPPORTER))
    if state.phase == NEXT_DEBATE:
        prepare(state)


@jit
def returns(state: Any, out: Any) -> None:
    """1 or 0 for a win, or the score (rulings, "Score" and "Variant 2019")."""
    out[0] = 0.0
    if state.phase != OVER:
        return
    if state.objective == SCORE:
        score = state.kingdoms_done
        if state.variant == RULES_2021:
            for suit in range(NUM_SUITS):
                score += supporters_up(state, suit)
        out[0] = score
    else:
        out[0] = state.won_game


@jit
def observe(state: Any, player: int, out: Any) -> None:
    """Write the pieces that the game's definition lists, in that order."""
    cards = NUM_SUITS * state.ranks
    for card in range(cards):
        out[state.place[card] * cards + card] = 1.0
    at = 4 * cards
    if state.topic >= 0:
        out[at + state.topic] = 1.0
    at += cards
    for kingdom in range(state.kingdoms):
        if state.ruler[kingdom] >= 0:
            out[at + kingdom * NUM_RULERS + state.ruler[kingdom]] = 1.0
    at += state.kingdoms * NUM_RULERS
    for kingdom in range(state.kingdoms):
        out[at + kingdom * 3 + state.kingdom_state[kingdom]] = 1.0
    at += state.kingdoms * 3
    if state.kingdom >= 0:
        out[at + state.kingdom] = 1.0
        out[at + state.kingdoms + state.trump] = 1.0
    at += state.kingdoms + NUM_SUITS
    for suit in range(NUM_SUITS):
        out[at + suit] = state.jack_up[suit]
    at += NUM_SUITS
    for ruler in range(NUM_RULERS):
        out[at + ruler] = state.supporter_state[ruler] == FACE_UP
    at += NUM_RULERS
    out[at + state.phase] = 1.0
    at += NUM_PHASES
    out[at + state.settled] = 1.0
    at += 3
    out[at] = state.wins
    out[at + 1] = state.pending_draws
    out[at + 2] = state.pending_discards
    out[at + 3] = state.last_discard + 1
    out[at + 4] = state.pending_costs


@jit
def resample(state: Any, history: Any, player: int, rng: Any, out: Any) -> int:
    """Return the history itself: the player sees everything that has happened."""
    out[: len(history)] = history
    return len(history)


KERNEL = register(
    Kernel(
        name="emissary",
        dtype=DTYPE,
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
