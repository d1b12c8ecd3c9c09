"""What is said of a tie is so, of whoever it is said."""

from scorekeeper.rules import Correction, Event
from tests.unit.rules.example import BEA, pairs, scored, table
from tests.unit.wording.test_rounds import narrator


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
