"""Who leads a round: at first, and after the one before it."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.rules.game_keys import Leader
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.reasons import RoundScore
from scorekeeper.rules.round_entry import Moment, Round
from scorekeeper.rules.tiles import Tile

BY_THE_WINNER = {
    Leader.WINNER,
    Leader.WINNERS_SIDE,
    Leader.WINNER_WITH_A_DOUBLE,
    Leader.WINNER_ANY_DOUBLE,
}


class Lead(NamedTuple):
    """Who leads a round: the rule, and the seat, the side or the tile where the rule gives one."""

    rule: Leader
    seat: int | None = None
    side: int | None = None
    tile: Tile | None = None


def lead_by(setup: Setup, rule: Leader, number: int) -> Lead:
    """Return who leads round `number` by a rule that does not depend on the round before it."""
    if rule is not Leader.DOUBLE_OF_THE_ROUND:
        return Lead(rule)
    # From the highest double down, and again from the highest where a level match goes on.
    highest = setup.game.tiles.highest
    end = highest - (number - 1) % (highest + 1)
    return Lead(rule, tile=Tile(end, end))


def next_lead(setup: Setup, led: Lead, played: Round, score: RoundScore, after: Moment) -> Lead:
    """Return who leads the round after one that was `led`; `after` is the state it is played in."""
    rules = setup.game.lead
    if rules.next in BY_THE_WINNER:
        if score.winning_seat is None:
            return lead_by(setup, rules.first, after.number)
        together = rules.next is Leader.WINNER_ANY_DOUBLE and setup.partners
        if rules.next is Leader.WINNERS_SIDE or together:
            return Lead(rules.next, side=score.winning_side)
        return Lead(rules.next, seat=_first_still_in(setup, after, score.winning_seat))
    opener = led.seat if played.opener is None else played.opener
    if rules.next in (Leader.ALTERNATE, Leader.PASSES_LEFT) and opener is not None:
        return Lead(rules.next, seat=_first_still_in(setup, after, opener + 1))
    return lead_by(setup, rules.next, after.number)


def _first_still_in(setup: Setup, after: Moment, seat: int) -> int:
    """Return `seat`, or the next one to its left that is not out of the match."""
    places = [(seat + step) % setup.players for step in range(setup.players)]
    return next(place for place in places if place not in after.put_out)
