"""The village as it is drawn, actions as they read, and a game as a story."""

import json

import pyspiel
from village import choices, play, scoundrels, village

from intrigue.games.definition import PUBLIC

VILLAGE = """
GW V  EW
GE EE V
V  EW GW
"""


def test_the_village_is_drawn_as_the_viewer_knows_it():
    state = village(VILLAGE)
    play(
        state, "look B1; claim Good Witch; challenge; look A2; stay silent; look C1; claim Villager"
    )
    assert state.view(0) == "\n".join(
        [
            "turn 3 of 120, of player 0: player 1 may challenge",
            "   A             B             C",
            "1  ?             [Villager]    >Evil Witch",
            "2  ?             ?             ?",
            "3  ?             ?             ?",
            "player 0: Suspected, player 1: no mark",
            "player 0 claims that C1 is Villager",
            "player 0 said: B1 Good Witch, C1 Villager",
            "player 1 said: A2 nothing",
        ]
    )
    assert "2  Good Elder    ?" in state.view(1)
    assert ">?" in state.view(1)
    assert "2  ?             ?" in state.view(PUBLIC)
    assert "1  Good Witch    [Villager]    >Evil Witch" in str(state)


def test_few_possibilities_are_shown_in_short():
    state = village("GE V\nEE V\nEW")
    play(state, "look B1; stay silent; look A1; stay silent; look B2; stay silent")
    assert "1  GE/EW/EE      Villager" in state.view(0)


def test_what_an_elder_has_found_is_listed():
    state = play(village(VILLAGE), "look A1; claim Good Elder; pass; turn up C1")
    assert (
        state.view(1)
        .splitlines()[0]
        .endswith("player 0 identifies the opposing townsfolk (Good Elder)")
    )
    assert "found: C1" in state.view(1)


def test_actions_read_as_in_the_rules():
    state = village("GE Va\nEE V\nEW")
    assert choices(state)[0] == "look A1"
    play(state, "look B1")
    assert choices(state)[:2] == ["stay silent", "claim Good Elder"]
    play(state, "claim Evil Witch")
    assert choices(state) == ["pass", "challenge"]
    play(state, "pass")
    assert choices(state)[:2] == ["swap A1 A2 (keep)", "swap A1 A2 (exchange)"]


def test_a_transcript_reads_as_a_story_and_tells_each_player_what_they_saw():
    state = village("GE EE\nV V\nEW", max_turns=3)
    play(state, "look B1; claim Evil Witch; pass; swap A1 A3 (exchange)")
    play(state, "look A1; claim Evil Witch; challenge; swap A2 B2 (keep)")
    play(state, "look A3; claim Good Elder; pass; turn up B1")
    deal = 5
    assert state.transcript()[deal:] == [
        "player 0 looks at B1",
        "the card at B1 is Evil Elder",
        "player 0 claims that B1 is Evil Witch",
        "player 1 does not challenge",
        "player 0 takes up A1 and A3 and puts them back face down",
        "the cards at A1 and A3 changed places",
        "player 1 looks at A1",
        "the card at A1 is Evil Witch",
        "player 1 claims that A1 is Evil Witch",
        "player 0 challenges",
        "A1 is turned face up: Evil Witch",
        "player 0 is Suspected",
        "player 1 takes up A2 and B2 and puts them back face down",
        "the cards at A2 and B2 stayed where they were",
        "player 0 looks at A3",
        "the card at A3 is Good Elder",
        "player 0 claims that A3 is Good Elder",
        "player 1 does not challenge",
        "player 0 as Good Elder points at B1",
        "B1 is turned face up: Evil Elder",
        "player 0 wins",
    ]
    told = state.transcript(1)
    assert "the cards at A1 and A3 changed places" not in told
    assert "the cards at A2 and B2 stayed where they were" in told


def test_private_text_is_what_others_do_not_know():
    state = play(village(VILLAGE), "look B1; claim Good Witch; challenge; look A2; stay silent")
    private = state.definition.private_text
    assert private(state.record[0], 0) == ""
    lines = private(state.record[0], 1).splitlines()
    assert lines[:2] == ["A1: GW, EW, EE or V", "A2: Good Elder"]
    assert "B1" not in lines[3]


def test_description_is_the_view_as_plain_data():
    state = scoundrels("GW V  L\nGE EE EW\nGW EW", ["V+C", "L+P"])
    play(state, "look C1; claim Villager")
    own = state.definition.describe(state.record[0], 0)
    assert json.loads(json.dumps(own)) == own
    assert own["village"]["C1"] == {"face_up": False, "possible": ["Liar"]}
    assert own["claim"] == "Villager"
    assert own["finger"] == "C1"
    assert own["hands"] == {"0": "player 0 gave Villager and kept Cat"}
    assert len(state.definition.describe(state.record[0], 1)["village"]["C1"]["possible"]) == 8
    assert state.definition.describe(state.record[0], -1)["village"]["A2"]["possible"] == [
        "Good Elder"
    ]


def test_actions_have_names_on_the_game_where_no_state_changes_them():
    game = pyspiel.load_game("python_cunning_folk(bonus=vagrant+liar)")
    names = [game.action_to_string(0, action) for action in range(game.num_distinct_actions())]
    assert names[:10] == [*(f"look {c}{r}" for c in "ABC" for r in "123"), "stay silent"]
    assert names[10] == "claim Good Witch"
    assert "swap A1 A2 (exchange)" in names
    assert "turn up A2" in names
    unnamed = [name for name in names if name.startswith("Action(")]
    assert len(unnamed) == 9  # a trade names the place looked at as well
    assert pyspiel.load_game("python_cunning_folk").action_to_string(0, 90) == "turn up A2"
    scoundrels_game = pyspiel.load_game("python_cunning_folk(scoundrels=true)")
    last = scoundrels_game.num_distinct_actions() - 1
    assert scoundrels_game.action_to_string(1, last) == "give Vagrant"
