"""A scorebook of the version in which logs had names: all of it is there, and goes back too.

`before_0014.json.xz` has its rows as that version wrote them: players who were joined, divided,
forgotten and hidden, who changed seats and names, and took that back. Beside them is what it
showed of each match, and who sat where once the joins were undone, one after the other.
"""

import json
import lzma
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import current_app
from sqlalchemy import JSON, Boolean, DateTime, MetaData, func, insert, select, text

from scorekeeper.maintenance import integrity
from scorekeeper.scorebook import player_changes
from scorekeeper.scorebook.database.db import db, is_postgresql, migrations, upgrade
from scorekeeper.scorebook.database.models import MatchRow
from scorekeeper.scorebook.figures.writing import settle_figures
from scorekeeper.scorebook.history import changes_of
from scorekeeper.scorebook.people.numbers import joins_of
from scorekeeper.scorebook.people.players import list_players
from scorekeeper.scorebook.projection import read_match
from tests.databases import migrate_to, opened
from tests.scorebook.people import id_of, sent

BEFORE = json.loads(lzma.decompress((Path(__file__).parent / "before_0014.json.xz").read_bytes()))
LAST_NUMBER = text("SELECT setval('players_id_seq', (SELECT max(id) FROM players))")


@pytest.fixture
def app(empty_url, tmp_path):
    """Return the scorebook of the version before, brought up to date."""
    with opened(empty_url, tmp_path) as app, app.app_context():
        migrate_to("0013")
        tables = MetaData()
        tables.reflect(db.engine)
        with db.engine.begin() as connection:
            for name, rows in BEFORE["rows"].items():
                columns = tables.tables[name].c
                for row in rows:
                    read = {key: as_read(columns[key], value) for key, value in row.items()}
                    connection.execute(insert(tables.tables[name]).values(read))
            if is_postgresql():
                connection.execute(LAST_NUMBER)
        upgrade(app)
        settle_figures()
        yield app


def as_read(column, value):
    """Return what the database gives for what SQLite has written."""
    if value is None:
        return None
    if isinstance(column.type, JSON):
        return json.loads(value)
    if isinstance(column.type, DateTime):
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    return bool(value) if isinstance(column.type, Boolean) else value


def every_match():
    db.session.rollback()
    for match_id in db.session.scalars(select(MatchRow.id).order_by(MatchRow.id)).all():
        yield read_match(db.session(), match_id)


def shown():
    """Return the names, the colours and the log of each match, as the version before wrote it."""
    found = {
        match.id: {
            "names": match.names,
            "colours": match.seat_colours,
            "log": [
                (each.version, each.change.kind, *map(names_in, each.change[1:]))
                for each in changes_of(match.id)
            ],
        }
        for match in every_match()
    }
    as_text: dict[str, Any] = json.loads(json.dumps(found))
    return as_text


def names_in(table):
    return (table or {}).get("names")


def people():
    found = (*list_players(), *list_players(hidden=True))
    return sorted([each.name, each.colour, each.hidden, each.forgotten] for each in found)


def assert_all_is_there():
    assert shown() == BEFORE["shown"]
    assert people() == BEFORE["people"]
    assert [[join.name for join in joins_of(id_of("Anita"))]] == BEFORE["joins"]
    assert integrity.check().faults == ()
    db.session.rollback()


@pytest.mark.usefixtures("app")
def test_names_joins_and_logs_of_the_version_before_are_all_there_back_and_forth():
    assert_all_is_there()
    tables = MetaData()
    tables.reflect(db.engine)
    names = [name for name, *_others in people()]
    # No name is left in a seat or a log.
    for table in ("seats", "changes"):
        rows = str(db.session.execute(select(tables.tables[table])).all())
        assert not [name for name in names if f"'{name}'" in rows]
    db.session.rollback()
    migrations(current_app).downgrade(revision="0013")
    assert db.session.scalar(select(func.count()).select_from(text("joins"))) == 2
    db.session.rollback()
    upgrade(current_app._get_current_object())  # type: ignore[attr-defined] # Flask's own
    settle_figures()
    assert_all_is_there()
    for join, seats in zip(reversed(joins_of(id_of("Anita"))), BEFORE["undone"], strict=True):
        player_changes.undo_join(join.id, sent(f"undo {join.id}"))
        assert {str(match.id): [*match.names] for match in every_match()} == seats
    assert integrity.check().faults == ()
