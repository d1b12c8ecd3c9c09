"""The daily jobs of a server: make a backup, empty the trash."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from hashlib import file_digest
from pathlib import Path
from threading import Thread

from flask import Flask, current_app
from sqlalchemy import select

from scorekeeper.figures import clock
from scorekeeper.maintenance import backup, days
from scorekeeper.scorebook import trash
from scorekeeper.scorebook.database import models, wiping
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.figures.filling import settle_figures
from scorekeeper.scorebook.renaming.settling import settle

# Far less than a day: while a tablet sleeps the time does not count.
WAKE_SECONDS = 15 * 60

# The names of daily backups; other files in the folder are never deleted.
_DAILY_BACKUP = re.compile(r"scorekeeper-\d{4}-\d{2}-\d{2}\.db")


def back_up_today() -> None:
    """Make today's backup if there is none, and delete those that are too old."""
    keep = current_app.config["BACKUPS"]
    if not keep or db.engine.dialect.name != "sqlite" or _empty():
        return
    folder = backup.folder()
    todays = folder / f"scorekeeper-{clock.today():%Y-%m-%d}.db"
    names = sorted(path.name for path in folder.iterdir() if _DAILY_BACKUP.fullmatch(path.name))
    # Those of before are entered first.
    days.ages("backups", names)
    try:
        backup.back_up(todays)
    except FileExistsError:
        # Made before, or by another process of this server at the same time.
        return
    for path in [*_outdated(folder, days.ages("backups", {*names, todays.name}), keep)]:
        path.unlink(missing_ok=True)


def _outdated(folder: Path, ages: dict[str, int], keep: int) -> Iterator[Path]:
    """Find backups at least `keep` days old, but never one of the last `keep` that differ."""
    contents: set[bytes] = set()
    for name, age in reversed(ages.items()):
        with (folder / name).open("rb") as file:
            content = file_digest(file, "sha256").digest()
        if age >= keep and (content in contents or len(contents) >= keep):
            yield folder / name
        contents.add(content)


def empty_bin() -> None:
    """Delete for good what has been in the bin for 30 days, by the clock and by days counted."""
    since = trash.in_trash().items()
    names = {f"{match_id} since {moment.isoformat()}": match_id for match_id, moment in since}
    ages = days.ages("bin", names)
    trash.empty_trash([names[name] for name, age in ages.items() if age >= trash.DAYS_KEPT])


def count_day() -> None:
    """Count today as a day on which the program has run for a while."""
    days.count(clock.today())


# Each may run in several processes at once, and several times a day.
JOBS: tuple[Callable[[], object], ...] = (
    settle,
    wiping.finish,
    back_up_today,
    empty_bin,
    settle_figures,
)


def start(app: Flask) -> Thread:
    """Run the jobs in a thread, now and every WAKE_SECONDS, until the program ends."""
    thread = Thread(target=_run_forever, args=(app,), name="daily", daemon=True)
    thread.start()
    return thread


def run_jobs(app: Flask, *, first: bool = True) -> None:
    """Run every job once; log an error as one line and go on with the next job.

    A day counts if it is not the first time since the start: a start may be on a wrong day.
    """
    for job in JOBS if first else (count_day, *JOBS):
        try:
            with app.app_context():
                job()
        # Whatever it is, the server and the other jobs go on.
        except Exception as error:
            name = f"{job.__module__}.{job.__name__}"
            app.logger.error("%s failed: %s", name, " ".join(str(error).split()))


def _run_forever(app: Flask) -> None:
    run_jobs(app)
    while True:
        time.sleep(WAKE_SECONDS)
        run_jobs(app, first=False)


def _empty() -> bool:
    return db.session.scalar(select(models.MatchRow.id).limit(1)) is None
