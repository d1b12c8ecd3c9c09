"""Whist tables: everybody plays with everybody once, and against everybody twice.

They are the oldest plans for people whose partners change: E. H. Moore, "Tactical Memoranda",
American Journal of Mathematics 18 (1896). Each of these was found by a search, and a test holds
what they promise.
"""

from __future__ import annotations

# By how many people play: the first round, two partners against two. The next round adds one to
# each number, and begins again at 0 after the last one; x stays where it is.
_FIRST_ROUNDS = {
    4: "x 0 1 2",
    5: "1 4 2 3",
    8: "x 0 1 3, 2 6 4 5",
    9: "1 2 4 8, 3 6 5 7",
    12: "x 0 1 3, 2 9 6 7, 4 10 5 8",
    13: "1 4 2 7, 3 12 6 8, 5 11 9 10",
    16: "x 0 1 2, 3 6 9 11, 4 13 8 12, 5 10 7 14",
    17: "1 7 4 9, 2 16 3 12, 5 6 11 13, 8 15 10 14",
    20: "x 0 1 2, 3 7 11 13, 4 9 6 14, 5 17 10 16, 8 18 12 15",
    21: "1 17 12 20, 2 5 4 11, 3 18 10 14, 6 16 7 19, 8 9 13 15",
    24: "x 0 1 2, 3 18 13 15, 4 17 11 20, 5 21 6 9, 7 12 16 22, 8 19 10 14",
}
# Nine are numbers of two digits, from 00 to 22: 2 and 1 are 0, and nothing is carried.
_DIGITS = {9: 3}


def whist_rounds(people: int) -> list[list[int]]:
    """Return all rounds for so many people, by numbers; none where no table is known.

    Each has the numbers table after table: two partners, and the two against them. Where somebody
    is left over, the last one sits out, everybody once.
    """
    if people not in _FIRST_ROUNDS:
        return []
    numbers = _FIRST_ROUNDS[people].replace(",", "").split()
    moving = people - ("x" in numbers)
    seats = [moving if number == "x" else int(number) for number in numbers]
    out = [] if "x" in numbers else [0]
    base = _DIGITS.get(people, moving)

    def moved(seat: int, step: int) -> int:
        """Add a step to a number; where it has two digits, to each, and nothing is carried."""
        if seat == moving:
            return seat
        high, low = seat // base + step // base, (seat + step) % base
        return high % (moving // base) * base + low

    return [[moved(seat, step) for seat in (*seats, *out)] for step in range(moving)]
