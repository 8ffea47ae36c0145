"""What the roles do, once a claim was believed or proved."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import emit, everyone, only
from intrigue.games.cunning_folk import state as s
from intrigue.games.cunning_folk.actions import pair_of
from intrigue.games.cunning_folk.cards import (
    CAT,
    EVIL_ELDER,
    EVIL_WITCH,
    GOOD_ELDER,
    GOOD_WITCH,
    VAGRANT,
    opposes,
)
from intrigue.games.cunning_folk.course import (
    end_turn,
    finish,
    give_mark,
    next_player,
    next_turn,
    turn_up,
)
from intrigue.games.cunning_folk.knowledge import follow_exchange, lose_track


@jit
def act(state: Any) -> None:
    """Do what the alleged role does."""
    role = state.claim
    state.mover = state.active
    if role == GOOD_WITCH:
        emit(state, everyone(state), s.EV_AGAIN, state.active)
        next_turn(state, state.active)
    elif role == EVIL_WITCH:
        state.phase = s.EXCHANGE
    elif role == VAGRANT:
        state.phase = s.TRADE
    elif role == GOOD_ELDER or role == EVIL_ELDER:
        state.phase = s.IDENTIFY
        win_if_all_found(state)
    else:
        if role == CAT:
            emit(state, everyone(state), s.EV_MEOW, state.active)
        end_turn(state)


# --- Evil Witch and Vagrant: cards change places -------------------------------------------------


@jit
def list_exchanges(state: Any, out: Any) -> int:
    """Write the actions of the Evil Witch, ascending, and return how many there are."""
    n = int(state.places * (state.places - 1))
    for i in range(n):
        out[i] = state.first_exchange + i
    return n


@jit
def exchange(state: Any, action: int) -> None:
    """Evil Witch: take up two cards; they come back face down in either order."""
    number = action - state.first_exchange
    a, b = pair_of(number // 2)
    exchanged = number % 2
    active = state.active
    emit(state, everyone(state), s.EV_EXCHANGE, active, a, b)
    emit(state, only(active), s.EV_SECRET, a, b, exchanged)
    state.up[a] = 0
    state.up[b] = 0
    if exchanged == 1:
        _swap_cards(state, a, b)
        follow_exchange(state, active, a, b)
    for viewer in range(int(state.players) + 1):
        if viewer != active:
            lose_track(state, viewer, a, b)
    for player in range(int(state.players)):  # nobody can say any more which card that was about
        state.said[player, a] = s.NONE
        state.said[player, b] = s.NONE
    end_turn(state)


@jit
def list_trades(state: Any, out: Any) -> int:
    """Write the actions of the Vagrant, ascending, and return how many there are."""
    n = 0
    for place in range(state.places):
        if place != state.finger:
            out[n] = state.first_trade + place
            n += 1
    return n


@jit
def trade(state: Any, action: int) -> None:
    """Vagrant: the card investigated and another one change places for all to see."""
    finger = state.finger
    place = action - state.first_trade
    emit(state, everyone(state), s.EV_TRADE, state.active, finger, place)
    state.up[finger] = 0
    state.up[place] = 0
    _swap_cards(state, finger, place)
    for viewer in range(int(state.players) + 1):
        follow_exchange(state, viewer, finger, place)
    for player in range(int(state.players)):
        said = int(state.said[player, finger])
        state.said[player, finger] = state.said[player, place]
        state.said[player, place] = said
    end_turn(state)


@jit
def _swap_cards(state: Any, a: int, b: int) -> None:
    card = int(state.card[a])
    state.card[a] = state.card[b]
    state.card[b] = card


# --- Elders: finding all who oppose --------------------------------------------------------------


@jit
def list_identifications(state: Any, out: Any) -> int:
    """Write what an Elder may point at, and done (scoundrels); return how many there are."""
    n = 0
    found = 0
    for place in range(state.places):
        if _is_identified(state, place):
            found += 1
        else:
            out[n] = state.first_turn_up + place
            n += 1
    if state.scoundrels == 1 and found > 0:
        out[n] = state.done
        n += 1
    return n


@jit
def identify(state: Any, action: int) -> None:
    """Elder: choose a place; an opposing card lets the player go on, another costs a mark.

    Or, among scoundrels, declare that all are found.
    """
    active = state.active
    if action == state.done:
        declare_done(state)
        return
    place = action - state.first_turn_up
    emit(state, everyone(state), s.EV_IDENTIFY, active, place, state.claim)
    turn_up(state, place)
    if opposes(int(state.card[place]), state.claim):
        win_if_all_found(state)
    else:
        give_mark(state, active)
        if state.phase != s.OVER:
            end_turn(state)


@jit
def _is_identified(state: Any, place: int) -> bool:
    """Whether the card at `place` is one that the acting Elder has found."""
    return state.up[place] == 1 and opposes(int(state.card[place]), state.claim)  # type: ignore[no-any-return]


@jit
def win_if_all_found(state: Any) -> None:
    """End the game if all who oppose the acting Elder lie face up."""
    if state.scoundrels == 1:  # nobody knows how many there are: the player has to say done
        return
    for place in range(state.places):
        if opposes(int(state.card[place]), state.claim) and state.up[place] == 0:
            return
    finish(state, state.active)


@jit
def declare_done(state: Any) -> None:
    """Scoundrels: the Elder's player has found all there is, or says so."""
    emit(state, everyone(state), s.EV_DONE, state.active, state.claim)
    state.phase = s.OBJECT
    state.mover = next_player(state, state.active)


@jit
def list_objections(state: Any, out: Any) -> int:
    """Scoundrels: write what may be turned up after *done*, and to decline; return how many."""
    out[0] = state.pass_
    n = 1
    for place in range(state.places):
        if state.up[place] == 0:
            out[n] = state.first_turn_up + place
            n += 1
    return n


@jit
def object_to(state: Any, action: int) -> None:
    """Scoundrels: after *done* another player turns up a card, or declines."""
    mover = state.mover
    if action == state.pass_:
        emit(state, everyone(state), s.EV_DECLINE, mover)
    else:
        place = action - state.first_turn_up
        emit(state, everyone(state), s.EV_OBJECT, mover, place)
        turn_up(state, place)
        if opposes(int(state.card[place]), state.claim):
            finish(state, mover)
            return
    following = next_player(state, mover)
    if following == state.active:
        finish(state, following)
    else:
        state.mover = following
