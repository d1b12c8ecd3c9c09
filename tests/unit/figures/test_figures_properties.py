"""Figures add up: whatever the order of the matches, and however they are parted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.figures.kinds import Kind, Measure
from scorekeeper.figures.meetings import Ahead, Meeting, ahead_in
from scorekeeper.figures.results import Result, Sums, added
from scorekeeper.figures.totals import compared, in_order, total_of, total_of_all_kinds
from tests.unit.figures.example import BLOCK, EIGHT, FIVES

KINDS = (BLOCK, FIVES, Kind("block", partners=True, measure=Measure.WINS))


@st.composite
def some_results(draw: st.DrawFn) -> list[Result]:
    """Draw results of a player in some months; some ended at one moment."""
    random = draw(st.randoms(use_true_random=False))
    return [_result(match_id, random) for match_id in range(1, draw(st.integers(1, 16)))]


def _result(match_id: int, random: Random) -> Result:
    place = random.choice((1, 1, 2))
    numbers = {name: random.randint(0, 50) for name in Sums._fields} | {"matches": 1}
    ended_at = EIGHT + timedelta(days=random.randint(0, 90))
    return Result((1,), match_id, ended_at, random.choice(KINDS), 0, place, Sums(**numbers))


@given(some_results(), st.randoms(use_true_random=False))
def test_the_order_of_the_matches_makes_no_difference(rows: list[Result], random: Random) -> None:
    assert total_of(random.sample(rows, len(rows))) == total_of(rows)


@given(some_results())
def test_totals_of_months_join_to_that_of_all_time(rows: list[Result]) -> None:
    months = parted(rows, lambda row: f"{row.ended_at:%Y-%m}")
    assert added(total_of(each).sums for each in months) == total_of(rows).sums


@given(some_results())
def test_kinds_add_up_to_what_compares_of_all_kinds(rows: list[Result]) -> None:
    kinds = parted(rows, lambda row: row.kind.code)
    assert compared(added(total_of(each).sums for each in kinds)) == total_of_all_kinds(rows).sums


@given(some_results())
def test_the_longest_run_is_won_and_no_longer_one_is(rows: list[Result]) -> None:
    total, won = total_of(rows), {row.match_id: row.won for row in sorted(rows, key=in_order)}
    ids = [*won]
    if total.longest:
        run = ids[ids.index(total.longest_from) : ids.index(total.longest_to) + 1]
        assert len(run) == total.longest
        assert all(won[each] for each in run)
    for first in range(len(ids) - total.longest):
        assert not all(won[each] for each in ids[first : first + total.longest + 1])


@given(st.lists(st.sampled_from((-1, 0, 1))), st.randoms(use_true_random=False))
def test_meetings_add_up_in_any_order(ahead: list[int], random: Random) -> None:
    rows = [Meeting(at, EIGHT, BLOCK, each) for at, each in enumerate(ahead)]
    found = ahead_in(random.sample(rows, len(rows)))
    assert found == Ahead(len(ahead), ahead.count(1), ahead.count(-1))
    assert found.first + found.second + found.level == found.met


def parted(rows: list[Result], part: Callable[[Result], str]) -> list[list[Result]]:
    """Divide results."""
    parts = defaultdict[str, list[Result]](list)
    for row in rows:
        parts[part(row)].append(row)
    return [*parts.values()]
