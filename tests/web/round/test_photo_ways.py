"""A photo where pips are counted, and of a round that is amended; what else the page needs."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper import vision
from scorekeeper.access import limits
from scorekeeper.scorebook.permissions.counts import Rate
from scorekeeper.vision import Photo
from tests.unchanged import Unchanged
from tests.web.round.photos import PICTURE, filled, send, tile
from tests.web.visitor import RECORD, Page, Visitor

CAMERA = "Permissions-Policy"


@pytest.fixture(autouse=True)
def seen(reader: list[Any]) -> list[Any]:
    """Return what the reader sees in every photo."""
    return reader


def test_where_pips_are_counted_the_photo_fills_in_their_number(
    visitor: Visitor, table: Page
) -> None:
    counted = {"entry": "pips", "hands-0-out": "y"}
    page = filled(visitor, table, counted, on="new?entry=pips")
    assert (page.form["entry"], page.form["hands-1-pips"]) == ("pips", "10")
    assert "Bea’s hand is filled in from the photo: 3-4 and 0-3." in page.text
    recorded = visitor.post(page.target, page.form | RECORD)
    assert "Bea 10 pips" in visitor.result(recorded).text


def test_the_number_is_what_the_game_counts(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo = Photo(8, 6, (tile(0, 0), tile(1, 2)))
    monkeypatch.setattr(vision, "read_photo", lambda *_data, **_box: photo)
    table = visitor.start("Ana", "Bea", game="chicken-foot")
    page = visitor.open(f"{table.address}/rounds/new?entry=pips")
    (form,) = page.all("form", "record")
    assert '"0-0": 50' in form.get("data-weights", "")
    filled_in = filled(visitor, table, {"entry": "pips"}, on="new?entry=pips")
    assert filled_in.form["hands-1-pips"] == "53"


def test_a_round_that_is_amended_takes_a_photo(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    visitor.play(table, "", "66")
    with unchanged():
        page = filled(visitor, table, to="1/amend/photo", on="1/amend")
    assert page.heading == "Edit round 1"
    assert page.form["hands-1-tiles"] == "3-4 0-3"
    amended = visitor.follow(visitor.post(page.target, page.form | RECORD))
    assert amended.texts("p", "score") == ["10 points", "0 points"]


def test_what_is_no_photo_is_said_on_the_page_that_amends(
    visitor: Visitor, table: Page, seen: list[Any]
) -> None:
    visitor.play(table, "", "66")
    seen[0] = vision.BrokenPicture()
    page = filled(visitor, table, to="1/amend/photo", on="1/amend")
    assert (page.status, page.problems) == (422, ["This picture is damaged. Take another."])
    assert page.form["hands-1-tiles"] == "6-6"
    assert send(visitor, table, "2/amend/photo").status_code == 404
    assert visitor.open(f"{table.address}/rounds/1/amend/photo").answer.location == (
        f"{table.address}/rounds/1/amend"
    )


@pytest.mark.parametrize("mark", [b"heic", b"mif1", b"heix"])
def test_a_heic_picture_is_told_from_others(
    visitor: Visitor, table: Page, monkeypatch: pytest.MonkeyPatch, mark: bytes
) -> None:
    def refuse(*_data: object, **_box: object) -> Photo:
        raise vision.OtherFormat

    monkeypatch.setattr(vision, "read_photo", refuse)
    said = [
        (send(visitor, table, picture=picture).json or {})["error"]
        for picture in (b"\0\0\0\x18ftyp" + mark + b"\0\0\0\0", b"\0\0\0\x18ftypmp42")
    ]
    assert "let your camera save JPEG" in said[0]
    assert "send a JPEG, PNG or WebP" in said[1]


def test_whoever_sends_many_photos_has_to_wait_and_keeps_what_is_entered(
    app: Flask, visitor: Visitor, table: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.config["RATELIMIT_ENABLED"] = True
    monkeypatch.setattr(limits, "PHOTOS", Rate(2, 60))
    monkeypatch.setattr(limits, "PHOTOS_FROM_ONE_ADDRESS", Rate(3, 60))
    assert [send(visitor, table).status_code for _ in range(2)] == [200, 200]
    page = filled(visitor, table, {"hands-0-tiles": "5-5"})
    assert page.status == 429
    assert page.problems == [
        "Many photos came from here just now. Wait a moment, or enter the tiles."
    ]
    assert page.form["hands-0-tiles"] == "5-5"
    refused = send(visitor, table)
    assert (refused.status_code, refused.json) == (429, {"error": page.problems[0]})
    # All else goes on, and another device may still send one.
    assert visitor.play(table, "", "66").status == 303
    others = [send(Visitor(app), table).status_code for _ in range(2)]
    assert others == [200, 429]


def test_a_form_without_a_picture_is_not_counted(
    app: Flask, visitor: Visitor, table: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.config["RATELIMIT_ENABLED"] = True
    monkeypatch.setattr(limits, "PHOTOS", Rate(1, 60))
    answers = [send(visitor, table, picture=each) for each in (b"", b"", PICTURE, PICTURE)]
    assert [answer.status_code for answer in answers] == [422, 422, 200, 429]


def test_a_table_may_send_forty_photos_at_once_and_twelve_a_minute() -> None:
    assert limits.PHOTOS == (40, 5)
    assert limits.PHOTOS_FROM_ONE_ADDRESS == (200, 1)


def test_only_the_page_that_takes_photos_may_use_the_camera(
    visitor: Visitor, table: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.play(table, "", "66")
    taking = ("/rounds/new", "/rounds/new?entry=pips", "/rounds/1/amend")
    for address in taking:
        headers = visitor.open(f"{table.address}{address}").answer.headers
        assert headers.getlist(CAMERA)[1:] == []
        assert "camera=(self)" in headers[CAMERA]
        assert "microphone=()" in headers[CAMERA]
    assert "camera=()" in visitor.open(table.address).answer.headers[CAMERA]
    monkeypatch.setattr(vision, "is_there", lambda: False)
    for address in taking:
        headers = visitor.open(f"{table.address}{address}").answer.headers
        assert "camera=()" in headers[CAMERA]
