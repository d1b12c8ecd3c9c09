"""What the referee says of bonuses that were claimed, of turns and of points in play."""

from dataclasses import replace

from scorekeeper.rules import Event, NotEntered, PipsHand, Round
from scorekeeper.rules.referee import Doubt, Law, doubts
from tests.unit.rules.example import DANI, laid, leaving, pairs, standing_after, table, tile
from tests.unit.rules.test_referee import ALL_DEALT, ONE_LEFT, found, saw, sentences


def test_a_capicua_ends_twice_in_the_same_number() -> None:
    setup = pairs("dominican-patio")
    claimed = replace(ONE_LEFT, events=(Event("capicúa"),))
    assert doubts(setup, claimed) == (Doubt(Law.CAPICUA, (3, 5)),)
    sentence = "The ends cannot be the same number: the line ends in 3 and 5."
    assert sentences(setup, claimed) == [sentence]
    same = leaving("", "1-1", "2-2", "3-3")
    assert not found(setup, replace(same, events=(Event("capicúa"),)))


def test_a_capicua_leaves_an_even_number_of_pips() -> None:
    setup, claimed = pairs("dominican-patio"), (Event("capicúa"),)
    odd, even = leaving("", 10, 20, 7, events=claimed), leaving("", 10, 20, 8, events=claimed)
    assert doubts(setup, odd) == (Doubt(Law.CAPICUA, count=37),)
    assert sentences(setup, odd) == [
        "The ends cannot be the same number: that leaves an even number of pips, not 37."
    ]
    assert not found(setup, even)
    assert not found(setup, replace(odd, events=()))
    # Where tiles sleep, or a hand is not entered, the pips prove nothing.
    sleeping = table(bonus=[{"name": "capicúa", "points": 25, "same_ends": True}])
    assert not found(sleeping, leaving("", 7, events=claimed))
    unknown = Round((*odd.hands[:3], NotEntered()), events=claimed)
    assert not found(setup, unknown)


def test_the_first_pass_is_one_of_the_whole_match() -> None:
    # libreonline.com: "the first pass 2".
    setup, first = pairs("cuban-east"), (Event("primer pase", DANI),)
    passed, again = replace(ONE_LEFT, events=first), replace(ONE_LEFT, events=first * 2)
    assert found(setup, passed) == []
    assert sentences(setup, again) == ["No second primer pase: it counts once in a match."]
    later = standing_after(setup, passed, ONE_LEFT).moment
    assert doubts(setup, ONE_LEFT, later) == ()
    assert doubts(setup, passed, later) == (Doubt(Law.ONCE_A_MATCH, event="primer pase"),)
    # Passes in a row are paid as often as they happen.
    patio, corrido = pairs("dominican-patio"), (Event("paso corrido", DANI),)
    more = replace(ONE_LEFT, events=corrido)
    assert doubts(patio, more, standing_after(patio, more).moment) == ()


def test_a_chuchazo_is_won_with_the_double_blank() -> None:
    setup, claimed = pairs("dominican-patio"), (Event("chuchazo"),)
    held = leaving("", "0-0", "1-1", "2-3", events=claimed)
    blank = (tile("0-0"),)
    assert doubts(setup, held) == (Doubt(Law.LAST_TILE, tiles=blank, event="chuchazo"),)
    assert sentences(setup, held) == ["No chuchazo: 0-0 is still in a hand."]
    elsewhere = replace(ONE_LEFT, events=claimed)
    assert doubts(setup, elsewhere) == (Doubt(Law.LAST_TILE, (3, 5), event="chuchazo"),)
    assert sentences(setup, elsewhere) == [
        "No chuchazo: the line ends in 3 and 5, where no tile for it fits."
    ]
    assert not found(setup, leaving("", "0-3", "1-1", "2-2", events=claimed))
    assert not found(setup, leaving("", 10, 20, 8, events=claimed))


def test_a_carroca_is_won_with_a_double_that_nobody_holds() -> None:
    setup, claimed = pairs("brazil-to-six"), (Event("carroça"),)
    assert found(setup, leaving("", "3-5 5-5", "3-3", "1-1", events=claimed)) == [Law.LAST_TILE]
    assert not found(setup, leaving("", "3-5 5-5", "2-2", "1-1", events=claimed))


def test_no_round_is_over_before_a_tile_is_laid() -> None:
    full = leaving("0-0 0-1 0-2 0-3 0-4 0-5 0-6", "1-1 1-2 1-3 1-4 1-5 1-6 2-2")
    assert doubts(table(), full) == (Doubt(Law.NOTHING_LAID, count=14),)
    assert sentences(table(), full) == [
        "No tile was played: the hands still hold all 14 that were dealt."
    ]
    counted = Round((PipsHand(30, 7), PipsHand(31, 7)))
    assert found(table(), counted) == [Law.NOTHING_LAID]
    assert not found(table(), Round((PipsHand(30, 7), PipsHand(31, 6))))
    # Who draws may hold more than was dealt.
    assert Law.NOTHING_LAID not in found(table("draw"), full)
    all_dealt = Round(tuple(PipsHand(42, 7) for _ in range(4)))
    assert found(ALL_DEALT, all_dealt) == [Law.NOTHING_LAID]


def test_in_italian_nobody_lays_three_tiles_in_a_row() -> None:
    italian = table("italian", 3)
    row = laid((0, "1-2"), (1, "3-4"), (1, "0-0"), (1, "5-6"))
    tiles = (tile("3-4"), tile("0-0"), tile("5-6"))
    assert doubts(italian, row) == (Doubt(Law.IN_TURN, tiles=tiles),)
    assert sentences(italian, row) == [
        "One player played 3-4, 0-0 and 5-6 in a row, but the others still had tiles."
    ]
    assert not found(italian, laid((0, "1-2"), (1, "3-4"), (1, "0-0"), (2, "5-6"), (1, "1-1")))
    # The others have laid all they were dealt.
    alone = table("italian", 3, deal={"3": 2})
    others = ((0, "0-0"), (1, "0-1"), (0, "0-2"), (1, "0-3"))
    assert not found(alone, laid(*others, (2, "1-1"), (2, "1-2"), (2, "1-3")))


def test_points_in_play_are_made_in_the_steps_of_the_game() -> None:
    fives = table("all-fives")
    odd = leaving("", "4-5", tally=((7,), (25,)))
    assert doubts(fives, odd) == (Doubt(Law.TALLY_STEPS, (7,), count=5),)
    assert sentences(fives, odd) == ["Points in play are counted in steps of 5: 7 cannot be."]
    assert not found(fives, leaving("", "4-5", tally=((), (35,))))
    assert not found(table("triominos"), leaving(0, 9, tally=((7,), (-5,))))


def test_a_capicua_is_not_one_where_two_ends_were_seen() -> None:
    capicua = [{"name": "capicúa", "points": 25, "same_ends": True}]
    setup = table(bonus=capicua)
    played = replace(leaving("", "1-2"), events=(Event("capicúa"),))
    assert found(setup, saw(played, 4, 5)) == [Law.CAPICUA]
    assert not found(setup, saw(played, 4, 4))
    assert not found(setup, played)
