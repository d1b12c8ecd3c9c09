"""Sentences about rounds in which somebody reaches the goal in play."""

import pytest

from scorekeeper.rules import Moment, Round
from tests.unit.rules.example import ANA, BEA, CIRO, laid, leaving, table
from tests.unit.wording.test_rounds_family import sentences


@pytest.mark.parametrize(
    ("played", "told"),
    [
        (
            leaving("6-6", "5-5", tally=((1, 2), (3,)), order=(0, 1, 0)),
            (
                "Bea reached 61 first and wins the match. What came after does not count.",
                "Ana made 3 points in play.",
                "Bea made 3 points in play.",
                "Bea reached 61 first and wins the match. What came after does not count.",
                "Ana: 2 points not counted, the match was already won.",
            ),
        ),
        (
            leaving("", "5-5", tally=((3,), ()), last_tile_scored=True),
            (
                "Ana went out and wins the round.",
                "Ana played the last tile.",
                "Winning a round is worth 1 point.",
                "Ana made 3 points in play.",
                "Ana would pass 61: 4 points not counted.",
            ),
        ),
        (
            leaving("6-6", "5-5", tally=((2,), (3,))),
            (
                "Ana and Bea reached 61: nobody knows who was first.",
                "Ana made 2 points in play.",
                "Bea made 3 points in play.",
                "Ana and Bea reached 61: nobody knows who was first.",
            ),
        ),
    ],
)
def test_the_end_of_fives_and_threes_is_described(played: Round, told: tuple[str, ...]) -> None:
    moment = Moment(2, totals=(59, 58))
    assert sentences(table("fives-and-threes"), played, moment) == told


def test_the_tile_that_wins_italian_is_described() -> None:
    played = laid((ANA, "6-6"), (BEA, "5-6"), (CIRO, "2-5"), (ANA, "1-1"))
    told_round = sentences(table("italian", 3), played, Moment(2, totals=(0, 40, 40)))
    assert told_round == (
        "Ciro brought the table to 30.",
        "Ciro’s 2-5 brought the table to 30: +10.",
        "Ciro reached 50 first and wins the match. What came after does not count.",
    )
