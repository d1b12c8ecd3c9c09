"""The database: connections, transactions, migrations, and whether it can be used."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from flask import Flask, current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, event, func, inspect, make_url, select, text
from sqlalchemy.exc import InterfaceError, InternalError, InvalidRequestError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.orm import Session

from scorekeeper.config import PACKAGE
from scorekeeper.scorebook.database.models import Base
from scorekeeper.scorebook.database.sqlite_file import (
    GENERATION,
    TIMEOUT_SECONDS,
    DatabaseFile,
    turn_of,
    use_file,
)
from scorekeeper.scorebook.database.threads import Deadline

db = SQLAlchemy(metadata=Base.metadata)

MIGRATIONS = PACKAGE / "migrations"

POSTGRESQL = {
    # The server may have been restarted since a connection was last used.
    "pool_pre_ping": True,
    # A page reads the database as of one moment, as on SQLite.
    "isolation_level": "REPEATABLE READ",
    # Give up on a server that does not answer; seconds, then milliseconds.
    "connect_args": {
        "connect_timeout": TIMEOUT_SECONDS,
        "tcp_user_timeout": TIMEOUT_SECONDS * 1000,
    },
}
PRAGMAS = ("journal_mode=WAL", "foreign_keys=ON")
# With this a power cut loses every round since the last checkpoint, unless commits wait for the
# disk, as `DatabaseFile.save` does.
SAVED_LATER = "synchronous=NORMAL"
# A writer must see what was committed while it waited.
POSTGRESQL_WRITER: Mapping[str, object] = {"isolation_level": "READ COMMITTED"}
# One writer at a time, as on SQLite; an arbitrary number that no other program uses.
POSTGRESQL_LOCK = select(func.pg_advisory_xact_lock(28_06_28_06))
POSTGRESQL_TIMEOUT = text(f"SET LOCAL lock_timeout = '{TIMEOUT_SECONDS}s'")
# The key in a session's `info` for callbacks to run once its change is saved.
ONCE_SAVED = "once saved"

# The disk or the server refused; every other database error is a bug.
UNAVAILABLE = (OperationalError, InterfaceError, InternalError, NoConnectionFree)


def init_app(app: Flask) -> None:
    """Connect `app` to its database."""
    url = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
    if url.get_backend_name() == "postgresql":
        given = app.config.get("SQLALCHEMY_ENGINE_OPTIONS", {})
        app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {**POSTGRESQL, **given}
    db.init_app(app)
    # Registered after Flask-SQLAlchemy's own, so it runs first.
    app.teardown_appcontext(close_session)
    if "FLASK_RUN_FROM_CLI" in os.environ:
        # For `flask db`, which only writers of migrations use.
        migrations(app)
    with app.app_context():
        file = None
        if db.engine.dialect.name == "sqlite":
            path = path_of(db.engine.url.database)
            file = use_file(db.engine, path) if path else None
            prepare_sqlite(db.engine, (*PRAGMAS, SAVED_LATER) if file else PRAGMAS)
        app.extensions["database_file"] = file


def close_session(_error: BaseException | None) -> None:
    """Close the session at the end of a request, even if its connection broke.

    The request is answered by then, and any error was reported.
    """
    if db.session.registry.has():
        with suppress(*UNAVAILABLE):
            db.session.close()


def path_of(database: str | None) -> Path | None:
    """Return the path of a file; None for a database in memory or named by a URI."""
    if not database or database.startswith((":", "file:")):
        return None
    return Path(database).resolve()


def prepare_sqlite(engine: Engine, pragmas: tuple[str, ...]) -> None:
    """Set the pragmas on every connection, and begin transactions ourselves."""

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        # By itself the driver begins too late, and never before a SELECT.
        connection.isolation_level = None
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A writer locks before it reads, so that nothing it has read changes before it writes.
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def writing(*, alone: bool = True) -> Iterator[Session]:
    """Open a session for one change: all of it is committed at the end, or none.

    `alone` locks out every other writer. On PostgreSQL a change that locks all rows it depends on
    does not need that; on SQLite there is only ever one writer.
    """
    session = db.session()
    if session.in_transaction():
        if is_writing(session):
            # It would wait for itself.
            raise InvalidRequestError("A change cannot begin within another.")
        # What was read before the lock may be out of date.
        session.rollback()
    actions = session.info[ONCE_SAVED] = list[Callable[[], object]]()
    with write_turn(), ExitStack() as until_committed, session.begin():
        connection = session.connection(execution_options=writer_options())
        generation = file_generation_of(session)
        if is_postgresql():
            connection.execute(POSTGRESQL_TIMEOUT)
            if alone:
                connection.execute(POSTGRESQL_LOCK)
        yield session
        if is_postgresql():
            # A large import takes longer than the time allowed for a standby.
            until_committed.enter_context(Deadline(connection.connection.driver_connection))
    if file := database_file():
        # Others may write while this one waits for the disk, so several changes share one wait.
        file.save(generation)
    for act in actions:
        act()


def once_saved(session: Session, act: Callable[[], object]) -> None:
    """Call a function once the change is committed and saved; not if that fails."""
    session.info[ONCE_SAVED].append(act)


def is_postgresql() -> bool:
    return db.engine.dialect.name == "postgresql"


def writer_options() -> dict[str, Any]:
    """Return the options of a connection that writes, for migrations too."""
    return {"writes": True, **(POSTGRESQL_WRITER if is_postgresql() else {})}


def write_turn() -> AbstractContextManager[None]:
    """Wait for the turn to write to the file, if the database is one. Raise OperationalError."""
    file = database_file()
    return turn_of(file.writer) if file else nullcontext()


def database_file() -> DatabaseFile | None:
    """Return the file of the scorebook, if it is in one."""
    file: DatabaseFile | None = current_app.extensions["database_file"]
    return file


def file_generation() -> int:
    """Return the generation of the current file; anything read from an earlier one is outdated.

    It is 0 if the scorebook is not in a file.
    """
    file = database_file()
    return file.generation if file else 0


def file_generation_of(session: Session) -> int:
    """Return the generation of the file that a session reads; 0 without a file."""
    return int(session.connection().info.get(GENERATION, 0))


def is_writing(session: Session) -> bool:
    """Return whether the session's transaction was opened by `writing`."""
    return bool(session.connection().get_execution_options().get("writes", False))


def upgrade(app: Flask) -> None:
    """Migrate the tables; if several programs start at once, one does and the others wait."""
    with app.app_context():
        if file := database_file():
            file.create()
        with db.engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(POSTGRESQL_LOCK)
            if version_of(db.engine) != known_versions()[-1]:
                migrations(app).upgrade()
        # The server forks after this, and processes must not share a connection.
        db.engine.dispose()


def migrations(app: Flask) -> ModuleType:
    """Return Flask-Migrate, set up for `app`.

    It loads Alembic, which nothing else needs.
    """
    import flask_migrate

    flask_migrate.Migrate(app, db, directory=str(MIGRATIONS))
    return flask_migrate


@cache
def known_versions() -> tuple[str, ...]:
    """Return the versions of the tables that this program knows, the newest last.

    Each is a migration whose file name begins with it. Alembic could tell, but loading it takes a
    fifth of the start, and there is hardly ever a migration to run.
    """
    files = (MIGRATIONS / "versions").glob("[0-9]*_*.py")
    return tuple(sorted(file.name.partition("_")[0] for file in files))


def version_of(engine: Engine) -> str:
    """Return the current version of a database; "" if it has no tables yet."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return ""
        return connection.scalar(text("SELECT version_num FROM alembic_version")) or ""


def why_not_ready() -> str:
    """Return a sentence that says why the database cannot be used; "" if it can.

    A database migrated by a later version is ready too: each version works with the tables of the
    next, so that machines can be updated one by one.
    """
    try:
        found = version_of(db.engine)
    except UNAVAILABLE:
        return "The database does not answer."
    return "The database is not migrated yet." if found < known_versions()[-1] else ""
