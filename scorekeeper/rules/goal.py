"""The goal of a match: points or wins, and which scores pass it or come too late.

A step is what is scored at one moment: with one tile, or at the end of the round. Points in play
whose order is unknown are one step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.game_keys import Award, Ends, GoalTest
from scorekeeper.rules.game_setup import Deal, Game, Setup
from scorekeeper.rules.reasons import Hit, NotCounted, Uncounted
from scorekeeper.rules.round_entry import Moment, Play, Round

# Up to this goal a match may be played for rounds won; above it, for points.
MOST_WINS = 12


def counts_wins(game: Game) -> bool:
    """Return whether a match is won by a few rounds rather than points, such as six-love."""
    award = game.out.winner
    return (
        game.match.ends is Ends.RACE
        and game.match.goal <= MOST_WINS
        and award == Award(flat=award.flat)
        and award.flat > 0
        and not game.tally.steps
    )


class Score(NamedTuple):
    """Points that count together or not at all."""

    side: int
    points: int


Step = Sequence[Score]


class InOrder(NamedTuple):
    """The result of the steps of a round: points that do not count, and who was `first`.

    Those sides reached the goal in play and so won the match; several if the order is unknown.
    `more`: other steps came after it.
    """

    not_counted: tuple[NotCounted, ...] = ()
    first: tuple[int, ...] = ()
    more: bool = False


def hits(setup: Setup, played: Round) -> Iterator[list[Hit]]:
    """Yield, for each tile, the marks that it brought the table total to or past."""
    total = 0
    for play in played.plays:
        yield [*_hits(setup, play, total)]
        total += play.tile.pips


def _hits(setup: Setup, play: Play, before: int) -> Iterator[Hit]:
    plays, (seat, tile), total = setup.game.plays, play, before + play.tile.pips
    for mark in plays.marks:
        passed = before < mark < total
        if mark == total or (plays.passing and passed):
            yield Hit(seat, tile, mark, plays.points, passed)


def steps_in_play(setup: Setup, played: Round) -> list[list[Score]]:
    """Return what was scored while a round was played, a step for each tile if known."""
    side_of = setup.side_of
    by_tile = [
        [Score(side_of(hit.seat), hit.points) for hit in made] for made in hits(setup, played)
    ]
    by_hand = [Score(side_of(seat), points) for seat, points in played.made]
    if by_hand and (any(by_tile) or played.is_unordered):
        return [[*chain(*by_tile), *by_hand]]
    return by_tile + [[score] for score in by_hand]


def steps_with_end(
    setup: Setup, played: Round, at_end: Step, *, out_in_one: int | None = None
) -> tuple[Sequence[Step], Step]:
    """Return the steps in play and the points scored at the end of the round.

    If `out_in_one` is a seat, its last score was made with the last tile and counts as one with the
    points for going out.
    """
    in_play = steps_in_play(setup, played)
    if out_in_one is None:
        return in_play, at_end
    made = [score.seat for score in played.made]
    place = len(made) - 1 - made[::-1].index(out_in_one)
    side, points = in_play[0].pop(place) if played.is_unordered else in_play.pop()[0]
    own = sum(score.points for score in at_end if score.side == side)
    return in_play, [Score(side, points + own), *(each for each in at_end if each.side != side)]


def count_in_order(
    setup: Setup, moment: Moment, in_play: Sequence[Step], at_end: Step = ()
) -> InOrder:
    """Add the points of a round, step by step, to the totals before it."""
    match, totals = setup.game.match, [*moment.totals]
    may_end = match.at_once and not moment.goes_on and max(totals) < match.target
    past: list[NotCounted] = []
    for number, step in enumerate(in_play, start=1):
        past += _added(setup, moment, totals, step)
        if may_end and max(totals) >= match.target:
            first = tuple(side for side, total in enumerate(totals) if total >= match.target)
            after = [*chain(*in_play[number:], at_end)]
            more = number < len(in_play) or any(score.points for score in after)
            return InOrder((*past, *_too_late(match.target, after)), first, more)
    past += _added(setup, moment, totals, at_end)
    return InOrder((*_too_few(setup, moment, [*chain(*in_play, at_end)]), *past))


def count_whole_round(deal: Deal, winner: int | None, at_end: Step) -> InOrder:
    """Find the points that do not count in a round that the seat `winner` won.

    Raise RuleError (last_tile_needed) if it depends on whether the last tile scored in play.
    """
    setup, played, moment = deal.setup, deal.played, deal.moment
    match = setup.game.match
    by_goal = match.test in (GoalTest.EXACT, GoalTest.UP_TO)
    all_counts = not (by_goal or match.at_once or match.first_score)
    if all_counts or not moment.totals:
        return InOrder()

    def counted(in_one: int | None) -> InOrder:
        steps = steps_with_end(setup, played, at_end, out_in_one=in_one)
        return count_in_order(setup, moment, *steps)

    seat, scored = _perhaps_out_in_one(deal, winner), played.last_tile_scored
    if seat is None or scored is not None:
        return counted(seat if scored else None)
    apart = counted(None)
    if _points_lost(apart) != _points_lost(counted(seat)):
        raise RuleError(Code.LAST_TILE_NEEDED, seats=(seat,))
    return apart


def count_so_far(setup: Setup, moment: Moment, played: Round) -> tuple[tuple[int, ...], InOrder]:
    """Return what each side has scored in play while the round goes on.

    Too few points may become enough when the round ends, so they count until then.
    """
    made = steps_in_play(setup, played)
    counted = count_in_order(setup, moment, made)
    points = [0] * len(setup.sides)
    for score in chain(*made):
        points[score.side] += score.points
    for lost in counted.not_counted:
        if lost.why is not Uncounted.TOO_FEW:
            points[lost.side] -= lost.points
    return tuple(points), counted


def won_in_play(setup: Setup, played: Round, moment: Moment) -> bool:
    """Whether somebody won the match by reaching the goal before the round ended."""
    if not (setup.game.match.at_once and moment.totals):
        return False
    return bool(count_in_order(setup, moment, steps_in_play(setup, played)).first)


def _perhaps_out_in_one(deal: Deal, winner: int | None) -> int | None:
    """Return the seat that went out, if its last tile may have scored in play."""
    if not deal.setup.game.tally.out_in_one or winner is None:
        return None
    made = deal.played.made if deal.played.is_unordered else deal.played.made[-1:]
    # Points in play may be written down for either partner, and when a pair goes out together it
    # may be either of them.
    side_of = deal.setup.side_of
    out = {side_of(seat) for seat in deal.out}
    return next((score.seat for score in reversed(made) if side_of(score.seat) in out), None)


def _points_lost(counted: InOrder) -> Counter[int]:
    lost = Counter[int]()
    for side, points, _limit, _why in counted.not_counted:
        lost[side] += points
    return lost


def _added(setup: Setup, moment: Moment, totals: list[int], step: Step) -> Iterator[NotCounted]:
    """Add a step to the totals; yield points that do not count because they pass the goal."""
    match = setup.game.match
    for side, points in step:
        # A side at the goal is level with another: the next points decide.
        level = moment.totals[side] >= match.goal
        exact = match.test is GoalTest.EXACT and not (match.at_once and level)
        past = min(points, totals[side] + points - match.goal)
        if past > 0 and exact:
            yield NotCounted(side, points, match.goal, Uncounted.PAST_GOAL)
        elif past > 0 and match.test is GoalTest.UP_TO and not level:
            yield NotCounted(side, past, match.goal, Uncounted.OVER_GOAL)
            totals[side] = match.goal
        else:
            totals[side] += points


def _too_few(setup: Setup, moment: Moment, scores: Step) -> Iterator[NotCounted]:
    """Find the first points of a side that are too few."""
    least = setup.game.match.first_score
    for side, total in enumerate(moment.totals):
        scored = sum(score.points for score in scores if score.side == side)
        if total == 0 and 0 < scored < least:
            yield NotCounted(side, scored, least, Uncounted.TOO_FEW)


def _too_late(goal: int, scores: Step) -> Iterator[NotCounted]:
    """Sum up for each side what was scored after the match was won."""
    for side in sorted({score.side for score in scores}):
        points = sum(score.points for score in scores if score.side == side)
        if points:
            yield NotCounted(side, points, goal, Uncounted.TOO_LATE)
