"""Short ways to write matches and what they came to."""

from datetime import UTC, datetime, timedelta

from scorekeeper.figures.facts import CountedRound, results_of
from scorekeeper.figures.rating import Finished
from scorekeeper.figures.results import Kind, Measure, Result, Sums
from scorekeeper.rules import Round, Setup, Standing, score_round

ANA, BEA, CIRO, DANI = 1, 2, 3, 4
NAMES = (ANA, BEA, CIRO, DANI)
EIGHT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
BLOCK = Kind("block", partners=False, measure=Measure.POINTS)

Rows = tuple[Result, ...]


def after(minutes: float) -> datetime:
    """Return the time so many minutes after eight."""
    return EIGHT + timedelta(minutes=minutes)


def match_of(
    setup: Setup,
    *rounds: Round,
    minutes: tuple[float, ...] = (),
    players: tuple[int, ...] = NAMES,
    match_id: int = 7,
) -> Rows:
    """Return the rows of a match; a round was recorded every five minutes, or after `minutes`."""
    standing, counted = Standing.start(setup), []
    times = minutes or tuple(5 * at for at, _round in enumerate(rounds, start=1))
    for played, time in zip(rounds, times, strict=True):
        score = score_round(setup, played, standing.moment)
        standing = standing.after(played, score)
        counted.append(CountedRound(played, score, standing, after(time)))
    return results_of(match_id, setup, players[: setup.players], counted, EIGHT)


def result(match_id: int, *, won: bool, **sums: int) -> Result:
    """Return a result of a match; those of a higher id ended later."""
    counts = Sums(matches=1, won=int(won), **sums)
    return Result((ANA,), match_id, after(match_id), BLOCK, 0, 1 if won else 2, counts)


def finished(rows: Rows) -> list[Finished]:
    """Return where the players of a match finished; none while it goes on."""
    return [
        Finished(row.match_id, row.ended_at, row.side, row.place, *row.players)
        for row in rows
        if row.place
    ]
