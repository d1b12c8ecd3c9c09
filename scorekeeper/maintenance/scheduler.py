"""What a serving program does once a day, beside its pages."""

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

# Looked at more often than daily: a tablet sleeps, and its clock with it.
WAKE_SECONDS = 15 * 60

# The names of our own backups; what else lies in the folder is not ours to remove.
_OURS = re.compile(r"scorekeeper-\d{4}-\d{2}-\d{2}\.db")


def back_up_today() -> None:
    """Make today's backup if there is none, and keep as many of the others as were asked for."""
    keep = current_app.config["BACKUPS"]
    if not keep or db.engine.dialect.name != "sqlite" or _empty():
        return
    folder = backup.folder()
    todays = folder / f"scorekeeper-{date.today():%Y-%m-%d}.db"
    # Another process of this server may be making it, too: one of them gives it its name.
    with suppress(FileExistsError):
        backup.back_up(todays)
    others = sorted(
        path for path in folder.iterdir() if _OURS.fullmatch(path.name) and path != todays
    )
    for path in others[: max(0, len(others) - (keep - 1))]:
        path.unlink(missing_ok=True)


# Each may be done by several processes at once, and again before the day is over.
JOBS: tuple[Callable[[], object], ...] = (back_up_today, trash.empty_trash)


def start(app: Flask) -> Thread:
    """Do the chores now and from time to time, until the program ends."""
    thread = Thread(target=_run_forever, args=(app,), name="daily", daemon=True)
    thread.start()
    return thread


def run_jobs(app: Flask) -> None:
    """Do every chore; what goes wrong is logged in a line, and the others are done still."""
    for chore in JOBS:
        try:
            with app.app_context():
                chore()
        # Whatever it is: the pages go on, and so do the other days.
        except Exception as error:
            name = f"{chore.__module__}.{chore.__name__}"
            app.logger.error("%s failed: %s", name, " ".join(str(error).split()))


def _run_forever(app: Flask) -> None:
    while True:
        run_jobs(app)
        time.sleep(WAKE_SECONDS)


def _empty() -> bool:
    return db.session.scalar(select(models.MatchRow.id).limit(1)) is None
