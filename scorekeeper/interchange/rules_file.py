"""House rules as JSON, to share: their name, the id of a game, and its changed keys."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.interchange.match_file import check_numbers, rules_of, values_in
from scorekeeper.interchange.named_json import table_from
from scorekeeper.rules.game_files import load_game, with_house_rules
from scorekeeper.rules.game_setup import NO_RULES, Game
from scorekeeper.scorebook.database.column_limits import LONGEST_NAME, LONGEST_NOTE
from scorekeeper.scorebook.people.similar_names import clean_name
from scorekeeper.scorebook.round_json import InvalidJson

# Bytes: more than any house rules have.
MOST_BYTES = 20_000


class NamedRules(NamedTuple):
    """A game with house rules, and their name; "" if they have none."""

    name: str
    game: Game


def rules_as_json(game: Game, name: str = "", **layout: Any) -> str:
    """Write house rules, such that `rules_from_json` reads the same rules again."""
    named = {"name": name} if name else {}
    return json.dumps({**named, "game": game.id, **rules_of(game)}, ensure_ascii=False, **layout)


def rules_from_json(text: str) -> NamedRules:
    """Read house rules. Raise InvalidJson or RuleError."""
    try:
        read = json.loads(text) if len(text) <= MOST_BYTES else None
    except (ValueError, RecursionError) as error:
        raise InvalidJson("house rules are JSON") from error
    table = table_from(read, {"name", "game", "house_rules"})
    name, game, changes = (table.get(key) for key in ("name", "game", "house_rules"))
    if not isinstance(name, str | None) or not isinstance(game, str):
        raise InvalidJson("the name of rules is a text, their game the id of one")
    if not isinstance(changes, dict | None):
        raise InvalidJson("house_rules is a table of a game's keys")
    check_numbers(changes)
    check_house_rules(changes)
    agreed = with_house_rules(load_game(game), changes or {})
    return NamedRules((clean_name(name) or "")[:LONGEST_NAME], agreed)


def check_house_rules(rules: object) -> None:
    """Raise InvalidJson if some keys are not rules, or texts are longer than in any rule."""
    if isinstance(rules, Mapping):
        for key in sorted(NO_RULES & rules.keys()):
            raise InvalidJson(f"{key} is no house rule")
    if any(isinstance(each, str) and len(each) > LONGEST_NOTE for each in values_in(rules)):
        raise InvalidJson(f"a text in house_rules has at most {LONGEST_NOTE} letters")
