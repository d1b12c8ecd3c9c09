"""The files of the games, and their tables; docs/games.md and tests/cases say what they hold."""

import json
from copy import deepcopy
from typing import Any

import pytest

from scorekeeper.rules import Code, RuleError, game_ids, load_game
from scorekeeper.rules.games import game_from, read_game, with_house_rules
from scorekeeper.rules.setup import counts_wins
from tests.unit.rules.example import ANA, BEA, CIRO, DANI, pairs, table

every_game = pytest.mark.parametrize("game_id", game_ids())
LEAST: dict[str, Any] = {
    "name": "Least",
    "summary": "As little as a game can say.",
    "source": [{"title": "These tests"}],
    "deal": {"2": 7},
    "out": {"winner": {"opponents": 1}},
    "blocked": {"rank": ["side total"], "winner": {"opponents": 1}},
}


def refused(definition):
    with pytest.raises(RuleError) as caught:
        game_from("least", definition)
    return caught.value


@every_game
def test_every_game_says_what_it_is_and_where_it_comes_from(game_id):
    game = load_game(game_id)
    assert game.id == game_id
    assert game.name
    assert game.summary.endswith(".")
    assert all(source.title and source.section for source in game.source)


@every_game
def test_every_game_can_be_set_up_for_the_players_it_names(game_id):
    for players, dealt in load_game(game_id).deal.items():
        setup = table(game_id, players)
        assert setup.dealt == dealt
        assert sorted(seat for side in setup.sides for seat in side) == [*range(players)]


@every_game
def test_a_stored_definition_is_the_same_game_again(game_id):
    game = load_game(game_id)
    assert game_from(game_id, json.loads(json.dumps(game.definition))) == game


def test_a_stored_definition_keeps_the_house_rules():
    game = with_house_rules(load_game("block"), {"blocked": {"winner": {"own": 0}}})
    again = game_from("block", json.loads(json.dumps(game.definition)))
    assert again == game != load_game("block")
    assert again.blocked.winner.own == 0


@pytest.mark.parametrize("game_id", ["mexican-train", "chicken-foot"])
def test_every_box_of_a_game_has_tiles_for_ten(game_id):
    game = load_game(game_id)
    for box in game.boxes:
        assert with_house_rules(game, {"tiles": {"highest": box.highest}}).deal[10] >= 1


def test_house_rules_from_before_a_game_took_ten_still_fit_it():
    small = {"tiles": {"highest": 9}, "deal": {"2": 12, "3": 11, "4": 10, "5": 9}}
    assert with_house_rules(load_game("mexican-train"), small).deal[5] == 9


@pytest.mark.parametrize("game_id", ["", "blok", "../block", "block.toml", "BLOCK"])
def test_a_game_that_does_not_exist_is_refused(game_id):
    with pytest.raises(RuleError) as refused:
        load_game(game_id)
    assert refused.value.code is Code.UNKNOWN_GAME
    assert refused.value.detail == {"game": game_id, "known": game_ids()}


def test_house_rules_change_their_keys_and_leave_the_others():
    block = load_game("block")
    changed = with_house_rules(block, {"match": {"test": "exceed"}, "deal": {"2": 6}})
    assert (changed.id, changed.match.test, changed.match.goal) == ("block", "exceed", 100)
    assert dict(changed.deal) == {2: 6, 3: 5, 4: 5}
    assert changed.blocked == block.blocked
    assert with_house_rules(block, {}) is block
    assert table(players=5, deal={"5": 5}).dealt == 5
    larger = table(tiles={"highest": 9})
    assert (len(larger.box), larger.game.deal) == (55, block.deal)
    # Sides that are given by the number of players are replaced as a whole.
    assert not table("hoyle", 4, table={"sides": "solo"}).partners


def test_a_game_needs_only_what_has_no_usual_value():
    game = game_from("least", LEAST)
    assert (game.tiles.highest, game.match.goal, game.lead.first) == (6, 100, "highest double")
    assert game.source[0].url == ""


def test_a_game_for_no_number_of_players_contradicts_itself():
    error = refused(LEAST | {"deal": {}})
    assert (error.code, error.key) == (Code.CONTRADICTION, "deal")


@pytest.mark.parametrize(
    "path", ["name", "summary", "source", "deal", "out", "blocked", "blocked.rank"]
)
def test_a_missing_key_is_named(path):
    definition = deepcopy(LEAST)
    *above, key = path.split(".")
    del (definition[above[0]] if above else definition)[key]
    error = refused(definition)
    assert (error.code, error.key) == (Code.MISSING_KEY, path)


@pytest.mark.parametrize("definition", [None, [], "a game", 7, True])
def test_a_game_is_a_table(definition):
    assert refused(definition).code is Code.WRONG_TYPE


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b'name = "Typo"\nsummary = "No quote\n', "line 2"),
        ('name = "Dominó"'.encode("latin-1"), ""),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_its_line(tmp_path, content, problem):
    path = tmp_path / "typo.toml"
    path.write_bytes(content)
    with pytest.raises(RuleError) as caught:
        read_game(path)
    assert (caught.value.code, caught.value.detail["file"]) == (Code.UNREADABLE_GAME, "typo.toml")
    assert problem in str(caught.value.detail["problem"])


def test_a_file_is_a_game_by_the_name_of_its_stem(tmp_path):
    path = tmp_path / "at-home.toml"
    path.write_text(
        """
        name = "At home"
        summary = "As we play."
        source = [{ title = "Grandmother" }]
        deal = { 2 = 7, 4 = 7 }
        table.sides = { 2 = "solo", 4 = "either" }
        out.winner = { opponents = 1 }
        blocked = { rank = ["side total"], winner = { opponents = 1 } }
        """,
        "utf-8",
    )
    game = read_game(path)
    assert (game.id, game.sides_for(2), game.sides_for(4)) == ("at-home", "solo", "either")


def test_partners_sit_across():
    setup = pairs()
    assert setup.sides == ((ANA, CIRO), (BEA, DANI))
    assert [setup.side_of(seat) for seat in (ANA, BEA, CIRO, DANI)] == [0, 1, 0, 1]
    alone = table(players=4, partners=False)
    assert [alone.side_of(seat) for seat in range(4)] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("game_id", "players", "partners"),
    [("block", 4, False), ("block", 2, False), ("hoyle", 2, False), ("hoyle", 4, True)],
)
def test_people_play_as_partners_unasked_only_where_the_game_requires_it(
    game_id, players, partners
):
    assert table(game_id, players).partners is partners


@pytest.mark.parametrize(
    ("game_id", "players", "partners", "code", "detail"),
    [
        ("block", 1, None, Code.PLAYERS_NOT_ALLOWED, (2, 3, 4)),
        ("block", 5, False, Code.PLAYERS_NOT_ALLOWED, (2, 3, 4)),
        ("hoyle", 3, True, Code.PLAYERS_NOT_ALLOWED, (2, 4)),
        ("hoyle", 3, None, Code.PLAYERS_NOT_ALLOWED, (2, 4)),
        ("mexican-partners", 2, False, Code.PLAYERS_NOT_ALLOWED, (4,)),
        ("eight-minus-players", 0, None, Code.PLAYERS_NOT_ALLOWED, (2, 3, 4)),
        ("block", 3, True, Code.PARTNERS_NOT_ALLOWED, 3),
        ("eight-minus-players", 4, True, Code.PARTNERS_NOT_ALLOWED, 4),
        ("hoyle", 4, False, Code.PARTNERS_REQUIRED, 4),
    ],
)
def test_a_table_that_the_game_is_not_for_is_refused(game_id, players, partners, code, detail):
    with pytest.raises(RuleError) as refused:
        table(game_id, players, partners=partners)
    assert refused.value.code is code
    assert detail in refused.value.detail.values()


def test_a_hand_holds_what_was_dealt_or_where_players_draw_what_the_others_were_not_dealt():
    assert [table(players=players).most_in_hand for players in (2, 4)] == [7, 5]
    assert table(players=3, table={"boneyard": "drawn"}).most_in_hand == 28 - 2 * 5


def test_every_tile_is_dealt_when_the_hands_fill_the_box():
    assert pairs("mexican-partners").every_tile_dealt
    assert table(deal={"2": 14}).every_tile_dealt
    assert not table().every_tile_dealt


def test_a_match_to_a_few_rounds_that_all_pay_one_counts_wins():
    games = ("brazil-to-six", "martinique", "block")
    assert [counts_wins(load_game(game)) for game in games] == [True, True, False]
