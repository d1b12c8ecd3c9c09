"""The games that come with the program."""

import json

import pytest

from scorekeeper.rules import Code, RuleError, game_ids, load_game
from scorekeeper.rules.games import game_from, with_house_rules
from scorekeeper.rules.options import Boneyard, Leader, Rank, Sides
from tests.unit.rules.example import table

GAMES = ("block", "eight-minus-players", "hoyle", "mexican-partners")


def test_the_games_are_listed_with_block_first() -> None:
    assert set(game_ids()) >= set(GAMES)
    assert game_ids()[0] == "block"


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_says_what_it_is_and_where_it_comes_from(game_id: str) -> None:
    game = load_game(game_id)
    assert game.id == game_id
    assert game.name
    assert game.summary.endswith(".")
    assert all(source.title and source.section for source in game.source)


@pytest.mark.parametrize("game_id", game_ids())
def test_a_stored_definition_is_the_same_game_again(game_id: str) -> None:
    game = load_game(game_id)
    assert game_from(game_id, json.loads(json.dumps(game.definition))) == game


def test_a_stored_definition_keeps_the_house_rules() -> None:
    game = with_house_rules(load_game("block"), {"blocked": {"winner": {"own": 0}}})
    again = game_from("block", json.loads(json.dumps(game.definition)))
    assert again == game != load_game("block")
    assert again.blocked.winner.own == 0


@pytest.mark.parametrize(
    ("game_id", "deal"),
    [
        ("block", {2: 7, 3: 5, 4: 5}),
        ("hoyle", {2: 7, 4: 6}),
        ("eight-minus-players", {2: 6, 3: 5, 4: 4}),
        ("mexican-partners", {4: 7}),
        ("mexican-train", {2: 15, 3: 15, 4: 15, 5: 12, 6: 12, 7: 10, 8: 10, 9: 8, 10: 8}),
        ("chicken-foot", {2: 9, 3: 7, 4: 7, 5: 7, 6: 7, 7: 6, 8: 5, 9: 5, 10: 4}),
    ],
)
def test_every_game_deals_what_its_source_says(game_id: str, deal: dict[int, int]) -> None:
    assert dict(load_game(game_id).deal) == deal


@pytest.mark.parametrize("game_id", ["mexican-train", "chicken-foot"])
def test_every_box_of_a_game_has_tiles_for_ten(game_id: str) -> None:
    game = load_game(game_id)
    for box in game.boxes:
        assert with_house_rules(game, {"tiles": {"highest": box.highest}}).deal[10] >= 1


def test_house_rules_from_before_a_game_took_ten_still_fit_it() -> None:
    small = {"tiles": {"highest": 9}, "deal": {"2": 12, "3": 11, "4": 10, "5": 9}}
    assert with_house_rules(load_game("mexican-train"), small).deal[5] == 9


def test_another_box_changes_no_deal_that_fits_it() -> None:
    block = load_game("block")
    assert with_house_rules(block, {"tiles": {"highest": 9}}).deal == block.deal


def test_only_mexican_partners_deals_every_tile() -> None:
    assert [game_id for game_id in GAMES if load_game(game_id).table.boneyard is Boneyard.NONE] == [
        "mexican-partners"
    ]


@pytest.mark.parametrize(
    ("game_id", "sides"),
    [
        ("block", {2: Sides.SOLO, 3: Sides.SOLO, 4: Sides.EITHER}),
        ("hoyle", {2: Sides.SOLO, 4: Sides.PAIRS}),
        ("eight-minus-players", {2: Sides.SOLO, 3: Sides.SOLO, 4: Sides.SOLO}),
        ("mexican-partners", {4: Sides.PAIRS}),
    ],
)
def test_only_four_can_be_partners(game_id: str, sides: dict[int, Sides]) -> None:
    game = load_game(game_id)
    assert {players: game.sides_for(players) for players in game.deal} == sides


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_is_a_race_that_ends_where_100_is_reached(game_id: str) -> None:
    match = load_game(game_id).match
    assert (match.ends, match.goal, match.test) == ("race", 100, "reach")


def test_only_block_settles_a_tie() -> None:
    ranks = {game_id: load_game(game_id).blocked.rank for game_id in GAMES}
    assert ranks.pop("block") == (Rank.SIDE_TOTAL, Rank.LIGHTEST_TILE)
    assert set(ranks.values()) == {(Rank.SIDE_TOTAL,)}


def test_the_highest_double_leads_everywhere_and_in_hoyle_the_lead_then_alternates() -> None:
    leads = {game_id: load_game(game_id).lead for game_id in GAMES}
    assert {lead.first for lead in leads.values()} == {Leader.HIGHEST_DOUBLE}
    assert [game_id for game_id in GAMES if leads[game_id].next is Leader.ALTERNATE] == ["hoyle"]


@pytest.mark.parametrize("game_id", ["", "blok", "../block", "block.toml", "BLOCK"])
def test_a_game_that_does_not_exist_is_refused(game_id: str) -> None:
    with pytest.raises(RuleError) as refused:
        load_game(game_id)
    assert refused.value.code is Code.UNKNOWN_GAME
    assert refused.value.detail == {"game": game_id, "known": game_ids()}


def test_house_rules_change_their_keys_and_leave_the_others() -> None:
    block = load_game("block")
    changed = with_house_rules(block, {"match": {"test": "exceed"}, "deal": {"2": 6}})
    assert changed.match.test == "exceed"
    assert changed.match.goal == 100
    assert dict(changed.deal) == {2: 6, 3: 5, 4: 5}
    assert changed.blocked == block.blocked
    assert changed.id == "block"


def test_no_house_rules_are_the_game_itself() -> None:
    assert with_house_rules(load_game("block"), {}) is load_game("block")


def test_house_rules_may_add_a_number_of_players() -> None:
    assert table(players=5, deal={"5": 5}).dealt == 5


def test_house_rules_may_take_a_bigger_box() -> None:
    assert len(table(tiles={"highest": 9}).box) == 55


def test_house_rules_replace_sides_given_by_number_of_players() -> None:
    assert not table("hoyle", 4, table={"sides": "solo"}).partners
