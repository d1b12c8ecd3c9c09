"""Thirty pictures, each with something that is hard to read, and some without a tile.

A thing is drawn lying straight, laid on a table, and a picture is taken, with what spoils pictures.
"""

from dataclasses import dataclass, field
from io import BytesIO

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from scorekeeper.vision.geometry import Points, homography

Colour = tuple[int, int, int]
Ends = tuple[int, int]

GREEN, WOOD, GREY = (38, 92, 66), (128, 84, 52), (150, 150, 155)
SIZE = (800, 600)
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
    if ends is None:
        return picture
    middle = MARGIN + ACROSS
    draw.line((middle, MARGIN + 12, middle, MARGIN + ACROSS - 12), fill=make.bar, width=6)
    if make.spinner:
        _disc(draw, middle, MARGIN + ACROSS / 2, 8, BRASS)
    for end, left in zip(ends, (0, ACROSS), strict=True):
        _pips(draw, end, left, make)
    return picture


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


def die():
    picture = Image.new("RGBA", (ACROSS + 20, ACROSS + 20), (*WHITE, 0))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((10, 10, 10 + ACROSS, 10 + ACROSS), 18, fill=WHITE)
    for x, y in PIPS[5]:
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


@dataclass(frozen=True)
class Lying:
    """A thing on the table: its middle in parts of the table, how it is turned in degrees."""

    x: float
    y: float
    turned: float = 0.0
    # None is a tile that lies face down.
    ends: Ends | None = None
    thing: str = "tile"


@dataclass(frozen=True, kw_only=True)
class Camera:
    """How the picture is taken, and what becomes of it."""

    # How much narrower the far side of the table is.
    tilt: float = 0.0
    turned: int = 0
    mirrored: bool = False
    light: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    shadow: bool = False
    glare: float = 0.0
    blur: float = 0.6
    motion: int = 0
    noise: float = 3.0
    quality: int = 88


@dataclass(frozen=True, kw_only=True)
class Scene:
    lying: tuple[Lying, ...]
    # How long a tile is, in parts of the picture's width.
    length: float = 0.16
    make: Make = field(default_factory=Make)
    # Of the table.
    colour: Colour = GREEN
    pattern: str = "plain"
    camera: Camera = field(default_factory=Camera)
    highest: int = 6

    @property
    def tiles(self):
        """The tiles that can be read, the lower end first."""
        faces = [each.ends for each in self.lying if each.ends is not None]
        return sorted((min(ends), max(ends)) for ends in faces)


def picture(scene, seed=0):
    """Draw a scene, the same for the same seed."""
    random = np.random.default_rng(seed)
    drawn = _table(scene, random)
    for each in scene.lying:
        _lay(drawn, each, scene)
    return _taken(_seen(drawn, scene.camera), scene.camera, random)


def jpeg(scene, seed=0):
    """Draw a scene as a camera sends it."""
    stream = BytesIO()
    picture(scene, seed).save(stream, "JPEG", quality=scene.camera.quality)
    return stream.getvalue()


def scattered(tiles, columns=3, apart=0.24):
    """Lay tiles down as they fall, in rows and each turned otherwise."""
    rows = -(-len(tiles) // columns)
    return tuple(
        Lying(
            0.5 + (place % columns - (columns - 1) / 2) * apart,
            0.5 + (place // columns - (rows - 1) / 2) * apart * 1.2,
            (37 * place + 13) % 180,
            ends,
        )
        for place, ends in enumerate(tiles)
    )


def in_a_row(tiles, length, gap=0.03, at=(0.5, 0.5)):
    """Stand tiles beside each other, as a hand is laid open."""
    step = length / 2 * (1 + gap)
    first = at[0] - step * (len(tiles) - 1) / 2
    return tuple(Lying(first + step * place, at[1], 90, ends) for place, ends in enumerate(tiles))


def things(told):
    """Read what lies on a table: `die 0.2 0.7 30 | card 0.6 0.5 8`, each with how it is turned."""
    found = (each.split() for each in told.split(" | "))
    return tuple(
        Lying(float(x), float(y), float(turned), thing=thing) for thing, x, y, turned in found
    )


def _table(scene, random):
    width, height = SIZE
    y, x = np.mgrid[0:height, 0:width] / 100
    bright = 1 + _pattern(scene.pattern, x, y) + random.normal(0, 0.02, x.shape)
    values = np.array(scene.colour) * bright[..., None]
    return Image.fromarray(values.clip(0, 255).astype(np.uint8))


def _pattern(name, x, y):
    """Return how much brighter a table is at each place."""
    found = np.zeros_like(x)
    if name == "wood":
        found += 0.16 * np.sin(9 * y + 1.2 * np.sin(1.1 * x) + 3 * np.sin(0.3 * x))
    elif name == "check":
        found += 0.5 * (((x * 1.4).astype(int) + (y * 1.4).astype(int)) % 2 - 0.5)
    elif name == "leaves":
        found += 0.4 * np.sin(7 * x + 4 * np.sin(3 * y)) * np.sin(6 * y + 3 * np.sin(4 * x))
    return found


def _lay(table, lying, scene):
    things = {"tile": lambda: tile(lying.ends, scene.make), "die": die, "card": card}
    thing = things[lying.thing]()
    scale = scene.length * SIZE[0] / (2 * ACROSS)
    small = thing.resize(
        (round(thing.width * scale), round(thing.height * scale)), Image.Resampling.LANCZOS
    ).rotate(lying.turned, Image.Resampling.BICUBIC, expand=True)
    left = round(lying.x * SIZE[0] - small.width / 2)
    top = round(lying.y * SIZE[1] - small.height / 2)
    shade = (
        small.getchannel("A").filter(ImageFilter.GaussianBlur(3)).point(lambda value: value // 2)
    )
    table.paste((10, 10, 10), (left + 4, top + 5), shade)
    table.paste(small, (left, top), small)


def _seen(table, camera):
    """Look at the table from the side, and hold the camera as it is held."""
    width, height = table.size
    off = camera.tilt * width / 2
    frame: Points = np.array([(0, 0), (width, 0), (width, height), (0, height)], float)
    seen: Points = frame + np.array([(off, off / 2), (-off, off / 2), (0, 0), (0, 0)])
    matrix = homography(seen, frame).ravel()[:8].tolist()
    way = (Image.Transform.PERSPECTIVE, matrix, Image.Resampling.BICUBIC)
    found = table.transform(table.size, *way) if camera.tilt else table
    if camera.mirrored:
        found = found.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    return found.rotate(camera.turned, expand=True)


def _taken(seen, camera, random):
    values = np.asarray(seen.filter(ImageFilter.GaussianBlur(camera.blur)), float)
    height, width = values.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    if camera.motion:
        values = np.mean([np.roll(values, step, axis=1) for step in range(camera.motion)], axis=0)
    if camera.shadow:
        values = values * np.where(x + 0.5 * y < 0.62 * width, 0.5, 1.0)[..., None]
    for place in (0.35, 0.6) if camera.glare else ():
        away = ((x - place * width) ** 2 + (y - place * height) ** 2) / (0.05 * width) ** 2
        values = values + 255 * camera.glare * np.exp(-away)[..., None]
    values = values * camera.light * np.array(camera.tint)
    values = values + random.normal(0, camera.noise, values.shape)
    return Image.fromarray(values.clip(0, 255).astype(np.uint8))


HAND = ((6, 4), (5, 2), (1, 1), (0, 3), (4, 3))
SEVEN = (*HAND, (6, 6), (0, 0))
NINES = ((7, 4), (9, 9), (8, 1), (0, 7), (6, 8))
TWELVES = ((12, 10), (11, 3), (9, 12), (7, 7), (10, 4))
OPEN = scattered(HAND)

DARK_TILES = Make(body=BLACK, pip=WHITE, bar=WHITE)
PINK_TILES = Make(body=(236, 96, 160), pip=(250, 220, 60), bar=(250, 220, 60))
WOODEN = Make(body=(196, 150, 98), pip=(60, 34, 18), bar=(60, 34, 18), round_corners=0.04)

# Thirty pictures, each with something that is hard to read.
DIFFICULTIES: dict[str, Scene] = {
    "nothing hard": Scene(lying=OPEN),
    "one tile": Scene(lying=(Lying(0.5, 0.5, 20, (5, 3)),)),
    "a hand in a row": Scene(lying=in_a_row(SEVEN, 0.18), length=0.18),
    "tiles that touch": Scene(lying=in_a_row(SEVEN, 0.2, gap=0), length=0.2),
    "far away": Scene(lying=in_a_row(SEVEN, 0.045, gap=0.1), length=0.045),
    "very near": Scene(lying=in_a_row(((6, 5), (2, 4)), 0.55, gap=0.1), length=0.55),
    "fifteen tiles": Scene(
        lying=scattered(
            [(high, low) for high in range(5) for low in range(high + 1)], columns=5, apart=0.16
        ),
        length=0.11,
    ),
    "two hands": Scene(
        lying=in_a_row(HAND, 0.13, at=(0.5, 0.2)) + in_a_row(((6, 6), (2, 2)), 0.13, at=(0.5, 0.8)),
        length=0.13,
    ),
    "the camera held upright": Scene(lying=OPEN, camera=Camera(turned=90)),
    "the camera upside down": Scene(lying=OPEN, camera=Camera(turned=180)),
    "mirrored": Scene(lying=OPEN, camera=Camera(mirrored=True)),
    "from the side": Scene(lying=OPEN, camera=Camera(tilt=0.42)),
    "dark tiles": Scene(lying=OPEN, make=DARK_TILES, colour=GREY),
    "pink tiles": Scene(lying=OPEN, make=PINK_TILES, colour=(40, 38, 36)),
    "wooden tiles on wood": Scene(lying=OPEN, make=WOODEN, colour=(92, 60, 36), pattern="wood"),
    "white tiles on a white table": Scene(
        lying=OPEN, make=Make(body=WHITE), colour=(226, 224, 220)
    ),
    "coloured pips": Scene(lying=OPEN, make=Make(body=WHITE, coloured=True)),
    "engraved pips": Scene(lying=OPEN, make=Make(engraved=True, bar=(170, 160, 140))),
    "spinners and thick edges": Scene(lying=OPEN, make=Make(spinner=True, thick=0.16)),
    "small pips": Scene(lying=OPEN, make=Make(pip_size=0.055)),
    "double nine": Scene(lying=scattered(NINES), make=Make(coloured=True), highest=9),
    "double twelve": Scene(lying=scattered(TWELVES), make=Make(coloured=True), highest=12),
    "a checked table": Scene(lying=OPEN, colour=(170, 60, 60), pattern="check"),
    "a table with a pattern": Scene(lying=OPEN, colour=(190, 180, 150), pattern="leaves"),
    "a shadow": Scene(lying=OPEN, colour=WOOD, camera=Camera(shadow=True)),
    "glare": Scene(lying=OPEN, camera=Camera(glare=0.9)),
    "little light": Scene(lying=OPEN, camera=Camera(light=0.16, noise=8, tint=(1.1, 0.95, 0.75))),
    "blur and motion": Scene(lying=OPEN, camera=Camera(blur=2.6, motion=8)),
    "much noise, saved small": Scene(lying=OPEN, camera=Camera(noise=34, quality=30)),
    "dice, a card and tiles face down": Scene(
        lying=in_a_row(HAND, 0.14, at=(0.5, 0.25))
        + things(
            "die .2 .7 30 | die .36 .8 50 | card .56 .74 12 | tile .8 .65 70 | tile .86 .85 15"
        ),
        length=0.14,
    ),
}

# Tables without a tile that can be read.
WITHOUT_TILES: dict[str, Scene] = {
    "an empty table": Scene(lying=(), colour=WOOD, pattern="wood"),
    "a checked cloth": Scene(lying=(), colour=(170, 60, 60), pattern="check"),
    "tiles face down": Scene(lying=tuple(Lying(0.2 + 0.2 * n, 0.5, 40 * n) for n in range(4))),
    "dice and cards": Scene(
        lying=things("die .25 .3 20 | die .32 .42 55 | card .6 .5 8 | card .8 .5 95")
    ),
}
