"""How far every side is: on its way to the goal, short of the limit, or behind whoever is best."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules import Game, Setup, Standing
from scorekeeper.rules.keys import Award, Best, Ends, GoalTest, Reset
from scorekeeper.telling import Teller
from scorekeeper.words import MINUS, counted

# Rounds won are shown one by one up to here, and as a bar beyond.
MOST_MARKS = 12


@dataclass(frozen=True, slots=True)
class Side:
    """A side's panel; `number` (from 1) is its colour.

    How far it is comes as a bar filled to `percent`, or as `marks` (one a round to win, true where
    it is won); where neither tells anything, as words alone. `out` of the match it only waits.
    """

    number: int
    name: str
    points: str
    to_go: str
    goal_word: str
    goal: str
    way: str
    percent: int | None = None
    marks: tuple[bool, ...] = ()
    note: str = ""
    won: bool = False
    out: bool = False


def sides_at(standing: Standing, teller: Teller, won_last: int | None = None) -> tuple[Side, ...]:
    """Show every side as the match stands."""
    match = standing.setup.game.match
    return tuple(
        Side(
            number=side + 1,
            name=teller.label(side),
            points=number(total),
            to_go=_to_go(standing, side, teller),
            goal_word=_GOALS[match.ends],
            goal=_LOWEST[match.best] if match.ends is Ends.ROUNDS else str(match.goal),
            way=_way(standing, side),
            percent=_percent(standing, side),
            marks=_marks(standing, side),
            note="won the last round" if side == won_last else "",
            won=side == standing.winner,
            out=side in standing.put_out,
        )
        for side, total in enumerate(standing.totals)
    )


def goal_of(setup: Setup) -> str:
    """Say what the match is played to."""
    rules = setup.game.match
    past = rules.test is GoalTest.EXCEED
    match rules.ends:
        case Ends.RACE if rules.reset is Reset.OTHER_SIDE_WINS:
            return f"{rules.goal} in a row"
        case Ends.RACE:
            return f"first {'past' if past else 'to'} {rules.goal}"
        case Ends.LIMIT if rules.eliminate:
            return f"out {'past' if past else 'at'} {rules.goal}, the last one in wins"
        case Ends.LIMIT:
            return f"whoever {'passes' if past else 'reaches'} {rules.goal} loses"
        case Ends.ROUNDS:
            return f"{counted(rules.goal, 'round')}, {_LOWEST[rules.best]}"


def round_of(setup: Setup, number: int) -> str:
    """Name a round: round 5, or round 5 of 13 where their number is agreed."""
    rules = setup.game.match
    if rules.ends is not Ends.ROUNDS:
        return f"round {number}"
    if number > rules.goal:
        return f"round {number}, to break the tie"
    return f"round {number} of {rules.goal}"


def number(points: int) -> str:
    """Write a total, which may be below 0."""
    return str(points).replace("-", MINUS)


def percent(total: int, target: int) -> int:
    """Say how far along the way to the goal a side is, from 0 to 100."""
    return max(0, min(100, total * 100 // target))


def counts_wins(game: Game) -> bool:
    """Say whether a match is a few rounds won, rather than points: six-love."""
    won = game.out.winner
    return (
        game.match.ends is Ends.RACE
        and game.match.goal <= MOST_MARKS
        and won == Award(flat=won.flat)
        and won.flat > 0
    )


def _marks(standing: Standing, side: int) -> tuple[bool, ...]:
    if not counts_wins(standing.setup.game):
        return ()
    return tuple(number < standing.totals[side] for number in range(standing.target_points))


def _percent(standing: Standing, side: int) -> int | None:
    game = standing.setup.game
    if game.match.ends is Ends.ROUNDS or counts_wins(game):
        return None
    return percent(standing.totals[side], standing.target_points)


def _way(standing: Standing, side: int) -> str:
    """Say in words what the bar or the marks show."""
    total, target, match = standing.totals[side], standing.target_points, standing.setup.game.match
    if counts_wins(standing.setup.game):
        return f"{total} of {target} won"
    return f"on the way to {match.goal}" if match.ends is Ends.RACE else f"limit {match.goal}"


def _to_go(standing: Standing, side: int, teller: Teller) -> str:
    match, to_go = standing.setup.game.match, standing.to_go[side]
    if side in standing.put_out:
        return "out of the match"
    match match.ends:
        case Ends.RACE:
            return f"{to_go} to go" if to_go else "at the goal"
        case Ends.LIMIT:
            return f"{to_go} short of {match.goal}" if to_go else "at the limit"
        case Ends.ROUNDS:
            return _behind(standing, side, teller)


def _behind(standing: Standing, side: int, teller: Teller) -> str:
    leaders = standing.leaders
    if len(leaders) == len(standing.totals):
        return "level"
    if side in leaders:
        return "best" if len(leaders) == 1 else "best, together"
    behind = abs(standing.totals[side] - standing.totals[leaders[0]])
    return f"{behind} behind {teller.label(leaders[0])}"


_GOALS = {Ends.RACE: "Goal", Ends.LIMIT: "Limit", Ends.ROUNDS: ""}

_LOWEST = {Best.LOW: "lowest wins", Best.HIGH: "highest wins"}
