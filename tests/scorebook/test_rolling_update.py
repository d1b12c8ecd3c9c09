"""While machines are updated one by one, the version before works with the tables of the next."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, UniqueConstraint, inspect, text

from scorekeeper.config import CHECKOUT, PACKAGE
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.database.db import (
    db,
    known_versions,
    migrations,
    version_of,
    why_not_ready,
    writing,
)
from scorekeeper.scorebook.database.models import Base
from scorekeeper.scorebook.permissions.links import link_state
from scorekeeper.scorebook.permissions.rights import STARTED, Grant, Right
from tests.databases import POSTGRESQL_ONLY, make_file, migrate_to, opened
from tests.interchange.match_factory import record, take_back

# The first version that several programs at once were meant for.
FIRST = "0004"
UPDATES = (CHECKOUT / "docs/deploying.md").read_text("utf-8")

A_MATCH = text(
    "INSERT INTO matches (entry_key, game_id, rules, partners, version, created_at, changed_at)"
    " VALUES ('opened', 'block', '{}', false, 0, '2026-11-20', '2026-11-20')"
)
# What a next version may do to the tables.
NEXT_VERSION = (
    "ALTER TABLE matches ADD COLUMN place VARCHAR(40)",
    "ALTER TABLE rounds ADD COLUMN stars INTEGER DEFAULT 0 NOT NULL",
    "CREATE TABLE places (id INTEGER PRIMARY KEY)",
    "UPDATE alembic_version SET version_num = '9999'",
)
# What a program of the version before cannot use: the page about updates says to stop it first.
STOPS = {
    "0014": [
        "joins is gone",
        "players: joined_by may occur only once",
        "seats: colour is gone",
        "seats: logged_id is new and has no value by itself",
        "seats: name is gone",
        "seats: name_key is gone",
        "seats: player_id may not be empty any more",
    ],
}
# Tables that the version before 0015 keeps nothing in, and those that no released version had.
EMPTIED = {"figure_state", "meeting_totals", "meetings", "totals", "results"}
EMPTIED |= {"evenings", "evening_people"}
# Looked for now and then, as long as nobody waits for a table.
WAITING = text("SELECT count(*), pg_sleep(0.02) FROM pg_locks WHERE NOT granted AND relation > 0")


@pytest.fixture
def empty(empty_url, tmp_path):
    with opened(empty_url, tmp_path) as app, app.app_context():
        yield app


def tables_at(revision):
    migrate_to(revision)
    found = MetaData()
    found.reflect(db.engine)
    return found


def obstacles(before, after):
    """Name what keeps a program written for the tables `before` from using those `after`."""
    found = []
    for name, old in before.tables.items():
        new = after.tables.get(name)
        if name in EMPTIED and new is None:
            continue
        if new is None:
            found.append(f"{name} is gone")
        else:
            found += [f"{name}: {each}" for each in obstacles_in(old, new)]
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


@pytest.mark.usefixtures("empty")
def test_the_version_before_each_migration_works_with_the_tables_after_it():
    versions = [each for each in known_versions() if each >= FIRST]
    tables = {revision: tables_at(revision) for revision in versions}
    found = {
        after: sorted(obstacles(tables[before], tables[after]))
        for before, after in pairwise(tables)
    }
    assert {after: each for after, each in found.items() if each} == STOPS
    assert all(f"tables {revision}" in UPDATES for revision in STOPS)


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


@POSTGRESQL_ONLY
def test_a_migration_waits_for_a_change_and_sees_it(empty):
    def migrate_in_context():
        with empty.app_context():
            migrate_to("0006")

    migrate_to("0005")
    with db.engine.begin() as connection:
        connection.execute(A_MATCH)
    with db.engine.connect() as other, ThreadPoolExecutor(1) as pool:
        other.execute(text("UPDATE matches SET own_generation = 7"))
        migration = pool.submit(migrate_in_context)
        while not db.session.scalar(WAITING):
            db.session.rollback()
        other.commit()
        migration.result()
    db.session.rollback()
    assert db.session.scalar(text("SELECT started_generation FROM matches")) == 7


@pytest.mark.usefixtures("empty")
def test_a_match_that_the_version_before_opens_belongs_to_the_device_that_opened_it():
    migrate_to("0006")
    with writing() as session:
        session.execute(A_MATCH)
    state = link_state(1)
    assert state is not None
    assert state.was_opened_by(Grant(1, Right.OWN, STARTED, state.fingerprint))


# What a program loads as it starts.
START = """
import sys
from scorekeeper.commands import open_scorebook
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


def test_versions_are_those_of_alembic_and_make_the_tables_of_the_models(empty):
    scripts = ScriptDirectory(str(PACKAGE / "migrations"))
    assert [*known_versions()] == [each.revision for each in scripts.walk_revisions()][::-1]
    make_file()
    for revision in ("", "0002", known_versions()[-1]):
        if revision:
            migrate_to(revision)
        with db.engine.connect() as connection:
            found = MigrationContext.configure(connection)
            assert version_of(db.engine) == (found.get_current_revision() or "") == revision
            if revision == known_versions()[-1]:
                assert compare_metadata(found, Base.metadata) == []
    # They can be taken back.
    migrations(empty).downgrade(revision="base")
    assert inspect(db.engine).get_table_names() == ["alembic_version"]
