"""Draws one tile, lying straight: its picture, and where it is solid."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from tests.photos.scenes import PIPS
from tests.photos.training.chance import Random, Values, maybe, streaks, unlike
from tests.photos.training.styles import Style

# Drawn twice as large, as Pillow draws without smooth edges.
FINER = 2
# From how far the light comes that makes dents and gloss seen.
OFF = 0.16


@dataclass(frozen=True, eq=False)
class Face:
    """A thing as it is seen from above: colours, and how solid it is, from 0 to 1."""

    colours: Values
    solid: Values


class Pen:
    """Draws on a face, in parts of a tile's width."""

    def __init__(self, body: Values, width: float, height: float, pixels: float) -> None:
        self.scale = pixels * FINER
        self.size = (max(4, round(width * self.scale)), max(4, round(height * self.scale)))
        self.image = Image.new("RGB", self.size, colour(body))
        self.mask = Image.new("L", self.size, 0)
        self._draw = ImageDraw.Draw(self.image)

    def disc(self, x: float, y: float, size: float, fill: Values) -> None:
        self._draw.ellipse(self._box(x - size, y - size, x + size, y + size), fill=colour(fill))

    def box(self, left: float, top: float, right: float, bottom: float, fill: Values) -> None:
        self._draw.rectangle(self._box(left, top, right, bottom), fill=colour(fill))

    def shape(self, points: list[tuple[float, float]], fill: Values) -> None:
        scaled = [(x * self.scale, y * self.scale) for x, y in points]
        self._draw.polygon(scaled, fill=colour(fill))

    def line(self, points: list[tuple[float, float]], width: float, fill: Values) -> None:
        scaled = [(x * self.scale, y * self.scale) for x, y in points]
        self._draw.line(scaled, fill=colour(fill), width=max(1, round(width * self.scale)))

    def cut(self, round_corners: float, left: float = 0, right: float = float("inf")) -> None:
        """Let a box with round corners be solid: all of it, or from left to right."""
        first, last = left * self.scale, min(right * self.scale, self.size[0] - 1)
        radius = min(round_corners * self.scale, min(self.size) / 2 - 1)
        box = (first, 0, last, self.size[1] - 1)
        ImageDraw.Draw(self.mask).rounded_rectangle(box, radius, fill=255)

    def face(self) -> Face:
        image, mask = self.image.reduce(FINER), self.mask.reduce(FINER)
        return Face(np.asarray(image, np.float32), np.asarray(mask, np.float32) / 255)

    def _box(self, *sides: float) -> tuple[float, float, float, float]:
        left, top, right, bottom = (each * self.scale for each in sides)
        return left, top, max(left, right), max(top, bottom)


def colour(values: Values) -> tuple[int, int, int]:
    red, green, blue = (int(each) for each in np.clip(values, 0, 255))
    return red, green, blue


def tile(random: Random, style: Style, ends: tuple[int, int] | None, pixels: float) -> Face:
    """Draw a tile so many pixels wide, its first end on the left; None lies face down."""
    body = (style.back if ends is None else style.body) * random.uniform(0.94, 1.04)
    pen = Pen(body + random.normal(0, 3, 3), style.ratio, 1, pixels)
    pen.cut(style.round_corners)
    if ends is None:
        _mark_back(random, style, pen)
    else:
        _draw_bar(random, style, pen)
        sun = random.uniform(0, 2 * np.pi)
        for end, right in zip(ends, (False, True), strict=True):
            _draw_pips(random, style, pen, end, right, sun)
        _draw_spinner(style, pen)
    face = pen.face()
    return Face(_lit(random, style, face), face.solid)


def _draw_bar(random: Random, style: Style, pen: Pen) -> None:
    middle, half = style.ratio / 2, style.bar_width / 2
    top = (1 - style.bar_length) / 2
    pen.box(middle - half, top, middle + half, 1 - top, style.bar_colour)
    if style.bar == "thin" and maybe(random, 0.4):
        # A groove has a bright side.
        pen.box(middle + half, top, middle + 2 * half, 1 - top, style.body * 1.15)
    elif style.bar == "bar" and maybe(random, 0.5):
        pen.box(middle - half / 2, top * 1.1, middle, 1 - top * 1.1, style.bar_colour * 1.5 + 15)


def _draw_pips(random: Random, style: Style, pen: Pen, end: int, right: bool, sun: float) -> None:
    if style.sockets:
        _draw_sockets(random, style, pen, right)
    size = style.pip_size * (1 if end <= 6 else 0.92 if end <= 9 else 0.66)
    fill = style.colours[end] + random.normal(0, 4, 3)
    # Fewer than ten stand in three rows, and may stand further apart.
    spread = style.spread if end <= 9 else min(style.spread, 1.15)
    for x, y in PIPS[end]:
        along, down = 0.5 + (x - 0.5) * spread, 0.5 + (y - 0.5) * spread
        if style.across and end == 6:
            along, down = down, along
        if style.mirrored and end in (2, 3):
            down = 1 - down
        if right:
            along, down = 1 - along, 1 - down
        half = style.ratio / 2
        _draw_pip(style, pen, (half * (along + right), down), size, fill, sun)


def _draw_sockets(random: Random, style: Style, pen: Pen, right: bool) -> None:
    """Draw the dents into which pips are pressed, also where none is."""
    half, light = style.ratio / 2, style.body * random.uniform(0.4, 1.5) + random.uniform(0, 14)
    for x, y in PIPS[9]:
        along, down = 0.5 + (x - 0.5) * style.spread, 0.5 + (y - 0.5) * style.spread
        at = half * (along + right)
        pen.disc(at, down, style.pip_size * 1.15, light)
        pen.disc(at, down - 0.015, style.pip_size, style.body * 0.8)


def _draw_pip(
    style: Style, pen: Pen, at: tuple[float, float], size: float, fill: Values, sun: float
) -> None:
    x, y = at
    away_x, away_y = np.cos(sun) * size, np.sin(sun) * size
    if style.pip == "square":
        pen.box(x - size * 0.9, y - size * 0.9, x + size * 0.9, y + size * 0.9, fill)
        return
    if style.pip == "diamond":
        long = size * 1.2
        pen.shape([(x, y - long), (x + long, y), (x, y + long), (x - long, y)], fill)
        return
    if style.pip in ("ringed", "engraved"):
        rim = style.body * 0.65 if style.pip == "ringed" else style.body * 1.2
        pen.disc(x + away_x * OFF, y + away_y * OFF, size * 1.1, rim)
    pen.disc(x, y, size, fill)
    if style.pip == "ringed":
        pen.disc(x, y, size * 0.45, style.body)
    elif style.pip in ("drilled", "engraved"):
        pen.disc(x + away_x * OFF, y + away_y * OFF, size * 0.75, fill * 1.25 + 10)
        pen.disc(x, y, size * 0.4, fill)
    elif style.pip == "glossy":
        pen.disc(x - away_x * 0.35, y - away_y * 0.35, size * 0.5, fill * 1.15 + 25)
        pen.disc(x - away_x * 0.4, y - away_y * 0.4, size * 0.2, fill + 130)


def _draw_spinner(style: Style, pen: Pen) -> None:
    if style.spinner is None:
        return
    middle, size = style.ratio / 2, style.spinner_size
    pen.disc(middle, 0.5, size * 1.25, style.body * 0.5)
    pen.disc(middle, 0.5, size, style.spinner)
    pen.disc(middle - size * 0.3, 0.5 - size * 0.3, size * 0.4, style.spinner + 70)


def _mark_back(random: Random, style: Style, pen: Pen) -> None:
    """Draw what makers put on backs: lines, a ring, a net, dots in the middle."""
    if not style.marked_back:
        return
    ink, wide = unlike(random, style.back, 40), style.ratio
    kind = random.integers(4)
    for place in np.linspace(0.15, 0.85, random.integers(2, 7)):
        if kind == 0:
            pen.line([(0.1 * wide, place), (0.9 * wide, place)], 0.03, ink)
        elif kind == 1:
            ring = ink if maybe(random, 0.5) else style.back
            pen.disc(wide / 2, 0.5, 0.42 * (1 - place), ring)
        elif kind == 2:
            pen.line([(place * wide, 0.05), ((1 - place) * wide, 0.95)], 0.015, ink)
        else:
            pen.disc(place * wide, 0.5, 0.06, ink)


def _lit(random: Random, style: Style, face: Face) -> Values:
    """Let light fall on a face, and time leave its marks."""
    height, width = face.solid.shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    sun = random.uniform(0, 2 * np.pi)
    along = (x / width - 0.5) * np.float32(np.cos(sun)) + (y / height - 0.5) * np.float32(
        np.sin(sun)
    )
    bright = 1 + random.uniform(0, 0.14) * along
    if abs(style.bevel) > 0.08:
        edge = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y))
        bright = bright + 2 * style.bevel * along * np.exp(-((edge / (0.06 * height)) ** 2))
    if style.wooden:
        bright = bright + 0.07 * streaks(random, height, width, 24)
    colours = face.colours * bright[..., None]
    if maybe(random, style.worn):
        colours = colours + _marks(random, height, width)[..., None]
    return np.asarray(colours.clip(0, 255), np.float32)


def _marks(random: Random, height: int, width: int) -> Values:
    """Return how much brighter or darker smudges, scratches and films of grease are."""
    drawn = Image.new("L", (width, height), 128)
    pen = ImageDraw.Draw(drawn)
    for _ in range(random.integers(1, 8)):
        x, y = random.uniform(0, width), random.uniform(0, height)
        tint = int(128 + random.choice((-1, 1)) * random.uniform(6, 60))
        if maybe(random, 0.6):
            wide, high = random.uniform(0.01, 0.25, 2) * height
            pen.ellipse((x - wide, y - high, x + wide, y + high), fill=tint)
        else:
            to = random.normal(0, 0.3 * height, 2)
            pen.line((x, y, x + to[0], y + to[1]), fill=tint, width=max(1, height // 60))
    blurred = drawn.filter(ImageFilter.GaussianBlur(max(0.5, random.uniform(0.005, 0.06) * height)))
    return np.asarray(blurred, np.float32) - 128
