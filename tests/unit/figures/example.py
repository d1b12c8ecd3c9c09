"""Short ways to write matches and their facts."""

from datetime import UTC, datetime, timedelta
from itertools import combinations

from scorekeeper.figures.facts import CountedRound, MatchFacts, facts_of
from scorekeeper.figures.kinds import Kind, Measure
from scorekeeper.figures.match_rows import results_of
from scorekeeper.figures.meetings import Meeting, ahead_of
from scorekeeper.figures.rating import Finished
from scorekeeper.figures.results import Result, Sums
from scorekeeper.rules import Round, Setup, Standing, score_round
from tests.unit.rules.example import leaving, table

ANA, BEA, CIRO, DANI = 1, 2, 3, 4
NAMES = (ANA, BEA, CIRO, DANI)
EIGHT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
BLOCK = Kind("block", partners=False, measure=Measure.POINTS)
FIVES = Kind("all-fives", partners=False, measure=Measure.POINTS)


def after(minutes: float) -> datetime:
    """Return the time so many minutes after eight."""
    return EIGHT + timedelta(minutes=minutes)


def match_of(
    setup: Setup,
    *rounds: Round,
    minutes: tuple[float, ...] = (),
    players: tuple[int | None, ...] = NAMES,
) -> MatchFacts:
    """Return the facts of a match; a round was recorded every five minutes, or after `minutes`."""
    standing, counted = Standing.start(setup), []
    times = minutes or tuple(5 * at for at, _round in enumerate(rounds, start=1))
    for played, time in zip(rounds, times, strict=True):
        score = score_round(setup, played, standing.moment)
        standing = standing.after(played, score)
        totals, leaders, put_out = standing.totals, standing.leaders, standing.put_out
        counted.append(CountedRound(played, score, totals, leaders, put_out, after(time)))
    players = players[: setup.players]
    return facts_of(7, setup, players, counted, EIGHT, over=standing.over)


def put_out_one_by_one() -> MatchFacts:
    """Return the facts of a match of French to 10 that Ana wins when nobody else is left."""
    return match_of(
        table("french", 4, match={"goal": 10}),
        # 0, 10, 2 and 3: Bea is out.
        leaving("", "46", "11", "12"),
        # Ciro has 2 + 12 = 14 and is out.
        leaving("", "", "66", "01"),
        # Dani has 3 + 1 + 11 = 15, more than Bea, and was in for longer.
        leaving("", "", "", "56"),
    )


def sums_of(facts: MatchFacts, *players: int) -> Sums:
    """Return what a match came to for these players."""
    (found,) = (row.sums for row in results_of(facts) if row.players == players)
    return found


def result(
    match_id: int, *, won: bool, player: int = ANA, kind: Kind = BLOCK, **sums: int
) -> Result:
    """Return a result of a match; those of a higher id ended later."""
    counts = Sums(matches=1, won=int(won), **sums)
    place = 1 if won else 2
    return Result((player,), match_id, after(match_id), kind, 0, place, counts)


def meeting(match_id: int, ahead: int) -> Meeting:
    return Meeting(match_id, after(match_id), BLOCK, ahead)


def meetings_of(facts: MatchFacts) -> dict[tuple[int, ...], Meeting]:
    """Return the meetings of each two who played a match, the lower id first."""
    alone = sorted((row for row in results_of(facts) if row.players), key=lambda row: row.players)
    return {
        (*one.players, *two.players): Meeting(
            facts.match_id, one.ended_at, facts.kind, ahead_of(one.place, two.place)
        )
        for one, two in combinations(alone if facts.ended_at else (), 2)
        if one.side != two.side
    }


def finished(facts: MatchFacts) -> list[Finished]:
    """Return where the players of a match finished; none while it goes on."""
    return [
        Finished(row.match_id, row.ended_at, row.side, row.place, *row.players)
        for row in results_of(facts)
        if facts.ended_at
    ]
