"""Figures add up: whatever the order of the matches, and however they are parted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, timedelta
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.figures.kinds import Kind, Measure
from scorekeeper.figures.meetings import Ahead, add_up_meetings
from scorekeeper.figures.results import NOTHING, Meeting, Result, Sums
from scorekeeper.figures.totals import ALL_KINDS, Key, add_up, compared, joined, total_of
from tests.unit.figures.example import BLOCK, EIGHT, FIVES

KINDS = (BLOCK, FIVES, Kind("block", partners=True, measure=Measure.WINS))
NUMBERS = Sums._fields


@st.composite
def some_results(draw: st.DrawFn) -> list[Result]:
    """Draw results of three players and of all, in two years; some ended at one moment."""
    random = draw(st.randoms(use_true_random=False))
    return [_result(match_id, random) for match_id in range(1, draw(st.integers(1, 16)))]


def _result(match_id: int, random: Random) -> Result:
    place = random.choice((1, 1, 2))
    numbers = {name: random.randint(0, 50) for name in NUMBERS} | {"matches": 1}
    ended_at = EIGHT + timedelta(days=random.randint(0, 90))
    players = random.choice([(), (1,), (2,), (1, 2)])
    return Result(players, match_id, ended_at, random.choice(KINDS), 0, place, Sums(**numbers))


@st.composite
def some_meetings(draw: st.DrawFn) -> list[Meeting]:
    random = draw(st.randoms(use_true_random=False))
    return [
        Meeting(
            random.choice([(1, 2), (1, 3), (2, 3)]),
            match_id,
            EIGHT + timedelta(days=random.randint(0, 60)),
            random.choice(KINDS),
            random.choice((-1, 0, 1)),
        )
        for match_id in range(1, draw(st.integers(1, 16)))
    ]


@given(some_results(), st.randoms(use_true_random=False))
def test_the_order_of_the_matches_makes_no_difference(rows: list[Result], random: Random) -> None:
    shuffled = random.sample(rows, len(rows))
    assert add_up(shuffled, zone=UTC) == add_up(rows, zone=UTC)


@given(some_results(), st.integers(0, 30))
def test_adding_later_matches_to_kept_totals_is_adding_all(rows: list[Result], at: int) -> None:
    in_order = sorted(rows, key=lambda row: (row.ended_at, row.match_id))
    kept = add_up(in_order[:at], zone=UTC)
    assert kept | add_up(in_order[at:], kept, UTC) == add_up(rows, zone=UTC)


@given(some_results())
def test_months_add_up_to_their_year_and_years_to_all_time(rows: list[Result]) -> None:
    totals = {key: total.sums for key, total in add_up(rows, zone=UTC).items()}
    months = {key: sums for key, sums in totals.items() if len(key.period) == 7}
    years = {key: sums for key, sums in totals.items() if len(key.period) == 4}
    assert grouped(months, lambda key: key._replace(period=key.period[:4])) == years
    all_time = {key: sums for key, sums in totals.items() if not key.period}
    assert grouped(years, lambda key: key._replace(period="")) == all_time


@given(some_results())
def test_kinds_add_up_to_what_compares_of_all_kinds(rows: list[Result]) -> None:
    of_kinds = {key: total.sums for key, total in add_up(rows, zone=UTC).items() if key.kind}
    of_all = {key: total.sums for key, total in add_up(rows, zone=UTC).items() if not key.kind}
    added = grouped(of_kinds, lambda key: key._replace(kind=ALL_KINDS))
    assert {key: without_points(sums) for key, sums in added.items()} == of_all


@given(some_results())
def test_a_total_is_the_sum_of_its_results(rows: list[Result]) -> None:
    for key, total in add_up(rows, zone=UTC).items():
        own = [row for row in rows if row.players == key.players and row.kind.code == key.kind]
        if key.kind and not key.period:
            assert total == total_of(own)
            assert total.sums == sum((row.sums for row in own), NOTHING)


@given(some_results())
def test_totals_of_months_join_to_that_of_all_time(rows: list[Result]) -> None:
    # So do the runs that go on from one month to the next.
    totals = add_up(rows, zone=UTC)
    for key, total in totals.items():
        if not key.period:
            parts = [k for k in totals if (k.players, k.kind) == (key.players, key.kind)]
            months = [totals[k] for k in parts if len(k.period) == 7]
            years = [totals[k] for k in parts if len(k.period) == 4]
            assert joined(months) == joined(reversed(years)) == total


@given(some_meetings(), st.randoms(use_true_random=False))
def test_meetings_add_up_in_any_order(rows: list[Meeting], random: Random) -> None:
    totals = add_up_meetings(rows, UTC)
    assert add_up_meetings(random.sample(rows, len(rows)), UTC) == totals
    for key, ahead in totals.items():
        if not key.kind and not key.period:
            met = [row.ahead for row in rows if row.players == key.players]
            assert ahead == Ahead(len(met), met.count(1), met.count(-1))
            assert ahead.turned.turned == ahead


def grouped(sums: dict[Key, Sums], group: Callable[[Key], Key]) -> dict[Key, Sums]:
    """Add up the sums of each group of keys."""
    groups: defaultdict[Key, Sums] = defaultdict(Sums)
    for key, each in sums.items():
        groups[group(key)] += each
    return dict(groups)


def without_points(sums: Sums) -> Sums:
    return compared(Result((), 0, EIGHT, BLOCK, 0, 0, sums)).sums
