"""The files of the games, and their tables; docs/games.md and tests/cases say what they hold."""

import json
from copy import deepcopy
from typing import Any

import pytest

from scorekeeper.rules import Code, RuleError, game_ids, load_game
from scorekeeper.rules.games import game_from, read_game, with_house_rules
from tests.unit.rules.example import table

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


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_says_what_it_is_is_set_up_and_is_the_same_once_stored(game_id):
    game = load_game(game_id)
    assert game.id == game_id
    assert game.name
    assert game.summary.endswith(".")
    assert all(source.title and source.section for source in game.source)
    for players, dealt in game.deal.items():
        setup = table(game_id, players)
        assert setup.dealt == dealt
        assert sorted(seat for side in setup.sides for seat in side) == [*range(players)]
    for each in (game, with_house_rules(game, {"match": {"minutes": 30}})):
        assert game_from(game_id, json.loads(json.dumps(each.definition))) == each
    # Every box of a game for ten has tiles for them.
    for box in game.boxes if 10 in game.deal else ():
        assert with_house_rules(game, {"tiles": {"highest": box.highest}}).deal[10] >= 1


def test_a_game_that_does_not_exist_is_refused():
    for game_id in ("", "blok", "../block", "block.toml", "BLOCK"):
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
    larger = table(tiles={"highest": 9})
    assert (len(larger.box), larger.game.deal) == (55, block.deal)
    # Sides that are given by the number of players are replaced as a whole.
    assert not table("hoyle", 4, table={"sides": "solo"}).partners


def test_a_game_needs_only_what_has_no_usual_value():
    game = game_from("least", LEAST)
    assert (game.tiles.highest, game.match.goal, game.lead.first) == (6, 100, "highest double")
    assert game.source[0].url == ""


def test_a_missing_key_is_named():
    for path in ("name", "summary", "source", "deal", "out", "blocked", "blocked.rank"):
        definition = deepcopy(LEAST)
        *above, key = path.split(".")
        del (definition[above[0]] if above else definition)[key]
        error = refused(definition)
        assert (error.code, error.key) == (Code.MISSING_KEY, path)


def test_a_game_is_a_table_and_is_for_somebody():
    for definition in (None, [], "a game", 7, True):
        assert refused(definition).code is Code.WRONG_TYPE
    error = refused(LEAST | {"deal": {}})
    assert (error.code, error.key) == (Code.CONTRADICTION, "deal")


def test_a_file_that_cannot_be_read_is_named_with_its_line(tmp_path):
    path = tmp_path / "typo.toml"
    for content, problem in (
        (b'name = "Typo"\nsummary = "No quote\n', "line 2"),
        ('name = "Dominó"'.encode("latin-1"), ""),
    ):
        path.write_bytes(content)
        with pytest.raises(RuleError) as caught:
            read_game(path)
        assert caught.value.code is Code.UNREADABLE_GAME
        assert caught.value.detail["file"] == "typo.toml"
        assert problem in str(caught.value.detail["problem"])
