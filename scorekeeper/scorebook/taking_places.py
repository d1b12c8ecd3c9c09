"""Somebody takes a place at a match, leaves it or joins it: what may be done, as a change.

Each raises RuleError where it may not be done.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.round_entry import StartScore
from scorekeeper.scorebook.changes import Change, people_changed
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.people.seating import player_key
from scorekeeper.scorebook.record import Lineup, Lineups, lineup_in
from scorekeeper.scorebook.scored_match import Match


def may_come_and_go(match: Match) -> bool:
    """Return whether somebody may leave or join: not with partners, nor at a club night."""
    if match.setup.partners or match.standing.over or match.later:
        return False
    key = select(models.MatchRow.entry_key).filter_by(id=match.id)
    return not str(db.session.scalar(key)).startswith(f"{models.PLAYED_AT} ")


def rounds_to_take(match: Match, seat: int) -> list[int]:
    """Return the rounds from which a place can be taken; one left empty only from the next."""
    over = match.standing.over or bool(match.later)
    following = () if over else (match.next_number,)
    return [
        number
        for number in (*range(1, len(match.rounds) + 1), *following)
        if number in following or seat not in lineup_in(match.record.lineups, number).away
    ]


def take_place(match: Match, seat: int, name: str, first: int) -> Change:
    """Let somebody take a place from a round on."""
    allowed = rounds_to_take(match, seat)
    if first not in allowed:
        raise RuleError(Code.NO_SUCH_ROUND, rounds=allowed)
    _refuse_sitting(match, name, seat)
    there = lineup_in(match.record.lineups, first)
    if player_key(there.names[seat]) == player_key(name) and seat not in there.away:
        raise RuleError(Code.SITS_THERE, name=name)
    return _changed(match, _place_taken(match.record.lineups, seat, name, first))


def leave(match: Match, seat: int) -> Change:
    """Let the match go on without somebody."""
    if not may_come_and_go(match) or seat in match.standing.away:
        raise RuleError(Code.PEOPLE_STAY)
    return _changed(match, _left(match.record.lineups, seat, match.next_number))


def join(match: Match, name: str, start: StartScore) -> Change:
    """Let somebody join from the next round on, with a start score."""
    if not may_come_and_go(match):
        raise RuleError(Code.PEOPLE_STAY)
    _refuse_sitting(match, name)
    people = match.record.lineups
    return _changed(match, _joined(people, name, start, match.next_number))


def _refuse_sitting(match: Match, name: str, seat: int | None = None) -> None:
    """Raise RuleError if somebody has another place at this match, or had it."""
    for each in match.record.lineups:
        keys = [*map(player_key, each.names)]
        if player_key(name) in keys and keys.index(player_key(name)) != seat:
            raise RuleError(Code.SITS_THERE, name=name)


def _changed(match: Match, people: Lineups) -> Change:
    change = people_changed(match.record, people)
    # Raises RuleError if the game is not for that many players.
    change.apply_to(match.record)
    return change


def _place_taken(lineups: Lineups, seat: int, name: str, first: int) -> Lineups:
    """Let somebody sit at a seat from a round on, until its player would have changed."""
    before, after = _split(lineups, first)
    was, stays, comes = after[0].names[seat], True, seat in after[0].away
    for at, each in enumerate(after):
        stays = stays and each.names[seat] == was
        if stays:
            names = (*each.names[:seat], name, *each.names[seat + 1 :])
            away = tuple(other for other in each.away if other != seat or not comes)
            after[at] = each._replace(names=names, away=away)
    return _merged([*before, *after])


def _left(lineups: Lineups, seat: int, first: int) -> Lineups:
    """Let the player at a seat leave from a round on."""
    before, after = _split(lineups, first)
    return _merged(
        [*before, *(each._replace(away=tuple(sorted({*each.away, seat}))) for each in after)]
    )


def _joined(lineups: Lineups, name: str, start: StartScore, first: int) -> Lineups:
    """Let somebody join at a seat after the last one, from a round on."""
    before, after = _split(lineups, first)
    seat = len(lineups[-1].names)
    more = [each._replace(names=(*each.names, name)) for each in (*before, *after)]
    for at, each in enumerate(more):
        if at < len(before):
            more[at] = each._replace(away=(*each.away, seat))
        elif at == len(before):
            more[at] = each._replace(starts=(*each.starts, (seat, start)))
    return tuple(more)


def _split(lineups: Lineups, first: int) -> tuple[list[Lineup], list[Lineup]]:
    """Return the lineups before a round, and those from it on."""
    before = [each for each in lineups if each.first < first]
    after = [each for each in lineups if each.first >= first]
    if not after or after[0].first > first:
        after.insert(0, before[-1]._replace(first=first, starts=()))
    return before, after


def _merged(lineups: Iterable[Lineup]) -> Lineups:
    """Leave out lineups that change nothing."""
    found = list[Lineup]()
    for each in lineups:
        same = found and (each.names, each.away) == (found[-1].names, found[-1].away)
        if not same or each.starts:
            found.append(each)
    return tuple(found)
