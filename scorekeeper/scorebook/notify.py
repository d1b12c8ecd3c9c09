"""Hearing that something was written, by this process or by another."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

POLL_SECONDS = 0.05
# A notice can be lost with its connection: whatever happens, it is looked at this often.
MAX_WAIT_SECONDS = 1.0
CHANNEL = "scorekeeper"

# Waits a little, and says whether it is time to look again.
ChangeNotifier = Callable[[], bool]


@contextmanager
def change_notifier(engine: Engine) -> Iterator[ChangeNotifier]:
    """Feel the pulse of a database, on a connection of its own that never writes."""
    connection = engine.raw_connection()
    driver = connection.driver_connection
    # It is kept for long, and the pool is for those who come and go.
    connection.detach()
    try:
        yield _NOTIFIERS[engine.dialect.name](driver)
    finally:
        connection.close()


def notify(session: Session) -> None:
    """Say to all who listen, when this transaction is committed, that something was written."""
    # On SQLite a commit is seen by whoever looks at the file.
    if session.get_bind().dialect.name == "postgresql":
        session.execute(select(func.pg_notify(CHANNEL, "")))


def _sqlite_notifier(connection: Any) -> ChangeNotifier:
    known = None

    def felt() -> bool:
        nonlocal known
        time.sleep(POLL_SECONDS)
        before, known = known, connection.execute("PRAGMA data_version").fetchone()
        return bool(before != known)

    return felt


def _postgresql_notifier(connection: Any) -> ChangeNotifier:
    connection.autocommit = True
    connection.execute(f"LISTEN {CHANNEL}")

    def felt() -> bool:
        for _ in connection.notifies(timeout=MAX_WAIT_SECONDS, stop_after=1):
            pass
        return True

    return felt


_NOTIFIERS: Mapping[str, Callable[[Any], ChangeNotifier]] = {
    "sqlite": _sqlite_notifier,
    "postgresql": _postgresql_notifier,
}
