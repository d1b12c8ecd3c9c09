"""Matches in a list, a line each: when, which game, how it ended for somebody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.figures.match_results import Result
from scorekeeper.messages import gettext as _
from scorekeeper.messages import pgettext
from scorekeeper.scorebook.figures.page_figures import MatchScore, scores_of
from scorekeeper.wording.formats import (
    SideNames,
    apart,
    format_number,
    join_names,
    place_name,
    rounds,
)


class MatchLine(NamedTuple):
    """A match, as it ended for the players of a result; with all of its sides if there is none."""

    score: MatchScore
    result: Result | None = None

    @property
    def outcome(self) -> str:
        """How it ended for the players; "" in a line about nobody."""
        if not self.result:
            return ""
        if not self.result.place:
            # Somebody else had the seat at the end.
            return rounds(self.result.sums.rounds)
        if self.result.won:
            return pgettext("a side", "won")
        if self.score.winner is None and self.result.place == 1:
            return pgettext("a side", "drew")
        if len(self.score.totals) == 2:
            # For translators: how a match ended for one of two sides.
            return pgettext("a side", "lost")
        return place_name(self.result.place)

    @property
    def best(self) -> str:
        """Who won, with the score; "" in a line about somebody, and while the match goes on."""
        winner = self.score.winner
        return "" if self.result or winner is None else self._of_side(winner)

    @property
    def more(self) -> str:
        """The score: 105 to 48, with Ciro; 62 · Bea won with 108."""
        winner, totals = self.score.winner, self.score.totals
        if not self.result:
            return " · ".join(self._of_sides_but(winner))
        side = self.result.side
        if len(totals) == 2:
            return self._of_two(side, 1 - side)
        own = f"{format_number(totals[side])} · "
        if self.result.won or winner is None:
            return own + join_names(self._of_sides_but(side))
        return own + _(
            "%(name)s won with %(points)s",
            name=apart(self._names.label(winner)),
            points=format_number(totals[winner]),
        )

    def _of_two(self, own: int, other: int) -> str:
        score, players = self.score, self.result.players if self.result else ()
        seats = [seat for seat in score.setup.sides[own] if score.players[seat] not in players]
        partner = join_names([apart(score.names[seat]) for seat in seats])
        facts = {
            "own": format_number(score.totals[own]),
            "theirs": format_number(score.totals[other]),
            "name": partner or apart(self._names.label(other)),
        }
        if partner:
            # For translators: a score, and the partner: 105 to 48, with Ciro.
            return _("%(own)s to %(theirs)s, with %(name)s", **facts)
        return _("%(own)s to %(theirs)s, against %(name)s", **facts)

    def _of_sides_but(self, side: int | None) -> list[str]:
        return [self._of_side(each) for each in range(len(self.score.totals)) if each != side]

    def _of_side(self, side: int) -> str:
        # The two stay on one line.
        name, total = apart(self._names.label(side)), format_number(self.score.totals[side])
        return f"{name}\N{NO-BREAK SPACE}{total}"

    @property
    def _names(self) -> SideNames:
        return SideNames(self.score.setup, self.score.names)


def lines_of(results: Sequence[Result]) -> list[MatchLine]:
    """Return lines of matches as they ended for the players of these results."""
    scores = {score.match_id: score for score in scores_of([row.match_id for row in results])}
    return [MatchLine(scores[row.match_id], row) for row in results if row.match_id in scores]


def lines_of_matches(match_ids: Iterable[int]) -> list[MatchLine]:
    """Return lines of matches with all of their sides."""
    return [MatchLine(score) for score in scores_of([*match_ids])]
