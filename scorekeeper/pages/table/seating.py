"""The table mode: a panel for each seat, turned to the player who sits there."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.pages.shared.match import first_of, shuffles_of
from scorekeeper.pages.shared.sides import Side
from scorekeeper.rules.options import Entry
from scorekeeper.scorebook.projection import Match


class SeatPanel(NamedTuple):
    """A seat with its player, the partner ("" without one) and their side.

    `first` says that they play first in the next round; `takes_hand`: the player can enter a hand
    from here.
    """

    seat: int
    name: str
    partner: str
    side: Side
    first: str
    shuffles: str
    takes_hand: bool


def seat_panels(match: Match, sides: tuple[Side, ...], *, can_score: bool) -> tuple[SeatPanel, ...]:
    """Return a panel for each seat, in order of play."""
    by_hands = match.setup.game.table.entry is not Entry.PLAYS
    takes = can_score and by_hands and not match.standing.over
    return tuple(_panel(match, sides, seat, takes) for seat in range(match.setup.players))


def _panel(match: Match, sides: tuple[Side, ...], seat: int, takes: bool) -> SeatPanel:
    setup = match.setup
    side = setup.side_of(seat)
    return SeatPanel(
        seat=seat,
        name=match.names[seat],
        partner=next((match.names[other] for other in setup.sides[side] if other != seat), ""),
        side=sides[side],
        first=first_of(match, (seat,)),
        shuffles=shuffles_of(match, (seat,)),
        takes_hand=takes and seat not in match.standing.moment.put_out,
    )
