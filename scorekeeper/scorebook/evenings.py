"""Evenings of many tables: who is here, the rounds that were drawn, and what came of them.

Everything is changed in one transaction, by whoever saw it as it is: two who draw at once draw one
round. Matches are opened as any other, and count as any other; what they came to is read from them,
unless somebody entered it without rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.club.draw import DrawnRound, How, Side, Table, draw, swapped
from scorekeeper.club.standings import By
from scorekeeper.figures import clock
from scorekeeper.rules.games import game_from
from scorekeeper.rules.keys import Game
from scorekeeper.rules.setup import Setup
from scorekeeper.scorebook.cache import matches_at
from scorekeeper.scorebook.changes import MatchRecord, match_opened
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.evening import (
    ClubEvening,
    EveningLine,
    EveningRound,
    Person,
    Seen,
    Settings,
    Typed,
)
from scorekeeper.scorebook.locking import Stale
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.matches import add_match
from scorekeeper.scorebook.people.numbers import players_of_numbers
from scorekeeper.scorebook.people.seating import seated
from scorekeeper.scorebook.permissions import links
from scorekeeper.scorebook.timer import Timer

Json = dict[str, Any]

MOST_LISTED = 100
# The entry key of a match says where it is played: the evening, the round and the table.
PLAYED_AT = "evening"


class NoSuchEvening(LookupError):
    """There is no evening with this key."""


class StillPlayed(Exception):
    """The next round cannot be drawn: tables, by their numbers, have no result yet."""

    def __init__(self, tables: tuple[int, ...]) -> None:
        super().__init__(tables)
        self.tables = tables


def start(name: str, game: Game, settings: Settings, entry_key: str, owner: str) -> str:
    """Start an evening and return its key; the same entry key again returns the same one."""
    row = models.EveningRow
    with writing() as session:
        sent_before = session.scalar(select(row.key).filter_by(entry_key=entry_key))
        if sent_before is not None:
            return sent_before
        new = row(
            key=token_urlsafe(12),
            entry_key=entry_key,
            owner=owner,
            name=name,
            game_id=game.id,
            rules=dict(game.definition),
            settings={**settings._asdict(), "how": str(settings.how)},
            rounds=[],
        )
        session.add(new)
        return new.key


def find(key: str) -> ClubEvening:
    """Return an evening as it is now. Raise NoSuchEvening."""
    session = db.session()
    return _evening(session, _row(session, key))


def see(key: str) -> Seen:
    """Return an evening with its matches. Raise NoSuchEvening."""
    return _seen(find(key))


def evenings(owner: str | None) -> list[EveningLine]:
    """List the evenings of an owner, or of the house (None), the newest first."""
    row = models.EveningRow
    mine = select(row) if owner is None else select(row).filter_by(owner=owner)
    found = db.session.scalars(mine.order_by(row.id.desc()).limit(MOST_LISTED))
    return [EveningLine(each.key, each.name, each.created_at, len(each.rounds)) for each in found]


def table_of(match_id: int) -> tuple[str, int] | None:
    """Return the key of the evening and the table (from 1) at which a match is played, if it is."""
    row = models.MatchRow
    words = (db.session.scalar(select(row.entry_key).filter_by(id=match_id)) or "").split()
    if words[:1] != [PLAYED_AT] or len(words) != 4:
        return None
    key = select(models.EveningRow.key).filter_by(id=int(words[1]))
    found = db.session.scalar(key)
    return (found, int(words[3])) if found else None


def come(key: str, version: int, people: Sequence[tuple[str, ...]]) -> None:
    """Add people by their names, two together where they come as a pair. Raise Stale.

    Who was here before and has left comes back.
    """

    def build(session: Session, row: models.EveningRow, evening: ClubEvening) -> None:
        names = [name for each in people for name in each]
        numbers = seated(session, names, evening.owner)
        found = players_of_numbers(session.connection(), numbers)
        known = {person.player_id: person.position for person in evening.people}
        places = dict[str, int]()
        for name, number in zip(names, numbers, strict=True):
            place = places[name] = known.get(found[number].id, len(row.people))
            if place == len(row.people):
                row.people.append(models.EveningPersonRow(position=place, player_id=number))
            row.people[place].here = True
        for one, other in (each for each in people if len(each) == 2):
            row.people[places[one]].partner = places[other]
            row.people[places[other]].partner = places[one]

    _change(key, version, build)


def leave(key: str, version: int, position: int, *, here: bool) -> None:
    """Let somebody leave, or come back, with whom they came. Raise Stale."""

    def build(_session: Session, row: models.EveningRow, _evening: ClubEvening) -> None:
        person = row.people[position]
        person.here = here
        if person.partner is not None:
            row.people[person.partner].here = here

    _change(key, version, build)


def draw_next(key: str, version: int, seed: int) -> None:
    """Draw the next round, or draw it again. Raise Stale, StillPlayed, and CannotDraw."""
    seen = see(key)
    evening = seen.evening
    if seen.unfinished:
        raise StillPlayed(seen.unfinished)
    order = [person for placed in seen.standings() for person in placed.side]
    # For hundreds it takes a while, in which others may write.
    drawn = draw(
        evening.settings.how,
        evening.pairs,
        evening.alone,
        played=seen.history(),
        order=order if evening.played else (),
        tables=evening.settings.tables,
        seed=seed,
    )

    def build(_session: Session, row: models.EveningRow, _evening: ClubEvening) -> None:
        row.rounds = [*map(_to_json, evening.played), _to_json(EveningRound(drawn))]

    _change(key, version, build)


def swap(key: str, version: int, one: int, other: int) -> None:
    """Let two people change places in a draw that is not open yet. Raise Stale."""

    def build(_session: Session, row: models.EveningRow, evening: ClubEvening) -> None:
        if evening.drawn is None:
            raise Stale
        changed = EveningRound(swapped(evening.drawn.drawn, one, other))
        row.rounds = [*map(_to_json, evening.played), _to_json(changed)]

    _change(key, version, build)


def open_round(key: str, version: int, device: str) -> None:
    """Open a match at each table of the draw, all of them or none. Raise Stale."""

    def build(session: Session, row: models.EveningRow, evening: ClubEvening) -> None:
        if evening.drawn is None:
            raise Stale
        drawn, number = evening.drawn.drawn, len(evening.rounds)
        matches = tuple(
            _open(session, evening, table, f"{PLAYED_AT} {evening.id} {number} {place}", device)
            for place, table in enumerate(drawn.tables, start=1)
        )
        opened = EveningRound(drawn, matches, (None,) * len(matches))
        row.rounds = [*map(_to_json, evening.played), _to_json(opened)]

    _change(key, version, build)


def enter_result(key: str, version: int, number: int, table: int, typed: Typed | None) -> None:
    """Enter what came of a table without its rounds, or take that back. Raise Stale."""

    def build(_session: Session, row: models.EveningRow, evening: ClubEvening) -> None:
        each = evening.rounds[number - 1]
        results = [*each.typed]
        results[table - 1] = typed
        changed = each._replace(typed=tuple(results))
        rounds = [*evening.rounds]
        rounds[number - 1] = changed
        row.rounds = [*map(_to_json, rounds)]

    _change(key, version, build)


def _open(session: Session, evening: ClubEvening, table: Table, entry_key: str, device: str) -> int:
    """Open a match, with partners across. Return its id."""
    (ana, ciro), (bea, dani) = table.sides
    names = tuple(evening.people[place].name for place in (ana, bea, ciro, dani))
    setup, now = Setup.of(evening.game, len(names), True), clock.now()
    record = MatchRecord(setup, names, timer=Timer.of(evening.game.match.minutes, now))
    submission = Submission(entry_key, device)
    match_id = add_match(session, record, match_opened(record), submission, now, evening.owner)
    links.add_owner(session, match_id, evening.owner)
    return match_id


def _change(
    key: str,
    version: int,
    build: Callable[[Session, models.EveningRow, ClubEvening], None],
) -> None:
    """Change an evening that is at `version`. Raise Stale where it no longer is."""
    with writing() as session:
        row = _row(session, key)
        if row.version != version:
            raise Stale
        build(session, row, _evening(session, row))
        row.version += 1


def _row(session: Session, key: str) -> models.EveningRow:
    row = session.scalar(select(models.EveningRow).filter_by(key=key))
    if row is None:
        raise NoSuchEvening(key)
    return row


def _evening(session: Session, row: models.EveningRow) -> ClubEvening:
    numbers = {person.player_id for person in row.people}
    found = players_of_numbers(session.connection(), numbers) if numbers else {}
    people = tuple(
        Person(
            position=each.position,
            player_id=found[each.player_id].id,
            name=found[each.player_id].name,
            partner=each.partner,
            here=each.here,
        )
        for each in row.people
    )
    settings = row.settings
    return ClubEvening(
        id=row.id,
        key=row.key,
        version=row.version,
        owner=row.owner,
        name=row.name,
        game=game_from(row.game_id, row.rules),
        settings=Settings(
            **{**settings, "how": How(settings["how"]), "season": tuple(settings["season"])}
        ),
        people=people,
        rounds=tuple(map(_from_json, row.rounds)),
        created_at=row.created_at,
    )


def _seen(evening: ClubEvening) -> Seen:
    ids = [match_id for each in evening.rounds for match_id in each.matches]
    row = models.MatchRow
    versions = db.session.execute(select(row.id, row.version).where(row.id.in_(ids))).all()
    found = matches_at([(match_id, version) for match_id, version in versions])
    return Seen(evening, {match.id: match for match in found})


def _to_json(each: EveningRound) -> Json:
    drawn = each.drawn
    return {
        "tables": [[list(side) for side in table.sides] for table in drawn.tables],
        "sit_out": list(drawn.sit_out),
        "matches": list(each.matches),
        "typed": [typed and typed._asdict() for typed in each.typed],
    }


def _from_json(table: Json) -> EveningRound:
    tables = tuple(Table((_side(one), _side(other))) for one, other in table["tables"])
    typed = tuple(
        each and Typed(_side(each["points"]), By(each["by"]), each["winner"])
        for each in table["typed"]
    )
    return EveningRound(DrawnRound(tables, tuple(table["sit_out"])), tuple(table["matches"]), typed)


def _side(people: list[int]) -> Side:
    return people[0], people[1]
