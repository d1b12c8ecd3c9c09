"""Tables to lay tiles on: plain, grown, woven, printed, tiled, and without any sense."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw

from tests.photos.training.chance import (
    Random,
    Values,
    any_colour,
    any_of,
    clouds,
    light,
    maybe,
    streaks,
    unlike,
    wooden,
)
from tests.photos.training.faces import colour

LETTERS = "abcdeghkmnorsuxABDEMORSX0123456789"


def table(random: Random, side: int, *, held_out: bool = False) -> Values:
    """Draw a square table by chance, of a kind that is held out or of another."""
    shares = HELD_OUT if held_out else TABLES
    drawn = KINDS[any_of(random, shares)](random, side)
    drawn = drawn + random.standard_normal(drawn.shape, np.float32) * 2
    return np.asarray(drawn.clip(0, 255), np.float32)


def _plain(random: Random, side: int) -> Values:
    return np.full((side, side, 3), any_colour(random), np.float32)


def _wood(random: Random, side: int) -> Values:
    """Grain that runs along, and darker lines between planks."""
    base = wooden(random) if maybe(random, 0.75) else any_colour(random)
    x, y = _turned(random, side)
    wavy = clouds(random, side, side, 2, 16)
    rings = np.sin((y + 0.01 * wavy) * random.uniform(60, 260) + wavy * random.uniform(0.5, 2.5))
    fibres = streaks(random, side, side, 40)
    bright = 1 + random.uniform(0.02, 0.12) * rings + random.uniform(0.01, 0.08) * fibres
    if maybe(random, 0.4):
        wide = random.uniform(0.12, 0.4)
        bright = np.where(np.mod(y + x * 0, wide) < 0.008, bright * 0.4, bright)
    return np.asarray(base * bright[..., None], np.float32)


def _cloth(random: Random, side: int) -> Values:
    x, y = _turned(random, side)
    threads = random.uniform(60, 260)
    woven = (np.sin(x * threads * 2) + np.sin(y * threads * 2)) / 2
    bright = 1 + random.uniform(0.03, 0.15) * woven + 0.08 * clouds(random, side, side, 2, 8)
    rough = random.normal(0, random.uniform(2, 14), (side, side, 1))
    return np.asarray(any_colour(random) * bright[..., None] + rough, np.float32)


def _rough(random: Random, side: int) -> Values:
    spots = clouds(random, side, side, int(random.choice((2, 8, 32, 128))), 256)
    bright = 1 + random.uniform(0.02, 0.28) * spots
    return np.asarray(any_colour(random) * bright[..., None], np.float32)


def _check(random: Random, side: int) -> Values:
    x, y = _turned(random, side)
    fields, grout = random.uniform(4, 26), random.choice((0, 0.06))
    one = any_colour(random)
    odd = (np.floor(x * fields) + np.floor(y * fields)) % 2 == 0
    drawn = np.where(odd[..., None], one, unlike(random, one))
    lines = np.minimum(np.mod(x * fields, 1), np.mod(y * fields, 1)) < grout
    return np.asarray(np.where(lines[..., None], one * 0.5, drawn), np.float32)


def _stripes(random: Random, side: int) -> Values:
    x, _ = _turned(random, side)
    one = any_colour(random)
    wide = np.sin(x * random.uniform(5, 60) * 2 * np.pi) > random.uniform(-0.5, 0.8)
    return np.asarray(np.where(wide[..., None], one, unlike(random, one)), np.float32)


def _marble(random: Random, side: int) -> Values:
    base = light(random) if maybe(random, 0.7) else any_colour(random)
    veins = np.abs(clouds(random, side, side, 2, 64) + 0.3 * clouds(random, side, side, 8, 128))
    bright = base - (np.exp(-veins * random.uniform(6, 20)) * random.uniform(20, 90))[..., None]
    return np.asarray(bright + 6 * clouds(random, side, side, 64, 256)[..., None], np.float32)


def _spots(random: Random, side: int) -> Values:
    heights = clouds(random, side, side, int(random.integers(3, 40)), 64)[..., None]
    drawn = np.where(heights > random.uniform(-0.5, 1), any_colour(random), any_colour(random))
    return np.asarray(np.where(heights > random.uniform(0.8, 1.8), any_colour(random), drawn))


def _dots(random: Random, side: int) -> Values:
    """A cloth with dots in rows, which look like pips."""
    base = any_colour(random)
    image, pen = _sheet(base, side)
    ink, apart = unlike(random, base), random.uniform(0.02, 0.12) * side
    size = apart * random.uniform(0.12, 0.4)
    for row, y in enumerate(np.arange(0, side + apart, apart)):
        for x in np.arange(apart / 2 * (row % 2), side + apart, apart):
            pen.ellipse((x - size, y - size, x + size, y + size), fill=colour(ink))
    return _turned_sheet(random, image, side)


def _flowers(random: Random, side: int) -> Values:
    image, pen = _sheet(any_colour(random), side)
    for _ in range(random.integers(20, 80)):
        x, y = random.uniform(0, side, 2)
        size, ink = random.uniform(4, 0.08 * side), colour(any_colour(random))
        for angle in np.linspace(0, 2 * np.pi, random.integers(1, 8), endpoint=False):
            leaf_x, leaf_y = x + np.cos(angle) * size, y + np.sin(angle) * size
            half = size * 0.6
            pen.ellipse((leaf_x - half, leaf_y - half, leaf_x + half, leaf_y + half), fill=ink)
    return np.asarray(image, np.float32)


def _page(random: Random, side: int) -> Values:
    """Print: lines of words, boxes and pictures."""
    base = light(random)
    image, pen = _sheet(base, side)
    ink, down = colour(unlike(random, base, 90)), random.uniform(0, 20)
    while down < side:
        high, along = random.uniform(8, 30), random.uniform(0, 40)
        while along < side:
            wide = random.uniform(10, 70)
            if maybe(random, 0.5):
                pen.rectangle((along, down, along + wide, down + high * 0.4), fill=ink)
            else:
                word = "".join(random.choice(list(LETTERS), 5))
                pen.text((along, down), word, fill=ink, font_size=max(6, high * 0.8))
            along += wide + random.uniform(4, 25)
        down += high * 1.3
    return _turned_sheet(random, image, side)


def _collage(random: Random, side: int) -> Values:
    """Things that lie about: books, boxes, mats, other people's furniture."""
    image, pen = _sheet(any_colour(random), side)
    for _ in range(random.integers(3, 14)):
        middle, half = random.uniform(0, side, 2), random.uniform(0.04, 0.4, 2) * side
        angle = random.uniform(0, np.pi)
        along = np.array([np.cos(angle), np.sin(angle)])
        across = np.array([-along[1], along[0]])
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        box = [middle + one * half[0] * along + two * half[1] * across for one, two in signs]
        pen.polygon([(float(x), float(y)) for x, y in box], fill=colour(any_colour(random)))
    return np.asarray(image, np.float32)


def _leather(random: Random, side: int) -> Values:
    """Held out: pebbles with folds and a shine."""
    pebbles = np.abs(clouds(random, side, side, 48, 96))
    folds = clouds(random, side, side, 1, 6)
    bright = 1 + 0.3 * (pebbles - 0.8) + 0.2 * folds
    shine = (folds - 1).clip(0, 3) * random.uniform(10, 60)
    base = any_colour(random) * random.uniform(0.3, 1)
    return np.asarray(base * bright[..., None] + shine[..., None], np.float32)


def _board(random: Random, side: int) -> Values:
    """Held out: the board of a game, with fields in a row and signs on crossings."""
    base = any_colour(random)
    image, pen = _sheet(base, side)
    ink, wide = colour(unlike(random, base)), int(random.integers(20, 70))
    for place in range(0, side, wide):
        pen.line((place, 0, place, side), fill=ink, width=2)
        pen.line((0, place, side, place), fill=ink, width=2)
    for _ in range(random.integers(5, 40)):
        x, y = random.integers(0, side // wide + 1, 2) * wide
        half, fill = wide * random.uniform(0.2, 0.5), colour(any_colour(random))
        if maybe(random, 0.5):
            pen.polygon([(x, y - half), (x + half, y), (x, y + half), (x - half, y)], fill=fill)
        else:
            pen.ellipse((x - half, y - half, x + half, y + half), fill=fill)
    return _turned_sheet(random, image, side)


def _turned(random: Random, side: int) -> tuple[Values, Values]:
    """Return where each pixel is on a table that is turned, the side being 1."""
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) / np.float32(side)
    angle = random.uniform(0, np.pi)
    cosine, sine = np.float32(np.cos(angle)), np.float32(np.sin(angle))
    return x * cosine + y * sine, y * cosine - x * sine


def _sheet(base: Values, side: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGB", (side, side), colour(base))
    return image, ImageDraw.Draw(image)


def _turned_sheet(random: Random, image: Image.Image, side: int) -> Values:
    """Turn what was drawn straight, without showing that it ends."""
    large = image.resize((side * 3 // 2, side * 3 // 2), Image.Resampling.BILINEAR)
    turned = large.rotate(random.uniform(-45, 45), Image.Resampling.BILINEAR)
    left = side // 4
    return np.asarray(turned.crop((left, left, left + side, left + side)), np.float32)


KINDS: dict[str, Callable[[Random, int], Values]] = {
    "plain": _plain,
    "wood": _wood,
    "cloth": _cloth,
    "rough": _rough,
    "check": _check,
    "stripes": _stripes,
    "marble": _marble,
    "spots": _spots,
    "dots": _dots,
    "flowers": _flowers,
    "page": _page,
    "collage": _collage,
    "leather": _leather,
    "board": _board,
}
TABLES = {
    "plain": 0.13,
    "wood": 0.2,
    "cloth": 0.1,
    "rough": 0.1,
    "check": 0.06,
    "stripes": 0.05,
    "marble": 0.06,
    "spots": 0.06,
    "dots": 0.05,
    "flowers": 0.05,
    "page": 0.06,
    "collage": 0.08,
}
HELD_OUT = {"leather": 0.3, "board": 0.3, "wood": 0.2, "plain": 0.2}
