"""What pages show of figures: a player, two players, partners, a season, an evening.

A `Frame` says of which matches, and which of them the device may see.
Figures may not be there yet: `are_kept` and `are_rated` of state.py say so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime
from itertools import dropwhile
from typing import NamedTuple

from sqlalchemy import select

from scorekeeper.figures.counted import Figure
from scorekeeper.figures.kinds import Kind
from scorekeeper.figures.match_rows import results_of
from scorekeeper.figures.meetings import (
    Ahead,
    HeadToHead,
    Meeting,
    ahead_in,
    head_to_head,
    in_a_row,
)
from scorekeeper.figures.periods import MOST_NEWEST, NEWEST, newest_of, span_of_evening
from scorekeeper.figures.rating import NEW, Rated, Rating, curve
from scorekeeper.figures.results import Result
from scorekeeper.figures.season import Evening, Partner, partners_of, season
from scorekeeper.figures.season import evening as evening_of_results
from scorekeeper.figures.totals import ALL_KINDS, Totals
from scorekeeper.scorebook.cache import matches_at
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.figures.asked import Figures, read
from scorekeeper.scorebook.figures.frame import EVERY_MATCH, Frame
from scorekeeper.scorebook.figures.rows import FIRST_SEAT, RESULT, Players, result_from
from scorekeeper.scorebook.figures.tables import ResultRow
from scorekeeper.scorebook.figures.writing import match_facts
from scorekeeper.scorebook.people.players import Ids, players_of

# A curve has no more points.
MOST_POINTS = 30
# No more meetings are looked at for a row of them.
MOST_MEETINGS = 60
# Matches that go on in one evening.
MOST_OPEN = 50


class SeasonLine(NamedTuple):
    """A player in the table of a season, who shares a `place` with those who are level."""

    place: int
    player: int
    total: Totals
    rating: Rating


class PlayerFigures(NamedTuple):
    """The figures of a player; `kinds` are those of the period, whatever the kind asked for.

    The rating is that of all matches, and the curve that of the period.
    """

    total: Totals
    kinds: tuple[tuple[Kind, Totals], ...]
    rating: Rating
    curve: tuple[Rated, ...]
    met: tuple[HeadToHead, ...]
    partners: tuple[Partner, ...]
    newest: tuple[Result, ...]


class PairFigures(NamedTuple):
    """The figures of two partners."""

    total: Totals
    kinds: tuple[tuple[Kind, Totals], ...]
    newest: tuple[Result, ...]


class Rivals(NamedTuple):
    """How two players did against each other: the one asked for first is the first of `ahead`.

    `in_a_row` is how many of the newest meetings, one after the other, the first was ahead in, or
    the second, up to MOST_MEETINGS.
    """

    ahead: Ahead
    kinds: tuple[tuple[Kind, Ahead], ...]
    in_a_row: tuple[int, int]
    newest: tuple[Meeting, ...]


def figures_of(frame: Frame, players: Players = ()) -> Figures:
    """Return the figures of a frame; the newest matches are those of these players."""
    if not frame.is_newest:
        return Figures(frame, frame.seen)
    whose = newest_of(frame.period)
    named = players if whose is None else (whose,) if whose else ()
    return Figures(frame, figures_of(Frame(seen=frame.seen)).newest(named, MOST_NEWEST))


def season_table(frame: Frame = EVERY_MATCH) -> tuple[SeasonLine, ...]:
    """Return all players in the order of a season."""
    figures = figures_of(frame)
    totals, ratings = figures.table(), figures.ratings()
    ranked = season({player: total.sums for player, total in totals.items()})
    return tuple(
        SeasonLine(each.place, each.player, totals[each.player], ratings.get(each.player, NEW))
        for each in ranked
    )


def everybody(frame: Frame = EVERY_MATCH) -> Totals:
    """Return what all matches came to."""
    return figures_of(frame).total(())


def number_of_matches(frame: Frame = EVERY_MATCH) -> int:
    """Return how many matches are over."""
    return figures_of(frame).number()


def player_figures(
    player: int, frame: Frame = EVERY_MATCH, newest: int = MOST_NEWEST
) -> PlayerFigures:
    """Return the figures of a player, with so many of the newest matches."""
    figures = figures_of(frame, (player,))
    rated = figures.rated(player)
    return PlayerFigures(
        total=figures.total((player,)),
        kinds=figures.kinds((player,)),
        rating=rated[-1].rating if rated else NEW,
        curve=_curve([each for each in rated if figures.has(each)]),
        met=head_to_head(figures.met(player)),
        partners=partners_of(figures.pairs(player)),
        newest=tuple(figures.results((player,), newest)),
    )


def _curve(rated: Sequence[Rated]) -> tuple[Rated, ...]:
    """Choose so many ratings of a period, each the last of equal parts of the matches."""
    return tuple(rated[at] for at in curve(len(rated), MOST_POINTS))


def pair_figures(
    one: int, two: int, frame: Frame = EVERY_MATCH, newest: int = MOST_NEWEST
) -> PairFigures:
    """Return the figures of two partners, with so many of the newest matches."""
    pair = (min(one, two), max(one, two))
    figures = figures_of(frame, pair)
    found = figures.results(pair, newest)
    return PairFigures(figures.total(pair), figures.kinds(pair), tuple(found))


def rivals(one: int, two: int, frame: Frame = EVERY_MATCH) -> Rivals:
    """Return how two players did against each other."""
    met = _meetings(frame, one, two)
    of_kinds = defaultdict[Kind, list[Meeting]](list)
    for each in met:
        of_kinds[each.kind].append(each)
    kinds = [(kind, ahead_in(meetings)) for kind, meetings in of_kinds.items()]
    newest = met[:MOST_MEETINGS]
    return Rivals(
        ahead=ahead_in(met),
        kinds=tuple(sorted(kinds, key=lambda each: (-each[1].met, each[0]))),
        in_a_row=(len(in_a_row(newest)), len(in_a_row(newest, -1))),
        newest=tuple(met[:MOST_NEWEST]),
    )


def matches_between(
    one: int,
    two: int,
    ahead: int | None = None,
    frame: Frame = EVERY_MATCH,
    before: int = 0,
    most: int = MOST_NEWEST,
) -> tuple[int, ...]:
    """List the matches of two against each other by their ids, as `matches_behind` does.

    `ahead` is 1 for those where the first of them finished ahead, -1 for the second, 0 for neither.
    """
    met = _meetings(frame, one, two)
    return _page([row.match_id for row in met if ahead in (None, row.ahead)], before, most)


def matches_in_a_row(
    one: int, two: int, frame: Frame = EVERY_MATCH, last: int | None = None
) -> tuple[int, ...]:
    """List matches of two, one after the other, in which the first of them finished ahead.

    The newest of all, or those up to the `last` one, by its id; MOST_MEETINGS are looked at.
    """
    met = _meetings(frame, one, two)[:MOST_MEETINGS]
    if last is not None:
        met = [*dropwhile(lambda each: each.match_id != last, met)]
    return tuple(each.match_id for each in in_a_row(met))


def _meetings(frame: Frame, one: int, two: int) -> list[Meeting]:
    """List the meetings of two, the last first; the newest are those of the two."""
    if frame.period != NEWEST:
        return figures_of(frame).meetings(one, two)
    newest = Figures(Frame(seen=frame.seen), frame.seen).meetings(one, two)[:MOST_NEWEST]
    return [each for each in newest if frame.kind in (ALL_KINDS, each.kind.code)]


def _page(match_ids: Sequence[int], before: int, most: int) -> Ids:
    """Choose so many matches of a list, those after one of them; the first where it has it not."""
    first = match_ids.index(before) + 1 if before in match_ids else 0
    return tuple(match_ids[first : first + most])


def matches_behind(
    players: Players,
    figure: Figure | None = None,
    frame: Frame = EVERY_MATCH,
    before: int = 0,
    most: int = MOST_NEWEST,
) -> tuple[int, ...]:
    """List the matches that a figure was counted from by their ids, the one that ended last first.

    Of more than `most` those are listed that ended `before` another one, by its id.
    """
    ordered = tuple(sorted(players))
    return _page(figures_of(frame, ordered).behind(ordered, figure), before, most)


def evening(day: date, seen: Ids | None = None) -> Evening:
    """Return what was played in the evening that began on a day, over or not."""
    start, end = span_of_evening(day)
    ended = select(ResultRow.match_id).where(
        FIRST_SEAT, ResultRow.ended_at >= start, ResultRow.ended_at < end
    )
    over = [match_id for (match_id,) in read(ended) if seen is None or match_id in seen]
    of_matches = select(*RESULT).where(ResultRow.match_id.in_(over))
    results = read(of_matches.order_by(ResultRow.ended_at, ResultRow.match_id))
    going_on = [row for row in _going_on(start, seen) if start <= row.ended_at < end]
    return evening_of_results([*map(result_from, results), *going_on])


def _going_on(start: datetime, seen: Ids | None) -> list[Result]:
    """Count the matches that go on, and were changed since an evening began."""
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
        for result in results_of(match_facts(each, players[each.id]))
    ]
