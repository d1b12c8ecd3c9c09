"""What the lines of tests/cases/doubts.toml cannot say of the referee."""

from scorekeeper.rules.referee import Doubt, Law, doubts, predicted_ends
from tests.unit.rules.example import leaving, pairs, table, tile


def test_the_same_doubt_about_other_numbers_has_another_fingerprint() -> None:
    doubt = Doubt(Law.TWO_ENDS, (3, 4, 5, 6))
    assert doubt.fingerprint == Doubt(Law.TWO_ENDS, (3, 4, 5, 6)).fingerprint
    assert doubt.fingerprint != Doubt(Law.TWO_ENDS, (1, 4, 5, 6)).fingerprint
    assert doubt.fingerprint.startswith("two_ends:")


def test_the_shortest_blocked_line_is_one() -> None:
    # 0-1 1-2 2-0 0-3 3-4 4-0 0-5 5-6 6-0 without 0-0, then with it: what is left has no 0.
    laid = ["0-1", "1-2", "0-2", "0-3", "3-4", "0-4", "0-5", "5-6", "0-6"]
    for setup, sleeping in (
        (table("jamaican-cut-throat", 3), []),
        (pairs("partnership"), ["0-0"]),
    ):
        gone = {tile(text) for text in (*laid, *sleeping)}
        left = [str(each) for each in setup.box if each not in gone]
        hands = [" ".join(left[seat :: setup.players]) for seat in range(setup.players)]
        assert not doubts(setup, leaving(*hands))
        assert predicted_ends(setup, leaving(*hands)) == (0, 0)
