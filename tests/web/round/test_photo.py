"""A photo of a hand: read into the form, and kept nowhere."""

import sys
import tempfile
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from werkzeug.datastructures import FileStorage
from werkzeug.test import stream_encode_multipart

from scorekeeper import vision
from scorekeeper.access import attempt_limits
from scorekeeper.scorebook.permissions.attempt_counts import Rate
from scorekeeper.vision import (
    NEEDED,
    Group,
    Photo,
    PictureError,
    Reading,
    Trouble,
    Unsure,
    is_there,
)
from tests.photos.needed import need_reader
from tests.web.visitor import RECORD, Visitor

PICTURE = b"a picture"
CORNERS = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2))
CAMERA = "Permissions-Policy"
WAYS = ("photo", "new/photo")


def tile(low, high, unsure=None):
    """Return what is read of one tile; otherwise it would have a pip less."""
    return Reading(CORNERS, (low, high), 0.9, ((low, high - 1),), 0, unsure)


def named(picture, name="hand.jpg"):
    return FileStorage(BytesIO(picture), name)


def send(visitor, table, typed=None, to="photo", on="new"):
    """Send a picture of Bea's hand along with the form of a round, as it is open `on` a page."""
    form = visitor.open(f"{table.address}/rounds/{on}").form
    sent = {**form, "photo_seat": "1", "photo": named(PICTURE), **(typed or {})}
    # By itself the client would put what is large into a file.
    stream, _length, boundary = stream_encode_multipart(sent, use_tempfile=False)
    kind = f"multipart/form-data; boundary={boundary}"
    address = f"{table.address}/rounds/{to}"
    return visitor.client.post(address, data=stream.read(), content_type=kind)


def filled(visitor, table, typed=None, to="new/photo", on="new"):
    """Send a picture as a browser without scripts does, and return the page that comes back."""
    answer = send(visitor, table, typed, to, on)
    return visitor._read(f"{table.address}/rounds/{to}", answer)


def told(visitor, table, typed=None):
    answer = send(visitor, table, typed)
    assert answer.headers["Cache-Control"] == "no-store"
    return dict(answer.json or {})


@pytest.fixture(autouse=True)
def seen(monkeypatch):
    """Stand in for the reader: return what it sees, or raises, for the test to fill in.

    Second is then what it was told to be in other hands.
    """
    seen: list[Any] = [Photo(800, 600, (tile(3, 4), tile(0, 3, Unsure.UNCLEAR), tile(3, 4)))]

    def read_photo(data, *, highest, most, taken):
        assert (highest, most) == (6, 7)
        seen[1:] = [{*taken}]
        if isinstance(seen[0], Exception):
            raise seen[0]
        assert data.startswith(PICTURE)
        found: Photo = seen[0]
        return found

    monkeypatch.setattr(vision, "is_there", lambda: True)
    monkeypatch.setattr(vision, "read_photo", read_photo)
    return seen


def test_without_scripts_the_form_comes_back_with_that_hand_typed_in(visitor, table, unchanged):
    with unchanged():
        page = filled(visitor, table, {"hands-0-out": "y"})
        answer = told(visitor, table)
    assert (page.status, page.answer.headers["Cache-Control"]) == (200, "no-store")
    assert page.form["hands-1-tiles"] == "3-4 0-3"
    assert "Bea’s hand is filled in from the photo: 3-4 and 0-3." in page.text
    assert "Check 0-3, or perhaps 0-2." in page.text
    recorded = visitor.post(page.target, page.form | RECORD)
    assert "Bea 10 pips" in visitor.result(recorded).text
    # A script gets the tiles and where they lie.
    corners = [[*corner] for corner in CORNERS]
    unsure = {"tile": "0-3", "others": ["0-2"], "corners": corners, "group": 0, "unsure": True}
    assert answer["tiles"][1] == unsure


def test_what_lies_on_the_table_is_in_no_hand_and_answers_the_open_ends(visitor, table, seen):
    on_table = tuple(replace(each, group=1) for each in (tile(1, 2), tile(2, 6, Unsure.UNCLEAR)))
    groups = (Group(), Group(on_table=True, open_ends=(1, 6)))
    seen[0] = Photo(8, 6, (tile(3, 4), *on_table), groups=groups)
    page = filled(visitor, table)
    assert (page.form["hands-1-tiles"], page.form["ends"]) == ("3-4", "1 6")
    assert "filled in from the photo: 3-4." in page.text
    assert "Check again" not in page.text
    # What somebody has seen holds.
    assert filled(visitor, table, {"ends": "2 3"}).form["ends"] == "2 3"
    assert told(visitor, table)["groups"] == [
        {"on_table": False, "ends": ""},
        {"on_table": True, "ends": "1 6"},
    ]
    seen[0] = replace(seen[0], readings=on_table)
    assert "All these tiles are on the table." in filled(visitor, table).text
    assert told(visitor, table)["note"].startswith("All these tiles are on the table.")


def test_where_pips_are_counted_the_photo_fills_in_what_the_game_counts(visitor, monkeypatch):
    read = Photo(8, 6, (tile(0, 0), tile(1, 2)))
    monkeypatch.setattr(vision, "read_photo", lambda *_data, **_box: read)
    for game, weighs, pips in (("block", False, "3"), ("chicken-foot", True, "53")):
        table = visitor.start("Ana", "Bea", game=game)
        page = visitor.open(f"{table.address}/rounds/new?entry=pips")
        (form,) = page.all("form", "record")
        assert ('"0-0": 50' in form.get("data-weights", "")) is weighs
        counted = {"entry": "pips", "hands-0-out": "y"}
        page = filled(visitor, table, counted, on="new?entry=pips")
        assert (page.form["entry"], page.form["hands-1-pips"]) == ("pips", pips)
        assert visitor.post(page.target, page.form | RECORD).status == 303


def test_a_round_that_is_edited_takes_a_photo(visitor, table, unchanged, seen):
    visitor.play(table, "", "66")
    edited: dict[str, Any] = {"to": "1/edit/photo", "on": "1/edit"}
    with unchanged():
        page = filled(visitor, table, **edited)
        seen[0] = PictureError(Trouble.BROKEN)
        broken = filled(visitor, table, **edited)
    assert (broken.status, broken.problems) == (422, ["This photo is damaged. Take another."])
    assert broken.form["hands-1-tiles"] == "6-6"
    assert (page.heading, page.form["hands-1-tiles"]) == ("Edit round 1", "3-4 0-3")
    table = visitor.follow(visitor.post(page.target, page.form | RECORD))
    assert table.texts("p", "score") == ["10 points", "0 points"]


def test_a_tile_that_another_hand_has_stays_there_and_what_is_doubtful_is_said(
    visitor, table, seen
):
    seen[0] = Photo(8, 6, (tile(3, 4), tile(1, 1)))
    page = filled(visitor, table, {"hands-0-tiles": "1-1 5-5", "hands-1-tiles": "2-2"})
    assert (page.form["hands-0-tiles"], page.form["hands-1-tiles"]) == ("1-1 5-5", "3-4")
    assert "from the photo: 3-4." in page.text
    assert "Already in another hand, so not added: 1-1." in page.text
    # The reader knows of other hands, and not of what the hand itself held.
    assert seen[1] == {(1, 1), (5, 5)}
    for typed, taken in (("1-1 6-6", {(1, 1), (6, 6)}), ("1-1 7 x", set())):
        told(visitor, table, {"taken": typed})
        assert seen[1] == taken
    unclear = replace(tile(0, 0, Unsure.UNCLEAR), others=((0, 1), (1, 1)))
    seen[0] = Photo(8, 6, (unclear,), Trouble.CROWDED)
    crowded = "That is more than a hand can hold, so only the likely tiles are shown."
    said = filled(visitor, table).text
    assert f"Check 0-0, or perhaps 0-1 or 1-1. {crowded}" in said
    assert told(visitor, table)["note"].startswith(crowded)


# What is said where nothing is read, and with which status.
SAID = {
    Trouble.NO_TILES: ("No tiles were found. Lay them flat, face up", 422),
    Trouble.TOO_DARK: ("Turn on a light.", 422),
    Trouble.BLURRED: ("The photo is blurred.", 422),
    Trouble.TOO_MANY_BYTES: ("at most 12 MB", 422),
    Trouble.TOO_MANY_PIXELS: ("has too many pixels.", 422),
    Trouble.OTHER_FORMAT: ("send a JPEG, PNG or WebP", 422),
    Trouble.BROKEN: ("This photo is damaged.", 422),
    Trouble.BUSY: ("Try again in a moment.", 503),
    Trouble.SLOW: ("Try again in a moment.", 503),
}


def test_where_nothing_is_read_a_sentence_says_what_to_do(visitor, table, seen):
    # A crowded photo is read all the same.
    assert SAID.keys() == {*Trouble} - {Trouble.CROWDED}
    for trouble, (sentence, status) in SAID.items():
        is_read = trouble in (Trouble.NO_TILES, Trouble.TOO_DARK, Trouble.BLURRED)
        seen[0] = Photo(8, 6, (), trouble) if is_read else PictureError(trouble)
        page, answer = filled(visitor, table, {"hands-0-tiles": "5-5"}), send(visitor, table)
        assert (page.status, answer.status_code) == (status, status)
        (problem,) = page.problems
        assert sentence in problem
        assert page.form["hands-0-tiles"] == "5-5"
        assert answer.json == {"error": problem}
    # What an iPhone makes is told from other formats.
    seen[0] = PictureError(Trouble.OTHER_FORMAT)
    for mark in (b"heic", b"mif1", b"heix", b"mp42"):
        picture = named(b"\0\0\0\x18ftyp" + mark + b"\0\0\0\0")
        said = told(visitor, table, {"photo": picture})["error"]
        assert ("let your camera save JPEG" in said) == (mark != b"mp42")


def test_a_photo_is_read_only_with_the_token_of_the_page(visitor, table, seen):
    seen[0] = AssertionError("It was read.")
    for to in WAYS:
        for token in ("", "wrong"):
            assert send(visitor, table, {"csrf_token": token}, to).status_code == 400


def test_the_first_file_is_read_and_a_form_without_one_a_seat_or_its_round_is_refused(
    visitor, table
):
    several = [named(PICTURE, "../../../etc/passwd"), named(b"no picture")]
    assert filled(visitor, table, {"photo": several}).form["hands-1-tiles"] == "3-4 0-3"
    for to in WAYS:
        for picture in (named(b""), "a text", []):
            answer = send(visitor, table, {"photo": picture, "photos": named(PICTURE)}, to)
            assert answer.status_code == 422
            assert "Choose a photo first." in answer.text
    assert send(visitor, table, {"photo_seat": "2"}, "new/photo").status_code == 404
    assert send(visitor, table, to="2/edit/photo").status_code == 404


def test_twelve_megabytes_are_taken_without_a_file_on_the_disk(visitor, table, monkeypatch):
    def opened(*_args, **_kinds):
        raise AssertionError("A file was made for a photo.")

    for name in ("TemporaryFile", "SpooledTemporaryFile", "NamedTemporaryFile", "mkstemp"):
        monkeypatch.setattr(tempfile, name, opened)
        monkeypatch.setattr(f"werkzeug.formparser.{name}", opened, raising=False)
    large = PICTURE.ljust(12 * 2**20, b"x")
    for to in WAYS:
        assert send(visitor, table, {"photo": named(large)}, to).status_code == 200
        refused = send(visitor, table, {"photo": named(large + b"x" * 2**20)}, to)
        assert refused.status_code == 413
        assert "At most 12 MB can be read. Go back:" in refused.text
    # Nothing else takes so much.
    assert send(visitor, table, {"photo": named(b"x" * 2**17)}, "new").status_code == 413


def test_a_photo_is_offered_and_the_camera_allowed_where_hands_can_be_read(visitor, monkeypatch):
    for game, query, highest, offered in (
        ("block", "", 12, True),
        ("block", "?entry=pips", 12, True),
        # Of a large box; plays are no hands; and a box with more pips than are known.
        ("mexican-train", "", 12, True),
        ("italian", "", 12, False),
        ("block", "", 5, False),
    ):
        monkeypatch.setattr(vision, "HIGHEST_END", highest)
        table = visitor.start("Ana", "Bea", "Ciro", game=game)
        page = visitor.open(f"{table.address}/rounds/new{query}")
        assert ("Read photo" in page.text, "hoto" in page.text) == (offered, offered)
        assert ("camera=(self)" in page.answer.headers[CAMERA]) == offered
        if not offered:
            assert send(visitor, table).status_code == 404


def test_without_the_extra_there_is_no_photo_and_a_round_is_recorded(visitor, table, monkeypatch):
    for module in NEEDED:
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setattr(vision, "is_there", is_there.__wrapped__)
    for query in ("", "?entry=pips"):
        page = visitor.open(f"{table.address}/rounds/new{query}")
        assert "hoto" not in page.answer.text
        assert "camera=(self)" not in page.answer.headers[CAMERA]
    assert visitor.play(table, "", "66").status == 303
    ways = (*WAYS, "1/edit/photo")
    assert [send(visitor, table, to=to).status_code for to in ways] == [404, 404, 404]


def test_only_the_page_that_takes_photos_may_use_the_camera(visitor, table):
    visitor.play(table, "", "66")
    (allowed,) = visitor.open(f"{table.address}/rounds/1/edit").answer.headers.getlist(CAMERA)
    assert "camera=(self)" in allowed
    assert "microphone=()" in allowed
    assert "camera=()" in visitor.open(table.address).answer.headers[CAMERA]
    # To load the answer to a photo once more leads back to the round.
    for page in ("new", "1/edit"):
        back = visitor.open(f"{table.address}/rounds/{page}/photo").answer.location
        assert back == f"{table.address}/rounds/{page}"


def test_whoever_sends_many_photos_has_to_wait_and_keeps_what_is_entered(
    app, visitor, table, monkeypatch
):
    app.config["RATELIMIT_ENABLED"] = True
    monkeypatch.setattr(attempt_limits, "PHOTOS", Rate(2, 60))
    monkeypatch.setattr(attempt_limits, "PHOTOS_FROM_ONE_ADDRESS", Rate(3, 60))
    # A form without a picture is not counted.
    for picture, status in ((b"", 422), (PICTURE, 200)) * 2:
        assert send(visitor, table, {"photo": named(picture)}).status_code == status
    page = filled(visitor, table, {"hands-0-tiles": "5-5"})
    wait = "Too many photos at once. Wait a moment, or enter the tiles."
    assert (page.status, page.problems) == (429, [wait])
    assert page.form["hands-0-tiles"] == "5-5"
    refused = send(visitor, table)
    assert (refused.status_code, refused.json) == (429, {"error": wait})
    # All else goes on, and another device may still send one.
    assert visitor.play(table, "", "66").status == 303
    others = [send(Visitor(app), table).status_code for _ in range(2)]
    assert others == [200, 429]


def test_a_hostile_file_is_read_or_gets_a_sentence(
    visitor, table, thorough, seed, tried, monkeypatch
):
    need_reader()
    # Here the reader itself reads.
    monkeypatch.undo()
    from tests.photos.hostile import KINDS, Hostile

    hostile = Hostile(seed)
    for kind in KINDS * (286 if thorough else 2):
        tried["hostile photos over HTTP"] += 1
        data = getattr(hostile, kind)()
        page = filled(visitor, table, {"hands-0-tiles": "5-5", "photo": named(data)})
        assert page.form["hands-0-tiles"] == "5-5"
        assert (page.status, len(page.problems)) in ((200, 0), (422, 1))
        assert ("Bea’s hand is filled in from the photo" in page.text) == (page.status == 200)
        script = send(visitor, table, {"photo": named(data)})
        assert script.status_code in (200, 422)
        assert (script.json or {}).keys() in ({"tiles", "groups", "note"}, {"error"})
