"""Count what is not counted yet, a part at a time: whoever records a round waits for one part only.

A scorebook of a version that counted in another way has no rows at first. A program of the version
before that still runs beside this one keeps none: the versions tell which matches it changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.figures.ratings import Ended, first_unrated, rate_from, rate_more
from scorekeeper.scorebook.figures.state import OVER, changed_matches, remember_kept
from scorekeeper.scorebook.figures.writing import keep_all

# Matches counted at once, and how long a transaction goes on: whoever records a round waits for it.
AT_ONCE, MOST_SECONDS = 20, 1
# Whoever looks on is told after so many.
TOLD = 1_000

_MATCH = models.MatchRow
_THE_BEGINNING = Ended(datetime(1, 1, 1, tzinfo=UTC), 0)


def settle_figures() -> None:
    """Count and rate what is not counted and rated yet: all of it, or what has changed."""
    _count(changed_matches(db.session()))
    before = None
    # A match whose rows were changed by hand may be left.
    while (first := first_unrated(db.session.connection())) != before:
        before = first
        with writing() as session:
            rate_more(session.connection())
    remember_kept(db.session())


def make_anew(counted: Callable[[int], None] = lambda _number: None) -> int:
    """Make all figures anew, each in the place of what there was; return from how many matches.

    `counted` is told how many are counted, again and again.
    """
    with writing() as session:
        rate_from(session.connection(), _THE_BEGINNING)
        over = select(_MATCH.id).where(OVER).order_by(_MATCH.finished_at, _MATCH.id)
        match_ids = [*session.scalars(over)]
    _count(match_ids, counted)
    settle_figures()
    return len(match_ids)


def _count(match_ids: Sequence[int], counted: Callable[[int], None] = lambda _number: None) -> None:
    done = 0
    while done < len(match_ids):
        with writing() as session:
            number = _count_some(session, match_ids[done:])
        before, done = done, done + number
        if before // TOLD < done // TOLD:
            counted(done)


def _count_some(session: Session, match_ids: Sequence[int]) -> int:
    """Count as many of some matches as there is time for; return how many."""
    start = time.monotonic()
    for first in range(0, len(match_ids), AT_ONCE):
        keep_all(session, match_ids[first : first + AT_ONCE])
        if time.monotonic() - start > MOST_SECONDS:
            return min(first + AT_ONCE, len(match_ids))
    return len(match_ids)
