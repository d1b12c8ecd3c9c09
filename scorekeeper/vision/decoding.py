"""From uploaded bytes to a picture: the format and size are checked before decoding.

Then whether it is too dark or too blurred to be read.
"""

from __future__ import annotations

from contextlib import suppress
from io import BytesIO
from warnings import catch_warnings

import numpy as np
from PIL import ExifTags, Image, ImageFilter

from scorekeeper.vision.geometry import Points
from scorekeeper.vision.readings import PictureError, Trouble

MOST_BYTES = 12_000_000
# A JPEG in one pass is shrunk while it is decoded, whatever its size; other pictures are in memory
# whole, a WebP four times.
MOST_PIXELS = {"JPEG": 250_000_000, "PNG": 12_000_000, "WEBP": 8_000_000}
MOST_IN_PASSES = 16_000_000
# The limit is checked here, for each format.
Image.MAX_IMAGE_PIXELS = None
# The longer side that the reader needs, and the one for judging the light.
SIDE, LIGHT_SIDE = 2000, 320
# If the brightest hundredth of the picture is darker than this, no tile stands out.
DARK = 45.0
# Edges that stand out less are blurred; brightness that differs less is no edge.
BLURRED, NOTHING = 0.07, 25.0
# Tags of JPEG: frames that may be in one pass, all frames, and the start of the first pass.
ONE_PASS, FRAMES, SCAN = (0xC0, 0xC1), {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}, 0xDA
# Modes in which the mean of two values is a colour between them.
EVEN = ("RGB", "RGBA", "L", "LA")
# How to turn a picture upright, by how the camera was held.
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def decode(data: bytes) -> Image.Image:
    """Return a picture as it is seen, upright, no larger than the reader needs.

    Raise PictureError.
    """
    if len(data) > MOST_BYTES:
        raise PictureError(Trouble.TOO_MANY_BYTES)
    form = _format(data)
    try:
        # Pillow warns of faults it can repair, which need not be logged.
        with catch_warnings(action="ignore"), Image.open(BytesIO(data), formats=[form]) as picture:
            if picture.width * picture.height > _most_pixels(form, data):
                raise PictureError(Trouble.TOO_MANY_PIXELS)
            return _decoded(picture)
    except PictureError:
        raise
    except Exception as error:
        # Pillow raises anything for broken bytes: SyntaxError, struct.error, KeyError, …
        raise PictureError(Trouble.BROKEN) from error


def _format(data: bytes) -> str:
    """Return the format by the first bytes; the file is read in no other."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "WEBP"
    raise PictureError(Trouble.OTHER_FORMAT)


def _most_pixels(form: str, data: bytes) -> int:
    if form == "JPEG" and not _comes_in_one_pass(data):
        return MOST_IN_PASSES
    return MOST_PIXELS[form]


def _comes_in_one_pass(data: bytes) -> bool:
    """Return whether a JPEG is decoded in one pass; others are in memory whole."""
    place, colours = 2, 0
    while place + 10 <= len(data):
        tag, size = data[place + 1], int.from_bytes(data[place + 2 : place + 4])
        if data[place] != 0xFF:
            return False
        if tag == SCAN:
            return data[place + 4] == colours
        if tag in FRAMES:
            if tag not in ONE_PASS:
                return False
            colours = data[place + 9]
        # Any number of FF may stand before a tag.
        place += 1 if tag == 0xFF else 2 + size
    return False


def _decoded(picture: Image.Image) -> Image.Image:
    orientation = _orientation(picture)
    # By the longer side: with both, a picture would be decoded twice as large as it is needed.
    larger = max(picture.size) / SIDE
    width, height = (max(1, int(side / larger)) for side in picture.size)
    picture.draft("RGB", (width, height))
    picture.load()
    small = _shrunk(picture).convert("RGB")
    turn = TURNS.get(orientation)
    return small if turn is None else small.transpose(turn)


def _orientation(picture: Image.Image) -> int:
    """Return how the camera was held; broken metadata does not spoil the picture."""
    with suppress(Exception):
        return int(picture.getexif().get(ExifTags.Base.Orientation, 1))
    return 1


def _shrunk(picture: Image.Image) -> Image.Image:
    """Shrink a picture first: converting its colours takes as much memory again."""
    larger = max(picture.size) / SIDE
    if larger <= 1:
        return picture
    if larger >= 2 and picture.mode in EVEN:
        return _shrunk(picture.reduce(int(larger)))
    width, height = (max(1, round(side / larger)) for side in picture.size)
    way = Image.Resampling.BOX if picture.mode in EVEN else Image.Resampling.NEAREST
    return picture.resize((width, height), way)


def trouble(picture: Image.Image) -> Trouble | None:
    """Say what is wrong with a picture's light, if anything is."""
    grey = picture.convert("L")
    grey.thumbnail((LIGHT_SIDE, LIGHT_SIDE), Image.Resampling.BOX)
    # Without the blur, noise would look sharp.
    values = np.asarray(grey.filter(ImageFilter.GaussianBlur(1)), np.float64)
    if np.percentile(values, 99) < DARK:
        return Trouble.TOO_DARK
    return Trouble.BLURRED if sharpness(values) < BLURRED else None


def sharpness(grey: Points) -> float:
    """Return how much the sharpest edges stand out from what is beside them, by the Laplacian.

    As a share of the range between bright and dark; 1 if the picture is nearly uniform.
    """
    spread = float(np.percentile(grey, 99.5) - np.percentile(grey, 0.5))
    # A strip of one or two pixels has no pixel with others on all sides.
    if spread < NOTHING or min(grey.shape) < 3:
        return 1.0
    inner = grey[1:-1, 1:-1]
    around = grey[:-2, 1:-1] + grey[2:, 1:-1] + grey[1:-1, :-2] + grey[1:-1, 2:]
    return float(np.percentile(abs(around - 4 * inner), 99.5)) / spread
