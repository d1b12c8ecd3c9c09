"""Totals: results added up by kind and period, in the order matches ended."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from scorekeeper.figures.counted import Figure, counted_from
from scorekeeper.figures.periods import evening_of, periods_of, read_period
from scorekeeper.figures.results import WHOLE, Sums
from scorekeeper.figures.totals import Totals, most_played, total_of, total_of_all_kinds
from tests.unit.figures.example import BLOCK, EIGHT, FIVES, after, result

# Won, lost, won, won, won, lost, won: the longest run is that of the matches 3 to 5.
SEVEN = [result(at, won=won) for at, won in enumerate(map(bool, (1, 0, 1, 1, 1, 0, 1)), start=1)]
FOUR_HOURS_BEHIND = timezone(timedelta(hours=-4))


def test_the_longest_run_is_known_by_its_first_and_last_match() -> None:
    total = total_of(SEVEN)
    assert (total.longest, total.longest_from, total.longest_to) == (3, 3, 5)


def test_the_first_of_two_runs_of_one_length_is_the_longest() -> None:
    total = total_of([result(1, won=True), result(2, won=False), result(3, won=True)])
    assert (total.longest, total.longest_from, total.longest_to) == (1, 1, 1)


def test_the_order_in_which_rows_are_read_does_not_matter() -> None:
    assert total_of(reversed(SEVEN)) == total_of(SEVEN)


def test_matches_that_ended_at_one_moment_are_in_the_order_of_their_ids() -> None:
    at_once = [result(at, won=won)._replace(ended_at=EIGHT) for at, won in ((1, True), (2, False))]
    assert total_of(reversed(at_once)).newest == (True, False)


def test_the_biggest_round_is_that_of_the_first_match_that_had_it() -> None:
    rows = [result(1, won=True, biggest=20), result(2, won=True, biggest=31)]
    total = total_of([*rows, result(3, won=True, biggest=31)])
    assert (total.sums.biggest, total.biggest_in) == (31, 2)


def test_a_total_says_when_it_begins_and_ends() -> None:
    total = total_of(SEVEN)
    assert (total.first_at, total.last_at) == (after(1), after(7))


def test_all_kinds_together_have_no_points_and_no_pips() -> None:
    rows = [
        result(1, won=True, rounds=4, made=40, given=9, biggest=20, pips=8, hands=4, seen=4),
        result(2, won=False, kind=FIVES, rounds=6, made=95, given=130, biggest=40),
    ]
    assert total_of_all_kinds(rows).sums == Sums(matches=2, won=1, rounds=10, seen=4)


def test_each_kind_has_its_own_points_the_one_played_most_first() -> None:
    rows = [
        result(1, won=True, kind=FIVES, made=105),
        result(2, won=True, made=40),
        result(3, won=False, made=30),
    ]
    kinds = {FIVES.code: total_of(rows[:1]), BLOCK.code: total_of(rows[1:])}
    found = [(kind, total.sums.made) for kind, total in most_played(kinds)]
    assert found == [(BLOCK, 70), (FIVES, 105)]


def test_the_newest_results_are_remembered_up_to_twelve() -> None:
    assert total_of(SEVEN).newest == (True, False, True, True, True, False, True)
    many = [result(at, won=at % 3 == 0) for at in range(1, 31)]
    assert total_of(many).newest == tuple(at % 3 == 0 for at in range(19, 31))
    assert total_of([]).newest == ()


def test_shares_and_averages_are_of_what_is_known() -> None:
    sums = Sums(
        matches=4, won=3, luck=WHOLE, rounds=10, out=4, block=2, tile=1, made=98, given=60,
        pips=30, hands=8, caught=1, seen=5, seconds=3000, timed=10,
    )  # fmt: skip
    assert (sums.share, sums.chance, sums.above_luck) == (0.75, 0.25, 2.0)
    assert (sums.rounds_won, sums.made_a_round, sums.given_a_round) == (7, 9.8, 6.0)
    assert (sums.pips_a_hand, sums.caught_share, sums.seconds_a_round) == (3.75, 0.2, 300.0)


def test_of_nothing_there_is_no_average() -> None:
    sums = Totals().sums
    assert (sums.share, sums.chance, sums.made_a_round, sums.pips_a_hand) == (None,) * 4
    assert sums.above_luck == 0


def test_a_month_is_that_of_the_club() -> None:
    new_year = datetime(2027, 1, 1, 2, 0, tzinfo=UTC)
    assert periods_of(new_year, UTC) == ("", "2027", "2027-01")
    assert periods_of(new_year, FOUR_HOURS_BEHIND) == ("", "2026", "2026-12")


def test_an_evening_goes_on_after_midnight() -> None:
    late, early = datetime(2026, 11, 21, 4, 59, tzinfo=UTC), datetime(2026, 11, 21, 5, tzinfo=UTC)
    assert evening_of(late, UTC) == datetime(2026, 11, 20).date()
    assert evening_of(early, UTC) == datetime(2026, 11, 21).date()


@pytest.mark.parametrize(
    "text", ["0000", "26", "2026-13", "2026-00", "2026-1", "20262", "2026-11-20", "٢٠٢٦", "all"]
)
def test_a_forged_period_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_period(text)


def test_every_figure_leads_to_the_matches_it_was_counted_from() -> None:
    rows = [
        result(1, won=True, out=2, biggest=20),
        result(2, won=False, block=1, drawn=1, biggest=31),
        result(3, won=True, tile=1, caught=1, biggest=5),
        result(4, won=True, biggest=31),
    ]
    assert counted_from(rows) == (1, 2, 3, 4)
    found = {figure.value: counted_from(reversed(rows), figure) for figure in Figure}
    assert found == {
        "won": (1, 3, 4),
        "out": (1,),
        "block": (2,),
        "tile": (3,),
        "drawn": (2,),
        "caught": (3,),
        "biggest": (2,),
        "run": (3, 4),
    }


def test_who_never_won_has_no_run() -> None:
    assert counted_from([result(1, won=False)], Figure.RUN) == ()
    assert counted_from([], Figure.BIGGEST) == ()
