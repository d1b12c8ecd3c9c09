"""What is drawn of a match, from its rounds."""

from __future__ import annotations

from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.match import narrator_of
from scorekeeper.pages.table.score_line import Course
from scorekeeper.rules.options import Ending, Ends
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import number


def course_of(match: Match) -> Course:
    """Return what is drawn of a match of at least one round, who leads above the others."""
    narrator, rules = narrator_of(match), match.setup.game.match
    goal = None if rules.ends is Ends.ROUNDS else rules.goal
    return Course(
        colours=match.side_colours,
        names=tuple(narrator.label(side) for side in range(len(match.setup.sides))),
        totals=tuple(scored.standing.totals for scored in match.rounds),
        points=tuple(scored.score.points for scored in match.rounds),
        blocked=_blocked(match),
        winner=match.standing.leaders[0],
        goal=goal,
        goal_text=_goal_text(match),
    )


def _blocked(match: Match) -> tuple[bool, ...]:
    """Say which rounds were blocked; none where all were, as in games that never end otherwise."""
    blocked = tuple(scored.score.ending is Ending.BLOCKED for scored in match.rounds)
    return tuple(each and not all(blocked) for each in blocked)


def _goal_text(match: Match) -> str:
    rules = match.setup.game.match
    if rules.ends is Ends.LIMIT:
        return _("limit %(goal)s", goal=number(rules.goal))
    # For translators: the points that win the match, beside a line in a drawing.
    return _("goal %(goal)s", goal=number(rules.goal))
