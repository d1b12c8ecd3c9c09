"""What is asked of a scorebook with some months of a club is what another computation finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import combinations
from pathlib import Path

import pytest

from scorekeeper.figures.results import kind_of
from scorekeeper.scorebook.figures.asked import Figures, Frame
from scorekeeper.scorebook.figures.writing import make_anew
from tests.databases import opened, sqlite_url
from tests.scorebook.stored import store_club
from tests.unit.figures import brute
from tests.unit.figures.club import PEOPLE, TABLES, ClubMatch, year

MATCHES = 150
NAMES = [f"Player {number}" for number in range(1, PEOPLE + 1)]
KINDS = sorted({kind_of(setup) for setup in TABLES})


@pytest.fixture(scope="module")
def club(
    sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Sequence[ClubMatch]]:
    place, played = tmp_path_factory.mktemp("club"), year(MATCHES)
    with opened(sqlite_url(sqlite_template, place), place) as app:
        store_club(app, played, NAMES, timedelta())
        with app.app_context():
            make_anew()
            yield played


def test_the_sums_of_players_and_of_partners_are_those_counted_round_by_round(
    club: Sequence[ClubMatch],
) -> None:
    pairs = 0
    for kind in KINDS:
        played = [match for match in club if kind_of(match.setup) == kind]
        figures = Figures(Frame(kind=kind.code))
        for player, total in figures.table().items():
            assert +brute.as_counts(total.sums) == +brute.sums(played, player)
        for one, two in combinations(range(1, 11), 2):
            together = figures.total((one, two))
            pairs += together.sums.matches
            assert +brute.as_counts(together.sums) == +brute.sums(played, one, two)
    assert pairs > 5


def test_everybody_made_each_point_once_and_had_all_hands(club: Sequence[ClubMatch]) -> None:
    for kind in KINDS:
        rounds = [
            each
            for match in club
            if kind_of(match.setup) == kind and match.winner is not None
            for each in match.rounds
        ]
        sums = Figures(Frame(kind=kind.code)).total(()).sums
        assert sums.rounds == len(rounds)
        assert sums.made == sum(sum(each.score.points) for each in rounds)
        assert sums.biggest == max(max(each.score.points) for each in rounds)
        assert sums.rounds_won == sum(each.score.winning_side is not None for each in rounds)


def test_who_met_whom_is_what_their_matches_say(club: Sequence[ClubMatch]) -> None:
    figures = Figures(Frame())
    for one in range(1, 11):
        met, _partners = figures.with_others(one)
        for two in range(1, PEOPLE + 1):
            expected = brute.ahead(club, one, two) if one != two else (0, 0, 0)
            assert tuple(met.get(two, (0, 0, 0))) == expected
