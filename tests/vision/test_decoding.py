"""Which pictures are taken, one at a time, and what becomes of those that are not."""

import gc
import re
import resource
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, Event, current_thread
from time import monotonic
from weakref import ref

import pytest
from PIL import Image

from scorekeeper.vision import NEEDED, PictureError, Thread, Trouble
from scorekeeper.vision.decoding import MOST_BYTES, SIDE, decode
from scorekeeper.vision.photo_reader import read_picture
from tests.photos.hostile import KINDS, SVG, TAKEN, Hostile, png, saved, small_photo
from tests.photos.scenes import Scene, picture

# What a process may take for one picture, with all that it has loaded.
MOST_MEMORY = 240
LARGEST = """
import sys
from scorekeeper.vision import read_photo
read_photo(open(sys.argv[1], "rb").read())
# What getrusage tells counts the program that started this one too.
print(open("/proc/self/status").read())
"""
STARTED = """
import sys
for name in {missing}:
    sys.modules[name] = None
from scorekeeper import create_app, vision
if {missing}:
    create_app({{"INSTANCE": sys.argv[1]}})
print(vision.is_there(), sorted(name for name in {needed} if sys.modules.get(name)))
"""


def refuses(data, trouble):
    with pytest.raises(PictureError, match=trouble):
        decode(data)


def ran(program, *arguments):
    """Run a program in Python, and return what it prints."""
    asked = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("form", TAKEN)
def test_a_picture_is_taken_and_one_that_breaks_off_is_refused(form):
    data = saved(small_photo(), form)
    assert (decode(data).size, decode(data).mode) == ((320, 240), "RGB")
    refuses(data[: len(data) // 2], Trouble.BROKEN)


def test_another_format_and_what_is_no_picture_are_refused():
    others = [saved(small_photo(), form) for form in ("GIF", "BMP", "TIFF", "PPM")]
    for data in (*others, b"", SVG, b"<html>", b"PK\x03\x04"):
        refuses(data, Trouble.OTHER_FORMAT)


def test_a_picture_of_too_many_bytes_or_pixels_is_refused_undecoded():
    refuses(bytes(MOST_BYTES + 1), Trouble.TOO_MANY_BYTES)
    for sides in ((4000, 3001), (60_000, 60_000)):
        refuses(png(*sides, b""), Trouble.TOO_MANY_PIXELS)
    # Progressive pictures may be less large.
    large = saved(Image.new("L", (4100, 4000)), "JPEG", progressive=True)
    refuses(large, Trouble.TOO_MANY_PIXELS)


def test_a_large_picture_is_made_small():
    for form, mode in (("JPEG", "RGB"), ("PNG", "RGBA"), ("PNG", "P")):
        assert max(decode(saved(Image.new(mode, (4800, 2400)), form)).size) == SIDE
    # A photo of a hundred megapixels is made small while it is decoded.
    assert decode(saved(Image.new("L", (12_000, 9000), 200), "JPEG")).size == (SIDE, 1500)


def test_a_picture_stands_upright_however_the_camera_was_held():
    photo, exif = small_photo(), Image.Exif()
    seen = set()
    for orientation in range(1, 9):
        exif[0x0112] = orientation
        upright = decode(saved(photo, "JPEG", exif=exif))
        seen.add(upright.tobytes())
        assert upright.size[orientation > 4] == 320
    assert len(seen) == 8
    # Notes of a camera that cannot be read do no harm.
    data = saved(photo, "JPEG", exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff" + bytes(40))
    assert decode(data).size == (320, 240)


def test_a_hostile_file_is_read_or_refused(thorough, seed, tried):
    hostile = Hostile(seed)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for kind in KINDS * (286 if thorough else 9):
        tried["hostile pictures"] += 1
        try:
            assert max(decode(getattr(hostile, kind)()).size) <= SIDE
        except PictureError:
            continue
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 200 * 2**10


@pytest.mark.skipif(sys.platform != "linux", reason="Memory is counted as there. Run it on Linux.")
def test_the_largest_pictures_fit_into_memory(tmp_path, thorough):
    # Just too small to be decoded at half its size.
    largest = [("JPEG", (3990, 3990), {})]
    if thorough:
        progressive = {"progressive": True, "subsampling": 0}
        largest += [("JPEG", (16_320, 12_240), {}), ("JPEG", (4600, 3450), progressive)]
        largest += [("PNG", (4000, 3000), {}), ("WEBP", (3265, 2450), {})]
    for form, size, options in largest:
        path = tmp_path / form
        path.write_bytes(saved(small_photo().resize(size), form, **options))
        kilobytes = re.search(r"VmHWM:\s+(\d+) kB", ran(LARGEST, path))
        assert kilobytes
        assert int(kilobytes[1]) // 1024 < MOST_MEMORY


def test_one_photo_after_the_other_is_read_in_one_thread():
    thread, begun = Thread(waiting=3), Barrier(4)

    def ask(_number):
        begun.wait()
        return thread.run(lambda _until: current_thread(), 30)

    with ThreadPoolExecutor(4) as pool:
        (own,) = {*pool.map(ask, range(4))}
    assert own is not current_thread()


def test_whoever_finds_the_queue_full_or_waits_too_long_is_turned_away_until_it_is_free_again():
    thread, begun, done = Thread(waiting=1), Event(), Event()

    def late(_until):
        begun.set()
        done.wait(30)

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(thread.run, late, 30)
        begun.wait()
        with pytest.raises(PictureError, match=Trouble.BUSY):
            # The second waits too long; the third finds no place meanwhile.
            thread.run(late, 0.01)
        second = Thread(waiting=0)
        with pytest.raises(PictureError, match=Trouble.BUSY):
            second.run(lambda _until: second.run(late, 30), 30)
        done.set()
        first.result()
    # Also after a failure.
    with pytest.raises(ZeroDivisionError):
        thread.run(lambda _until: 1 / 0, 30)
    assert thread.run(lambda until: until > monotonic(), 30)


def test_what_a_reading_held_that_was_broken_off_is_freed_at_once():
    thread, held = Thread(waiting=0), []

    def fail(_until):
        picture = Scene(lying=())
        held.append(ref(picture))
        raise PictureError(Trouble.SLOW)

    gc.disable()
    try:
        with suppress(PictureError):
            thread.run(fail, 30)
        # The thread lets go of it once it has the next.
        thread.run(lambda _until: None, 30)
        assert held[0]() is None
    finally:
        gc.enable()


def test_a_reading_that_takes_too_long_is_broken_off():
    with pytest.raises(PictureError, match=Trouble.SLOW):
        read_picture(picture(Scene(lying=())), highest=6, until=monotonic() - 1)


@pytest.mark.parametrize(("missing", "said"), [(NEEDED, "False []\n"), ((), "True []\n")])
def test_the_program_starts_without_the_extra_and_loads_nothing_heavy_before_a_photo(
    tmp_path, missing, said
):
    assert ran(STARTED.format(missing=missing, needed=NEEDED), tmp_path) == said
