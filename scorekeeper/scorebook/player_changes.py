"""Change a player in all matches at once: rename, forget, merge, split.

A change applies to all matches of the player that the device may change. If that is every match,
little but the row of the player is written; otherwise another player gets those matches. It is one
transaction. A form sent twice makes its change once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import count
from typing import Any, NamedTuple

from sqlalchemy import Result, Row, insert, literal, select, update
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.config import LARGEST_ID
from scorekeeper.scorebook.changes import ChangeKind
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.column_limits import in_parts
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.database.letter_case import folded
from scorekeeper.scorebook.database.notify import notify
from scorekeeper.scorebook.database.wiping import wipe_once_saved
from scorekeeper.scorebook.figures.recounting import keep_seats
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.people.colours import BEST
from scorekeeper.scorebook.people.logged_players import (
    drop_unused,
    ids_of,
    joined_into,
    matches_with,
    refuse_same_table,
    replace_ids,
    seat_again,
)
from scorekeeper.scorebook.people.players import Ids, NoSuchPlayer, find_player, is_seen
from scorekeeper.scorebook.people.seating import (
    NAMED,
    add_player,
    lock_players,
    people_by_id,
    player_called,
    player_key,
)

_PLAYER, _SEAT, _MATCH, _CHANGE = (
    models.PlayerRow,
    models.SeatRow,
    models.MatchRow,
    models.ChangeRow,
)


class NotYours(Exception):
    """The player sits in matches that the device may see but not change."""


class NameOfAnother(Exception):
    """Another player, `player_id`, has this name."""

    def __init__(self, player_id: int) -> None:
        super().__init__(player_id)
        self.player_id = player_id


class NotTheirs(LookupError):
    """The player does not sit in one of the matches, or there are none."""


class EveryMatch(Exception):
    """These are all matches of the player, so nobody would be left."""


class Scope(NamedTuple):
    """The ids of the matches that a device may see, and change; None if that is all.

    And the ids of those who `came` to its club nights, if it does not see everybody.
    """

    seen: Ids | None = None
    owned: Ids | None = None
    # Reads `owned` once more, within the transaction that writes: a link may have ended since.
    owned_now: Callable[[], Ids] | None = None
    came: Ids = ()


ALL = Scope()


class _Subject(NamedTuple):
    """A player to be changed in some matches; `everywhere` if that is all of theirs."""

    row: Row[Any]
    match_ids: set[int]
    everywhere: bool


def rename(player_id: int, name: str, submission: Submission, scope: Scope = ALL) -> int:
    """Rename a player everywhere, and return the id of the player who has the name now.

    Raise NoSuchPlayer, NotYours, NameOfAnother, SameTable.
    """
    with writing() as session:
        known = _known_player(session, player_id, scope)
        if _sent_before(session, known, submission):
            return player_id
        wipe_once_saved(session)
        other = player_called(session, name, known.row.owner)
        if other not in (None, player_id) and is_seen(other, scope.seen, scope.came):
            raise NameOfAnother(other)
        target = _called(session, known, name, other)
        _log_change_of_player(session, known.match_ids, submission)
    return target


def _called(session: Session, known: _Subject, name: str, other: int | None) -> int:
    """Give a player a name, and return who has it now; `other` has had it, if anybody has."""
    player_id: int = known.row.id
    if known.everywhere and (other in (None, player_id) or not is_seen(other, None)):
        if other not in (None, player_id):
            # The other sits nowhere, and is only in logs.
            refuse_same_table(session, known.match_ids, player_id, other)
            _join_for_good(session, other, player_id)
        _name(session, player_id, name, forgotten=False)
        return player_id
    # If only the spelling differs, that of the other matches stays.
    target = other or _another(session, known.row, name)
    if target != player_id:
        _give(session, known, target)
    return target


def forget(
    player_id: int, named: Callable[[int], str], submission: Submission, scope: Scope = ALL
) -> int:
    """Replace the name of a player by a number, for good.

    `named` makes a name of a number: the first that nobody has is taken. Return the id of the
    player who has it now. Raise NoSuchPlayer, NotYours.
    """
    with writing() as session:
        known = _known_player(session, player_id, scope)
        if known.row.forgotten:
            return player_id
        wipe_once_saved(session)
        keys = select(_PLAYER.key).where(NAMED, _PLAYER.owner == known.row.owner)
        taken = {*session.scalars(keys)}
        name = next(name for name in map(named, count(1)) if player_key(name) not in taken)
        target = player_id
        if not known.everywhere:
            target = _another(session, known.row, name)
            _give(session, known, target)
        _name(session, target, name, forgotten=True, hidden=True)
        for logged in ids_of(session, target) - {target}:
            # Undoing a merge would bring a name back.
            _join_for_good(session, logged, target)
        _log_change_of_player(session, known.match_ids, submission)
    return target


def hide(player_id: int, scope: Scope = ALL, *, hidden: bool = True) -> None:
    """Hide a player from lists, or show them again. Raise NoSuchPlayer, NotYours.

    A device that sees some matches only must not change the lists of others.
    """
    find_player(player_id, scope.seen, scope.came)
    if scope.seen is not None:
        raise NotYours(player_id)
    with writing() as session:
        session.execute(update(_PLAYER).filter_by(id=player_id).values(hidden=hidden))


def split(
    player_id: int,
    name: str,
    match_ids: Collection[int],
    submission: Submission,
    scope: Scope = ALL,
) -> int:
    """Give some matches of a player to a new player with a name, and return the id.

    Merging the two undoes it, whatever was played meanwhile. Raise NoSuchPlayer, NotYours,
    NotTheirs, EveryMatch, NameOfAnother, SameTable.
    """
    with writing() as session:
        known = _known_player(session, player_id, scope)
        chosen, sits = {*match_ids}, _sits(session, player_id, scope.seen)
        if not chosen or not chosen <= sits:
            raise NotTheirs(player_id)
        if chosen == sits:
            raise EveryMatch(player_id)
        other = player_called(session, name, known.row.owner)
        if other is not None and (other == player_id or is_seen(other, scope.seen, scope.came)):
            raise NameOfAnother(other)
        # In another colour than the first player.
        colour = known.row.colour % BEST + 1
        target = other or _another(session, known.row, name, colour=colour, hidden=False)
        _give(session, known._replace(match_ids=chosen), target)
        _log_change_of_player(session, chosen, submission)
    return target


def split_before(name: str, submission: Submission) -> int | None:
    """Return the player that a form split off, if it was sent before."""
    made = (
        select(_PLAYER.id)
        .join(_SEAT, _SEAT.player_id == _PLAYER.id)
        .join(_CHANGE, _CHANGE.match_id == _SEAT.match_id)
        .where(_PLAYER.key == player_key(name), _CHANGE.entry_key == submission.entry_key)
    )
    return db.session.scalar(made.limit(1))


def join(player_id: int, into: int, submission: Submission, scope: Scope = ALL) -> None:
    """Merge a player into another.

    Raise NoSuchPlayer, NotYours, and SameTable if both sat at one table, or are one.
    """
    with writing() as session:
        if joined_into(submission.entry_key) is not None:
            return
        find_player(into, scope.seen, scope.came)
        known = _known_player(session, player_id, scope)
        if session.scalar(select(_PLAYER.owner).filter_by(id=into)) != known.row.owner:
            raise NoSuchPlayer(into)
        joined = {
            "same_as": into,
            "joined_at": clock.now(),
            "joined_by": submission.entry_key,
        }
        if known.everywhere:
            refuse_same_table(session, known.match_ids, player_id, into)
            session.execute(update(_PLAYER).filter_by(id=player_id).values(joined))
            seat_again(session, ids_of(session, player_id))
        else:
            # In matches that may not be changed the player stays.
            logged = _another(session, known.row, known.row.name, **joined)
            refuse_same_table(session, known.match_ids, player_id, into)
            _give(session, known, logged)
        _log_change_of_player(session, known.match_ids, submission)


def undo_join(join_id: int, submission: Submission, scope: Scope = ALL) -> int:
    """Undo a merge, and return the id of the player who was merged.

    Raise NoSuchPlayer, NotYours, and SameTable if somebody of that name sits there by now.
    """
    with writing() as session:
        lock_players(session)
        row = _read(session, join_id).one_or_none() if join_id <= LARGEST_ID else None
        if row is None or row.joined_at is None:
            raise NoSuchPlayer(join_id)
        ids = ids_of(session, join_id)
        match_ids = matches_with(session, ids)
        if scope.owned is not None and not match_ids <= {*scope.owned}:
            raise NotYours(join_id)
        _lock_matches(session, match_ids, scope)
        into = people_by_id(session.connection(), [join_id])[join_id].id
        of_name = select(_PLAYER.id).where(NAMED).filter_by(owner=row.owner, key=row.key)
        namesake = session.scalar(of_name)
        if namesake is None:
            alone = update(_PLAYER).filter_by(id=join_id)
            session.execute(alone.values(same_as=None, joined_at=None, joined_by=None))
        else:
            refuse_same_table(session, match_ids, join_id, namesake)
            _join_for_good(session, join_id, namesake)
        seat_again(session, ids)
        _log_change_of_player(session, match_ids, submission)
        drop_unused(session, [into])
    return namesake or join_id


def _known_player(session: Session, player_id: int, scope: Scope) -> _Subject:
    """Find a player and the matches to change, and lock them. Raise NoSuchPlayer, NotYours."""
    lock_players(session)
    sits = _sits(session, player_id, None) if player_id <= LARGEST_ID else set()
    seen = sits if scope.seen is None else sits & {*scope.seen}
    if not seen and not (player_id <= LARGEST_ID and is_seen(player_id, scope.seen, scope.came)):
        raise NoSuchPlayer(player_id)
    of_all = match_ids = matches_with(session, ids_of(session, player_id))
    if scope.owned is not None:
        if not seen <= {*scope.owned}:
            raise NotYours(player_id)
        match_ids = of_all & {*scope.owned}
    _lock_matches(session, match_ids, scope)
    return _Subject(_read(session, player_id).one(), match_ids, everywhere=match_ids == of_all)


def _read(session: Session, player_id: int) -> Result[*tuple[Any, ...]]:
    return session.execute(select(_PLAYER.__table__).where(_PLAYER.id == player_id))


def _sits(session: Session, player_id: int, seen: Ids | None) -> set[int]:
    """Return the matches where a player sits, also in the bin, that the device may see."""
    sits = {*session.scalars(select(_SEAT.match_id).filter_by(player_id=player_id))}
    return sits if seen is None else sits & {*seen}


def _lock_matches(session: Session, match_ids: Collection[int], scope: Scope) -> None:
    """Lock matches against other writers, always in the same order. Raise NotYours."""
    for ids in in_parts(sorted(match_ids)):
        matches = select(_MATCH.id).where(_MATCH.id.in_(ids))
        session.execute(matches.order_by(_MATCH.id).with_for_update())
    if scope.owned_now and not {*match_ids} <= {*scope.owned_now()}:
        raise NotYours


def _sent_before(session: Session, known: _Subject, submission: Submission) -> bool:
    same = select(_CHANGE.version).where(
        _CHANGE.match_id.in_([*known.match_ids][:1]), _CHANGE.entry_key == submission.entry_key
    )
    return session.scalar(same) is not None


def _name(session: Session, player_id: int, name: str, **values: object) -> None:
    named = {"name": name, "key": player_key(name), "folded": folded(name), **values}
    session.execute(update(_PLAYER).filter_by(id=player_id).values(named))


def _another(session: Session, row: Row[Any], name: str, **values: object) -> int:
    """Add a player who takes over some of the matches of a player."""
    alike = {"key": player_key(name), "colour": row.colour, "hidden": False}
    return add_player(session, row.owner, name=name, **{**alike, **values})


def _join_for_good(session: Session, logged: int, into: int) -> None:
    """Merge an id into a player for good, and delete its name."""
    gone = {"name": "", "key": "", "folded": "", "joined_at": None, "joined_by": None}
    session.execute(update(_PLAYER).filter_by(id=logged).values(same_as=into, **gone))


def _give(session: Session, known: _Subject, target: int) -> None:
    """Replace a player by another in some matches. Raise SameTable."""
    ids = ids_of(session, known.row.id)
    refuse_same_table(session, known.match_ids, known.row.id, target)
    # Players merged into them who are only in these matches move along.
    along = {
        logged
        for logged in ids - {known.row.id}
        if matches_with(session, ids_of(session, logged)) <= known.match_ids
    }
    top = _PLAYER.same_as.not_in(along)
    session.execute(update(_PLAYER).where(_PLAYER.id.in_(along), top).values(same_as=target))
    replace_ids(session, known.match_ids, dict.fromkeys(ids - along, target))
    seat_again(session, along)
    drop_unused(session, ids)


def _log_change_of_player(
    session: Session, match_ids: Collection[int], submission: Submission
) -> None:
    """Log that a player of some matches changed, and raise the versions of those matches.

    Open pages and caches notice by the version.
    """
    ids = sorted(match_ids)
    for some in in_parts(ids):
        these = _MATCH.id.in_(some)
        session.execute(update(_MATCH).where(these).values(version=_MATCH.version + 1))
        values = {
            _CHANGE.entry_key: submission.entry_key,
            _CHANGE.kind: ChangeKind.PLAYER,
            _CHANGE.device: submission.device,
            _CHANGE.made_at: clock.now(),
            _CHANGE.state: "done",
        }
        logged = (literal(value, column.type) for column, value in values.items())
        said = select(_MATCH.id, _MATCH.version, *logged).where(these)
        columns = [_CHANGE.match_id, _CHANGE.version, *values]
        session.execute(insert(_CHANGE).from_select(columns, said))
        for match_id in some:
            notify(session, match_id)
    keep_seats(session, ids)
