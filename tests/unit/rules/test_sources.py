"""Rounds from the sources of the games.

Block: www.domino-games.com/domino-rules/block-dominoes-rules.html. The first case is that page's
own example; where a page gives rules without numbers, the numbers here were reckoned by hand.
Hoyle: customgraph.com/games/piart.php?art=2, "Block Game", two hands and four hands as partners.
Eight minus players: spaanszt.home.xs4all.nl/Domino/Block.html, "The end".
Mexican partners: www.pagat.com/tile/wdom/partnership.html.
Fives and Threes: eightygames.wordpress.com/2014/03/06/fives-and-threes-dominos, "Scoring", and
bcad5sand3s.co.uk/what_is_fives_and_threes.htm.
Gaple: slotdemo.me/247951-menghitung-skor-dalam-permainan-gaple.html, its three examples.
Kozel: infonick.net/note-domino-rules, "The Goat".
Fives and Threes for partners: gambiter.com/domino/western/fives_and_threes.html.
Bergen: domino-games.com/domino-rules/bergen-rules.html, "Scoring".
Five-Up: dominorules.com/merry-go-round, "Scoring", of the same family.
All Threes: digitain.com/game/all-three-domino.
Matador: dominorules.com/matador.
Venezuelan and Colombian: github.com/josep42ny/terminoes, README.
Kozel, each alone: igryman.ru/9117-domino-kozel.html.
Sniff: digigamers.com, "Muggins and Sniff"; a round pays as in All Fives.
East Cuban: libreonline.com/datos-curiosos-en-el-domino-los-dominantes-dominan-2, "Dominó cubano".
"""

import pytest

from scorekeeper.rules import Event
from tests.unit.rules.example import (
    ANA,
    BEA,
    CIRO,
    DANI,
    THE_FIRST_PAIR,
    THE_SECOND_PAIR,
    Case,
    claiming,
    leaving,
    pairs,
    scored,
    standing_after,
    table,
)

GAPLE, EAST_CUBAN = table("gaple", 4), pairs("cuban-east")
FIVES = pairs("fives-and-threes")
# 9 and 6 are what the second pair holds.
LAST, HELD = ("6-6", "4-5", "", "2-4"), ("1-2", "4-5", "5-5", "2-4")

CASES = [
    # "they both have a total of 17, but the first player wins because his lightest tile (1-2) is
    # smaller than the second player's lightest tile (3-4)": opponents 17 less own 17.
    Case("block: the page's tie", table(), ("1-2 2-4 3-5", "5-5 3-4"), ANA, (0, 0)),
    # All the opponent holds, 17, less the own 9.
    Case("block: two, blocked", table(), ("1-2 2-4", "5-5 3-4"), ANA, (8, 0)),
    Case("block: two, out", table(), ("1-2 2-4", ""), BEA, (0, 9)),
    # 9 and 12 less the own 3.
    Case("block: three, blocked", table(players=3), ("1-2", "4-5", "6-6"), ANA, (18, 0, 0)),
    Case("block: three, out", table(players=3), ("", "4-5", "6-6"), ANA, (21, 0, 0)),
    # 5, 9 and 12 less the own 3.
    Case(
        "block: four, blocked",
        table(players=4),
        ("0-5", "4-5", "1-2", "6-6"),
        CIRO,
        (0, 0, 23, 0),
    ),
    Case("block: four, out", table(players=4), ("0-5", "", "1-2", "6-6"), BEA, (0, 20, 0, 0)),
    # 3 + 10 = 13 against 9 + 6 = 15: the opponents' 15 less the own side's 13.
    Case("block: pairs, blocked", pairs(), ("1-2", "4-5", "5-5", "2-4"), THE_FIRST_PAIR, (2, 0)),
    # The opponents' 9 and 6; the partner's 12 are ignored.
    Case("block: pairs, out", pairs(), ("6-6", "4-5", "", "2-4"), THE_FIRST_PAIR, (15, 0)),
    # 4 + 10 against 3 + 11: both 14, and 1-2 is lighter than 1-3.
    Case("block: pairs, tie", pairs(), ("1-3", "1-2", "4-6", "5-6"), THE_SECOND_PAIR, (0, 0)),
    # Both hands, 9 and 17, to the lighter one.
    Case("hoyle: two, blocked", table("hoyle"), ("1-2 2-4", "5-5 3-4"), ANA, (26, 0)),
    Case("hoyle: two, domino", table("hoyle"), ("", "5-5 3-4"), ANA, (17, 0)),
    Case("hoyle: two, tie", table("hoyle"), ("1-2 2-4 3-5", "5-5 3-4"), None, (0, 0)),
    # All four hands, 3 + 10 and 9 + 6, to the lighter side.
    Case(
        "hoyle: partners, blocked",
        pairs("hoyle"),
        ("1-2", "4-5", "5-5", "2-4"),
        THE_FIRST_PAIR,
        (28, 0),
    ),
    # The opponents' 12 and 3.
    Case(
        "hoyle: partners, domino",
        pairs("hoyle"),
        ("6-6", "4-5", "1-2", ""),
        THE_SECOND_PAIR,
        (0, 15),
    ),
    # "scores points equal to the number of spots on the stones in the hands of all other players"
    Case(
        "eight minus players: two, blocked",
        table("eight-minus-players"),
        ("1-2 2-4", "5-5 3-4"),
        ANA,
        (17, 0),
    ),
    Case(
        "eight minus players: three, blocked",
        table("eight-minus-players", 3),
        ("4-5", "1-2", "6-6"),
        BEA,
        (0, 21, 0),
    ),
    Case(
        "eight minus players: four, out",
        table("eight-minus-players", 4),
        ("4-5", "1-2", "", "6-6"),
        CIRO,
        (0, 0, 24, 0),
    ),
    Case(
        "eight minus players: a tie at the lowest",
        table("eight-minus-players", 3),
        ("4-5", "3-6", "6-6"),
        None,
        (0, 0, 0),
    ),
    # 13 against 15: the winners score the other pair's 15.
    Case(
        "mexican partners: blocked",
        pairs("mexican-partners"),
        ("1-2", "4-5", "5-5", "2-4"),
        THE_FIRST_PAIR,
        (15, 0),
    ),
    Case(
        "mexican partners: out",
        pairs("mexican-partners"),
        ("6-6", "", "1-2", "4-5"),
        THE_SECOND_PAIR,
        (0, 15),
    ),
    Case(
        "mexican partners: tie",
        pairs("mexican-partners"),
        ("1-3", "1-2", "4-6", "5-6"),
        None,
        (0, 0),
    ),
    # "The player who plays their last domino earns 1 point."
    Case("fives and threes: out", table("fives-and-threes"), ("", "5-5 3-4"), ANA, (1, 0)),
    Case("fives and threes: blocked", table("fives-and-threes"), ("1-2", "5-5"), None, (0, 0)),
    # "A player who chips out (in an individual game) or a team of which both members chip out
    # scores one point for this. If the game is blocked, no one scores this point."
    Case("fives and threes: a pair", FIVES, ("", "5-5 3-4", "", "0-1"), THE_FIRST_PAIR, (1, 0)),
    Case("fives and threes: three out", FIVES, ("", "", "", "0-1"), THE_FIRST_PAIR, (1, 0)),
    Case("fives and threes: one of a pair", FIVES, ("", "5-5", "1-2", "0-1"), None, (0, 0)),
    Case("fives and threes: one of each", FIVES, ("", "5-5", "1-2", ""), None, (0, 0)),
    # "the player with the lightest hand wins one point"
    Case("bergen: out", table("bergen"), ("", "5-5 3-4"), ANA, (1, 0)),
    Case("bergen: blocked", table("bergen", 3), ("5-5", "1-2", "0-4"), BEA, (0, 1, 0)),
    Case("bergen: tie", table("bergen"), ("1-2", "0-3"), None, (0, 0)),
    # "1 or 2 pips is worth nothing; 3, 4, 5, 6, and 7 is worth 1 point; 8 … 12 is worth 2".
    Case("five-up: 2", table("five-up"), ("", "0-2"), ANA, (0, 0)),
    Case("five-up: 3", table("five-up"), ("", "0-3"), ANA, (1, 0)),
    Case("five-up: 7", table("five-up"), ("", "3-4"), ANA, (1, 0)),
    Case("five-up: 8", table("five-up"), ("", "4-4"), ANA, (2, 0)),
    Case("five-up: 12", table("five-up"), ("", "6-6"), ANA, (2, 0)),
    Case("five-up: pairs", pairs("five-up"), ("", "4-5", "6-6", "2-4"), THE_FIRST_PAIR, (3, 0)),
    # As in All Fives: 17 and 18 to the nearest five.
    Case("sniff: 17", table("sniff"), ("", "5-5 3-4"), ANA, (15, 0)),
    Case("sniff: blocked", table("sniff"), ("1-2", "5-5 2-6"), ANA, (20, 0)),
    # "rounded to the nearest multiple of 3"
    Case("all threes: 17", table("all-threes"), ("", "5-5 3-4"), ANA, (18, 0)),
    Case("all threes: 16", table("all-threes"), ("1-2", "5-5 2-4"), ANA, (15, 0)),
    # "The player with the lowest total … earns the points … of all the tiles left remaining in his
    # opponents' hands."
    Case("matador: blocked", table("matador", 3), ("5-5", "1-2", "0-4"), BEA, (0, 14, 0)),
    Case("matador: out", table("matador"), ("", "5-5 3-4"), ANA, (17, 0)),
    # "Se sumen els punts de la parella perdedora", going out and blocked.
    Case("venezuelan: out", pairs("venezuelan-partners"), LAST, THE_FIRST_PAIR, (15, 0)),
    Case("venezuelan: blocked", pairs("venezuelan-partners"), HELD, THE_FIRST_PAIR, (15, 0)),
    Case("colombian: out", pairs("colombian-partners"), LAST, THE_FIRST_PAIR, (15, 0)),
    Case("colombian: blocked", pairs("colombian-partners"), HELD, THE_FIRST_PAIR, (15, 0)),
    Case("kozel alone: out", table("kozel-alone", 3), ("", "6-6", "1-2"), ANA, (0, 12, 3)),
    Case("kozel alone: blocked", table("kozel-alone"), ("1-2", "5-5"), None, (3, 10)),
    # 6, 6, 6 and 5.
    Case("gaple: fewest pips", GAPLE, ("1-1 1-3", "1-5", "2-4", "2-3"), DANI, (0, 0, 0, 1)),
    # All 6; 1-1 is the lightest tile.
    Case("gaple: lightest tile", GAPLE, ("1-1 1-3", "0-6", "2-4", "3-3"), ANA, (1, 0, 0, 0)),
    # All 10; 2-2 and 1-3 are the lightest, and the 1 is lower.
    Case(
        "gaple: lowest end",
        GAPLE,
        ("2-2 1-5", "1-3 3-3", "4-6", "0-5 2-3"),
        BEA,
        (0, 1, 0, 0),
    ),
    Case("gaple: out", GAPLE, ("1-1", "", "2-4", "3-3"), BEA, (0, 1, 0, 0)),
    # "the sum of the opponents' points is credited": 9 and 6.
    Case("kozel: out", pairs("kozel"), ("6-6", "4-5", "", "2-4"), THE_FIRST_PAIR, (15, 0)),
    Case("kozel: blocked", pairs("kozel"), ("1-2", "4-5", "5-5", "2-4"), THE_FIRST_PAIR, (15, 0)),
    # All tiles left, the partner's too: 3 to 20 pips count 2, to 30 3, to 40 4.
    Case("east cuban: 3", EAST_CUBAN, ("", "0-1", "0-2", "0-0"), THE_FIRST_PAIR, (2, 0)),
    Case("east cuban: 20", EAST_CUBAN, ("", "4-6", "0-1", "4-5"), THE_FIRST_PAIR, (2, 0)),
    Case("east cuban: 21", EAST_CUBAN, ("", "4-6", "0-2", "4-5"), THE_FIRST_PAIR, (3, 0)),
    Case("east cuban: 30", EAST_CUBAN, ("5-5", "5-6", "4-5", ""), THE_SECOND_PAIR, (0, 3)),
    Case("east cuban: 31", EAST_CUBAN, ("5-5", "5-6", "4-6", ""), THE_SECOND_PAIR, (0, 4)),
    # The lightest single hand, and who led in a tie: 5, 9, 6 and 7 pips, 27 in all.
    Case("east cuban: blocked", EAST_CUBAN, ("1-4", "4-5", "1-5", "3-4"), THE_FIRST_PAIR, (3, 0)),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_round_is_worth_what_its_source_says(case: Case) -> None:
    score = scored(case.setup, *case.hands)
    assert (score.winning_side, score.points) == (case.winner, case.points)


def test_fives_and_threes_is_won_with_61_exactly() -> None:
    # "If a player is on 60 points and scores two points, then those points don't count. He has to
    # gain one point to finish on exactly 61."
    fives = table("fives-and-threes")
    to_60 = leaving("1-2", "", tally=((60,), ()))
    assert standing_after(fives, to_60, leaving("1-2", "", tally=((2,), ()))).totals == (60, 2)
    over = standing_after(fives, to_60, leaving("1-2", "", tally=((2,), ())), leaving("", "1-2"))
    assert (over.totals, over.winner) == ((61, 2), ANA)


@pytest.mark.parametrize(
    ("before", "scores", "last_tile", "after"),
    [
        # A score that would pass 61 is disregarded, those before and after it are not.
        (58, (2, 3), None, 60),
        (58, (4,), None, 58),
        (58, (4, 3), None, 61),
        # "59 on the board and play your last tile to create a total of 6": 2 and 1 are too many.
        (59, (2,), True, 59),
        # The same 2 with a tile before: 61, and the match was won by then.
        (59, (2,), False, 61),
        (60, (2,), True, 60),
        (60, (2,), False, 61),
        (58, (2,), True, 61),
        (57, (2,), True, 60),
    ],
)
def test_each_score_of_fives_and_threes_counts_or_not(
    before: int, scores: tuple[int, ...], last_tile: bool | None, after: int
) -> None:
    out = last_tile is not None
    so_far = leaving("1-2", "3-4", tally=((before,), ()))
    played = leaving(*("" if out else "1-2", "3-4"), tally=(scores, ()), last_tile_scored=last_tile)
    standing = standing_after(table("fives-and-threes"), so_far, played)
    assert (standing.totals, standing.winner) == ((after, 0), ANA if after == 61 else None)


def test_the_first_score_of_kozel_is_13_or_more() -> None:
    kozel = pairs("kozel")
    twelve, thirteen = leaving("6-6", "3-3", "", "0-6"), leaving("6-6", "3-4", "", "0-6")
    assert standing_after(kozel, twelve).totals == (0, 0)
    assert standing_after(kozel, thirteen).totals == (13, 0)
    # Once a pair has points, it scores what there is.
    assert standing_after(kozel, twelve, thirteen, twelve).totals == (25, 0)


def test_an_east_cuban_capicua_doubles_the_points_of_the_round() -> None:
    hands = ("", "4-6", "0-2", "4-5")
    assert scored(EAST_CUBAN, *hands, events=claiming("capicúa")).points == (6, 0)
    passed = (Event("primer pase", BEA),)
    assert scored(EAST_CUBAN, *hands, events=passed).points == (3, 2)


def test_in_the_east_of_cuba_a_tie_goes_to_the_pair_that_led() -> None:
    # Ana and Bea hold the lightest hands, 5 pips each; 25 in all.
    tied = ("1-4", "0-5", "1-5", "3-6")
    assert scored(EAST_CUBAN, *tied, opener=DANI).points == (0, 3)
    assert scored(EAST_CUBAN, *tied, opener=ANA).points == (3, 0)
