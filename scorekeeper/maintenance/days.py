"""How old something is by the days on which the program ran: no clock alone makes anything old.

A clock may be wrong by years at any start. So what is to be deleted one day is entered here when it
is first seen, and its age is how many days were counted since. A date is counted once, and only
after the program has run for a while (`scheduler.py` waits by a clock that is never set). To make
something N days old therefore takes N dates, and N such whiles: never one start, or nine. Where the
file is lost or cannot be read everything is new again, and is kept for longer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

from flask import current_app

from scorekeeper.maintenance.backup import write_file


def count(day: date) -> None:
    """Count a day on which the program has run for a while."""
    book = _read()
    if day.isoformat() not in book["days"]:
        book["days"].append(day.isoformat())
        _write(book)


def ages(kind: str, names: Iterable[str]) -> dict[str, int]:
    """Return the ages of all there is of a kind, in days that were counted, the oldest first.

    What is not known yet is entered, in the order given; what is there no more is forgotten.
    """
    # A dict keeps the order.
    book, there = _read(), dict.fromkeys(names)
    today, known = len(book["days"]), book.get(kind, {})
    entered = {name: known[name] for name in known if name in there}
    entered |= {name: today for name in there if name not in known}
    if entered != known:
        _write({**book, kind: entered})
    return {name: today - first for name, first in entered.items()}


def _file() -> Path:
    return Path(current_app.instance_path) / "days.json"


def _read() -> dict[str, Any]:
    try:
        book = json.loads(_file().read_text("utf-8"))
        tables = [book[kind] for kind in book.keys() - {"days"}]
        first_days = [first for table in tables for first in table.values()]
        if isinstance(book["days"], list) and all(type(first) is int for first in first_days):
            return dict(book)
    # Whatever is in it.
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        pass
    return {"days": []}


def _write(book: dict[str, Any]) -> None:
    write_file(_file(), json.dumps(book, indent=1).encode())
