"""What the page of a recorded round shows."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext as _

from scorekeeper.pages.shared.match import narrator_of, notice_of, reminder, title_of
from scorekeeper.pages.shared.sides import Side, goal_of, sides_at
from scorekeeper.pages.shared.tiles import ShownHand, ShownTile, shown_tile
from scorekeeper.rules import Hand, PipsHand, Round
from scorekeeper.rules.keys import Entry
from scorekeeper.rules.referee import doubts
from scorekeeper.scorebook.projection import Match, ScoredRound
from scorekeeper.scorebook.rights import Right
from scorekeeper.wording.formats import pips, points, signed, tiles


@dataclass(frozen=True, slots=True)
class SideResult:
    """A side on the result page: how it stands, and the points of the round."""

    side: Side
    points: str


@dataclass(frozen=True, slots=True)
class Result:
    """The result page of one round.

    `several` sides scored; `overruled` are the doubts it was recorded in spite of.
    """

    title: str
    meta: str
    highest: int
    headline: str
    points_text: str
    several: bool
    reasons: tuple[str, ...]
    notice: str
    overruled: tuple[str, ...]
    sides: tuple[SideResult, ...]
    hands_title: str
    hands: tuple[ShownHand, ...]
    table_url: str
    next_url: str | None
    next_label: str
    next_text: str
    amend_url: str | None
    remove_url: str | None


def result(match: Match, number: int, right: Right) -> Result:
    """Show what a round came to, to a device with a right to the match."""
    scored = match.rounds[number - 1]
    narrator, scores = narrator_of(match), right >= Right.SCORE
    goes_on = scores and not match.standing.over
    sides = sides_at(scored.standing, narrator)
    return Result(
        title=_("Round %(number)s", number=scored.number),
        meta=f"{title_of(match)} · {goal_of(match.setup)}",
        highest=match.setup.game.tiles.highest,
        headline=narrator.headline(scored.score),
        points_text=narrator.points(scored.score),
        several=sum(paid != 0 for paid in scored.score.points) > 1,
        reasons=narrator.reasons(scored.score),
        notice=notice_of(scored.standing),
        overruled=_overruled(match, scored),
        sides=tuple(
            SideResult(side, signed(paid))
            for side, paid in zip(sides, scored.score.points, strict=True)
        ),
        hands_title=(
            _("What was laid") if scored.played.plays else _("What was left in the hands")
        ),
        hands=hands_of(match, number, scored.played),
        table_url=url_for("table.show", match_id=match.id),
        next_url=url_for("round.record", match_id=match.id) if goes_on else None,
        next_label=_("Enter round %(number)s", number=match.next_number),
        next_text=reminder(match),
        amend_url=_round_url("amend.amend", match, number) if scores else None,
        remove_url=_round_url("history.remove", match, number) if scores else None,
    )


def _round_url(endpoint: str, match: Match, number: int) -> str:
    return url_for(endpoint, match_id=match.id, number=number)


def _overruled(match: Match, scored: ScoredRound) -> tuple[str, ...]:
    moment = match.before(scored.number).moment
    narrator = narrator_of(match)
    return tuple(narrator.doubt(doubt) for doubt in doubts(match.setup, scored.played, moment))


def hands_of(match: Match, number: int, played: Round) -> tuple[ShownHand, ...]:
    """Show what was left in the hands of a round, or what each player laid."""
    return _laid(match, played) if played.plays else _left(match, number, played)


def _left(match: Match, number: int, played: Round) -> tuple[ShownHand, ...]:
    put_out = match.before(number).moment.put_out
    return tuple(
        _hand(match, seat, hand) for seat, hand in enumerate(played.hands) if seat not in put_out
    )


def _hand(match: Match, seat: int, hand: Hand | PipsHand) -> ShownHand:
    count = points if match.setup.game.table.entry is Entry.TOTALS else pips
    return ShownHand(
        colour=f"c{match.setup.side_of(seat) + 1}",
        name=match.names[seat],
        note=_("went out") if hand.is_empty else count(hand.pips),
        tiles=tuple(map(shown_tile, hand.known_tiles)),
    )


def _laid(match: Match, played: Round) -> tuple[ShownHand, ...]:
    def by(seat: int) -> tuple[ShownTile, ...]:
        return tuple(shown_tile(play.tile) for play in played.plays if play.seat == seat)

    return tuple(
        ShownHand(f"c{seat + 1}", name, tiles(len(by(seat))), by(seat))
        for seat, name in enumerate(match.names)
    )
