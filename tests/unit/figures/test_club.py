"""The figures of a year of a club are those that another, slower computation finds."""

from collections import Counter, defaultdict
from datetime import timedelta
from functools import cache
from itertools import combinations

import pytest

from scorekeeper.figures.facts import way_of
from scorekeeper.figures.people import Meeting, ahead_in, evening, ranked
from scorekeeper.figures.rating import Rating, rated_in_order
from scorekeeper.figures.results import NOT_COMPARED, WHOLE, Result, Totals, kind_of, total_of
from tests.unit.figures import brute
from tests.unit.figures.club import FIRST, PEOPLE, TABLES, ClubMatch, year
from tests.unit.figures.example import finished

EVERYBODY = range(1, PEOPLE + 1)
CODES = sorted({kind_of(setup).code for setup in TABLES})


@cache
def matches() -> tuple[ClubMatch, ...]:
    return year()


@cache
def results() -> tuple[Result, ...]:
    return tuple(row for match in matches() for row in match.results if row.place)


@cache
def meetings() -> dict[tuple[int, ...], list[Meeting]]:
    found = defaultdict[tuple[int, ...], list[Meeting]](list)
    for match in matches():
        over = sorted((row for row in match.results if row.place), key=lambda row: row.players)
        for one, two in combinations(over, 2):
            if one.side != two.side:
                ahead = (one.place < two.place) - (one.place > two.place)
                meeting = Meeting(one.match_id, one.kind, ahead)
                found[*one.players, *two.players].append(meeting)
    return found


def rows_of(player: int) -> list[Result]:
    return [row for row in results() if row.players == (player,)]


@cache
def of_all_kinds(player: int) -> Totals:
    return total_of(rows_of(player))


def of_kind(code: str) -> list[ClubMatch]:
    return [match for match in matches() if kind_of(match.setup).code == code]


def test_the_year_has_all_that_can_happen() -> None:
    seen = Counter(way_of(each.score) for match in matches() for each in match.rounds)
    assert min(seen.values()) > 5
    assert len(seen) == 5
    assert sum(match.winner is None for match in matches()) > 5
    assert any(match.standing.put_out for match in matches())
    assert {match.rounds[-1].recorded_at.month for match in matches()} == set(range(1, 13))


@pytest.mark.parametrize("code", CODES)
def test_the_sums_of_a_kind_of_match_are_those_counted_round_by_round(code: str) -> None:
    played = of_kind(code)
    for player in EVERYBODY:
        expected = brute.sums(played, player)
        kept = total_of([row for row in rows_of(player) if row.kind.code == code])
        assert +brute.as_counts(kept.sums) == +expected, player


def test_the_sums_of_all_games_leave_out_what_does_not_compare() -> None:
    for player in EVERYBODY:
        expected = brute.sums(matches(), player)
        for name in NOT_COMPARED:
            del expected[name]
        assert +brute.as_counts(of_all_kinds(player).sums.compared) == +expected


def test_luck_is_one_of_the_number_of_sides_for_each_match() -> None:
    for player in EVERYBODY:
        assert of_all_kinds(player).sums.luck == brute.luck(matches(), player) * WHOLE


def test_the_longest_run_of_wins_is_the_longest() -> None:
    for player in EVERYBODY:
        assert of_all_kinds(player).longest == brute.longest_run(matches(), player)


def test_head_to_head_says_who_finished_ahead() -> None:
    for first, second in combinations(EVERYBODY, 2):
        ahead = ahead_in(meetings()[first, second])
        expected = brute.ahead(matches(), first, second)
        assert (ahead.met, ahead.first, ahead.second) == expected


def test_the_ratings_are_those_of_the_formulas_in_the_paper() -> None:
    rows = [row for match in matches() for row in finished(match.results)]
    kept = dict[int, Rating]()
    for row, rating in rated_in_order(rows):
        kept[row.player] = rating
    expected = brute.ratings(matches())
    assert kept.keys() == expected.keys()
    for player, (strength, unsure) in expected.items():
        # Ratings are rounded after each match.
        assert kept[player].strength == pytest.approx(strength, abs=1e-3)
        assert kept[player].unsure == pytest.approx(unsure, abs=1e-3)


def test_better_players_are_rated_higher() -> None:
    # The lower the number of a player of the club, the better.
    kept = brute.ratings(matches())
    better = [kept[player][0] for player in range(1, 11)]
    worse = [kept[player][0] for player in range(21, 31)]
    assert sum(better) / 10 > sum(worse) / 10 + 3


def test_what_one_side_makes_the_other_gives_away() -> None:
    for code in CODES:
        if "/partners/" in code:
            sums = [row.sums for row in results() if row.kind.code == code]
            assert sum(each.made for each in sums) == sum(each.given for each in sums)


def test_all_win_together_what_luck_would_win() -> None:
    alone = [row for row in results() if not row.kind.partners]
    for rows in (alone, results()):
        assert sum(row.sums.won for row in rows) * WHOLE == sum(row.sums.luck for row in rows)


def test_an_evening_adds_up_what_was_played_in_it() -> None:
    night = [match for match in matches() if match.opened_at < FIRST + timedelta(hours=12)]
    found = evening(row for match in night for row in match.results)
    assert sorted(found.matches + found.going_on) == [match.match_id for match in night]
    assert found.sums.rounds == sum(len(match.rounds) for match in night)
    assert found.sums.lead_changes == sum(map(brute.lead_changes, night))
    assert {each.player for each in found.players} == {
        player for match in night for player in match.players
    }
    for each in found.players:
        assert each.sums.won == brute.sums(night, each.player)["won"]


def test_every_match_has_the_lead_changes_that_were_seen() -> None:
    found = [match.results[0].sums.lead_changes for match in matches()]
    assert found == list(map(brute.lead_changes, matches()))


def test_the_season_is_in_the_order_of_wins_above_luck() -> None:
    above = {
        player: brute.sums(matches(), player)["won"] - brute.luck(matches(), player)
        for player in EVERYBODY
    }
    table = ranked({player: of_all_kinds(player) for player in EVERYBODY})
    assert [above[each.player] for each in table] == sorted(above.values(), reverse=True)
    assert table[0].place == 1
