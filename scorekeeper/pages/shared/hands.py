"""Tiles in words, and hands to draw: what was left in each, or what each player laid."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_pgettext, pgettext
from scorekeeper.rules.game_keys import Entry
from scorekeeper.rules.round_entry import Round
from scorekeeper.rules.tiles_and_hands import AnyHand, Ending, NotEntered, Tile
from scorekeeper.scorebook.scored_match import Match, ScoredRound
from scorekeeper.wording.formats import SideNames, pips, points, tiles

# For translators: the ends of a tile as they are said, from blank (no pips) to eighteen.
_ENDS = (
    lazy_pgettext("end", "blank"),
    lazy_pgettext("end", "one"),
    lazy_pgettext("end", "two"),
    lazy_pgettext("end", "three"),
    lazy_pgettext("end", "four"),
    lazy_pgettext("end", "five"),
    lazy_pgettext("end", "six"),
    lazy_pgettext("end", "seven"),
    lazy_pgettext("end", "eight"),
    lazy_pgettext("end", "nine"),
    lazy_pgettext("end", "ten"),
    lazy_pgettext("end", "eleven"),
    lazy_pgettext("end", "twelve"),
    lazy_pgettext("end", "thirteen"),
    lazy_pgettext("end", "fourteen"),
    lazy_pgettext("end", "fifteen"),
    lazy_pgettext("end", "sixteen"),
    lazy_pgettext("end", "seventeen"),
    lazy_pgettext("end", "eighteen"),
)


class ShownHand(NamedTuple):
    """A hand to draw, or the tiles a player laid.

    `colour` is the CSS class of the side (c1, c2 …), `name` the player, `note` the pips or points.
    """

    colour: str
    name: str
    note: str
    tiles: tuple[Tile, ...]


class SideHands(NamedTuple):
    """The hands of a side with its name and their `sum`; or all hands, with neither."""

    hands: tuple[ShownHand, ...]
    name: str = ""
    sum: str = ""


def spoken_ends(highest: int) -> tuple[str, ...]:
    """Name the ends of tiles in words, from blank."""
    return tuple(map(str, _ENDS[: highest + 1]))


def spoken_tile(tile: Tile) -> str:
    """Name a tile in words: three-five, double six."""
    low, high = _ENDS[tile.low], _ENDS[tile.high]
    if tile.low == tile.high:
        # For translators: a tile with two equal ends, as double six.
        return str(pgettext("tile", "double %(end)s", end=high))
    # For translators: a tile by its two ends, as three-five.
    return str(pgettext("tile", "%(low)s-%(high)s", low=low, high=high))


def hands_of(match: Match, number: int, played: Round) -> tuple[ShownHand, ...]:
    """Return what was left in each hand of a round, or what each player laid."""
    match = match.at(number)
    return _laid(match, played) if played.plays else _left(match, number, played)


def boneyard_of(played: Round) -> tuple[ShownHand, ...]:
    """Return the boneyard as a hand, if it was entered."""
    asleep = played.boneyard
    return () if asleep is None else (ShownHand("c0", _("Boneyard"), tiles(len(asleep)), asleep),)


def hands_by_side(match: Match, scored: ScoredRound) -> tuple[SideHands, ...]:
    """Return the hands of a round: partners' with their sum, if sums were compared."""
    hands, score = hands_of(match, scored.number, scored.played), scored.score
    known = not any(isinstance(hand, NotEntered) for hand in scored.played.hands)
    if not (match.setup.partners and score.ending is Ending.BLOCKED and known):
        return (SideHands(hands),)
    names = SideNames(match.setup, match.at(scored.number).names)
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
        tiles=hand.known_tiles,
    )


def _note(hand: AnyHand, count: Callable[[int], str]) -> str:
    if isinstance(hand, NotEntered):
        return _("not entered")
    return _("went out") if hand.is_empty else count(hand.pips)


def _laid(match: Match, played: Round) -> tuple[ShownHand, ...]:
    def by(seat: int) -> tuple[Tile, ...]:
        return tuple(play.tile for play in played.plays if play.seat == seat)

    return tuple(
        ShownHand(f"c{match.seat_colours[seat]}", name, tiles(len(by(seat))), by(seat))
        for seat, name in enumerate(match.names)
    )
