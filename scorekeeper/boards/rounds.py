"""What the pages of a round show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import url_for

from scorekeeper.boards.matches import (
    goal_of,
    percent,
    points_text,
    reminder,
    score_of,
    teller_of,
    title_of,
)
from scorekeeper.forms import HandForm, Problem, RoundForm
from scorekeeper.rules import Hand, PipsHand, Round, Tile, TileSet, score_round
from scorekeeper.scorebook import Match
from scorekeeper.words import counted, signed


@dataclass(frozen=True, slots=True)
class ShownTile:
    """A tile as pages name and draw it."""

    name: str
    low: int
    high: int
    pips: int


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand on the result page."""

    colour: str
    name: str
    note: str
    tiles: tuple[ShownTile, ...]


@dataclass(frozen=True, slots=True)
class SideResult:
    """A side on the result page, `points` being those of the round."""

    number: int
    name: str
    points: str
    total: int
    to_go: str
    percent: int


@dataclass(frozen=True, slots=True)
class Result:
    """The result page of one round."""

    title: str
    meta: str
    headline: str
    points_text: str
    reasons: tuple[str, ...]
    sides: tuple[SideResult, ...]
    hands: tuple[ShownHand, ...]
    table_url: str
    next_url: str | None
    next_label: str
    next_text: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What the hands entered so far would come to.

    `asks` are the seats whose lightest tile is needed.
    """

    say: str
    why: tuple[str, ...] = ()
    fault: bool = False
    asks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordPage:
    """The heading of the page that takes a round."""

    title: str
    meta: str
    table_url: str


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """A seat on the page that takes a round, with the fields of its hand."""

    index: int
    name: str
    detail: str
    colour: str
    dealt: int
    fields: HandForm
    asks_lightest: bool


def record(match: Match) -> RecordPage:
    """Head the page that takes the next round."""
    return RecordPage(
        title=f"Round {match.next_number}",
        meta=f"{title_of(match)} · {goal_of(match.setup)}",
        table_url=url_for("matches.table", match_id=match.id),
    )


def seats(match: Match, form: RoundForm) -> tuple[SeatEntry, ...]:
    """Show every seat with the fields of its hand."""
    setup = match.setup
    return tuple(
        SeatEntry(
            index=seat,
            name=match.names[seat],
            detail=_beside(match, seat) + f"{setup.dealt} dealt",
            colour=f"c{seat + 1}",
            dealt=setup.most_in_hand,
            fields=fields,
            asks_lightest=seat in form.asks or bool(fields.lightest.data),
        )
        for seat, fields in enumerate(form.hands)
    )


def pad(box: TileSet) -> tuple[tuple[ShownTile, ...], ...]:
    """Lay the box out in rows, the doubles first: 6-6 5-6 … 0-6, 5-5 4-5 …"""
    return tuple(
        tuple(_tile(tile) for tile in box if tile.high == high)
        for high in range(box.highest, -1, -1)
    )


def preview(match: Match, played: Round) -> Preview:
    """Say what a round would come to."""
    teller, score = teller_of(match), score_round(match.setup, played)
    return Preview(say=teller.headline(score), why=teller.reasons(score)[1:])


def refused(problems: Sequence[Problem], asks: tuple[int, ...]) -> Preview:
    """Say what is missing or wrong in a round that cannot be scored yet."""
    first, *others = dict.fromkeys(problem.message for problem in problems)
    return Preview(say=first, why=tuple(others), fault=True, asks=asks)


def stale_record(match: Match) -> str:
    """Tell a device that its round came too late, and how the match stands."""
    if match.standing.over:
        return (
            "This match has its winner, so your round was not recorded."
            " What you entered is kept below."
        )
    happened = "The last round was undone on another device."
    if match.rounds:
        last = match.rounds[-1]
        happened = f"Round {last.number} is recorded: {teller_of(match).headline(last.score)}"
    return (
        f"The match went on while this page was open, so your round was not recorded. {happened} "
        f"The score is {score_of(match)}. Record what you entered as round {match.next_number}?"
    )


def result(match: Match, number: int) -> Result:
    """Show what a round came to."""
    scored = match.rounds[number - 1]
    teller, over = teller_of(match), match.standing.over
    return Result(
        title=f"Round {scored.number}",
        meta=f"{title_of(match)} · {goal_of(match.setup)}",
        headline=teller.headline(scored.score),
        points_text=points_text(scored.score),
        reasons=teller.reasons(scored.score),
        sides=tuple(
            SideResult(
                number=side + 1,
                name=teller.label(side),
                points=signed(scored.score.points[side]),
                total=total,
                to_go=f"{to_go} to go" if to_go else "at the goal",
                percent=percent(total, scored.standing.target_points),
            )
            for side, (total, to_go) in enumerate(
                zip(scored.standing.totals, scored.standing.to_go, strict=True)
            )
        ),
        hands=tuple(_hand(match, seat, hand) for seat, hand in enumerate(scored.played.hands)),
        table_url=url_for("matches.table", match_id=match.id),
        next_url=None if over else url_for("rounds.record", match_id=match.id),
        next_label=f"Enter round {match.next_number}",
        next_text=reminder(match),
    )


def _beside(match: Match, seat: int) -> str:
    side = match.setup.sides[match.setup.side_of(seat)]
    partners = [match.names[other] for other in side if other != seat]
    return f"with {partners[0]} · " if partners else ""


def _hand(match: Match, seat: int, hand: Hand | PipsHand) -> ShownHand:
    return ShownHand(
        colour=f"c{match.setup.side_of(seat) + 1}",
        name=match.names[seat],
        note="went out" if hand.is_empty else counted(hand.pips, "pip"),
        tiles=tuple(map(_tile, hand.known_tiles)),
    )


def _tile(tile: Tile) -> ShownTile:
    return ShownTile(str(tile), tile.low, tile.high, tile.pips)
