"""What pages show of statistics: a player, two players, partners, a season, a day's play.

A `Frame` says of which matches, and which of them the device may see. Figures may not be there yet:
`are_kept` and `are_rated` of recounting.py say so. A list of matches shows who played each, and the
points of each side. For finished matches these come from the stored rows, without reading a round.
Other matches are scored from their rounds: those that go on, those that are not counted as
they are now, and those of a game in which points are lost again or a side can be out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from itertools import dropwhile
from typing import Any, NamedTuple

from sqlalchemy import Row, and_, select

from scorekeeper.clock import span_of_evening
from scorekeeper.figures.head_to_head import (
    Ahead,
    Evening,
    Meeting,
    Ranked,
    ahead_in,
    in_a_row,
    ranked,
)
from scorekeeper.figures.head_to_head import evening as evening_of_results
from scorekeeper.figures.match_results import Kind, Result, Sums, Totals
from scorekeeper.figures.rating import NEW, Rating
from scorekeeper.rules.game_keys import MatchRules, Reset
from scorekeeper.rules.game_setup import Setup
from scorekeeper.scorebook.cache import matches_at
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.column_limits import MOST_SEATS
from scorekeeper.scorebook.figures.figures_table import FIRST_SEAT, RESULT, ResultRow, result_from
from scorekeeper.scorebook.figures.queries import EVERY_MATCH, MOST_NEWEST, Figures, Frame, read
from scorekeeper.scorebook.figures.recounting import match_results
from scorekeeper.scorebook.people.colours import at_one_table
from scorekeeper.scorebook.people.players import Ids, players_of
from scorekeeper.scorebook.scored_match import RULES, UNREADABLE, Match, setup_in

# Most points of a rating curve.
MOST_POINTS = 30
# The meetings looked at for a run of wins.
MOST_MEETINGS = 60
# Matches of one day of play that go on.
MOST_OPEN = 50

_MATCH, _SEAT, _PLAYER, _ROW = models.MatchRow, models.SeatRow, models.PlayerRow, ResultRow


class PlayerFigures(NamedTuple):
    """The figures of a player, or of two partners (without rating and opponents).

    `kinds` are those of the period, whatever the kind asked for. The rating is that of all matches,
    with its place among those shown; the curve is that of the period: when matches ended, and the
    rating after each. Opponents and partners are keyed by id.
    """

    total: Totals
    kinds: list[tuple[Kind, Totals]]
    newest: list[Result]
    rating: Rating = NEW
    rating_place: tuple[int, int] = (0, 0)
    curve: Sequence[tuple[datetime, Rating]] = ()
    met: Mapping[int, Ahead] = {}
    partners: Mapping[int, Sums] = {}


class Rivals(NamedTuple):
    """How two players did against each other: the one asked for first is the first of `ahead`.

    `in_a_row` is how many of the newest meetings, one after the other, the first was ahead in, or
    the second, up to MOST_MEETINGS.
    """

    ahead: Ahead
    kinds: list[tuple[Kind, Ahead]]
    in_a_row: tuple[int, int]
    newest: list[Meeting]


def season_table(frame: Frame = EVERY_MATCH) -> tuple[Ranked, ...]:
    """Return all players in the order of a season."""
    figures = Figures(frame)
    return ranked(figures.table(), figures.ratings())


def player_figures(
    player: int, frame: Frame = EVERY_MATCH, newest: int = MOST_NEWEST
) -> PlayerFigures:
    """Return the figures of a player, with the `newest` matches."""
    figures = Figures(frame, (player,))
    met, partners = figures.with_others(player)
    ratings, rated = figures.ratings(), figures.rated(player)
    rating = ratings.get(player, NEW)
    shown = [value for each in ratings.values() if (value := each.points) is not None]
    # Each point is the last rating of one of equal parts, so the curve ends with the newest.
    parts = min(len(rated), MOST_POINTS)
    return _of_players(figures, (player,), newest)._replace(
        rating=rating,
        rating_place=(1 + sum(each > (rating.points or 0) for each in shown), len(shown)),
        curve=[rated[(part + 1) * len(rated) // parts - 1] for part in range(parts)],
        met=met,
        partners=partners,
    )


def pair_figures(
    one: int, two: int, frame: Frame = EVERY_MATCH, newest: int = MOST_NEWEST
) -> PlayerFigures:
    """Return the figures of two partners, with the `newest` matches."""
    pair = (min(one, two), max(one, two))
    return _of_players(Figures(frame, pair), pair, newest)


def _of_players(figures: Figures, players: tuple[int, ...], newest: int) -> PlayerFigures:
    found = figures.total(players), figures.kinds(players), figures.results(players, newest)
    return PlayerFigures(*found)


def rivals(one: int, two: int, frame: Frame = EVERY_MATCH) -> Rivals:
    """Return how two players did against each other."""
    met = Figures(frame).meetings(one, two)
    of_kinds = defaultdict[Kind, list[Meeting]](list)
    for each in met:
        of_kinds[each.kind].append(each)
    kinds = [(kind, ahead_in(meetings)) for kind, meetings in of_kinds.items()]
    newest = met[:MOST_MEETINGS]
    return Rivals(
        ahead=ahead_in(met),
        kinds=sorted(kinds, key=lambda each: (-each[1].met, each[0])),
        in_a_row=(len(in_a_row(newest)), len(in_a_row(newest, -1))),
        newest=met[:MOST_NEWEST],
    )


def matches_in_a_row(
    one: int, two: int, frame: Frame = EVERY_MATCH, last: int | None = None
) -> tuple[int, ...]:
    """List the run of matches in which the first of two players finished ahead.

    The newest of all, or those up to the `last` one, by its id; MOST_MEETINGS are looked at.
    """
    met = Figures(frame).meetings(one, two)[:MOST_MEETINGS]
    if last is not None:
        met = [*dropwhile(lambda each: each.match_id != last, met)]
    return tuple(each.match_id for each in in_a_row(met))


def evening(day: date, seen: Ids | None = None) -> Evening:
    """Return the play of a day, finished or not."""
    start, end = span_of_evening(day)
    ended = select(_ROW.match_id).where(FIRST_SEAT, _ROW.ended_at >= start, _ROW.ended_at < end)
    of_matches = select(*RESULT).where(_ROW.match_id.in_(ended))
    over = map(result_from, read(of_matches.order_by(_ROW.ended_at, _ROW.match_id)))
    going_on = (row for row in _going_on(start, seen) if start <= row.ended_at < end)
    found = (row for row in over if seen is None or row.match_id in seen)
    return evening_of_results([*found, *going_on])


def _going_on(start: datetime, seen: Ids | None) -> list[Result]:
    """Count the matches that go on and were changed since a day of play began."""
    match = models.MatchRow
    found = select(match.id, match.version).where(
        match.binned_at.is_(None), match.finished_at.is_(None), match.changed_at >= start
    )
    if seen is not None:
        found = found.where(match.id.in_(seen))
    newest = found.order_by(match.changed_at.desc(), match.id.desc()).limit(MOST_OPEN)
    matches = matches_at([(match_id, version) for match_id, version in read(newest)])
    players = players_of([each.id for each in matches])
    return [
        result
        for each in matches
        if each.rounds and not each.standing.over
        for result in match_results(each, players[each.id])
    ]


class MatchScore(NamedTuple):
    """How a match stands: `totals` by side, the side that won if one did, whether it is over.

    `names`, `players`, by their ids, and `colours` are in the order they sit. `rounds` is how many
    count, 0 if only the result is known, `last_at` when the last of them was recorded. The sides
    `put_out` were eliminated or left.
    """

    match_id: int
    setup: Setup
    names: tuple[str, ...]
    players: tuple[int | None, ...]
    colours: tuple[int, ...]
    totals: tuple[int, ...]
    winner: int | None
    over: bool
    put_out: tuple[int, ...]
    rounds: int
    last_at: datetime


def scores_of(match_ids: Sequence[int]) -> tuple[MatchScore, ...]:
    """Return how matches stand, in the order of their ids; those that are gone are left out."""
    counted = and_(_ROW.match_id == _SEAT.match_id, _ROW.seat == _SEAT.position)
    sitting = (
        select(
            *(_SEAT.match_id, _SEAT.player_id, _PLAYER.name, _PLAYER.colour),
            *(_ROW.version, _ROW.won, _ROW.made, _ROW.rounds, _ROW.ended_at),
        )
        .join(_PLAYER, _PLAYER.id == _SEAT.player_id)
        .outerjoin(_ROW, counted)
        .where(_SEAT.match_id.in_(match_ids), _SEAT.position < MOST_SEATS)
        .order_by(_SEAT.match_id, _SEAT.position)
    )
    seats = defaultdict[int, list[Row[Any]]](list)
    for seat in read(sitting):
        seats[seat.match_id].append(seat)
    # Whether others sat there before its end.
    several = _MATCH.lineups.is_not(None).label("several")
    there = select(_MATCH.id, _MATCH.version, _MATCH.game_id, RULES, _MATCH.partners, several)
    there = there.where(_MATCH.id.in_(match_ids), _MATCH.binned_at.is_(None))
    scores, others = dict[int, MatchScore](), list[tuple[int, int]]()
    for match in read(there):
        if score := _kept(match, seats[match.id]):
            scores[match.id] = score
        else:
            others.append((match.id, match.version))
    players = players_of([match_id for match_id, _version in others])
    for scored in matches_at(others):
        scores[scored.id] = _scored(scored, scored.who_counts(players[scored.id]))
    return tuple(scores[match_id] for match_id in match_ids if match_id in scores)


def _kept(match: Row[Any], seats: Sequence[Row[Any]]) -> MatchScore | None:
    """Return the score of a match as it was counted; None if it has to be scored."""
    if match.several or any(seat.version != match.version for seat in seats):
        return None
    # Points are counted round by round: of a match with none only the result is known.
    if seats and not seats[0].rounds:
        return None
    with suppress(*UNREADABLE):
        setup = setup_in(match.game_id, match.rules, len(seats), match.partners)
        if _says_all(setup.game.match):
            first = [seats[side[0]] for side in setup.sides]
            return MatchScore(
                match_id=match.id,
                setup=setup,
                names=tuple(seat.name for seat in seats),
                players=tuple(seat.player_id for seat in seats),
                colours=at_one_table([seat.colour for seat in seats]),
                totals=tuple(seat.made for seat in first),
                winner=next((side for side, seat in enumerate(first) if seat.won), None),
                over=True,
                put_out=(),
                rounds=seats[0].rounds,
                last_at=seats[0].ended_at,
            )
    return None


def _says_all(rules: MatchRules) -> bool:
    """Return whether what each side made in a match tells how it stands."""
    return rules.reset is Reset.NEVER and not rules.eliminate


def _scored(match: Match, players: Sequence[int | None]) -> MatchScore:
    return MatchScore(
        match_id=match.id,
        setup=match.setup,
        names=match.names,
        players=tuple(players),
        colours=match.seat_colours,
        totals=match.standing.totals,
        winner=match.standing.winner,
        over=match.standing.over,
        put_out=(*match.standing.put_out, *match.standing.away),
        rounds=0 if match.only_result else len(match.rounds),
        last_at=match.last_at,
    )
