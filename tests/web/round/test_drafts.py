"""A half-entered round is kept on the server, part by part, and filled in wherever it is opened."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.figures import clock
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from tests.unchanged import Unchanged, rows
from tests.web.visitor import HEAVY, Page, Visitor, tiles


def draft(
    visitor: Visitor,
    table: Page,
    number: int,
    *parts: str,
    amends: bool = False,
    **fields: Any,
) -> Page:
    """Send parts of a round as its page does."""
    form = visitor.open_round(table)
    named = {
        name.replace("_", "-") if name.startswith("hands_") else name: value
        for name, value in fields.items()
    }
    address = f"{table.address}/rounds/{number}{'/amend' if amends else ''}/draft"
    token = {"csrf_token": form.form["csrf_token"]}
    return visitor.post(address, {**token, "part": [*parts], **named})


def entered(page: Page) -> dict[str, str]:
    """Read the hands that are filled in on a page."""
    hands = page.form.items()
    return {name: value for name, value in hands if name.startswith("hands-") and value}


def older(app: Flask, **past: float) -> None:
    """Let time go by since the drafts were written."""
    with app.app_context():
        moment = clock.now() - timedelta(**past)
        db.session.execute(update(models.DraftRow).values(changed_at=moment))
        db.session.commit()


def test_a_hand_that_was_entered_is_there_on_every_device(
    app: Flask, visitor: Visitor, table: Page
) -> None:
    kept = draft(visitor, table, 1, "hands-1", hands_1_tiles="1-2 6")
    assert kept.status == 200
    assert entered(Visitor(app).open_round(table)) == {"hands-1-tiles": "1-2 6"}


def test_two_devices_enter_different_hands_of_the_same_round(
    app: Flask, visitor: Visitor, table: Page
) -> None:
    draft(visitor, table, 1, "hands-0", hands_0_tiles="1-2")
    answer = draft(Visitor(app), table, 1, "hands-1", hands_1_tiles="55")
    assert answer.answer.json is not None
    assert {*answer.answer.json["parts"]} == {"hands-0", "hands-1"}
    assert entered(visitor.open_round(table)) == tiles("1-2", "55")


REST = {"ends": "3 5", "opener": "1", "correction_points": "x", "correction_note": "late"}
UNREADABLE = {"opener": "99", "blocker": "\x00", "events": "9@9", "correction_side": "²"}


@pytest.mark.parametrize(
    ("sent", "query", "shown"),
    [
        # The last device to enter a hand wins.
        ([{"hands_0_tiles": "1-2"}, {"hands_0_tiles": "66"}], "", {"hands-0-tiles": "66"}),
        ([REST], "", REST),
        ([UNREADABLE], "", {}),
        # Pips that were counted win over the tiles.
        ([{"hands_0_pips": "17"}], "", {"hands-0-pips": "17", "entry": "pips"}),
        (
            [{"hands_0_tiles": "1-2", "hands_0_pips": "4"}],
            "?entry=pips",
            {"hands-0-pips": "4", "entry": "pips"},
        ),
    ],
)
def test_a_round_is_opened_as_far_as_it_was_entered(
    visitor: Visitor, table: Page, sent: list[dict[str, Any]], query: str, shown: dict[str, str]
) -> None:
    for fields in sent:
        part = "hands-0" if any(name.startswith("hands") for name in fields) else "rest"
        assert draft(visitor, table, 1, part, **fields).status == 200
    page = visitor.open(f"{table.address}/rounds/new{query}")
    assert page.status == 200
    assert shown.items() <= page.form.items()


@pytest.mark.parametrize(
    ("past", "said"),
    [
        ({"seconds": 5}, "Begun just now on a device"),
        ({"seconds": 70}, "Begun 1 minute ago on a device"),
        ({"minutes": 5}, "Begun 5 minutes ago on a device"),
        ({"hours": 2}, "Begun 2 hours ago on a device"),
        ({"days": 7}, "Begun 7 days ago on a device"),
    ],
)
def test_the_page_says_how_old_the_draft_is(
    app: Flask, visitor: Visitor, table: Page, past: dict[str, float], said: str
) -> None:
    draft(visitor, table, 1, "hands-0", hands_0_tiles="1-2")
    older(app, **past)
    assert visitor.open_round(table).texts("div", "notice") == [said]


def test_the_page_says_on_which_devices_it_was_begun(
    app: Flask, visitor: Visitor, table: Page
) -> None:
    for seat, device in enumerate(("Kitchen tablet", "Phone")):
        with app.app_context():
            part = {"number": 1, "part": f"hands-{seat}", "fields": {f"hands-{seat}-tiles": ["66"]}}
            db.session.add(models.DraftRow(match_id=1, revision=seat, device=device, **part))
            db.session.commit()
    older(app, minutes=5)
    said = "Begun 5 minutes ago on Kitchen tablet and Phone"
    assert visitor.open_round(table).texts("div", "notice") == [said]


def test_without_scripts_a_button_starts_over(visitor: Visitor, table: Page) -> None:
    draft(visitor, table, 1, "hands-0", hands_0_tiles="1-2")
    page = visitor.open_round(table)
    blank = visitor.follow(visitor.send(page, {"action": "afresh"}))
    assert entered(blank) == {}
    assert blank.texts("div", "notice") == []


def test_starting_over_a_round_that_another_device_recorded_leaves_the_next_one_alone(
    visitor: Visitor, table: Page
) -> None:
    draft(visitor, table, 1, "hands-0", hands_0_tiles="1-2")
    page = visitor.open_round(table)
    visitor.play(table, "", "66")
    draft(visitor, table, 2, "hands-0", hands_0_tiles="3-4")
    assert entered(visitor.follow(visitor.send(page, {"action": "afresh"}))) == {
        "hands-0-tiles": "3-4"
    }


def test_starting_over_needs_the_token_of_the_form(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    draft(visitor, table, 1, "hands-0", hands_0_tiles="1-2")
    page = visitor.open_round(table)
    with unchanged():
        answer = visitor.send(page, {"action": "afresh", "csrf_token": ""})
    assert answer.status == 400
    assert entered(answer) == {"hands-0-tiles": "1-2"}


def test_a_draft_ends_with_its_round_and_changes_no_version(
    app: Flask, visitor: Visitor, table: Page
) -> None:
    before = rows(app)["matches"]
    draft(visitor, table, 1, "hands-0", hands_0_tiles="1-2")
    assert rows(app)["matches"] == before
    visitor.play(table, "", "66")
    assert rows(app)["drafts"] == []
    assert entered(visitor.open_round(table)) == {}


def test_a_draft_that_comes_after_its_round_is_told_so_and_not_kept(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    visitor.play(table, "", "66")
    with unchanged():
        answer = draft(visitor, table, 1, "hands-0", hands_0_tiles="1-2").answer.json
    assert answer is not None
    assert answer["parts"] == {}
    assert answer["recorded"] == {
        "text": "Round 1 was recorded on a device: Ana went out and wins the round.",
        "url": f"{table.address}/rounds/1",
        "label": "See round 1",
    }


def test_a_draft_tells_where_a_win_is_celebrated(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", goal="50")
    before = draft(visitor, table, 1, "hands-0", hands_0_tiles="1-2").answer.json
    assert before is not None
    assert before["won"] is None
    visitor.play(table, "", HEAVY)
    after = visitor.client.get(f"{table.address}/rounds/1/draft").json
    assert after is not None
    assert after["won"] == table.address


def test_a_recorded_round_has_a_draft_of_its_amendment(visitor: Visitor, table: Page) -> None:
    visitor.play(table, "", "66")
    answer = draft(visitor, table, 1, "hands-0", hands_0_tiles="1-2", amends=True)
    assert answer.answer.json is not None
    assert {*answer.answer.json["parts"]} == {"hands-0"}
    assert answer.answer.json["recorded"] is None


def test_a_half_amended_round_is_opened_as_far_as_it_was_amended(
    visitor: Visitor, table: Page
) -> None:
    visitor.play(table, "12", "66")
    draft(visitor, table, 1, "hands-0", amends=True, hands_0_tiles="")
    page = visitor.open(f"{table.address}/rounds/1/amend")
    assert entered(page) == {"hands-1-tiles": "6-6"}
    assert page.texts("div", "notice") == ["Begun just now on a device"]


def test_starting_an_amendment_over_begins_with_what_was_recorded(
    visitor: Visitor, table: Page
) -> None:
    visitor.play(table, "12", "66")
    draft(visitor, table, 1, "hands-1", amends=True, hands_1_tiles="55")
    page = visitor.open(f"{table.address}/rounds/1/amend")
    page = visitor.follow(visitor.send(page, {"action": "afresh"}))
    assert entered(page) == {"hands-0-tiles": "1-2", "hands-1-tiles": "6-6"}


def test_a_device_that_knows_a_draft_is_told_nothing(visitor: Visitor, table: Page) -> None:
    address = f"{table.address}/rounds/1/draft"
    draft(visitor, table, 1, "hands-0", hands_0_tiles="1-2")
    client = visitor.client
    known = client.get(address)
    again = client.get(address, headers={"If-None-Match": known.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    draft(visitor, table, 1, "hands-1", hands_1_tiles="66")
    later = client.get(address, headers={"If-None-Match": known.headers["ETag"]})
    assert later.json is not None
    assert {part: each["revision"] for part, each in later.json["parts"].items()} == {
        "hands-0": 1,
        "hands-1": 2,
    }


@pytest.mark.parametrize("number", [0, 2, 3, 10**9])
@pytest.mark.parametrize("amends", [False, True], ids=["entered", "amended"])
def test_only_a_round_that_comes_or_is_there_has_a_draft(
    visitor: Visitor, table: Page, unchanged: Unchanged, number: int, amends: bool
) -> None:
    address = f"{table.address}/rounds/{number}{'/amend' if amends else ''}/draft"
    with unchanged():
        answers = [
            draft(visitor, table, number, "hands-0", hands_0_tiles="1-2", amends=amends).answer,
            visitor.client.get(address),
        ]
    for answer in answers:
        said = {"error": f"Round {number} is not there: the next round is round 1."}
        assert (answer.status_code, answer.json) == (404, said)


@pytest.mark.parametrize("match_id", [2, 10**9])
def test_only_a_match_that_is_there_has_drafts(
    visitor: Visitor, table: Page, match_id: int
) -> None:
    del table
    answer = visitor.client.get(f"/matches/{match_id}/rounds/1/draft")
    assert answer.status_code == 404
    assert answer.json == {"error": "This scorebook has no match with that number."}


@pytest.mark.parametrize(
    ("parts", "fields", "sentence"),
    [
        ((), {}, "A part of this round is one of: hands-0, hands-1, rest."),
        (("hands-2",), {}, "A part of this round is one of: hands-0, hands-1, rest."),
        (("hands-0", "x"), {}, "A part of this round is one of: hands-0, hands-1, rest."),
        (("hands-0",), {"hands_1_tiles": "66"}, "Only the fields of the named parts can be kept."),
        (("hands-0",), {"hands_0_x": "66"}, "Only the fields of the named parts can be kept."),
        (("rest",), {"entry": "pips"}, "Only the fields of the named parts can be kept."),
        (("hands-0",), {"hands_0_tiles": "6" * 601}, "Enter less: a field holds 600 letters."),
        (("rest",), {"events": ["1"] * 65}, "Enter less: a field holds 600 letters."),
    ],
)
def test_what_is_no_part_of_a_round_is_not_kept(
    visitor: Visitor,
    table: Page,
    unchanged: Unchanged,
    parts: tuple[str, ...],
    fields: dict[str, Any],
    sentence: str,
) -> None:
    with unchanged():
        answer = draft(visitor, table, 1, *parts, **fields).answer
    assert (answer.status_code, answer.json) == (422, {"error": sentence})


def test_a_draft_needs_the_token_of_its_form(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    with unchanged():
        answer = visitor.post(f"{table.address}/rounds/1/draft", {"part": "hands-0"}).answer
    assert answer.status_code == 400
    assert answer.json is not None
    assert "expired" in answer.json["error"]
