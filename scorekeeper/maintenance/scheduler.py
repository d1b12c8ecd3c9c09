"""The daily jobs of a server: make a backup, empty the trash."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from threading import Thread

from flask import Flask, current_app
from sqlalchemy import select

from scorekeeper.maintenance import backup
from scorekeeper.scorebook import models, trash
from scorekeeper.scorebook.db import db

# Far less than a day: while a tablet sleeps the time does not count.
WAKE_SECONDS = 15 * 60

# The names of daily backups; other files in the folder are never deleted.
_DAILY_BACKUP = re.compile(r"scorekeeper-\d{4}-\d{2}-\d{2}\.db")


def back_up_today() -> None:
    """Make today's backup if there is none; keep the newest, as many as BACKUPS says."""
    keep = current_app.config["BACKUPS"]
    if not keep or db.engine.dialect.name != "sqlite" or _empty():
        return
    folder = backup.folder()
    todays = folder / f"scorekeeper-{date.today():%Y-%m-%d}.db"
    # Another process of this server may be making it at the same time.
    with suppress(FileExistsError):
        backup.back_up(todays)
    others = sorted(
        path for path in folder.iterdir() if _DAILY_BACKUP.fullmatch(path.name) and path != todays
    )
    for path in others[: max(0, len(others) - (keep - 1))]:
        path.unlink(missing_ok=True)


# Each may run in several processes at once, and several times a day.
JOBS: tuple[Callable[[], object], ...] = (back_up_today, trash.empty_trash)


def start(app: Flask) -> Thread:
    """Run the jobs in a thread, now and every WAKE_SECONDS, until the program ends."""
    thread = Thread(target=_run_forever, args=(app,), name="daily", daemon=True)
    thread.start()
    return thread


def run_jobs(app: Flask) -> None:
    """Run every job once; log an error as one line and go on with the next job."""
    for job in JOBS:
        try:
            with app.app_context():
                job()
        # Whatever it is, the server and the other jobs go on.
        except Exception as error:
            name = f"{job.__module__}.{job.__name__}"
            app.logger.error("%s failed: %s", name, " ".join(str(error).split()))


def _run_forever(app: Flask) -> None:
    while True:
        run_jobs(app)
        time.sleep(WAKE_SECONDS)


def _empty() -> bool:
    return db.session.scalar(select(models.MatchRow.id).limit(1)) is None
