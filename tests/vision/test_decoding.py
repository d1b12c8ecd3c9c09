"""Which pictures are taken, and what becomes of those that are not."""

import resource
import subprocess
import sys
from io import BytesIO

import pytest
from PIL import Image

from scorekeeper.vision.decoding import MOST_BYTES, SIDE, decode
from scorekeeper.vision.readings import PictureError, Trouble
from tests.photos.hostile import SVG, Hostile, png, saved, small_photo

# What a process may take for one picture, with all that it has loaded.
MOST_MEMORY = 240
LARGEST = """
import re, sys
from scorekeeper.vision import read_photo
read_photo(open(sys.argv[1], "rb").read())
# What getrusage tells counts the program that started this one too.
print(int(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1]) // 1024)
"""


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_a_picture_is_taken(form):
    picture = decode(saved(small_photo(), form))
    assert (picture.size, picture.mode) == ((320, 240), "RGB")


@pytest.mark.parametrize("form", ["GIF", "BMP", "TIFF", "PPM"])
def test_another_format_is_refused(form):
    with pytest.raises(PictureError, match=Trouble.OTHER_FORMAT):
        decode(saved(small_photo(), form))


@pytest.mark.parametrize("data", [b"", SVG, b"<html>", b"PK\x03\x04"])
def test_what_is_no_picture_is_refused(data):
    with pytest.raises(PictureError, match=Trouble.OTHER_FORMAT):
        decode(data)


def test_a_file_of_more_than_twelve_megabytes_is_refused():
    with pytest.raises(PictureError, match=Trouble.TOO_MANY_BYTES):
        decode(bytes(MOST_BYTES + 1))


def test_a_photo_of_a_hundred_megapixels_is_made_small_while_it_is_decoded():
    assert decode(saved(Image.new("L", (12_000, 9000), 200), "JPEG")).size == (SIDE, 1500)


@pytest.mark.parametrize("sides", [(4000, 3001), (60_000, 60_000)])
def test_a_picture_of_too_many_pixels_is_refused_undecoded(sides):
    with pytest.raises(PictureError, match=Trouble.TOO_MANY_PIXELS):
        decode(png(*sides, b""))


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_a_picture_that_breaks_off_is_refused(form):
    data = saved(small_photo(), form)
    with pytest.raises(PictureError, match=Trouble.BROKEN):
        decode(data[: len(data) // 2])


def test_a_picture_stands_upright_however_the_camera_was_held():
    photo, exif = small_photo(), Image.Exif()
    seen = set()
    for orientation in range(1, 9):
        exif[0x0112] = orientation
        seen.add(decode(saved(photo, "JPEG", exif=exif)).tobytes())
        assert decode(saved(photo, "JPEG", exif=exif)).size[orientation > 4] == 320
    assert len(seen) == 8


def test_notes_of_a_camera_that_cannot_be_read_do_no_harm():
    data = saved(small_photo(), "JPEG", exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff" + bytes(40))
    assert decode(data).size == (320, 240)


@pytest.mark.parametrize(("form", "mode"), [("JPEG", "RGB"), ("PNG", "RGBA"), ("PNG", "P")])
def test_a_large_picture_is_made_small(form, mode):
    assert max(decode(saved(Image.new(mode, (4800, 2400)), form)).size) == SIDE


def test_a_hostile_file_is_read_or_refused(thorough, seed, tried):
    hostile = Hostile(seed)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(2000 if thorough else 60):
        tried["hostile pictures"] += 1
        try:
            picture = decode(hostile.next())
        except PictureError:
            continue
        assert max(picture.size) <= SIDE
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 200 * 2**10


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as Linux counts it")
def test_the_largest_pictures_fit_into_memory(tmp_path, thorough):
    # Just too small to be decoded at half its size.
    assert memory(tmp_path, "JPEG", (3990, 3990)) < MOST_MEMORY
    if thorough:
        assert memory(tmp_path, "JPEG", (16_320, 12_240)) < MOST_MEMORY
        assert memory(tmp_path, "PNG", (4000, 3000)) < MOST_MEMORY
        assert memory(tmp_path, "WEBP", (3265, 2450)) < MOST_MEMORY
        progressive = {"progressive": True, "subsampling": 0}
        assert memory(tmp_path, "JPEG", (4600, 3450), **progressive) < MOST_MEMORY


def memory(folder, form, size, **options):
    """Return the megabytes that a process takes which reads one picture."""
    path = folder / form
    path.write_bytes(saved(small_photo().resize(size), form, **options))
    ran = [sys.executable, "-c", LARGEST, str(path)]
    return int(subprocess.run(ran, capture_output=True, text=True, check=True).stdout)


def test_progressive_pictures_may_be_less_large():
    stream = BytesIO()
    Image.new("L", (4100, 4000)).save(stream, "JPEG", progressive=True)
    with pytest.raises(PictureError, match=Trouble.TOO_MANY_PIXELS):
        decode(stream.getvalue())
