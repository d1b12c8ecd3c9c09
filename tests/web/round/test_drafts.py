"""A half-entered round is kept on the server, part by part, and filled in wherever it is opened.

Hands that are entered around the table are recorded by a form of their own; what they come to is in
tests/cases/entries.toml.
"""

from datetime import timedelta

import pytest
from sqlalchemy import update

from scorekeeper import clock
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from tests.support.drafts import draft, enter
from tests.support.rows import rows
from tests.web.visitor import FOUR, HEAVY, Visitor, pips, tiles


def state(answer):
    return dict(answer.answer.json or {})


def entered(page):
    hands = page.form.items()
    return {name: value for name, value in hands if name.startswith("hands-") and value}


def test_two_devices_enter_different_hands_of_one_round_until_it_is_recorded(app, visitor, table):
    address, before = f"{table.address}/rounds/1/draft", rows(app)["matches"]
    assert draft(visitor, table, 1, "hands-0", hands_0_tiles="1-2 6").status == 200
    known = {"If-None-Match": visitor.client.get(address).headers["ETag"]}
    # A device that knows a draft is told nothing.
    again = visitor.client.get(address, headers=known)
    assert (again.status_code, again.data) == (304, b"")
    draft(Visitor(app), table, 1, "hands-1", hands_1_tiles="55")
    parts = dict(visitor.client.get(address, headers=known).json or {})["parts"]
    assert {part: each["revision"] for part, each in parts.items()} == {"hands-0": 1, "hands-1": 2}
    for device in (Visitor(app), visitor):
        page = device.open_round(table)
        assert entered(page) == tiles("1-2 6", "55")
    # Other pages are not told of a new version.
    assert rows(app)["matches"] == before
    # Without scripts a button starts over, and leaves the next round alone.
    blank = visitor.follow(visitor.send(page, {"action": "afresh"}))
    assert (entered(blank), blank.texts("div", "notice")) == ({}, [])
    draft(visitor, table, 1, "hands-0", hands_0_tiles="1-2")
    visitor.play(table, "12", "66")
    assert rows(app)["drafts"] == []
    assert entered(visitor.open_round(table)) == {}
    draft(visitor, table, 2, "hands-0", hands_0_tiles="3-4")
    again = visitor.follow(visitor.send(page, {"action": "afresh"}))
    assert entered(again) == {"hands-0-tiles": "3-4"}
    # An edit has a draft, and starts over with what was recorded.
    kept = state(draft(visitor, table, 1, "hands-0", hands_0_tiles="", edits=True))
    assert ({*kept["parts"]}, kept["recorded"]) == ({"hands-0"}, None)
    page = visitor.open(f"{table.address}/rounds/1/edit")
    assert entered(page) == {"hands-1-tiles": "6-6"}
    assert page.texts("div", "notice") == ["Started just now on a device"]
    page = visitor.follow(visitor.send(page, {"action": "afresh"}))
    assert entered(page) == {"hands-0-tiles": "1-2", "hands-1-tiles": "6-6"}


REST = {"ends": "3 5", "opener": "1", "correction_points": "x", "correction_note": "late"}
UNREADABLE = {"opener": "99", "blocker": "\x00", "events": "9@9", "correction_side": "²"}
PIPS = {"hands-0-pips": "4"}


def test_a_round_is_opened_as_far_as_it_was_entered(visitor):
    for part, fields, query, shown in (
        # All but the hands is one part, and what cannot be read of it is left out.
        ("rest", REST, "", REST),
        ("rest", UNREADABLE, "", {}),
        # Pips are shown as pips, and win over the tiles where they are counted.
        ("hands-0", {"hands-0-pips": "17"}, "", {"hands-0-pips": "17", "entry": "pips"}),
        ("hands-0", {"hands-0-tiles": "12"} | PIPS, "?entry=pips", PIPS),
    ):
        table = visitor.start("Ana", "Bea")
        # The last device to enter a part wins.
        draft(visitor, table, 1, part, **dict.fromkeys(fields, "1"))
        assert draft(visitor, table, 1, part, **fields).status == 200
        page = visitor.open(f"{table.address}/rounds/new{query}")
        assert page.status == 200
        assert shown.items() <= page.form.items()


def test_the_page_says_when_and_on_which_devices_it_was_begun(app, visitor, table):
    draft(visitor, table, 1, "rest", ends="3 5")
    draft(visitor, table, 1, "hands-0", hands_0_tiles="66")
    assert visitor.open_round(table).texts("div", "notice") == ["Started just now on a device"]
    with app.app_context():
        moment = clock.now() - timedelta(hours=2)
        for part, device in (("rest", "Kitchen tablet"), ("hands-0", "Phone")):
            begun = update(models.DraftRow).where(models.DraftRow.part == part)
            db.session.execute(begun.values(device=device, changed_at=moment))
        db.session.commit()
    (said,) = visitor.open_round(table).texts("div", "notice")
    assert said == "Started 2 hours ago on Phone and Kitchen tablet"


def test_a_draft_that_comes_after_its_round_is_told_so_and_not_kept(visitor, unchanged):
    table = visitor.start("Ana", "Bea", goal="50")
    assert state(draft(visitor, table, 1, "hands-0", hands_0_tiles="1-2"))["won"] is None
    visitor.play(table, "", "66")
    with unchanged():
        late = state(draft(visitor, table, 1, "hands-0", hands_0_tiles="1-2"))
    assert (late["parts"], late["recorded"]["url"]) == ({}, f"{table.address}/rounds/1")
    # It also says where a win is celebrated.
    visitor.play(table, "", HEAVY)
    assert state(visitor.open(f"{table.address}/rounds/1/draft"))["won"] == table.address


def test_only_a_round_that_comes_or_is_there_has_a_draft(visitor, table, unchanged):
    for number, edits in ((0, False), (2, False), (10**9, False), (0, True), (2, True)):
        address = f"{table.address}/rounds/{number}{'/edit' if edits else ''}/draft"
        said = {"error": f"There is no round {number}: the next round is round 1."}
        with unchanged():
            sent = draft(visitor, table, number, "hands-0", hands_0_tiles="1-2", edits=edits)
        for answer in (sent.answer, visitor.client.get(address)):
            assert (answer.status_code, answer.json) == (404, said)
    answer = visitor.client.get("/matches/2/rounds/1/draft")
    assert answer.status_code == 404
    assert answer.json == {"error": "This scorebook has no match with that number."}


KNOWN = "A part of this round is one of: hands-0, hands-1, tally, points, rest."
ALONE = "Only the fields of the named parts can be kept."
LESS = "Enter less: a field holds 600 characters."


def test_what_is_no_part_of_a_round_is_not_kept(visitor, table, unchanged):
    for parts, fields, sentence in (
        ((), {}, KNOWN),
        (("hands-0", "x"), {}, KNOWN),
        (("hands-0",), {"hands_1_tiles": "66"}, ALONE),
        (("hands-0",), {"hands_0_x": "66"}, ALONE),
        (("rest",), {"entry": "pips"}, ALONE),
        (("hands-0",), {"hands_0_tiles": "6" * 601}, LESS),
        (("rest",), {"events": ["1"] * 65}, LESS),
    ):
        with unchanged():
            answer = draft(visitor, table, 1, *parts, **fields).answer
        assert (answer.status_code, answer.json) == (422, {"error": sentence})


def test_the_parts_sent_along_with_a_preview_are_kept_and_no_others(app, visitor, table, unchanged):
    def previewed(page, part, **fields):
        form = visitor.open(f"{table.address}/rounds/{page}")
        to = f"{form.address.removesuffix('/new')}/preview"
        sent = {**form.form, **tiles("1-2", "6-6"), **fields, "part": part}
        return state(visitor.post(to, sent))

    for part, fields, said in (
        ("hands-2", {}, KNOWN),
        ("rest", {"round_no": "3"}, "There is no round 3: the next round is round 1."),
    ):
        with unchanged():
            answer = previewed("new", part, **fields)
        assert answer["draft"] == {"error": said}
        # What cannot be kept is previewed all the same.
        assert 'id="preview"' in answer["preview"]
    visitor.play(table, "12", "55")
    for page, kept in (("new", {"hands-1-tiles": "6-6"}), ("1/edit", tiles("1-2", "6-6"))):
        answer = previewed(page, "hands-1")
        assert "= 9 points." in answer["preview"]
        assert {*answer["draft"]["parts"]} == {"hands-1"}
        assert entered(Visitor(app).open(f"{table.address}/rounds/{page}")) == kept


PARTS = ("hands-0", "hands-1", "hands-2", "hands-3", "rest")
NO_BEA = {"hands-0-tiles": "1-2 3-4", "hands-2-tiles": "5-5", "hands-3-tiles": "0-0"}
CORRECTED = {"correction_side": "0", "correction_points": "10"}


def checked(visitor, table, number=1, query=""):
    return visitor.open(f"{table.address}/rounds/{number}/draft/preview{query}")


@pytest.mark.parametrize(
    ("game", "entered", "query", "button", "scores"),
    [
        ("block", NO_BEA | {"hands-1-out": "y"}, "", "Record round", [0, 20, 0, 0]),
        # Somebody says that Bea went out.
        ("block", NO_BEA, "?out=1", "Record round", [0, 20, 0, 0]),
        ("block", pips("17", "12", "9", "out") | CORRECTED, "", "Record round", [10, 0, 0, 38]),
        ("partnership", tiles("", "12", "34", "56"), "", "Record anyway", [14, 0]),
    ],
    ids=["tiles", "who went out", "pips and a correction", "doubts"],
)
def test_what_hands_around_the_table_come_to_is_recorded_as_it_was_shown(
    visitor, unchanged, game, entered, query, button, scores
):
    table = visitor.start(*FOUR, game=game)
    draft(visitor, table, 1, *PARTS, **entered)
    with unchanged():
        shown = checked(visitor, table, query=query)
    assert shown.answer.cache_control.no_store
    form = shown.pressing(button)
    # What is entered now was not shown.
    enter(visitor, table, "–", "–", "6-6")
    for _ in range(2):
        recorded = visitor.follow(visitor.send(form))
        assert recorded.texts("p", "score") == [f"{each} points" for each in scores]


def test_of_the_next_round_alone_it_is_said_what_its_hands_come_to(visitor):
    table = visitor.start(*FOUR)
    enter(visitor, table, "1-2 3-4", "–", "5-5", "0-0")
    page = checked(visitor, table)
    assert [each.get("data-answer") for each in page.all("button")] == ["out=1", None]
    for query in ("?out=7", "?out=-1", "?out=x"):
        assert checked(visitor, table, query=query).text == page.text
    assert checked(visitor, table, number=2).status == 404
    visitor.play(table, "", "66", "55", "44")
    assert checked(visitor, table).status == 404
