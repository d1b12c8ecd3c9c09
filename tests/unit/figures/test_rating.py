"""The rating: who it moves, when it is shown, and what it does not know."""

import pytest

from scorekeeper.figures.rating import LEAST_MATCHES, Finished, Rating, rated_in_order
from tests.unit.figures.example import ANA, BEA, CIRO, DANI, after

Match = list[Finished]


def match(match_id, *sides, places=(1, 2)):
    return [
        Finished(match_id, after(match_id), side, place, player)
        for side, (players, place) in enumerate(zip(sides, places, strict=True))
        for player in players
    ]


def last_of(*matches, before=None):
    """Return everybody's rating after some matches."""
    rows = [row for each in matches for row in each]
    rated = {row.player: rating for row, rating in rated_in_order(rows, before)}
    return (before or {}) | rated


MANY = [
    match(1, (ANA,), (BEA,)),
    match(2, (BEA, DANI), (ANA, CIRO)),
    match(3, (ANA,), (CIRO,), (DANI,), places=(1, 2, 2)),
    match(4, (CIRO,), (BEA,), (ANA,), places=(1, 2, 3)),
]


def test_matches_are_rated_in_the_order_they_ended_or_by_their_ids():
    assert last_of(*reversed(MANY)) == last_of(*MANY)
    one, two = ([row._replace(ended_at=after(0)) for row in each] for each in MANY[:2])
    assert last_of(two, one) == last_of(one, two)
    # Whatever their ids: the first of them may end as the last.
    late = [row._replace(ended_at=after(9)) for row in MANY[0]]
    last = [row._replace(match_id=9) for row in late]
    assert last_of(late, MANY[1]) == last_of(MANY[1], last) != last_of(*MANY[:2])


@pytest.mark.parametrize(
    ("strength", "unsure", "matches", "shown"),
    [
        # 1500 + 5.6 · 15 = 1584, sure to 60 or 30 points: only the tens are known.
        (30.6, 4.0, 30, 1580),
        (30.6, 2.0, 30, 1580),
        # Sure to 120 points: only the hundreds.
        (30.6, 8.0, 30, 1600),
        # Sure to 9 points: all.
        (30.6, 0.6, 30, 1584),
        (24.0, 2.0, 30, 1480),
        # After enough matches it is shown.
        (25.0, 6.0, LEAST_MATCHES, 1500),
        (25.0, 6.0, LEAST_MATCHES - 1, None),
    ],
)
def test_a_rating_has_no_digits_that_are_not_known(strength, unsure, matches, shown):
    assert Rating(strength, unsure, matches).shown == shown


def test_after_enough_matches_of_any_table_the_tens_are_known():
    # Whoever plays with whom: nobody is less sure than after matches of two pairs.
    known: dict[int, Rating] = {}
    for at in range(LEAST_MATCHES):
        sides = ((ANA, CIRO), (BEA, DANI)) if at % 2 else ((BEA, DANI), (ANA, CIRO))
        known = last_of(match(at, *sides), before=known)
    assert known[ANA].unsure * 15 < 100
    assert known[ANA].matches == LEAST_MATCHES
