"""The database: its connections, its transactions, and its migrations."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import flask_migrate
from flask import Flask, current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, event, func, make_url, select, text
from sqlalchemy.exc import InterfaceError, InternalError, InvalidRequestError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.orm import Session

from scorekeeper.config import PACKAGE
from scorekeeper.scorebook.models import Base
from scorekeeper.scorebook.write_queue import WriteQueue

db = SQLAlchemy(metadata=Base.metadata)
migrate = flask_migrate.Migrate(db=db, directory=str(PACKAGE / "migrations"))

# Seconds a writer waits for the others before it gives up.
TIMEOUT_SECONDS = 5
# busy_timeout first, in milliseconds: the change to WAL may itself have to wait.
# synchronous=FULL: with NORMAL a power cut takes every round since the last checkpoint.
PRAGMAS = (
    f"busy_timeout={TIMEOUT_SECONDS * 1000}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
)
POSTGRESQL = {
    # A server may have been started again since a connection was last used.
    "pool_pre_ping": True,
    # What a page reads is of one moment, as it is on SQLite.
    "isolation_level": "REPEATABLE READ",
    # A server that no longer answers is given up, in seconds and in milliseconds.
    "connect_args": {
        "connect_timeout": TIMEOUT_SECONDS,
        "tcp_user_timeout": TIMEOUT_SECONDS * 1000,
    },
}
# A writer has to see what it waited for.
POSTGRESQL_WRITER = {"isolation_level": "READ COMMITTED"}
# One writer at a time, as on SQLite: the number only has to differ from those of other programs.
POSTGRESQL_TURN = select(func.pg_advisory_xact_lock(28_06_28_06))
POSTGRESQL_TIMEOUT = text(f"SET LOCAL lock_timeout = '{TIMEOUT_SECONDS}s'")

# The disk or the database says no; every other error of a database is a fault of the program.
UNAVAILABLE = (OperationalError, InterfaceError, InternalError, NoConnectionFree)


def init_app(app: Flask) -> None:
    """Give `app` the database."""
    url = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
    if url.get_backend_name() == "postgresql":
        given = app.config.get("SQLALCHEMY_ENGINE_OPTIONS", {})
        app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {**POSTGRESQL, **given}
    db.init_app(app)
    migrate.init_app(app)
    with app.app_context():
        app.extensions["turns"] = None
        if db.engine.dialect.name == "sqlite":
            prepare_sqlite(db.engine)
            app.extensions["turns"] = write_queue_of(db.engine.url.database)


def write_queue_of(database: str | None) -> WriteQueue | None:
    """Return the queue before a file; what is kept in memory, or named by a URI, has none."""
    if not database or database.startswith((":", "file:")):
        return None
    return WriteQueue(Path(database).resolve(), TIMEOUT_SECONDS)


def prepare_sqlite(engine: Engine) -> None:
    """Set the pragmas on every connection, and begin transactions ourselves."""

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        # Left alone, the driver begins too late, and never before a SELECT.
        connection.isolation_level = None
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A writer takes the lock before it reads: what it decides on cannot change under it.
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def writing(*, alone: bool = True) -> Iterator[Session]:
    """Open the session for one change: all of it is committed at the end, or none.

    `alone` keeps every other writer out. A change that itself locks all it decides on can do
    without, where the database can: on SQLite there is never more than one writer.
    """
    session = db.session()
    if session.in_transaction():
        if is_writing(session):
            # It would wait for its own turn to end.
            raise InvalidRequestError("A change cannot begin within another.")
        # What was read before the lock may be stale by now.
        session.rollback()
    postgresql = db.engine.dialect.name == "postgresql"
    options: Mapping[str, object] = POSTGRESQL_WRITER if postgresql else {}
    with write_turn(), session.begin():
        session.connection(execution_options={"writes": True, **options})
        if postgresql:
            session.execute(POSTGRESQL_TIMEOUT)
            if alone:
                session.execute(POSTGRESQL_TURN)
        yield session


def write_turn() -> AbstractContextManager[None]:
    """Wait in the queue of those who write to the same file, where there is one."""
    queue: WriteQueue | None = current_app.extensions["turns"]
    return queue.taken() if queue else nullcontext()


def is_writing(session: Session) -> bool:
    """Say whether the session's transaction was opened by `writing`."""
    return bool(session.connection().get_execution_options().get("writes", False))


def upgrade(app: Flask) -> None:
    """Bring the tables to the newest form; of programs started at once, one does."""
    with app.app_context():
        with db.engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(POSTGRESQL_TURN)
            flask_migrate.upgrade()
        # A server forks after this, and a connection must not be shared between processes.
        db.engine.dispose()
