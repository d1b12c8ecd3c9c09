"""The score of a round: who won it, the points of each side, and the reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from scorekeeper.rules.checking import faults
from scorekeeper.rules.errors import Code
from scorekeeper.rules.keys import NO_AWARD, NO_CHARGE, PIPS, Award, Charge
from scorekeeper.rules.options import Entry, GoalTest, Tie
from scorekeeper.rules.payments import Payment, corrected, hits, payments, tallied
from scorekeeper.rules.ranking import Ranking, rank_sides
from scorekeeper.rules.reasons import Drawn, NotCounted, Reason, RoundScore, Weighed, WentOut
from scorekeeper.rules.rounds import ALONE, Moment, Round, empty_seats, ending_with
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
    claimed and nobody won, or somebody else: event_without_winner, event_of_a_loser.
    """
    for fault in faults(setup, played, moment):
        raise fault
    return _score(setup, played, moment)


def score_so_far(setup: Setup, played: Round, moment: Moment = ALONE) -> RoundScore | None:
    """Score a round that somebody won by going out, of which hands may not be entered yet.

    None where that is not said. Raise the first of `faults`, but for missing_hand.
    """
    for fault in faults(setup, played, moment):
        if fault.code is not Code.MISSING_HAND:
            raise fault
    return _score(setup, played, moment) if empty_seats(played, moment) else None


def _score(setup: Setup, played: Round, moment: Moment) -> RoundScore:
    deal = Deal.of(setup, played, moment)
    outcome = _outcome(deal)
    paid = _payments(deal, outcome)
    points = [0] * len(setup.sides)
    for payment in paid:
        points[payment.side] += payment.points
    return RoundScore(
        ending_with(deal.out, played),
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
        return _Outcome(out[0] if len(out) == 1 else None, game.out.winner, game.out.losers, out)
    ranking, blocked = rank_sides(deal), game.blocked
    if len(ranking.left) > 1 and blocked.tie is Tie.VOID:
        drawn = Drawn(tuple(ranking.left), blocked.next_worth)
        return _Outcome(ranking=ranking, drawn=drawn)
    winners = tuple(ranking.left.values())
    seat = _lighter_seat(deal, winners[0]) if len(winners) == 1 else None
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


def _lighter_seat(deal: Deal, seats: tuple[int, ...]) -> int:
    """Return which of a side's seats won a blocked round: lighter hand, then lighter tile."""

    def weight(seat: int) -> tuple[int, int]:
        hand = deal.played.hands[seat]
        lightest = hand.pips if hand.lightest is None else hand.lightest.pips
        return deal.weights[seat], lightest

    return seats[0] if len(seats) == 1 else min(seats, key=weight)


def _payments(deal: Deal, outcome: _Outcome) -> list[Payment]:
    setup, played, moment = deal.setup, deal.played, deal.moment
    by_plays = setup.game.table.entry is Entry.PLAYS
    paid = (
        [*hits(setup, played)]
        if by_plays
        else payments(deal, outcome.seat, outcome.award, outcome.charge)
    )
    in_play = [*tallied(setup, played)] if played.tally else []
    # Points in play come before those for going out.
    without = [*_not_counted(setup, (*in_play, *paid), moment)] if moment.totals else []
    return [*paid, *in_play, *without, *corrected(played)]


def _not_counted(setup: Setup, in_order: Sequence[Payment], moment: Moment) -> Iterator[Payment]:
    """Find points that do not count after the totals before: past an exact goal, or too few."""
    match = setup.game.match
    for side, total in enumerate(moment.totals):
        scored = [payment.points for payment in in_order if payment.side == side]
        if total == 0 and 0 < sum(scored) < match.first_score:
            yield _without(side, sum(scored), match.first_score, past_the_goal=False)
        for points in scored if match.test is GoalTest.EXACT else ():
            if points and total + points > match.goal:
                yield _without(side, points, match.goal, past_the_goal=True)
            else:
                total += points


def _without(side: int, points: int, limit: int, *, past_the_goal: bool) -> Payment:
    reason = partial(NotCounted, side, points, limit, past_the_goal)
    return Payment(side, -points, reason)
