"""Tiles, hands, rounds, matches and doubts; what a line can say of them is in tests/cases."""

import doctest
import importlib
import pkgutil
from itertools import combinations

import pytest

import scorekeeper.rules
from scorekeeper.rules import (
    Code,
    Ending,
    Lead,
    NotEntered,
    PipsHand,
    RuleError,
    Standing,
    Tile,
    TileSet,
    faults,
    game_ids,
    load_game,
    parse_tiles,
    score_round,
    score_so_far,
)
from scorekeeper.rules.options import Leader
from scorekeeper.rules.reasons import Awarded, Term
from scorekeeper.rules.referee import Doubt, Law, doubts, predicted_ends
from scorekeeper.rules.rounds import empty_seats, ending_of, parse_tile
from scorekeeper.rules.tiles import HIGHEST_ENDS, possible_totals
from tests.unit.rules.example import (
    ANA,
    BEA,
    CIRO,
    concerned,
    hand,
    leaving,
    pairs,
    refusal,
    scored,
    table,
    tile,
)
from tests.unit.rules.matches import paying, standing_of

UNKNOWN = NotEntered()


def test_the_examples_in_the_docstrings_hold():
    tried = {}
    for name in (each.name for each in pkgutil.iter_modules(scorekeeper.rules.__path__)):
        module = importlib.import_module(f"scorekeeper.rules.{name}")
        tried[name] = doctest.testmod(module)
    assert not [name for name, result in tried.items() if result.failed]
    assert tried["tiles"].attempted
    assert tried["schema"].attempted


@pytest.mark.parametrize(
    "text", ["6-4", "4-6", "64", "46", "6|4", "6/4", "6:4", "6–4", " 6 - 4 ", "06-4"]
)
def test_a_tile_is_written_in_several_ways(text):
    assert parse_tile(text) == Tile(4, 6)


@pytest.mark.parametrize(
    "text",
    ["", "-", "6", "6-", "-4", "6--4", "6-4-2", "641", "6 4", "six", "6-x", "100-1", "٦-٤", "6.4"],
)
def test_other_texts_are_refused(text):
    with pytest.raises(RuleError) as refused:
        parse_tile(text)
    assert refused.value.code is Code.UNREADABLE_TILE
    assert refused.value.detail == {"text": text}


def test_tiles_are_separated_by_blanks_commas_or_semicolons():
    ends = [(1, 2), (2, 4), (3, 5), (6, 6), (0, 0), (9, 12)]
    assert parse_tiles(" 1-2  24,3|5;6/6\n00, 12-9 ") == tuple(Tile(*each) for each in ends)
    assert parse_tiles("  ") == ()


def test_a_tile_is_the_same_whichever_end_is_named_first():
    assert len({Tile(6, 4), Tile(4, 6)}) == 1
    assert (str(Tile(6, 4)), Tile(6, 4).pips, Tile(0, 0).pips) == ("4-6", 10, 0)
    assert [each.is_double for each in (Tile(3, 3), Tile(3, 4))] == [True, False]


@pytest.mark.parametrize(
    ("highest", "tiles", "pips"), [(6, 28, 168), (9, 55, 495), (12, 91, 1092), (15, 136, 2040)]
)
def test_a_box_holds_every_pair_of_ends_once(highest, tiles, pips):
    box = TileSet(highest)
    assert len(box) == len(set(box)) == tiles
    assert box.pips == pips
    assert all(tile in box for tile in box)
    assert Tile(highest + 1, 1) not in box
    assert Tile(-1, 3) not in box


@pytest.mark.parametrize("removed", ["", "0-0", "0-0 6-6 0-0", "0-0 12-12"])
def test_a_box_has_as_many_tiles_as_it_says(removed):
    for highest in HIGHEST_ENDS:
        box = TileSet(highest, parse_tiles(removed))
        assert len(box) == len(box.tiles)


def test_a_box_begins_with_its_heaviest_row():
    first = [str(tile) for tile in TileSet(6)][:8]
    assert first == ["6-6", "5-6", "4-6", "3-6", "2-6", "1-6", "0-6", "5-5"]


@pytest.mark.parametrize("box", ["", "0-0", "6-6 5-6", "0-0 1-2 0-3 6-6", "00 01 11 02 12 22"])
def test_possible_totals_are_those_of_every_choice_of_tiles(box):
    tiles = parse_tiles(box)
    totals = possible_totals(frozenset(tiles))
    assert len(totals) == len(tiles) + 1
    for size in range(len(tiles) + 1):
        counted = {sum(tile.pips for tile in some) for some in combinations(tiles, size)}
        assert {pips for pips in range(80) if totals[size] >> pips & 1} == counted


def test_one_empty_hand_went_out_and_none_is_a_blocked_round():
    for played, ending, out in (
        (leaving("1-2", "", "3-4"), Ending.WENT_OUT, (BEA,)),
        (leaving("1-2", "5-6", "3-4"), Ending.BLOCKED, ()),
        (leaving(12, 0), Ending.WENT_OUT, (BEA,)),
        (leaving(12, PipsHand(0, count=0)), Ending.WENT_OUT, (BEA,)),
    ):
        assert (ending_of(played), empty_seats(played)) == (ending, out)


def test_a_hand_has_its_pips_and_the_lightest_tile_is_that_with_the_fewest():
    assert (hand("1-2 2-4 3-5").pips, hand("").pips) == (17, 0)
    # Of two that weigh the same it is the one with the lowest end.
    for tiles, lightest in (("0-6 1-1 5-5", tile("1-1")), ("1-2 0-3", tile("0-3")), ("", None)):
        assert hand(tiles).lightest == lightest


@pytest.mark.parametrize("seat", [-1, 2, 10**9])
def test_only_who_sits_there_can_lead_or_close_the_line(seat):
    for played in (leaving("1-2", "3-4", opener=seat), leaving("1-2", "3-4", blocker=seat)):
        (fault,) = faults(table(), played)
        assert fault.code is Code.UNKNOWN_SEAT
        assert fault.detail == {"seat": seat}


def test_an_error_names_its_facts_to_whoever_reads_a_log():
    assert str(refusal(table(), "3-4", "7-1")) == (
        "tile_not_in_set: 1-7, seat 1, highest=6, removed=False"
    )
    assert str(RuleError(Code.MATCH_OVER)) == "match_over"


def test_an_error_can_be_copied_to_one_seat():
    with pytest.raises(RuleError) as refused:
        hand("7x")
    error = refused.value.in_hand_of(BEA)
    assert concerned(error) == (Code.UNREADABLE_TILE, (), (BEA,))
    assert error.detail == {"text": "7x"}


def test_a_round_that_was_won_by_going_out_has_a_score_so_far():
    setup = table(players=3)
    so_far = score_so_far(setup, leaving("", "4-6 1-5", UNKNOWN))
    assert so_far is not None
    assert (so_far.winning_seat, so_far.points) == (ANA, (16, 0, 0))
    assert score_so_far(setup, leaving(UNKNOWN, "4-6 1-5", UNKNOWN)) is None
    with pytest.raises(RuleError) as refused:
        score_so_far(setup, leaving("", "1-2 1-2", UNKNOWN))
    assert refused.value.code is Code.TILE_TWICE


def test_a_pair_that_goes_out_together_leaves_others_open():
    fives = pairs("fives-and-threes")
    one_out = leaving("", "1-2", UNKNOWN, "")
    (fault,) = faults(fives, one_out)
    assert (fault.code, fault.seats) == (Code.MISSING_HAND, (CIRO,))
    assert score_so_far(fives, one_out) is None
    assert scored(fives, "", UNKNOWN, "", UNKNOWN).points == (1, 0)
    assert score_so_far(fives, leaving("", "1-2", "", UNKNOWN)) is not None


@pytest.mark.parametrize(
    "game_id", [each for each in game_ids() if load_game(each).out_pays_the_same]
)
def test_a_win_pays_the_same_where_no_hand_is_counted(game_id):
    players = min(load_game(game_id).deal)
    setup, others = table(game_id, players), ("1-2", "6-6 5-5", "0-1 0-2 0-3")[: players - 1]
    counted, unknown = scored(setup, "", *others), scored(setup, "", *[UNKNOWN] * (players - 1))
    assert counted.points == unknown.points


def test_no_round_follows_the_last():
    standing = standing_of("block 2 with match.goal = 50 : pays 50 0")
    with pytest.raises(RuleError) as refused:
        standing.after(*paying("pays 0 10", standing.setup))
    assert refused.value.code is Code.MATCH_OVER


def test_a_standing_does_not_change():
    standing = Standing.start(table())
    standing.after(*paying("pays 20 0", standing.setup))
    assert standing == Standing.start(table())


def test_a_score_of_another_table_is_a_mistake():
    with pytest.raises(ValueError, match="zip"):
        Standing.start(table()).after(*paying("pays 1 2 3", table(players=3)))


def test_a_table_that_plays_on_has_no_end_before_its_round():
    standing = Standing.start(table(match={"goal": 20}), play_on_to=3)
    for over in (False, False, True):
        standing = standing.after(*paying("pays 20 0", standing.setup))
        assert standing.over is over


def test_a_table_that_plays_on_is_not_ended_by_the_clock_either():
    standing = Standing.start(table(match={"level": "drawn"}), play_on_to=3)
    for over in (False, False, True):
        standing = standing.after(*paying("pays 0 0", standing.setup), time_over=True)
        assert (standing.over, standing.drawn) == (over, over)


def test_a_rematch_goes_on_with_the_lead_where_it_was():
    standing = Standing.start(table("hoyle"), opening_seat=BEA)
    assert standing.lead == Lead(Leader.ALTERNATE, seat=BEA)
    played = leaving("1-2", "")
    after = standing.after(played, score_round(standing.setup, played))
    assert after.lead == Lead(Leader.ALTERNATE, seat=ANA)


def test_a_score_says_why_when_it_is_asked_and_once():
    score = scored(table(), "", "1-2")
    assert score.reasons is score.reasons
    assert paying("pays 3 0", table())[1].reasons == ()


def test_an_award_says_whether_it_adds_up_the_opponents_only():
    opponents, twice, own = (Term("opponents", 1, 12), Term("opponents", 2, 12), Term("own", -1, 9))
    assert Awarded(CIRO, (opponents,), 12, 12).adds_opponents_only
    assert not Awarded(ANA, (opponents, own), 3, 3).adds_opponents_only
    assert not Awarded(ANA, (twice,), 24, 24).adds_opponents_only


def test_the_same_doubt_about_other_numbers_has_another_fingerprint():
    doubt = Doubt(Law.TWO_ENDS, (3, 4, 5, 6))
    assert doubt.fingerprint == Doubt(Law.TWO_ENDS, (3, 4, 5, 6)).fingerprint
    assert doubt.fingerprint != Doubt(Law.TWO_ENDS, (1, 4, 5, 6)).fingerprint
    assert doubt.fingerprint.startswith("two_ends:")


def test_the_shortest_blocked_line_is_one():
    # 0-1 1-2 2-0 0-3 3-4 4-0 0-5 5-6 6-0 without 0-0, then with it: what is left has no 0.
    laid = ["0-1", "1-2", "0-2", "0-3", "3-4", "0-4", "0-5", "5-6", "0-6"]
    for setup, sleeping in (
        (table("jamaican-cut-throat", 3), []),
        (pairs("partnership"), ["0-0"]),
    ):
        gone = {tile(text) for text in (*laid, *sleeping)}
        left = [str(each) for each in setup.box if each not in gone]
        played = leaving(*(" ".join(left[seat :: setup.players]) for seat in range(setup.players)))
        assert not doubts(setup, played)
        assert predicted_ends(setup, played) == (0, 0)
