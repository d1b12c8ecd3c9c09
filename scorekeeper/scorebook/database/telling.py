"""Tell all processes which matches have changed, on PostgreSQL, once that is saved.

Whoever tells something within a transaction keeps all others who do so from committing until its
own change is on the disk. So one thread tells right after what the others have changed. Where its
process is killed before, nobody is told: `notify.py` looks at all matches now and then.
"""

from __future__ import annotations

import time
from collections.abc import Set
from threading import Lock, Thread

from sqlalchemy import ARRAY, Engine, String, bindparam, func, select
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.scorebook.database.deadline import Deadline

CHANNEL = "scorekeeper"
# However much is changed, nothing is told more often than that.
PAUSE_SECONDS = 0.02
_TELL = select(func.pg_notify(CHANNEL, func.unnest(bindparam("matches", type_=ARRAY(String)))))


class Teller:
    """Tells what one process has changed; where nothing is left to tell no thread runs."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._untold: Set[str] = frozenset()
        self.thread: Thread | None = None

    def tell(self, engine: Engine, matches: Set[str]) -> None:
        """Tell soon that matches have changed."""
        with self._lock:
            self._untold |= matches
            # A forked process has no thread yet.
            if self.thread is None or not self.thread.is_alive():
                # The process ends after it.
                self.thread = Thread(target=self._run, args=(engine,), name="teller", daemon=False)
                self.thread.start()

    def _run(self, engine: Engine) -> None:
        while told := self._next():
            try:
                _tell(engine, told)
            except SQLAlchemyError:
                # The server is away: it is told with the next change.
                with self._lock:
                    self._untold, self.thread = self._untold | told, None
                return
            time.sleep(PAUSE_SECONDS)

    def _next(self) -> Set[str]:
        with self._lock:
            told, self._untold = self._untold, frozenset()
            if not told:
                self.thread = None
        return told


def _tell(engine: Engine, matches: Set[str]) -> None:
    with engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT")
        with Deadline(connection.connection.driver_connection):
            connection.execute(_TELL, {"matches": [*matches]})
