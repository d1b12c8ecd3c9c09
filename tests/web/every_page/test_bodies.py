"""A page is compressed once for all who accept the same, and is the same page for each of them."""

import gzip
import zlib
from collections.abc import Callable, Mapping

import brotli  # type: ignore[import-untyped] # has no types
from backports import zstd

from scorekeeper.live.page_cache import MOST_BODIES, PageCache
from tests.web.visitor import HEAVY

UNPACKED: Mapping[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "gzip": gzip.decompress,
    "deflate": zlib.decompress,
    "br": brotli.decompress,
    "zstd": zstd.decompress,
}
ACCEPTED = (
    *UNPACKED,
    "gzip, deflate, br, zstd",
    "gzip, deflate",
    "gzip;q=0.5, br",
    "identity",
    "*",
    "none such",
)


def asked(app, address, accepted):
    """Ask as a device that was never here; return the encoding, and the page."""
    client = app.test_client()
    # Another device each time: what is kept for one is not sent to the next.
    client.set_cookie("theme", str(id(client)))
    answer = client.get(address, headers={"Accept-Encoding": accepted})
    assert answer.status_code == 200
    assert {"Accept-Encoding", "Accept-Language"} <= {*answer.headers["Vary"].split(", ")}
    encoding = answer.headers.get("Content-Encoding", "")
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    return encoding, UNPACKED[encoding](answer.data).decode()


def test_a_page_is_the_same_however_it_is_compressed_and_kept(app, table):
    _, page = asked(app, table.address, "")
    for accepted in ACCEPTED:
        # This one is kept for nobody, and compressed each time.
        encoding, _ = asked(app, f"{table.address}/rounds/new", accepted)
        for _ in range(2):
            assert asked(app, table.address, accepted) == (encoding, page)


def test_a_changed_page_is_compressed_anew(app, visitor, table):
    encoding, before = asked(app, table.address, "br")
    visitor.play(table, "", HEAVY)
    _, plain = asked(app, table.address, "")
    assert asked(app, table.address, "br") == (encoding, plain)
    assert plain != before


def test_only_so_many_ways_of_a_page_are_kept(app, table):
    for way in range(MOST_BODIES + 3):
        asked(app, table.address, f"gzip, way{way}")
    pages: PageCache = app.extensions["page_cache"]
    assert max(len(page.bodies) for page in pages.pages.values()) == MOST_BODIES


def test_a_device_that_knows_several_pages_is_told_that_one_is_the_same(app, table):
    client = app.test_client()
    tag = client.get(table.address).headers["ETag"]
    known = {"If-None-Match": f'W/"other", {tag}'}
    assert client.get(table.address, headers=known).status_code == 304
