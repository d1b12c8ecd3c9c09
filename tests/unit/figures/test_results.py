"""Rows of a match, one for each seat."""

from scorekeeper.figures.facts import MatchFacts
from scorekeeper.figures.match_rows import results_of
from scorekeeper.figures.results import WHOLE, Sums
from tests.unit.figures.example import (
    ANA,
    BEA,
    CIRO,
    DANI,
    after,
    match_of,
    meetings_of,
    put_out_one_by_one,
    sums_of,
)
from tests.unit.rules.example import leaving, pairs, table


def of_partners() -> MatchFacts:
    """Ana and Ciro win against Bea and Dani, to 40, in half an hour."""
    return match_of(
        pairs(match={"goal": 40}),
        # Ana goes out: 12 + 5 = 17.
        leaving("", "66", "34", "23"),
        # Blocked, 3 + 2 = 5 against 6 + 4 = 10: 10 - 5 = 5 more, 22.
        leaving("12", "33", "11", "04"),
        # Dani goes out: 11 + 8 = 19.
        leaving("56", "14", "44", ""),
        # Ciro goes out: 12 + 9 = 21 more, 43.
        leaving("03", "66", "", "36"),
        minutes=(5, 10, 20, 30),
    )


def test_a_player_has_what_the_side_came_to_and_the_own_hands() -> None:
    assert sums_of(of_partners(), ANA) == Sums(
        matches=1,
        won=1,
        # One of two sides.
        luck=WHOLE // 2,
        rounds=4,
        out=2,
        block=1,
        # 17 + 5 + 21 made, and 19 given away.
        made=43,
        given=19,
        biggest=21,
        # Ana was left with 0, 3, 11 and 3.
        pips=17,
        hands=4,
        seen=4,
        seconds=30 * 60,
        timed=4,
    )


def test_the_losers_have_the_rounds_they_won() -> None:
    bea = sums_of(of_partners(), BEA)
    assert (bea.won, bea.luck, bea.out, bea.block) == (0, WHOLE // 2, 1, 0)
    assert (bea.made, bea.given, bea.biggest) == (19, 43, 19)
    # 12 + 6 + 5 + 12, twice with the double six in it.
    assert (bea.pips, bea.caught, bea.seen) == (35, 2, 4)


def test_each_seat_has_a_row_in_the_order_they_sit() -> None:
    facts = of_partners()._replace(players=(CIRO, DANI, ANA, BEA))
    rows = [(row.players, row.side, row.place) for row in results_of(facts)]
    assert rows == [((CIRO,), 0, 1), ((DANI,), 1, 2), ((ANA,), 0, 1), ((BEA,), 1, 2)]


def test_a_match_that_goes_on_has_rounds_but_is_no_match_yet() -> None:
    ana = sums_of(match_of(table(), leaving("", "66")), ANA)
    assert (ana.matches, ana.won, ana.luck) == (0, 0, 0)
    assert (ana.rounds, ana.made) == (1, 12)


def test_luck_gives_one_of_the_number_of_sides() -> None:
    setup = table(players=3, match={"goal": 20})
    ana = sums_of(match_of(setup, leaving("", "66", "55")), ANA)
    assert ana.luck * 3 == WHOLE


def test_who_is_out_of_a_match_plays_no_more_rounds() -> None:
    facts = put_out_one_by_one()
    assert [sums_of(facts, each).rounds for each in (ANA, BEA, CIRO, DANI)] == [3, 1, 2, 3]


def test_a_round_that_cost_points_is_no_biggest_round() -> None:
    # Bea loses what she holds: -20 and -10.
    facts = match_of(table("rummikub"), leaving(0, 20), leaving(0, 10))
    assert sums_of(facts, BEA).biggest == 0
    assert sums_of(facts, BEA).made == -30


def test_drawn_rounds_are_counted_for_all() -> None:
    facts = match_of(table("dominican-formal", 4), leaving("12", "03", "04", "13"))
    assert [sums_of(facts, each).drawn for each in (ANA, BEA)] == [1, 1]


def test_a_round_that_nobody_wins_by_the_rules_is_neither_won_nor_drawn() -> None:
    ana = sums_of(match_of(table("hungarian", 3), leaving("12", "03", "66")), ANA)
    assert (ana.rounds, ana.rounds_won, ana.drawn) == (1, 0, 0)


def test_a_seat_of_nobody_we_know_has_a_row_of_nobody() -> None:
    facts = match_of(pairs(), leaving("", "66", "12", "13"), players=(ANA, None, CIRO, DANI))
    assert [row.players for row in results_of(facts)] == [(1,), (), (3,), (4,)]


def test_whoever_has_two_seats_is_nobody_we_know() -> None:
    facts = match_of(pairs(), leaving("", "66", "12", "13"), players=(ANA, BEA, ANA, DANI))
    assert [row.players for row in results_of(facts)] == [(), (2,), (), (4,)]


def test_partners_do_not_meet() -> None:
    assert [*meetings_of(of_partners())] == [(1, 2), (1, 4), (2, 3), (3, 4)]


def test_who_won_is_ahead_and_the_meeting_says_which_of_the_two() -> None:
    # Bea and Ciro, 2 and 3: Ciro won.
    met = {players: each.ahead for players, each in meetings_of(of_partners()).items()}
    assert met == {(1, 2): 1, (1, 4): 1, (2, 3): -1, (3, 4): 1}


def test_losers_of_one_total_are_level() -> None:
    setup = table(players=3, match={"goal": 20})
    facts = match_of(setup, leaving("", "66", "55"))
    assert meetings_of(facts)[BEA, CIRO].ahead == 0


def test_rows_have_the_time_of_the_end() -> None:
    assert {row.ended_at for row in results_of(of_partners())} == {after(30)}
