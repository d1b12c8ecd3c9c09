"""Every key of a game is set in the editor of house rules, and scored as by the API."""

import json
from dataclasses import fields
from enum import StrEnum
from random import Random
from typing import Any

import pytest

from scorekeeper.pages.new_match.rule_fields import NOT_ASKED, has_effect, keys_of
from scorekeeper.pages.shared.rules_editor_texts import OF_A_BONUS, RULE_TEXTS
from scorekeeper.rules import RuleError, Setup, game_ids, load_game, score_round
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.rules.game_keys import Bonus, Rank, Sides
from scorekeeper.rules.tiles_and_hands import Tile
from scorekeeper.scorebook.matches import find_match
from tests.support.house_rules import PLAY
from tests.unit.rules.deals import left
from tests.web.visitor import FOUR, seated

# Values to try for a key, by its type; of a key that needs others with it, in a game that has them.
OF_KEYS: dict[str, list[Any]] = {
    "deal": [{"2": 6}, {"3": 6}, {"4": 6}],
    "tiles.highest": [9],
    "tiles.removed": [{"3": ["0-0"]}],
    "table.sides": ["solo", "pairs"],
    "weights.tile": [{"0-0": 50}],
    "out.winner.flat": [25],
    "blocked.winner.flat": [100],
    "match.goal": [61],
}


def values_for(key):
    if key.path in OF_KEYS:
        return OF_KEYS[key.path]
    if key.kind is bool:
        return [True, False]
    if isinstance(key.kind, type) and issubclass(key.kind, StrEnum):
        return [str(value) for value in key.kind]
    if key.kind == tuple[Rank, ...]:
        return [["seat total"], ["side total", "fewest doubles"], []]
    if key.kind == tuple[Tile, ...]:
        return [["3-5"]]
    if key.kind == tuple[int, ...]:
        return [[30, 60], [1, 2]]
    return [2, 3, 0, 1]


def nested(path, value):
    first, _, rest = path.partition(".")
    return {first: nested(rest, value) if rest else value}


def of_game(game, path):
    for part in path.split("."):
        game = getattr(game, part)
    return game


def changed_by(key):
    """Find a game in which a key has an effect, and another value that it may have there."""
    for game in map(load_game, game_ids()):
        for value in values_for(key) if has_effect(key.path, game) else ():
            changes = nested(key.path, value)
            try:
                changed = with_house_rules(game, changes)
            except RuleError:
                continue
            if of_game(changed, key.path) != of_game(game, key.path):
                return game, changes, value
    raise AssertionError(f"no game has {key.path}")


def written(path, value):
    """Return what is filled in for a value: several fields where it is a table or a ranking."""
    name = f"house-{path}".replace(".", "-").replace("_", "-")
    if isinstance(value, dict):
        return {f"{name}-{key}": written("", each)["house-"] for key, each in value.items()}
    if path == "blocked.rank":
        return {name: value[0] if value else "nobody", f"{name}-then": ", ".join(value[1:])}
    if isinstance(value, bool):
        return {name: "yes" if value else "no"}
    return {name: " ".join(map(str, value)) if isinstance(value, list) else str(value)}


def started_with(visitor, game, filled):
    """Start a match by rules filled in on the page; return its setup."""
    four = load_game(game).sides_for(4) is Sides.PAIRS if 4 in load_game(game).deal else False
    seats = max(n for n in load_game(game).deal if n <= 4)
    page = visitor.open(f"/matches/new?game={game}&rules=")
    page = visitor.send(page, filled | PLAY)
    assert page.status == 200, page.problems
    people = seated(*FOUR[:seats]) | ({"partners": "y"} if four else {})
    table = visitor.follow(visitor.send(page, people))
    with visitor.app.app_context():
        return find_match(int(table.address.rpartition("/")[2])).setup


def by_api(visitor, game, changes, setup):
    """Start the same match by the API; return its setup."""
    sent = {"game": game, "seats": FOUR[: setup.players], "partners": setup.partners}
    sent["house_rules"] = changes
    key = f"{hash(json.dumps(sent)) % 2**64:032x}"
    answer = visitor.client.post("/api/v1/matches", json=sent, headers={"Idempotency-Key": key})
    assert answer.status_code == 201, answer.json
    with visitor.app.app_context():
        return find_match(answer.json["match"]["id"]).setup


def scored(setup):
    """Score some hands by a setup; a round that cannot be there is said to be so."""
    random = Random(7)
    found: list[object] = []
    for _time in range(20):
        try:
            found.append(score_round(setup, left(setup, random)).points)
        except RuleError as error:
            found.append(error.code)
    return found


@pytest.mark.parametrize("key", [key for key in keys_of() if key.path != "bonus"], ids=str)
def test_every_key_is_set_in_the_editor_and_scored_as_by_the_api(visitor, key):
    game, changes, value = changed_by(key)
    assert RULE_TEXTS[key.path].sentence
    setup = started_with(visitor, game.id, written(key.path, value))
    same = by_api(visitor, game.id, changes, setup)
    assert (setup.game, scored(setup)) == (same.game, scored(same))
    assert of_game(setup.game, key.path) == of_game(with_house_rules(game, changes), key.path)


IDLE = {
    "name": "x",
    "summary": "x",
    "source": [{"title": "x"}],
    "boxes": [],
    "table.most_players": 9,
    "match.goals": [50],
    "out.winner.own": 1,
}


def test_what_is_not_asked_for_changes_no_score():
    assert {*IDLE} == {*NOT_ASKED}
    for path, value in IDLE.items():
        for game in map(load_game, game_ids()):
            try:
                changed = with_house_rules(game, nested(path, value))
            except RuleError:
                continue
            as_before, now = (Setup.of(each, max(game.deal)) for each in (game, changed))
            assert scored(as_before) == scored(now), (path, game.id)


# What is filled in for each key of a bonus, and what it makes of one.
OF_BONUSES: dict[str, tuple[dict[str, str], dict[str, object]]] = {
    "name": ({}, {}),
    "points": ({"pays": "100"}, {"points": 100}),
    "times": ({"pays": "×2"}, {"times": 2}),
    "by_round": ({"pays": "50 25"}, {"by_round": [50, 25]}),
    "instead_of": ({"instead_of": "capicúa, chuchazo"}, {"instead_of": ["capicúa", "chuchazo"]}),
    "to": ({"to": "claimer"}, {"to": "claimer"}),
    "ending": ({"ending": "blocked"}, {"ending": "blocked"}),
    "same_ends": ({"same_ends": "yes"}, {"same_ends": True}),
    "last_tile": ({"last_tile": "double"}, {"last_tile": "double"}),
    "once_a_match": ({"once_a_match": "yes"}, {"once_a_match": True}),
}


@pytest.mark.parametrize("key", [field.name for field in fields(Bonus)])
def test_every_key_of_a_bonus_is_set_in_the_editor_and_scored_as_by_the_api(visitor, key):
    filled, said = OF_BONUSES[key]
    assert key in {"name", "points", "times", "by_round", *OF_A_BONUS}
    bonus = {"name": "pollona", "points": 30}
    if {"times", "by_round"} & said.keys():
        del bonus["points"]
    filled = {"name": "pollona", "pays": "30", "pays_of_both": "25"} | filled
    both = filled.pop("pays_of_both")
    fields_of = {f"house-bonus-3-{part}": text for part, text in filled.items()}
    fields_of |= {"house-bonus-0-pays": both, "house-bonus-1-pays": both}
    two = [
        {"name": "capicúa", "points": 25, "ending": "went out", "same_ends": True},
        {
            "name": "chuchazo",
            "points": 25,
            "ending": "went out",
            "last_tile": "double blank",
        },
    ]
    setup = started_with(visitor, "block", fields_of)
    same = by_api(visitor, "block", {"bonus": [*two, bonus | said]}, setup)
    assert setup.game == same.game
