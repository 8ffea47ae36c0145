"""Villages for tests, written as they lie on the table, and moves written as they are shown."""

import pyspiel

import intrigue.games  # noqa: F401  registers the games
from intrigue.games.cunning_folk import turn
from intrigue.games.cunning_folk.cards import (
    BONUS,
    COLUMN_HEIGHT,
    GOOD_WITCH,
    N_ROLES,
    ROLE_NAMES,
    SHORT_NAMES,
    VILLAGER,
    place_name,
)


def read_village(picture):
    """Roles by place, and which are face up, from rows such as ``GW [EE] V`` (a column is A, B..).

    Cards are written as in the drawings' short forms, face-up ones in brackets.
    """
    rows = [line.split() for line in picture.strip().splitlines()]
    at = {}
    for y, row in enumerate(rows):
        for x, card in enumerate(row):
            at[x * COLUMN_HEIGHT + y] = card
    assert sorted(at) == list(range(len(at))), "columns of three, only the last may be short"
    roles = [SHORT_NAMES.index(at[place].strip("[]")) for place in range(len(at))]
    return roles, [at[place].startswith("[") for place in range(len(at))]


def village(picture, players=2, marks=(), max_turns=0, marks_to_leave=2):
    """The start of a game in which these cards were dealt, those in brackets face up.

    `marks` are what the players have already.
    """
    roles, up = read_village(picture)
    bonus = [name for name, role in BONUS.items() if role in roles and role != GOOD_WITCH]
    good_witches = roles.count(GOOD_WITCH)
    if good_witches > 2:
        bonus.append("good_witch")
        good_witches = 2
    game = pyspiel.load_game(
        "python_cunning_folk",
        {
            "players": players,
            "bonus": "+".join(bonus) or "none",
            "villagers": roles.count(VILLAGER) + len(bonus),
            "good_witches": good_witches,
            "evil_witches": roles.count(SHORT_NAMES.index("EW")),
            "marks": marks_to_leave,
            "max_turns": max_turns,
        },
    )
    state = game.new_initial_state()
    for role in roles:
        state.apply_action(role)
    prepare(state, up, marks)
    return state


def scoundrels(picture, hands, marks=(), max_turns=0, villagers=3):
    """The start of a game of scoundrels; ``hands`` are pairs such as ``L+C``: given, then kept."""
    roles, up = read_village(picture)
    pairs = [[SHORT_NAMES.index(card) for card in hand.split("+")] for hand in hands]
    good_witches = roles.count(GOOD_WITCH) - sum(given == GOOD_WITCH for given, _ in pairs)
    game = pyspiel.load_game(
        "python_cunning_folk",
        {
            "players": len(hands),
            "scoundrels": True,
            "villagers": villagers,
            "good_witches": good_witches,
            "evil_witches": roles.count(SHORT_NAMES.index("EW")),
            "max_turns": max_turns,
        },
    )
    state = game.new_initial_state()
    for pair in pairs:
        state.apply_action(min(pair) * N_ROLES + max(pair))
    for given, _ in pairs:
        play(state, f"give {ROLE_NAMES[given]}")
    for role in roles:
        state.apply_action(role)
    prepare(state, up, marks)
    return state


def prepare(state, up, marks):
    """Turn cards face up and give marks as earlier turns would have."""
    for place, is_up in enumerate(up):
        if is_up:
            turn.turn_up(state.record[0], place)
    for player, count in enumerate(marks):
        state.record[0].marks[player] = count


def choices(state):
    """The legal actions in words."""
    player = state.current_player()
    return [state.action_to_string(player, action) for action in state.legal_actions()]


def play(state, *moves):
    """Make moves given in words, such as ``look B2``; several may share a string, joined by ``;``.

    Raises ``KeyError`` for one that is not legal.
    """
    for move in "; ".join(moves).split("; "):
        player = state.current_player()
        legal = {state.action_to_string(player, a): a for a in state.legal_actions()}
        state.apply_action(legal[move])
    return state


def drawn(state):
    """The village as it lies there now, written as `read_village` reads it."""
    record = state.record[0]
    cards = [
        f"[{SHORT_NAMES[record.card[p]]}]" if record.up[p] else SHORT_NAMES[record.card[p]]
        for p in range(record.places)
    ]
    rows = [" ".join(cards[y::COLUMN_HEIGHT]) for y in range(min(COLUMN_HEIGHT, len(cards)))]
    return "\n".join(rows)


def same_village(state, picture):
    """Whether the cards lie as in the picture."""
    return read_village(drawn(state)) == read_village(picture)


def known(state, viewer):
    """What `viewer` can tell: place -> set of roles in short form."""
    record = state.record[0]
    row = record.possible[viewer]
    return {
        place_name(p): {SHORT_NAMES[r] for r in range(N_ROLES) if (row[p] >> r) & 1}
        for p in range(record.places)
    }


def marks(state):
    """Every player's marks."""
    return [int(m) for m in state.record[0].marks[: state.num_players()]]
