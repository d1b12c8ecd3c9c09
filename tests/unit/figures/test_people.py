"""Head to head, partners, tables of a season and of an evening."""

import pytest

from scorekeeper.figures.people import (
    Ahead,
    Meeting,
    ahead_in,
    best_partner,
    evening,
    in_a_row,
    ranked,
    rival_of,
)
from scorekeeper.figures.results import WHOLE, Sums, Totals
from tests.unit.figures.example import ANA, BEA, BLOCK, CIRO, DANI, match_of


def meetings(*ahead):
    """Return meetings, the last one first."""
    return [Meeting(at, BLOCK, each) for at, each in enumerate(ahead)]


def test_meetings_add_up_level_ones_are_nobodys_and_the_newest_make_a_row():
    ahead = ahead_in(meetings(1, 1, 0, -1, 1))
    assert ahead == Ahead(met=5, first=3, second=1)
    assert (ahead.level, ahead.share) == (1, 0.75)
    assert Ahead(met=2).share is None
    for newest, first, second in (((1, 1, 0, -1, 1), 2, 0), ((-1, 1), 0, 1), ((), 0, 0)):
        rows = in_a_row(meetings(*newest)), in_a_row(meetings(*newest), -1)
        assert [*map(len, rows)] == [first, second]


def test_a_rival_is_who_is_ahead_most_of_the_times():
    met = {
        BEA: Ahead(47, 28, 19),
        # 23 of 43 is more than 11 of 21, and 4 of 4 is too few.
        DANI: Ahead(43, 20, 23),
        CIRO: Ahead(21, 10, 11),
        9: Ahead(4, 0, 4),
    }
    assert rival_of(met) == DANI
    assert rival_of({BEA: met[BEA]}) is None


def together(matches, won):
    return Sums(matches=matches, won=won, luck=matches * WHOLE // 2)


@pytest.mark.parametrize(
    ("partners", "best"),
    [
        # 9 of 16 is 56%, 5 of 9 a little less, 3 of 5 is 60%, and 4 of 4 says little.
        ({BEA: (16, 9), CIRO: (9, 5), DANI: (5, 3), 9: (4, 4)}, DANI),
        ({BEA: (16, 9), CIRO: (9, 5)}, BEA),
        # Of two as good whoever played more, or was there first.
        ({BEA: (5, 3), CIRO: (10, 6)}, CIRO),
        ({CIRO: (5, 3), BEA: (5, 3)}, BEA),
        # Luck would have won as much.
        ({BEA: (6, 3), CIRO: (6, 1)}, None),
    ],
)
def test_the_best_partner_won_the_largest_part_with_enough_matches(partners, best):
    assert best_partner({other: together(*each) for other, each in partners.items()}) == best


def test_the_season_is_ordered_by_wins_above_luck_then_by_wins():
    # Ana won 3 of 4 at tables of four: 3 - 1 = 2 more than luck. Bea won 4 of 6 against one other:
    # 4 - 3 = 1 more. Ciro and Dani have 1 - 1 = 0, and so has 9, who won 2 of 4.
    found = ranked(
        {
            9: Totals(Sums(matches=4, won=2, luck=2 * WHOLE)),
            DANI: Totals(Sums(matches=2, won=1, luck=WHOLE)),
            BEA: Totals(Sums(matches=6, won=4, luck=3 * WHOLE)),
            CIRO: Totals(Sums(matches=4, won=1, luck=WHOLE)),
            ANA: Totals(Sums(matches=4, won=3, luck=WHOLE)),
        }
    )
    places = [(each.place, each.player) for each in found]
    assert places == [(1, ANA), (2, BEA), (3, 9), (4, CIRO), (4, DANI)]


def test_an_evening_has_its_matches_its_rounds_and_its_players():
    over = match_of("block 2 with match.goal = 20 : - / 6-6 | - / 5-5")
    goes_on = match_of("block 3 : 6-6 / - / 1-2", players=(BEA, CIRO, DANI), match_id=8)
    found = evening([*over, *goes_on])
    assert (found.matches, found.going_on) == ((7,), (8,))
    assert (found.sums.rounds, found.sums.matches) == (3, 1)
    # Ana won one of one, where luck gives half; Ciro and Dani ended none, Bea lost hers.
    places = [(each.place, each.player) for each in found.players]
    assert places == [(1, ANA), (2, CIRO), (2, DANI), (4, BEA)]
    # Three rounds in 10 and in 5 minutes.
    assert found.sums.seconds_a_round == 300
    # Points of several games do not compare.
    assert (found.sums.made, found.players[0].sums.made) == (0, 0)
