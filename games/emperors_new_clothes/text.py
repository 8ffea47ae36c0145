"""Words for actions, events and the table of Emperor's New Clothes."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from intrigue.games.core.kernel import CHANCE, NOTHING
from intrigue.games.definition import Event
from intrigue.games.emperors_new_clothes import activation, effects
from intrigue.games.emperors_new_clothes import cards as deck
from intrigue.games.emperors_new_clothes import roles as table
from intrigue.games.emperors_new_clothes import state as record
from intrigue.games.emperors_new_clothes.roles import RESOURCE_NAMES, ROLE_NAMES

FACE_NAMES = tuple(f"{amount} {name}" for name in RESOURCE_NAMES for amount in (1, 2))
GOAL_NAMES = (
    "a die of yours removed in your turn",
    "three cards played on you in your turn",
    "no cubes when your role is activated",
    "losing by exactly one point",
    "your role named by the Knight",
)


def name(player: int) -> str:
    """Return what a player is called, as in OpenSpiel; the supply's name for NOTHING."""
    return "the supply" if player == NOTHING else f"player {player}"


def mask_names(mask: int, names: tuple[str, ...]) -> str:
    """Return the names of the bits of a mask, or "nothing"."""
    return ", ".join(n for i, n in enumerate(names) if (mask >> i) & 1) or "nothing"


def dice_numbers(mask: int) -> str:
    """Return the numbers of the dice in a mask, counting from 1: "1 3"."""
    return " ".join(str(die + 1) for die in range(record.MAX_DICE) if (mask >> die) & 1)


def in_the_right(records: Any, action: int) -> Any:
    """Return in which of many states a guess of the Knight is right; None for other actions."""
    first = records[0]
    if first["phase"] != record.GUESS or action == 0:
        return None
    return records["roles"][:, action - first["player_base"]] == table.GUESSED


# --- Actions --------------------------------------------------------------------------------------


def chance_text(state: Any, outcome: int, cards: list[str]) -> str:
    """Return the words for a chance outcome."""
    if state.phase == record.ROLL:
        return f"{name(state.actor)} rolls {FACE_NAMES[outcome]}"
    if state.phase == record.DEAL:
        return f"{name(state.actor)} draws {cards[outcome]}"
    if state.phase == record.SET_ASIDE:
        return f"set {ROLE_NAMES[record.role_of_rank(state, outcome)]} aside"
    return f"goals for {name(state.actor)}: {mask_names(record.GOAL_SETS[outcome], GOAL_NAMES)}"


def play_text(state: Any, action: int, cards: list[str]) -> str:
    """Return the words for playing a card."""
    card = effects.card_of(state, action)
    choice = int(action - state.play_base - state.card_offset[card])
    target = state.kinds[state.card_kind[card], deck.TARGET]
    if target == deck.A_PLAYER:
        return f"play {cards[card]} on {name(choice)}"
    if target == deck.A_DIE:
        return f"play {cards[card]} on {name(state.actor)}'s die {choice + 1}"
    return f"play {cards[card]}"


def action_text(state: Any, player: int, action: int, cards: list[str]) -> str:
    """Return the words for a legal action, such as "take Child" or "re-roll 1 3"."""
    phase = state.phase
    if player == CHANCE:
        return chance_text(state, action, cards)
    if phase == record.DRAFT:
        return f"take {ROLE_NAMES[record.role_of_rank(state, action - 1)]}"
    if phase in (record.WINDOW, record.RESPONSE):
        if action > 0:
            return play_text(state, action, cards)
        return "pass" if phase == record.WINDOW else "let it happen"
    if phase == record.REROLL:
        dice = action - state.reroll_base + 1
        return f"re-roll {dice_numbers(dice)}" if action > 0 else "keep the dice"
    if phase == record.GIVE:
        count = action - state.count_base + 1 if action > 0 else 0
        return f"give {count} gullibility to {name(state.asked)}"
    if phase == record.GUESS:
        who = "nobody" if state.progress == 0 else "nobody else"
        if action > 0:
            who = name(action - state.player_base)
        return f"guess {who} as {ROLE_NAMES[table.GUESSED]}"
    if phase == record.DISCARD:
        return f"discard {cards[action - state.discard_base]}" if action > 0 else "keep the rest"
    return _choice_text(state, action)


def action_name(start: Any, player: int, action: int, cards: list[str]) -> str | None:
    """Return the words for an action that are the same in every state, None if there are none.

    `start` is the first state of the game. Action 0 declines what is offered, and the choices of a
    role's step go by the step.
    """
    if player == CHANCE or action == 0 or start.count_base <= action < start.discard_base:
        return None
    if action < start.reroll_base:
        return f"take {ROLE_NAMES[record.role_of_rank(start, action - 1)]}"
    if action < start.count_base:
        return f"re-roll {dice_numbers(action - start.reroll_base + 1)}"
    if action < start.play_base:
        return f"discard {cards[action - start.discard_base]}"
    card = effects.card_of(start, action)
    on_a_die = start.kinds[start.card_kind[card], deck.TARGET] == deck.A_DIE
    return None if on_a_die else play_text(start, action, cards)


_ROLLED = re.compile(r".* rolls (.+) with die (\d+)")


def canonical(words: str, story: Sequence[str]) -> str:
    """Return words that are the same for re-rolls of dice with the same faces.

    Dice are told apart by their faces alone, as the last lines of the story say; after anything
    else, such as a card that changed a die, every re-roll keeps its own words.
    """
    if not words.startswith("re-roll "):
        return words
    faces: dict[str, str] = {}
    for line in reversed(story):
        rolled = _ROLLED.fullmatch(line)
        if rolled:
            faces.setdefault(rolled[2], rolled[1])
        elif not line.endswith(" to roll again"):
            break
    dice = words.removeprefix("re-roll ").split()
    if not faces.keys() >= set(dice):
        return words
    return "re-roll " + ", ".join(sorted(faces[die] for die in dice))


def _choice_text(state: Any, action: int) -> str:
    """Return the words for the choice of a role's step."""
    operation = activation.step_value(state, table.OPERATION)
    resource = RESOURCE_NAMES[activation.step_value(state, table.RESOURCE)]
    more = "" if state.progress == 0 else " else"
    if operation == table.MAY_DUPE:
        return f"dupe {name(action - state.player_base)}" if action > 0 else f"dupe nobody{more}"
    if operation == table.ROLE_MAY_DISCARD:
        return f"discard 1 {resource}" if action > 0 else f"keep the {resource}"
    if operation == table.MAY_TAKE:
        source = name(activation.takes_from(state))
        if action == 0:
            return f"take nothing{more} from {source}"
        return f"take 1 {RESOURCE_NAMES[action - state.cube_base]} from {source}"
    count = action - state.count_base + 1 if action > 0 else 0
    if operation == table.MAY_SCORE_SETS:
        size = activation.step_value(state, table.AMOUNT)
        return f"discard {count * size} {resource} for {count} points"
    other = RESOURCE_NAMES[activation.step_value(state, table.OTHER)]
    return f"discard {count} {resource} with {count} {other}"


# --- Events ---------------------------------------------------------------------------------------


def role_card_names(mask: int) -> list[str]:
    """Return the names of the role cards in a mask, in the order of the roles."""
    held = sorted(role for card, role in enumerate(table.CARD_ROLES) if (mask >> card) & 1)
    return [ROLE_NAMES[role] for role in held]


def _passed_text(player: int, first: int, second: int, third: int) -> str:
    mask = first | second << record.PASSED_BITS | third << 2 * record.PASSED_BITS
    return f"{name(player)} is passed {', '.join(role_card_names(mask))}"


def event_text(code: int, a: int, b: int, c: int, d: int, kinds: Any, cards: list[str]) -> str:
    """Return a sentence for an event. Payloads: see the calls of `tell` and `emit`."""
    who = name(a)
    match code:
        case record.EV_GOALS:
            return f"{who} has the goals: {mask_names(b, GOAL_NAMES)}"
        case record.EV_CARD:
            return f"{who} draws {cards[b]}"
        case record.EV_SOMEBODY_DRAWS:
            return f"{who} draws a card"
        case record.EV_RESHUFFLE:
            return f"the discard pile becomes the deck of {a} cards"
        case record.EV_ROUND:
            return f"Round {a + 1} starts; {name(b)} is the starting player"
        case record.EV_SET_ASIDE:
            return f"{ROLE_NAMES[a]} is set aside"
        case record.EV_PASSED:
            return _passed_text(a, b, c, d)
        case record.EV_LAST_TWO:
            return f"{who} is passed {ROLE_NAMES[b]} and sees {ROLE_NAMES[c]} set aside"
        case record.EV_TAKES:
            return f"{who} takes the {ROLE_NAMES[b]}"
        case record.EV_SOMEBODY_TAKES:
            return f"{who} takes a role"
        case record.EV_DIE:
            return f"{who} rolls {FACE_NAMES[c]} with die {b + 1}"
        case record.EV_ROLL_AGAIN:
            return f"{who} takes up {dice_numbers(b)} to roll again"
        case record.EV_KEEPS:
            return f"{who} keeps {'the dice' if b == 0 else 'the rest of their hand'}"
        case record.EV_COLLECTS:
            return f"{who} rolled {b} gold, {c} dignity, {d} gullibility"
        case record.EV_GIVES:
            return f"{who} gives {c} of this gullibility to {name(b)}"
        case record.EV_PASSES:
            return f"{who} passes"
        case record.EV_PLAYS:
            return _play_event(a, b, c, d, kinds, cards)
        case record.EV_CANCELS:
            return f"{who} cancels {cards[c]} with {cards[b]}"
        case record.EV_ALLOWS:
            return f"{who} lets it happen"
        case record.EV_MOVE:
            return _move_text(a, b, c, d)
        case record.EV_DIE_GONE:
            return f"{who} loses die {b + 1}"
        case record.EV_DIE_SET:
            return f"{who}'s die {b + 1} now shows {FACE_NAMES[c]}"
        case record.EV_ROLE_SWAPPED:
            return f"{who} exchanges the {ROLE_NAMES[b]} for the {ROLE_NAMES[c]} set aside"
        case record.EV_SOMEBODY_SWAPS:
            return f"{who} exchanges their role for the one set aside"
        case record.EV_ROLES_TRADED:
            return f"{who} and {name(b)} trade roles: {ROLE_NAMES[c]} and {ROLE_NAMES[d]}"
        case record.EV_ORDER:
            return _order_text(a, b)
        case record.EV_DISCARDS:
            return f"{who} discards {cards[b]}"
    return _reveal_event(code, a, b, c, d)


def _reveal_event(code: int, a: int, b: int, c: int, d: int) -> str:
    """Return a sentence for an event of the reveal phase or the end."""
    who = name(a)
    match code:
        case record.EV_REVEALS:
            return f"{who} is revealed as the {ROLE_NAMES[b]}"
        case record.EV_GUESSES:
            return f"{who} guesses {name(b)} as {ROLE_NAMES[table.GUESSED]}"
        case record.EV_GUESSED:
            truth = "is" if b == 1 else "is not"
            return f"{who} {truth} a {ROLE_NAMES[table.GUESSED]}"
        case record.EV_ACTIVATES:
            return f"{who} acts as the {ROLE_NAMES[b]}"
        case record.EV_PAIRS:
            return f"{who} discards {d} {RESOURCE_NAMES[b]} with {d} {RESOURCE_NAMES[c]}"
        case record.EV_SCORES:
            return f"{who} scores {_points(d)} for {_price(b, c, d)}"
        case record.EV_STOPPED:
            return f"{who}, the {ROLE_NAMES[b]}, may not score"
        case record.EV_STOPS:
            return f"{who} keeps the {ROLE_NAMES[b]} from scoring"
        case record.EV_DUPES:
            return f"{who} dupes {name(b)}"
        case record.EV_DECLINES:
            return f"{who} wants no more"
        case record.EV_TOLL:
            return f"{who} loses 1 {RESOURCE_NAMES[table.TOLL]} to {name(b)}, the Troll"
    return "The game is over"


def _points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"


def _price(resource: int, price: int, points: int) -> str:
    held = RESOURCE_NAMES[resource]
    return f"the {held} of others" if price == 0 else f"{price * points} {held}"


def _play_event(a: int, b: int, c: int, d: int, kinds: Any, cards: list[str]) -> str:
    target = kinds[b]
    if target == deck.A_PLAYER:
        return f"{name(a)} plays {cards[b]} on {name(c)}"
    if target == deck.A_DIE:
        return f"{name(a)} plays {cards[b]} on {name(d)}'s die {c + 1}"
    return f"{name(a)} plays {cards[b]}"


def _move_text(source: int, target: int, resource: int, amount: int) -> str:
    what = f"{amount} {RESOURCE_NAMES[resource]}"
    if source == NOTHING:
        return f"{name(target)} gains {what}"
    if target == NOTHING:
        return f"{name(source)} discards {what}"
    return f"{name(target)} gets {what} from {name(source)}"


def _order_text(operation: int, player: int) -> str:
    if operation == deck.REVERSE:
        return "the order of activation is reversed"
    return f"{name(player)} will act {'first' if operation == deck.ACT_FIRST else 'last'}"


# --- What was used --------------------------------------------------------------------------------


def uses(happened: Iterable[Event], kinds: list[str]) -> set[tuple[int, str]]:
    """Return which player acted as which role or played which card; `kinds` names every card."""
    found: set[tuple[int, str]] = set()
    for code, player, what, _, _ in happened:
        if code == record.EV_ACTIVATES:
            found.add((player, ROLE_NAMES[what]))
        elif code == record.EV_PLAYS:
            found.add((player, kinds[what]))
    return found


def points_by_role(happened: Iterable[Event]) -> dict[str, list[int]]:
    """Return for every role the points of each of its activations."""
    points: dict[str, list[int]] = {}
    role = ""
    for code, _, what, _, scored in happened:
        if code == record.EV_ACTIVATES:
            role = ROLE_NAMES[what]
            points.setdefault(role, []).append(0)
        elif code == record.EV_SCORES and role:
            points[role][-1] += scored
    return points


# --- Rules for people at the table ----------------------------------------------------------------

RULES = """\
There are as many rounds as players. Each begins with a draft: take one of the roles passed to you.
Then everybody rolls, twice again if they like, and takes the gold, dignity and gullibility rolled.
At the end of the round all roles are shown and act in turn order: they change cubes and score.
To score a resource is to discard it, a point for each; cubes that are left are kept.
Most points after the last round win; ties go to the least gullibility, then the most dignity."""
"""The rules in short."""

_STEP_WORDS = {
    table.COLLECT: "takes {amount} {resource} from each other player who has any",
    table.SWINDLE: "takes half the {resource} of the {role} if that player has {other}",
    table.DISCARD: "discards all {resource}",
    table.PAIRS: "discards pairs of {resource} and {other} as long as there are both",
    table.MAY_PAIRS: "may discard pairs of {resource} and {other}",
    table.SCORE: "scores {resource}",
    table.SCORE_OTHERS: "scores the {resource} that others hold and keep",
    table.STOP: "the {role}, if still to act, will not score",
    table.ROLE_GAINS: "the {role} gains {amount} {resource}",
    table.ROLE_MAY_DISCARD: "the {role} may discard 1 {resource}",
    table.OTHERS_GAIN: "all others gain {amount} {resource}",
    table.OTHERS_LOSE: "all others lose {amount} {resource}",
    table.MAY_DUPE: "may give {amount} other players 1 {resource} each",
    table.MAY_TAKE: "may take up to {amount} cubes from the {role}",
    table.MAY_SCORE_SETS: "may discard {resource} in sets of {amount}, a point a set",
}
_CONDITIONS = {
    table.ALWAYS: "",
    table.DUPED: "with gullibility: ",
    table.WISE: "without gullibility: ",
}


def explanations() -> dict[str, str]:
    """Return what each role does, read off its steps."""
    found = {}
    for role, steps in table.STEPS.items():
        words = [_step_words(step) for step in steps]
        if role == table.REVEALS_FIRST:
            words.insert(
                0,
                f"is shown first and may name up to {table.GUESSES} players as "
                f"{ROLE_NAMES[table.GUESSED]}; who is one pays {table.GUESS_PRICE} gold",
            )
        if role == table.TOLL_ROLE:
            toll = RESOURCE_NAMES[table.TOLL]
            words.append(f"who targets this player in the reveal discards 1 {toll}, for 1 point")
        found[ROLE_NAMES[role]] = "; ".join(words) + "."
    return found


def _step_words(step: table.Step) -> str:
    words = _STEP_WORDS[step.operation].format(
        amount=step.amount,
        resource=RESOURCE_NAMES[step.resource],
        other=RESOURCE_NAMES[step.other],
        role=ROLE_NAMES[step.role],
    )
    return _CONDITIONS[step.condition] + words


_WINDOW_WORDS = {
    record.SELECTION: "when all have taken a role",
    record.ROLLING: "when a player has rolled for the last time",
    record.REVEALING: "before the roles are shown",
    record.ACTIVATING: "before the roles act",
    record.RESPONDING: "in answer to a card played on you",
}
_EFFECT_WORDS = {
    (deck.GAIN, deck.SELF): "gain {cubes} from the supply",
    (deck.GAIN, deck.PLAYER): "a player of your choice gains {cubes}",
    (deck.GAIN, deck.OTHERS): "all others gain {cubes}",
    (deck.LOSE, deck.SELF): "put back {cubes}",
    (deck.LOSE, deck.PLAYER): "a player of your choice loses {cubes}",
    (deck.LOSE, deck.OTHERS): "all others lose {cubes}",
    (deck.TAKE, deck.PLAYER): "take {cubes} from a player of your choice",
    (deck.TAKE, deck.OTHERS): "take {cubes} from each other player",
    (deck.GIVE, deck.PLAYER): "give {cubes} to a player of your choice",
    (deck.ADD_DICE, deck.SELF): "add {dice} to your own roll",
    (deck.REMOVE_DIE, deck.SELF): "remove a die of the player who rolls",
    (deck.FLIP_DIE, deck.SELF): "turn a die of the player who rolls to its opposite face",
    (deck.SET_DIE, deck.SELF): "set a die of the player who rolls to {cubes}",
    (deck.SWAP_ROLE, deck.SELF): "swap your role with the one set aside",
    (deck.TRADE_ROLES, deck.PLAYER): "trade roles with a player of your choice",
    (deck.ACT_FIRST, deck.SELF): "act first",
    (deck.ACT_LAST, deck.SELF): "act last",
    (deck.ACT_FIRST, deck.PLAYER): "a player of your choice acts first",
    (deck.ACT_LAST, deck.PLAYER): "a player of your choice acts last",
    (deck.REVERSE, deck.SELF): "reverse the order of activation",
    (deck.CANCEL, deck.SELF): "it has no effect",
}


def card_explanations(kinds: Iterable[deck.Kind]) -> dict[str, str]:
    """Return when each card of a deck may be played and what it does, read off its effects."""
    found = {}
    for kind in kinds:
        windows = [words for window, words in _WINDOW_WORDS.items() if kind.windows >> window & 1]
        effects = "; ".join(_effect_words(effect) for effect in kind.effects)
        found[kind.name] = f"a card to play {' or '.join(windows)}: {effects}."
    return found


def _effect_words(effect: deck.Effect) -> str:
    return _EFFECT_WORDS[effect.operation, effect.whom].format(
        cubes=f"{effect.amount} {RESOURCE_NAMES[effect.resource]}",
        dice="1 die" if effect.amount == 1 else f"{effect.amount} dice",
    )
