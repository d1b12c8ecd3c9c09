"""Another box of tiles brings its own deal and goal; and what of a box is not dealt."""

import pytest

from scorekeeper.rules import Setup, load_game
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.game_files import box_changes, with_box_for, with_house_rules
from scorekeeper.rules.round_entry import parse_lost_tiles


def test_another_box_brings_its_deal_and_goal_and_an_unknown_one_nothing():
    block, train = load_game("block"), load_game("mexican-train")
    deal = {"2": 7, "3": 7, "4": 7, "5": 7}
    assert box_changes(block, 9) == {"deal": deal, "match": {"goal": 100}}
    assert box_changes(train, 9)["match"] == {"goal": 10}
    assert box_changes(block, 6) == box_changes(block, "9") == {}


def test_more_players_than_a_box_has_tiles_for_take_the_next_larger_one():
    block = load_game("block")
    boxes = {players: with_box_for(block, players).tiles.highest for players in (2, 4, 5, 6)}
    assert boxes == {2: 6, 4: 6, 5: 9, 6: 6}


def test_the_sleeping_tiles_are_asked_for_where_some_sleep_and_a_strict_referee_is_wanted():
    strict = {"table": {"strict": True}}
    for game, players, with_partners, changes, asked in (
        ("block", 2, False, strict, True),
        ("block", 2, False, {}, False),
        ("mexican-partners", 4, True, strict, False),
    ):
        setup = Setup(with_house_rules(load_game(game), changes), players, with_partners)
        assert setup.asks_for_boneyard is asked, game


def test_a_lost_tile_is_named_once():
    assert [str(tile) for tile in parse_lost_tiles("3-5, 66")] == ["3-5", "6-6"]
    with pytest.raises(RuleError) as refused:
        parse_lost_tiles("3-5 6-6 53")
    assert refused.value.code is Code.CONTRADICTION
