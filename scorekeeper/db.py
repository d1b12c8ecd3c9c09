"""The database: its connections, its transactions, and its migrations."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import flask_migrate
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, event
from sqlalchemy.orm import Session

from scorekeeper.config import PACKAGE
from scorekeeper.models import Base

db = SQLAlchemy(metadata=Base.metadata)
migrate = flask_migrate.Migrate(db=db, directory=str(PACKAGE / "migrations"))

# busy_timeout first, in milliseconds: the change to WAL may itself have to wait.
# synchronous=FULL: with NORMAL a power cut takes every round since the last checkpoint.
PRAGMAS = ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")


def register(app: Flask) -> None:
    """Give `app` the database."""
    db.init_app(app)
    migrate.init_app(app)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            prepare_sqlite(db.engine)


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
def writing() -> Iterator[Session]:
    """Open the session for one change: all of it is committed at the end, or none."""
    session = db.session()
    if session.in_transaction() and not is_writing(session):
        # What was read before the lock may be stale by now.
        session.rollback()
    with session.begin():
        session.connection(execution_options={"writes": True})
        yield session


def is_writing(session: Session) -> bool:
    """Say whether the session's transaction was opened by `writing`."""
    return bool(session.connection().get_execution_options().get("writes", False))


def upgrade(app: Flask) -> None:
    """Bring the tables to the newest form."""
    with app.app_context():
        flask_migrate.upgrade()
        # A server forks after this, and a connection must not be shared between processes.
        db.engine.dispose()
