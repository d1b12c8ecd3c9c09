"""What the page of a match that is won shows."""

from __future__ import annotations

from typing import NamedTuple

from flask import url_for

from scorekeeper.messages import lazy_pgettext
from scorekeeper.pages.shared.in_a_row import AheadInARow
from scorekeeper.pages.shared.match import score_of, sides_of, title_of
from scorekeeper.pages.shared.once import once_a_match
from scorekeeper.pages.shared.outcome import celebration_of
from scorekeeper.pages.shared.sides import goal_of
from scorekeeper.pages.table.card_shapes import SHAPES
from scorekeeper.pages.table.course import course_of
from scorekeeper.pages.table.highlights import Highlight, highlights_of
from scorekeeper.pages.table.how_won import how_won
from scorekeeper.pages.table.in_a_row import row_of
from scorekeeper.pages.table.marks import MarkCard, StripRound, mark_cards, strip_of
from scorekeeper.pages.table.podium import Step, podium
from scorekeeper.pages.table.score_line import ScoreLine, score_line
from scorekeeper.rules.options import Ends
from scorekeeper.scorebook.people.players import Ids
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import number, rounds

# Letters of a headline that fits in one line at each size, the largest first.
SIZES = (("short", 10), ("medium", 18), ("long", 34))


class Picture(NamedTuple):
    """A picture of the result that can be shared; `url` is its drawing, `file` a name for it."""

    url: str
    label: str
    file: str
    width: int
    height: int


class Story(NamedTuple):
    """How a match that is won went; `size` is that of the headline, `winner` its colour.

    A match won by rounds has `cards` and a `strip`, another one a `line` and its `history`: the
    totals after each round.
    """

    match_id: int
    title: str
    meta: str
    headline: str
    size: str
    how: str
    winner: int
    points: str
    steps: tuple[Step, ...]
    cards: tuple[MarkCard, ...]
    strip: tuple[StripRound, ...]
    wiped_out: bool
    line: ScoreLine | None
    score: str
    names: tuple[str, ...]
    history: tuple[tuple[str, ...], ...]
    facts: tuple[Highlight, ...]
    last_round: int


class WinnerPage(NamedTuple):
    """The page of a match that is won: its story, and what is another on each device."""

    story: Story
    row: AheadInARow | None
    pictures: tuple[Picture, ...]
    can_score: bool


def winner_page(match: Match, right: Right, seen: Ids | None) -> WinnerPage:
    """Show who won a match that is over, to a device with a right to it; `seen` as in `row_of`."""
    return WinnerPage(
        story=story_of(match),
        row=row_of(match, seen),
        pictures=pictures_of(match),
        can_score=right >= Right.SCORE,
    )


@once_a_match
def story_of(match: Match) -> Story:
    """Tell all that the match itself says."""
    headline, cards = celebration_of(match), mark_cards(match, sides_of(match))
    course, strip = course_of(match), strip_of(match) if cards else ()
    return Story(
        match_id=match.id,
        title=title_of(match),
        meta=meta_of(match),
        headline=headline,
        size=next((size for size, most in SIZES if len(headline) <= most), "longest"),
        how=how_won(match),
        winner=match.side_colours[course.winner],
        points=number(match.standing.totals[course.winner]),
        steps=podium(match),
        cards=cards,
        strip=strip,
        wiped_out=any(not played.counts for played in strip),
        line=None if cards else score_line(course),
        score=score_of(match),
        names=course.names,
        history=tuple(tuple(map(number, totals)) for totals in course.totals),
        facts=highlights_of(match),
        last_round=len(match.rounds),
    )


def pictures_of(match: Match) -> tuple[Picture, ...]:
    """Return the pictures of the result, in each of their shapes."""
    return tuple(
        Picture(
            url=url_for("table.result", match_id=match.id, shape=shape),
            label=str(label),
            file=f"scorekeeper-{match.id}-{shape}.png",
            width=SHAPES[shape].width,
            height=SHAPES[shape].height,
        )
        for shape, label in _LABELS.items()
    )


def meta_of(match: Match) -> str:
    """Say what a match was played to, and how many rounds it took."""
    parts = [goal_of(match.setup)]
    rules = match.setup.game.match
    if rules.ends is not Ends.ROUNDS or len(match.rounds) != rules.goal:
        parts.append(rounds(len(match.rounds)))
    return " · ".join(parts)


_LABELS = {
    # For translators: the shape of a picture to share.
    "wide": lazy_pgettext("picture", "Wide"),
    "square": lazy_pgettext("picture", "Square"),
}
