"""What is sent as a photo by somebody who means no good: each gets a sentence, nothing is lost."""

import resource
from collections import Counter
from typing import Any

import pytest

from tests.photos.needed import need_reader
from tests.web.round.photos import named, send_form
from tests.web.visitor import Page, Visitor

KINDS = (
    "cut_short",
    "changed",
    "with_another_size",
    "bomb",
    "no_picture",
    "two_in_one",
    "noise",
)
TYPED = {"hands-0-tiles": "5-5", "photo_seat": "1"}
MOST_GROWTH = 200 * 2**10


@pytest.fixture
def form(visitor: Visitor, table: Page) -> dict[str, Any]:
    """Return the form of a round in which a hand is typed already."""
    need_reader()
    return {**visitor.open_round(table).form, **TYPED}


def answered(visitor: Visitor, table: Page, form: dict[str, Any]) -> Page:
    """Send the form; return the page, filled in or with a sentence, which has what was typed."""
    answer = send_form(visitor, table, "new/photo", form)
    page = visitor._read(f"{table.address}/rounds/new/photo", answer)
    assert page.form["hands-0-tiles"] == "5-5"
    if page.status == 200:
        assert "Bea’s hand is filled in from the photo" in page.text
    else:
        assert (page.status, len(page.problems)) == (422, 1)
    return page


@pytest.mark.parametrize("kind", KINDS)
def test_a_hostile_file_is_read_or_gets_a_sentence(
    visitor: Visitor,
    table: Page,
    form: dict[str, Any],
    kind: str,
    thorough: bool,
    seed: int,
    tried: Counter[str],
) -> None:
    from tests.photos.hostile import Hostile

    hostile = Hostile(seed)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(286 if thorough else 4):
        tried["hostile photos over HTTP"] += 1
        data = getattr(hostile, kind)()
        answered(visitor, table, {**form, "photo": named(data)})
        script = send_form(visitor, table, "photo", {**form, "photo": named(data)})
        assert script.status_code in (200, 422)
        assert (script.json or {}).keys() in ({"tiles", "note"}, {"error"})
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MOST_GROWTH


def test_what_a_file_is_called_does_not_matter(
    visitor: Visitor, table: Page, form: dict[str, Any]
) -> None:
    from tests.photos.difficulties import DIFFICULTIES
    from tests.photos.hostile import SVG
    from tests.photos.scenes import jpeg

    good = jpeg(DIFFICULTIES["nothing hard"])
    for name in ("photo.svg", "../../../etc/passwd", "a.exe", "\u202egpj.exe", " ", "x" * 900):
        assert answered(visitor, table, {**form, "photo": named(good, name)}).status == 200
    disguised = answered(visitor, table, {**form, "photo": named(SVG, "photo.jpg")})
    assert disguised.problems == ["This picture cannot be read: send a JPEG, PNG or WebP."]


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (0, "Choose a picture first."),
        (1, "send a JPEG, PNG or WebP"),
        (12_000_000, "This picture is damaged."),
        (12_000_001, "at most 12 MB can be read"),
    ],
)
def test_a_file_of_any_size_gets_a_sentence(
    visitor: Visitor, table: Page, form: dict[str, Any], size: int, said: str
) -> None:
    picture = b"\xff\xd8\xff".ljust(size, b"x")[:size]
    (problem,) = answered(visitor, table, {**form, "photo": named(picture)}).problems
    assert said in problem


def test_no_file_or_a_text_in_its_place_is_no_photo(
    visitor: Visitor, table: Page, form: dict[str, Any]
) -> None:
    for sent in ({}, {"photo": "a text"}, {"photos": named(b"x")}):
        page = answered(visitor, table, {**form, **sent})
        assert page.problems == ["Choose a picture first."]


def test_of_several_files_the_first_is_read(
    visitor: Visitor, table: Page, form: dict[str, Any]
) -> None:
    from tests.photos.difficulties import DIFFICULTIES
    from tests.photos.scenes import jpeg

    good = jpeg(DIFFICULTIES["nothing hard"])
    several = [named(good), *(named(b"no picture") for _ in range(20))]
    assert answered(visitor, table, {**form, "photo": several}).status == 200


@pytest.mark.parametrize("length", [0, 100, 2000])
def test_a_form_that_breaks_off_is_refused(visitor: Visitor, table: Page, length: int) -> None:
    need_reader()
    body = b'--a\r\nContent-Disposition: form-data; name="photo"; filename="x"\r\n\r\n'
    for kind in ("multipart/form-data; boundary=a", "multipart/form-data", "image/jpeg"):
        for to in ("photo", "new/photo"):
            address = f"{table.address}/rounds/{to}"
            answer = visitor.client.post(address, data=body + bytes(length), content_type=kind)
            assert answer.status_code == 400
