"""Numbering of actions, and bounds of lengths and returns, from the parameters."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from intrigue.games.definition import Sizes
from intrigue.games.emperors_new_clothes import cards as decks
from intrigue.games.emperors_new_clothes import roles
from intrigue.games.emperors_new_clothes import state as record
from intrigue.games.emperors_new_clothes.cards import Kind

MOST_COUNT = 12
"""Highest number of pairs in one decision; who says it is asked again if more are left."""


@dataclass(frozen=True)
class Layout:
    """What the parameters come to: sizes of the game, first action of each block."""

    players: int
    rounds: int
    dice: int
    rerolls: int
    giving: bool
    role_counts: Sequence[int]
    deck: Sequence[Kind]
    most_dice: int
    counts: int
    reroll_base: int
    count_base: int
    player_base: int
    cube_base: int
    discard_base: int
    play_base: int
    num_actions: int
    card_offsets: Sequence[int]


def layout(
    *,
    players: int,
    rounds: int,
    dice: int,
    rerolls: int,
    giving: bool,
    role_counts: Sequence[int],
    deck: Sequence[Kind],
) -> Layout:
    """Number the actions: a block that no role, card or rule of this game needs is empty."""
    operations = {
        step.operation
        for role, count in enumerate(role_counts)
        if count
        for step in roles.STEPS[role]
    }
    extra = sum(
        kind.copies * effect.amount
        for kind in deck
        for effect in kind.effects
        if effect.operation == decks.ADD_DICE
    )
    most_dice = min(record.MAX_DICE, dice + extra)
    counts = 0
    if operations & {roles.MAY_PAIRS, roles.MAY_SCORE_SETS}:
        counts = MOST_COUNT
    if giving:
        counts = max(counts, 2 * most_dice)
    names_players = roles.MAY_DUPE in operations or role_counts[roles.REVEALS_FIRST] > 0
    names_cubes = bool(operations & {roles.MAY_TAKE, roles.ROLE_MAY_DISCARD})
    choices = {decks.NO_TARGET: 1, decks.A_PLAYER: players, decks.A_DIE: most_dice}
    per_card = [choices[kind.target] for kind in deck for _ in range(kind.copies)]
    blocks = [
        1,
        sum(count > 0 for count in role_counts),
        2**dice - 1 if rerolls else 0,
        counts,
        players if names_players else 0,
        3 if names_cubes else 0,
        len(per_card),
        sum(per_card),
    ]
    bases = list(accumulate(blocks))
    return Layout(
        players=players,
        rounds=rounds,
        dice=dice,
        rerolls=rerolls,
        giving=giving,
        role_counts=role_counts,
        deck=deck,
        most_dice=most_dice,
        counts=counts,
        reroll_base=bases[1],
        count_base=bases[2],
        player_base=bases[3],
        cube_base=bases[4],
        discard_base=bases[5],
        play_base=bases[6],
        num_actions=bases[7],
        card_offsets=list(accumulate(per_card, initial=0)),
    )


def sizes(plan: Layout, with_goals: bool, for_points: bool) -> Sizes:
    """Bound the lengths, events and returns of a game.

    A round plays no more cards than there are in hands; every card may lead to an answer and to
    another time around the table.
    """
    n, rounds = plan.players, plan.rounds
    cards = len(plan.card_offsets) - 1
    plays = min(record.HAND * n, cards)
    windows = n + 3 if cards else 0
    added = sum(
        min(kind.copies, plays) * effect.amount
        for kind in plan.deck
        for effect in kind.effects
        if effect.operation == decks.ADD_DICE
    )
    rolls = n * plan.dice * (1 + plan.rerolls) + added
    passes = n * windows + n * plays
    draws = record.HAND * n if cards else 0
    # Cubes of one kind that may ever come into the game: dice, cards, roles.
    gained_by_cards = 3 * 2 * n * plays
    cubes = rounds * (2 * plan.most_dice * n + gained_by_cards + 4 * n)
    choices = n * plan.rerolls + (n * (n - 1) if plan.giving else 0)
    role_choices = roles.GUESSES + 1 + n * 3 + 4
    per_round = n + choices + passes + 2 * plays + role_choices + draws + (n if cards else 0)
    decisions = rounds * per_round + cubes // MOST_COUNT
    chances = rounds * (1 + rolls + draws) + (n if with_goals else 0)
    per_play = 4 + 4 * n
    events = (
        rounds * (2 + 3 * n + rolls + choices + n + passes + plays * per_play + 2 * draws + 2 * n)
        + rounds * (12 * n + 2 * n + 4 * role_choices + 2)
        + 2 * draws
        + 2 * n
        + 2
        + cubes // MOST_COUNT
    )
    most_points = rounds * (cubes + 2 * n * n)
    outcomes = max(
        record.FACES,
        sum(count > 0 for count in plan.role_counts),
        cards,
        len(record.GOAL_SETS) if with_goals else 0,
    )
    return Sizes(
        num_players=n,
        num_actions=plan.num_actions,
        max_chance_outcomes=outcomes,
        max_game_length=decisions,
        max_chance_nodes=chances + draws,
        max_events=events,
        min_utility=0.0 if for_points else -1.0,
        max_utility=float(most_points) if for_points else 1.0,
    )
