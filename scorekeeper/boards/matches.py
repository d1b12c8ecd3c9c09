"""What the pages of a match show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import url_for

from scorekeeper.rules import RoundScore, Setup
from scorekeeper.rules.games import GoalTest, Sides
from scorekeeper.scorebook import Match, ScoredRound
from scorekeeper.words import Teller, counted, signed


@dataclass(frozen=True, slots=True)
class Side:
    """A side's panel: `number` (from 1) is its colour, `percent` its way to the goal."""

    number: int
    name: str
    points: int
    percent: int
    to_go: str
    goal: int
    note: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A round in the history."""

    number: int
    ending: str
    cells: tuple[str, ...]
    url: str


@dataclass(frozen=True, slots=True)
class Card:
    """A match on the home page."""

    url: str
    title: str
    status: str
    when: str
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The table page."""

    title: str
    meta: str
    size: str
    sides: tuple[Side, ...]
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    over: bool
    headline: str
    next_text: str
    next_label: str
    next_url: str
    winner_url: str
    undo_url: str | None


@dataclass(frozen=True, slots=True)
class Winner:
    """The page of a match that is won."""

    match_id: int
    headline: str
    detail: str
    reasons: tuple[str, ...]
    sides: tuple[Side, ...]
    table_url: str
    home_url: str
    undo_url: str


@dataclass(frozen=True, slots=True)
class SideChange:
    """A side before and after something."""

    number: int
    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Undo:
    """The page that asks before a round is undone."""

    number: int
    title: str
    text: str
    sides: tuple[SideChange, ...]
    table_url: str


def teller_of(match: Match) -> Teller:
    """Say who tells what happens in a match."""
    return Teller(match.setup, match.names)


def title_of(match: Match) -> str:
    """Name a match by its game: Block, partners."""
    game = match.setup.game
    chosen = game.sides_for(match.setup.players) is Sides.EITHER and match.setup.partners
    return f"{game.name}, partners" if chosen else game.name


def goal_of(setup: Setup) -> str:
    """Say what the match is played to."""
    rules = setup.game.match
    return f"first {'past' if rules.test is GoalTest.EXCEED else 'to'} {rules.goal}"


def score_of(match: Match) -> str:
    """Say the score in a sentence: Ana 63, Bea 48."""
    teller = teller_of(match)
    return ", ".join(
        f"{teller.label(side)} {total}" for side, total in enumerate(match.standing.totals)
    )


def sides_of(match: Match) -> tuple[Side, ...]:
    """Show every side's points and its way to the goal."""
    teller, standing = teller_of(match), match.standing
    last = match.rounds[-1].score.winning_side if match.rounds else None
    return tuple(
        Side(
            number=side + 1,
            name=teller.label(side),
            points=total,
            percent=percent(total, standing.target_points),
            to_go=f"{to_go} to go" if to_go else "at the goal",
            goal=standing.goal_points,
            note="won the last round" if side == last else "",
            won=side == standing.winner,
        )
        for side, (total, to_go) in enumerate(zip(standing.totals, standing.to_go, strict=True))
    )


def card(match: Match) -> Card:
    """Show a match on the home page."""
    winner = match.standing.winner
    status = (
        f"{goal_of(match.setup)} · round {match.next_number}"
        if winner is None
        else f"{teller_of(match).label(winner)} won"
    )
    return Card(
        url=url_for("matches.table", match_id=match.id),
        title=title_of(match),
        status=status,
        when=_when(match.changed_at),
        sides=sides_of(match),
    )


def scoreboard(match: Match) -> Scoreboard:
    """Show a match on its table page."""
    teller, sides = teller_of(match), sides_of(match)
    return Scoreboard(
        title=title_of(match),
        meta=f"{goal_of(match.setup)} · round {match.next_number}",
        size="two" if len(sides) == 2 else "many",
        sides=sides,
        columns=tuple(side.name for side in sides),
        rows=tuple(_row(match, scored, teller) for scored in reversed(match.rounds)),
        over=match.standing.over,
        headline=f"{_winning(match)} {_totals(match)}" if match.standing.over else "",
        next_text=reminder(match),
        next_label=f"Enter round {match.next_number}",
        next_url=url_for("rounds.record", match_id=match.id),
        winner_url=url_for("matches.winner", match_id=match.id),
        undo_url=url_for("rounds.undo", match_id=match.id) if match.rounds else None,
    )


def winner(match: Match) -> Winner:
    """Show who won a match that is over."""
    teller, last = teller_of(match), match.rounds[-1]
    return Winner(
        match_id=match.id,
        headline=f"{_winning(match)}!",
        detail=f"{_totals(match)} after {counted(last.number, 'round')}",
        reasons=(teller.headline(last.score), *teller.reasons(last.score)),
        sides=sides_of(match),
        table_url=url_for("matches.table", match_id=match.id),
        home_url=url_for("home.index"),
        undo_url=url_for("rounds.undo", match_id=match.id),
    )


def undo(match: Match, stale: bool = False) -> Undo:
    """Show what undoing the last round of a match would change; `stale` where it asks again."""
    teller, last = teller_of(match), match.rounds[-1]
    before = match.standing.totals
    after = match.rounds[-2].standing.totals if last.number > 1 else (0,) * len(before)
    again = " The match goes on." if match.standing.over else ""
    late = "The match went on while this page was open: nothing was undone. " if stale else ""
    return Undo(
        number=last.number,
        title=f"Undo round {last.number}?",
        text=f"{late}{teller.headline(last.score)} {points_text(last.score)}.{again}",
        sides=tuple(
            SideChange(side + 1, teller.label(side), before[side], after[side])
            for side in range(len(before))
        ),
        table_url=url_for("matches.table", match_id=match.id),
    )


def _row(match: Match, scored: ScoredRound, teller: Teller) -> Row:
    return Row(
        number=scored.number,
        ending=teller.ending(scored.score),
        cells=tuple(signed(points) for points in scored.score.points),
        url=url_for("rounds.result", match_id=match.id, number=scored.number),
    )


def reminder(match: Match) -> str:
    """Say what to deal and who leads."""
    teller = teller_of(match)
    return f"{teller.deal()} {teller.lead(match.standing.lead)}"


def _winning(match: Match) -> str:
    winners = [teller_of(match).label(side) for side in match.standing.leaders]
    return f"{winners[0]} {'win' if match.setup.partners else 'wins'}"


def _totals(match: Match) -> str:
    return " to ".join(map(str, sorted(match.standing.totals, reverse=True)))


def points_text(score: RoundScore) -> str:
    """Say what a round pays."""
    if score.winning_side is None:
        return "Nobody scores"
    return f"+{counted(score.points[score.winning_side], 'point')}"


def percent(total: int, target: int) -> int:
    """Say how far along the way to the goal a side is, from 0 to 100."""
    return max(0, min(100, total * 100 // target))


def _when(moment: datetime) -> str:
    # In the time of the machine that serves, which stands in the same house as the table.
    here = moment.astimezone()
    return f"{here.day} {here:%b, %H:%M}"
