"""What the page that takes a round shows."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.round.hand_form import HandForm
from scorekeeper.pages.round.questions import Claim, Question, claims, corrected, questions
from scorekeeper.pages.shared.match import narrator_of, score_of, title_of
from scorekeeper.pages.shared.sides import goal_of
from scorekeeper.rules import PipsHand, TileSet
from scorekeeper.rules.keys import Layout, Rank
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import signed

# Beyond the double-nine set dots are too small to be told apart: ends are numerals there.
MOST_DOTS = 9
# The pad of a larger set is folded: each short row of its triangle fills up a long one.
LARGEST_TRIANGLE = 6


@dataclass(frozen=True, slots=True)
class OtherWay:
    """Another way to enter the same round."""

    entry: str
    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Step:
    """A button for points made in play."""

    points: int
    label: str


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """A seat on the page that takes a round, with the fields of its hand.

    One that is `out` of the match has none.
    """

    index: int
    name: str
    detail: str
    colour: str
    dealt: int
    fields: HandForm
    asks_lightest: bool
    out: bool


@dataclass(frozen=True, slots=True)
class RecordPage:
    """The page that takes a round: `how` to type it, what it asks first, what its pad looks like.

    `takes_ends` offers to say which ends the line had; `by_hand` is a hit nobody tapped.
    """

    title: str
    meta: str
    back_url: str
    preview_url: str
    record_label: str
    how: str
    prompt: str
    other_way: OtherWay | None
    highest: int
    folded: bool
    takes_ends: bool
    steps: tuple[Step, ...]
    by_hand: Step
    seats: tuple[SeatEntry, ...]
    pad: tuple[tuple[str, ...], ...]
    claims: tuple[Claim, ...]
    questions: tuple[Question, ...]
    corrected: Question


def record(match: Match, form: RoundForm) -> RecordPage:
    """Show the page that takes the next round."""
    game = match.setup.game
    folded = form.entry.data == "plays" or game.tiles.highest > LARGEST_TRIANGLE
    return RecordPage(
        title=_("Round %(number)s", number=match.next_number),
        meta=f"{title_of(match)} · {goal_of(match.setup)}",
        back_url=url_for("table.show", match_id=match.id),
        record_label=_("Record round"),
        preview_url=url_for("round.preview", match_id=match.id),
        how=_how(match, form.entry.data),
        prompt=str(_PROMPTS[form.entry.data]),
        other_way=_other_way(match, form),
        highest=game.tiles.highest,
        folded=folded,
        takes_ends=form.entry.data == "tiles" and game.table.layout is Layout.LINE,
        steps=tuple(Step(points, signed(points)) for points in game.tally.steps),
        by_hand=Step(game.plays.points, signed(game.plays.points)),
        seats=seats(match, form),
        pad=pad(match.setup.box, folded),
        claims=claims(match, form),
        questions=questions(match, form),
        corrected=corrected(match, form),
    )


def usual_way(match: Match) -> str | None:
    """Say how the last round of a match was entered, so that the next one is asked for like it."""
    hands = match.rounds[-1].played.hands if match.rounds else ()
    if not hands:
        return None
    return "pips" if any(isinstance(hand, PipsHand) for hand in hands) else "tiles"


def seats(match: Match, form: RoundForm) -> tuple[SeatEntry, ...]:
    """Show every seat with the fields of its hand."""
    setup, put_out = match.setup, match.standing.moment.put_out
    compares_tiles = Rank.LIGHTEST_TILE in setup.game.blocked.rank
    return tuple(
        SeatEntry(
            index=seat,
            name=match.names[seat],
            detail=_detail(match, seat),
            colour=f"c{seat + 1}",
            dealt=setup.most_in_hand,
            fields=fields,
            asks_lightest=compares_tiles and (seat in form.asks or bool(fields.lightest.data)),
            out=seat in put_out,
        )
        for seat, fields in enumerate(form.hands)
    )


def pad(box: TileSet, folded: bool) -> tuple[tuple[str, ...], ...]:
    """Lay the box out in rows of one higher end, the doubles first: 6-6 5-6 … 0-6, 5-5 4-5 …

    Folded, the rows come in the order in which each short one fills up the long one before it.
    """
    highs = list(range(box.highest, -1, -1))
    if folded:
        short = range(box.highest)
        pairs = zip(highs[1:], short, strict=True)
        # Half-way through the pairs come again, the other way about.
        highs = [box.highest, *dict.fromkeys(high for pair in pairs for high in pair)]
    return tuple(tuple(str(tile) for tile in box if tile.high == high) for high in highs)


def stale_record(match: Match) -> str:
    """Tell a device that its round came too late, and how the match stands."""
    if match.standing.over:
        return _(
            "This match has its winner, so your round was not recorded."
            " What you entered is kept below."
        )
    return _(
        "The match went on while this page was open, so your round was not recorded. %(happened)s"
        " The score is %(score)s. Record what you entered as round %(number)s?",
        happened=_happened(match),
        score=score_of(match),
        number=match.next_number,
    )


def _happened(match: Match) -> str:
    if not match.rounds:
        return _("The last round was undone on another device.")
    last = match.rounds[-1]
    headline = narrator_of(match).headline(last.score)
    return _("Round %(number)s is recorded: %(headline)s", number=last.number, headline=headline)


def _how(match: Match, entry: str) -> str:
    """Say how a round is typed."""
    game = match.setup.game
    if entry == "tiles" and game.tiles.highest > MOST_DOTS:
        return str(_LARGE_TILES)
    said = str(_HOW[entry])
    if entry == "totals" and (joker := game.weights.joker):
        return " ".join((said, _("A joker counts %(points)s.", points=joker)))
    return said


def _other_way(match: Match, form: RoundForm) -> OtherWay | None:
    others = [way for way in form.ways if way != form.entry.data]
    if not others:
        return None
    url = url_for("round.record", match_id=match.id, entry=others[0])
    return OtherWay(others[0], str(_WAYS[others[0]]), url)


def _detail(match: Match, seat: int) -> str:
    setup = match.setup
    if seat in match.standing.moment.put_out:
        return _("out of the match")
    partners = [match.names[other] for other in setup.sides[setup.side_of(seat)] if other != seat]
    # For translators: tiles dealt to a player, as in: 7 dealt.
    dealt = ngettext("%(num)s dealt", "%(num)s dealt", setup.dealt)
    return " · ".join([*(_("with %(name)s", name=partner) for partner in partners), dealt])


_WAYS = {"tiles": _l("Enter tiles"), "pips": _l("Count pips")}

_HOW = {
    "tiles": _l(
        "Type each tile left in a hand as 3-5 or 35, with spaces between."
        " Leave the hand of whoever went out empty."
    ),
    "pips": _l("Count the pips left in each hand: 0 for whoever went out."),
    "totals": _l("Enter what is left in each hand: 0 for whoever went out."),
    "plays": _l("Type each tile as it is laid, such as 66 56 36, and x for whoever passes."),
}
# Ends of two digits take the hyphen.
_LARGE_TILES = _l(
    "Type each tile left in a hand as 3-12, with spaces between."
    " Leave the hand of whoever went out empty."
)

_PROMPTS = {
    "tiles": _l("Who went out? What is left in the other hands?"),
    "pips": _l("Who went out? What is left in the other hands?"),
    "totals": _l("Who went out? What do the others still hold?"),
    "plays": _l("Enter each tile as it is laid."),
}
