"""The daily jobs of a server: make a backup, empty the bin.

The clock may be wrong by years after any start, so ages are not taken from it. Instead, everything
to be deleted is listed in a file when first seen, and its age is the number of days counted since.
A date is counted once, and only after the program has run for a while, by a clock that cannot be
set. So making something N days old takes N dates on which the program has run for a while. If the
file is lost or cannot be read, everything counts as new and is kept longer.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Thread
from typing import Any

from flask import Flask, current_app
from sqlalchemy import select

from scorekeeper import clock
from scorekeeper.maintenance import backup
from scorekeeper.maintenance.files import write_file
from scorekeeper.scorebook import match_bin
from scorekeeper.scorebook.club import nights
from scorekeeper.scorebook.database import models, wiping
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.figures.recounting import settle_figures
from scorekeeper.scorebook.owner_of_matches import settle

# Much less than a day: while a tablet sleeps this time does not count.
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
    # Existing ones are listed first.
    _ages("backups", names)
    try:
        backup.back_up(todays)
    except FileExistsError:
        # It exists already, or another process of this server made it at the same time.
        return
    for path in [*backup.outdated(folder, _ages("backups", {*names, todays.name}), keep)]:
        path.unlink(missing_ok=True)


def empty_bin() -> None:
    """Empty the bin of what is there for DAYS_KEPT, both by the clock and by counted days."""
    since = {
        **{f"{match_id}": moment for match_id, moment in match_bin.ids_in_bin().items()},
        **{f"night {night_id}": moment for night_id, moment in nights.in_bin().items()},
    }
    names = {f"{which} since {moment.isoformat()}": which for which, moment in since.items()}
    ages = _ages("bin", names)
    old = [names[name] for name, age in ages.items() if age >= match_bin.DAYS_KEPT]
    match_bin.delete_old_matches([int(which) for which in old if which.isdecimal()])
    nights.empty_bin([int(which.split()[1]) for which in old if not which.isdecimal()])


def count_day() -> None:
    """Count today as a day on which the program has run for a while."""
    book, day = _read_days(), clock.today().isoformat()
    if day not in book["days"]:
        book["days"].append(day)
        _write_days(book)


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

    The first run after a start counts no day, because the clock may be wrong then.
    """
    for job in JOBS if first else (count_day, *JOBS):
        try:
            with app.app_context():
                job()
        # Whatever the error, the server and the other jobs go on.
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


def _ages(kind: str, names: Iterable[str]) -> dict[str, int]:
    """Return the ages of all items of a kind, in counted days, the oldest first.

    New items are added in the order given; items that are gone are dropped.
    """
    # A dict keeps the order.
    book, there = _read_days(), dict.fromkeys(names)
    today, known = len(book["days"]), book.get(kind, {})
    entered = {name: known[name] for name in known if name in there}
    entered |= {name: today for name in there if name not in known}
    if entered != known:
        _write_days({**book, kind: entered})
    return {name: today - first for name, first in entered.items()}


def _days_file() -> Path:
    return Path(current_app.instance_path) / "days.json"


def _read_days() -> dict[str, Any]:
    try:
        book = json.loads(_days_file().read_text("utf-8"))
        tables = [book[kind] for kind in book.keys() - {"days"}]
        first_days = [first for table in tables for first in table.values()]
        if isinstance(book["days"], list) and all(type(first) is int for first in first_days):
            return dict(book)
    # Whatever is in it.
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        pass
    return {"days": []}


def _write_days(book: dict[str, Any]) -> None:
    write_file(_days_file(), [json.dumps(book, indent=1).encode()])
