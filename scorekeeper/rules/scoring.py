"""The score of a round: who won it, the points of each side, and the reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.rules.checking import faults
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.keys import PIPS, Award, Charge
from scorekeeper.rules.options import Entry, For, GoalTest, Tie
from scorekeeper.rules.ranking import rank_sides
from scorekeeper.rules.reasons import (
    Awarded,
    Charged,
    Claimed,
    Corrected,
    Drawn,
    Hit,
    NotCounted,
    Reason,
    RoundScore,
    RunEnded,
    Tallied,
    Term,
    Weighed,
    WentOut,
)
from scorekeeper.rules.rounds import ALONE, Moment, Round, empty_seats, ending_of
from scorekeeper.rules.setup import Setup
from scorekeeper.rules.weighing import weigh, weighed

NO_AWARD, NO_CHARGE = Award(), Charge()


@dataclass(frozen=True, slots=True)
class _Outcome:
    """Who won: the steps of the decision, the winning seat, and what this ending pays."""

    steps: tuple[Reason, ...]
    seat: int | None
    award: Award = NO_AWARD
    charge: Charge = NO_CHARGE


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
    if setup.game.table.entry is Entry.PLAYS:
        outcome = _Outcome((), None)
        paid: tuple[Reason, ...] = tuple(_hits(setup, played))
    else:
        outcome = _outcome(setup, played, moment)
        paid = tuple(_payments(setup, played, moment, outcome))
    reasons: tuple[Reason, ...] = (
        *outcome.steps,
        *paid,
        *_tallied(setup, played),
    )
    reasons = (*reasons, *_not_counted(setup, reasons, moment), *_corrected(played))
    winner = None if outcome.seat is None else setup.side_of(outcome.seat)
    return RoundScore(
        ending=ending_of(played, moment),
        winning_side=winner,
        winning_seat=outcome.seat,
        pips=tuple(_weight(setup, seats, played) for seats in setup.sides),
        points=_points(setup, reasons),
        reasons=reasons,
    )


def _outcome(setup: Setup, played: Round, moment: Moment) -> _Outcome:
    empty, game = empty_seats(played, moment), setup.game
    if empty:
        out: tuple[Reason, ...] = tuple(WentOut(seat) for seat in empty)
        seat = empty[0] if len(empty) == 1 else None
        out = (*out, *_weighed(setup, played, game.out.losers))
        return _Outcome(out, seat, game.out.winner, game.out.losers)
    compared, stayed = rank_sides(setup, played, moment)
    weighed_hands = _weighed(setup, played, game.blocked.losers)
    steps: tuple[Reason, ...] = (*weighed_hands, *compared)
    if len(stayed) > 1 and game.blocked.tie is Tie.VOID:
        return _Outcome((*steps, Drawn(tuple(stayed), game.blocked.next_worth)), None)
    winners = tuple(stayed.values())
    seat = _lighter_seat(setup, winners[0], played) if len(winners) == 1 else None
    return _Outcome(steps, seat, game.blocked.winner, game.blocked.losers)


def _weighed(setup: Setup, played: Round, charge: Charge) -> Iterator[Weighed]:
    """Yield what hands count that do not count their pips, unless a player's charge says it."""
    if setup.game.weights is PIPS or (charge.own and not setup.partners):
        return
    for seat, hand in enumerate(played.hands):
        if step := weighed(setup.game, seat, hand):
            yield step


def _payments(setup: Setup, played: Round, moment: Moment, outcome: _Outcome) -> Iterator[Reason]:
    """Yield what multiplies the round, the winner's award, what the others score, and bonuses."""
    bonuses = tuple(_bonuses(setup, played, moment, outcome.seat))
    winner = None if outcome.seat is None else setup.side_of(outcome.seat)
    losing = tuple(side for side in moment.on_a_run if winner not in (None, side))
    if losing:
        yield RunEnded(losing)
        return
    worth = moment.worth
    for bonus in bonuses:
        worth *= bonus.times
    yield from (bonus for bonus in bonuses if bonus.times > 1)
    if outcome.seat is not None and outcome.award != NO_AWARD:
        yield _awarded(setup, played, moment, outcome, worth)
    if outcome.charge != NO_CHARGE:
        for side, seats in enumerate(setup.sides):
            if side != winner and not set(seats) <= set(moment.put_out):
                yield _charged(setup, played, side, outcome, worth)
    yield from (bonus for bonus in bonuses if bonus.times == 1)


def _awarded(setup: Setup, played: Round, moment: Moment, outcome: _Outcome, worth: int) -> Awarded:
    seat = outcome.seat or 0
    terms = tuple(_terms(setup, played, moment, outcome.award, seat))
    pip_part = sum(term.times * term.pips for term in terms if term.part != "flat")
    game = setup.game
    rounded = game.scale.of(game.rounding.of(pip_part)) + outcome.award.flat
    return Awarded(setup.side_of(seat), terms, max(0, rounded) * worth, rounded, worth)


def _charged(setup: Setup, played: Round, side: int, outcome: _Outcome, worth: int) -> Charged:
    seats = setup.sides[side]
    own = _weight(setup, seats, played)
    winners = 0 if outcome.seat is None else weigh(setup.game, played.hands[outcome.seat])
    charge = outcome.charge
    parts = (Term("own", charge.own, own), Term("excess", charge.excess, own - winners))
    terms = tuple(term for term in parts if term.times)
    alone = played.hands[seats[0]] if len(seats) == 1 else None
    return Charged(
        side,
        terms,
        points=sum(term.times * term.pips for term in terms) * worth,
        worth=worth,
        went_out=alone is not None and alone.is_empty,
        weighed=None if alone is None else weighed(setup.game, seats[0], alone),
    )


def _terms(setup: Setup, played: Round, moment: Moment, award: Award, seat: int) -> Iterator[Term]:
    own = weigh(setup.game, played.hands[seat])
    side = setup.sides[setup.side_of(seat)]
    others = [
        weigh(setup.game, hand)
        for other, hand in enumerate(played.hands)
        if other not in side and other not in moment.put_out
    ]
    parts = {
        "opponents": (award.opponents, sum(others)),
        "partner": (award.partner, _weight(setup, side, played) - own),
        "own": (award.own, own),
        "excess": (award.excess, sum(pips - own for pips in others)),
        "flat": (1, award.flat),
    }
    for part, (times, pips) in parts.items():
        if times and (pips or part == "opponents"):
            yield Term(part, times, pips)


def _bonuses(
    setup: Setup, played: Round, moment: Moment, winning_seat: int | None
) -> Iterator[Claimed]:
    winner = None if winning_seat is None else setup.side_of(winning_seat)
    bonuses = {bonus.name: bonus for bonus in setup.game.bonus}
    for event in played.events:
        bonus = bonuses[event.name]
        if bonus.to is For.CLAIMER and event.seat is not None:
            side: int | None = setup.side_of(event.seat)
        else:
            side = winner
        if side is None:
            raise RuleError(Code.EVENT_WITHOUT_WINNER, event=event.name)
        if event.seat is not None and setup.side_of(event.seat) != side:
            raise RuleError(Code.EVENT_OF_A_LOSER, event=event.name, seats=(event.seat,))
        yield Claimed(bonus.name, side, bonus.points, bonus.times)
    won = moment.number - 1 if moment.won is None else moment.won
    for bonus in setup.game.bonus:
        if winner is not None and won < len(bonus.by_round):
            yield Claimed(bonus.name, winner, bonus.by_round[won])


def _hits(setup: Setup, played: Round) -> Iterator[Hit]:
    plays, total = setup.game.plays, 0
    for play in played.plays:
        before, total = total, total + play.tile.pips
        for mark in plays.marks:
            passed = before < mark < total
            if mark == total or (plays.passing and passed):
                yield Hit(play.seat, play.tile, mark, plays.points, passed)


def _tallied(setup: Setup, played: Round) -> Iterator[Tallied]:
    for seat, points in enumerate(played.tally):
        if points:
            yield Tallied(setup.side_of(seat), points)


def _corrected(played: Round) -> Iterator[Corrected]:
    for correction in played.corrections:
        yield Corrected(correction.side, correction.points, correction.note)


def _not_counted(setup: Setup, reasons: tuple[Reason, ...], moment: Moment) -> Iterator[NotCounted]:
    """Find points that do not count after the totals before: past an exact goal, or too few."""
    match = setup.game.match
    exact, goal, least = match.test is GoalTest.EXACT, match.goal, match.first_score
    for side, total in enumerate(moment.totals):
        points = _points(setup, reasons)[side]
        if total == 0 and 0 < points < least:
            yield NotCounted(side, points, least, past_the_goal=False)
        # Points in play come before those for going out.
        in_order = sorted(reasons, key=lambda reason: not isinstance(reason, Tallied))
        for reason in in_order if exact else ():
            points = _points(setup, (reason,))[side]
            if total + points > goal:
                yield NotCounted(side, points, goal, past_the_goal=True)
            else:
                total += points


def _points(setup: Setup, reasons: tuple[Reason, ...]) -> tuple[int, ...]:
    points = [0] * len(setup.sides)
    for reason in reasons:
        match reason:
            case Awarded() | Charged() | Tallied() | Corrected():
                points[reason.side] += reason.points
            case Claimed(side=int(side)):
                points[side] += reason.points
            case NotCounted():
                points[reason.side] -= reason.points
            case Hit():
                points[setup.side_of(reason.seat)] += reason.points
    return tuple(points)


def _lighter_seat(setup: Setup, seats: tuple[int, ...], played: Round) -> int:
    """Return which of a side's seats won a blocked round: lighter hand, then lighter tile."""

    def weight(seat: int) -> tuple[int, int]:
        hand = played.hands[seat]
        lightest = hand.pips if hand.lightest is None else hand.lightest.pips
        return weigh(setup.game, hand), lightest

    return min(seats, key=weight)


def _weight(setup: Setup, seats: tuple[int, ...], played: Round) -> int:
    return sum(weigh(setup.game, played.hands[seat]) for seat in seats) if played.hands else 0
