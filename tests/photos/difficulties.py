"""Thirty pictures, each with something that is hard to read, and some without a tile."""

from tests.photos.drawing import BLACK, WHITE, Make
from tests.photos.scenes import GREY, WOOD, Camera, Lying, Scene, Table, in_a_row, scattered

HAND = ((6, 4), (5, 2), (1, 1), (0, 3), (4, 3))
SEVEN = (*HAND, (6, 6), (0, 0))
NINES = ((7, 4), (9, 9), (8, 1), (0, 7), (6, 8))
TWELVES = ((12, 10), (11, 3), (9, 12), (7, 7), (10, 4))
OPEN = scattered(HAND)

DARK_TILES = Make(body=BLACK, pip=WHITE, bar=WHITE)
PINK_TILES = Make(body=(236, 96, 160), pip=(250, 220, 60), bar=(250, 220, 60))
WOODEN = Make(body=(196, 150, 98), pip=(60, 34, 18), bar=(60, 34, 18), round_corners=0.04)

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
    "dark tiles": Scene(lying=OPEN, make=DARK_TILES, table=Table(colour=GREY)),
    "pink tiles": Scene(lying=OPEN, make=PINK_TILES, table=Table(colour=(40, 38, 36))),
    "wooden tiles on wood": Scene(
        lying=OPEN, make=WOODEN, table=Table(colour=(92, 60, 36), pattern="wood")
    ),
    "white tiles on a white table": Scene(
        lying=OPEN, make=Make(body=WHITE), table=Table(colour=(226, 224, 220))
    ),
    "coloured pips": Scene(lying=OPEN, make=Make(body=WHITE, coloured=True)),
    "engraved pips": Scene(lying=OPEN, make=Make(engraved=True, bar=(170, 160, 140))),
    "spinners and thick edges": Scene(lying=OPEN, make=Make(spinner=True, thick=0.16)),
    "small pips": Scene(lying=OPEN, make=Make(pip_size=0.055)),
    "double nine": Scene(lying=scattered(NINES), make=Make(coloured=True), highest=9),
    "double twelve": Scene(lying=scattered(TWELVES), make=Make(coloured=True), highest=12),
    "a checked table": Scene(lying=OPEN, table=Table(colour=(170, 60, 60), pattern="check")),
    "a table with a pattern": Scene(
        lying=OPEN, table=Table(colour=(190, 180, 150), pattern="leaves")
    ),
    "a shadow": Scene(lying=OPEN, table=Table(colour=WOOD), camera=Camera(shadow=True)),
    "glare": Scene(lying=OPEN, camera=Camera(glare=0.9)),
    "little light": Scene(lying=OPEN, camera=Camera(light=0.16, noise=8, tint=(1.1, 0.95, 0.75))),
    "blur and motion": Scene(lying=OPEN, camera=Camera(blur=2.6, motion=8)),
    "much noise, saved small": Scene(lying=OPEN, camera=Camera(noise=34, quality=30)),
    "dice, a card and tiles face down": Scene(
        lying=(
            *in_a_row(HAND, 0.14, at=(0.5, 0.25)),
            Lying(0.2, 0.7, 30, thing="die"),
            Lying(0.36, 0.8, 50, thing="die"),
            Lying(0.56, 0.74, 12, thing="card"),
            Lying(0.8, 0.65, 70),
            Lying(0.86, 0.85, 15),
        ),
        length=0.14,
    ),
}

# Tables without a tile that can be read.
WITHOUT_TILES: dict[str, Scene] = {
    "an empty table": Scene(lying=(), table=Table(colour=WOOD, pattern="wood")),
    "a checked cloth": Scene(lying=(), table=Table(colour=(170, 60, 60), pattern="check")),
    "tiles face down": Scene(lying=tuple(Lying(0.2 + 0.2 * n, 0.5, 40 * n) for n in range(4))),
    "dice and cards": Scene(
        lying=(
            Lying(0.25, 0.3, 20, thing="die"),
            Lying(0.32, 0.42, 55, thing="die"),
            Lying(0.6, 0.5, 8, thing="card"),
            Lying(0.8, 0.5, 95, thing="card"),
        )
    ),
}
