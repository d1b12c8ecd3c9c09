"""Draws one tile, and what else lies on a table, lying straight, larger than it will be seen."""

from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]

IVORY, BLACK, WHITE, BRASS = (240, 232, 214), (28, 26, 30), (245, 245, 240), (200, 160, 80)
# The colours that makers give to the ends, from a blank to twelve pips.
COLOURED: tuple[Colour, ...] = (
    *((60, 60, 60), (40, 140, 190), (30, 130, 60), (190, 40, 45), (130, 80, 40), (30, 70, 170)),
    *((200, 140, 20), (170, 40, 120), (20, 120, 110), (90, 50, 140), (220, 100, 30)),
    *((120, 30, 60), (110, 110, 110)),
)
ACROSS, MARGIN = 120, 10
# Where pips are in a square of side 1: in thirds, or in four rows for ten and more.
NEAR, HALF, FAR = 0.25, 0.5, 0.75
CORNERS = ((NEAR, NEAR), (FAR, FAR), (NEAR, FAR), (FAR, NEAR))
MIDDLE = ((HALF, HALF),)
SIDES = ((HALF, NEAR), (HALF, FAR))
ENDS = ((NEAR, HALF), (FAR, HALF))
FOUR_ROWS = tuple((NEAR + row / 6, column) for row in range(4) for column in (NEAR, FAR))
BETWEEN = tuple((NEAR + row / 6, HALF) for row in range(4))
PIPS: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    MIDDLE,
    CORNERS[:2],
    CORNERS[:2] + MIDDLE,
    CORNERS,
    CORNERS + MIDDLE,
    CORNERS + SIDES,
    CORNERS + SIDES + MIDDLE,
    CORNERS + SIDES + ENDS,
    CORNERS + SIDES + ENDS + MIDDLE,
    (*FOUR_ROWS, BETWEEN[0], BETWEEN[3]),
    (*FOUR_ROWS, BETWEEN[0], BETWEEN[3], *MIDDLE),
    FOUR_ROWS + BETWEEN,
)


@dataclass(frozen=True, kw_only=True)
class Make:
    """How the tiles of a box are made."""

    body: Colour = IVORY
    pip: Colour = BLACK
    coloured: bool = False
    bar: Colour = BLACK
    spinner: bool = False
    # The side that is seen of a thick tile, in parts of its width.
    thick: float = 0.06
    pip_size: float = 0.1
    round_corners: float = 0.12
    # Pips are dents with a bright rim, without a colour of their own.
    engraved: bool = False


def tile(ends, make):
    """Draw a tile, its first end on the left; one that lies face down for None."""
    size = (2 * ACROSS + 2 * MARGIN, ACROSS + 2 * MARGIN)
    picture = Image.new("RGBA", size, (*make.body, 0))
    draw = ImageDraw.Draw(picture)
    box = (MARGIN, MARGIN, MARGIN + 2 * ACROSS, MARGIN + ACROSS)
    corner, side = int(make.round_corners * ACROSS), int(make.thick * ACROSS)
    dark = shaded(make.body, 0.7)
    for down in range(side + 1):
        fill = make.body if down == side else dark
        top = side - down
        draw.rounded_rectangle((box[0], box[1] + top, box[2], box[3] + top), corner, fill=fill)
    if ends is not None:
        _bar(draw, make)
        for end, left in zip(ends, (0, ACROSS), strict=True):
            _pips(draw, end, left, make)
    return picture


def _bar(draw, make):
    middle = MARGIN + ACROSS
    draw.line((middle, MARGIN + 12, middle, MARGIN + ACROSS - 12), fill=make.bar, width=6)
    if make.spinner:
        _disc(draw, middle, MARGIN + ACROSS / 2, 8, BRASS)


def _pips(draw, end, left, make):
    colour = COLOURED[end] if make.coloured else make.pip
    size = make.pip_size * ACROSS * (1 if end <= 9 else 0.75)
    for x, y in PIPS[end]:
        # The second end is the first one turned half round.
        across, down = (x, y) if left == 0 else (1 - x, 1 - y)
        middle = MARGIN + left + across * ACROSS, MARGIN + down * ACROSS
        if make.engraved:
            _disc(draw, *middle, size, shaded(make.body, 1.15))
            _disc(draw, middle[0] - 2, middle[1] - 2, size * 0.92, shaded(make.body, 0.55))
        else:
            _disc(draw, *middle, size, colour)


def die(pips, body=WHITE):
    picture = Image.new("RGBA", (ACROSS + 20, ACROSS + 20), (*body, 0))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((10, 10, 10 + ACROSS, 10 + ACROSS), 18, fill=body)
    for x, y in PIPS[pips]:
        _disc(draw, 10 + x * ACROSS, 10 + y * ACROSS, 13, BLACK)
    return picture


def card():
    """Draw a playing card with a number."""
    picture = Image.new("RGBA", (300, 420), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((0, 0, 299, 419), 20, fill=WHITE, outline=(150, 150, 150), width=3)
    for place in ((30, 20), (210, 320)):
        draw.text(place, "9", fill=(180, 20, 30), font=ImageFont.load_default(70))
    for row in range(3):
        for column in range(3):
            x, y = 90 + 60 * column, 120 + 90 * row
            draw.polygon([(x, y - 26), (x + 18, y), (x, y + 26), (x - 18, y)], fill=(180, 20, 30))
    return picture


def shaded(colour, part):
    red, green, blue = (min(255, int(each * part)) for each in colour)
    return red, green, blue


def _disc(draw, x, y, size, colour):
    draw.ellipse((x - size, y - size, x + size, y + size), fill=colour)
