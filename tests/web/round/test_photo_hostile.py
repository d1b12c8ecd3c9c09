"""What is sent as a photo by somebody who means no good: each gets a sentence, nothing is lost."""

import resource

import pytest

from tests.photos.needed import need_reader
from tests.web.round.photos import filled, named, send

KINDS = ["cut_short", "changed", "with_another_size", "bomb", "no_picture", "two_in_one", "noise"]
MOST_GROWTH = 200 * 2**10


def answered(visitor, table, picture):
    """Return the page with what was typed, filled in or with a sentence."""
    need_reader()
    page = filled(visitor, table, {"hands-0-tiles": "5-5", "photo": named(picture)})
    assert page.form["hands-0-tiles"] == "5-5"
    if page.status == 200:
        assert "Bea’s hand is filled in from the photo" in page.text
    else:
        assert (page.status, len(page.problems)) == (422, 1)
    return page


@pytest.mark.parametrize("kind", KINDS)
def test_a_hostile_file_is_read_or_gets_a_sentence(visitor, table, kind, thorough, seed, tried):
    need_reader()
    from tests.photos.hostile import Hostile

    hostile = Hostile(seed)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(286 if thorough else 2):
        tried["hostile photos over HTTP"] += 1
        data = getattr(hostile, kind)()
        answered(visitor, table, data)
        script = send(visitor, table, {"photo": named(data)})
        assert script.status_code in (200, 422)
        assert (script.json or {}).keys() in ({"tiles", "note"}, {"error"})
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MOST_GROWTH


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (0, "Choose a picture first."),
        (1, "send a JPEG, PNG or WebP"),
        (12_000_000, "This picture is damaged."),
        (12_000_001, "at most 12 MB can be read"),
    ],
)
def test_a_file_of_any_size_gets_a_sentence(visitor, table, size, said):
    picture = b"\xff\xd8\xff".ljust(size, b"x")[:size]
    (problem,) = answered(visitor, table, picture).problems
    assert said in problem
