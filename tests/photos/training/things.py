"""What lies on tables and is no tile, though it looks like one: drawn straight, as tiles are."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tests.photos.scenes import PIPS
from tests.photos.training.chance import (
    Random,
    Values,
    any_colour,
    any_of,
    dark,
    light,
    maybe,
    unlike,
)
from tests.photos.training.faces import Face, Pen


def thing(random: Random, pixels: float) -> Face:
    """Draw a thing by chance; a tile beside it would be so many pixels wide."""
    name = any_of(random, THINGS)
    return DRAWN[name](random, pixels).face()


def _die(random: Random, pixels: float) -> Pen:
    body = any_colour(random)
    side = random.uniform(0.5, 1.0)
    pen = Pen(body, side, side, pixels)
    pen.cut(random.uniform(0.05, 0.3) * side)
    _pips(random, pen, (0, 0), side, unlike(random, body))
    return pen


def _two_dice(random: Random, pixels: float) -> Pen:
    """Two dice side by side, which is nearly a tile; a gap shows what they are."""
    body = any_colour(random)
    pen = Pen(body, 2.3, 1, pixels)
    ink, corners = unlike(random, body), random.uniform(0.05, 0.3)
    for left in (0.0, 1.3):
        pen.cut(corners, left, left + 1)
        _pips(random, pen, (left, 0), 1, ink)
    return pen


def _pips(random: Random, pen: Pen, at: tuple[float, float], side: float, ink: Values) -> None:
    size = random.uniform(0.07, 0.12) * side
    for x, y in PIPS[random.integers(1, 7)]:
        pen.disc(at[0] + x * side, at[1] + y * side, size, ink)


def _card(random: Random, pixels: float) -> Pen:
    """A playing card: signs in rows, of a size and number that no tile has."""
    body, high = light(random), random.uniform(1.5, 3.2)
    wide = high * random.uniform(0.65, 0.75)
    pen = Pen(body, wide, high, pixels)
    pen.cut(0.06 * high)
    ink, size = unlike(random, body, 100), 0.07 * high
    rows, columns = random.integers(1, 5), random.integers(1, 4)
    for y in np.linspace(0.2, 0.8, rows) * high:
        for x in np.linspace(0.27, 0.73, columns) * wide:
            if maybe(random, 0.5):
                pen.shape([(x, y - size), (x + size * 0.8, y), (x, y + size), (x - size, y)], ink)
            else:
                pen.disc(x, y, size * 0.8, ink)
    pen.box(0.06 * wide, 0.04 * high, 0.16 * wide, 0.12 * high, ink)
    pen.box(0.84 * wide, 0.88 * high, 0.94 * wide, 0.96 * high, ink)
    return pen


def _plate(random: Random, pixels: float) -> Pen:
    """A box, rubber, phone or block without anything that could be pips."""
    body = any_colour(random)
    wide, high = random.uniform(1, 3), random.uniform(0.5, 1.3)
    pen = Pen(body, wide, high, pixels)
    pen.cut(random.uniform(0, 0.3) * high)
    if maybe(random, 0.6):
        edge = random.uniform(0.04, 0.2) * high
        pen.box(edge, edge, wide - edge, high - edge, unlike(random, body, 20))
    if maybe(random, 0.3):
        pen.line([(wide / 2, 0), (wide / 2, high)], 0.06, unlike(random, body, 30))
    return pen


def _buttons(random: Random, pixels: float) -> Pen:
    """A remote control, a keyboard, a socket, a strip of pills: discs or boxes in a grid."""
    body = any_colour(random)
    wide, high = random.uniform(1.2, 5), random.uniform(0.7, 1.6)
    pen = Pen(body, wide, high, pixels)
    pen.cut(random.uniform(0.02, 0.3) * high)
    ink, step = unlike(random, body), random.uniform(0.16, 0.4)
    size = step * random.uniform(0.2, 0.45)
    square = maybe(random, 0.4)
    for y in np.arange(step, high - step / 2, step):
        for x in np.arange(step, wide - step / 2, step):
            if square:
                pen.box(x - size, y - size, x + size, y + size, ink)
            else:
                pen.disc(x, y, size, ink)
    return pen


def _tin(random: Random, pixels: float) -> Pen:
    """A coin, a tin, a cup or a counter: rings within rings."""
    body, side = any_colour(random), random.uniform(0.5, 3)
    pen = Pen(body, side, side, pixels)
    pen.cut(side / 2)
    for part in sorted(random.uniform(0.05, 0.48, random.integers(1, 5)), reverse=True):
        pen.disc(side / 2, side / 2, part * side, body * random.uniform(0.6, 1.25))
    return pen


def _pencil(random: Random, pixels: float) -> Pen:
    body, wide = any_colour(random), random.uniform(2, 6)
    pen = Pen(body, wide, 0.3, pixels)
    pen.cut(0.1)
    pen.box(0.8 * wide, 0, wide, 0.3, unlike(random, body, 30))
    return pen


def _finger(random: Random, pixels: float) -> Pen:
    skin = np.array((225, 170, 140), np.float32) * random.uniform(0.3, 1.1)
    wide, high = random.uniform(2, 5), random.uniform(0.6, 0.95)
    pen = Pen(skin, wide, high, pixels)
    pen.cut(high / 2)
    pen.box(wide - 0.5, 0.2 * high, wide - 0.1, 0.8 * high, skin * 1.1 + 12)
    for part in (0.35, 0.38, 0.65):
        pen.line([(part * wide, 0.15 * high), (part * wide, 0.85 * high)], 0.03, skin * 0.85)
    return pen


def _text(random: Random, pixels: float) -> Pen:
    """A label, a score sheet: bars of ink in rows."""
    body = light(random) if maybe(random, 0.7) else dark(random)
    wide, high = random.uniform(1.5, 4), random.uniform(0.6, 3)
    pen = Pen(body, wide, high, pixels)
    pen.cut(0.02)
    ink, step = unlike(random, body, 80), random.uniform(0.12, 0.35)
    for y in np.arange(step, high - step, step):
        x = 0.1
        while x < wide - 0.2:
            long = random.uniform(0.05, 0.5)
            pen.box(x, y, min(x + long, wide - 0.1), y + step * 0.45, ink)
            x += long + random.uniform(0.04, 0.15)
    return pen


def _scattered(random: Random, pixels: float) -> Pen:
    """Holes, crumbs, beans: dots that stand in no order."""
    body = any_colour(random)
    pen = Pen(body, 2, 1, pixels)
    pen.cut(random.uniform(0, 0.2))
    ink = unlike(random, body)
    for x, y in random.uniform(0.05, 0.95, (random.integers(3, 20), 2)):
        pen.disc(2 * x, y, random.uniform(0.03, 0.12), ink)
    return pen


def _domino_like(random: Random, pixels: float) -> Pen:
    """A piece of another game: a bar in the middle, and signs that are no pips."""
    body = any_colour(random)
    pen = Pen(body, 2, 1, pixels)
    pen.cut(random.uniform(0.02, 0.2))
    ink = unlike(random, body)
    if maybe(random, 0.7):
        pen.line([(1, 0.1), (1, 0.9)], 0.05, ink)
    for left in (0.0, 1.0):
        kind, size = random.integers(3), random.uniform(0.2, 0.38)
        x, y = left + 0.5, 0.5
        if kind == 0:
            pen.shape([(x, y - size), (x + size, y + size), (x - size, y + size)], ink)
        elif kind == 1:
            pen.line([(x - size, y - size), (x + size, y + size)], 0.09, ink)
            pen.line([(x - size, y + size), (x + size, y - size)], 0.09, ink)
        else:
            pen.box(x - size, y - size * 0.5, x + size, y + size * 0.5, ink)
    return pen


DRAWN: dict[str, Callable[[Random, float], Pen]] = {
    "die": _die,
    "two dice": _two_dice,
    "card": _card,
    "plate": _plate,
    "buttons": _buttons,
    "tin": _tin,
    "pencil": _pencil,
    "finger": _finger,
    "text": _text,
    "scattered": _scattered,
    "domino-like": _domino_like,
}
THINGS = {
    "die": 0.14,
    "two dice": 0.07,
    "card": 0.14,
    "plate": 0.12,
    "buttons": 0.1,
    "tin": 0.1,
    "pencil": 0.04,
    "finger": 0.1,
    "text": 0.07,
    "scattered": 0.06,
    "domino-like": 0.06,
}
