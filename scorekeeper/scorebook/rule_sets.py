"""Save house rules under a name, list them, delete them. Every change is one transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Text, cast, delete, func, select

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game_files import load_game, with_house_rules
from scorekeeper.rules.game_setup import NO_RULES, Game
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.database.wiping import wipe_once_saved

# Rules that each match may set for itself, by section.
_OF_A_MATCH = {"match": {"goal", "minutes"}, "tiles": {"lost"}}


class NameTaken(Exception):
    """Other rules are saved under this name; upper and lower case are the same."""


class RuleSet(NamedTuple):
    """A game with house rules, under a name.

    `game` is None if the program no longer has the game, or no longer such rules.
    """

    id: int
    name: str
    game_id: str
    game: Game | None


def save_rule_set(name: str, game: Game) -> int:
    """Save the changed rules of a game and return the id of the set. Raise NameTaken.

    The same rules under the same name again return the set there is.
    """
    changes = difference(load_game(game.id).definition, game.definition)
    row = models.RuleSetRow(name=name, name_key=name.casefold(), game_id=game.id, changes=changes)
    with writing() as session:
        same_name = session.scalar(select(models.RuleSetRow).filter_by(name_key=row.name_key))
        if same_name is not None:
            if (same_name.game_id, same_name.changes) != (row.game_id, row.changes):
                raise NameTaken(name)
            return same_name.id
        session.add(row)
        session.flush()
        return row.id


def delete_rule_set(set_id: int) -> None:
    """Delete a set, if it is there; matches opened with it keep their rules."""
    with writing() as session:
        row = models.RuleSetRow
        if session.scalar(delete(row).filter_by(id=set_id).returning(row.id)):
            wipe_once_saved(session)


def rule_sets() -> tuple[RuleSet, ...]:
    """List the saved sets by name."""
    rows = db.session.scalars(select(models.RuleSetRow).order_by(models.RuleSetRow.name_key))
    return tuple(RuleSet(row.id, row.name, row.game_id, _game_of(row)) for row in rows)


def times_played(sets: Sequence[RuleSet]) -> dict[int, int]:
    """Return in how many matches each set was played, by their ids; those in the bin left out."""
    row, rules = models.MatchRow, cast(models.MatchRow.rules, Text)
    listed = select(row.game_id, rules, func.count()).where(
        row.game_id.in_({each.game_id for each in sets}), row.binned_at.is_(None)
    )
    played = [
        (game_id, json.loads(text), number)
        for game_id, text, number in db.session.execute(listed.group_by(row.game_id, rules))
    ]
    return {
        each.id: sum(
            number
            for game_id, rules, number in played
            if each.game and game_id == each.game_id and _is_by(rules, each.game)
        )
        for each in sets
    }


def _is_by(rules: Mapping[str, Any], game: Game) -> bool:
    """Return whether a match has the rules of a game; some, like its goal, may differ."""
    own = difference(load_game(game.id).definition, game.definition)
    both = (difference(game.definition, rules), difference(rules, game.definition))
    return all(
        section in _OF_A_MATCH and {*keys} <= _OF_A_MATCH[section] - {*own.get(section, ())}
        for differs in both
        for section, keys in differs.items()
        if section not in NO_RULES
    )


def difference(base: Mapping[str, Any], changed: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a table that differ from `base`; merging them into `base` gives it again.

    >>> difference({"deal": {"2": 7}, "out": {}}, {"deal": {"2": 7, "3": 5}, "out": {}})
    {'deal': {'3': 5}}
    """
    found = {}
    for key, value in changed.items():
        below = base.get(key)
        if isinstance(value, Mapping) and isinstance(below, Mapping):
            value = difference(below, value)
            if value:
                found[key] = value
        elif value != below:
            found[key] = value
    return found


def _game_of(row: models.RuleSetRow) -> Game | None:
    try:
        return with_house_rules(load_game(row.game_id), row.changes)
    except RuleError:
        return None
