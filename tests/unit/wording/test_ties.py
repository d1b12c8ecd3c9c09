"""What is said of a tie is so, of whoever it is said."""

from typing import Any

import pytest

from scorekeeper.rules import Correction, Event
from tests.unit.rules.example import ANA, BEA, CIRO, DANI, pairs, scored, table
from tests.unit.wording.test_rounds import narrator


@pytest.mark.parametrize(
    ("key", "facts", "told"),
    [
        ("opener's side", {"opener": BEA}, "Bea played first, which breaks the tie."),
        ("opener's side", {"opener": DANI}, "Whoever played first is not among those who tie."),
        ("blocker", {"blocker": ANA}, "Whoever closed the line is not among those who tie."),
        (
            "not the blocker's side",
            {"blocker": DANI},
            "Whoever closed the line is not among those who tie.",
        ),
        (
            "not the blocker's side",
            {"blocker": CIRO},
            "Bea did not close the line, which breaks the tie.",
        ),
    ],
)
def test_who_led_or_closed_the_line_is_said_only_of_who_did(
    key: str, facts: dict[str, Any], told: str
) -> None:
    # Bea and Ciro tie with 9 pips.
    setup = table(players=4, blocked={"rank": ["side total", key]})
    score = scored(setup, "6-6", "4-5", "3-6", "5-5", **facts)
    steps = narrator(setup).reasons(score)
    assert steps[1] == told
    drawn = "Nothing breaks the tie between Bea and Ciro: nobody wins the round."
    assert (drawn in steps) is (score.winning_side is None) is told.startswith("Whoever")


def test_of_three_who_tie_two_did_not_close_the_line_and_still_tie() -> None:
    setup = table(players=3, blocked={"rank": ["side total", "not the blocker's side"]})
    score = scored(setup, "3-3 1-2", "4-5", "3-6", blocker=0)
    assert narrator(setup).reasons(score)[1:] == (
        "Bea and Ciro did not close the line.",
        "Nothing breaks the tie between Bea and Ciro: nobody wins the round.",
    )


def test_who_led_breaks_no_tie_where_nothing_else_is_compared() -> None:
    setup = table(blocked={"rank": ["opener's side"]})
    told = narrator(setup).reasons(scored(setup, "6-6", "0-1", opener=0))
    assert told[0] == "Ana played first."


def test_nobody_is_said_to_score_nothing_where_points_follow() -> None:
    fives, patio = table("all-fives"), pairs("dominican-patio", blocked={"rank": ["seat total"]})
    in_play = scored(fives, "0-3", "1-2", tally=((15,), ()))
    passes = scored(patio, "1-2", "4-5", "5-5", "0-3", events=(Event("paso corrido", BEA),))
    corrected = scored(table(), "0-3 6-6", "1-2 2-4 3-3", corrections=(Correction(BEA, 5),))
    for setup, score in ((fives, in_play), (patio, passes), (table(), corrected)):
        *_compared, drawn, paid = narrator(setup).reasons(score)
        assert drawn.endswith("nobody wins the round.")
        assert any(digit in paid for digit in "0123456789")
        assert "Nobody scores" not in narrator(setup).points(score)


def test_a_partner_of_the_lightest_hand_may_have_led() -> None:
    patio = pairs("dominican-patio")
    score = scored(patio, "0-3", "1-2", "6-6", "2-4", opener=CIRO)
    assert "Ana & Ciro played first, which breaks the tie." in narrator(patio).reasons(score)
