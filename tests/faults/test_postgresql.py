"""A PostgreSQL server that goes down, refuses to write, or blocks."""

import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from threading import Lock, Thread

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
def engine(app):
    with app.app_context():
        return db.engine


@pytest.fixture
def admin(database_url):
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection


def end(admin):
    admin.execute(LEAVE)


@contextmanager
def once(engine, moment, happens):
    """Call something when the first round is written, or committed."""
    written: list[str] = []
    left = [happens]

    def statement(_connection, _cursor, words, *_rest):
        written.extend([words] if words.startswith("INSERT INTO rounds") else [])
        if moment == "insert" and written and left:
            left.pop()()

    def commit(_connection):
        if moment == "commit" and written and left:
            left.pop()()

    event.listen(engine, "before_cursor_execute", statement)
    event.listen(engine, "commit", commit)
    yield
    assert not left, "It never came to that."
    event.remove(engine, "before_cursor_execute", statement)
    event.remove(engine, "commit", commit)


@contextmanager
def cut_at(engine, moment, proxy):
    """Cut the connection when the first round is written, or committed."""
    with (
        ExitStack() as until_restored,
        once(engine, moment, lambda: until_restored.enter_context(proxy.cut())),
    ):
        yield


@contextmanager
def read_only(admin):
    """Refuse changes, as a standby server does."""
    alter = sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = {}")
    name = sql.Identifier(admin.info.dbname)
    admin.execute(alter.format(name, sql.SQL("on")))
    end(admin)
    yield
    admin.execute(alter.format(name, sql.SQL("off")))
    end(admin)


@contextmanager
def stuck(database_url, lock):
    with psycopg.connect(database_url) as connection:
        connection.execute(lock.encode())
        yield


def test_a_connection_lost_between_two_pages_is_opened_again(admin, visitor, table):
    form = round_form(visitor, table)
    end(admin)
    saved(visitor, table, form)


# Each by the engine of the program, the connection past the proxy, the proxy, and where it is.
FAULTS: dict[str, Callable[..., AbstractContextManager[object]]] = {
    "closed at insert": lambda engine, admin, *_: once(engine, "insert", lambda: end(admin)),
    "closed at commit": lambda engine, admin, *_: once(engine, "commit", lambda: end(admin)),
    "cut at insert": lambda engine, _admin, proxy, _url: cut_at(engine, "insert", proxy),
    "cut at commit": lambda engine, _admin, proxy, _url: cut_at(engine, "commit", proxy),
    "away": lambda _engine, _admin, proxy, _url: proxy.cut(),
    "takes no changes": lambda _engine, admin, *_: read_only(admin),
    "another writer is stuck": lambda _engine, _admin, _proxy, url: stuck(url, ROWS),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_round_is_not_saved_while_the_server_or_another_writer_prevents_it(
    engine, admin, proxy, database_url, visitor, table, unchanged, fault
):
    not_saved(visitor, table, unchanged, FAULTS[fault](engine, admin, proxy, database_url))


def test_a_match_is_not_opened_while_another_writer_is_stuck(database_url, visitor, new_match):
    with stuck(database_url, str(POSTGRESQL_LOCK.compile(compile_kwargs={"literal_binds": True}))):
        assert visitor.send(new_match, seated("Ana", "Bea")).heading == "Not saved"
    assert visitor.send(new_match, seated("Ana", "Bea")).leads_to == "/matches/1"


def test_no_page_is_shown_while_the_server_is_down(proxy, visitor, table):
    with proxy.cut():
        assert visitor.open(table.address).status == 503
    assert visitor.open(table.address).status == 200
