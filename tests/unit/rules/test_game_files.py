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


def test_a_game_needs_only_what_has_no_usual_value() -> None:
    game = game_from("least", LEAST)
    assert (game.tiles.highest, game.match.goal, game.lead.first) == (6, 100, "highest double")
    assert game.source[0].url == ""


def test_a_game_for_no_number_of_players_contradicts_itself() -> None:
    error = refused(LEAST | {"deal": {}})
    assert (error.code, error.key) == (Code.CONTRADICTION, "deal")


@pytest.mark.parametrize(
    "path", ["name", "summary", "source", "deal", "out", "blocked", "blocked.rank"]
)
def test_a_missing_key_is_named(path: str) -> None:
    definition = deepcopy(LEAST)
    *above, key = path.split(".")
    del (definition[above[0]] if above else definition)[key]
    error = refused(definition)
    assert (error.code, error.key) == (Code.MISSING_KEY, path)


def test_an_unknown_key_lists_the_known_ones() -> None:
    error = refused(LEAST | {"match": {"gaol": 100}})
    assert error.detail == {
        "known": (
            *("ends", "goal", "test", "at_once", "best", "reset", "one_all_worth", "eliminate"),
            "first_score",
            "goals",
        )
    }


@pytest.mark.parametrize("definition", [None, [], "a game", 7, True])
def test_a_game_is_a_table(definition: object) -> None:
    assert refused(definition).code is Code.WRONG_TYPE


@pytest.mark.parametrize("highest", [0, 7, 16, -6])
def test_other_boxes_than_those_sold_are_refused(highest: int) -> None:
    with pytest.raises(RuleError) as refused:
        with_house_rules(load_game("block"), {"tiles": {"highest": highest}})
    assert refused.value.code is Code.OUT_OF_RANGE
    assert refused.value.key == "tiles.highest"
    assert refused.value.detail == {"allowed": (6, 9, 12, 15)}


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
