"""Notice which matches have changed, in this process or another.

On SQLite one process serves, and notifies itself. Writes by other programs, and a replaced file,
are seen by checking all matches now and then.

PostgreSQL notifies listeners once a change is saved. A notification inside a transaction would
block all other notifying commits until its own change is on the disk. So one thread notifies right
after the others have committed. If its process is killed first, nobody is notified, so listeners
check all matches now and then.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Set
from contextlib import closing, contextmanager
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any

from flask import current_app
from sqlalchemy import ARRAY, Engine, String, func, literal, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from scorekeeper.scorebook.database.db import db, is_postgresql, once_saved
from scorekeeper.scorebook.database.threads import Deadline, OnDemandThread

CHANNEL = "scorekeeper"
# However much changes, notifications are sent no more often than this.
PAUSE_SECONDS = 0.02
# However much is written, listeners check no more often than this.
LOOK_SECONDS = 0.05
# A notification can be lost with its connection, and a file can be replaced: after this much
# silence all matches are read.
MAX_WAIT_SECONDS = 1.0
# The same while other notifications arrive.
MAX_UNHEARD_SECONDS = 5.0

# The ids of the matches that have changed; None if any may have.
Changed = Set[int] | None
# A function that waits a moment and returns which matches have changed since its last call.
ChangeNotifier = Callable[[], Changed]
NOTHING: Set[int] = frozenset()


@contextmanager
def change_notifier() -> Iterator[ChangeNotifier]:
    """Watch for changes; the first call reports that any match may have changed."""
    if is_postgresql():
        connection = db.engine.raw_connection()
        driver: Any = connection.driver_connection
        # It stays open as long as the process; the pool is for requests.
        connection.detach()
        with closing(connection):
            driver.autocommit = True
            driver.execute(f"LISTEN {CHANNEL}")
            yield _listening(partial(_hear_server, driver))
    else:
        news = SimpleQueue[int]()
        listeners: list[SimpleQueue[int]] = current_app.extensions.setdefault("listeners", [])
        listeners.append(news)
        try:
            yield _listening(partial(_hear_here, news))
        finally:
            listeners.remove(news)


def notify(session: Session, match_id: int) -> None:
    """Notify all listeners that a match has changed, once this transaction is committed."""
    tell = change_sender().tell if is_postgresql() else _tell_here
    once_saved(session, partial(tell, match_id))


def news_of_night(night_id: int) -> int:
    """Return the number by which the news of a club night are told: below those of matches."""
    return -night_id


def _tell_here(match_id: int) -> None:
    for each in [*current_app.extensions.get("listeners", ())]:
        each.put(match_id)


def _hear_here(news: SimpleQueue[int], seconds: float) -> Set[int]:
    """Wait for notifications; return all there are."""
    try:
        first = news.get(timeout=seconds)
    except Empty:
        return NOTHING
    return {first, *(news.get() for _ in range(news.qsize()))}


def _hear_server(driver: Any, seconds: float) -> Set[int]:
    heard = driver.notifies(timeout=seconds, stop_after=1)
    return {int(notification.payload) for notification in heard}


def _listening(hear: Callable[[float], Set[int]]) -> ChangeNotifier:
    looked = looked_at_all = None

    def changed() -> Changed:
        nonlocal looked, looked_at_all
        if looked is None or looked_at_all is None:
            # Changes from before it listened were not announced to it.
            looked = looked_at_all = time.monotonic()
            return None
        time.sleep(max(0.0, looked + LOOK_SECONDS - time.monotonic()))
        heard, looked = hear(MAX_WAIT_SECONDS), time.monotonic()
        if heard and looked - looked_at_all < MAX_UNHEARD_SECONDS:
            return heard
        looked_at_all = looked
        return None

    return changed


class ChangeSender:
    """Notifies other processes of changes, in a thread that ends once all is sent."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._unsent = SimpleQueue[str]()
        # The process ends after it.
        self.thread = OnDemandThread("change sender", self._send_all, daemon=False)

    def tell(self, match_id: int) -> None:
        """Announce soon that a match has changed."""
        self._unsent.put(str(match_id))
        self.thread.ask()

    def _send_all(self) -> None:
        match_ids = {self._unsent.get() for _ in range(self._unsent.qsize())}
        try:
            _tell(self._engine, match_ids)
        except SQLAlchemyError:
            # The server is away: send it with the next change.
            for match_id in match_ids:
                self._unsent.put(match_id)
        time.sleep(PAUSE_SECONDS)


def change_sender() -> ChangeSender:
    """Return the sender of the current application."""
    if "change_sender" not in current_app.extensions:
        current_app.extensions["change_sender"] = ChangeSender(db.engine)
    found: ChangeSender = current_app.extensions["change_sender"]
    return found


def _tell(engine: Engine, matches: Set[str]) -> None:
    with engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT")
        with Deadline(connection.connection.driver_connection):
            each = func.unnest(literal([*matches], ARRAY(String)))
            connection.execute(select(func.pg_notify(CHANNEL, each)))
