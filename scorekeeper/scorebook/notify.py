"""Notice that the database has changed, by this process or another."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.scorebook.db import database_file, db

POLL_SECONDS = 0.05
# A notification can be lost with its connection: look this often anyway.
MAX_WAIT_SECONDS = 1.0
CHANNEL = "scorekeeper"

# Waits for a moment, and returns whether the database may have changed.
ChangeNotifier = Callable[[], bool]


@contextmanager
def change_notifier() -> Iterator[ChangeNotifier]:
    """Watch the database for changes."""
    if file := database_file():
        yield _polling(file.state)
        return
    connection = db.engine.raw_connection()
    driver = connection.driver_connection
    # It stays open for as long as the process; the pool is for requests.
    connection.detach()
    try:
        yield _NOTIFIERS[db.engine.dialect.name](driver)
    finally:
        connection.close()


def notify(session: Session) -> None:
    """Notify all processes when this transaction is committed."""
    # On SQLite every commit raises the data_version that others read.
    if session.get_bind().dialect.name == "postgresql":
        session.execute(select(func.pg_notify(CHANNEL, "")))


def _polling(state: Callable[[], object]) -> ChangeNotifier:
    known = None

    def changed() -> bool:
        nonlocal known
        time.sleep(POLL_SECONDS)
        before, known = known, state()
        return before != known

    return changed


def _sqlite_notifier(connection: Any) -> ChangeNotifier:
    """Watch a database in memory."""
    return _polling(lambda: connection.execute("PRAGMA data_version").fetchone())


def _postgresql_notifier(connection: Any) -> ChangeNotifier:
    connection.autocommit = True
    connection.execute(f"LISTEN {CHANNEL}")

    def changed() -> bool:
        for _ in connection.notifies(timeout=MAX_WAIT_SECONDS, stop_after=1):
            pass
        return True

    return changed


_NOTIFIERS: Mapping[str, Callable[[Any], ChangeNotifier]] = {
    "sqlite": _sqlite_notifier,
    "postgresql": _postgresql_notifier,
}
