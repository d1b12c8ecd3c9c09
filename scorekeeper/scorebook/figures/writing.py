"""Keep the figures true: in the transaction that changes a match, count it again.

Its rows are replaced by new ones. Where it is another than before who finished ahead of whom, all
matches since are rated again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Row, and_, bindparam, delete, func, insert, select, update
from sqlalchemy.orm import Session, aliased

from scorekeeper.figures.facts import CountedRound, MatchFacts, facts_of
from scorekeeper.figures.match_rows import results_of
from scorekeeper.figures.rating import NEW, Rating
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import is_postgresql
from scorekeeper.scorebook.figures.ratings import Ended, rate_from, rate_more
from scorekeeper.scorebook.figures.rows import RATING, Values, rating_values
from scorekeeper.scorebook.figures.tables import NEVER, NOBODY, NOT_YET, ResultRow
from scorekeeper.scorebook.people.name_log import in_parts
from scorekeeper.scorebook.people.players import players_of
from scorekeeper.scorebook.projection import UNREADABLE, Match, project, read_rows

# Nobody else changes figures until the transaction ends: two matches may end at once.
_LOCK = select(func.pg_advisory_xact_lock(28_06_28_08))

_ROW, _SEAT, _MATCH = ResultRow.__table__.c, models.SeatRow, models.MatchRow
_IN = _ROW.match_id.in_(bindparam("ids", expanding=True))
_KEPT = (
    select(_ROW.match_id, _ROW.player_id, _ROW.ended_at, _ROW.place, *RATING)
    .where(_IN)
    .order_by(_ROW.match_id, _ROW.seat)
)
_DELETE, _INSERT = delete(ResultRow).where(_IN), insert(ResultRow)
# Who has each seat now, in the matches where somebody else had it.
_AT_SEAT = and_(_SEAT.match_id == _ROW.match_id, _SEAT.position == _ROW.seat)
_SITTING = func.coalesce(select(_SEAT.player_id).where(_AT_SEAT).scalar_subquery(), NOBODY)
_ELSEWHERE = select(_ROW.ended_at, _ROW.match_id).where(_IN, _ROW.player_id != _SITTING)
_SEATED = update(ResultRow).where(_IN).values(player_id=_SITTING, rated=NOT_YET)
_OTHER = aliased(ResultRow)
_UNKNOWN = select(_OTHER.match_id).where(
    _OTHER.match_id == _ROW.match_id, _OTHER.player_id == NOBODY
)
_SOMEBODY_UNKNOWN = update(ResultRow).where(_IN, _UNKNOWN.exists()).values(rated=NEVER)
_VERSION = select(_MATCH.version).where(_MATCH.id == _ROW.match_id).scalar_subquery()
_VERSIONS = update(ResultRow).where(_IN).values(version=_VERSION)


def keep(session: Session, before: Match, after: Match) -> None:
    """Keep the figures true after a change of a match."""
    if counts(before) or counts(after):
        _count_again(session, [after.id], [after])
        rate_more(session.connection())


def keep_all(session: Session, match_ids: Sequence[int]) -> None:
    """Keep the figures true after changes of some matches, read again as they are stored now.

    What was counted of a damaged one stays.
    """
    for ids in in_parts(match_ids):
        rows = read_rows(session, ids)
        matches = [*_readable(rows)]
        damaged = {row.id for row in rows} - {match.id for match in matches}
        _count_again(session, [each for each in ids if each not in damaged], matches)
    rate_more(session.connection())


def keep_seats(session: Session, match_ids: Sequence[int]) -> None:
    """Keep the figures true after others may have taken the seats of some matches."""
    _lock(session)
    connection, moved = session.connection(), list[Ended]()
    for ids in in_parts(match_ids):
        elsewhere = {match_id: at for at, match_id in connection.execute(_ELSEWHERE, {"ids": ids})}
        moved += [Ended(at, match_id) for match_id, at in elsewhere.items()]
        connection.execute(_SEATED, {"ids": [*elsewhere]})
        connection.execute(_SOMEBODY_UNKNOWN, {"ids": [*elsewhere]})
        connection.execute(_VERSIONS, {"ids": ids})
    if moved:
        rate_from(connection, min(moved))
        rate_more(connection)


def match_facts(match: Match, players: Sequence[int | None]) -> MatchFacts:
    """Return the facts of a match; `players` has the id of whoever has each seat."""
    rounds = [
        CountedRound(
            played=scored.played,
            score=scored.score,
            totals=scored.standing.totals,
            leaders=scored.standing.leaders,
            put_out=scored.standing.put_out,
            recorded_at=entry.recorded_at,
        )
        for scored, entry in zip(match.rounds, match.record.entries, strict=False)
    ]
    return facts_of(
        match.id, match.setup, players, rounds, match.opened_at, over=match.standing.over
    )


def counts(match: Match) -> bool:
    """Say whether a match has figures: it is over, and not in the bin."""
    return match.standing.over and match.binned_at is None


def counted_rows(matches: Sequence[Match]) -> dict[int, list[Values]]:
    """Return the rows of matches by their ids, those of each in the order they sit."""
    players = players_of([match.id for match in matches])
    return {
        match.id: [*rows_of(match_facts(match, players[match.id]), match.version)]
        if counts(match)
        else []
        for match in matches
    }


def rows_of(facts: MatchFacts, version: int) -> Iterator[Values]:
    """Give the rows of a match that is over, in the order they sit; they are not rated yet."""
    rating = rating_values(NEW if None not in facts.players else NEW._replace(matches=NEVER))
    for seat, result in enumerate(results_of(facts)):
        yield {
            "player_id": result.players[0] if result.players else NOBODY,
            "ended_at": result.ended_at,
            "match_id": result.match_id,
            "seat": seat,
            "kind": result.kind.code,
            "side": result.side,
            "place": result.place,
            "version": version,
            **rating,
            **result.sums._asdict(),
        }


def _count_again(session: Session, match_ids: Sequence[int], matches: Sequence[Match]) -> None:
    """Replace the rows of some matches, of which those that are still there are given."""
    _lock(session)
    connection, ids = session.connection(), {"ids": match_ids}
    kept = defaultdict[int, list[Any]](list)
    for row in connection.execute(_KEPT, ids):
        kept[row.match_id].append(row)
    counted = {match_id: list[Values]() for match_id in match_ids} | counted_rows(matches)
    moved = [
        Ended(kept[match_id][0].ended_at, match_id)
        for match_id, rows in counted.items()
        if kept[match_id] and not _rated_as_before(kept[match_id], rows)
    ]
    connection.execute(_DELETE, ids)
    if added := [row for rows in counted.values() for row in rows]:
        connection.execute(_INSERT, added)
    if moved:
        rate_from(connection, min(moved))


def _rated_as_before(kept: Sequence[Row[Any]], rows: Sequence[Values]) -> bool:
    """Give the rows of a match the ratings that are kept, if all finished as they had."""
    was, now = ([_finished(row) for row in each] for each in ([row._mapping for row in kept], rows))
    if was != now:
        return False
    for row, values in zip(kept, rows, strict=True):
        values |= rating_values(Rating(row.strength, row.unsure, row.rated))
    return True


def _finished(row: Mapping[Any, Any]) -> tuple[Any, ...]:
    """Return who finished where, by which ratings are made."""
    return row["player_id"], row["ended_at"], row["place"], row["rated"] == NEVER


def _readable(rows: Iterable[models.MatchRow]) -> Iterator[Match]:
    for row in rows:
        with suppress(*UNREADABLE):
            yield project(row)


def _lock(session: Session) -> None:
    if is_postgresql():
        session.connection().execute(_LOCK)
