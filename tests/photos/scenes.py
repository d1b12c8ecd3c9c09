"""Lays tiles on a table and takes a picture of them, with what spoils pictures."""

from dataclasses import dataclass, field
from io import BytesIO

import numpy as np
from PIL import Image, ImageFilter

from scorekeeper.vision.geometry import Points, homography
from tests.photos.drawing import ACROSS, Colour, Make, card, die, tile

GREEN, WOOD, GREY = (38, 92, 66), (128, 84, 52), (150, 150, 155)
SIZE = (800, 600)

Ends = tuple[int, int]


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
class Table:
    colour: Colour = GREEN
    pattern: str = "plain"


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
    table: Table = field(default_factory=Table)
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
    drawn = _table(scene.table, random)
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


def _table(table, random):
    width, height = SIZE
    y, x = np.mgrid[0:height, 0:width] / 100
    bright = 1 + _pattern(table.pattern, x, y) + random.normal(0, 0.02, x.shape)
    values = np.array(table.colour) * bright[..., None]
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
    thing = _drawn(lying, scene.make)
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


def _drawn(lying, make):
    if lying.thing == "tile":
        return tile(lying.ends, make)
    return die(5) if lying.thing == "die" else card()


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
