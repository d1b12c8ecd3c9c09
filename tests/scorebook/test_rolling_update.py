"""While machines are updated one by one, the version before works with the tables of the next."""

import os
import subprocess
import sys
from itertools import pairwise

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, UniqueConstraint, text

from scorekeeper.config import PACKAGE
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.database.db import (
    db,
    known_versions,
    version_of,
    why_not_ready,
)
from scorekeeper.scorebook.database.models import Base
from tests.databases import SQLITE_ONLY, make_file, migrate_to, opened
from tests.interchange.match_factory import record, take_back

# What a next version may do to the tables.
NEXT_VERSION = (
    "ALTER TABLE matches ADD COLUMN place VARCHAR(40)",
    "ALTER TABLE rounds ADD COLUMN stars INTEGER DEFAULT 0 NOT NULL",
    "CREATE TABLE places (id INTEGER PRIMARY KEY)",
    "UPDATE alembic_version SET version_num = '9999'",
)
# What it may not.
NO_NEXT_VERSION = (
    "ALTER TABLE matches DROP COLUMN timer",
    "ALTER TABLE rounds ADD COLUMN place INTEGER NOT NULL",
    "DROP TABLE drafts",
    "CREATE UNIQUE INDEX once ON players (name)",
)
IN_THE_WAY = [
    "drafts is gone",
    "matches: timer is gone",
    "players: name may occur only once",
    "rounds: place is new and has no value by itself",
]
# Nobody was given the versions before.
FIRST_RELEASE = "0019"


@pytest.fixture
def empty(empty_url, tmp_path):
    with opened(empty_url, tmp_path) as app, app.app_context():
        yield app


def tables_at(revision):
    migrate_to(revision)
    return tables_now()


def tables_now():
    found = MetaData()
    found.reflect(db.engine)
    return found


def obstacles(before, after):
    """Name what keeps a program written for the tables `before` from using those `after`."""
    found = []
    for name, old in before.tables.items():
        new = after.tables.get(name)
        if new is not None:
            found += [f"{name}: {each}" for each in obstacles_in(old, new)]
        else:
            found.append(f"{name} is gone")
    return found


def obstacles_in(old, new):
    for column in old.columns:
        if column.name not in new.columns:
            yield f"{column.name} is gone"
            continue
        now = new.columns[column.name]
        if not isinstance(now.type, type(column.type)) or str(now.type) != str(column.type):
            yield f"{column.name} is {now.type}, not {column.type}"
        if column.nullable and not now.nullable:
            yield f"{column.name} may not be empty any more"
    for column in new.columns:
        if column.name not in old.columns and not (column.nullable or column.server_default):
            yield f"{column.name} is new and has no value by itself"
    for rule in sorted(unique(new)):
        # What may occur only once may do so together with more.
        if not any({*before} <= {*rule} for before in unique(old)):
            yield f"{', '.join(rule)} may occur only once"


def unique(table):
    """List the groups of columns that may not have the same values twice."""
    rules = [each.columns for each in table.constraints if isinstance(each, UniqueConstraint)]
    indexes = [each.columns for each in table.indexes if each.unique]
    return {tuple(column.name for column in columns) for columns in [*rules, *indexes]}


@SQLITE_ONLY
@pytest.mark.usefixtures("empty")
def test_the_version_before_each_migration_works_with_the_tables_after_it():
    released = [each for each in known_versions() if each >= FIRST_RELEASE]
    tables = {revision: tables_at(revision) for revision in released}
    found = {
        after: sorted(obstacles(tables[before], tables[after]))
        for before, after in pairwise(tables)
    }
    assert {after: each for after, each in found.items() if each} == {}
    # What the next version may do is told from what it may not do.
    (*_, now) = tables.values()
    for steps, in_the_way in ((NEXT_VERSION, []), (NO_NEXT_VERSION, IN_THE_WAY)):
        with db.engine.begin() as connection:
            for step in steps:
                connection.execute(text(step))
        assert sorted(obstacles(now, tables_now())) == in_the_way


def test_a_match_is_played_on_with_the_tables_of_the_next_version(match_id):
    record(match_id, "a")
    with db.engine.begin() as connection:
        for step in NEXT_VERSION:
            connection.execute(text(step))
    record(match_id, "b")
    assert matches.find_match(match_id).standing.totals == (24, 0)
    take_back(match_id)
    assert matches.find_match(match_id).standing.totals == (12, 0)
    assert why_not_ready() == ""


# What a program loads as it starts.
START = """
import sys
from scorekeeper.scorebook_commands import open_scorebook
open_scorebook()
print(*sys.modules)
"""


def test_a_program_that_starts_loads_only_what_its_database_needs(app):
    url = app.config["SQLALCHEMY_DATABASE_URI"]
    place = {"SCOREKEEPER_DATABASE_URL": url, "SCOREKEEPER_INSTANCE": app.instance_path}
    command, variables = (sys.executable, "-c", START), os.environ | place
    loaded = {*subprocess.check_output(command, env=variables, text=True).split()}
    assert "sqlalchemy" in loaded
    assert loaded & {"alembic", "flask_migrate", "mako"} == set()
    assert ("sqlalchemy.dialects.postgresql" in loaded) == url.startswith("postgresql")


@pytest.mark.usefixtures("empty")
def test_versions_are_those_of_alembic_and_make_the_tables_of_the_models():
    scripts = ScriptDirectory(str(PACKAGE / "migrations"))
    assert [*known_versions()] == [each.revision for each in scripts.walk_revisions()][::-1]
    make_file()
    for revision in ("", known_versions()[-1]):
        if revision:
            migrate_to(revision)
        with db.engine.connect() as connection:
            found = MigrationContext.configure(connection)
            assert version_of(db.engine) == (found.get_current_revision() or "") == revision
    with db.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
