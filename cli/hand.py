"""`intrigue hand`: which targets a hand of The Emissary hits, and how likely."""

from typing import Annotated, Any

import typer
from rich.table import Table

from intrigue.cli.output import console, percent, print_json
from intrigue.games.emissary.cards import (
    HAND_SIZE,
    SUIT_LETTERS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    format_advisors,
    format_hand,
    parse_advisors,
    parse_hand,
    parse_trump,
)

TARGETS = range(1, HAND_SIZE + 1)


def hand(
    cards: Annotated[list[str], typer.Argument(help='Eight cards: "A♣ 6♣", AC 6c, ♣A6, CA6 ...')],
    trump: Annotated[str | None, typer.Option(help="Trump suit: letter, name or symbol.")] = None,
    target: Annotated[int | None, typer.Option(help="Debates to win exactly, 1 to 8.")] = None,
    advisors: Annotated[str, typer.Option(help="Jacks to use: subset of chds, or none.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Tell the exact chance that a hand hits each target, under best play.

    Best play does not know the order of the deck. Without --trump all four suits are shown.

    Example: intrigue hand "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠" --trump clubs --target 4
    """
    held = parse_hand(" ".join(cards))
    suits = range(4) if trump is None else [parse_trump(trump)]
    jacks = format_advisors(parse_advisors(advisors))
    if target is not None and target not in TARGETS:
        raise ValueError(f"target {target} is not in 1..8, the kingdoms' numbers")

    from intrigue.solvers.emissary import solve_hand  # compiled code: only once input is checked

    answers = [solve_hand(held, suit, jacks) for suit in suits]
    if json:
        objects = [_as_json(held, suit, jacks, a) for suit, a in zip(suits, answers, strict=True)]
        print_json(objects[0] if trump is not None else objects)
    elif trump is not None and target is not None:
        print(_sentence(held, suits[0], jacks, target, answers[0]))
    else:
        _print_table(held, suits, jacks, answers, target)


def _as_json(held: tuple[int, ...], suit: int, jacks: str, answer: Any) -> dict[str, Any]:
    return {
        "hand": format_hand(held),
        "trump": SUIT_NAMES[suit],
        "advisors": jacks,
        "probability": [float(p) for p in answer.probability],
        "possible": [bool(b) for b in answer.possible],
        "guaranteed": [bool(b) for b in answer.guaranteed],
        "positions": int(answer.positions),
        "seconds": float(answer.seconds),
    }


def _with(jacks: str) -> str:
    if not jacks:
        return "without advisors"
    return "with " + " ".join("J" + SUIT_SYMBOLS[SUIT_LETTERS.index(letter)] for letter in jacks)


def _sentence(held: tuple[int, ...], suit: int, jacks: str, target: int, answer: Any) -> str:
    debates = "debate" if target == 1 else "debates"
    if answer.guaranteed[target]:
        fate = "certain: some play wins exactly that many whatever the order of the deck"
    elif answer.possible[target]:
        fate = "possible, not certain"
    else:
        fate = "impossible: no order of the deck allows it"
    return (
        f"{format_hand(held)}, trump {SUIT_NAMES[suit]}, {_with(jacks)}: the chance to win exactly "
        f"{target} {debates} is {percent(answer.probability[target])} under best play ({fate})."
    )


def _print_table(
    held: tuple[int, ...], suits: Any, jacks: str, answers: list[Any], target: int | None
) -> None:
    table = Table(
        title=f"{format_hand(held)}: chance to hit each target exactly, {_with(jacks)}",
        caption="* best trump for a target, best targets in bold; ! certain, - impossible",
        title_justify="left",
        caption_justify="left",
    )
    shown = TARGETS if target is None else [target]
    table.add_column("trump")
    for wins in shown:
        table.add_column(str(wins), justify="right")
    for suit, answer in zip(suits, answers, strict=True):
        best = max(answer.probability[wins] for wins in shown)
        row = [f"{SUIT_SYMBOLS[suit]} {SUIT_NAMES[suit]}"]
        for wins in shown:
            value = answer.probability[wins]
            mark = "!" if answer.guaranteed[wins] else ""
            if (
                len(answers) > 1
                and value > 0
                and value == max(a.probability[wins] for a in answers)
            ):
                mark += "*"
            text = percent(value) + mark if answer.possible[wins] else "-"
            row.append(f"[bold]{text}[/bold]" if value == best and value > 0 else text)
        table.add_row(*row)
    console().print(table)
