"""The figures of a year of a club are those that another, slower computation finds."""

from collections import Counter
from datetime import timedelta
from functools import cache

import pytest

from scorekeeper.figures.facts import way_of
from scorekeeper.figures.people import evening, ranked
from scorekeeper.figures.rating import Rating, rated_in_order
from scorekeeper.figures.results import NOT_COMPARED, WHOLE, Result, kind_of, total_of
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


def rows_of(player: int) -> list[Result]:
    return [row for row in results() if row.players == (player,)]


def test_the_year_has_all_that_can_happen() -> None:
    seen = Counter(way_of(each.score) for match in matches() for each in match.rounds)
    assert min(seen.values()) > 5
    assert len(seen) == 5
    assert sum(match.winner is None for match in matches()) > 5
    assert any(match.standing.put_out for match in matches())
    assert {match.rounds[-1].recorded_at.month for match in matches()} == set(range(1, 13))


@pytest.mark.parametrize("code", [*CODES, ""])
def test_the_sums_of_a_kind_of_match_are_those_counted_round_by_round(code: str) -> None:
    played = [match for match in matches() if code in ("", kind_of(match.setup).code)]
    for player in EVERYBODY:
        expected = brute.sums(played, player)
        kept = total_of([row for row in rows_of(player) if code in ("", row.kind.code)])
        assert kept.sums.luck == brute.luck(played, player) * WHOLE
        assert kept.longest == brute.longest_run(played, player)
        assert +brute.as_counts(kept.sums) == +expected, player
        # All games together leave out what does not compare.
        for name in NOT_COMPARED:
            del expected[name]
        assert +brute.as_counts(kept.sums.compared) == +expected


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
    table = ranked({player: total_of(rows_of(player)) for player in EVERYBODY})
    assert [above[each.player] for each in table] == sorted(above.values(), reverse=True)
    assert table[0].place == 1
