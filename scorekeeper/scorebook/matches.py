"""The use cases: open a match, record a round, look things up.

Every change is one transaction.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, bindparam, func, select, true
from sqlalchemy.orm import Session

from scorekeeper.rules import Code, Round, RuleError, Setup
from scorekeeper.scorebook import models
from scorekeeper.scorebook.cache import match_at
from scorekeeper.scorebook.changes import Change, Entry, Sheet, opened, recorded
from scorekeeper.scorebook.db import db, writing
from scorekeeper.scorebook.log import Author, NoSuchMatch, Stale, Step, finished_at, make
from scorekeeper.scorebook.projection import Match, Unfit, fold
from scorekeeper.scorebook.round_json import record_of

MATCHES_A_PAGE = 12
# Matches are numbered up to here: a larger number is none that a database could look for.
LARGEST_ID = 2**31 - 1

# Asked for by every page a watcher has open: built once, and run without a session.
_VERSION = select(models.Match.version).where(models.Match.id == bindparam("match_id"))


@dataclass(frozen=True, slots=True)
class Page:
    """Some matches, and whether more follow."""

    matches: tuple[Match, ...]
    more: bool


def open_match(
    setup: Setup,
    names: tuple[str, ...],
    entry_key: str,
    opening_seat: int | None = None,
    device: str = "",
) -> int:
    """Start a match and return its id; the same entry key again gives the match it started."""
    return _open(Sheet(setup, names, opening_seat), Author(entry_key, device))[0]


def _open(sheet: Sheet, author: Author) -> tuple[int, bool]:
    """Start a match and return its id, and whether it was not there before."""
    with writing() as session:
        known = session.scalar(select(models.Match.id).filter_by(entry_key=author.entry_key))
        if known is not None:
            return known, False
        return add_match(session, sheet, opened(sheet), author, models.now()), True


def add_match(
    session: Session, sheet: Sheet, change: Change, author: Author, opened_at: datetime
) -> int:
    """Put a match with its first change into the book and return its id. Raise Unfit."""
    match = models.Match(
        entry_key=author.entry_key,
        game_id=sheet.setup.game.id,
        rules=dict(sheet.setup.game.definition),
        partners=sheet.setup.partners,
        opening_seat=sheet.opening_seat,
        play_on_to=sheet.play_on_to,
        created_at=opened_at,
        changed_at=max((opened_at, *(entry.recorded_at for entry in sheet.entries))),
        seats=[models.Seat(position=seat, name=name) for seat, name in enumerate(sheet.names)],
        rounds=[
            models.Round(
                number=number, record=record_of(entry.played), recorded_at=entry.recorded_at
            )
            for number, entry in enumerate(sheet.entries, start=1)
        ],
    )
    session.add(match)
    session.flush()
    match.finished_at = finished_at(fold(match))
    session.add(
        models.Change(
            match_id=match.id,
            version=0,
            entry_key=author.entry_key,
            kind=change.kind,
            after=change.after,
            device=author.device,
        )
    )
    return match.id


def open_rematch(match_id: int, device: str = "") -> tuple[int, bool]:
    """Start the same match again, the lead where it stands; once, however often it is asked.

    Return its id, and whether it was not there before.
    """
    match = find_match(match_id)
    sheet = Sheet(match.setup, match.names, match.standing.lead.seat)
    return _open(sheet, Author(f"rematch of {match_id}", device))


def record_round(
    match_id: int, number: int, entry_key: str, played: Round, device: str = ""
) -> int:
    """Add a round and return its number; the same entry key again gives the same round.

    Raise RuleError as `score_round` does or with match_over, and Stale where `number` is not the
    next round's.
    """

    def build(_session: Session, match: Match) -> Step:
        if match.standing.over:
            raise RuleError(Code.MATCH_OVER)
        if number != match.next_number:
            raise Stale
        now = models.now()
        return Step(recorded(match.sheet, Entry(played, now)), made_at=now)

    try:
        made = make(match_id, Author(entry_key, device), build)
    except Unfit as unfit:
        # There is no other round that it could be.
        raise unfit.fault from unfit
    return int((made.after or {})["number"])


def find_match(match_id: int) -> Match:
    """Look a match up with all its rounds. Raise NoSuchMatch, also where it is in the bin."""
    match = match_at(match_id, version_of(match_id))
    if match.binned_at is not None:
        raise NoSuchMatch(match_id)
    return match


def version_of(match_id: int) -> int:
    """Say how often a match has changed. Raise NoSuchMatch."""
    if match_id > LARGEST_ID:
        raise NoSuchMatch(match_id)
    with db.engine.connect() as connection:
        version = connection.scalar(_VERSION, {"match_id": match_id})
    if version is None:
        raise NoSuchMatch(match_id)
    return int(version)


def matches_in_progress(page: int, among: Collection[int] | None = None) -> Page:
    """List a page (from 1) of the matches that go on, the one last played first.

    Where `among` is given, no others are listed.
    """
    return _page(page, among, models.Match.finished_at.is_(None), models.Match.binned_at.is_(None))


def finished_matches(page: int, among: Collection[int] | None = None) -> Page:
    """List a page (from 1) of the finished matches, the latest first; `among` as above."""
    finished = models.Match.finished_at.is_not(None)
    return _page(page, among, finished, models.Match.binned_at.is_(None))


def binned_matches(page: int, among: Collection[int] | None = None) -> Page:
    """List a page (from 1) of the matches in the bin, the one put there last first."""
    return _page(page, among, models.Match.binned_at.is_not(None))


def known_names(among: Collection[int] | None = None) -> tuple[str, ...]:
    """List everybody who ever sat down: those of the last match in order of play, then others.

    Where `among` is given, names are taken from no other matches.
    """
    # A match has far fewer than 100 seats, so this sorts by match first and by seat within it.
    last_seat = func.max(models.Seat.match_id * 100 - models.Seat.position)
    names = select(models.Seat.name).group_by(models.Seat.name).order_by(last_seat.desc()).limit(24)
    if among is not None:
        names = names.where(models.Seat.match_id.in_(among))
    return tuple(db.session.scalars(names))


def _page(page: int, among: Collection[int] | None, *conditions: ColumnElement[bool]) -> Page:
    rows = db.session.execute(
        select(models.Match.id, models.Match.version)
        .where(*conditions, true() if among is None else models.Match.id.in_(among))
        .order_by(models.Match.changed_at.desc(), models.Match.id.desc())
        .offset((page - 1) * MATCHES_A_PAGE)
        .limit(MATCHES_A_PAGE + 1)
    ).all()
    matches = tuple(match_at(match_id, version) for match_id, version in rows[:MATCHES_A_PAGE])
    return Page(matches, len(rows) > MATCHES_A_PAGE)
