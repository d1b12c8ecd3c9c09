"""Invalid values in a game's file or in house rules; the error names the key."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules import Code, RuleError, load_game
from scorekeeper.rules.games import game_from, read_game, with_house_rules

LEAST: dict[str, Any] = {
    "name": "Least",
    "summary": "As little as a game can say.",
    "source": [{"title": "These tests"}],
    "deal": {"2": 7},
    "out": {"winner": {"opponents": 1}},
    "blocked": {"rank": ["side total"], "winner": {"opponents": 1}},
}


def refused(definition: object) -> RuleError:
    with pytest.raises(RuleError) as caught:
        game_from("least", definition)  # type: ignore[arg-type]  # files hold what they like
    return caught.value


def house_rule_refused(rules: Any, game: str = "block") -> tuple[Code, str]:
    with pytest.raises(RuleError) as caught:
        with_house_rules(load_game(game), rules)
    return caught.value.code, caught.value.key


def test_a_game_needs_only_what_has_no_usual_value() -> None:
    game = game_from("least", LEAST)
    assert (game.tiles.highest, game.match.goal, game.lead.first) == (6, 100, "highest double")
    assert game.source[0].url == ""


@pytest.mark.parametrize(
    "path", ["name", "summary", "source", "deal", "out", "blocked", "blocked.rank"]
)
def test_a_missing_key_is_named(path: str) -> None:
    definition = deepcopy(LEAST)
    *above, key = path.split(".")
    del (definition[above[0]] if above else definition)[key]
    error = refused(definition)
    assert (error.code, error.key) == (Code.MISSING_KEY, path)


def test_a_missing_key_in_a_list_is_named_by_its_place() -> None:
    error = refused(LEAST | {"source": [{"title": "One"}, {"url": "https://two.example"}]})
    assert (error.code, error.key) == (Code.MISSING_KEY, "source[1].title")


@pytest.mark.parametrize(
    ("rules", "key"),
    [
        ({"golas": 100}, "golas"),
        ({"match": {"gaol": 100}}, "match.gaol"),
        ({"blocked": {"winner": {"opponent": 1}}}, "blocked.winner.opponent"),
        ({"source": [{"title": "One", "page": 7}]}, "source[0].page"),
        ({"id": "mine"}, "id"),
        ({"definition": {}}, "definition"),
        ({"": 1}, ""),
    ],
)
def test_an_unknown_key_is_named(rules: Any, key: str) -> None:
    assert house_rule_refused(rules) == (Code.UNKNOWN_KEY, key)


def test_an_unknown_key_lists_the_known_ones() -> None:
    error = refused(LEAST | {"match": {"gaol": 100}})
    assert error.detail == {
        "known": (
            *("ends", "goal", "test", "at_once", "best", "reset", "one_all_worth", "eliminate"),
            "first_score",
            "goals",
        )
    }


@pytest.mark.parametrize(
    ("rules", "key"),
    [
        ({"name": 7}, "name"),
        ({"deal": 7}, "deal"),
        ({"deal": {"2": "7"}}, "deal.2"),
        ({"deal": {"2": 7.0}}, "deal.2"),
        ({"deal": {"2": True}}, "deal.2"),
        ({"deal": {"2": None}}, "deal.2"),
        ({"deal": {"two": 7}}, "deal.two"),
        ({"deal": {"": 7}}, "deal."),
        ({"deal": {"-2": 7}}, "deal.-2"),
        ({"deal": {"100": 7}}, "deal.100"),
        ({"deal": {"²": 7}}, "deal.²"),
        ({"match": {"goal": "100"}}, "match.goal"),
        ({"match": {"goal": True}}, "match.goal"),
        ({"match": {"goal": float("nan")}}, "match.goal"),
        ({"match": 100}, "match"),
        ({"match": [["goal", 100]]}, "match"),
        ({"blocked": {"winner": 1}}, "blocked.winner"),
        ({"blocked": {"winner": {"own": False}}}, "blocked.winner.own"),
        ({"blocked": {"rank": "side total"}}, "blocked.rank"),
        ({"source": {"title": "One"}}, "source"),
        ({"source": ["One"]}, "source[0]"),
        ({"match": {"eliminate": 1}}, "match.eliminate"),
        ({"tiles": {"removed": {"3": "0-0"}}}, "tiles.removed.3"),
        ({"tiles": {"removed": {"3": ["joker"]}}}, "tiles.removed.3[0]"),
        ({"tiles": {"removed": {"x": ["0-0"]}}}, "tiles.removed.x"),
        ({"weights": {"tile": {"joker": 30}}}, "weights.tile.joker"),
        ({"weights": {"tile": {"0-0": "50"}}}, "weights.tile.0-0"),
        ({"bonus": {"name": "capicúa"}}, "bonus"),
        ({"bonus": [{"name": "premio", "by_round": 100}]}, "bonus[0].by_round"),
        ({"tally": {"steps": ["five"]}}, "tally.steps[0]"),
        ({"plays": {"passing": "yes"}}, "plays.passing"),
    ],
)
def test_a_wrong_type_is_named(rules: Any, key: str) -> None:
    assert house_rule_refused(rules) == (Code.WRONG_TYPE, key)


@pytest.mark.parametrize("definition", [None, [], "a game", 7, True])
def test_a_game_is_a_table(definition: object) -> None:
    assert refused(definition).code is Code.WRONG_TYPE


@pytest.mark.parametrize(
    ("rules", "key"),
    [
        ({"match": {"goal": 0}}, "match.goal"),
        ({"match": {"goal": -5}}, "match.goal"),
        ({"match": {"goal": 10**9}}, "match.goal"),
        ({"match": {"test": "reaches"}}, "match.test"),
        ({"match": {"ends": True}}, "match.ends"),
        ({"deal": {"2": 0}}, "deal.2"),
        ({"deal": {"2": -7}}, "deal.2"),
        ({"out": {"winner": {"flat": 10**6}}}, "out.winner.flat"),
        ({"out": {"winner": {"flat": -(10**6)}}}, "out.winner.flat"),
        ({"tiles": {"highest": 7}}, "tiles.highest"),
        ({"boxes": [{"highest": 7}]}, "boxes[0].highest"),
        ({"table": {"direction": "left"}}, "table.direction"),
        ({"match": {"goals": [0]}}, "match.goals[0]"),
        ({"table": {"sides": "trios"}}, "table.sides"),
        ({"table": {"sides": ["solo"]}}, "table.sides"),
        ({"blocked": {"rank": ["side total", "heaviest tile"]}}, "blocked.rank[1]"),
        ({"blocked": {"tie": "replay"}}, "blocked.tie"),
        ({"lead": {"next": "loser"}}, "lead.next"),
        ({"blocked": {"next_worth": 0}}, "blocked.next_worth"),
        ({"blocked": {"among": "two"}}, "blocked.among"),
        ({"rounding": {"to": 0}}, "rounding.to"),
        ({"rounding": {"mode": "half"}}, "rounding.mode"),
        ({"weights": {"double": "twice"}}, "weights.double"),
        ({"weights": {"holding_a_double": 0}}, "weights.holding_a_double"),
        ({"weights": {"blank_end": -1}}, "weights.blank_end"),
        ({"bonus": [{"name": "capicúa", "times": 11}]}, "bonus[0].times"),
        ({"bonus": [{"name": "capicúa", "to": "loser"}]}, "bonus[0].to"),
        ({"bonus": [{"name": "capicúa", "ending": "drawn"}]}, "bonus[0].ending"),
        ({"match": {"best": "higher"}}, "match.best"),
        ({"match": {"reset": "always"}}, "match.reset"),
        ({"table": {"entry": "cards"}}, "table.entry"),
    ],
)
def test_a_value_out_of_range_is_named(rules: Any, key: str) -> None:
    assert house_rule_refused(rules) == (Code.OUT_OF_RANGE, key)


@pytest.mark.parametrize("highest", [0, 7, 16, -6])
def test_other_boxes_than_those_sold_are_refused(highest: int) -> None:
    with pytest.raises(RuleError) as refused:
        with_house_rules(load_game("block"), {"tiles": {"highest": highest}})
    assert refused.value.code is Code.OUT_OF_RANGE
    assert refused.value.key == "tiles.highest"
    assert refused.value.detail == {"allowed": (6, 9, 12, 15)}


@pytest.mark.parametrize("players", ["0", "1"])
def test_nobody_plays_alone(players: str) -> None:
    assert house_rule_refused({"deal": {players: 7}}) == (Code.OUT_OF_RANGE, f"deal.{players}")


def test_a_number_of_players_is_written_in_one_way() -> None:
    assert house_rule_refused({"deal": {"04": 6}}) == (Code.WRONG_TYPE, "deal.04")


def test_sides_of_a_number_of_players_are_given_for_one_that_exists() -> None:
    sides = {"sides": {"2": "solo", "x": "solo"}}
    error = refused(LEAST | {"table": sides})
    assert (error.code, error.key) == (Code.WRONG_TYPE, "table.sides.x")


def test_a_typing_error_in_a_file_is_found_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "typo.toml"
    path.write_text('name = "Typo"\nsummary = "No quote\n', "utf-8")
    with pytest.raises(RuleError) as caught:
        read_game(path)
    assert caught.value.code is Code.UNREADABLE_GAME
    assert caught.value.detail["file"] == "typo.toml"
    assert "line 2" in str(caught.value.detail["problem"])


def test_a_file_that_is_not_utf_8_is_unreadable(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes('name = "Dominó"'.encode("latin-1"))
    with pytest.raises(RuleError) as caught:
        read_game(path)
    assert caught.value.code is Code.UNREADABLE_GAME


def test_a_file_is_a_game_by_the_name_of_its_stem(tmp_path: Path) -> None:
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
