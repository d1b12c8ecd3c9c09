"""What is shown of a match around the table: a panel a seat, turned to whoever sits there."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from scorekeeper.pages.shared.sides import Side
from scorekeeper.rules.keys import Entry
from scorekeeper.scorebook.projection import Match


@dataclass(frozen=True, slots=True)
class Place:
    """A seat's panel: its player, the partner, and how their side stands; `url` takes its hand."""

    seat: int
    name: str
    partner: str
    side: Side
    url: str | None


@dataclass(frozen=True, slots=True)
class Places:
    """The table mode; `digits` is how many the longest score has, `draft_url` tells who entered."""

    seats: tuple[Place, ...]
    digits: int
    draft_url: str | None


def places(match: Match, sides: tuple[Side, ...], *, scores: bool) -> Places:
    """Show every seat with its side's points, to a device that scores or only watches."""
    takes_hands = (
        scores and not match.standing.over and match.setup.game.table.entry is not Entry.PLAYS
    )
    number = match.next_number
    draft_url = url_for("draft.read", match_id=match.id, number=number, amends=False)
    return Places(
        seats=tuple(_place(match, sides, seat, takes_hands) for seat in range(match.setup.players)),
        digits=max(2, *(len(side.points) for side in sides)),
        draft_url=draft_url if takes_hands else None,
    )


def _place(match: Match, sides: tuple[Side, ...], seat: int, takes_hands: bool) -> Place:
    setup = match.setup
    side = setup.side_of(seat)
    out = seat in match.standing.moment.put_out
    url = url_for("round.record", match_id=match.id, hand=seat)
    return Place(
        seat=seat,
        name=match.names[seat],
        partner=next((match.names[other] for other in setup.sides[side] if other != seat), ""),
        side=sides[side],
        url=url if takes_hands and not out else None,
    )
