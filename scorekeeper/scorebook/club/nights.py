"""Club nights: who is here, the rounds that are drawn, and their results.

Every change is one transaction, based on the version its sender has seen: two who draw at once draw
one round. Matches are opened and counted like any other; their results are read from them, unless
entered without rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.club.draw import Table, draw, swapped
from scorekeeper.club.standings import By
from scorekeeper.rules.game_setup import Game, Setup
from scorekeeper.scorebook import changes
from scorekeeper.scorebook.changes import Change, match_opened
from scorekeeper.scorebook.club.night import ClubNight, NightLine, Settings
from scorekeeper.scorebook.club.night_log import commit
from scorekeeper.scorebook.club.night_record import NightKind, NightRecord, NightRound, Typed
from scorekeeper.scorebook.club.night_rows import add_night, night_row
from scorekeeper.scorebook.club.with_matches import NightWithMatches, night_with_matches
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.database.letter_case import folded
from scorekeeper.scorebook.database.wiping import wipe_once_saved
from scorekeeper.scorebook.match_bin import DAYS_KEPT
from scorekeeper.scorebook.match_log import Submission, change_within
from scorekeeper.scorebook.matches import add_match
from scorekeeper.scorebook.people.logged_players import drop_unused
from scorekeeper.scorebook.people.seating import people_by_id, seated
from scorekeeper.scorebook.permissions import rights
from scorekeeper.scorebook.permissions.rights import NoSuchMatch, Stale
from scorekeeper.scorebook.record import MatchRecord
from scorekeeper.scorebook.scored_match import Match
from scorekeeper.scorebook.timer import Timer

MOST_LISTED = 100
# The entry key of a match says where it is played: the night, its version when the tables were
# opened, and the table.
EMPTY = NightRecord()


# Changes of the record alone, by the names they have in addresses.
_ACTS: Mapping[str, tuple[NightKind, Callable[..., NightRecord]]] = {
    "leave": (NightKind.LEFT, NightRecord.left),
    "back": (NightKind.BACK, NightRecord.back),
    "pair": (NightKind.PAIRED, NightRecord.paired),
    "split": (NightKind.SPLIT, NightRecord.split),
    "end": (NightKind.ENDED, lambda record: record._replace(ended=True)),
    # The codes of tables and officials stop working. The matches of a night in the bin stay.
    "sanction": (NightKind.SANCTIONED, NightRecord.sanctioned),
    "links": (NightKind.LINKS, lambda record: record),
    "bin": (NightKind.BINNED, lambda record: record),
    "restore": (NightKind.RESTORED, lambda record: record),
}


class StillPlayed(Exception):
    """The next round cannot be drawn: `tables` have no result yet."""

    def __init__(self, tables: tuple[int, ...]) -> None:
        super().__init__(tables)
        self.tables = tables


class HereTwice(Exception):
    """Somebody else at the night has this name."""


class _NothingChanges(Exception):
    """A button does not change the clock of a match."""


def start(
    name: str,
    game: Game,
    settings: Settings,
    entry_key: str,
    owner: str,
    record: NightRecord = EMPTY,
) -> str:
    """Start a night and return its key; the same entry key again returns the same one."""
    row = models.ClubNightRow
    with writing() as session:
        sent_before = session.scalar(select(row.key).filter_by(entry_key=entry_key))
        if sent_before is not None:
            return sent_before
        return add_night(session, night_row(name, game, settings, entry_key, owner, record))


def start_again(last: ClubNight, entry_key: str, owner: str) -> str:
    """Start a night like the last one, with the same people and pairs."""
    record = last.record
    there = NightRecord(people=record.people, pairs=record.pairs)
    return start(last.name, last.game, last.settings, entry_key, owner, there)


def nights(owner: str | None, *, binned: bool = False) -> list[NightLine]:
    """List the nights of an owner, or of the house (None), newest first; or those in the bin."""
    row = models.ClubNightRow
    mine = select(row).filter_by(**({} if owner is None else {"owner": owner}))
    mine = mine.where(row.binned_at.is_not(None) if binned else row.binned_at.is_(None))
    found = db.session.scalars(mine.order_by(row.id.desc()).limit(MOST_LISTED))
    return [
        NightLine(
            each.key, each.name, each.created_at, len(NightRecord.from_json(each.record).played)
        )
        for each in found
    ]


def table_of(match_id: int) -> tuple[str, str, int] | None:
    """Return the key and name of the night, and the table, at which a match is played."""
    night = models.ClubNightRow
    with db.engine.connect() as connection:
        key = connection.scalar(select(models.MatchRow.entry_key).filter_by(id=match_id))
    words = key.split() if key else []
    if words[:1] != [models.PLAYED_AT] or len(words) != 4:
        return None
    found = db.session.execute(select(night.key, night.name).filter_by(id=int(words[1]))).first()
    return (found.key, found.name, int(words[3])) if found else None


def add_people(
    key: str, version: int, submission: Submission, people: Sequence[tuple[str, ...]]
) -> None:
    """Add people by name, in twos if they come as a pair. Raise Stale.

    Somebody who has left comes back.
    """

    def build(session: Session, night: ClubNight) -> NightRecord:
        names = [name for each in people for name in each]
        numbers = seated(session, names, night.owner)
        found = people_by_id(session.connection(), numbers)
        # Somebody may be here under the id they had before a merge.
        known = {player: person for person, player in night.players.items()}
        person_of = {
            name: known.get(found[number].id, number)
            for name, number in zip(names, numbers, strict=True)
        }
        return night.record.with_people(tuple(person_of[name] for name in each) for each in people)

    commit(key, version, submission, NightKind.CAME, build)


def act(key: str, version: int, submission: Submission, what: str, *facts: Any) -> None:
    """Make a change to the record alone: leave, pair, sanction, and so on. Raise Stale."""
    kind, change = _ACTS[what]
    commit(key, version, submission, kind, lambda _, night: change(night.record, *facts))


def correct(key: str, version: int, submission: Submission, person: int, name: str) -> None:
    """Correct who somebody is, throughout the night. Raise Stale, HereTwice."""

    def build(session: Session, night: ClubNight) -> NightRecord:
        if person not in night.players:
            raise Stale
        (number,) = seated(session, [name], night.owner)
        if number in night.players.values() and number != night.players[person]:
            raise HereTwice
        if number == night.players[person]:
            # Only the spelling changes.
            row = session.get_one(models.PlayerRow, number)
            row.name, row.folded = name, folded(name)
            return night.record
        return night.record.with_ids({person: number})

    commit(key, version, submission, NightKind.CORRECTED, build)


def draw_next(key: str, version: int, submission: Submission, seed: int) -> None:
    """Draw the next round, or draw it again. Raise Stale, StillPlayed, and CannotDraw."""
    seen = night_with_matches(key)
    if seen.unfinished:
        raise StillPlayed(seen.unfinished)
    # It is decided who goes on from each group.
    if seen.groups_end:
        seen = replace(seen, night=seen.night._replace(record=seen.by_lot(seed)))
    night, record = seen.night, seen.night.record
    # With many people it takes a while, in which others may write.
    once = {night.players[person]: person for person in reversed(record.here)}.values()
    drawn = draw(
        night.settings.how,
        [pair for pair in record.pairs_here if {*pair} <= {*once}],
        [person for person in record.alone if person in once],
        played=seen.history(),
        order=seen.in_order() if record.played else (),
        rounds=night.settings.rounds,
        tables=night.settings.tables,
        groups=night.settings.groups,
        sizes=night.sizes,
        seed=seed,
    )

    def build(_session: Session, now: ClubNight) -> NightRecord:
        return now.record._replace(decided=record.decided).with_draw(drawn)

    commit(key, version, submission, NightKind.DRAWN, build)


def decide(key: str, version: int, submission: Submission, person: int, seed: int) -> None:
    """Place somebody before all who are level with them; 0 draws lots. Raise Stale."""
    seen = night_with_matches(key)

    def build(_session: Session, night: ClubNight) -> NightRecord:
        if person not in {0, *night.names}:
            raise Stale
        if not person:
            return replace(seen, night=night).by_lot(seed)
        return night.record._replace(decided=(*night.record.decided, (person, "word")))

    commit(key, version, submission, NightKind.DECIDED, build)


def swap(key: str, version: int, submission: Submission, one: int, other: int) -> None:
    """Let two people swap places in a draw that is not open yet. Raise Stale."""

    def build(_session: Session, night: ClubNight) -> NightRecord:
        if night.record.drawn is None:
            raise Stale
        return night.record.with_draw(swapped(night.record.drawn, one, other))

    commit(key, version, submission, NightKind.SWAPPED, build)


def open_round(key: str, version: int, submission: Submission) -> None:
    """Open a match at each table of the draw, all or none. Raise Stale.

    In a knockout a table is decided at once if a side has left.
    """

    def build(session: Session, night: ClubNight) -> NightRecord:
        drawn = night.record.drawn
        if drawn is None:
            raise Stale
        matches = tuple(
            _open(session, night, table, place, submission.device)
            for place, table in enumerate(drawn.tables, start=1)
        )
        typed = (night.record.walkover(each) if drawn.bracket else None for each in drawn.tables)
        opened = NightRound(drawn, matches, tuple(typed))
        return night.record.with_round(len(night.record.rounds), opened)

    commit(key, version, submission, NightKind.OPENED, build)


def enter_result(
    key: str, version: int, submission: Submission, number: int, table: int, typed: Typed | None
) -> None:
    """Enter the result of a match without its rounds, or remove it. Raise Stale.

    If a table plays several matches, each has its place among the tables of the round.
    """
    matches = night_with_matches(key).matches

    def build(session: Session, night: ClubNight) -> NightRecord:
        each = night.record.rounds[number - 1]
        results = [*each.typed]
        results[table - 1] = typed
        entered = night.record.with_round(number, each._replace(typed=tuple(results)))
        seen = NightWithMatches(night._replace(record=entered), matches)
        return _with_another(session, seen, number, table, submission.device)

    commit(key, version, submission, NightKind.RESULT, build)


def open_another(key: str, version: int, submission: Submission, table: int) -> None:
    """Open the next match at a table whose last one did not decide. Raise Stale."""
    matches = night_with_matches(key).matches

    def build(session: Session, night: ClubNight) -> NightRecord:
        seen = NightWithMatches(night, matches)
        return _with_another(session, seen, len(seen.boards), table, submission.device)

    commit(key, version, submission, NightKind.OPENED, build)


def _with_another(
    session: Session, seen: NightWithMatches, number: int, at: int, device: str
) -> NightRecord:
    board, record = seen.board(number, at), seen.night.record
    if board is None:
        raise Stale
    if not board.asks:
        return record
    match_id = _open(session, seen.night, Table(board.sides), board.number, device)
    another = record.rounds[number - 1].with_match(board.number, match_id)
    return record.with_round(number, another)


def in_bin() -> dict[int, datetime]:
    """Return the ids of the nights in the bin, and since when each is there."""
    row = models.ClubNightRow
    found = db.session.execute(select(row.id, row.binned_at).where(row.binned_at.is_not(None)))
    return {night_id: moment for night_id, moment in found if moment is not None}


def empty_bin(among: Collection[int]) -> None:
    """Delete for good what was in the bin for 30 days, as `match_bin.delete_old_matches` does."""
    if not among:
        return
    row, long_ago = models.ClubNightRow, clock.now() - timedelta(days=DAYS_KEPT)
    with writing() as session:
        old = select(row).where(row.binned_at < long_ago, row.id.in_(among))
        for night in session.scalars(old).all():
            wipe_once_saved(session)
            people = {person.player_id for person in night.people}
            session.execute(delete(models.ClubChangeRow).filter_by(night_id=night.id))
            session.delete(night)
            session.flush()
            drop_unused(session, people)


def set_clocks(key: str, version: int, submission: Submission, what: str) -> None:
    """Change the clocks of all unfinished matches of the last round, all or none.

    `what` is "pause", "go_on", "more" or "stop". Raise Stale.
    """

    def build(session: Session, night: ClubNight) -> NightRecord:
        if not night.record.played:
            return night.record
        last, number = night.record.played[-1], len(night.record.played)
        played = models.RoundRow.match_id
        begun = {*session.scalars(select(played).where(played.in_(last.matches)).distinct())}
        # A table without rounds ends like one with a paper result of 0 to 0.
        for match_id in begun if what == "stop" else last.matches:
            with suppress(NoSuchMatch, _NothingChanges):
                change_within(session, match_id, submission, partial(_with_clock, what))
        if what != "stop":
            return night.record
        nothing = (0,) * len(last.drawn.tables[0].sides)
        ended = tuple(
            typed or (None if match_id in begun else Typed(nothing, By.TIME, None))
            for match_id, typed in zip(last.matches, last.typed, strict=True)
        )
        return night.record.with_round(number, last._replace(typed=ended))

    commit(key, version, submission, NightKind.CLOCKS, build)


def _with_clock(what: str, _session: Session, match: Match) -> Change:
    timer = None if match.standing.over else _turned(match.record.timer, what)
    if timer is None:
        raise _NothingChanges
    return changes.timer_set(match.record, timer)


def _turned(timer: Timer | None, what: str) -> Timer | None:
    """Return a clock after a button; None if nothing changes."""
    now = clock.now()
    if what == "stop":
        return Timer(stopped=True)
    if timer is None:
        return None
    if what == "more":
        return timer.longer(now)
    return timer.turned(now) if timer.paused is (what == "go_on") else None


def _open(session: Session, night: ClubNight, table: Table, place: int, device: str) -> int:
    """Open a match, partners opposite each other. Return its id."""
    names = night.seats_of(table)
    setup, now = Setup.of(night.game, len(names), not night.settings.alone), clock.now()
    record = MatchRecord(setup, names, timer=Timer.of(night.game.match.minutes, now))
    submission = Submission(f"{models.PLAYED_AT} {night.id} {night.version} {place}", device)
    match_id = add_match(session, record, match_opened(record), submission, now, night.owner)
    # A copied cookie of the owner, which new codes have ended, must not own matches either.
    if night.generation == 1:
        rights.add_owner(session, match_id, night.owner)
    return match_id
