"""Short ways to write matches and what they came to."""

from datetime import UTC, datetime, timedelta

from scorekeeper.figures.facts import CountedRound, results_of
from scorekeeper.figures.results import Kind, Measure, Result, Sums
from scorekeeper.rules import Standing
from tests.unit.rules.lines import a_round, set_up

ANA, BEA, CIRO, DANI = NAMES = (1, 2, 3, 4)
EIGHT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
BLOCK = Kind("block", partners=False, measure=Measure.POINTS)


def after(minutes):
    """Return the time so many minutes after eight."""
    return EIGHT + timedelta(minutes=minutes)


def match_of(told, *, players=NAMES, match_id=7):
    """Return the rows of a match as tests/cases/figures.toml has it, which began at eight."""
    told, _, minutes = told.partition(" at ")
    table, _, rounds = told.partition(" :")
    written = [*filter(None, rounds.strip().split(" | "))]
    times = minutes.split() or range(5, 5 * len(written) + 1, 5)
    standing, counted = Standing.start(set_up(table)), list[CountedRound]()
    for each, time in zip(written, map(int, times), strict=True):
        played, score = a_round(each, table, standing)
        standing = standing.after(played, score)
        counted.append(CountedRound(played, score, standing, after(time)))
    setup = standing.setup
    return results_of(match_id, setup, players[: setup.players], counted, EIGHT)


def result(match_id, *, won, **sums):
    """Return a result of a match; those of a higher id ended later."""
    counts = Sums(matches=1, won=int(won), **sums)
    return Result((ANA,), match_id, after(match_id), BLOCK, 0, 1 if won else 2, counts)
