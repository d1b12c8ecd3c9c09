"""Who leads a round: at first, and after the one before it."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from scorekeeper.rules.game_keys import Leader
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.reasons import RoundScore
from scorekeeper.rules.round_entry import Round
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


def next_lead(
    setup: Setup,
    led: Lead,
    played: Round,
    score: RoundScore,
    number: int,
    put_out: Collection[int],
) -> Lead:
    """Return who leads round `number`, after one that was `led`; seats are `put_out` by then."""
    rules = setup.game.lead
    if rules.next in BY_THE_WINNER:
        if score.winning_seat is None:
            return lead_by(setup, rules.first, number)
        together = rules.next is Leader.WINNER_ANY_DOUBLE and setup.partners
        if rules.next is Leader.WINNERS_SIDE or together:
            return Lead(rules.next, side=score.winning_side)
        return Lead(rules.next, seat=_first_still_in(setup, put_out, score.winning_seat))
    opener = led.seat if played.opener is None else played.opener
    if rules.next in (Leader.ALTERNATE, Leader.PASSES_LEFT) and opener is not None:
        return Lead(rules.next, seat=_first_still_in(setup, put_out, opener + 1))
    return lead_by(setup, rules.next, number)


def _first_still_in(setup: Setup, put_out: Collection[int], seat: int) -> int:
    """Return `seat`, or the next one to its left that is not out of the match."""
    places = [(seat + step) % setup.players for step in range(setup.players)]
    return next(place for place in places if place not in put_out)
