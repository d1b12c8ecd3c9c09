"""A round as it is entered is read as far as it can be, with all that is wrong with it."""

from typing import Any

import pytest

from scorekeeper.rules import Code, Hand, NotEntered, PipsHand
from scorekeeper.rules.rounds import ALONE
from scorekeeper.scorebook.reading import EnteredRound, read_round
from tests.unit.rules.example import ANA, BEA, CIRO, table, tile

BLANK: dict[str, Any] = {"hands": [None] * 3, "out": [], "plays": []}


def read(**entered: Any) -> EnteredRound:
    return read_round({**BLANK, **entered}, table(players=3), ALONE)


def test_a_round_is_read_and_scored_by_whoever_went_out() -> None:
    read_so = read(hands=[[], ["6-6"], {"pips": 5}], out=[ANA], typed_ends="3 5")
    assert read_so.faults == ()
    assert read_so.played is not None
    assert read_so.played.hands == (Hand(), Hand((tile("6-6"),)), PipsHand(5))
    assert read_so.played.ends == (3, 5)
    assert read_so.score is not None
    assert read_so.score.winning_side == ANA


def test_a_round_with_hands_still_to_come_is_read_so_far() -> None:
    read_so = read(hands=[["1-2"], None, None])
    assert read_so.played is not None
    assert read_so.played.hands == (Hand((tile("1-2"),)), NotEntered(), NotEntered())
    assert [(fault.code, fault.seats) for fault in read_so.faults] == [
        (Code.MISSING_HAND, (BEA, CIRO))
    ]


@pytest.mark.parametrize(
    ("entered", "faults"),
    [
        # A hand that cannot be read is not missing as well.
        (
            {"hands": [["6-6", "6-6"], ["x"], None], "typed_ends": "3 5 6"},
            [
                (Code.UNREADABLE_TILE, (BEA,)),
                (Code.NO_SUCH_END, ()),
                (Code.MISSING_HAND, (CIRO,)),
                (Code.TILE_TWICE, (ANA,)),
            ],
        ),
        ({"hands": [["1-2"], [], ["5-5"]], "out": [ANA, BEA]}, [(Code.OUT_WITH_TILES, (ANA,))]),
    ],
)
def test_all_that_is_wrong_is_in_one_list(
    entered: dict[str, Any], faults: list[tuple[Code, tuple[int, ...]]]
) -> None:
    read_so = read(**entered)
    assert [(fault.code, fault.seats) for fault in read_so.faults] == faults
    assert read_so.played is None
