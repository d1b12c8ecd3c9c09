"""What pages show of figures: a player, two players, partners, a season, an evening.

A `Frame` says of which matches, and which of them the device may see. Of whoever may see all, what
is kept is read; for others it is counted again from the matches they see (`seen.py`).
Figures may not be there yet: `are_kept` and `are_rated` of state.py say so.
"""

from __future__ import annotations

from datetime import date, datetime
from itertools import dropwhile
from typing import NamedTuple

from sqlalchemy import select

from scorekeeper.figures.counted import Figure
from scorekeeper.figures.kinds import Kind
from scorekeeper.figures.match_rows import results_of
from scorekeeper.figures.meetings import Ahead, HeadToHead, head_to_head, in_a_row
from scorekeeper.figures.periods import MOST_NEWEST, NEWEST, newest_of, span_of_evening
from scorekeeper.figures.rating import NEW, Rated, Rating
from scorekeeper.figures.results import Meeting, Result
from scorekeeper.figures.season import Evening, Partner, partners_of, season
from scorekeeper.figures.season import evening as evening_of_results
from scorekeeper.figures.totals import Totals
from scorekeeper.scorebook.cache import matches_at
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.figures.frame import EVERY_MATCH, Frame
from scorekeeper.scorebook.figures.kept import KeptFigures, read
from scorekeeper.scorebook.figures.rows import Players
from scorekeeper.scorebook.figures.seen import SeenFigures
from scorekeeper.scorebook.figures.seen_rows import results_in
from scorekeeper.scorebook.figures.tables import ResultRow
from scorekeeper.scorebook.figures.writing import match_facts
from scorekeeper.scorebook.people.players import Ids, players_of

# A curve has no more points.
MOST_POINTS = 30
# No more meetings are looked at for a row of them.
MOST_MEETINGS = 60
# Matches that go on in one evening.
MOST_OPEN = 50

Figures = KeptFigures | SeenFigures


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
    if frame.is_newest:
        whose = newest_of(frame.period)
        named = players if whose is None else (whose,) if whose else ()
        newest = figures_of(Frame(seen=frame.seen)).results(named, MOST_NEWEST)
        return SeenFigures(frame, tuple(row.match_id for row in newest))
    return KeptFigures(frame) if frame.seen is None else SeenFigures(frame, frame.seen)


def _rated(frame: Frame) -> Figures:
    """Return the figures that have the ratings: those of all matches that are seen."""
    return figures_of(Frame(seen=frame.seen))


def season_table(frame: Frame = EVERY_MATCH) -> tuple[SeasonLine, ...]:
    """Return all players in the order of a season."""
    totals, ratings = figures_of(frame).table(), _rated(frame).ratings()
    ranked = season({player: total.sums for player, total in totals.items()})
    return tuple(
        SeasonLine(each.place, each.player, totals[each.player], ratings.get(each.player, NEW))
        for each in ranked
    )


def everybody(frame: Frame = EVERY_MATCH) -> Totals:
    """Return what all matches came to."""
    return figures_of(frame).total(())


def player_figures(
    player: int, frame: Frame = EVERY_MATCH, newest: int = MOST_NEWEST
) -> PlayerFigures:
    """Return the figures of a player, with so many of the newest matches."""
    figures, rated = figures_of(frame, (player,)), _rated(frame)
    return PlayerFigures(
        total=figures.total((player,)),
        kinds=figures.kinds((player,)),
        rating=rated.rating(player),
        curve=_curve(player, frame, figures, rated),
        met=head_to_head(player, figures.met(player)),
        partners=partners_of(player, figures.pairs(player)),
        newest=tuple(figures.results((player,), newest)),
    )


def _curve(player: int, frame: Frame, figures: Figures, rated: Figures) -> tuple[Rated, ...]:
    """Return the ratings of a player in a period, of all kinds of matches."""
    if frame.is_newest and isinstance(figures, SeenFigures):
        # The matches before the newest are rated too.
        return tuple(rated.rated(player, figures.match_ids))
    of_period = figures if frame.period else rated
    return tuple(of_period.curve(player, MOST_POINTS))


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
    figures = _of_meetings(frame, one, two)
    newest = figures.meetings(one, two, MOST_MEETINGS)
    kinds = figures.between(one, two).items()
    turned = [(Kind.of(code), ahead if one < two else ahead.turned) for code, ahead in kinds]
    turned.sort(key=lambda each: (-each[1].met, each[0]))
    return Rivals(
        ahead=sum((ahead for _kind, ahead in turned), Ahead()),
        kinds=tuple(turned),
        in_a_row=(len(in_a_row(one, newest)), len(in_a_row(two, newest))),
        newest=tuple(newest[:MOST_NEWEST]),
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
    if ahead is not None and one > two:
        ahead = -ahead
    found = _of_meetings(frame, one, two).meetings(one, two, most, ahead, before)
    return tuple(row.match_id for row in found)


def matches_in_a_row(
    one: int, two: int, frame: Frame = EVERY_MATCH, last: int | None = None
) -> tuple[int, ...]:
    """List matches of two, one after the other, in which the first of them finished ahead.

    The newest of all, or those up to the `last` one, by its id; MOST_MEETINGS are looked at.
    """
    met = _of_meetings(frame, one, two).meetings(one, two, MOST_MEETINGS)
    if last is not None:
        met = [*dropwhile(lambda each: each.match_id != last, met)]
    return tuple(each.match_id for each in in_a_row(one, met))


def _of_meetings(frame: Frame, one: int, two: int) -> Figures:
    if frame.period != NEWEST:
        return figures_of(frame)
    every = figures_of(Frame(seen=frame.seen))
    newest = every.meetings(one, two, MOST_NEWEST)
    return SeenFigures(frame, tuple(row.match_id for row in newest))


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
    return figures_of(frame, ordered).behind(ordered, figure, before, most)


def evening(day: date, seen: Ids | None = None) -> Evening:
    """Return what was played in the evening that began on a day, over or not."""
    start, end = span_of_evening(day)
    ended = select(ResultRow.match_id).where(
        ResultRow.first_id == 0,
        ResultRow.second_id == 0,
        ResultRow.ended_at >= start,
        ResultRow.ended_at < end,
    )
    over = [match_id for (match_id,) in read(ended) if seen is None or match_id in seen]
    going_on = [row for row in _going_on(start, seen) if start <= row.ended_at < end]
    return evening_of_results([*results_in(over), *going_on])


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
