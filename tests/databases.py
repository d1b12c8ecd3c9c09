"""The databases the suite runs on: each test gets an empty scorebook of its own.

What reads and writes it runs on SQLite and once more on PostgreSQL where the two may differ: how
tables are made, who waits for whom, what a driver raises, and every way in which a page writes.
Those are the folders and files in `ON_BOTH`; all others run on SQLite alone, as what a page says
hangs on no database. A test that many values go through meets the first of them on PostgreSQL.
`pytest --thorough` runs everything on both.
"""

import os
import shutil
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType
from typing import Any, LiteralString
from uuid import uuid4

import psycopg
import pytest
from flask import current_app
from jinja2 import BytecodeCache
from psycopg import sql
from sqlalchemy import Engine, make_url
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.sql.compiler import Compiled
from sqlalchemy.util import LRUCache

from scorekeeper import create_app
from scorekeeper.scorebook.database.db import database_file, db, migrations, upgrade

SERVER, REQUIRED = "TESTS_POSTGRESQL", "TESTS_REQUIRE_POSTGRESQL"
KINDS = ("sqlite", "postgresql")
# The argument that says which of them a test runs on.
KIND = "database_kind"
# For tests of what only one of them does.
SQLITE_ONLY = pytest.mark.parametrize(KIND, ["sqlite"])
POSTGRESQL_ONLY = pytest.mark.parametrize(KIND, ["postgresql"])

TESTS = Path(__file__).parent
# Until the thread of open pages has seen that nobody is left, at the latest.
END_SECONDS = 5
ON_BOTH = (
    "cli/test_check.py",
    "faults",
    "http/test_log_and_health.py",
    "interchange/test_import_export.py",
    "scorebook",
    "web/club",
    "web/every_page/test_every_form.py",
    "web/history/test_history.py",
    "web/round/test_edit_round.py",
    "web/round/test_drafts.py",
    "web/round/test_record.py",
    "web/links/test_links.py",
    "web/table/test_live.py",
)
# Each of their values is another statement.
EACH_ON_BOTH = ("scorebook/test_player_stories.py", "scorebook/test_rolling_update.py")


def kinds_for(path, *, thorough):
    """Say which databases the tests of a file run on."""
    both = thorough or any(path.is_relative_to(TESTS / each) for each in ON_BOTH)
    return KINDS if both else KINDS[:1]


def repeated(items):
    """List what runs on PostgreSQL although the same test did with an earlier value."""
    met: set[tuple[Path, str]] = set()
    found = []
    for item in items:
        if not _is_on_postgresql_too(item):
            continue
        test = item.path, item.originalname
        if test in met:
            found.append(item)
        met.add(test)
    return found


def _is_on_postgresql_too(item):
    of_one_kind = any(KIND in mark.args[0] for mark in item.iter_markers("parametrize"))
    each = any(item.path.is_relative_to(TESTS / name) for name in EACH_ON_BOTH)
    return not of_one_kind and not each and values_of(item).get(KIND) == KINDS[1]


def values_of(item):
    return item.callspec.params if hasattr(item, "callspec") else {}


class CompiledOnce(BytecodeCache):
    """Keeps what templates were compiled to, for the next application."""

    def __init__(self):
        self._kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket):
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket):
        assert bucket.code is not None
        self._kept[bucket.key, bucket.checksum] = bucket.code


COMPILED = CompiledOnce()
# The SQL of statements, which SQLAlchemy compiles for each engine.
STATEMENTS = LRUCache[Any, Compiled](2000)


def wait_until_told(app):
    """Wait until a thread of the program has told, on PostgreSQL, what has changed."""
    if change_sender := app.extensions.get("change_sender"):
        change_sender.thread.wait(END_SECONDS)


def share_statements():
    """Let what was compiled for one engine do for others of its kind: a third of a request.

    For as long as the process: an engine has none of its own, and some have a thread to the end.
    """
    for where, name, shared in (
        (
            Engine,
            "_compiled_cache",
            property(lambda _engine: STATEMENTS, lambda _engine, _own: None),
        ),
        (DefaultDialect, "__eq__", lambda one, other: type(one) is type(other)),
        (DefaultDialect, "__hash__", lambda one: hash(type(one))),
    ):
        setattr(where, name, shared)


# Ends what a test left connected to a database.
LEAVE: LiteralString = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
# What the tables of a database are, and their version.
TABLES: LiteralString = """
    SELECT relname, attname, atttypid, attnotnull, atthasdef, relhastriggers, version_num
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid, alembic_version
    WHERE relnamespace = 'public'::regnamespace ORDER BY relname, attnum
"""
# Deletes all rows but the version, in any order, and lets numbers begin at 1.
EMPTY: LiteralString = """
DO $$ DECLARE name text; BEGIN
    SET session_replication_role = replica;
    FOR name IN SELECT tablename FROM pg_tables
        WHERE schemaname = 'public' AND tablename <> 'alembic_version'
    LOOP EXECUTE format('DELETE FROM %I', name); END LOOP;
    FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public'
    LOOP PERFORM setval(name::regclass, 1, false); END LOOP;
END $$
"""


class NoServer(Exception):
    """There is no PostgreSQL to test on."""

    def __init__(self):
        super().__init__(
            "There is no PostgreSQL to test on: `.ci/postgresql .venv/bin/pytest` starts one for a"
            f" run, or {SERVER}=postgresql://user:password@host/postgres names a server where the"
            " tests may create databases."
        )


def leave_out(missing, required=REQUIRED):
    """Skip what something is missing for on this machine, or fail where it is required."""
    if os.environ.get(required) == "1":
        pytest.fail(missing, pytrace=False)
    pytest.skip(missing, allow_module_level=True)


@dataclass(frozen=True, slots=True)
class Server:
    url: str

    @classmethod
    def of(cls, environment):
        """Find the server that the environment names. Raise NoServer."""
        if not environment.get(SERVER):
            raise NoServer
        return cls(environment[SERVER])

    def url_of(self, name):
        return make_url(self.url).set(database=name).render_as_string(hide_password=False)

    def create(self, template="template1"):
        name = f"scorekeeper_test_{uuid4().hex}"
        self.run(sql.SQL("CREATE DATABASE {} TEMPLATE {}"), name, template)
        return name

    def drop(self, name):
        self.run(sql.SQL("DROP DATABASE {} WITH (FORCE)"), name)

    @contextmanager
    def database(self):
        """Create a database for as long as the block lasts, and give its name."""
        name = self.create()
        try:
            yield name
        finally:
            self.drop(name)

    def run(self, statement, *names):
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement.format(*map(sql.Identifier, names)))


class EmptyScorebooks:
    """Scorebooks on a server, which are emptied and used again: to make one takes far longer.

    One whose tables are not those of the template any more is dropped.
    """

    def __init__(self, server, template):
        self._server, self._template = server, template
        self._tables = self._told(template, TABLES)
        self._spare: list[str] = []

    @contextmanager
    def lend(self):
        """Give the address of one that holds nothing, and that nobody else has."""
        name = self._spare.pop() if self._spare else self._server.create(self._template)
        try:
            yield self._server.url_of(name)
        finally:
            if self._told(name, LEAVE, TABLES) == self._tables:
                self._told(name, EMPTY)
                self._spare.append(name)
            else:
                self._server.drop(name)

    def close(self):
        for name in self._spare:
            self._server.drop(name)

    def _told(self, name, *statements):
        """Run statements in a database, and return the rows of the last one."""
        with psycopg.connect(self._server.url_of(name), autocommit=True) as connection:
            rows = [connection.execute(each) for each in statements][-1]
            return rows.fetchall() if rows.description else []


def migrated(url, folder):
    upgrade(create_app({"INSTANCE": folder, "SQLALCHEMY_DATABASE_URI": url}))


def make_file():
    """Make the database of the current application, without tables; a server has made its own."""
    if file := database_file():
        file.create()


def migrate_to(revision):
    """Migrate the database of the current application to one version of the tables."""
    make_file()
    migrations(current_app).upgrade(revision=revision)


@contextmanager
def opened(url, folder):
    """Open a scorebook with an application of its own until the block ends."""
    settings = {"INSTANCE": folder, "SQLALCHEMY_DATABASE_URI": url}
    app = create_app({**settings, "TESTING": True, "WTF_CSRF_ENABLED": False})
    app.jinja_env.bytecode_cache = COMPILED
    yield app
    if url.startswith("postgresql"):
        # A connection that one has out just now would be closed by nobody.
        for thread in threading.enumerate():
            if thread.name in ("hub", "change sender"):
                thread.join(END_SECONDS)
    with app.app_context():
        db.engine.dispose()


def sqlite_url(template, folder):
    """Put a copy of an empty scorebook where a new program would make its own."""
    path = folder / "scorekeeper.db"
    shutil.copy(template, path)
    return f"sqlite:///{path}"


@cache
def empty_scorebook():
    """Return what is in the file of an empty scorebook: migrating takes longer than a test."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "scorekeeper.db"
        migrated(f"sqlite:///{path}", Path(folder))
        return path.read_bytes()
