"""Options of a search by text: what is read, and one line for what is not."""

import pytest

from intrigue.search.options import Options, parse_options


def test_options_are_read() -> None:
    assert parse_options("5000") == Options(simulations=5000)
    assert parse_options("200ms,reuse=yes") == Options(simulations=0, milliseconds=200, reuse=True)
    read = parse_options("10,variant=so,selection=puct,exploration=2.5,worlds=7,final=value")
    assert (read.variant, read.selection, read.exploration_constant) == ("so", "puct", 2.5)
    assert (read.world_count, read.final) == (7, "value")
    assert parse_options("10").world_count == 10
    assert parse_options("1000", variant="pimc").world_count == 20


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no budget"),
        ("variant=so", "there is no budget"),
        ("0", "budget '0'"),
        ("fast", "budget 'fast'"),
        ("-5", "budget '-5'"),
        ("100,variant=xy", "variant=xy is not one of mo, so, pimc, flat, cheat"),
        ("100,selection=ucb", "selection=ucb is not one of ucb1, puct, exp3"),
        ("100,opponents=magic", "opponents=magic is not one of searched, random, thumb"),
        ("100,belief=exact,model=rollouts", "belief=exact goes with model=thumb or uniform"),
        ("100,belief=exact,opponents=thumb", "opponents=searched"),
        ("100,speed=3", "'speed=3' is not NAME=VALUE with a name among simulations"),
        ("100,fast", "'fast' is not NAME=VALUE"),
        ("100,worlds=many", "worlds=many is not a number"),
        ("100,reuse=true", "reuse=true is not yes or no"),
        ("100,max_nodes=0", "max_nodes=0 is not in 1.."),
        ("100,milliseconds=5", "a budget is"),
        ("100,worlds=-1", "not negative"),
        ("99999999999999999999", "at most"),
        ("100,particles=99999999999", "at most"),
        ("100,exploration=nan", "exploration"),
        ("100,exploration=-3", "exploration=-3.0 is negative"),
        ("100,variant=so,variant=mo", "variant is given twice"),
        ("100,simulations=7", "simulations is given twice"),
    ],
)
def test_bad_options_are_answered_in_one_line(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said) as error:
        parse_options(text)
    assert "\n" not in str(error.value)
