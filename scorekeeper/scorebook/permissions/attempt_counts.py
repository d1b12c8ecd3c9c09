"""Limit how often something is done: across all processes and machines, and restarts.

Each key has the time at which all its counts will have expired, one after the other: the further it
is in the future, the more was done lately.
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import NamedTuple

from sqlalchemy import Connection, delete, select
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.database.sqlite_file import turn_of


class Rate(NamedTuple):
    """How often something may be done: `at_once`, and then once more every `seconds`."""

    at_once: int
    seconds: float


# In a burst, all requests of a process but one wait here, and do not hold up recording rounds.
_turn = Lock()


def count(rates: Mapping[str, Rate]) -> float:
    """Count one more under every key, or under none if one of them is used up.

    Return how many seconds there are to wait; 0 if it was counted. Raise OperationalError.
    """
    # While waiting hold no connection, which the counting request may need.
    db.session.rollback()
    with turn_of(_turn):
        return _count(rates)


def _count(rates: Mapping[str, Rate]) -> float:
    # A request that is over the limit need not take the write lock.
    with db.engine.connect() as connection:
        wait = _wait(connection, rates)
    if wait:
        return wait
    with writing() as session:
        wait = _wait(session, rates)
        if not wait:
            _move(session, rates, 1)
    return wait


def take_back(rates: Mapping[str, Rate]) -> None:
    """Take back one count under each of these keys."""
    with writing() as session:
        _move(session, rates, -1)


def _wait(session: Session | Connection, rates: Mapping[str, Rate]) -> float:
    now = clock.now().timestamp()
    dues = _dues(session, rates, now)
    return max(
        0.0, *(dues[key] + rate.seconds - now - _longest(rate) for key, rate in rates.items())
    )


def _move(session: Session, rates: Mapping[str, Rate], times: int) -> None:
    now = clock.now().timestamp()
    dues = _dues(session, rates, now)
    for key, rate in rates.items():
        session.merge(models.CountRow(key=key, due=dues[key] + times * rate.seconds))
    session.execute(delete(models.CountRow).where(models.CountRow.due < now))


def _dues(session: Session | Connection, rates: Mapping[str, Rate], now: float) -> dict[str, float]:
    """Return when the counts under each key will have expired; now if there are none."""
    rows = session.execute(
        select(models.CountRow.key, models.CountRow.due).where(models.CountRow.key.in_(rates))
    )
    known = {row.key: row.due for row in rows}
    return {key: _possible(known.get(key, now), rate, now) for key, rate in rates.items()}


def _possible(due: float, rate: Rate, now: float) -> float:
    """Correct a time counted by a wrong clock, so that nobody is locked out.

    Clocks of two machines may differ by less than that.
    """
    longest = _longest(rate)
    return now if due > now + 2 * longest else min(max(due, now), now + longest)


def _longest(rate: Rate) -> float:
    return rate.at_once * rate.seconds
