"""The course of a turn: whose it is, marks, what each role does, and the end of the game."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import emit, everyone, only
from intrigue.games.cunning_folk import state as s
from intrigue.games.cunning_folk.cards import (
    CAT,
    EVIL_ELDER,
    EVIL_WITCH,
    GOOD_ELDER,
    GOOD_WITCH,
    VAGRANT,
    opposes,
)
from intrigue.games.cunning_folk.knowledge import follow_exchange, learn, lose_track


@jit
def tell(state: Any, mask: int, code: int, a: int, b: int, c: int) -> None:
    """Emit an event to the players in `mask`."""
    emit(state, mask, code, a, b, c, 0)


@jit
def begin_turn(state: Any, player: int) -> None:
    """Let `player` investigate."""
    state.phase = s.LOOK
    state.active = player
    state.mover = player
    state.finger = s.NONE
    state.claim = s.NONE


@jit
def end_turn(state: Any) -> None:
    """Go on to the next player still in, or end the game after its last turn."""
    _next_turn(state, next_player(state, state.active))


@jit
def _next_turn(state: Any, player: int) -> None:
    state.turns += 1
    if state.turns >= state.max_turns:
        finish(state, s.NONE)
    else:
        begin_turn(state, player)


@jit
def next_player(state: Any, player: int) -> int:
    """Return the next player to the left of `player` who is not ostracized."""
    other = (player + 1) % int(state.players)
    while is_out(state, other):
        other = (other + 1) % int(state.players)
    return other


@jit
def is_out(state: Any, player: int) -> bool:
    """Whether a player is ostracized."""
    return state.marks[player] >= state.marks_to_leave  # type: ignore[no-any-return]


@jit
def finish(state: Any, winner: int) -> None:
    """End the game; `winner` is NONE for a draw."""
    state.phase = s.OVER
    state.winner = winner
    if winner == s.NONE:
        tell(state, everyone(state), s.E_DRAW, 0, 0, 0)
    else:
        tell(state, everyone(state), s.E_WIN, winner, 0, 0)


@jit
def give_mark(state: Any, player: int) -> None:
    """Mark a player; the last one left wins at once."""
    state.marks[player] += 1
    out = 1 if is_out(state, player) else 0
    tell(state, everyone(state), s.E_MARK, player, int(state.marks[player]), out)
    if out == 1:
        survivor = next_player(state, player)
        if next_player(state, survivor) == survivor:
            finish(state, survivor)


@jit
def turn_up(state: Any, place: int) -> None:
    """Turn a card face up; it stays so."""
    if state.up[place] == 0:
        state.up[place] = 1
        role = int(state.card[place])
        tell(state, everyone(state), s.E_TURNED_UP, place, role, 0)
        for viewer in range(int(state.players) + 1):
            learn(state, viewer, place, role)


# --- What the roles do ---------------------------------------------------------------------------


@jit
def act(state: Any) -> None:
    """Do what the alleged role does."""
    role = state.claim
    state.mover = state.active
    if role == GOOD_WITCH:
        tell(state, everyone(state), s.E_AGAIN, state.active, 0, 0)
        _next_turn(state, state.active)
    elif role == EVIL_WITCH:
        state.phase = s.EXCHANGE
    elif role == VAGRANT:
        state.phase = s.TRADE
    elif role == GOOD_ELDER or role == EVIL_ELDER:
        state.phase = s.IDENTIFY
        _win_if_all_found(state)
    else:
        if role == CAT:
            tell(state, everyone(state), s.E_MEOW, state.active, 0, 0)
        end_turn(state)


@jit
def exchange(state: Any, a: int, b: int, exchanged: int) -> None:
    """Evil Witch: take up the cards at `a` and `b`; they come back face down in either order."""
    active = state.active
    tell(state, everyone(state), s.E_EXCHANGE, active, a, b)
    tell(state, only(active), s.E_SECRET, a, b, exchanged)
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
def trade(state: Any, place: int) -> None:
    """Vagrant: the card investigated and another one change places for all to see."""
    finger = state.finger
    tell(state, everyone(state), s.E_TRADE, state.active, finger, place)
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


@jit
def identify(state: Any, place: int) -> None:
    """Elder: choose a place; an opposing card lets the player go on, another costs a mark."""
    active = state.active
    tell(state, everyone(state), s.E_IDENTIFY, active, place, state.claim)
    turn_up(state, place)
    if opposes(int(state.card[place]), state.claim):
        _win_if_all_found(state)
    else:
        give_mark(state, active)
        if state.phase != s.OVER:
            end_turn(state)


@jit
def is_identified(state: Any, place: int) -> bool:
    """Whether the card at `place` is one that the acting Elder has found."""
    return state.up[place] == 1 and opposes(int(state.card[place]), state.claim)  # type: ignore[no-any-return]


@jit
def _win_if_all_found(state: Any) -> None:
    if state.scoundrels == 1:  # nobody knows how many there are: the player has to say done
        return
    for place in range(state.places):
        if opposes(int(state.card[place]), state.claim) and state.up[place] == 0:
            return
    finish(state, state.active)


@jit
def declare_done(state: Any) -> None:
    """Scoundrels: the Elder's player has found all there is, or says so."""
    tell(state, everyone(state), s.E_DONE, state.active, state.claim, 0)
    state.phase = s.OBJECT
    state.mover = next_player(state, state.active)


@jit
def objection(state: Any, place: int) -> None:
    """Scoundrels: another player turns up the card at `place`, or declines (NONE)."""
    mover = state.mover
    if place == s.NONE:
        tell(state, everyone(state), s.E_DECLINE, mover, 0, 0)
    else:
        tell(state, everyone(state), s.E_OBJECT, mover, place, 0)
        turn_up(state, place)
        if opposes(int(state.card[place]), state.claim):
            finish(state, mover)
            return
    following = next_player(state, mover)
    if following == state.active:
        finish(state, following)
    else:
        state.mover = following


@jit
def see(state: Any, place: int) -> None:
    """The active player investigates a place."""
    active = state.active
    state.finger = place
    state.phase = s.CLAIM
    tell(state, everyone(state), s.E_LOOK, active, place, 0)
    if state.up[place] == 0:
        role = int(state.card[place])
        tell(state, only(active), s.E_SAW, place, role, 0)
        learn(state, active, place, role)
