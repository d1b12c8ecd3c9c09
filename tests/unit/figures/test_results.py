"""Results added up, and the matches that a figure was counted from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.figures.clock import read_period
from scorekeeper.figures.results import WHOLE, Figure, Sums, Totals, added, counted_from, total_of
from tests.unit.figures.example import after, result

# Won, lost, won, won, won, lost, won: the longest run is that of the matches 3 to 5.
SEVEN = [result(at, won=won) for at, won in enumerate(map(bool, (1, 0, 1, 1, 1, 0, 1)), start=1)]


def test_a_total_says_when_it_begins_and_ends_and_how_matches_were_won():
    newest = (True, False, True, True, True, False, True)
    assert total_of(SEVEN) == Totals(Sums(matches=7, won=5), after(1), after(7), 3, newest)
    assert total_of([]) == Totals()
    many = [result(at, won=at % 3 == 0) for at in range(1, 31)]
    # Of so many the newest twelve are told.
    assert total_of(many).newest == tuple(at % 3 == 0 for at in range(19, 31))


def test_all_kinds_together_have_no_points_and_no_pips():
    rows = [
        result(1, won=True, rounds=4, made=40, biggest=20, pips=8, hands=4),
        result(2, won=False, rounds=6, made=95, given=130, biggest=40, seen=2),
    ]
    sums = total_of(rows).sums
    assert sums == Sums(
        matches=2, won=1, rounds=10, made=135, given=130, biggest=40, pips=8, hands=4, seen=2
    )
    assert sums.compared == Sums(matches=2, won=1, rounds=10, seen=2)


SUMS = st.builds(Sums, *[st.integers(0, 50)] * len(Sums()))
# Sums of matches, by the month or the kind of each.
PARTED = st.lists(st.tuples(st.integers(1, 3), SUMS), max_size=16)


@given(PARTED, st.randoms(use_true_random=False))
def test_figures_are_the_same_in_any_order_and_their_parts_add_up_to_the_whole(parted, random):
    rows = [sums for _part, sums in parted]
    whole = added(rows)
    parts = [added(sums for part, sums in parted if part == number) for number in (1, 2, 3)]
    assert whole == added(random.sample(rows, len(rows))) == added(parts)
    # What compares of all kinds is that of each.
    assert added(each.compared for each in parts) == whole.compared


def test_shares_and_averages_are_of_what_is_known():
    sums = Sums(
        matches=4, won=3, luck=WHOLE, rounds=10, out=4, block=2, tile=1, made=98, given=60,
        pips=30, hands=8, caught=1, seen=5, seconds=3000, timed=10,
    )  # fmt: skip
    assert (sums.share, sums.chance, sums.above_luck) == (0.75, 0.25, 2.0)
    assert (sums.rounds_won, sums.made_a_round, sums.given_a_round) == (7, 9.8, 6.0)
    assert (sums.pips_a_hand, sums.caught_share, sums.seconds_a_round) == (3.75, 0.2, 300.0)
    of_nothing = Sums()
    assert (of_nothing.share, of_nothing.chance, of_nothing.pips_a_hand) == (None,) * 3
    assert (of_nothing.made_a_round, of_nothing.above_luck) == (None, 0)


def test_every_figure_leads_to_the_matches_it_was_counted_from():
    rows = [
        result(1, won=True, out=2, biggest=20),
        result(2, won=False, block=1, drawn=1, biggest=31),
        result(3, won=True, tile=1, caught=1, biggest=5),
        result(4, won=True, biggest=31),
        result(5, won=False),
        result(6, won=True),
        result(7, won=True),
    ]
    ids = {figure: [row.match_id for row in counted_from(rows, figure)] for figure in Figure}
    assert counted_from(rows) == rows
    assert ids == {
        "won": [1, 3, 4, 6, 7],
        "out": [1],
        "block": [2],
        "tile": [3],
        "drawn": [2],
        "caught": [3],
        # The first of two, as of the runs.
        "biggest": [2],
        "run": [3, 4],
    }
    for none in ([], [result(1, won=False)]):
        assert [*counted_from(none, Figure.RUN), *counted_from(none, Figure.BIGGEST)] == []


@pytest.mark.parametrize(
    "text",
    [
        *("0000", "26", "2026-13", "2026-00", "2026-1", "20262", "2026-11-20", "٢٠٢٦", "all"),
        *("0001", "9999", "newest-", "newest-x", "newest-01"),
    ],
)
def test_a_forged_period_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        read_period(text)
