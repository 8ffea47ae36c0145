"""Decks as data: the default deck, decks of one's own, errors with their line."""

import pytest

from intrigue.games.emperors_new_clothes import cards as deck
from intrigue.games.emperors_new_clothes.cards import Effect, card_names, load_deck, parse_deck

DEFAULT = load_deck("default")


def test_default_deck_has_64_cards_of_16_kinds_four_each():
    assert len(DEFAULT) == 16
    assert {kind.copies for kind in DEFAULT} == {4}
    assert len(card_names(DEFAULT)) == len(set(card_names(DEFAULT))) == 64


def test_default_deck_covers_every_kind_of_card_that_the_ruling_names():
    effects = {(e.operation, e.whom, e.resource) for kind in DEFAULT for e in kind.effects}
    operations = {operation for operation, _, _ in effects}
    assert (deck.GAIN, deck.SELF, 0) in effects  # take from the bank
    assert (deck.TAKE, deck.PLAYER, 0) in effects  # take from a player
    assert (deck.GAIN, deck.PLAYER, 2) in effects  # give gullibility
    assert (deck.GIVE, deck.PLAYER, 2) in effects  # ... one's own
    assert (deck.LOSE, deck.SELF, 2) in effects  # shed gullibility
    assert {
        deck.ADD_DICE,
        deck.REMOVE_DIE,
        deck.SET_DIE,
        deck.FLIP_DIE,
        deck.TRADE_ROLES,
        deck.SWAP_ROLE,
        deck.ACT_FIRST,
        deck.REVERSE,
        deck.CANCEL,
    } <= operations


def test_every_window_has_cards_in_the_default_deck():
    windows = 0
    for kind in DEFAULT:
        windows |= kind.windows
    assert windows == 0b11111


def test_a_deck_of_ones_own_is_read():
    kinds = parse_deck("# mine\n\n Gift |2| roll , reveal | gain 2 gold;others lose 1 dignity \n")
    assert len(kinds) == 1
    assert kinds[0].name == "Gift"
    assert kinds[0].windows == 0b110
    assert kinds[0].effects == (Effect(deck.GAIN, 0, 0, 2), Effect(deck.LOSE, deck.OTHERS, 1, 1))
    assert card_names(kinds) == ["Gift", "Gift (2)"]


BAD = [
    ("Gift | 1 | roll", "3 parts instead of 4"),
    (" | 1 | roll | gain 1 gold", "needs a name"),
    ("Gift | none | roll | gain 1 gold", "copies 'none'"),
    ("Gift | 0 | roll | gain 1 gold", "copies '0'"),
    ("Gift | 1 | rolls | gain 1 gold", "no window 'rolls'; windows: selection, roll"),
    ("Gift | 1 | roll | gain 4 gold", "no such effect: 'gain 4 gold'"),
    ("Gift | 1 | roll | gain 1 silver", "no such effect"),
    ("Gift | 1 | roll | gain 1 gold; gain 1 gold; gain 1 gold", "3 effects, at most 2"),
    ("Gift | 1 | reveal | remove die", "belongs in the window roll alone"),
    ("Gift | 1 | reveal | swap role with unused", "belongs in the window selection alone"),
    ("Gift | 1 | roll, activation | act first", "belongs in the window activation alone"),
    ("Gift | 1 | roll | cancel", "belongs in the window response alone"),
    ("Gift | 1 | response | gain 1 gold", "for cards that cancel"),
    ("Gift | 1 | roll | flip die; player gains 1 gold", "cannot choose a player too"),
    ("Gift | 1 | roll | flip die; add 1 dice", "one effect on dice at most"),
    (
        "Gift | 1 | selection | swap role with unused; take 1 gold from player",
        "cannot choose a player",
    ),
    ("Coin | 1 | roll | gain 1 gold", "there is a card 'Coin' already"),
    ("Gift | 64 | roll | gain 1 gold", "more than 64 cards in all"),
]


@pytest.mark.parametrize(("line", "reason"), BAD)
def test_a_bad_line_is_named_in_one_line(line, reason):
    with pytest.raises(ValueError, match=r"^[^\n]+$") as raised:
        parse_deck(f"# a deck\nCoin | 1 | roll | gain 1 gold\n{line}\n", "mine.deck")
    assert str(raised.value).startswith("mine.deck, line 3: ")
    assert reason in str(raised.value)


def test_too_many_kinds_are_refused():
    text = "\n".join(f"Card {i} | 1 | roll | gain 1 gold" for i in range(33))
    with pytest.raises(ValueError, match="line 33: more than 32 different cards"):
        parse_deck(text)


@pytest.mark.parametrize(
    ("content", "reason"),
    [(None, "No such file"), (b"\xff\xfe", "not UTF-8"), (b"# no", "no cards")],
)
def test_unreadable_decks_are_refused(tmp_path, content, reason):
    path = tmp_path / "own.deck"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ValueError, match=reason):
        load_deck(str(path))


def test_a_file_is_read_as_a_deck(tmp_path):
    path = tmp_path / "own.deck"
    path.write_text("Coin | 3 | reveal | gain 1 gold\n", encoding="utf-8")
    assert load_deck(str(path))[0].copies == 3
