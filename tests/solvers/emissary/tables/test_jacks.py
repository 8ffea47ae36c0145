"""All hands with their Jacks: brute force over the game, the solver, bounds, files, builds."""

import multiprocessing
from dataclasses import replace

import numpy as np
import pytest
from game_oracle import Oracle, deal, position_of

from intrigue.solvers.emissary import Position
from intrigue.solvers.emissary.hand import solve_all_targets
from intrigue.solvers.emissary.tables.arrays import load_arrays, save_arrays
from intrigue.solvers.emissary.tables.jacks import build
from intrigue.solvers.emissary.tables.jacks.build import (
    affordable_clubs,
    build_tables,
    parts_folder,
)
from intrigue.solvers.emissary.tables.jacks.layers import row_of
from intrigue.solvers.emissary.tables.jacks.military import Military, solve_part
from intrigue.solvers.emissary.tables.jacks.moves import ONE
from intrigue.solvers.emissary.tables.jacks.plan import parts_for, roles
from intrigue.solvers.emissary.tables.jacks.streams import Family, Streams
from intrigue.solvers.emissary.tables.jacks.suits import kind_of, number_in_kind, real_suits
from intrigue.solvers.emissary.tables.jacks.table import (
    ERROR,
    JACK_SETS,
    KIND,
    SWAP_SETS,
    VERSION,
    Deck,
    open_table,
    table_path,
)

SMALL = Deck(ranks=3, hand=2)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("jacks")
    build_tables(folder=place, workers=2, deck=SMALL)
    return place


def layers_of(jacks, ranks, hand, gap, most_clubs=(8, 8), upper=False, workers=2):
    """The layer of hands for each part that clubs may play."""
    suits = real_suits()
    known = Military(suits, ranks, most_clubs, upper)
    with Streams(suits, ranks, workers, known) as streams:
        for part in parts_for(jacks, gap, hand, ranks, most_clubs):
            known.add(part, dict(solve_part(streams, part)))
        return {role: streams.layer(Family(jacks, gap, role), hand) for role in roles(jacks)}


def chances(layers, place):
    """The row of a position."""
    kinds, numbers = [], []
    for suit in (place.trump, *(s for s in range(4) if s != place.trump)):
        left = [c for c in range(8 * suit, 8 * suit + 8) if c in place.hand or c in place.deck]
        string = "".join("H" if card in place.hand else "D" for card in left)
        kinds.append(kind_of(string.count("H"), string.count("D")))
        numbers.append(number_in_kind()[string])
    role = "alike" if "alike" in layers else "trump" if place.trump == 0 else "side"
    layer = layers[role]
    return row_of(layer.starts, layer.values, layer.shape.wins, role == "side", kinds, numbers)


def random_places(rng, jacks, ranks, hand, gap, number):
    """Positions with so many cards in hand, `gap` more in the deck, whose deck lasts."""
    while number:
        cards = rng.permutation([8 * s + r for s in range(4) for r in range(ranks)]).tolist()
        place = Position(
            hand=tuple(cards[:hand]),
            deck=tuple(cards[hand : 2 * hand + gap]),
            trump=int(rng.integers(4)),
            abilities=tuple(int(x in jacks) for x in "cdhs"),
        )
        place = replace(place, other_rulers={0, 1, 2, 3} - {place.trump})
        if not place.deck_may_run_out:
            number -= 1
            yield place


@pytest.mark.parametrize(
    ("jacks", "ranks", "hand", "number"),
    [("d", 2, 1, 4), ("hd", 3, 1, 2), ("c", 3, 1, 4), ("ch", 3, 1, 4), ("cd", 2, 1, 4),
     ("chd", 2, 1, 6), ("ds", 2, 1, 2), ("cs", 2, 1, 4), ("chds", 2, 1, 2)],
)  # fmt: skip
def test_full_hands_of_small_decks_equal_brute_force_over_the_game(
    jacks, ranks, hand, number, tmp_path
):
    build_tables((jacks,), tmp_path, 2, deck=Deck(ranks, hand))
    table = open_table(jacks, tmp_path)
    rng = np.random.default_rng(3)
    for _ in range(number):
        # With eight kingdoms a swap may bring any suit.
        kingdoms = 8 if "s" in jacks else 1
        state = deal(rng, ranks=ranks, hand_size=hand, kingdoms=kingdoms, advisors=jacks)
        place = position_of(state)
        assert not place.deck_may_run_out
        lower, upper = table.lookup(place.hand, place.trump)
        expected, possible, guaranteed = Oracle().values(state)[:, : table.wins]
        assert (lower == upper).all()
        np.testing.assert_allclose(lower, expected, rtol=0, atol=ERROR)
        assert ((lower > 0) == possible).all()
        assert ((lower == 1) == guaranteed).all()


@pytest.mark.parametrize("jacks", ["", "h", "s", "hs", *JACK_SETS, *SWAP_SETS])
@pytest.mark.parametrize(("ranks", "hand", "gap"), [(3, 2, 8), (3, 3, 6), (4, 3, 7), (5, 1, 6)])
def test_positions_in_the_middle_of_a_kingdom_equal_the_solver(jacks, ranks, hand, gap):
    layers = layers_of(jacks, ranks, hand, gap)
    for place in random_places(np.random.default_rng(7), jacks, ranks, hand, gap, 25):
        row = chances(layers, place) / ONE
        answer = solve_all_targets(place, workers=1)
        number = len(row)
        assert (answer.upper[number:] == 0).all(), place
        np.testing.assert_allclose(
            row, answer.probability[:number], rtol=0, atol=ERROR, err_msg=str(place)
        )
        assert ((row > 0) == answer.possible[:number]).all(), place
        assert ((row == 1) == answer.guaranteed[:number]).all(), place


@pytest.mark.parametrize("jacks", ["c", "ch", "cd", "chd"])
def test_with_fewer_clubs_looked_at_the_rows_are_bounds(jacks):
    ranks, hand, gap = 4, 3, 8
    exact = layers_of(jacks, ranks, hand, gap)
    for most_clubs in ((0, 1), (1, 2)):
        lower = layers_of(jacks, ranks, hand, gap, most_clubs)
        upper = layers_of(jacks, ranks, hand, gap, most_clubs, upper=True)
        for role in roles(jacks):
            low, value, high = (x[role].values.astype(int) for x in (lower, exact, upper))
            assert (low <= value + 2).all()  # rounding
            assert (value <= high + 2).all()
            assert (low < high).any()


def test_any_number_of_workers_finds_the_same():
    one, three = (layers_of("chd", 3, 3, 6, workers=workers) for workers in (1, 3))
    for role in roles("chd"):
        assert (one[role].values == three[role].values).all()


def test_a_hand_that_is_not_in_the_deck_is_named(folder):
    table = open_table("chd", folder)
    with pytest.raises(ValueError, match="4♣ is not in this deck"):
        table.lookup("4♣ A♠", "clubs")
    with pytest.raises(ValueError, match="2"):
        table.lookup("A♣", "clubs")


def test_what_is_there_is_not_built_again_and_parts_go_when_all_is_there(folder, monkeypatch):
    assert not parts_folder(folder).exists()
    monkeypatch.setattr(build, "solve_part", None)
    assert build_tables(folder=folder, deck=SMALL) == [table_path(j, folder) for j in JACK_SETS]


def test_a_build_that_was_stopped_goes_on(folder, tmp_path):
    remarks = []

    def stop(done, total, remark):
        remarks.append(remark)
        assert 0 <= done <= total * 1.001
        if "part 3" in remark:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_tables(("chd",), tmp_path, 2, progress=stop, deck=SMALL)
    parts = {path.name: path.stat().st_mtime_ns for path in parts_folder(tmp_path).iterdir()}
    assert len(parts) == 2
    assert not table_path("chd", tmp_path).exists()
    build_tables(("chd",), tmp_path, 2, deck=SMALL)
    for name, written in parts.items():
        assert (parts_folder(tmp_path) / name).stat().st_mtime_ns == written
    content = table_path("chd", folder).read_bytes()
    assert table_path("chd", tmp_path).read_bytes() == content


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data[:-1],
        lambda data: b"",
        lambda data: data.replace(b'"exact clubs": 4', b'"exact clubs": 5', 1),
        lambda data: data[:800_000] + bytes([data[800_000] ^ 1]) + data[800_001:],
        lambda data: b"junk" + data[4:],
    ],
    ids=["cut", "empty", "header", "one bit", "other file"],
)
def test_a_damaged_table_is_noticed_and_named(folder, tmp_path, change):
    path = table_path("ch", tmp_path)
    path.write_bytes(change(table_path("ch", folder).read_bytes()))
    with pytest.raises(ValueError, match=r"^[^\n]+delete the file[^\n]+$") as caught:
        open_table("ch", tmp_path)
    assert str(path) in str(caught.value)


def test_less_memory_leaves_more_hands_with_bounds(tmp_path):
    assert affordable_clubs(8 << 30, SMALL) > affordable_clubs(20_000, SMALL)
    build_tables(("cd",), tmp_path, 2, memory=0, deck=SMALL)
    table = open_table("cd", tmp_path)
    lower, upper = table.lookup("A♣ 2♣", "hearts")
    assert (lower <= upper).all()
    assert (lower < upper).any()
    lower, upper = table.lookup("A♠ 2♠", "hearts")
    assert table.exact_clubs < 0 or (lower == upper).all()


def _build(folder, queue):
    queue.put(str(build_tables(("ch",), folder, 1, deck=SMALL)[0]))


def test_two_processes_may_build_the_same(tmp_path):
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    both = [context.Process(target=_build, args=(tmp_path, queue)) for _ in range(2)]
    for process in both:
        process.start()
    assert {queue.get(timeout=300) for _ in both} == {str(table_path("ch", tmp_path))}
    for process in both:
        process.join()
        assert process.exitcode == 0
    assert open_table("ch", tmp_path).exact_clubs >= 0


def test_a_table_of_another_version_is_named(folder, tmp_path):
    facts, arrays = load_arrays(table_path("ch", folder), KIND, VERSION)
    save_arrays(table_path("ch", tmp_path), KIND, VERSION + 1, facts, arrays)
    with pytest.raises(ValueError, match=f"version {VERSION + 1}, expected"):
        open_table("ch", tmp_path)


def test_a_build_waits_for_another_and_says_so(folder):
    fcntl = pytest.importorskip("fcntl")
    said = []
    with (folder / "emissary-jacks.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)

        def note(done, total, remark):
            said.append(remark)
            fcntl.flock(file, fcntl.LOCK_UN)

        build_tables(folder=folder, progress=note, deck=SMALL)
    assert said == ["another process is building the tables: waiting for it"]
