"""A draft that is sent along with the question what its round comes to."""

from typing import Any

import pytest
from flask import Flask

from tests.unchanged import Unchanged
from tests.web.round.test_drafts import entered
from tests.web.visitor import Page, Visitor, tiles


def preview(visitor: Visitor, form: Page, *parts: str, to: str, **fields: Any) -> Page:
    """Ask what a round comes to, and send parts of its draft along."""
    filled = {**form.form, **tiles("1-2", "6-6"), **fields}
    return visitor.post(to, {**filled, "part": [*parts]})


def test_the_parts_sent_along_with_a_preview_are_kept_and_no_others(
    app: Flask, visitor: Visitor, table: Page
) -> None:
    form, to = visitor.open_round(table), f"{table.address}/rounds/preview"
    answer = preview(visitor, form, "hands-1", to=to).answer.json
    assert answer is not None
    assert "= 9 points." in answer["preview"]
    assert {*answer["draft"]["parts"]} == {"hands-1"}
    assert entered(Visitor(app).open_round(table)) == {"hands-1-tiles": "6-6"}


def test_an_amendment_is_kept_along_with_its_preview(visitor: Visitor, table: Page) -> None:
    visitor.play(table, "12", "55")
    form = visitor.open(f"{table.address}/rounds/1/amend")
    answer = preview(visitor, form, "hands-1", to=f"{form.address}/preview").answer.json
    assert answer is not None
    assert "= 9 points." in answer["preview"]
    page = visitor.open(form.address)
    assert entered(page) == tiles("1-2", "6-6")


@pytest.mark.parametrize(
    ("parts", "fields", "said"),
    [
        (("hands-2",), {}, "A part of this round is one of: hands-0, hands-1, rest."),
        (("rest",), {"correction_note": "6" * 601}, "Enter less: a field holds 600 letters."),
        (("rest",), {"round_no": "3"}, "Round 3 is not there: the next round is round 1."),
    ],
)
def test_what_cannot_be_kept_is_previewed_all_the_same(
    visitor: Visitor,
    table: Page,
    unchanged: Unchanged,
    parts: tuple[str, ...],
    fields: dict[str, Any],
    said: str,
) -> None:
    form, to = visitor.open_round(table), f"{table.address}/rounds/preview"
    with unchanged():
        answer = preview(visitor, form, *parts, to=to, **fields).answer
    assert answer.status_code == 200
    assert answer.json is not None
    assert answer.json["draft"] == {"error": said}
    assert 'id="preview"' in answer.json["preview"]


def test_nothing_is_kept_with_a_preview_that_lacks_its_token(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    form, to = visitor.open_round(table), f"{table.address}/rounds/preview"
    with unchanged():
        answer = preview(visitor, form, "hands-1", to=to, csrf_token="")
    assert answer.status == 400
    assert "expired" in answer.text
