"""What a counted hand of 0 is: one that went out, 0-0 alone, or to be asked for."""

import pytest

from scorekeeper.rules import Code, Hand, PipsHand, Round, RuleError, Setup, Tile, load_game
from scorekeeper.rules.impossible_entries import settle_zeros
from scorekeeper.rules.standing_and_lead import Standing

OUT, BLANK = PipsHand(0), PipsHand(0, 1)


def told(game, *hands, said_out=(), all_said=False):
    """Say what the hands of a round are; a number is what was counted."""
    setup = Setup(load_game(game), len(hands), partners=False)
    counted = tuple(PipsHand(hand) if isinstance(hand, int) else hand for hand in hands)
    moment = Standing.start(setup).moment
    return settle_zeros(setup, Round(counted), moment, said_out, all_said=all_said).hands


def test_it_is_asked_for_where_it_may_be_either():
    with pytest.raises(RuleError) as asked:
        told("block", 0, 5, 9)
    assert (asked.value.code, asked.value.seats) == (Code.OUT_NEEDED, (0,))


@pytest.mark.parametrize(
    ("hands", "said", "first"),
    [
        # It was said, one way or the other.
        ((0, 5, 9), {"said_out": (0,)}, OUT),
        ((0, 5, 9), {"all_said": True}, BLANK),
        # Another went out, holds 0-0, or shows where 0-0 is.
        ((0, 0, 9), {"said_out": (1,)}, BLANK),
        ((0, BLANK, 9), {}, OUT),
        ((0, Hand((Tile(0, 0), Tile(1, 2))), 9), {}, OUT),
    ],
)
def test_it_is_not_asked_for_where_it_can_be_one_thing_only(hands, said, first):
    assert told("block", *hands, **said)[0] == first


def test_hands_that_show_their_tiles_stay_as_they_are():
    hands = (Hand(), Hand((Tile(0, 0),)), Hand((Tile(1, 2),)))
    assert told("block", *hands) == hands


def test_where_the_double_blank_counts_more_it_is_no_hand_of_zero():
    heavy = next(
        each
        for each in ("mexican-train", "chicken-foot")
        if load_game(each).weights.of_tile(Tile(0, 0))
    )
    hands = told(heavy, 0, BLANK, 9)
    assert hands[:2] == (OUT, Hand((Tile(0, 0),)))
