"""Head to head, partners, tables of a season and of an evening."""

from scorekeeper.figures.match_rows import results_of
from scorekeeper.figures.meetings import (
    Ahead,
    HeadToHead,
    ahead_in,
    head_to_head,
    in_a_row,
    rival_of,
)
from scorekeeper.figures.results import WHOLE, Sums
from scorekeeper.figures.season import Partner, best_partner, evening, partners_of, season
from tests.unit.figures.example import ANA, BEA, CIRO, DANI, match_of, meeting
from tests.unit.rules.example import leaving, table

# Ana was ahead of Bea in the matches 1, 2, 4 and 5; in match 3 they were level.
FIVE = [meeting(at, ahead) for at, ahead in enumerate((1, -1, 0, 1, 1), start=1)]


def test_meetings_add_up_whatever_their_order() -> None:
    assert ahead_in(FIVE) == ahead_in(reversed(FIVE)) == Ahead(met=5, first=3, second=1)


def test_level_meetings_are_nobodys() -> None:
    ahead = Ahead(met=5, first=3, second=1)
    assert (ahead.level, ahead.share) == (1, 0.75)
    assert Ahead(met=2).share is None


def test_whoever_was_met_most_often_is_the_first_in_the_list() -> None:
    met = {ANA: Ahead(5, 1, 3), CIRO: Ahead(7, 2, 5), DANI: Ahead(5, 5, 0)}
    assert head_to_head(met) == (
        HeadToHead(CIRO, Ahead(7, 2, 5)),
        HeadToHead(ANA, Ahead(5, 1, 3)),
        HeadToHead(DANI, Ahead(5, 5, 0)),
    )


def test_a_rival_is_who_is_ahead_most_of_the_times() -> None:
    met = [
        HeadToHead(BEA, Ahead(47, 28, 19)),
        # 23 of 43 is more than 11 of 21, and 4 of 4 is too few.
        HeadToHead(DANI, Ahead(43, 20, 23)),
        HeadToHead(CIRO, Ahead(21, 10, 11)),
        HeadToHead(9, Ahead(4, 0, 4)),
    ]
    assert rival_of(met) == DANI
    assert rival_of(met[:1]) is None


def test_the_newest_matches_ahead_are_counted_in_a_row() -> None:
    assert len(in_a_row(FIVE[::-1])) == 2
    assert in_a_row(FIVE[::-1], -1) == []
    assert len(in_a_row(FIVE[1::-1], -1)) == 1


def test_a_level_match_ends_a_row() -> None:
    assert len(in_a_row([meeting(3, 1), meeting(2, 0), meeting(1, 1)])) == 1


def test_partners_are_listed_by_how_often_they_played_together() -> None:
    sums = {DANI: Sums(matches=5, won=2), CIRO: Sums(matches=16, won=9)}
    assert [each.other for each in partners_of(sums)] == [CIRO, DANI]


def together(other: int, matches: int, won: int) -> Partner:
    return Partner(other, Sums(matches=matches, won=won, luck=matches * WHOLE // 2))


def test_the_best_partner_won_the_largest_part_with_enough_matches() -> None:
    # 9 of 16 is 56%, 5 of 9 a little less, 3 of 5 is 60%, and 4 of 4 says little.
    partners = [together(BEA, 16, 9), together(CIRO, 9, 5), together(DANI, 5, 3)]
    assert best_partner([*partners, together(9, 4, 4)]) == DANI
    assert best_partner(partners[:2]) == BEA


def test_of_two_as_good_who_played_more_is_the_best_partner() -> None:
    assert best_partner([together(BEA, 5, 3), together(CIRO, 10, 6)]) == CIRO
    assert best_partner([together(BEA, 5, 3), together(CIRO, 5, 3)]) == BEA


def test_nobody_is_the_best_partner_with_whom_luck_would_have_won_as_much() -> None:
    assert best_partner([together(BEA, 6, 3), together(CIRO, 6, 1)]) is None


def test_the_season_is_ordered_by_wins_above_luck() -> None:
    # Ana won 3 of 4 at tables of four: 3 - 1 = 2 more than luck. Bea won 4 of 6 against one other:
    # 4 - 3 = 1 more. Ciro and Dani have 1 - 1 = 0.
    table_of = season(
        {
            DANI: Sums(matches=2, won=1, luck=WHOLE),
            BEA: Sums(matches=6, won=4, luck=3 * WHOLE),
            CIRO: Sums(matches=4, won=1, luck=WHOLE),
            ANA: Sums(matches=4, won=3, luck=WHOLE),
        }
    )
    assert [(each.place, each.player) for each in table_of] == [(1, 1), (2, 2), (3, 3), (3, 4)]


def test_of_two_as_much_above_luck_who_won_more_is_ahead() -> None:
    two = {ANA: Sums(matches=2, won=1, luck=WHOLE), BEA: Sums(matches=4, won=2, luck=2 * WHOLE)}
    assert [(each.place, each.player) for each in season(two)] == [(1, BEA), (2, ANA)]


def test_an_evening_has_its_matches_its_rounds_and_its_players() -> None:
    over = match_of(table(match={"goal": 20}), leaving("", "66"), leaving("", "55"))
    goes_on = match_of(table(players=3), leaving("66", "", "12"), players=(BEA, CIRO, DANI))
    found = evening([*results_of(over), *results_of(goes_on._replace(match_id=8))])
    assert (found.matches, found.going_on) == ((7,), (8,))
    assert (found.sums.rounds, found.sums.matches) == (3, 1)
    # Ana won one of one, where luck gives half; Ciro and Dani ended none, Bea lost hers.
    assert [(each.place, each.player) for each in found.players] == [
        (1, ANA),
        (2, CIRO),
        (2, DANI),
        (4, BEA),
    ]
    # Three rounds in 10 and in 5 minutes.
    assert found.sums.seconds_a_round == 300


def test_an_evening_of_two_games_does_not_add_their_points() -> None:
    found = evening(results_of(match_of(table(), leaving("", "66"))))
    assert (found.sums.made, found.players[0].sums.made) == (0, 0)


def test_an_evening_without_matches_is_empty() -> None:
    assert evening([]).players == ()
