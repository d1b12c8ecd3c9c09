"""Draws hold what they promise, whoever comes and goes; standings add results up as clubs do."""

from collections import Counter
from itertools import chain, combinations, product
from random import Random
from typing import Any

import pytest

from scorekeeper.club.draw import CannotDraw, DrawnRound, How, Table, by_turns, draw, swapped
from scorekeeper.club.standings import ORDERS, By, Key, TableResult, season, standings, why_ahead
from scorekeeper.club.whist_tables import whist_rounds
from tests.effort import THOROUGH
from tests.support.draws import A, B, C, D, opponents, partners, result_of, sides

SEEDS = [*range(6), *(pytest.param(seed, marks=THOROUGH) for seed in range(6, 400))]


def with_winners(drawn, random):
    return drawn._replace(winners=tuple(random.choice((0, 1, None)) for _ in drawn.tables))


def evening(how, seed):
    """Play ten rounds with people who come and go; yield who is here, what was, and the draw."""
    random = Random(seed)
    everybody = sides(random.randint(4, 12))
    alone = list(range(100, 100 + random.randint(4, 17))) if how is How.CHANGING else []
    played: list[DrawnRound] = []
    for number in range(10):
        pairs = [side for side in everybody if random.random() < 0.85] or everybody
        single = [person for person in alone if random.random() < 0.85] or alone
        if how is not How.CHANGING and len(pairs) < 2:
            pairs = everybody
        pairs = pairs[:2] if how is How.CHANGING else pairs
        order = random.sample(range(200), 200) if number else ()
        drawn = draw(how, pairs, single, played=played, order=order, tables=2, seed=seed + number)
        yield {*chain(*pairs), *single}, played, drawn
        played.append(with_winners(drawn, random))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("how", [How.ROUND_ROBIN, How.SWISS, How.CHANGING, How.WINNER_STAYS])
def test_all_play_or_sit_out_in_turn_and_pairs_meet_as_rarely_as_can_be(how, seed):
    for here, played, drawn in evening(how, seed):
        seated = [person for table in drawn.tables for person in table.people]
        assert sorted([*seated, *drawn.sit_out]) == sorted(here)
        if how is not How.WINNER_STAYS:
            assert len(drawn.sit_out) < 4
        # Who came as a pair stays one, also where partners change.
        pairs = sorted({(person - person % 2, person - person % 2 + 1) for person in here})
        pairs = [side for side in pairs if side[0] < 100 and not {*side} <= {*drawn.sit_out}]
        assert {*pairs} <= {side for table in drawn.tables for side in table.sides}
        if how in (How.ROUND_ROBIN, How.SWISS):
            # Nobody sits out again before all others who are here.
            before = Counter(chain.from_iterable(each.sit_out for each in played))
            least = min(before[person] for person in here)
            assert all(before[person] == least for person in drawn.sit_out)
            if len(pairs) <= 8:
                best = min(met_before(played, each) for each in matchings(pairs))
                assert met_before(played, (table.sides for table in drawn.tables)) == best


def met_before(played, tables):
    """Say how often those who meet now have met: more than twice weighs more than each once."""
    met = opponents(played)
    return sum(met[frozenset((one[0], two[0]))] ** 2 for one, two in tables)


def matchings(left):
    """Yield every way to pair all up."""
    if not left:
        yield []
        return
    first, *others = left
    for other in others:
        for more in matchings([each for each in others if each != other]):
            yield [(first, other), *more]


@pytest.mark.parametrize(
    ("people", "rounds"),
    [(5, 5), (8, 7), (9, 9), (12, 11), (13, 13), (24, 9), pytest.param(26, 9, marks=THOROUGH)],
)
def test_no_partner_comes_twice_and_no_opponent_three_times(people, rounds, thorough):
    for seed in range(6 if thorough else 1):
        played: list[DrawnRound] = []
        random = Random(seed)
        for number in range(rounds):
            order = random.sample(range(people), people) if number else ()
            played.append(
                draw(How.CHANGING, [], range(people), played=played, order=order, seed=seed)
            )
        assert max(partners(played).values()) == 1
        assert max(opponents(played).values()) <= 2
        out = Counter(chain.from_iterable(each.sit_out for each in played))
        assert max(out.values(), default=0) <= 1


@pytest.mark.parametrize("people", [4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24])
def test_in_a_whist_table_everybody_plays_with_all_once_and_against_all_twice(people):
    rounds = whist_rounds(people)
    played = [
        DrawnRound(
            tuple(Table(((a, b), (c, d))) for a, b, c, d in zip(*[iter(each)] * 4, strict=False))
        )
        for each in rounds
    ]
    every = {frozenset(two) for two in combinations(range(people), 2)}
    assert all(sorted(each) == [*range(people)] for each in rounds)
    assert partners(played) == dict.fromkeys(every, 1)
    assert opponents(played) == dict.fromkeys(every, 2)


def seatings(people):
    """Yield every way in which people can sit at tables of four."""
    if not people:
        yield []
        return
    first, *others = people
    for a, b, c in combinations(others, 3):
        left = [each for each in others if each not in (a, b, c)]
        for more in seatings(left):
            for one, two, three in ((a, b, c), (b, a, c), (c, a, b)):
                yield [((first, one), (two, three)), *more]


def meet_again(played, tables):
    """Count partners who were partners before, and opponents who meet for the third time."""
    before, met = partners(played), opponents(played)
    again = sum(before[frozenset(side)] ** 2 for table in tables for side in table)
    third = [max(0, met[frozenset(two)] - 1) ** 2 for table in tables for two in product(*table)]
    return again, sum(third)


@pytest.mark.parametrize("seed", SEEDS)
def test_when_people_come_and_go_no_seats_would_have_been_better(seed):
    random, played = Random(seed), list[DrawnRound]()
    for number in range(8):
        here = random.sample(range(9), random.randint(5, 9))
        drawn = draw(How.CHANGING, [], here, played=played, seed=seed + number)
        out = Counter(chain.from_iterable(each.sit_out for each in played))
        choices = [*combinations(here, len(here) % 4)]
        turns = [sorted((out[person] for person in each), reverse=True) for each in choices]
        assert sorted((out[person] for person in drawn.sit_out), reverse=True) == min(turns)
        best = min(
            meet_again(played, tables)
            for each, turn in zip(choices, turns, strict=True)
            if turn == min(turns)
            for tables in seatings([person for person in here if person not in each])
        )
        assert meet_again(played, [table.sides for table in drawn.tables]) == best
        played.append(drawn)


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_sits_out_twice_before_everybody_has_where_pairs_and_single_people_mix(seed):
    random, sat_out = Random(seed), Counter()
    played: list[DrawnRound] = []
    for number in range(9):
        pairs = random.sample(sides(4), random.randint(1, 4))
        alone = random.sample(range(100, 107), random.randint(2, 7))
        drawn = draw(How.CHANGING, pairs, alone, played=played, seed=seed + number)
        units = [*pairs, *((person,) for person in alone)]
        choices = [
            sorted((sat_out[person] for person in chain(*some)), reverse=True)
            for size in range(4)
            for some in combinations(units, size)
            if len([*chain(*some)]) == (2 * len(pairs) + len(alone)) % 4
        ]
        assert sorted((sat_out[each] for each in drawn.sit_out), reverse=True) == min(choices)
        sat_out.update(drawn.sit_out)
        played.append(drawn)


@pytest.mark.parametrize(
    ("count", "rounds"), [(4, 3), (5, 4), (5, 5), (6, 4), (6, 5), (7, 5), (8, 6)]
)
@pytest.mark.parametrize("how", [How.SWISS, How.ROUND_ROBIN])
def test_few_pairs_meet_nobody_again_as_the_rounds_to_come_are_thought_of(how, count, rounds):
    for seed in range(10):
        played: list[DrawnRound] = []
        for number in range(rounds):
            order = Random(seed + number).sample(range(2 * count), 2 * count) if number else ()
            facts = {"order": order, "rounds": rounds * (seed % 2), "seed": seed + number}
            played.append(draw(how, sides(count), played=played, **facts))
        assert max(opponents(played).values()) == 1
        assert (
            max(Counter(chain.from_iterable(each.sit_out for each in played)).values(), default=1)
            == 1
        )


def test_the_strong_play_with_the_weak():
    drawn = draw(How.CHANGING, [], range(8), order=range(8), seed=1)
    assert {sum(side) for table in drawn.tables for side in table.sides} == {7}


# The tables of Berger, as they are printed in FIDE's Handbook, C.05 Annex 1; the last one of an
# odd number is not there.
BERGER = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | "
    "3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1",
}


@pytest.mark.parametrize("count", BERGER)
def test_everybody_meets_everybody_as_the_printed_tables_say(count):
    for number, printed in enumerate(BERGER[count].split(" | "), start=1):
        told = {f"{sorted((one + 1, other + 1))}" for one, other in by_turns(number, count)}
        assert told == {f"{sorted(map(int, two.split('-')))}" for two in printed.split()}


@pytest.mark.parametrize("count", [4, 5, 6, 7, 8])
def test_a_round_robin_is_played_by_the_printed_tables(count):
    played: list[DrawnRound] = []
    here = sides(count)
    for number in range(1, count + count % 2):
        drawn = draw(How.ROUND_ROBIN, here, played=played, seed=number)
        expected = {frozenset(two) for two in by_turns(number, count) if max(two) < count}
        tables = [table.sides for table in drawn.tables]
        assert {frozenset((one[0] // 2, other[0] // 2)) for one, other in tables} == expected
        played.append(drawn)
    met = Counter(frozenset(table.sides) for each in played for table in each.tables)
    assert met == dict.fromkeys(map(frozenset, combinations(here, 2)), 1)


def test_swiss_pairs_those_who_stand_next_to_each_other_and_the_last_sits_out():
    drawn = draw(How.SWISS, sides(4), order=[6, 7, 0, 1, 4, 5, 2, 3])
    assert [{*table.sides} for table in drawn.tables] == [{(6, 7), (0, 1)}, {(4, 5), (2, 3)}]
    assert draw(How.SWISS, sides(3), order=[4, 5, 0, 1, 2, 3]).sit_out == (2, 3)


def test_the_winner_stays_and_whoever_waited_longest_plays_next():
    one, two, three, four = here = sides(4)
    first = DrawnRound((Table((one, two)),), (*three, *four), winners=(0,))
    second = draw(How.WINNER_STAYS, here, played=[first], tables=1)
    assert second.tables[0].sides == (one, three)
    third = draw(How.WINNER_STAYS, here, played=[first, second._replace(winners=(1,))], tables=1)
    assert third.tables[0].sides == (three, four)
    assert third.sit_out == (*two, *one)


def test_at_each_of_two_tables_its_own_winner_stays_and_who_lost_there_plays_elsewhere():
    one, two, three, four, five, six = here = sides(6)
    first = DrawnRound((Table((one, two)), Table((three, four))), (*five, *six), winners=(0, 1))
    second = draw(How.WINNER_STAYS, here, played=[first], tables=2)
    assert [table.sides for table in second.tables] == [(one, five), (four, six)]
    assert second.sit_out == (*two, *three)
    # Nobody won at the second table: nobody stays there, and who sat out before plays on.
    played = [first, second._replace(winners=(1, None))]
    third = draw(How.WINNER_STAYS, here, played=played, tables=2)
    assert [table.sides for table in third.tables] == [(five, two), (three, six)]
    # Where one waits, who lost at the second table is seen before who lost at the first.
    last = DrawnRound((Table((one, two)), Table((three, four))), five, winners=(0, 0))
    order = [one, three, four, two, five]
    again = draw(How.WINNER_STAYS, order, played=[last], tables=2)
    assert [table.sides for table in again.tables] == [(one, five), (three, two)]


def test_the_same_seed_makes_the_same_draw_and_another_one_another():
    drawn = [draw(How.CHANGING, [], range(16), seed=seed) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_two_people_change_places_also_with_who_sits_out():
    drawn = DrawnRound((Table(((0, 1), (2, 3))),), (4,))
    assert swapped(drawn, 0, 3).tables[0].sides == ((3, 1), (2, 0))
    assert swapped(drawn, 1, 4) == DrawnRound((Table(((0, 4), (2, 3))),), (1,))


LOOSE = (How.CHANGING, How.WINNER_STAYS)


@pytest.mark.parametrize("how", How)
def test_too_few_cannot_be_drawn(how):
    too_few = [(sides(1), [9]), ([], range(3))] if how in LOOSE else [(sides(1), [])]
    for here, alone in too_few:
        with pytest.raises(CannotDraw):
            draw(how, here, alone)


# What each kind of result is worth to one side and the other: wins, effectiveness, points. The
# rules are those of Venezuelan clubs, by nine regulations.
WORTH: dict[str, Any] = {
    "at the goal": (result_of(1, A, B, (100, 60)), (1, 40, 100), (0, -40, 60)),
    "past the goal": (result_of(1, A, B, (125, 60)), (1, 40, 125), (0, -40, 60)),
    "by the clock": (result_of(1, A, B, (80, 60), By.TIME), (1, 20, 80), (0, -20, 60)),
    "level by the clock": (result_of(1, A, B, (60, 60), By.TIME), (0, 0, 60), (0, 0, 60)),
    "beyond 160 percent": (result_of(1, A, B, (190, 0)), (1, 100, 160), (0, -100, 0)),
    "and by the clock": (result_of(1, A, B, (190, 20), By.TIME), (1, 140, 160), (0, -140, 20)),
    "did not come": (result_of(1, A, B, (0, 0), By.ABSENT, winner=0), (1, 50, 50), (0, -100, 0)),
    "nobody came": (result_of(1, A, B, (0, 0), By.ABSENT), (0, -100, 0), (0, -100, 0)),
    "fewest": (result_of(1, A, B, (30, 100), low=True, winner=0), (1, 70, 30), (0, -70, 100)),
    "lost by a sanction": (
        result_of(1, A, B, (0, 0), By.ABSENT, winner=0, reason="late"),
        (1, 50, 50),
        (0, -100, 0),
    ),
    "a sanction": (TableResult(1, (A,), (-20,), 100, By.SANCTION, None), (0, -20, -20)),
    "a sanction where the fewest win": (
        TableResult(1, (A,), (-20,), 0, By.SANCTION, None, low=True),
        (0, -20, 20),
    ),
    # A win with half the goal.
    "sat out": (TableResult(1, (A,), (0,), 200, By.SITTING_OUT, None), (1, 100, 100)),
}


@pytest.mark.parametrize("what", WORTH)
def test_each_result_is_worth_what_clubs_say(what):
    result, *expected = WORTH[what]
    rows = standings([result], ORDERS["effectiveness"], sorted(result.sides))
    found = {row.side: (row.wins, row.effectiveness, row.points) for row in rows}
    assert found == dict(zip(result.sides, expected, strict=True))
    if result.by in (By.SITTING_OUT, By.ABSENT):
        assert all(row.difference == row.points for row in rows)


def test_a_person_whose_partners_change_takes_each_result_along():
    results = [result_of(1, (0, 1), (2, 3), (100, 60)), result_of(2, (0, 2), (1, 3), (40, 100))]
    rows = standings(results, ORDERS["effectiveness"], [(each,) for each in range(4)])
    assert [(row.side, row.wins, row.effectiveness) for row in rows] == [
        ((1,), 2, 100),
        ((3,), 1, 20),
        ((0,), 1, -20),
        ((2,), 0, -100),
    ]


ROUND_ROBIN = (
    # A beat B, B beat C, C beat A: only points tell them apart; D lost to all.
    result_of(1, A, B, (100, 90), rounds_won=(5, 3)),
    result_of(1, C, D, (100, 10), rounds_won=(4, 1)),
    result_of(2, B, C, (100, 80), rounds_won=(6, 3)),
    result_of(2, A, D, (100, 50), rounds_won=(3, 2)),
    result_of(3, C, A, (100, 70), rounds_won=(4, 3)),
    result_of(3, B, D, (100, 40), rounds_won=(5, 0)),
)


def test_what_is_compared_first_decides():
    for order, places, key in (
        ("effectiveness", [C, B, A, D], Key.EFFECTIVENESS),
        ("difference", [C, B, A, D], Key.DIFFERENCE),
        ("rounds", [B, C, A, D], Key.ROUNDS_WON),
    ):
        rows = standings(ROUND_ROBIN, ORDERS[order], [A, B, C, D])
        assert [(row.place, row.side) for row in rows] == [*enumerate(places, start=1)]
        assert why_ahead(rows[0], rows[1], ORDERS[order]) is key


def test_who_won_against_the_other_is_ahead_where_that_counts():
    results = [
        result_of(1, A, B, (100, 99)),
        result_of(2, B, C, (100, 0)),
        result_of(2, A, D, (0, 100)),
    ]
    for order, first in (("effectiveness", [B, A]), ("head to head", [A, B])):
        rows = standings(results, ORDERS[order], [A, B, C, D])
        assert [row.side for row in rows if row.side in (A, B)] == first
    ahead, behind = (row for row in rows if row.side in (A, B))
    assert why_ahead(ahead, behind, ORDERS["head to head"]) is Key.HEAD_TO_HEAD


def test_who_is_level_shares_a_place():
    results = [result_of(1, A, B, (100, 60)), result_of(1, C, D, (100, 60))]
    rows = standings(results, ORDERS["effectiveness"], [A, B, C, D])
    assert [row.place for row in rows] == [1, 1, 3, 3]
    assert why_ahead(rows[0], rows[1], ORDERS["effectiveness"]) is None


def test_a_season_adds_up_what_places_are_worth():
    rows = standings(ROUND_ROBIN, ORDERS["effectiveness"], [A, B, C, D])
    assert season([rows, rows], (10, 8, 6)) == {
        4: 20, 5: 20, 2: 16, 3: 16, 0: 12, 1: 12, 6: 0, 7: 0,
    }  # fmt: skip
