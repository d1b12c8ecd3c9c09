"""The figures of a year of a club are those that another, slower computation finds."""

from collections import Counter
from datetime import UTC, timedelta
from functools import cache
from itertools import combinations

import pytest

from scorekeeper.figures.facts import MatchFacts, kind_of
from scorekeeper.figures.match_rows import meetings_of, outcome_of, results_of
from scorekeeper.figures.meetings import Ahead, add_up_meetings
from scorekeeper.figures.periods import ALL_TIME
from scorekeeper.figures.rating import rated_in_order
from scorekeeper.figures.results import WHOLE, Meeting, Result, Sums
from scorekeeper.figures.season import evening, season
from scorekeeper.figures.totals import ALL_KINDS, Key, Totals, add_up, compared
from tests.unit.figures import brute
from tests.unit.figures.club import FIRST, PEOPLE, TABLES, ClubMatch, year

EVERYBODY = range(1, PEOPLE + 1)
CODES = sorted({kind_of(setup).code for setup in TABLES})
NOT_COMPARED = ("made", "given", "biggest", "pips", "hands")


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
def meetings() -> tuple[Meeting, ...]:
    return tuple(meeting for each in facts() for meeting in meetings_of(each))


@cache
def totals() -> dict[Key, Totals]:
    return add_up(results(), zone=UTC)


def of_kind(code: str) -> list[ClubMatch]:
    return [match for match in matches() if kind_of(match.setup).code == code]


def in_month(month: int) -> list[ClubMatch]:
    return [match for match in matches() if match.rounds[-1].recorded_at.month == month]


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
        kept = totals().get(Key((player,), code, ALL_TIME), Totals())
        assert +brute.as_counts(kept.sums) == +expected, player


def test_the_sums_of_all_games_leave_out_what_does_not_compare() -> None:
    for player in EVERYBODY:
        expected = brute.sums(matches(), player)
        for name in NOT_COMPARED:
            del expected[name]
        assert +brute.as_counts(totals()[Key((player,), ALL_KINDS, ALL_TIME)].sums) == +expected


def test_the_sums_of_a_month_are_those_of_its_matches() -> None:
    for month in (1, 6, 12):
        for player in EVERYBODY:
            key = Key((player,), ALL_KINDS, f"2026-{month:02}")
            expected = brute.sums(in_month(month), player)
            kept = totals().get(key, Totals()).sums
            assert (kept.matches, kept.won) == (expected["matches"], expected["won"])


def test_the_sums_of_partners_are_those_counted_round_by_round() -> None:
    code = "block/partners/points"
    pairs = [key.players for key in totals() if len(key.players) == 2 and key.kind == code]
    played = of_kind(code)
    assert len(set(pairs)) > 50
    for pair in set(pairs):
        kept = totals()[Key(pair, code, ALL_TIME)].sums
        assert +brute.as_counts(kept) == +brute.sums(played, *pair)


def test_luck_is_one_of_the_number_of_sides_for_each_match() -> None:
    for player in EVERYBODY:
        kept = totals()[Key((player,), ALL_KINDS, ALL_TIME)].sums
        assert kept.luck == brute.luck(matches(), player) * WHOLE


def test_the_longest_run_of_wins_is_the_longest() -> None:
    for player in EVERYBODY:
        kept = totals()[Key((player,), ALL_KINDS, ALL_TIME)]
        assert kept.longest == brute.longest_run(matches(), player)


def test_head_to_head_says_who_finished_ahead() -> None:
    kept = add_up_meetings(meetings(), UTC)
    for first, second in combinations(EVERYBODY, 2):
        ahead = kept.get(Key((first, second), ALL_KINDS, ALL_TIME), Ahead())
        expected = brute.ahead(matches(), first, second)
        assert (ahead.met, ahead.first, ahead.second) == expected


def test_the_ratings_are_those_of_the_formulas_in_the_paper() -> None:
    kept = {
        player: rating
        for _outcome, after in rated_in_order(filter(None, map(outcome_of, facts())))
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
        if "/partners/" not in code:
            continue
        singles = [k for k in totals() if (len(k.players), k.kind, k.period) == (1, code, ALL_TIME)]
        sums = [totals()[key].sums for key in singles]
        assert sum(each.made for each in sums) == sum(each.given for each in sums)
        together = totals()[Key((), code, ALL_TIME)].sums
        assert sum(each.made for each in sums) == 2 * together.made
        assert sum(each.rounds_won for each in sums) == 2 * together.rounds_won
        assert sum(each.pips for each in sums) == together.pips


def test_all_win_together_what_luck_would_win() -> None:
    singles = [row.sums for row in results() if len(row.players) == 1 and row.sums.matches]
    alone = [row for row in results() if len(row.players) == 1 and not row.kind.partners]
    assert sum(row.sums.won for row in alone) * WHOLE == sum(row.sums.luck for row in alone)
    assert sum(each.won for each in singles) * WHOLE == sum(each.luck for each in singles)


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
    by_player = {player: compared_sums(player) for player in EVERYBODY}
    above = {
        player: brute.sums(matches(), player)["won"] - brute.luck(matches(), player)
        for player in EVERYBODY
    }
    table = season(by_player)
    assert [above[each.player] for each in table] == sorted(above.values(), reverse=True)
    assert table[0].place == 1


def compared_sums(player: int) -> Sums:
    rows = [compared(row) for row in results() if row.players == (player,)]
    return add_up(rows, zone=UTC)[Key((player,), ALL_KINDS, ALL_TIME)].sums
