"""Each way to play says who sits next: the queue, tables for one each, brackets, groups."""

from collections import Counter
from itertools import chain, combinations, pairwise
from random import Random

import pytest

from scorekeeper.club.brackets import bracket_of, pairs_of
from scorekeeper.club.draw import (
    CannotDraw,
    DrawnRound,
    How,
    Table,
    draw,
    groups_are_done,
    opponents,
)
from scorekeeper.club.each_alone import table_sizes
from scorekeeper.club.standings import ORDERS, By, Key, TableResult, standings, why_ahead
from tests.support.draws import A, B, C, D, result_of, sides


def evening(how, rounds, seed=1, pairs=(), alone=(), **facts):
    """Play rounds of which the first side wins each table, or any other by lot."""
    played, random = list[DrawnRound](), Random(seed)
    for _round in range(rounds):
        drawn = draw(how, pairs, alone, played=played, seed=seed, **facts)
        won = tuple(random.randrange(len(table.sides)) for table in drawn.tables)
        played.append(drawn._replace(winners=won))
    return played


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("people", [5, 6, 7, 9])
def test_of_single_people_at_one_table_winners_stay_partners_and_who_waits_plays_next(people, seed):
    played = evening(How.WINNER_STAYS, 12, seed, alone=range(people), tables=1)
    for before, now in pairwise(played):
        (was,), (table,) = before.tables, now.tables
        assert table.sides[0] == was.sides[before.winners[0]]
        # Who waited plays, as many as there is room for.
        assert len({*table.sides[1]} & {*before.sit_out}) == min(2, people - 4)
        assert sorted([*table.people, *now.sit_out]) == [*range(people)]
    out = Counter(chain.from_iterable(each.sit_out for each in played))
    assert max(out.values()) - min(out[person] for person in range(people)) <= 6


def test_pairs_and_single_people_wait_in_one_queue():
    drawn = draw(How.WINNER_STAYS, [A], [2, 3, 4, 5], tables=1, seed=3)
    assert len(drawn.tables[0].people) == 4
    played = [DrawnRound((Table((A, (2, 3))),), (4, 5), winners=(0,))]
    assert draw(How.WINNER_STAYS, [A], [2, 3, 4, 5], played=played, tables=1).tables[0].sides == (
        A,
        (4, 5),
    )
    # Who split up, or has left, stays no longer.
    assert A not in draw(How.WINNER_STAYS, [], [0, 2, 3, 4, 5], played=played).tables[0].sides


@pytest.mark.parametrize(("size", "people"), [(2, 3), (2, 6), (3, 5), (4, 5), (4, 9)])
def test_each_alone_the_winner_stays_and_the_others_queue(size, people):
    sizes = tuple(range(size, 1, -1))
    played = evening(How.WINNER_STAYS, 8, alone=range(people), tables=1, sizes=sizes)
    for before, now in pairwise(played):
        (was,), (table,) = before.tables, now.tables
        assert len(table.sides) == size
        assert table.sides[0] == was.sides[before.winners[0]]
        assert {*before.sit_out[: size - 1]} <= {*table.people}


def test_as_few_as_can_be_sit_out_where_each_plays_alone():
    for people, sizes, expected in (
        (5, (4, 3, 2), [3, 2]),
        (6, (4, 3, 2), [3, 3]),
        (11, (4, 3, 2), [4, 4, 3]),
        (5, (4,), [4]),
        (5, (2,), [2, 2]),
        (3, (4,), []),
    ):
        assert table_sizes(people, sizes) == expected


@pytest.mark.parametrize(
    ("people", "sizes", "rounds"), [(8, (2,), 7), (9, (3,), 3), (16, (4, 3), 3)]
)
def test_each_alone_opponents_are_as_new_as_can_be(people, sizes, rounds):
    for seed in range(3):
        played = evening(How.CHANGING, rounds, seed, alone=range(people), sizes=sizes)
        met = Counter(
            frozenset(two) for each in played for table in each.tables for two in opponents(table)
        )
        assert max(met.values()) == 1
        assert not any(each.sit_out for each in played)


def test_each_alone_who_stands_alike_meets():
    order = [5, 3, 1, 0, 2, 4, 7, 6]
    drawn = draw(How.SWISS, [], range(8), order=order, sizes=(4, 3, 2), seed=2)
    assert [{*table.people} for table in drawn.tables] == [{5, 3, 1, 0}, {2, 4, 7, 6}]


def test_two_sides_of_a_bracket_that_are_the_best_meet_last():
    assert [*map(len, pairs_of(bracket_of(sides(6))))] == [2, 2, 2, 2]
    assert bracket_of([A, B, C, D]) == [A, D, B, C]
    assert bracket_of([A, B, C]) == [A, (), B, C]


@pytest.mark.parametrize("count", range(2, 18))
def test_a_knockout_goes_on_with_who_has_won_until_one_is_left_who_lost_to_nobody(count):
    played = list[DrawnRound]()
    here, lost = sides(count), set()
    while not (played and played[-1].is_final):
        drawn = draw(How.KNOCKOUT, here, played=played, seed=count)
        first = drawn.tables[:1] if drawn.is_final else drawn.tables
        assert not lost & {side for table in first for side in table.sides}
        assert sorted([*drawn.people]) == [*range(2 * count)]
        played.append(drawn._replace(winners=tuple(0 for _table in drawn.tables)))
        lost |= {table.sides[1] for table in drawn.tables}
    # So many rounds as the number of sides asks for; nobody goes on twice without a match.
    assert 2 ** (len(played) - 1) < count <= 2 ** len(played)
    byes = Counter(chain.from_iterable(each.byes for each in played))
    assert max(byes.values(), default=1) == 1
    assert len(played[-1].tables) == (2 if count >= 4 else 1)
    with pytest.raises(CannotDraw):
        draw(How.KNOCKOUT, here, played=played)


def test_who_would_meet_somebody_who_has_left_goes_on():
    five = DrawnRound(
        (Table((A, B)), Table((C, D))), bracket=(A, B, C, D, (8, 9), (), (), ()), winners=(0, 1)
    )
    drawn = draw(How.KNOCKOUT, [A, B, C, (8, 9)], played=[five])
    assert [table.sides for table in drawn.tables] == [(A, (8, 9))]


@pytest.mark.parametrize(
    ("here", "tables"),
    [
        ([A, B, C], [(A, D), (B, C)]),
        ([A, C], [(A, D), (B, C)]),
        ([A, D], [(A, D)]),
        ([B, C], [(A, D), (B, C)]),
    ],
)
def test_who_leaves_before_the_last_match_is_in_it_all_the_same(here, tables):
    first = DrawnRound((Table((A, B)), Table((C, D))), bracket=(A, B, C, D), winners=(0, 1))
    drawn = draw(How.KNOCKOUT, here, played=[first])
    assert [table.sides for table in drawn.tables] == tables


def test_where_only_one_is_left_before_the_semifinals_they_are_played_without_the_others():
    bracket = tuple(sides(8))
    eight = DrawnRound(tuple(map(Table, pairs_of(bracket))), bracket=bracket, winners=(0,) * 4)
    drawn = draw(How.KNOCKOUT, bracket[4:5], played=[eight])
    assert drawn.bracket == bracket[::2]
    won = drawn._replace(winners=(None, 0))
    with pytest.raises(CannotDraw):
        draw(How.KNOCKOUT, bracket[4:5], played=[eight, won])


@pytest.mark.parametrize("count", [4, 6, 7, 8, 9, 12, 16, 20])
def test_in_groups_all_meet_and_the_first_two_of_each_meet_others_before_the_last_match(count):
    here, played = sides(count), list[DrawnRound]()
    while not groups_are_done(played) or not played:
        drawn = draw(How.GROUPS, here, played=played, seed=count)
        played.append(drawn._replace(winners=tuple(0 for _table in drawn.tables)))
    groups = played[-1].groups
    assert max(map(len, groups)) - min(map(len, groups)) <= 1
    met = Counter(frozenset(table.sides) for each in played for table in each.tables)
    assert met == Counter(frozenset(two) for group in groups for two in combinations(group, 2))
    order = [person for place in zip(*groups, strict=False) for side in place for person in side]
    drawn = draw(How.GROUPS, here, played=played, order=order, seed=1)
    through = [side for group in groups for side in group[:2]]
    assert sorted(filter(None, drawn.bracket)) == sorted(through)
    half = len(drawn.bracket) // 2
    for group in groups:
        assert len({*group[:2]} & {*drawn.bracket[:half]}) == 1


def played_at(number, points, people=(0, 1, 2), by=By.GOAL, **facts):
    winner = facts.pop("winner", points.index(max(points)))
    each = tuple((person,) for person in people)
    return TableResult(number, each, points, facts.pop("goal", 100), by, winner, **facts)


def test_each_alone_who_won_is_compared_with_the_second_and_others_with_who_won():
    rows = standings([played_at(1, (100, 60, 30))], ORDERS["effectiveness"], [(0,), (1,), (2,)])
    assert [(row.wins, row.effectiveness, row.points) for row in rows] == [
        (1, 40, 100), (0, -40, 60), (0, -70, 30),
    ]  # fmt: skip


def test_by_points_the_fewest_are_ahead_where_the_fewest_win_also_of_who_played_less():
    low = {"low": True, "goal": 0}
    results = [
        played_at(1, (40, 120, 90), winner=0, **low),
        played_at(2, (90, 20, 60), (0, 1, 3), winner=1, **low),
    ]
    rows = standings(results, ORDERS["points"], [(each,) for each in range(5)])
    assert [row.side for row in rows] == [(3,), (0,), (1,), (2,), (4,)]
    assert [row.points for row in rows][:3] == [60, 130, 140]


def test_to_sit_out_is_a_full_score_where_the_house_gives_one():
    out = TableResult(1, (A,), (100,), 100, By.SITTING_OUT, None)
    (row,) = standings([out], ORDERS["effectiveness"], [A])
    assert (row.wins, row.points, row.effectiveness) == (1, 100, 50)


def test_who_is_level_in_all_is_ahead_by_what_was_decided():
    results = [TableResult(1, (A, B), (50, 50), 100, By.TIME, None)]
    rows = standings(results, ORDERS["effectiveness"], [A, B], [2])
    assert [(row.side, row.place) for row in rows] == [(B, 1), (A, 2)]
    assert why_ahead(rows[0], rows[1], ORDERS["effectiveness"]) is Key.DECIDED


def test_who_came_further_in_a_knockout_is_ahead_whatever_else():
    results = [
        TableResult(1, (A, B), (100, 99), 100, By.GOAL, 0, knockout=1),
        TableResult(1, (C, D), (0, 100), 100, By.GOAL, 1, knockout=1),
        TableResult(2, (A, D), (0, 100), 100, By.GOAL, 1, knockout=2),
        TableResult(2, (B, C), (0, 100), 100, By.GOAL, 1, knockout=1),
    ]
    rows = standings(results, (Key.REACHED, *ORDERS["effectiveness"]), [A, B, C, D])
    assert [row.side for row in rows] == [D, A, C, B]


def test_a_sanction_is_no_match_and_the_average_of_points_has_it():
    results = [
        result_of(1, A, B, (30, 10), low=True, winner=1),
        result_of(2, A, B, (30, 50), low=True, winner=0),
        TableResult(2, (A,), (-25,), 0, By.SANCTION, None, low=True, reason="late"),
    ]
    rows = standings(results, ORDERS["points"], [A, B])
    assert [(row.side, row.matches, row.points) for row in rows] == [(B, 2, 60), (A, 2, 85)]
    assert [row.worth(Key.POINTS) for row in rows] == [-30, -42.5]
    # Of points taken off before any match nothing is compared yet.
    assert standings(results[2:], ORDERS["points"], [A, B])[0].worth(Key.POINTS) == float("-inf")
