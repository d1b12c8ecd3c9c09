"""The figures of a year of a club are those that another, slower computation finds."""

from collections import Counter, defaultdict
from datetime import timedelta
from functools import cache
from itertools import combinations

import pytest

from scorekeeper.figures.facts import MatchFacts, kind_of
from scorekeeper.figures.match_rows import results_of
from scorekeeper.figures.meetings import Meeting, ahead_in
from scorekeeper.figures.rating import outcomes_of, rated_in_order
from scorekeeper.figures.results import WHOLE, Result
from scorekeeper.figures.season import evening, season
from scorekeeper.figures.totals import NOT_COMPARED, Totals, total_of, total_of_all_kinds
from tests.unit.figures import brute
from tests.unit.figures.club import FIRST, PEOPLE, TABLES, ClubMatch, year
from tests.unit.figures.example import finished, meetings_of

EVERYBODY = range(1, PEOPLE + 1)
CODES = sorted({kind_of(setup).code for setup in TABLES})


@cache
def matches() -> tuple[ClubMatch, ...]:
    return year()


@cache
def facts() -> tuple[MatchFacts, ...]:
    return tuple(match.facts for match in matches())


@cache
def results() -> tuple[Result, ...]:
    return tuple(row for each in facts() if each.ended_at for row in results_of(each))


@cache
def meetings() -> dict[tuple[int, ...], list[Meeting]]:
    found = defaultdict[tuple[int, ...], list[Meeting]](list)
    for each in facts():
        for players, meeting in meetings_of(each).items():
            found[players].append(meeting)
    return found


def rows_of(player: int) -> list[Result]:
    return [row for row in results() if row.players == (player,)]


@cache
def of_all_kinds(player: int) -> Totals:
    return total_of_all_kinds(rows_of(player))


def of_kind(code: str) -> list[ClubMatch]:
    return [match for match in matches() if kind_of(match.setup).code == code]


def test_the_year_has_all_that_can_happen() -> None:
    seen = Counter(each.how for match in facts() for each in match.rounds)
    assert min(seen.values()) > 5
    assert len(seen) == 5
    assert sum(match.ended_at is None for match in facts()) > 5
    assert any(each.absent for match in facts() for each in match.rounds)
    assert {match.rounds[-1].recorded_at.month for match in matches()} == set(range(1, 13))


@pytest.mark.parametrize("code", CODES)
def test_the_sums_of_a_kind_of_match_are_those_counted_round_by_round(code: str) -> None:
    played = of_kind(code)
    for player in EVERYBODY:
        expected = brute.sums(played, player)
        kept = total_of(row for row in rows_of(player) if row.kind.code == code)
        assert +brute.as_counts(kept.sums) == +expected, player


def test_the_sums_of_all_games_leave_out_what_does_not_compare() -> None:
    for player in EVERYBODY:
        expected = brute.sums(matches(), player)
        for name in NOT_COMPARED:
            del expected[name]
        assert +brute.as_counts(of_all_kinds(player).sums) == +expected


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
    kept = {
        player: rating
        for _outcome, after in rated_in_order(
            outcomes_of(row for each in facts() for row in finished(each))
        )
        for player, rating in after.items()
    }
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
    found = evening(row for match in night for row in results_of(match.facts))
    assert sorted(found.matches + found.going_on) == [match.match_id for match in night]
    assert found.sums.rounds == sum(len(match.rounds) for match in night)
    assert found.sums.lead_changes == sum(map(brute.lead_changes, night))
    assert {each.player for each in found.players} == {
        player for match in night for player in match.players
    }
    for each in found.players:
        assert each.sums.won == brute.sums(night, each.player)["won"]


def test_every_match_has_the_lead_changes_that_were_seen() -> None:
    assert [each.lead_changes for each in facts()] == list(map(brute.lead_changes, matches()))


def test_the_season_is_in_the_order_of_wins_above_luck() -> None:
    by_player = {player: of_all_kinds(player).sums for player in EVERYBODY}
    above = {
        player: brute.sums(matches(), player)["won"] - brute.luck(matches(), player)
        for player in EVERYBODY
    }
    table = season(by_player)
    assert [above[each.player] for each in table] == sorted(above.values(), reverse=True)
    assert table[0].place == 1
