"""What light, cameras and JPEG do to a picture."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from tests.photos.training.chance import Random, Values, clouds, maybe


def spoilt(random: Random, drawn: Values) -> Image.Image:
    """Take a picture of what was drawn."""
    seen = _developed(random, _glare(random, drawn * _light(random, drawn.shape[0])[..., None]))
    if maybe(random, 0.5):
        seen = seen.filter(ImageFilter.GaussianBlur(random.uniform(0.3, 1.7)))
    if maybe(random, 0.14):
        seen = _moved(random, seen)
    if maybe(random, 0.3):
        seen = _seen_small(random, seen)
    if maybe(random, 0.3):
        seen = seen.filter(ImageFilter.UnsharpMask(1.2, int(random.uniform(20, 120)), 0))
    noisy = _noise(random, seen)
    return _saved(random, noisy) if maybe(random, 0.75) else noisy


def _light(random: Random, side: int) -> Values:
    """Return how much light falls where: from one side, through leaves, past hands."""
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) / np.float32(side) - np.float32(0.5)
    angle = random.uniform(0, 2 * np.pi)
    found = 1 + random.uniform(0, 0.7) * (x * np.cos(angle) + y * np.sin(angle))
    if maybe(random, 0.4):
        found = found * (1 + random.uniform(0.05, 0.2) * clouds(random, side, side, 2, 4))
    if maybe(random, 0.35):
        found = found * _shadow(random, side)
    return np.asarray(found.clip(0.05, 2), np.float32)


def _shadow(random: Random, side: int) -> Values:
    """Return the shadow of an arm and its fingers, or of a lampshade or a window."""
    mask = Image.new("L", (side, side), 255)
    pen, deep = ImageDraw.Draw(mask), int(255 * random.uniform(0.3, 0.85))
    if maybe(random, 0.5):
        for _ in range(random.integers(1, 6)):
            start, way = random.uniform(0, side, 2), random.normal(0, 0.4 * side, 2)
            line = [tuple(start.tolist()), tuple((start + way).tolist())]
            pen.line(line, fill=deep, width=int(random.uniform(0.02, 0.2) * side))
    else:
        points = random.uniform(-0.3, 1.3, (int(random.integers(3, 6)), 2)) * side
        pen.polygon([(float(x), float(y)) for x, y in points], fill=deep)
    soft = mask.filter(ImageFilter.GaussianBlur(random.uniform(0.5, 14)))
    return np.asarray(soft, np.float32) / 255


def _glare(random: Random, seen: Values) -> Values:
    """Add lamps that are mirrored: soft spots and hard ones."""
    if not maybe(random, 0.4):
        return seen
    side = seen.shape[0]
    for _ in range(random.integers(1, 7)):
        spot = Image.new("L", (side, side), 0)
        x, y = random.uniform(0, side, 2)
        wide, high = random.uniform(2, 0.14 * side), random.uniform(2, 0.07 * side)
        box = (x - wide, y - high, x + wide, y + high)
        ImageDraw.Draw(spot).ellipse(box, fill=int(random.uniform(50, 255)))
        soft = spot.filter(ImageFilter.GaussianBlur(random.uniform(1, 18)))
        seen = seen + np.asarray(soft, np.float32)[..., None] * random.uniform(0.5, 1.2)
    return seen


def _developed(random: Random, seen: Values) -> Image.Image:
    """Choose the colours and the brightness, as cameras do, rightly or wrongly."""
    tint = random.uniform(0.8, 1.2, 3)
    strength = random.uniform(0.2, 0.6) if maybe(random, 0.18) else random.uniform(0.75, 1.25)
    scaled = np.clip(seen * (tint * strength).astype(np.float32), 0, 255) / 255
    values = 255 * scaled ** np.float32(random.uniform(0.7, 1.4))
    if maybe(random, 0.1):
        values = values.mean(axis=2, keepdims=True).repeat(3, axis=2)
    return Image.fromarray(values.astype(np.uint8))


def _moved(random: Random, seen: Image.Image) -> Image.Image:
    """Blur a picture as a hand that moves does."""
    way = random.normal(0, 1, 2)
    steps = int(random.integers(3, 9))
    values = np.asarray(seen, np.float32)
    offs = [np.round(way / np.abs(way).max() * step).astype(int) for step in range(steps)]
    moved = [np.roll(values, (y, x), axis=(0, 1)) for x, y in offs]
    return Image.fromarray(np.mean(moved, axis=0).astype(np.uint8))


def _seen_small(random: Random, seen: Image.Image) -> Image.Image:
    side = int(seen.width * random.uniform(0.4, 0.9))
    small = seen.resize((side, side), Image.Resampling.BOX)
    return small.resize(seen.size, Image.Resampling.BILINEAR)


def _noise(random: Random, seen: Image.Image) -> Image.Image:
    values = np.asarray(seen, np.float32)
    strength = random.uniform(8, 26) if maybe(random, 0.15) else random.uniform(0.5, 8)
    noise = random.standard_normal(values.shape, np.float32) * np.float32(strength)
    return Image.fromarray((values + noise).clip(0, 255).astype(np.uint8))


def _saved(random: Random, seen: Image.Image) -> Image.Image:
    stream = BytesIO()
    seen.save(stream, "JPEG", quality=int(random.integers(22, 95)))
    return Image.open(stream).convert("RGB")
