"""Bounds of what is sent that no schema can say: more than any match or round has is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.scorebook.database.limits import LONGEST_NOTE
from scorekeeper.scorebook.round_json import InvalidJson

MOST_TILES, MOST_SCORES, MOST_CORRECTIONS = 200, 200, 20
# What a game is called and where its rules are from is no rule.
NO_RULES = {"name", "summary", "source"}


def check_round(sent: Mapping[str, Any]) -> None:
    """Raise InvalidJson where a round has far more tiles, scores or corrections than there are."""
    corrections = sent.get("corrections")
    if _longest(sent.get("hands")) > MOST_TILES:
        raise InvalidJson(f"a hand has at most {MOST_TILES} tiles")
    if _longest(sent.get("tally")) > MOST_SCORES:
        raise InvalidJson(f"a player has at most {MOST_SCORES} scores in play")
    if isinstance(corrections, Mapping | list) and len(corrections) > MOST_CORRECTIONS:
        raise InvalidJson(f"a round has at most {MOST_CORRECTIONS} corrections")


def _longest(by_name: object) -> int:
    """Return how many items the longest list of a table has."""
    values = by_name.values() if isinstance(by_name, Mapping) else ()
    return max((len(each) for each in values if isinstance(each, list)), default=0)


def check_house_rules(rules: object) -> None:
    """Raise InvalidJson where house rules are no rules, or have longer texts than any rule has."""
    if isinstance(rules, Mapping):
        for key in sorted(NO_RULES & rules.keys()):
            raise InvalidJson(f"{key} is no house rule")
    _check_texts(rules)


def _check_texts(value: object) -> None:
    if isinstance(value, str) and len(value) > LONGEST_NOTE:
        raise InvalidJson(f"a text in house_rules has at most {LONGEST_NOTE} letters")
    if isinstance(value, Mapping | list):
        for each in (*value, *value.values()) if isinstance(value, Mapping) else value:
            _check_texts(each)
