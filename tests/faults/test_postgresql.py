"""A PostgreSQL server that goes down, refuses to write, or blocks."""

from contextlib import ExitStack, contextmanager
from itertools import product
from types import SimpleNamespace

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import event, text

from scorekeeper.scorebook.database import db as database
from scorekeeper.scorebook.database import threads
from scorekeeper.scorebook.database.db import POSTGRESQL_LOCK, db, writing
from tests.databases import LEAVE, POSTGRESQL_ONLY
from tests.support.saving import not_saved, round_form, saved
from tests.web.visitor import seated

pytestmark = POSTGRESQL_ONLY

# A fifth of a second rather than five, as nobody wants to wait for them.
QUICK = text("SET LOCAL lock_timeout = '200ms'")
ROWS = "SELECT FROM matches FOR UPDATE"


@pytest.fixture
def here(app, server, database_url, monkeypatch):
    """Return the engine of the program, its server, its database, and a connection to that."""
    monkeypatch.setattr(database, "POSTGRESQL_TIMEOUT", QUICK)
    with app.app_context():
        engine = db.engine
    with psycopg.connect(database_url, autocommit=True) as admin:
        name = admin.info.dbname
        yield SimpleNamespace(
            engine=engine, server=server, name=name, url=database_url, admin=admin
        )


@contextmanager
def closed(here):
    """End the connections of the program."""
    here.admin.execute(LEAVE)
    yield


@contextmanager
def away(here):
    """End the connections of the program and take no new one, as a server that is down."""
    here.server.run(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false"), here.name)
    here.admin.execute(LEAVE)
    yield
    here.server.run(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS true"), here.name)


@contextmanager
def read_only(here):
    """Refuse changes, as a standby server does."""
    for value in ("on", "off"):
        alter = f"ALTER DATABASE {{}} SET default_transaction_read_only = {value}"
        here.server.run(sql.SQL(alter), here.name)
        here.admin.execute(LEAVE)
        if value == "on":
            yield


@contextmanager
def stuck(here, lock=ROWS):
    """Let another writer wait for ever."""
    with psycopg.connect(here.url) as connection:
        connection.execute(lock.encode())
        yield


@contextmanager
def at(moment, here, fault):
    """Let a fault begin when the first round is written, or committed."""
    written: list[str] = []
    left = [fault]

    def statement(_connection, _cursor, words, *_rest):
        written.extend([words] if words.startswith("INSERT INTO rounds") else [])
        if moment == "insert" and written and left:
            until_over.enter_context(left.pop())

    def commit(_connection):
        if moment == "commit" and written and left:
            until_over.enter_context(left.pop())

    with ExitStack() as until_over:
        event.listen(here.engine, "before_cursor_execute", statement)
        event.listen(here.engine, "commit", commit)
        yield
        assert not left, "It never came to that."
        event.remove(here.engine, "before_cursor_execute", statement)
        event.remove(here.engine, "commit", commit)


def test_a_connection_lost_between_two_pages_is_opened_again(here, visitor, table):
    form = round_form(visitor, table)
    with closed(here):
        saved(visitor, table, form)


@pytest.mark.parametrize(
    ("moment", "fault"),
    [*product(("insert", "commit"), (closed, away)), *product([""], (away, read_only, stuck))],
)
def test_a_round_is_not_saved_while_the_server_or_another_writer_prevents_it(
    here, visitor, table, unchanged, moment, fault
):
    begun = at(moment, here, fault(here)) if moment else fault(here)
    not_saved(visitor, table, unchanged, begun)


def test_a_match_is_not_opened_while_another_writer_is_stuck(here, visitor, new_match):
    with stuck(here, str(POSTGRESQL_LOCK.compile(compile_kwargs={"literal_binds": True}))):
        assert visitor.send(new_match, seated("Ana", "Bea")).heading == "Not saved"
    assert visitor.send(new_match, seated("Ana", "Bea")).leads_to == "/matches/1"


def test_what_is_written_for_longer_than_a_commit_may_take_is_saved(app, monkeypatch):
    monkeypatch.setattr(threads, "SECONDS", 0.1)
    with app.app_context(), writing() as session:
        session.execute(text("SELECT pg_sleep(0.5)"))


def test_no_page_is_shown_while_the_server_is_down(here, visitor, table):
    with away(here):
        assert visitor.open(table.address).status == 503
    assert visitor.open(table.address).status == 200
