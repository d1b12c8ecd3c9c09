"""The score of a round: who won it, the points of each side, and the reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from scorekeeper.rules.checking import faults
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.in_order import (
    InOrder,
    Score,
    count_in_order,
    steps_with_end,
    target_of,
    won_in_play,
)
from scorekeeper.rules.keys import NO_AWARD, NO_CHARGE, PIPS, Award, Charge, MatchRules
from scorekeeper.rules.options import Ending, Entry, GoalTest, Tie
from scorekeeper.rules.payments import Payment, by_hits, corrected, payments, tallied
from scorekeeper.rules.ranking import Ranking, rank_sides
from scorekeeper.rules.reasons import (
    Drawn,
    NotCounted,
    Reached,
    Reason,
    RoundScore,
    Weighed,
    WentOut,
)
from scorekeeper.rules.rounds import (
    ALONE,
    Moment,
    Round,
    ending_with,
    missing_seats,
)
from scorekeeper.rules.setup import Setup
from scorekeeper.rules.weighing import Deal, weighed


@dataclass(slots=True)
class _Outcome:
    """The winning seat, what this ending pays, who went out, and what decided a blocked round."""

    seat: int | None = None
    award: Award = NO_AWARD
    charge: Charge = NO_CHARGE
    out: tuple[int, ...] = ()
    ranking: Ranking | None = None
    drawn: Drawn | None = None


def score_round(setup: Setup, played: Round, moment: Moment = ALONE) -> RoundScore:
    """Score a round.

    Raise the first of `faults`, or RuleError where the ranking needs more facts:
    lightest_tile_needed, tiles_needed, opener_needed, blocker_needed; or where a winner's bonus is
    claimed and nobody won, or somebody else: event_without_winner, event_of_a_loser; or where it
    changes the points whether the last tile scored: last_tile_needed.
    """
    for fault in faults(setup, played, moment):
        raise fault
    return _score(setup, played, moment)


def score_recorded(setup: Setup, played: Round, moment: Moment) -> RoundScore:
    """Score a round that was complete when it was recorded; raise the first of its `faults`.

    The rounds before it may have been changed since. If nobody reaches the goal in play any more,
    hands may be missing; and where it was not asked whether the last tile scored, it did not.
    """
    game = setup.game
    for fault in faults(setup, played, moment):
        if fault.code is not Code.MISSING_HAND or not game.match.at_once:
            raise fault
    if game.tally.out_in_one and played.last_tile_scored is None:
        played = replace(played, last_tile_scored=False)
    return _score(setup, played, moment)


def score_so_far(setup: Setup, played: Round, moment: Moment = ALONE) -> RoundScore | None:
    """Score a round that somebody won by going out, of which hands may not be entered yet.

    None where that is not said. Raise the first of `faults`, but for missing_hand.
    """
    for fault in faults(setup, played, moment):
        if fault.code is not Code.MISSING_HAND:
            raise fault
    return _score(setup, played, moment) if setup.seats_out(played, moment) else None


def _score(setup: Setup, played: Round, moment: Moment) -> RoundScore:
    deal = Deal.of(setup, played, moment)
    # Who reaches the goal in play ends the round: nobody has to go out, and nothing is blocked.
    ended_in_play = (
        setup.game.match.at_once
        and not deal.out
        and bool(missing_seats(played, moment) or won_in_play(setup, played, moment))
    )
    outcome = _Outcome() if ended_in_play else _outcome(deal)
    paid = _payments(deal, outcome)
    points = [0] * len(setup.sides)
    for payment in paid:
        points[payment.side] += payment.points
    return RoundScore(
        Ending.PLAYED if ended_in_play else ending_with(deal.out, played),
        None if outcome.seat is None else setup.side_of(outcome.seat),
        outcome.seat,
        deal.by_side,
        tuple(points),
        outcome.drawn,
        partial(_reasons, deal, outcome, paid),
    )


def _reasons(deal: Deal, outcome: _Outcome, paid: Sequence[Payment]) -> tuple[Reason, ...]:
    return (*_steps(deal, outcome), *(payment.reason() for payment in paid))


def _outcome(deal: Deal) -> _Outcome:
    """Find out who won. Raise RuleError as `rank_sides` does."""
    game, out = deal.setup.game, deal.out
    if game.table.entry is Entry.PLAYS:
        return _Outcome()
    if out:
        of_one_side = len({deal.setup.side_of(seat) for seat in out}) == 1
        return _Outcome(out[0] if of_one_side else None, game.out.winner, game.out.losers, out)
    ranking, blocked = rank_sides(deal), game.blocked
    sides = ranking.sides
    if len(sides) > 1 and blocked.tie is Tie.VOID:
        return _Outcome(ranking=ranking, drawn=Drawn(sides, blocked.next_worth))
    winners = [seat for seats in ranking.left for seat in seats]
    seat = _lighter_seat(deal, winners) if len(sides) == 1 else None
    return _Outcome(seat, blocked.winner, blocked.losers, ranking=ranking)


def _steps(deal: Deal, outcome: _Outcome) -> Iterator[Reason]:
    """Say step by step how it was decided."""
    if outcome.ranking is None:
        yield from map(WentOut, outcome.out)
        yield from _weighed(deal, deal.setup.game.out.losers)
        return
    yield from _weighed(deal, deal.setup.game.blocked.losers)
    yield from outcome.ranking.compared()
    if outcome.drawn:
        yield outcome.drawn


def _weighed(deal: Deal, charge: Charge) -> Iterator[Weighed]:
    """Yield what hands count that do not count their pips, unless a player's charge says it."""
    game = deal.setup.game
    if game.weights is PIPS or (charge.own and not deal.setup.partners):
        return
    for seat, hand in enumerate(deal.played.hands):
        if step := weighed(game, seat, hand):
            yield step


def _lighter_seat(deal: Deal, seats: Sequence[int]) -> int:
    """Return which of a side's seats won a blocked round: lighter hand, then lighter tile."""

    def weight(seat: int) -> tuple[int, int]:
        hand = deal.played.hands[seat]
        lightest = hand.pips if hand.lightest is None else hand.lightest.pips
        return deal.weights[seat], lightest

    return seats[0] if len(seats) == 1 else min(seats, key=weight)


def _payments(deal: Deal, outcome: _Outcome) -> list[Payment]:
    setup, played = deal.setup, deal.played
    by_plays = setup.game.table.entry is Entry.PLAYS
    paid = [] if by_plays else payments(deal, outcome.seat, outcome.award, outcome.charge)
    by_tile = [*by_hits(setup, played)] if by_plays else []
    in_play = [*tallied(setup, played)] if played.tally else []
    came_of = _came_of(_in_order(deal, outcome, paid), setup.game.match)
    return [*by_tile, *paid, *in_play, *came_of, *corrected(played)]


def _in_order(deal: Deal, outcome: _Outcome, paid: Sequence[Payment]) -> InOrder:
    """Find what does not count after the totals before. Raise RuleError (last_tile_needed)."""
    setup, played, moment = deal.setup, deal.played, deal.moment
    match = setup.game.match
    by_goal = match.test in (GoalTest.EXACT, GoalTest.UP_TO)
    all_counts = not (by_goal or match.at_once or match.first_score)
    if all_counts or not moment.totals:
        return InOrder()
    at_end = [Score(payment.side, payment.points) for payment in paid]

    def counted(in_one: int | None) -> InOrder:
        steps = steps_with_end(setup, played, at_end, out_in_one=in_one)
        return count_in_order(setup, moment, *steps)

    seat, scored = _perhaps_out_in_one(deal, outcome), played.last_tile_scored
    if seat is None or scored is not None:
        return counted(seat if scored else None)
    apart = counted(None)
    if _points_lost(apart) != _points_lost(counted(seat)):
        raise RuleError(Code.LAST_TILE_NEEDED, seats=(seat,))
    return apart


def _perhaps_out_in_one(deal: Deal, outcome: _Outcome) -> int | None:
    """Return the seat that went out, where its last tile may have scored in play."""
    if not deal.setup.game.tally.out_in_one or outcome.seat is None:
        return None
    made = deal.played.made if deal.played.is_unordered else deal.played.made[-1:]
    # What partners make in play may be written down for either, and of a pair that goes out
    # together it may be either.
    side_of = deal.setup.side_of
    out = {side_of(seat) for seat in deal.out}
    return next((score.seat for score in reversed(made) if side_of(score.seat) in out), None)


def _points_lost(counted: InOrder) -> Counter[int]:
    lost = Counter[int]()
    for side, points, _limit, _why in counted.not_counted:
        lost[side] += points
    return lost


def _came_of(counted: InOrder, match: MatchRules) -> Iterator[Payment]:
    """Say who reached the goal in play, and take off what does not count, side by side."""
    if counted.first:
        reached = Reached(counted.first, target_of(match), counted.more)
        yield Payment(reached.sides[0], 0, lambda: reached)
    yield from map(_taken_off, sorted(counted.not_counted, key=lambda lost: lost.side))


def _taken_off(lost: NotCounted) -> Payment:
    return Payment(lost.side, -lost.points, lambda: lost)
