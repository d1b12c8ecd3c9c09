"""What the page shows on which a round is entered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper import vision
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.round.hand_form import HandForm
from scorekeeper.pages.round.questions import (
    Claim,
    Question,
    claims_of,
    correction_question,
    questions_of,
)
from scorekeeper.pages.shared.match import narrator_of, score_of, title_of
from scorekeeper.pages.shared.sides import goal_of
from scorekeeper.pages.shared.tiles import spoken_ends
from scorekeeper.rules.keys import PIPS
from scorekeeper.rules.options import Entry, Layout, Rank
from scorekeeper.rules.rounds import PipsHand
from scorekeeper.rules.tiles import TileSet
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import signed

# In larger sets than the double-nine dots are too small to tell apart: ends are numerals.
MOST_DOTS = 9
# The pad of a larger set is folded: each short row of its triangle goes beside a long one.
LARGEST_TRIANGLE = 6


class OtherMethod(NamedTuple):
    """Another method to enter the same round."""

    entry: str
    label: str


class Way(NamedTuple):
    """A way to enter the round with scripts: to `tap`, to `type`, or to count `pips`."""

    name: str
    label: str


class PointsButton(NamedTuple):
    """A button for points made in play."""

    points: int
    label: str


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """A seat with the fields of its hand; one that is `out` of the match shows none.

    `dealt` is the most tiles a hand can have; `asks_lightest`: its lightest tile is asked for.
    """

    index: int
    name: str
    detail: str
    colour: str
    dealt: int
    fields: HandForm
    asks_lightest: bool
    out: bool


class RecordPage(NamedTuple):
    """The page on which round `number` is entered, or amended: `how` it is typed, `prompt` first.

    `over`: another device has ended the match meanwhile.
    `pad` has the rows of tiles to tap, `folded` or as a triangle of the `highest` end, `ends` the
    words for its ends. `several_out`: more than one may go out. `takes_ends` asks for the open
    ends; `steps` are buttons for points in play, `by_hand` one for a hit that
    nobody tapped. `reads_photos`: a photo of a hand can be read; `weights` says what tiles count
    that do not count their pips, and how many times a hand with a double counts. `goes_through`
    says why a round that no longer fits is amended after `earlier` ones.
    """

    match_id: int
    number: int
    amends: bool
    over: bool
    title: str
    meta: str
    record_label: str
    how: str
    prompt: str
    other_method: OtherMethod | None
    ways: tuple[Way, ...]
    several_out: bool
    highest: int
    folded: bool
    takes_ends: bool
    steps: tuple[PointsButton, ...]
    by_hand: PointsButton
    seats: tuple[SeatEntry, ...]
    pad: tuple[tuple[str, ...], ...]
    ends: tuple[str, ...]
    claims: tuple[Claim, ...]
    questions: tuple[Question, ...]
    correction: Question
    reads_photos: bool
    weights: Mapping[str, object]
    goes_through: tuple[str, ...] = ()
    earlier: tuple[int, ...] = ()


def record_page(match: Match, form: RoundForm) -> RecordPage:
    """Show the page on which the next round is entered."""
    game = match.setup.game
    folded = form.entry.data == "plays" or game.tiles.highest > LARGEST_TRIANGLE
    return RecordPage(
        match_id=match.id,
        number=match.next_number,
        amends=False,
        over=match.standing.over,
        title=_("Round %(number)s", number=match.next_number),
        meta=f"{title_of(match)} · {goal_of(match.setup)}",
        record_label=_("Record round"),
        how=_how(match, form.entry.data),
        prompt=str(_PROMPTS[form.entry.data]),
        other_method=_other_method(form),
        ways=_ways(form),
        several_out=match.setup.most_out > 1,
        highest=game.tiles.highest,
        folded=folded,
        takes_ends=form.entry.data == "tiles" and game.table.layout is Layout.LINE,
        steps=tuple(PointsButton(points, signed(points)) for points in game.tally.steps),
        by_hand=PointsButton(game.plays.points, signed(game.plays.points)),
        seats=seats(match, form),
        pad=pad(match.setup.box, folded),
        ends=spoken_ends(game.tiles.highest),
        claims=claims_of(match, form),
        questions=questions_of(match, form),
        correction=correction_question(match, form),
        reads_photos=reads_photos(match),
        weights=_weights(match) if form.entry.data == "pips" else {},
    )


def reads_photos(match: Match) -> bool:
    """Say whether a photo of a hand can be read here: by tiles, none with too many pips."""
    table = match.setup.game.table
    few = match.setup.game.tiles.highest <= vision.HIGHEST_END
    return table.entry is Entry.TILES and few and vision.is_there()


def last_method(match: Match) -> str | None:
    """Return how the last round was entered, tiles or pips: the next one starts the same way."""
    hands = match.rounds[-1].played.hands if match.rounds else ()
    if not hands:
        return None
    return "pips" if any(isinstance(hand, PipsHand) for hand in hands) else "tiles"


def seats(match: Match, form: RoundForm) -> tuple[SeatEntry, ...]:
    """Return every seat with the fields of its hand."""
    setup, put_out = match.setup, match.standing.moment.put_out
    compares_tiles = Rank.LIGHTEST_TILE in setup.game.blocked.rank
    return tuple(
        SeatEntry(
            index=seat,
            name=match.names[seat],
            detail=_detail(match, seat),
            colour=f"c{match.side_colours[setup.side_of(seat)]}",
            dealt=setup.most_in_hand,
            fields=fields,
            asks_lightest=compares_tiles
            and (seat in form.lightest_needed or bool(fields.lightest.data)),
            out=seat in put_out,
        )
        for seat, fields in enumerate(form.hands)
    )


def pad(box: TileSet, folded: bool) -> tuple[tuple[str, ...], ...]:
    """Arrange a box in rows of one higher end, each with its double first: 6-6 5-6 … 0-6, 5-5 4-5 …

    Folded, each short row comes after the long one beside which it fits.
    """
    highs = list(range(box.highest, -1, -1))
    if folded:
        short = range(box.highest)
        pairs = zip(highs[1:], short, strict=True)
        # Past the middle the same pairs come again, reversed: dict.fromkeys drops them.
        highs = [box.highest, *dict.fromkeys(high for pair in pairs for high in pair)]
    return tuple(tuple(str(tile) for tile in box if tile.high == high) for high in highs)


def stale_sentence(match: Match) -> str:
    """Say that a round was recorded too late, and how the match stands."""
    if match.standing.over:
        return _(
            "This match has already been won, so your round was not recorded."
            " What you entered is kept below."
        )
    return _(
        "The match went on while this page was open, so your round was not recorded. %(happened)s"
        " The score is %(score)s. Record what you entered as round %(number)s?",
        happened=_last_event(match),
        score=score_of(match),
        number=match.next_number,
    )


def _last_event(match: Match) -> str:
    if not match.rounds:
        return _("The last round was undone on another device.")
    last = match.rounds[-1]
    headline = narrator_of(match).headline(last.score)
    return _("Round %(number)s is recorded: %(headline)s", number=last.number, headline=headline)


def _weights(match: Match) -> Mapping[str, object]:
    weights = match.setup.game.weights
    if weights is PIPS:
        return {}
    tiles = {str(tile): weights.of_tile(tile) for tile in match.setup.box}
    return {"tiles": tiles, "holding_a_double": weights.holding_a_double}


def _how(match: Match, entry: str) -> str:
    """Explain how a round is typed."""
    game = match.setup.game
    if entry == "tiles" and game.tiles.highest > MOST_DOTS:
        return str(_LARGE_TILES)
    how = str(_HOW[entry])
    if entry == "totals" and (joker := game.weights.joker):
        return " ".join((how, _("A joker counts %(points)s.", points=joker)))
    return how


def _other_method(form: RoundForm) -> OtherMethod | None:
    others = [method for method in form.methods if method != form.entry.data]
    return OtherMethod(others[0], str(_METHODS[others[0]])) if others else None


def _ways(form: RoundForm) -> tuple[Way, ...]:
    """Return the ways to enter a round; () where there is only one."""
    if form.entry.data == "totals":
        return ()
    names = ["tap", "type", *(method for method in form.methods if method == "pips")]
    return tuple(Way(name, str(_WAYS[name])) for name in names)


def _detail(match: Match, seat: int) -> str:
    setup = match.setup
    if seat in match.standing.moment.put_out:
        return _("out of the match")
    partners = [match.names[other] for other in setup.sides[setup.side_of(seat)] if other != seat]
    return " · ".join(_("with %(name)s", name=partner) for partner in partners)


_METHODS = {"tiles": _l("Enter tiles"), "pips": _l("Count pips")}

_WAYS = {
    "tap": _l("Tiles"),
    # For translators: a button, to type the tiles instead of tapping them.
    "type": _l("Type"),
    "pips": _METHODS["pips"],
}

_HOW = {
    "tiles": _l(
        "Type the tiles left in each hand as 3-5 or 35, with spaces between, and tick who went out."
    ),
    "pips": _l("Count the pips left in each hand, and tick who went out."),
    "totals": _l("Enter what is left in each hand: 0 for whoever went out."),
    "plays": _l("Type each tile as it is played, such as 66 56 36, and x for whoever passes."),
}
# Ends of two digits take the hyphen.
_LARGE_TILES = _l(
    "Type the tiles left in each hand as 3-12, with spaces between, and tick who went out."
)

_PROMPTS = {
    "tiles": _l("Who went out? What is left in the other hands?"),
    "pips": _l("Who went out? What is left in the other hands?"),
    "totals": _l("Who went out? What is left in the other hands?"),
    "plays": _l("Enter each tile as it is played."),
}
