"""Another box of tiles brings its own deal and goal, where the game says so."""

from scorekeeper.rules import load_game
from scorekeeper.rules.game_files import box_changes


def test_another_box_brings_its_deal_and_goal_and_an_unknown_one_nothing():
    block, train = load_game("block"), load_game("mexican-train")
    deal = {"2": 7, "3": 7, "4": 7, "5": 7}
    assert box_changes(block, 9) == {"deal": deal, "match": {"goal": 100}}
    assert box_changes(train, 9)["match"] == {"goal": 10}
    assert box_changes(block, 6) == box_changes(block, "9") == {}
