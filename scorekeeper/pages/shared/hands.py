"""The hands of a recorded round, to draw: what was left in each, or what each player laid."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.tiles import ShownHand, ShownTile, SideHands, shown_tile
from scorekeeper.rules.options import Ending, Entry
from scorekeeper.rules.rounds import AnyHand, NotEntered, Round
from scorekeeper.scorebook.projection import Match, ScoredRound
from scorekeeper.wording.formats import pips, points, tiles
from scorekeeper.wording.sides import SideNames


def hands_of(match: Match, number: int, played: Round) -> tuple[ShownHand, ...]:
    """Return what was left in each hand of a round, or what each player laid."""
    return _laid(match, played) if played.plays else _left(match, number, played)


def hands_by_side(match: Match, scored: ScoredRound) -> tuple[SideHands, ...]:
    """Return the hands of a round: those of partners with their sum, where sums were compared."""
    hands, score = hands_of(match, scored.number, scored.played), scored.score
    known = not any(isinstance(hand, NotEntered) for hand in scored.played.hands)
    if not (match.setup.partners and score.ending is Ending.BLOCKED and known):
        return (SideHands(hands),)
    names = SideNames(match.setup, match.names)
    return tuple(
        SideHands(tuple(hands[seat] for seat in seats), names.label(side), names.counted(left))
        for side, (seats, left) in enumerate(zip(match.setup.sides, score.pips, strict=True))
    )


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
