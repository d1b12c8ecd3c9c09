"""The colours of players: each has one at every table, and no two at a table have the same."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scorekeeper.scorebook.database.column_limits import MOST_SEATS

# As the colours of pages are numbered; as many as people can sit at a table.
COLOURS = tuple(range(1, MOST_SEATS + 1))
# The first five are easiest to tell apart: the others are for the sixth player at a table and on.
BEST = 5


def next_colour(seat: int, taken: Collection[int]) -> int:
    """Return the colour for a new player: that of the seat, or the next one nobody has there."""

    def steps(colour: int) -> tuple[bool, int]:
        at = colour - 1
        return at // BEST != seat // BEST, (at - seat) % BEST

    around = sorted(COLOURS, key=steps)
    return next((colour for colour in around if colour not in taken), around[0])


def at_one_table(own: Sequence[int | None]) -> tuple[int, ...]:
    """Return a colour for each seat: the player's own, unless an earlier seat has it.

    >>> at_one_table([3, 1, 3, None])
    (3, 1, 4, 5)
    """
    taken: list[int] = []
    for seat, colour in enumerate(own):
        if colour is None or colour in taken:
            # Later seats keep their colours.
            theirs = {other for other in own[seat + 1 :] if other is not None}
            colour = next_colour(seat, {*taken, *theirs})
        taken.append(colour)
    return tuple(taken)
