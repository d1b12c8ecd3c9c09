"""Which field of the form of a round a fault is about."""

from __future__ import annotations

from wtforms import Field

from scorekeeper.pages.round.round_fields import RoundFields
from scorekeeper.rules.errors import PART_OF_ROUND, Code, RuleError

QUESTIONS = {
    code: PART_OF_ROUND[code]
    for code in (Code.OPENER_NEEDED, Code.BLOCKER_NEEDED, Code.LAST_TILE_NEEDED)
}
_ABOUT_THE_LIGHTEST = (Code.LIGHTEST_TILE_NEEDED, Code.UNREADABLE_TILE)
# Nothing that is entered later makes these right.
_IMPOSSIBLE = (
    Code.TILE_NOT_IN_SET,
    Code.TILE_TWICE,
    Code.TILE_IN_TWO_HANDS,
    Code.TOO_MANY_TILES,
    Code.SEVERAL_EMPTY_HANDS,
    Code.PLAY_AFTER_END,
)


def field_of(form: RoundFields, fault: RuleError) -> Field:
    """Return the field beside which a fault is shown."""
    if fault.code in PART_OF_ROUND:
        return form[PART_OF_ROUND[fault.code]]
    hand = form.hands[fault.seats[0] if fault.seats else 0]
    if fault.code is Code.NEGATIVE_TOTAL and min(hand.tally.data, default=0) < 0:
        return hand.tally
    if form.entry.data == "plays":
        return form.plays
    if form.by_pips and (fault.tiles or fault.code in _ABOUT_THE_LIGHTEST):
        return hand.lightest
    return hand.pips if form.by_pips else hand.tiles


def is_impossible(fault: RuleError) -> bool:
    """Whether a fault stays whatever is entered next: it is shown at once."""
    if fault.code is Code.IMPOSSIBLE_PIPS:
        # With a number of tiles, that number may be what is wrong.
        return fault.detail.get("count") is None
    return fault.code in _IMPOSSIBLE
