"""Notice which matches have changed, by this process or another.

PostgreSQL tells whoever listens, once a change is saved. Whoever tells something within a
transaction keeps all others who do so from committing until its own change is on the disk. So one
thread tells right after what the others have changed. Where its process is killed before, nobody is
told: who listens looks at all matches now and then.

On SQLite each change leaves a row in a table, and whoever sees that the file was written to reads
the rows it has not seen.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from functools import partial
from queue import SimpleQueue
from secrets import randbits
from typing import Any

from flask import current_app
from sqlalchemy import ARRAY, Engine, Row, String, bindparam, delete, func, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import (
    database_file,
    db,
    file_number,
    is_postgresql,
    once_saved,
)
from scorekeeper.scorebook.database.threads import Deadline, WhenAsked

CHANNEL = "scorekeeper"
# However much is changed, nothing is told more often than that.
PAUSE_SECONDS = 0.02
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

_TELL = select(func.pg_notify(CHANNEL, func.unnest(bindparam("matches", type_=ARRAY(String)))))
_ADD_NEWS = insert(models.NewsRow.__table__).returning(models.NewsRow.id)  # type: ignore[arg-type] # is a table

# The ids of the matches that have changed; None where it may be any.
Changed = Set[int] | None
# Waits for a moment, and returns which matches have changed since the last time.
ChangeNotifier = Callable[[], Changed]
NOTHING: Changed = frozenset()


@contextmanager
def change_notifier() -> Iterator[ChangeNotifier]:
    """Watch the database for changes; the first time any match may have changed."""
    if not is_postgresql():
        file = database_file()
        # Of a database in memory the news are read each time.
        yield _polling(file.state if file else object)
        return
    connection = db.engine.raw_connection()
    driver = connection.driver_connection
    # It stays open for as long as the process; the pool is for requests.
    connection.detach()
    try:
        yield _listening(driver)
    finally:
        connection.close()


def notify(session: Session, match_id: int) -> None:
    """Notify all processes of a match that has changed once this transaction is committed."""
    if is_postgresql():
        once_saved(session, partial(teller().tell, match_id))
        return
    news = {"match_id": match_id, "mark": randbits(31)}
    number = session.connection().execute(_ADD_NEWS, news).scalar_one()
    if number % NEWS_KEPT == 0:
        session.execute(delete(models.NewsRow).where(models.NewsRow.id <= number - NEWS_KEPT))


def news_of_night(night_id: int) -> int:
    """Return the number by which the news of a club night are told: below those of matches."""
    return -night_id


def _polling(state: Callable[[], object]) -> ChangeNotifier:
    known: object = None
    # The row of the news that was read last, and from which file.
    file: int | None = None
    last: Row[int, int, int] | None = None

    def changed() -> Changed:
        nonlocal known, file, last
        time.sleep(LOOK_SECONDS)
        before, known = known, state()
        if before == known:
            return NOTHING
        last_file, last_row = file, last
        file = file_number()
        with db.engine.connect() as connection:
            rows = connection.execute(_NEWS_FROM, {"first": last.id if last else 0}).all()
        last = rows[-1] if rows else None
        if file != last_file or rows[:1] != [last_row]:
            # Where that row is gone, it is long ago, or the scorebook was restored.
            return None
        return {row.match_id for row in rows[1:]}

    return changed


def _listening(connection: Any) -> ChangeNotifier:
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


class Teller:
    """Tells all processes what one has changed; where nothing is left to tell no thread runs."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._untold = SimpleQueue[str]()
        # The process ends after it.
        self.thread = WhenAsked("teller", self._tell_all, daemon=False)

    def tell(self, match_id: int) -> None:
        """Tell soon that a match has changed."""
        self._untold.put(str(match_id))
        self.thread.ask()

    def _tell_all(self) -> None:
        told = {self._untold.get() for _ in range(self._untold.qsize())}
        try:
            _tell(self._engine, told)
        except SQLAlchemyError:
            # The server is away: it is told with the next change.
            for match_id in told:
                self._untold.put(match_id)
        time.sleep(PAUSE_SECONDS)


def teller() -> Teller:
    """Return what tells of the changes of the current application."""
    if "teller" not in current_app.extensions:
        current_app.extensions["teller"] = Teller(db.engine)
    found: Teller = current_app.extensions["teller"]
    return found


def _tell(engine: Engine, matches: Set[str]) -> None:
    with engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT")
        with Deadline(connection.connection.driver_connection):
            connection.execute(_TELL, {"matches": [*matches]})
