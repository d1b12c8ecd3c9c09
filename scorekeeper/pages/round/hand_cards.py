"""The hands on the page of a round: a card for each, how they are entered, and the pad of tiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from wtforms import Form

from scorekeeper.messages import gettext as _
from scorekeeper.messages import pgettext
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.shared.hands import spoken_ends
from scorekeeper.rules.tiles_and_hands import TileSet
from scorekeeper.wording.formats import format_number
from scorekeeper.wording.rules_in_words import counts_otherwise

# The pad of a larger set is folded: each short row of its triangle goes beside a long one.
LARGEST_TRIANGLE = 6
# Ends with two digits need the hyphen.
LARGEST_DIGIT = 9


class Card(NamedTuple):
    """The fields of a hand, or of a side if only points are entered, below its name.

    `detail` is a note: the partner, the points so far, or why it is `out`.
    """

    fields: Form
    name: str
    colour: int
    out: bool
    detail: str


def hands_on_page(form: RoundForm) -> dict[str, Any]:
    """Return what the page shows for the hands: a card for each, and the pad that fills them in."""
    setup, entry, highest = form.match.setup, form.entry.data, form.match.setup.game.tiles.highest
    by_tiles, folded = entry in ("tiles", "plays"), highest > LARGEST_TRIANGLE
    tally = _("Scored in play") if setup.game.tally.steps and entry != "points" else ""
    left = _("Points left") if counts_otherwise(setup.game) else _("Pips left")
    return {
        "how": how_to_enter(form),
        "cards": [*enumerate(_cards(form))],
        # The unit that is counted in a hand.
        "left": left if entry == "pips" else pgettext("in a hand", "Left"),
        "tally": _("Points without tiles") if entry == "plays" else tally,
        "asks_for_boneyard": entry == "tiles" and (setup.asks_for_boneyard or form.boneyard.data),
        "most_asleep": setup.sleeping(len(form.match.standing.moment.put_out))[-1],
        "one_wins": entry == "points" and not setup.game.pays_all,
        "by_tiles": by_tiles,
        "folded": folded,
        "highest": highest,
        "rows": pad(setup.box, folded),
        "ends": spoken_ends(highest),
    }


def _cards(form: RoundForm) -> Iterator[Card]:
    match, sides, standing = form.match, form.match.setup.sides, form.match.standing
    by_points = form.entry.data == "points"
    shown: tuple[Form, ...] = form.sides if by_points else form.hands
    for at, fields in enumerate(shown):
        side = at if by_points else match.setup.side_of(at)
        seats = sides[side] if by_points else (at,)
        out = seats[0] in standing.moment.put_out
        if out:
            detail = _("not at the table") if side in standing.away else _("out of the match")
        elif by_points:
            detail = _("%(points)s so far", points=format_number(standing.totals[side]))
        else:
            partners = [match.names[seat] for seat in sides[side] if seat != at]
            detail = " · ".join(_("with %(name)s", name=name) for name in partners)
        name = " & ".join(match.names[seat] for seat in seats)
        yield Card(fields, name, match.side_colours[side], out, detail)


def how_to_enter(form: RoundForm) -> str:
    """Explain how hands are entered with this method."""
    otherwise = counts_otherwise(form.match.setup.game)
    match form.entry.data:
        case "plays":
            return _(
                "Type each tile as it is played, such as 66 56 36, and x for a player who passes."
            )
        case "totals":
            joker = form.match.setup.game.weights.joker
            sentences = [_("Enter what is left in each hand: 0 for the player who went out.")]
            sentences += [_("A joker counts %(points)s.", points=joker)] if joker else []
            return " ".join(sentences)
        case "points" if form.match.setup.game.pays_all:
            return _("Enter what each side gets: 0 for nothing.")
        case "points":
            return _("Enter the points of the side that won the round, or tick that nobody did.")
        case "pips" if otherwise:
            return _(
                "Count the points left in each hand, and tick who went out: %(otherwise)s.",
                otherwise=otherwise,
            )
        case "pips":
            return _("Count the pips left in each hand, and tick who went out.")
    if form.match.setup.game.tiles.highest > LARGEST_DIGIT:
        return _(
            "Type the tiles left in each hand as 3-12, with spaces between, and tick who went out."
        )
    return _(
        "Type the tiles left in each hand as 3-5 or 35, with spaces between, and tick who went out."
    )


def pad(box: TileSet, folded: bool) -> tuple[tuple[str, ...], ...]:
    """Arrange a set in rows of one higher end, each with its double first: 6-6 5-6 … 0-6, 5-5 4-5 …

    Folded, each short row comes after the long one beside which it fits.
    """
    highs = list(range(box.highest, -1, -1))
    if folded:
        short = range(box.highest)
        pairs = zip(highs[1:], short, strict=True)
        # Past the middle the same pairs come again, reversed: dict.fromkeys drops them.
        highs = [box.highest, *dict.fromkeys(high for pair in pairs for high in pair)]
    return tuple(tuple(str(tile) for tile in box if tile.high == high) for high in highs)
