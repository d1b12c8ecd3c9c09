"""Files that somebody sends who means no good: broken, huge, and what is no picture at all."""

import struct
import zlib
from io import BytesIO
from random import Random

from PIL import Image

from tests.photos.scenes import Lying, Scene, picture

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
# The formats a browser may send.
TAKEN = ("JPEG", "PNG", "WEBP")


def small_photo():
    return picture(Scene(lying=(Lying(0.5, 0.5, 20, (2, 5)),))).resize((320, 240))


def saved(image, form, **options):
    stream = BytesIO()
    image.save(stream, form, **options)
    return stream.getvalue()


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width, height, pixels, *more):
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    data = chunk(b"IDAT", zlib.compress(pixels, 9))
    return b"\x89PNG\r\n\x1a\n" + header + b"".join(more) + data + chunk(b"IEND", b"")


KINDS = ["cut_short", "changed", "with_another_size", "bomb", "no_picture", "two_in_one", "noise"]


class Hostile:
    """Makes hostile files, always the same for the same seed."""

    def __init__(self, seed):
        self._random = Random(seed)
        photo, exif = small_photo(), Image.Exif()
        exif[0x0112] = 6
        self._good = [
            *(saved(photo, form) for form in TAKEN),
            saved(photo, "JPEG", progressive=True, exif=exif),
            saved(photo.convert("P"), "PNG"),
            saved(photo.convert("RGBA"), "PNG"),
            saved(photo, "WEBP", lossless=True),
        ]
        self._others = [saved(photo.convert("P"), form) for form in ("GIF", "BMP", "TIFF")]

    def cut_short(self):
        good = self._random.choice(self._good)
        return good[: self._random.randrange(len(good))]

    def changed(self):
        """Change some bytes of a good picture, mostly those of its head."""
        broken = bytearray(self._random.choice(self._good))
        reach = self._random.choice([40, 200, len(broken)])
        for _ in range(self._random.randint(1, 12)):
            broken[self._random.randrange(min(reach, len(broken)))] = self._random.randrange(256)
        return bytes(broken)

    def with_another_size(self):
        """Let a good picture's head claim to be much larger."""
        sides = struct.pack(">HH", *(self._random.randint(1, 65535) for _ in range(2)))
        good = bytearray(self._good[0])
        frame = good.index(b"\xff\xc0")
        good[frame + 5 : frame + 9] = sides
        return bytes(good)

    def bomb(self):
        """Make a small file that unpacks to a huge one."""
        kind = self._random.randrange(3)
        if kind == 0:
            return png(60_000, 60_000, bytes(1_000_000))
        if kind == 1:
            return png(64, 64, bytes(20_000_000))
        text = chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(30_000_000), 9))
        return png(8, 8, bytes(8 * 25), text)

    def no_picture(self):
        names = [SVG, b"", b"\0", b"%PDF-1.7", b"PK\x03\x04", b"<html>", b"GIF89a", *self._others]
        return self._random.choice(names)

    def two_in_one(self):
        """Put one file's beginning before another's, as a trick for those who look twice."""
        first, second = self._random.choice(self._good), self._random.choice([*self._others, SVG])
        return first[: self._random.choice([2, 4, 12, len(first)])] + second

    def noise(self):
        start = self._random.choice([b"", *(each[:12] for each in self._good)])
        return start + self._random.randbytes(self._random.randrange(3000))
