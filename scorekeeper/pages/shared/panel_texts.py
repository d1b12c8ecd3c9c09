"""What the panel of each side says: its points, and how far it is from the goal, limit or best."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.messages import ngettext
from scorekeeper.rules.game_keys import Best, Ends, GoalTest, Reset
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.goal import counts_wins
from scorekeeper.rules.standing_and_lead import Standing
from scorekeeper.wording.formats import SideNames, format_number, rounds


class Side(NamedTuple):
    """The panel of a side; `colour` counts from 1.

    Its progress is a bar filled to `percent`, or `marks` (one for each round to win, true if won),
    or neither; `progress` says the same in words. `out` is true once a limit has put the side out
    of the match, and while nobody sits there.
    """

    colour: int
    name: str
    points: str
    to_go: str
    progress: str
    percent: int | None = None
    marks: tuple[bool, ...] = ()
    won: bool = False
    out: bool = False

    @property
    def length(self) -> str:
        """The CSS classes for the size of its name: by its letters, and "two" for two lines."""
        first, both, second = self.name.partition(" & ")
        two = bool(both) and len(self.name) > _ONE_LINE
        letters = max(len(f"{first} &"), len(second)) if two else len(self.name)
        step = next((step for step in _LENGTHS if letters <= step), _LENGTHS[-1])
        return f"letters-{step} two" if two else f"letters-{step}"


class SideChange(NamedTuple):
    """A side's total before and after a change; `colour` counts from 1.

    A `note` such as “wins the match” may say what the new total means.
    """

    colour: int
    name: str
    before: str
    after: str
    note: str = ""


def sides_at(standing: Standing, names: SideNames, colours: tuple[int, ...]) -> tuple[Side, ...]:
    """Return the panels of all sides, with their colours."""
    by_wins, winner = counts_wins(standing.setup.game), standing.winner
    return tuple(
        Side(
            colour=colours[side],
            name=names.label(side),
            points=format_number(total),
            to_go=_to_go(standing, side, to_go),
            progress=_progress(standing, side, by_wins=by_wins),
            percent=None if by_wins else _percent(standing, side),
            marks=_marks(standing, side) if by_wins else (),
            won=side == winner,
            out=side in standing.put_out or side in standing.away,
        )
        for side, (total, to_go) in enumerate(zip(standing.totals, standing.to_go, strict=True))
    )


def digits_of(sides: tuple[Side, ...]) -> int:
    """Return the length of the longest score, at least 2, which decides the size of the scores."""
    return max(2, *(len(side.points) for side in sides))


def goal_of(setup: Setup) -> str:
    """Say what the match is played to."""
    rules = setup.game.match
    exceed, goal = rules.test is GoalTest.EXCEED, format_number(rules.goal)
    match rules.ends:
        case Ends.RACE if rules.reset is Reset.OTHER_SIDE_WINS:
            # For translators: rounds that one side wins in a row: 6 in a row.
            return _("%(goal)s in a row", goal=goal)
        case Ends.RACE if rules.test is GoalTest.EXACT:
            return _("first to %(goal)s exactly", goal=goal)
        case Ends.RACE:
            return (
                _("first past %(goal)s", goal=goal) if exceed else _("first to %(goal)s", goal=goal)
            )
        case Ends.LIMIT if rules.eliminate:
            return _knocked_out(exceed, goal)
        case Ends.LIMIT:
            return (
                _("passing %(goal)s loses", goal=goal)
                if exceed
                else _("reaching %(goal)s loses", goal=goal)
            )
        case Ends.ROUNDS:
            return _("%(rounds)s, %(best)s", rounds=rounds(rules.goal), best=_BEST[rules.best])


def best_of(setup: Setup) -> str:
    """Return whether the highest or the lowest total wins."""
    return str(_BEST[setup.game.match.best])


def round_of(setup: Setup, number: int) -> str:
    """Name a round: round 5, or round 5 of 13 if the match has a fixed number of rounds."""
    rules = setup.game.match
    if rules.ends is not Ends.ROUNDS:
        return _("round %(number)s", number=number)
    if number > rules.goal:
        return _("round %(number)s, to break the tie", number=number)
    return _("round %(number)s of %(last)s", number=number, last=rules.goal)


def percent(total: int, target: int) -> int:
    """Return how much of the target is reached, from 0 to 100."""
    return max(0, min(100, total * 100 // target))


def _knocked_out(exceed: bool, goal: str) -> str:
    # For translators: a player at this total, or past it, is out of the match.
    if exceed:
        return _("out past %(goal)s, the last one left wins", goal=goal)
    return _("out at %(goal)s, the last one left wins", goal=goal)


def _marks(standing: Standing, side: int) -> tuple[bool, ...]:
    return tuple(won < standing.totals[side] for won in range(standing.setup.game.match.target))


def _percent(standing: Standing, side: int) -> int | None:
    if standing.setup.game.match.ends is Ends.ROUNDS:
        return None
    return percent(standing.totals[side], standing.setup.game.match.target)


def _progress(standing: Standing, side: int, *, by_wins: bool) -> str:
    """Say what the bar or the marks show."""
    total, match = standing.totals[side], standing.setup.game.match
    if by_wins:
        # For translators: of the rounds it takes to win a match.
        return _("%(won)s of %(all)s won", won=total, all=match.target)
    if match.ends is Ends.RACE:
        return _("on the way to %(goal)s", goal=format_number(match.goal))
    return _("limit %(goal)s", goal=format_number(match.goal))


def _to_go(standing: Standing, side: int, to_go: int) -> str:
    match = standing.setup.game.match
    if side in standing.put_out:
        return _("out of the match")
    if side in standing.away:
        # For translators: somebody who has left a match that goes on, or joins it later.
        return _("not at the table")
    match match.ends:
        case Ends.RACE:
            return _missing(to_go) if to_go else _("at the goal")
        case Ends.LIMIT:
            return _missing(to_go) if to_go else _("at the limit")
        case Ends.ROUNDS:
            return _behind(standing, side)


def _missing(to_go: int) -> str:
    # For translators: points missing to the goal or the limit, as in: 37 to go.
    return ngettext("%(number)s to go", "%(number)s to go", to_go, number=format_number(to_go))


def _behind(standing: Standing, side: int) -> str:
    leaders = standing.leaders
    if len(leaders) == len(standing.totals):
        # For translators: all have the same points.
        return _("level")
    if side in leaders:
        # For translators: has the best total, alone or with another, as a note beside a name.
        return _("ahead") if len(leaders) == 1 else _("tied for the lead")
    behind = abs(standing.totals[side] - standing.totals[leaders[0]])
    # For translators: points between a side and whoever is ahead.
    return _("%(points)s behind", points=format_number(behind))


# How many letters of partners' names fit in one line, and the steps of a name's length.
_ONE_LINE = 14
_LENGTHS = (5, 7, 9, 11, 13, 16, 20)
# For translators: as in: 13 rounds, lowest wins. The lowest total of points.
_BEST = {Best.LOW: _l("lowest wins"), Best.HIGH: _l("highest wins")}
