"""`intrigue hand`: which targets a hand of The Emissary hits, and how likely."""

import math
import time
from collections.abc import Iterable
from typing import Annotated, Any

import typer
from rich.table import Table

from intrigue.cli.limits import USUAL_MEMORY, MemoryLimit, TimeLimit, read_memory, read_time
from intrigue.cli.output import at_least, at_most, chance, percent, print_json, print_table
from intrigue.cli.progress import progress
from intrigue.games.emissary.cards import HAND_SIZE, SPADES, SUIT_LETTERS, SUIT_NAMES, SUIT_SYMBOLS
from intrigue.games.emissary.notation import (
    format_advisors,
    format_hand,
    parse_advisors,
    parse_hand,
    parse_suit,
    parse_trump,
)

TARGETS = range(1, HAND_SIZE + 1)


def hand(
    cards: Annotated[list[str], typer.Argument(help='Eight cards: "A♣ 6♣", AC 6c, ♣A6, CA6 ...')],
    trump: Annotated[str | None, typer.Option(help="Trump suit: letter, name or symbol.")] = None,
    target: Annotated[int | None, typer.Option(help="Debates to win exactly, 1 to 8.")] = None,
    advisors: Annotated[str, typer.Option(help="Jacks to use: subset of chds, or none.")] = "",
    rulers: Annotated[
        str | None,
        typer.Option(
            help="With the Jack of spades: suits of the rulers on the other unvisited kingdoms, "
            "such as ccdhh, or none; without --trump, on all of them, this one too."
        ),
    ] = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    search: Annotated[
        bool, typer.Option("--search", help="Search for exact chances, whatever tables there are.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Tell the exact chance that a hand hits each target, under best play.

    Best play does not know the order of the deck. Without --trump all four suits
    are shown, and share the time. With the Jacks of clubs and diamonds a search
    takes a minute and 4 GB, with that of spades too far more; where a limit
    strikes first, it says "at least" and "at most", and both are true. Once
    `intrigue tables` has built its tables, they answer at once, to 0.02 %; with
    a limit, what they do not know is searched. The Jack of spades swaps the
    ruler here with that of another unvisited kingdom, so it needs --rulers.

    Example: intrigue hand "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠" --trump clubs --target 4
    """
    held = parse_hand(" ".join(cards))
    suits = range(4) if trump is None else [parse_trump(trump)]
    jacks = format_advisors(parse_advisors(advisors))
    if target is not None and target not in TARGETS:
        raise ValueError(f"target {target} is not in 1..8, the kingdoms' numbers")
    named = _read_rulers(rulers, jacks)
    if trump is None and rulers is not None:
        suits = sorted(set(named))  # the kingdom visited is one of those named
        if not suits:
            raise ValueError("--rulers none goes with --trump: no ruler is left to be visited")
    others = {suit: named if trump is not None else _without(named, suit) for suit in suits}
    seconds, memory = read_time(time_limit), read_memory(memory_limit)
    limited = seconds is not None or memory is not None
    answers = None if search else _look_up(held, suits, jacks, others)
    pointed = None
    if answers is None or (limited and not all(answer.exact for answer in answers)):
        pointed = _table_to_build(jacks)
        answers = _solve(held, suits, jacks, others, seconds, memory, limited and not search)
    if json:
        objects = [
            _as_json(held, suit, jacks, others[suit], answer)
            for suit, answer in zip(suits, answers, strict=True)
        ]
        print_json(objects[0] if trump is not None else objects)
    elif trump is not None and target is not None:
        print(_sentence(held, suits[0], _with(jacks, named), target, answers[0]))
    else:
        shown = _with(jacks, named, "other rulers" if trump is not None else "rulers")
        _print_table(held, suits, shown, answers, target)
    if pointed is not None and not json:
        from intrigue.cli.emissary_hints import pointer

        print(pointer(pointed))


def _without(rulers: list[int], suit: int) -> list[int]:
    """Return the rulers less one of a suit, if there is one: that of the kingdom visited."""
    at = rulers.index(suit) if suit in rulers else len(rulers)
    return rulers[:at] + rulers[at + 1 :]


def _table_to_build(jacks: str) -> str | None:
    from intrigue.solvers.emissary.from_tables import table_to_build

    return table_to_build(parse_advisors(jacks))


def _read_rulers(text: str | None, jacks: str) -> list[int]:
    """Return the suits of the rulers that are named.

    Raises
    ------
    ValueError
        In one line, if they are not readable, or if the Jack of spades is there without them, or
        they without it: they would change nothing.
    """
    if SUIT_LETTERS[SPADES] not in jacks:
        if text is not None:
            raise ValueError("--rulers goes with the Jack of spades: --advisors s")
        return []
    if text is None:
        raise ValueError(
            "the Jack of spades swaps the ruler here with that of another unvisited kingdom: name "
            "the suits of those rulers, for example --rulers ccdhh, or --rulers none if there are "
            "none (then the Jack changes nothing)"
        )
    if text.strip().lower() == "none":
        return []
    words = text.replace(",", " ").split()
    if not words:
        raise ValueError("--rulers is empty: expected suits such as ccdhh, or none")
    others: list[int] = []
    for word in words:
        try:
            others.append(parse_suit(word))
        except ValueError:
            others += _letters(word)
    return others


def _letters(word: str) -> list[int]:
    try:
        return [parse_suit(letter) for letter in word]
    except ValueError as problem:
        raise ValueError(f"--rulers: {problem}") from None


def _look_up(
    held: tuple[int, ...], suits: Iterable[int], jacks: str, others: dict[int, list[int]]
) -> list[Any] | None:
    """Return an answer for each trump from the tables; None if they are not there."""
    from intrigue.solvers.emissary import look_up_hand

    answers = [look_up_hand(held, suit, jacks, other_rulers=others[suit]) for suit in suits]
    return None if None in answers else answers


def _solve(
    held: tuple[int, ...],
    suits: Any,
    jacks: str,
    others: dict[int, list[int]],
    seconds: float | None,
    memory: int | None,
    by_tables: bool,
) -> list[Any]:
    """Return an answer for each trump; the time is shared equally."""
    from intrigue.solvers.emissary import solve_hand  # compiled code: only once input is checked
    from intrigue.solvers.emissary.from_tables import StoredTables

    tables = StoredTables() if by_tables else None
    answers: list[Any] = []
    end = None if seconds is None else time.perf_counter() + seconds
    with progress("solving") as report:
        for suit in suits:
            left = None
            if end is not None:
                left = max(0.0, end - time.perf_counter()) / (len(suits) - len(answers))

            def note(stage: str, done: int, known: int, trump: str = SUIT_NAMES[suit]) -> None:
                report(done, known, f"positions, trump {trump}: {stage}")

            answers.append(
                solve_hand(
                    held,
                    suit,
                    jacks,
                    other_rulers=others[suit],
                    time_limit=left,
                    memory_limit=USUAL_MEMORY if memory is None else memory,
                    progress=note,
                    tables=tables,
                )
            )
    return answers


def _as_json(
    held: tuple[int, ...], suit: int, jacks: str, others: list[int], answer: Any
) -> dict[str, Any]:
    return {
        "hand": format_hand(held),
        "trump": SUIT_NAMES[suit],
        "advisors": jacks,
        "other_rulers": [SUIT_NAMES[other] for other in others],
        "probability": [None if math.isnan(p) else float(p) for p in answer.probability],
        "at_least": [float(p) for p in answer.lower],
        "at_most": [float(p) for p in answer.upper],
        "possible": [bool(b) for b in answer.possible],
        "guaranteed": [bool(b) for b in answer.guaranteed],
        "positions": int(answer.positions),
        "seconds": float(answer.seconds),
        "limit": answer.limit,
        "error": answer.error,
    }


def _with(jacks: str, others: list[int], which: str = "other rulers") -> str:
    if not jacks:
        return "without advisors"
    suits = [SUIT_LETTERS.index(letter) for letter in jacks]
    known = "with " + " ".join("J" + SUIT_SYMBOLS[suit] for suit in suits)
    if SPADES not in suits:
        return known
    shown = " ".join(SUIT_SYMBOLS[other] for other in sorted(others)) or "none"
    return f"{known} ({which}: {shown})"


def _sentence(held: tuple[int, ...], suit: int, helped: str, target: int, answer: Any) -> str:
    debates = "debate" if target == 1 else "debates"
    lower, upper = answer.lower[target], answer.upper[target]
    struck = "" if lower == upper else f"; {_why_bounds({answer.limit})}"
    return (
        f"{format_hand(held)}, trump {SUIT_NAMES[suit]}, {helped}: the chance to win exactly "
        f"{target} {debates} is {chance(lower, upper, _digits(answer))} under best play "
        f"({_fate(lower, upper)}{struck})."
    )


def _digits(answer: Any) -> int:
    """Return how many digits of a percentage are true."""
    return 1 if answer.error else 2


def _why_bounds(limits: set[str]) -> str:
    """Say why there are bounds: limits of the search that struck, or the tables know no more."""
    words = [f"of {limit}" for limit in sorted(limits - {"table"})]
    if words:
        return f"the limit {' and '.join(words)} struck first"
    return "the tables know bounds only, --search finds exact chances"


def _fate(lower: float, upper: float) -> str:
    """Say whether a target is certain, possible or impossible, as far as its bounds tell."""
    if lower == 1:
        return "certain: some play wins exactly that many whatever the order of the deck"
    if upper == 0:
        return "impossible: no order of the deck allows it"
    possible = "possible" if lower > 0 else "possible or not"
    return f"{possible}, not certain" if upper < 1 else f"{possible}, certain or not"


def _print_table(
    held: tuple[int, ...], suits: Any, helped: str, answers: list[Any], target: int | None
) -> None:
    caption = "* best trump for a target, best targets in bold; ! certain, - impossible"
    struck = {answer.limit for answer in answers if not answer.exact}
    if any(answer.error for answer in answers):
        caption += "\nfrom the tables of all hands with their Jacks, to 0.02 %"
    if struck:
        caption += f"\n≥ at least, ≤ at most: {_why_bounds(struck)}"
    shown = TARGETS if target is None else [target]
    trumps = [f"{SUIT_SYMBOLS[suit]} {SUIT_NAMES[suit]}" for suit in suits]
    cells: list[list[str]] = []
    for answer in answers:
        row = []
        for wins in shown:
            # Best is what nothing else can be better than.
            of_trumps = [a.upper[wins] for a in answers if a is not answer]
            of_targets = [answer.upper[other] for other in shown if other != wins]
            value = answer.lower[wins]
            is_best_trump = 0 < value >= max(of_trumps, default=2.0)
            is_best_target = 0 < value >= max(of_targets, default=0.0)
            text = _cell(value, answer.upper[wins], is_best_trump, _digits(answer))
            row.append(f"[bold]{text}[/bold]" if is_best_target else text)
        cells.append(row)
    title = f"{format_hand(held)}: chance to hit each target exactly, {helped}"
    by_trump = _grid("trump", map(str, shown), trumps, cells, title=title, caption=caption)
    by_target = _grid("target", trumps, map(str, shown), zip(*cells, strict=True))
    print_table(by_trump, by_target)


def _grid(
    corner: str,
    columns: Iterable[str],
    names: Iterable[str],
    rows: Iterable[Iterable[str]],
    **words: str,
) -> Table:
    """Return a table of numbers, a name before each row."""
    table = Table(corner, **words)  # type: ignore[arg-type]
    for column in columns:
        table.add_column(column, justify="right")
    for name, row in zip(names, rows, strict=True):
        table.add_row(name, *row)
    return table


def _cell(lower: float, upper: float, is_best_trump: bool, digits: int) -> str:
    if upper == 0:
        return "-"
    mark = ("!" if lower == 1 else "") + ("*" if is_best_trump else "")
    if lower == upper:
        return percent(lower, digits) + mark
    return f"≥{at_least(lower, 1)}{mark}\n≤{at_most(upper, 1)}"
