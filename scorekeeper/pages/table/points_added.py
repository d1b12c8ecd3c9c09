"""Points in play: added on the table while a round is played, and taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.config import LARGEST_ID
from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.pages.shared.match import narrator_of
from scorekeeper.pages.table.banner import Banner
from scorekeeper.rules.game_keys import Ends
from scorekeeper.rules.goal import InOrder, count_so_far
from scorekeeper.rules.reasons import Reached
from scorekeeper.rules.round_entry import Made, Round
from scorekeeper.scorebook.matches import find_match
from scorekeeper.scorebook.permissions.rights import Right, Stale
from scorekeeper.scorebook.points_in_play import add_points, last_made, take_back
from scorekeeper.scorebook.scored_match import Match
from scorekeeper.web.hosts import sent_by_own_page
from scorekeeper.wording.formats import format_number, signed

blueprint = Blueprint("in_play", __name__, url_prefix="/matches/<int:match_id>")


class SideSoFar(NamedTuple):
    """What a side had before the round, and its points in play since; "" if none."""

    before: str
    made: str = ""


class SoFar(NamedTuple):
    """A match with the points in play since its last round, which its totals include.

    `steps` are the points that have a button. Once something was made, `news` says what was made
    last, `notice` its effect, and `scores` how many there are; `ended` that a match won by it
    ends the round.
    """

    match: Match
    sides: tuple[SideSoFar, ...]
    steps: tuple[int, ...] = ()
    scores: int = 0
    last: Made | None = None
    notice: str = ""
    ended: bool = False

    @property
    def news(self) -> str:
        if self.last is None:
            return ""
        facts = {"name": self._last_label, "points": signed(self.last.points)}
        return _("%(name)s %(points)s in play", **facts)

    @property
    def _last_label(self) -> str:
        return narrator_of(self.match).label(self._last_side)

    @property
    def _last_side(self) -> int:
        return self.match.setup.side_of(self.last.seat) if self.last else 0

    def banner(self, *, can_score: bool) -> Banner:
        """Return the last points made, with a button to undo them, in place of the last round."""
        points = signed(self.last.points) if self.last else ""
        return Banner(
            self.news,
            colour=f"c{self.match.side_colours[self._last_side]}",
            label=self.notice,
            take_back=_("Undo %(points)s", points=points) if can_score else "",
        )


@blueprint.post("/rounds/<int:number>/in-play")
@needs(Right.SCORE)
def change(match_id: int, number: int) -> ResponseReturnValue:
    """Add points to a seat, or take the last back, without a confirmation."""
    find_match(match_id)
    # One that was undone since is told of below; a round with a larger number there never was.
    if number > LARGEST_ID:
        abort(404)
    table = url_for("table.show", match_id=match_id)
    try:
        _change(match_id, number)
    except Stale:
        # Scripts read the query, people the sentence.
        return redirect(f"{table}?late#went-on", 303)
    return redirect(table, 303)


def _change(match_id: int, number: int) -> None:
    """Do what was sent. Raise Stale if it is for another round than the one played now."""
    sent = request.form
    seen, what = sent.get("seen", type=int), sent.get("points", "")
    seat, _space, points = what.partition(" ")
    # The table is cached for many devices and has no token: one of our own pages must have sent it.
    if seen is None or not sent_by_own_page():
        raise Stale
    # Without scripts everybody who saw as many scores sends the same key.
    key = sent.get("key", f"{seen}:{what}").replace(" ", ":")[:40]
    if not what:
        take_back(match_id, number, seen=seen, key=key, device=device_name())
        return
    try:
        add_points(match_id, number, int(seat), int(points), key=key, device=device_name())
    except ValueError as error:
        raise Stale from error


def so_far_of(match: Match, made: Round) -> SoFar:
    """Return a match with the points in play since its last round, if its rules have them."""
    steps = () if match.standing.over else match.setup.game.tally.steps
    totals = match.standing.totals
    if not steps or not made.tally or len(made.tally) > match.setup.players:
        return SoFar(match, tuple(SideSoFar(format_number(total)) for total in totals), steps)
    points, came = count_so_far(match.setup, match.standing.moment, made)
    counted = replace(match, standing=match.standing.with_points(points))
    sides = zip(totals, points, strict=True)
    last = last_made(made)
    return SoFar(
        counted,
        tuple(
            SideSoFar(format_number(total), format_number(made) if made else "")
            for total, made in sides
        ),
        steps,
        scores=sum(map(len, made.tally)),
        last=last,
        notice=_notice(counted, came, match.setup.side_of(last.seat)),
        ended=bool(came.first),
    )


def _notice(match: Match, came: InOrder, side: int) -> str:
    """Say that somebody reached the goal in play, or that a side's points do not count."""
    narrator, goal = narrator_of(match), match.setup.game.match.target
    if came.first:
        return " ".join(narrator.sentences((Reached(came.first, goal, came.more),)))
    lost = [each for each in came.not_counted if each.side == side]
    if lost:
        return " ".join(narrator.sentences(lost[-1:]))
    if match.setup.game.match.ends is not Ends.RACE or match.standing.totals[side] < goal:
        return ""
    # For translators: enough points to win, but the round goes on, and others may have more.
    return ngettext(
        "%(names)s is at the goal: this round is still played to its end.",
        "%(names)s are at the goal: this round is still played to its end.",
        narrator.people(side),
        names=narrator.label(side),
    )
