"""The hands of a recorded round, to draw: what was left in each, or what each player laid."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.tiles import ShownHand, ShownTile, shown_tile
from scorekeeper.rules.options import Entry
from scorekeeper.rules.rounds import AnyHand, NotEntered, Round
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import pips, points, tiles


def hands_of(match: Match, number: int, played: Round) -> tuple[ShownHand, ...]:
    """Return what was left in each hand of a round, or what each player laid."""
    return _laid(match, played) if played.plays else _left(match, number, played)


def _left(match: Match, number: int, played: Round) -> tuple[ShownHand, ...]:
    put_out = match.before(number).moment.put_out
    return tuple(
        _hand(match, seat, hand) for seat, hand in enumerate(played.hands) if seat not in put_out
    )


def _hand(match: Match, seat: int, hand: AnyHand) -> ShownHand:
    count = points if match.setup.game.table.entry is Entry.TOTALS else pips
    return ShownHand(
        colour=f"c{match.side_colours[match.setup.side_of(seat)]}",
        name=match.names[seat],
        note=_note(hand, count),
        tiles=tuple(map(shown_tile, hand.known_tiles)),
    )


def _note(hand: AnyHand, count: Callable[[int], str]) -> str:
    if isinstance(hand, NotEntered):
        return _("not entered")
    return _("went out") if hand.is_empty else count(hand.pips)


def _laid(match: Match, played: Round) -> tuple[ShownHand, ...]:
    def by(seat: int) -> tuple[ShownTile, ...]:
        return tuple(shown_tile(play.tile) for play in played.plays if play.seat == seat)

    return tuple(
        ShownHand(f"c{match.seat_colours[seat]}", name, tiles(len(by(seat))), by(seat))
        for seat, name in enumerate(match.names)
    )
