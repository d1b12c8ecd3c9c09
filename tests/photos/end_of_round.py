"""A photo at the end of a round: the line on the table, and what somebody has left."""

from tests.photos.scenes import SIZE, Lying, Scene


def in_a_line(tiles, gap=1.04, at=(0.08, 0.2)):
    """Lay tiles end to end to the right, down, and back to the left; doubles across.

    `tiles` are three rows of ends, and a tile is 0.09 of the table long.
    """
    half, found = 0.045 * SIZE[0], []
    x, y = at[0] * SIZE[0], at[1] * SIZE[1]
    for turned, row in zip((0, 270, 180), tiles, strict=True):
        # Where the middles of halves go, along the row.
        over, down = {0: (1, 0), 270: (0, 1), 180: (-1, 0)}[turned]
        for ends in row:
            double = ends[0] == ends[1]
            step = (0 if double else 0.5) * half * gap
            across = 90 if double else 0
            found.append(
                Lying(
                    (x + over * step) / SIZE[0], (y + down * step) / SIZE[1], turned + across, ends
                )
            )
            x, y = x + over * (2 * step + half * gap), y + down * (2 * step + half * gap)
        # Round the corner, beside the last half.
        x, y = x - over * half * gap, y - down * half * gap
        after = {0: (1, 0), 270: (-1, 0), 180: (0, 0)}[turned]
        x, y = x + after[0] * half * gap, y + after[1] * half * gap
    return tuple(found)


# The end of a round: a line whose ends are 3 and 4, and what somebody has left.
LINE = (
    ((3, 6), (6, 6), (6, 1), (1, 5), (5, 5), (5, 0), (0, 2)),
    ((2, 6), (6, 4)),
    ((4, 1), (1, 3), (3, 4)),
)
LEFT = ((5, 6), (4, 5), (2, 3), (0, 0), (1, 2))
END_OF_ROUND = Scene(
    lying=in_a_line(LINE)
    + tuple(
        Lying(0.2 + 0.12 * place, 0.78, 9 * place - 20, ends) for place, ends in enumerate(LEFT)
    ),
    length=0.09,
)
