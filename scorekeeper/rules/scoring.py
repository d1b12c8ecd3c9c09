"""The score of a round: who won it, what each side scores, rounded, and the reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import NamedTuple

from scorekeeper.rules.blocked_round import Ranking, rank_sides
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.game_keys import (
    NO_AWARD,
    NO_CHARGE,
    Award,
    Charge,
    Entry,
    For,
    MatchRules,
)
from scorekeeper.rules.game_setup import Deal, Game, Setup
from scorekeeper.rules.goal import (
    InOrder,
    Score,
    count_whole_round,
    hits,
    won_in_play,
)
from scorekeeper.rules.impossible_entries import faults
from scorekeeper.rules.reasons import (
    Awarded,
    Carried,
    Charged,
    Claimed,
    Corrected,
    Drawn,
    Given,
    Hit,
    NotCounted,
    Reached,
    Reason,
    RoundScore,
    RunEnded,
    Tallied,
    Term,
    Weighed,
    WentOut,
)
from scorekeeper.rules.round_entry import ALONE, Moment, Round, ending_with, missing_seats
from scorekeeper.rules.tiles_and_hands import PIPS, AnyHand, Ending

# Parts of an award or a charge: name, multiplier and pips.
Parts = tuple[tuple[str, int, int], ...]


class Payment(NamedTuple):
    """Points for a side, and a function that makes the reason when asked."""

    side: int
    points: int
    reason: Callable[[], Reason]


@dataclass(slots=True)
class _Outcome:
    """Who won, what this ending scores, who went out, and what decided a blocked round."""

    seat: int | None = None
    award: Award = NO_AWARD
    charge: Charge = NO_CHARGE
    out: tuple[int, ...] = ()
    ranking: Ranking | None = None
    drawn: Drawn | None = None
    # The winning side, if the seat is unknown.
    side: int | None = None


def score_round(setup: Setup, played: Round, moment: Moment = ALONE) -> RoundScore:
    """Score a round.

    Raise the first of `faults`; or RuleError if the ranking needs more facts (lightest_tile_needed,
    tiles_needed, opener_needed, blocker_needed), if a winner's bonus is claimed and nobody won, or
    somebody else did (event_without_winner, event_of_a_loser), or if the points depend on whether
    the last tile scored (last_tile_needed).
    """
    for fault in faults(setup, played, moment):
        raise fault
    return _score(setup, played, moment)


def score_recorded(setup: Setup, played: Round, moment: Moment) -> RoundScore:
    """Score a round that was complete when it was recorded; raise the first of its `faults`.

    Earlier rounds may have been edited since. If nobody reaches the goal in play any more, hands
    may be missing; if nobody was asked whether the last tile scored, it did not.
    """
    game = setup.game
    for fault in faults(setup, played, moment):
        if fault.code is not Code.MISSING_HAND or not game.match.at_once:
            raise fault
    if game.tally.out_in_one and played.last_tile_scored is None:
        played = replace(played, last_tile_scored=False)
    return _score(setup, played, moment)


def score_so_far(setup: Setup, played: Round, moment: Moment = ALONE) -> RoundScore | None:
    """Score a round that somebody won by going out, even if hands are not entered yet.

    Return None if nobody is known to have gone out. Raise the first of `faults`, except
    missing_hand.
    """
    for fault in faults(setup, played, moment):
        if fault.code is not Code.MISSING_HAND:
            raise fault
    return _score(setup, played, moment) if setup.seats_out(played, moment) else None


def _score(setup: Setup, played: Round, moment: Moment) -> RoundScore:
    deal = Deal.of(setup, played, moment)
    # Reaching the goal in play ends the round: nobody has to go out, and it is not blocked.
    ended_in_play = (
        setup.game.match.at_once
        and not deal.out
        and bool(missing_seats(played, moment) or won_in_play(setup, played, moment))
    )
    outcome = _Outcome() if ended_in_play else _outcome(deal)
    winner = outcome.side if outcome.seat is None else setup.side_of(outcome.seat)
    paid = _payments(deal, outcome, winner)
    points = [0] * len(setup.sides)
    for payment in paid:
        points[payment.side] += payment.points
    return RoundScore(
        Ending.PLAYED if ended_in_play else ending_with(deal.out, played),
        winner,
        outcome.seat,
        deal.by_side,
        tuple(points),
        outcome.drawn,
        partial(_reasons, deal, outcome, paid),
    )


def _reasons(deal: Deal, outcome: _Outcome, paid: Sequence[Payment]) -> tuple[Reason, ...]:
    return (*_steps(deal, outcome), *(payment.reason() for payment in paid))


def _outcome(deal: Deal) -> _Outcome:
    """Work out who won. Raise RuleError as `rank_sides` does."""
    game, out = deal.setup.game, deal.out
    if deal.played.points:
        return _outcome_by_points(deal)
    if game.table.entry is Entry.PLAYS:
        return _Outcome()
    if out:
        of_one_side = len({deal.setup.side_of(seat) for seat in out}) == 1
        return _Outcome(out[0] if of_one_side else None, game.out.winner, game.out.losers, out)
    ranking, blocked = rank_sides(deal), game.blocked
    if ranking.drawn:
        return _Outcome(ranking=ranking, drawn=ranking.drawn)
    return _Outcome(ranking.winning_seat, blocked.winner, blocked.losers, ranking=ranking)


def _outcome_by_points(deal: Deal) -> _Outcome:
    """Work out who won by points alone; nobody, if one side could have won and none did."""
    setup, played = deal.setup, deal.played
    side = setup.winner_by_points(played, deal.moment.put_out)
    if side is None and not (any(played.points) or setup.game.pays_all):
        return _Outcome(drawn=Drawn((), setup.game.blocked.next_worth))
    return _Outcome(None if setup.partners else side, side=side)


def _steps(deal: Deal, outcome: _Outcome) -> Iterator[Reason]:
    """Yield the steps by which a blocked round was decided."""
    if outcome.ranking is None:
        yield from map(WentOut, outcome.out)
        yield from _weighed(deal, deal.setup.game.out.losers)
    else:
        yield from _weighed(deal, deal.setup.game.blocked.losers)
        yield from outcome.ranking.compared()
    if outcome.drawn and (outcome.ranking or outcome.drawn.next_worth > 1):
        yield outcome.drawn


def _weighed(deal: Deal, charge: Charge) -> Iterator[Weighed]:
    """Yield what hands count that do not count their pips, unless a player's charge says it."""
    game = deal.setup.game
    if game.weights is PIPS or (charge.own and not deal.setup.partners):
        return
    for seat, hand in enumerate(deal.played.hands):
        if step := _weighed_hand(game, seat, hand):
            yield step


def _payments(deal: Deal, outcome: _Outcome, winner: int | None) -> list[Payment]:
    setup, played = deal.setup, deal.played
    by_plays = setup.game.table.entry is Entry.PLAYS and not played.points
    at_end = [] if by_plays else _payments_at_end(deal, outcome, winner)
    by_tile = [*_hit_payments(setup, played)] if by_plays else []
    in_play = [*_tally_payments(setup, played)] if played.tally else []
    scores = [Score(payment.side, payment.points) for payment in at_end]
    counted = count_whole_round(deal, outcome.seat, scores)
    at_goal = _payments_at_goal(counted, setup.game.match)
    corrected = [
        Payment(each.side, each.points, partial(Corrected, *each)) for each in played.corrections
    ]
    return [*by_tile, *at_end, *in_play, *at_goal, *corrected]


def _payments_at_goal(counted: InOrder, match: MatchRules) -> Iterator[Payment]:
    """Yield who reached the goal in play, and side by side the points that do not count."""
    if counted.first:
        reached = Reached(counted.first, match.target, counted.more)
        yield Payment(reached.sides[0], 0, lambda: reached)
    yield from map(_taken_off, sorted(counted.not_counted, key=lambda lost: lost.side))


def _taken_off(lost: NotCounted) -> Payment:
    return Payment(lost.side, -lost.points, lambda: lost)


def _payments_at_end(deal: Deal, outcome: _Outcome, winner: int | None) -> list[Payment]:
    """Return what multiplies the round, the scores of the winner and the others, and the bonuses.

    Raise RuleError: event_without_winner, event_of_a_loser.
    """
    setup, moment, seat = deal.setup, deal.moment, outcome.seat
    bonuses = _bonuses(deal, winner) if setup.game.bonus else []
    if losing := tuple([side for side in moment.on_a_run if winner not in (None, side)]):
        run = [moment.totals[side] for side in losing] if moment.totals else []
        next_worth = setup.game.match.worth_after_reset(run)
        return [Payment(losing[0], 0, partial(RunEnded, losing, next_worth))]
    worth = moment.worth
    for bonus in bonuses:
        worth *= bonus.times
    paid = [_bonus(bonus) for bonus in bonuses if bonus.times > 1]
    if seat is not None and winner is not None and outcome.award != NO_AWARD:
        paid.append(_award(deal, outcome.award, seat, winner, worth))
    if outcome.charge is not NO_CHARGE:
        paid += _charges(deal, outcome.charge, seat, worth)
    for side, points in enumerate(deal.played.points):
        if points:
            paid.append(Payment(side, points * worth, partial(Given, side, points, worth)))
    paid += [_bonus(bonus) for bonus in bonuses if bonus.times == 1]
    if winner is not None and moment.more:
        carried = Carried(winner, moment.more)
        paid.append(Payment(winner, moment.more, lambda: carried))
    return paid


def _hit_payments(setup: Setup, played: Round) -> Iterator[Payment]:
    """Yield the points for the marks that tiles brought the table to."""
    for hit in chain.from_iterable(hits(setup, played)):
        yield Payment(setup.side_of(hit.seat), hit.points, partial(Hit, *hit))


def _tally_payments(setup: Setup, played: Round) -> Iterator[Payment]:
    """Yield the points that were scored in play."""
    for seat, points in enumerate(map(sum, played.tally)):
        if points:
            side = setup.side_of(seat)
            yield Payment(side, points, partial(Tallied, side, points))


def _award(deal: Deal, award: Award, seat: int, side: int, worth: int) -> Payment:
    game, own, ours = deal.setup.game, deal.weights[seat], deal.by_side[side]
    # Players out of the match hold nothing.
    others = sum(deal.weights) - ours
    excess = others - own * _opponents(deal, side) if award.excess else 0
    parts = (
        ("opponents", award.opponents, others),
        ("partner", award.partner, ours - own),
        ("own", award.own, own),
        ("excess", award.excess, excess),
    )
    paid = game.points_for(_sum(parts)) + award.flat
    points = max(0, paid) * worth
    with_flat = (*parts, ("flat", 1, award.flat))
    return Payment(side, points, partial(_awarded, side, with_flat, points, paid, worth))


def _awarded(side: int, parts: Parts, points: int, rounded: int, worth: int) -> Awarded:
    """Return the parts that count; a part of 0 is kept only for the opponents."""
    terms = [Term(*part) for part in parts if part[1] and (part[2] or part[0] == "opponents")]
    return Awarded(side, tuple(terms), points, rounded, worth)


def _opponents(deal: Deal, side: int) -> int:
    """Count the opponents of a side who are still in the match."""
    against = set(range(deal.setup.players)) - set(deal.setup.sides[side])
    return len(against - set(deal.moment.put_out))


def _charges(deal: Deal, charge: Charge, winner: int | None, worth: int) -> Iterator[Payment]:
    """Yield what each of the other sides scores, except those out of the match."""
    winners = 0 if winner is None else deal.weights[winner]
    for side, seats in enumerate(deal.setup.sides):
        if charge == NO_CHARGE or winner in seats or set(seats) <= set(deal.moment.put_out):
            continue
        own = deal.by_side[side]
        parts = (("own", charge.own, own), ("excess", charge.excess, own - winners))
        points = _sum(parts) * worth
        yield Payment(side, points, partial(_charged, deal, side, parts, points, worth))


def _charged(deal: Deal, side: int, parts: Parts, points: int, worth: int) -> Charged:
    """Return the parts that count, and how the hand of a player alone is weighed."""
    seats, terms = deal.setup.sides[side], tuple(Term(*part) for part in parts if part[1])
    if len(seats) > 1:
        return Charged(side, terms, points, worth)
    hand = deal.played.hands[seats[0]]
    counted = _weighed_hand(deal.setup.game, seats[0], hand)
    return Charged(side, terms, points, worth, went_out=hand.is_empty, weighed=counted)


def _sum(parts: Parts) -> int:
    return sum([times * pips for _part, times, pips in parts])


def _claimed(deal: Deal, winner: int | None) -> Iterator[Claimed]:
    """Yield the bonuses that were claimed, for the winner or for whoever claims them."""
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
    """List the bonuses of a round; some, when claimed together, are replaced by one."""
    claimed = [*_claimed(deal, winner)]
    for bonus in deal.setup.game.bonus:
        parts = [each for each in claimed if each.name in bonus.instead_of]
        if parts and len(parts) == len(bonus.instead_of):
            rest = [each for each in claimed if each not in parts]
            claimed = [*rest, Claimed(bonus.name, parts[0].side, bonus.points, bonus.times)]
    return [*claimed, *_by_round(deal, winner)]


def _by_round(deal: Deal, winner: int | None) -> Iterator[Claimed]:
    """Yield the bonuses that nobody claims: those that depend on the number of the round."""
    moment = deal.moment
    won = moment.number - 1 if moment.won is None else moment.won
    for bonus in deal.setup.game.bonus:
        if winner is not None and won < len(bonus.by_round) and bonus.by_round[won]:
            yield Claimed(bonus.name, winner, bonus.by_round[won])


def _bonus(claimed: Claimed) -> Payment:
    return Payment(claimed.side, claimed.points, lambda: claimed)


def _weighed_hand(game: Game, seat: int, hand: AnyHand) -> Weighed | None:
    """Return how a hand comes to what it counts; None if that is its pips."""
    if game.weights is PIPS:
        return None
    points = game.weights.of_hand(hand)
    if points == hand.pips:
        return None
    counts = [(tile, game.weights.of_tile(tile)) for tile in hand.known_tiles]
    otherwise = tuple((tile, count) for tile, count in counts if count != tile.pips)
    pips = hand.pips - sum(tile.pips for tile, _count in otherwise)
    once = pips + sum(count for _tile, count in otherwise)
    times = points // once if once else 1
    return Weighed(seat, otherwise, pips, times, points)
