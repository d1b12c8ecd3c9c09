"""Open a match, record a round, find a match. Every change is one transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, select, true
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.config import LARGEST_ID
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.round_entry import Round
from scorekeeper.scorebook.cache import match_at
from scorekeeper.scorebook.changes import (
    Change,
    ChangeKind,
    match_opened,
    rounds_recorded,
    stored,
)
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.figures.recounting import keep_all
from scorekeeper.scorebook.match_log import Submission, commit_change
from scorekeeper.scorebook.people.seating import keys_of, player_key, players_by_key
from scorekeeper.scorebook.permissions import rights
from scorekeeper.scorebook.permissions.rights import NoSuchMatch, Right, Stale, lock_to_write
from scorekeeper.scorebook.record import MatchRecord, RecordedRound, lineups_as_json, positions
from scorekeeper.scorebook.round_json import round_to_json
from scorekeeper.scorebook.scored_match import Match, ReplayError, score_record
from scorekeeper.scorebook.timer import Timer

REMATCH_OF = "rematch of "
# Built once, because every page of a match asks for it.
_VERSION = select(models.MatchRow.version).where(models.MatchRow.id == bindparam("match_id"))


class NewMatch(NamedTuple):
    """A match that is to be added, and the change that opens it.

    If it comes with an import, that change has the key of the import.
    """

    record: MatchRecord
    change: Change
    submission: Submission
    opened_at: datetime
    import_key: str = ""

    @property
    def keys(self) -> Sequence[str]:
        """The keys of the players; the same ones may sit in several lineups."""
        people = self.record.people
        return [*map(player_key, people)] if self.record.several else keys_of(people)


def open_match(
    setup: Setup,
    names: tuple[str, ...],
    entry_key: str,
    opening_seat: int | None = None,
    device: str = "",
    owner: str = "",
    players_of: str = "",
    at: datetime | None = None,
) -> int:
    """Open a match and return its id; the same entry key again returns the same match.

    `device` is the name of the device that opens it, and `owner` its id; `players_of` is the owner
    of the players, if another. It is played `at` a moment of another day, if given.
    """
    record = MatchRecord(setup, names, opening_seat)
    return open_record(record, Submission(entry_key, device), owner, players_of, at)


def open_record(
    record: MatchRecord,
    submission: Submission,
    owner: str = "",
    players_of: str = "",
    at: datetime | None = None,
) -> int:
    """Open a match as `open_match` does, also one that is finished."""
    with writing() as session:
        match_id, _new = _open(session, record, submission, players_of or owner, at)
        rights.add_owner(session, match_id, owner)
    return match_id


def _open(
    session: Session,
    record: MatchRecord,
    submission: Submission,
    players_of: str,
    at: datetime | None = None,
) -> tuple[int, bool]:
    """Open a match; return its id, and whether it is new."""
    same_key = select(models.MatchRow.id).filter_by(entry_key=submission.entry_key)
    sent_before = session.scalar(same_key)
    if sent_before is not None:
        return sent_before, False
    now = clock.now()
    if at is None:
        record = record._replace(timer=Timer.of(record.setup.game.match.minutes, now))
    opened = add_match(session, record, match_opened(record), submission, at or now, players_of)
    if at is not None:
        # So that it is not put away, however long ago it was played.
        session.get_one(models.MatchRow, opened).changed_at = now
        keep_all(session, [opened])
    return opened, True


def add_match(
    session: Session,
    record: MatchRecord,
    change: Change,
    submission: Submission,
    opened_at: datetime,
    owner: str = "",
) -> int:
    """Add a match as `add_matches` does; return its id. Raise ReplayError."""
    return add_matches(session, [NewMatch(record, change, submission, opened_at)], owner)[0]


def add_matches(session: Session, new: Sequence[NewMatch], owner: str = "") -> list[int]:
    """Add the rows of matches and of their first changes; return their ids. Raise ReplayError.

    The players are those of `owner`, if the matches have one.
    """
    keys = [each.keys for each in new]
    people = [
        dict(zip(of, each.record.people, strict=True)) for of, each in zip(keys, new, strict=True)
    ]
    known = players_by_key(session, people, owner)
    players = [[known[key] for key in of] for of in keys]
    rows = [_row(each, sitting, owner) for each, sitting in zip(new, players, strict=True)]
    session.add_all(rows)
    session.flush()
    for each, row, sitting in zip(new, rows, players, strict=True):
        session.add(_first_change(each, row.id, sitting))
    return [row.id for row in rows]


def _row(new: NewMatch, players: Sequence[int], owner: str) -> models.MatchRow:
    record = new.record
    standing, rounds = score_record(record)
    moments = [new.opened_at, *(entry.recorded_at for entry in record.entries)]
    return models.MatchRow(
        entry_key=new.submission.entry_key,
        game_id=record.setup.game.id,
        rules=dict(record.setup.game.definition),
        partners=record.setup.partners,
        opening_seat=record.opening_seat,
        play_on_to=record.play_on_to,
        timer=record.timer and record.timer.as_json(),
        created_at=new.opened_at,
        changed_at=max(moments),
        finished_at=moments[len(rounds)] if standing.over else None,
        owner=owner,
        lineups=lineups_as_json(record.several) or None,
        seats=[
            models.SeatRow(position=at, player_id=player)
            for at, player in zip(positions(record.lineups), players, strict=True)
        ],
        rounds=[
            models.RoundRow(
                number=number, record=round_to_json(entry.played), recorded_at=entry.recorded_at
            )
            for number, entry in enumerate(record.entries, start=1)
        ],
    )


def _first_change(new: NewMatch, match_id: int, players: Sequence[int]) -> models.ChangeRow:
    return models.ChangeRow(
        match_id=match_id,
        version=0,
        entry_key=new.import_key or new.submission.entry_key,
        kind=new.change.kind,
        after={**(stored(new.change.after) or {}), "players": [*players]},
        device=new.submission.device,
    )


def open_rematch(match_id: int, device: str = "", owner: str = "") -> tuple[int, bool]:
    """Open a match with the same setup and names; the seat that would lead next opens it.

    Return its id, and whether it is new: a match has one rematch, which belongs to whoever opens
    it, and to the owners of the match. Raise NoSuchMatch, and AccessDenied if the right of the
    request has ended.
    """
    return _open_again(match_id, Submission(rematch_key(match_id), device), owner, once=True)


def open_again(
    match_id: int, entry_key: str, device: str = "", owner: str = "", setup: Setup | None = None
) -> int:
    """Open a match like a rematch, but any number of times; the first may still go on.

    It is played by another `setup` if one is given. Return its id; the same entry key again returns
    the same match. Raise what `open_rematch` does.
    """
    return _open_again(match_id, Submission(entry_key, device), owner, once=False, setup=setup)[0]


def _open_again(
    match_id: int,
    submission: Submission,
    owner: str,
    *,
    once: bool,
    setup: Setup | None = None,
) -> tuple[int, bool]:
    """Open a match for the players of another; if it has no owner, `owner` gets them."""
    match = find_match(match_id)
    record = MatchRecord(setup or match.setup, match.record.names, match.standing.lead.seat)
    with writing() as session:
        _version, right = lock_to_write(session, match_id)
        players_of = session.scalar(select(models.MatchRow.owner).filter_by(id=match_id))
        opened, new = _open(session, record, submission, players_of or owner)
        if new or right is Right.OWN or not once:
            rights.add_owner(session, opened, owner)
    return opened, new


def rematch_of(match_id: int) -> int | None:
    """Return the rematch of a match, if there is one that is not in the bin."""
    row = models.MatchRow
    found = select(row.id).where(row.entry_key == rematch_key(match_id), row.binned_at.is_(None))
    return db.session.scalar(found)


def record_round(
    match_id: int, number: int, entry_key: str, played: Round, device: str = ""
) -> tuple[Match, int]:
    """Record a round; return the match after it, and its number.

    The same entry key again records nothing: the match is returned as it is now. Raise what
    `commit_change` does, RuleError as `score_round` does or with match_over, and Stale where
    `number` is not the next round's.
    """

    def build(session: Session, match: Match) -> Change:
        if match.standing.over:
            raise RuleError(Code.MATCH_OVER)
        if number != match.next_number:
            raise Stale
        now = clock.now()
        at = match.last_at if _is_of_its_day(session, match, now) else now
        return replace(rounds_recorded(match.record, (RecordedRound(played, at),)), made_at=now)

    try:
        match, change = commit_change(match_id, Submission(entry_key, device), build)
    except ReplayError as refused:
        # Only the new round can be refused.
        raise refused.fault from refused
    if match.binned_at is not None:
        raise NoSuchMatch(match_id)
    return match, int((change.after or {})["number"])


def _is_of_its_day(session: Session, match: Match, now: datetime) -> bool:
    """Return whether a match was entered for another day than the one it is entered on."""
    evening = clock.evening_of(match.last_at)
    if evening == clock.evening_of(now):
        return False
    row = models.ChangeRow
    said = select(row.kind, row.made_at).filter_by(match_id=match.id, state="done", undoes=None)
    said = said.where(row.kind.in_((ChangeKind.OPENED, ChangeKind.DAY)))
    last = session.execute(said.order_by(row.version.desc()).limit(1)).first()
    return last is not None and evening != clock.evening_of(last.made_at)


def find_match(match_id: int, version: int | None = None) -> Match:
    """Return a match, at its `version` if that was read already.

    Raise NoSuchMatch, also if it is in the bin.
    """
    match = match_at(match_id, version_of(match_id) if version is None else version)
    if match.binned_at is not None:
        raise NoSuchMatch(match_id)
    return match


def version_of(match_id: int) -> int:
    """Return the version of a match. Raise NoSuchMatch."""
    if match_id > LARGEST_ID:
        raise NoSuchMatch(match_id)
    with db.engine.connect() as connection:
        version = connection.scalar(_VERSION, {"match_id": match_id})
    if version is None:
        raise NoSuchMatch(match_id)
    return version


def rematch_key(match_id: int) -> str:
    """Return the entry key of the rematch of a match: there is one at most."""
    return f"{REMATCH_OF}{match_id}"


def matches_in_bin(among: Collection[int] | None = None) -> Sequence[tuple[int, int]]:
    """List the matches in the bin by id and version, the one put there last first.

    `among` are the ids that may be listed, all if None.
    """
    allowed = true() if among is None else models.MatchRow.id.in_(among)
    rows = db.session.execute(
        select(models.MatchRow.id, models.MatchRow.version)
        .where(models.MatchRow.binned_at.is_not(None), allowed)
        .order_by(models.MatchRow.changed_at.desc(), models.MatchRow.id.desc())
    )
    return [(match_id, version) for match_id, version in rows]
