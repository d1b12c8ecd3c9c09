"""Matches in a list, each in a line: when, which game, how it ended for somebody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from scorekeeper.figures.periods import evening_of
from scorekeeper.figures.results import Result
from scorekeeper.messages import gettext as _
from scorekeeper.messages import pgettext
from scorekeeper.pages.shared.match import title_of_setup
from scorekeeper.scorebook.figures.scores import MatchScore, scores_of
from scorekeeper.wording.dates import day_name, time_of_day
from scorekeeper.wording.formats import apart, join_names, number
from scorekeeper.wording.labels import place_name
from scorekeeper.wording.sides import SideNames

# Below the figures of somebody; the number of matches leads to all of them.
MOST_RECENT = 5


class MatchLine(NamedTuple):
    """A match: `outcome` is how it ended for somebody, or "" where it is nobody's line.

    Then `best` is who won, with the score. `time` is shown instead of the day where the day is
    known.
    """

    match_id: int
    evening: date
    day: str
    time: str
    title: str
    outcome: str
    won: bool
    best: str
    more: str


def lines_of(results: Sequence[Result]) -> tuple[MatchLine, ...]:
    """Show matches as they ended for the players of these results."""
    scores = {score.match_id: score for score in scores_of([row.match_id for row in results])}
    return tuple(_line(scores[row.match_id], row) for row in results if row.match_id in scores)


def lines_of_matches(match_ids: Iterable[int], *, day_known: bool = False) -> tuple[MatchLine, ...]:
    """Show matches with all of their sides."""
    return tuple(_whole(score, day_known=day_known) for score in scores_of([*match_ids]))


def _line(score: MatchScore, row: Result) -> MatchLine:
    partners = [
        apart(score.names[seat])
        for seat in score.setup.sides[row.side]
        if score.players[seat] not in row.players
    ]
    return MatchLine(
        match_id=score.match_id,
        evening=evening_of(row.ended_at),
        day=day_name(row.ended_at),
        time="",
        title=title_of_setup(score.setup),
        outcome=_outcome(row, len(score.setup.sides)),
        won=row.won,
        best="",
        more=_more(score, row, join_names(partners)),
    )


def _whole(score: MatchScore, *, day_known: bool) -> MatchLine:
    names = SideNames(score.setup, score.names)
    scores = [_score(names, side, total) for side, total in enumerate(score.totals)]
    best = "" if score.winner is None else scores.pop(score.winner)
    return MatchLine(
        match_id=score.match_id,
        evening=evening_of(score.last_at),
        day=day_name(score.last_at),
        time=time_of_day(score.last_at) if day_known else "",
        title=title_of_setup(score.setup),
        outcome="",
        won=False,
        best=best,
        more=" · ".join(scores),
    )


def _outcome(row: Result, sides: int) -> str:
    if row.won:
        return pgettext("a side", "won")
    # For translators: how a match ended for one of two sides.
    return pgettext("a side", "lost") if sides == 2 else place_name(row.place)


def _more(score: MatchScore, row: Result, partner: str) -> str:
    """Say the score: 105 to 48, with Ciro; 62 · Bea won with 108."""
    names, totals = SideNames(score.setup, score.names), score.totals
    own = number(totals[row.side])
    if len(totals) == 2:
        other = 1 - row.side
        facts = {
            "own": own,
            "theirs": number(totals[other]),
            "name": partner or apart(names.label(other)),
        }
        if partner:
            # For translators: a score, and the partner: 105 to 48, with Ciro.
            return _("%(own)s to %(theirs)s, with %(name)s", **facts)
        return _("%(own)s to %(theirs)s, against %(name)s", **facts)
    if row.won or score.winner is None:
        others = (_score(names, each, t) for each, t in enumerate(totals) if each != row.side)
        return f"{own} · {join_names([*others])}"
    winner = score.winner
    return f"{own} · " + _(
        "%(name)s won with %(points)s",
        name=apart(names.label(winner)),
        points=number(totals[winner]),
    )


def _score(names: SideNames, side: int, total: int) -> str:
    # The two stay on one line.
    return f"{apart(names.label(side))}\N{NO-BREAK SPACE}{number(total)}"
