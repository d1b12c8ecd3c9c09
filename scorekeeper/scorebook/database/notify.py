"""Notice which matches have changed, by this process or another.

PostgreSQL tells whoever listens. On SQLite each change leaves a row in a table, and whoever sees
that the file was written to reads the rows it has not seen.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager
from secrets import randbits
from typing import Any

from sqlalchemy import Row, bindparam, delete, insert, select
from sqlalchemy.orm import Session

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import (
    UNTOLD,
    database_file,
    db,
    file_number,
    is_postgresql,
)
from scorekeeper.scorebook.database.telling import CHANNEL

# However much is written, nobody looks more often than that.
LOOK_SECONDS = 0.05
# A notification can be lost with its connection: after silence of so long, all are read.
MAX_WAIT_SECONDS = 1.0
# The same where others are heard meanwhile.
MAX_UNHEARD_SECONDS = 5.0
# Rows of news, at least; whoever comes later than that reads all matches.
NEWS_KEPT = 1000

_NEWS_FROM = (
    select(models.NewsRow.id, models.NewsRow.match_id, models.NewsRow.mark)
    .where(models.NewsRow.id >= bindparam("first"))
    .order_by(models.NewsRow.id)
)

_ADD_NEWS = insert(models.NewsRow.__table__).returning(models.NewsRow.id)  # type: ignore[arg-type] # is a table

# The ids of the matches that have changed; None where it may be any.
Changed = Set[int] | None
# Waits for a moment, and returns which matches have changed since the last time.
ChangeNotifier = Callable[[], Changed]
NOTHING: Changed = frozenset()


@contextmanager
def change_notifier() -> Iterator[ChangeNotifier]:
    """Watch the database for changes; the first time any match may have changed."""
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


def notify(session: Session, match_id: int) -> None:
    """Notify all processes of a match that has changed once this transaction is committed."""
    if is_postgresql():
        session.info[UNTOLD].add(str(match_id))
        return
    news = {"match_id": match_id, "mark": randbits(31)}
    number = session.connection().execute(_ADD_NEWS, news).scalar_one()
    if number % NEWS_KEPT == 0:
        session.execute(delete(models.NewsRow).where(models.NewsRow.id <= number - NEWS_KEPT))


def _polling(state: Callable[[], object]) -> ChangeNotifier:
    known, news = None, _News()

    def changed() -> Changed:
        nonlocal known
        time.sleep(LOOK_SECONDS)
        before, known = known, state()
        return NOTHING if before == known else news.read()

    return changed


class _News:
    """The row of the news that was read last, and from which file."""

    def __init__(self) -> None:
        self._file: int | None = None
        self._last: Row[int, int, int] | None = None

    def read(self) -> Changed:
        """Return which matches are in the news since the last time; None where that is unknown."""
        file, last = file_number(), self._last
        with db.engine.connect() as connection:
            rows = connection.execute(_NEWS_FROM, {"first": last.id if last else 0}).all()
        # Where that row is gone, it is long ago, or the scorebook was restored.
        known = file == self._file and rows[:1] == [last]
        self._file, self._last = file, rows[-1] if rows else None
        return {row.match_id for row in rows[1:]} if known else None


def _sqlite_notifier(connection: Any) -> ChangeNotifier:
    """Watch a database in memory."""
    return _polling(lambda: connection.execute("PRAGMA data_version").fetchone())


def _postgresql_notifier(connection: Any) -> ChangeNotifier:
    connection.autocommit = True
    connection.execute(f"LISTEN {CHANNEL}")
    looked = looked_at_all = None

    def changed() -> Changed:
        nonlocal looked, looked_at_all
        if looked is None or looked_at_all is None:
            # What changed before it listened was told to nobody.
            looked = looked_at_all = time.monotonic()
            return None
        time.sleep(max(0.0, looked + LOOK_SECONDS - time.monotonic()))
        heard = connection.notifies(timeout=MAX_WAIT_SECONDS, stop_after=1)
        names = {notification.payload for notification in heard}
        looked = time.monotonic()
        # While two versions of the program run, the older names no match.
        if names and all(names) and looked - looked_at_all < MAX_UNHEARD_SECONDS:
            return {*map(int, names)}
        looked_at_all = looked
        return None

    return changed


_NOTIFIERS: Mapping[str, Callable[[Any], ChangeNotifier]] = {
    "sqlite": _sqlite_notifier,
    "postgresql": _postgresql_notifier,
}
