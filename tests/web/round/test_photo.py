"""A photo of a hand: read into the form, and kept nowhere."""

import tempfile
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from scorekeeper import vision
from scorekeeper.pages.round import photo
from scorekeeper.vision import Photo, Trouble, Unsure
from tests.unchanged import Unchanged
from tests.web.round.photos import PICTURE, filled, send, tile
from tests.web.visitor import RECORD, Page, Visitor


@pytest.mark.usefixtures("reader")
def test_without_scripts_the_form_comes_back_with_that_hand_typed_in(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    with unchanged():
        page = filled(visitor, table, {"hands-0-out": "y"})
    assert page.status == 200
    assert page.answer.headers["Cache-Control"] == "no-store"
    assert page.form["hands-1-tiles"] == "3-4 0-3"
    assert "Bea’s hand is filled in from the photo: 3-4 and 0-3." in page.text
    assert "Look again at 0-3, or perhaps 0-2." in page.text
    recorded = visitor.post(page.target, page.form | RECORD)
    assert "Bea 10 pips" in visitor.result(recorded).text


@pytest.mark.usefixtures("reader")
def test_a_script_gets_the_tiles_and_where_they_lie(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    with unchanged():
        answer = send(visitor, table, "photo")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json is not None
    assert answer.json["tiles"][1] == {
        "tile": "0-3",
        "others": ["0-2"],
        "corners": [[0.1, 0.1], [0.2, 0.1], [0.2, 0.2], [0.1, 0.2]],
        "group": 0,
        "unsure": True,
    }


def test_a_tile_that_another_hand_has_stays_there(
    visitor: Visitor, table: Page, reader: list[Any]
) -> None:
    reader[0] = Photo(8, 6, (tile(3, 4), tile(1, 1)))
    page = filled(visitor, table, {"hands-0-tiles": "1-1 5-5", "hands-1-tiles": "2-2"})
    assert (page.form["hands-0-tiles"], page.form["hands-1-tiles"]) == ("1-1 5-5", "3-4")
    assert "from the photo: 3-4." in page.text
    assert "Left in another hand: 1-1." in page.text
    # The reader knows of other hands, and not of what the hand itself held.
    assert reader[1] == {(1, 1), (5, 5)}
    send(visitor, table, "photo", fields={"taken": "1-1 6-6"})
    assert reader[1] == {(1, 1), (6, 6)}
    send(visitor, table, "photo", fields={"taken": "1-1 7 x"})
    assert reader[1] == set()


def test_more_than_a_hand_can_hold_is_said_once(
    visitor: Visitor, table: Page, reader: list[Any]
) -> None:
    reader[0] = Photo(8, 6, (tile(3, 4),), Trouble.CROWDED)
    said = "That is more than a hand can hold, so only the likely tiles are shown."
    assert said in filled(visitor, table).text
    told = send(visitor, table, "photo").json
    assert told is not None
    assert told["note"].startswith(said)


def test_three_tiles_are_offered_where_two_are_not_enough(
    visitor: Visitor, table: Page, reader: list[Any]
) -> None:
    one = replace(tile(0, 0, Unsure.UNCLEAR), others=((0, 1), (1, 1)))
    reader[0] = Photo(8, 6, (one,))
    assert "Look again at 0-0, or perhaps 0-1 or 1-1." in filled(visitor, table).text


@pytest.mark.parametrize(
    ("seen", "status", "said"),
    [
        (Photo(8, 6, (), Trouble.NO_TILES), 422, "No tiles were found. Lay them flat, face up"),
        (Photo(8, 6, (), Trouble.TOO_DARK), 422, "Turn on a light."),
        (Photo(8, 6, (), Trouble.BLURRED), 422, "The photo is blurred."),
        (vision.TooManyBytes(), 422, "at most 12 MB"),
        (vision.TooManyPixels(), 422, "has too many pixels."),
        (vision.OtherFormat(), 422, "send a JPEG, PNG or WebP"),
        (vision.BrokenPicture(), 422, "This picture is damaged."),
        (vision.TooBusy(), 503, "Try again in a moment."),
        (vision.TooSlow(), 503, "Try again in a moment."),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else None,
)
def test_where_nothing_is_read_a_sentence_says_what_to_do(
    visitor: Visitor, table: Page, reader: list[Any], seen: object, status: int, said: str
) -> None:
    reader[0] = seen
    page = filled(visitor, table, {"hands-0-tiles": "5-5"})
    assert page.status == status
    assert [said in problem for problem in page.problems] == [True]
    assert page.form["hands-0-tiles"] == "5-5"
    answer = send(visitor, table, "photo")
    assert answer.status_code == status
    assert answer.json is not None
    assert said in answer.json["error"]


def test_every_trouble_and_every_error_has_its_sentence() -> None:
    assert {*photo._REFUSED} == {*vision.PictureError.__subclasses__()}
    assert {*photo._TROUBLES} == {*Trouble}


@pytest.mark.usefixtures("reader")
def test_only_who_may_score_sends_a_photo(app: Flask, visitor: Visitor, table: Page) -> None:
    app.config["ACCESS"] = "links"
    stranger = Visitor(app)
    for to in ("photo", "new/photo"):
        address = f"{table.address}/rounds/{to}"
        assert stranger.client.post(address, data={"photo": "x"}).status_code == 403
        assert send(visitor, table, to, fields={"csrf_token": ""}).status_code == 400


@pytest.mark.usefixtures("reader")
def test_a_form_without_a_picture_or_a_seat_is_refused(visitor: Visitor, table: Page) -> None:
    assert send(visitor, table, "photo", picture=b"").status_code == 422
    assert send(visitor, table, "new/photo", fields={"photo_seat": "2"}).status_code == 404
    form = visitor.open_round(table).form
    assert visitor.client.post(f"{table.address}/rounds/photo", data=form).json == {
        "error": "Choose a picture first."
    }


def test_a_photo_without_the_token_of_its_page_is_not_read(
    app: Flask, visitor: Visitor, table: Page, reader: list[Any]
) -> None:
    app.config["WTF_CSRF_ENABLED"] = True
    reader[0] = AssertionError("It was read.")
    for to in ("photo", "new/photo"):
        assert send(visitor, table, to, fields={"csrf_token": "wrong"}).status_code == 400


@pytest.mark.usefixtures("reader")
def test_twelve_megabytes_are_taken_without_a_file_on_the_disk(
    visitor: Visitor, table: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(*_args: object, **_kinds: object) -> None:
        raise AssertionError("A file was made for a photo.")

    for name in ("TemporaryFile", "SpooledTemporaryFile", "NamedTemporaryFile", "mkstemp"):
        monkeypatch.setattr(tempfile, name, opened)
        monkeypatch.setattr(f"werkzeug.formparser.{name}", opened, raising=False)
    large = PICTURE.ljust(12 * 2**20, b"x")
    for to in ("photo", "new/photo"):
        assert send(visitor, table, to, large).status_code == 200
        refused = send(visitor, table, to, large + b"x" * 2**20)
        assert refused.status_code == 413
        assert "At most 12 MB can be read. Go back:" in refused.text


@pytest.mark.usefixtures("reader")
def test_nothing_else_takes_so_much(visitor: Visitor, table: Page) -> None:
    assert send(visitor, table, "new", b"x" * 2**17).status_code == 413


def offered(visitor: Visitor, table: Page) -> bool:
    return "Read the photo" in visitor.open_round(table).text


@pytest.mark.usefixtures("reader")
def test_a_photo_is_offered_where_hands_are_entered_by_tiles(visitor: Visitor, table: Page) -> None:
    assert offered(visitor, table)
    assert offered(visitor, visitor.start("Ana", "Bea", game="mexican-train"))
    pips = visitor.open(f"{table.address}/rounds/new?entry=pips")
    assert "Read the photo" in pips.text
    by_plays = visitor.start("Ana", "Bea", "Ciro", game="italian")
    assert not offered(visitor, by_plays)
    assert send(visitor, by_plays, "photo").status_code == 404


def test_without_the_reader_there_is_no_photo_and_all_else(
    visitor: Visitor, table: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vision, "is_there", lambda: False)
    page = visitor.open_round(table)
    assert "hoto" not in page.text
    assert send(visitor, table, "photo").status_code == 404
    assert visitor.play(table, "", "66").status == 303


def test_more_pips_than_the_reader_knows_are_not_offered(
    visitor: Visitor, table: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vision, "is_there", lambda: True)
    monkeypatch.setattr(vision, "HIGHEST_END", 5)
    assert not offered(visitor, table)


@pytest.mark.usefixtures("reader")
def test_loading_the_answer_once_more_leads_back_to_the_round(
    visitor: Visitor, table: Page
) -> None:
    answer = visitor.open(f"{table.address}/rounds/new/photo").answer
    assert answer.location == f"{table.address}/rounds/new"
