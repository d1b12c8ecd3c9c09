"""What is not there, not allowed or broken has a page too, and it says what to do next."""

from unittest.mock import Mock

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError

from scorekeeper.scorebook.permissions import links
from tests.unchanged import Unchanged
from tests.web.visitor import Page, Visitor, seated

NOT_HERE = "That does not work here"


@pytest.mark.parametrize(
    ("method", "address", "heading"),
    [
        ("GET", "/matches/99", "Match not found"),
        *(("GET", address, "Page not found") for address in ("/nothing", "/matches", "/matches/")),
        *(("GET", f"/matches/{number}", "Page not found") for number in ("one", "-1")),
        *(("GET", f"/matches/1/{sent}", NOT_HERE) for sent in ("rematch", "rounds/preview")),
        *(("POST", address, NOT_HERE) for address in ("/", "/matches/1", "/matches/1/winner")),
    ],
)
@pytest.mark.usefixtures("table")
def test_what_is_not_there_or_does_not_work_there_has_a_page(
    visitor: Visitor, method: str, address: str, heading: str
) -> None:
    page = visitor.open(address) if method == "GET" else visitor.post(address, {})
    assert (page.status, page.heading) == (405 if heading == NOT_HERE else 404, heading)
    assert page.links["All matches"] == "/"
    assert method == "GET" or "GET" in page.answer.headers["Allow"]


def test_more_than_a_round_can_be_is_refused(
    visitor: Visitor, table: Page, new_match: Page, unchanged: Unchanged
) -> None:
    much = "6" * 70_000
    with unchanged():
        for page, typed in (
            (new_match, seated("Ana", much)),
            (visitor.open_round(table), {"hands-0-tiles": much}),
        ):
            answer = visitor.send(page, typed)
            assert answer.status == 413
            assert answer.heading == "Too much at once"


@pytest.mark.parametrize(
    ("error", "status", "heading"),
    [
        (ZeroDivisionError(), 500, "Something went wrong"),
        (OperationalError("COMMIT", None, OSError("database is locked")), 503, "Not saved"),
    ],
)
def test_a_fault_of_ours_is_said_to_be_one(
    app: Flask,
    visitor: Visitor,
    table: Page,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    status: int,
    heading: str,
) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr(links, "link_state_for", Mock(side_effect=error))
    # The table itself was seen already, and is known.
    page = visitor.open(f"{table.address}/wall")
    assert page.status == status
    assert page.heading == heading
    assert "Traceback" not in page.answer.text
