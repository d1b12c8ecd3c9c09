"""The use cases of house rules: keep them under a name, offer them, forget them.

Every change is one transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select

from scorekeeper.rules import Game, RuleError, load_game
from scorekeeper.scorebook import models
from scorekeeper.scorebook.db import db, writing


class NameTaken(Exception):
    """Other rules are kept under this name; upper and lower case are the same."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A game with house rules, under a name.

    `game` is None where the program no longer has such a game, or not with such rules.
    """

    id: int
    name: str
    game_id: str
    game: Game | None


def save_rule_set(name: str, game: Game) -> int:
    """Keep what is changed in a game and return its id; the same again gives the same set.

    Raise NameTaken.
    """
    changes = difference(load_game(game.id).definition, game.definition)
    kept = models.RuleSetRow(name=name, name_key=name.casefold(), game_id=game.id, changes=changes)
    with writing() as session:
        known = session.scalar(select(models.RuleSetRow).filter_by(name_key=kept.name_key))
        if known is not None:
            if (known.game_id, known.changes) != (kept.game_id, kept.changes):
                raise NameTaken(name)
            return known.id
        session.add(kept)
        session.flush()
        return kept.id


def delete_rule_set(set_id: int) -> None:
    """Forget a set, if it is there; matches played by it keep their rules."""
    with writing() as session:
        session.execute(delete(models.RuleSetRow).filter_by(id=set_id))


def rule_sets() -> tuple[RuleSet, ...]:
    """List what is kept, by name."""
    rows = db.session.scalars(select(models.RuleSetRow).order_by(models.RuleSetRow.name_key))
    return tuple(RuleSet(row.id, row.name, row.game_id, _game_of(row)) for row in rows)


def difference(base: Mapping[str, Any], changed: Mapping[str, Any]) -> dict[str, Any]:
    """Find the keys of a table that are not as in another, such that merging gives it again.

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
        return load_game(row.game_id).with_house_rules(row.changes)
    except RuleError:
        return None
