"""A PostgreSQL server that goes down, refuses to write, or blocks."""

import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from threading import Lock, Thread
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import event, make_url, text

from scorekeeper.scorebook.database import db as database
from scorekeeper.scorebook.database.db import POSTGRESQL_LOCK, db
from tests.databases import LEAVE, POSTGRESQL_ONLY, opened
from tests.faults.test_sqlite import not_saved, round_form, saved
from tests.ports import free_port
from tests.web.visitor import seated

pytestmark = POSTGRESQL_ONLY

# A fifth of a second rather than five, as nobody wants to wait for them.
QUICK = text("SET LOCAL lock_timeout = '200ms'")
ROWS = "SELECT FROM matches FOR UPDATE"


class Proxy:
    """Forwards connections to its own port to another port."""

    def __init__(self, host, port):
        self._target = host, port
        self._ends: list[socket.socket] = []
        self._lock = Lock()
        self.port = free_port()
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._listen()

    @contextmanager
    def cut(self):
        """Break every connection and take no new one until the block ends."""
        self.close()
        yield
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._listen()

    def close(self):
        # Closing alone would leave the accepting thread accepting.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._accepting.join()
        with self._lock:
            for end in self._ends:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()
            self._ends.clear()

    def _listen(self):
        self._accepting = Thread(target=self._accept, args=(self._listener,))
        self._accepting.start()

    def _accept(self, listener):
        with suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.create_connection(self._target)
                with self._lock:
                    self._ends += near, far
                for one, other in ((near, far), (far, near)):
                    Thread(target=pump, args=(one, other), daemon=True).start()


def pump(one, other):
    with suppress(OSError):
        while received := one.recv(65536):
            other.sendall(received)
    with suppress(OSError):
        other.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def proxy(server):
    target = make_url(server.url)
    proxy = Proxy(target.host or "localhost", target.port or 5432)
    yield proxy
    proxy.close()


@pytest.fixture
def app(database_url, tmp_path, proxy, monkeypatch):
    """Return an application that reaches its database through the proxy."""
    monkeypatch.setattr(database, "POSTGRESQL_TIMEOUT", QUICK)
    through = make_url(database_url).set(host="127.0.0.1", port=proxy.port)
    with opened(through.render_as_string(hide_password=False), tmp_path) as app:
        app.config["WTF_CSRF_ENABLED"] = True
        yield app


@pytest.fixture
def here(app, proxy, database_url):
    """Return what is between the program and its database, and a connection past that."""
    with app.app_context():
        engine = db.engine
    with psycopg.connect(database_url, autocommit=True) as admin:
        yield SimpleNamespace(engine=engine, proxy=proxy, url=database_url, admin=admin)


@contextmanager
def closed(here):
    """End the connections of the program."""
    here.admin.execute(LEAVE)
    yield


@contextmanager
def read_only(here):
    """Refuse changes, as a standby server does."""
    alter = sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = {}")
    for value in ("on", "off"):
        name = sql.Identifier(here.admin.info.dbname)
        here.admin.execute(alter.format(name, sql.SQL(value)))
        here.admin.execute(LEAVE)
        if value == "on":
            yield


@contextmanager
def stuck(database_url, lock):
    with psycopg.connect(database_url) as connection:
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


FAULTS: dict[str, Callable[[Any], AbstractContextManager[object]]] = {
    "closed at insert": lambda here: at("insert", here, closed(here)),
    "closed at commit": lambda here: at("commit", here, closed(here)),
    "cut at insert": lambda here: at("insert", here, here.proxy.cut()),
    "cut at commit": lambda here: at("commit", here, here.proxy.cut()),
    "away": lambda here: here.proxy.cut(),
    "takes no changes": read_only,
    "another writer is stuck": lambda here: stuck(here.url, ROWS),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_round_is_not_saved_while_the_server_or_another_writer_prevents_it(
    here, visitor, table, unchanged, fault
):
    not_saved(visitor, table, unchanged, FAULTS[fault](here))


def test_a_match_is_not_opened_while_another_writer_is_stuck(database_url, visitor, new_match):
    with stuck(database_url, str(POSTGRESQL_LOCK.compile(compile_kwargs={"literal_binds": True}))):
        assert visitor.send(new_match, seated("Ana", "Bea")).heading == "Not saved"
    assert visitor.send(new_match, seated("Ana", "Bea")).leads_to == "/matches/1"


def test_no_page_is_shown_while_the_server_is_down(proxy, visitor, table):
    with proxy.cut():
        assert visitor.open(table.address).status == 503
    assert visitor.open(table.address).status == 200
