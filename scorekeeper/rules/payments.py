"""What a round pays: the winner's award, what the others score, bonuses, points in play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import NamedTuple

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.in_order import hits
from scorekeeper.rules.keys import NO_AWARD, NO_CHARGE, Award, Charge
from scorekeeper.rules.options import For
from scorekeeper.rules.reasons import (
    Awarded,
    Charged,
    Claimed,
    Corrected,
    Hit,
    Reason,
    RunEnded,
    Tallied,
    Term,
)
from scorekeeper.rules.rounds import Round
from scorekeeper.rules.setup import Setup
from scorekeeper.rules.weighing import Deal, weighed

# Parts of an award or a charge: their names, how many times they count, and pips.
Parts = tuple[tuple[str, int, int], ...]


class Payment(NamedTuple):
    """Points for a side, and what makes the reason where it is asked for."""

    side: int
    points: int
    reason: Callable[[], Reason]


def payments(deal: Deal, seat: int | None, award: Award, charge: Charge) -> list[Payment]:
    """Return what multiplies the round, the award of the winning seat, the charges, and bonuses.

    Raise RuleError: event_without_winner, event_of_a_loser.
    """
    setup, moment = deal.setup, deal.moment
    winner = None if seat is None else setup.side_of(seat)
    bonuses = _bonuses(deal, winner) if setup.game.bonus else []
    if losing := tuple([side for side in moment.on_a_run if winner not in (None, side)]):
        run = [moment.totals[side] for side in losing] if moment.totals else []
        next_worth = setup.game.match.worth_after_reset(run)
        return [Payment(losing[0], 0, partial(RunEnded, losing, next_worth))]
    worth = moment.worth
    for bonus in bonuses:
        worth *= bonus.times
    paid = [_bonus(bonus) for bonus in bonuses if bonus.times > 1]
    if seat is not None and award != NO_AWARD:
        paid.append(_award(deal, award, seat, worth))
    if charge is not NO_CHARGE:
        paid += _charges(deal, charge, seat, worth)
    paid += [_bonus(bonus) for bonus in bonuses if bonus.times == 1]
    return paid


def by_hits(setup: Setup, played: Round) -> Iterator[Payment]:
    """Yield the points for the marks that tiles brought the table to."""
    for hit in chain.from_iterable(hits(setup, played)):
        yield Payment(setup.side_of(hit.seat), hit.points, partial(Hit, *hit))


def tallied(setup: Setup, played: Round) -> Iterator[Payment]:
    """Yield the points that were scored in play."""
    for seat, points in enumerate(map(sum, played.tally)):
        if points:
            side = setup.side_of(seat)
            yield Payment(side, points, partial(Tallied, side, points))


def corrected(played: Round) -> list[Payment]:
    return [
        Payment(each.side, each.points, partial(Corrected, *each)) for each in played.corrections
    ]


def _award(deal: Deal, award: Award, seat: int, worth: int) -> Payment:
    game, side, own = deal.setup.game, deal.setup.side_of(seat), deal.weights[seat]
    ours = deal.by_side[side]
    # Who is out of the match holds nothing.
    others = sum(deal.weights) - ours
    excess = others - own * _opponents(deal, side) if award.excess else 0
    parts = (
        ("opponents", award.opponents, others),
        ("partner", award.partner, ours - own),
        ("own", award.own, own),
        ("excess", award.excess, excess),
    )
    rounded = game.scale.of(game.rounding.of(_sum(parts))) + award.flat
    points = max(0, rounded) * worth
    with_flat = (*parts, ("flat", 1, award.flat))
    return Payment(side, points, partial(_awarded, side, with_flat, points, rounded, worth))


def _awarded(side: int, parts: Parts, points: int, rounded: int, worth: int) -> Awarded:
    """Name the parts that count; a part that comes to 0 is named for the opponents alone."""
    terms = [Term(*part) for part in parts if part[1] and (part[2] or part[0] == "opponents")]
    return Awarded(side, tuple(terms), points, rounded, worth)


def _opponents(deal: Deal, side: int) -> int:
    """Count the players against a side that are not out of the match."""
    against = set(range(deal.setup.players)) - set(deal.setup.sides[side])
    return len(against - set(deal.moment.put_out))


def _charges(deal: Deal, charge: Charge, winner: int | None, worth: int) -> Iterator[Payment]:
    """Yield what each of the other sides scores, but those that are out of the match."""
    winners = 0 if winner is None else deal.weights[winner]
    for side, seats in enumerate(deal.setup.sides):
        if charge == NO_CHARGE or winner in seats or set(seats) <= set(deal.moment.put_out):
            continue
        own = deal.by_side[side]
        parts = (("own", charge.own, own), ("excess", charge.excess, own - winners))
        points = _sum(parts) * worth
        yield Payment(side, points, partial(_charged, deal, side, parts, points, worth))


def _charged(deal: Deal, side: int, parts: Parts, points: int, worth: int) -> Charged:
    """Name what counts, and say how the hand of a player alone is weighed."""
    seats, terms = deal.setup.sides[side], tuple(Term(*part) for part in parts if part[1])
    if len(seats) > 1:
        return Charged(side, terms, points, worth)
    hand = deal.played.hands[seats[0]]
    counted = weighed(deal.setup.game, seats[0], hand)
    return Charged(side, terms, points, worth, went_out=hand.is_empty, weighed=counted)


def _sum(parts: Parts) -> int:
    return sum([times * pips for _part, times, pips in parts])


def _claimed(deal: Deal, winner: int | None) -> Iterator[Claimed]:
    """Yield the bonuses that were claimed, for the winner or for who claims them."""
    setup = deal.setup
    for event in deal.played.events:
        bonus = next(bonus for bonus in setup.game.bonus if bonus.name == event.name)
        if bonus.to is For.CLAIMER and event.seat is not None:
            side: int | None = setup.side_of(event.seat)
        else:
            side = winner
        if side is None:
            raise RuleError(Code.EVENT_WITHOUT_WINNER, event=event.name)
        if event.seat is not None and setup.side_of(event.seat) != side:
            raise RuleError(Code.EVENT_OF_A_LOSER, event=event.name, seats=(event.seat,))
        yield Claimed(bonus.name, side, bonus.points, bonus.times)


def _bonuses(deal: Deal, winner: int | None) -> list[Claimed]:
    """List the bonuses of a round; claimed together, some are the one that stands for them."""
    claimed = [*_claimed(deal, winner)]
    for bonus in deal.setup.game.bonus:
        parts = [each for each in claimed if each.name in bonus.instead_of]
        if parts and len(parts) == len(bonus.instead_of):
            rest = [each for each in claimed if each not in parts]
            claimed = [*rest, Claimed(bonus.name, parts[0].side, bonus.points, bonus.times)]
    return [*claimed, *_by_round(deal, winner)]


def _by_round(deal: Deal, winner: int | None) -> Iterator[Claimed]:
    """Yield the bonuses that nobody claims: who wins a round is paid by its number."""
    moment = deal.moment
    won = moment.number - 1 if moment.won is None else moment.won
    for bonus in deal.setup.game.bonus:
        if winner is not None and won < len(bonus.by_round) and bonus.by_round[won]:
            yield Claimed(bonus.name, winner, bonus.by_round[won])


def _bonus(claimed: Claimed) -> Payment:
    return Payment(claimed.side, claimed.points, lambda: claimed)
