"""What is not there, not allowed or broken has a page too, and it says what to do next."""

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError

from scorekeeper.scorebook.permissions import links
from scorekeeper.web.flask_app import LARGEST
from tests.unchanged import Unchanged
from tests.web.visitor import Page, Visitor, seated

NUMBERS = ["2", "0", "9" * 10, str(10**30)]


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.usefixtures("table")
def test_a_match_that_is_not_there_is_not_found(
    visitor: Visitor, unchanged: Unchanged, number: str
) -> None:
    # What no database holds is no number of a match.
    kind = "Match" if int(number) <= LARGEST else "Page"
    for address in ("", "/winner", "/undo", "/rounds/new", "/rounds/1"):
        page = visitor.open(f"/matches/{number}{address}")
        assert (page.status, page.heading) == (404, f"{kind} not found")
        assert page.links["All matches"] == "/"
    with unchanged():
        for address in ("/rematch", "/undo", "/rounds/new", "/rounds/preview"):
            assert visitor.post(f"/matches/{number}{address}", {}).status == 404


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        *(("GET", address, 404) for address in ("/nothing", "/matches", "/matches/")),
        *(("GET", f"/matches/{number}", 404) for number in ("one", "-1", "9" * 5000)),
        *(
            ("GET", f"/matches/1/rounds/{number}", 404)
            for number in ("0", "1", "-1", "one", "9" * 31, "1.0", "0/amend", "1/amend")
        ),
        *(("GET", f"/matches/1/{sent}", 405) for sent in ("rematch", "rounds/preview")),
        *(("POST", address, 405) for address in ("/", "/matches/1", "/matches/1/winner")),
    ],
)
@pytest.mark.usefixtures("table")
def test_what_is_not_there_or_does_not_work_there_has_a_page(
    visitor: Visitor, method: str, address: str, status: int
) -> None:
    page = visitor.open(address) if method == "GET" else visitor.post(address, {})
    assert page.status == status
    assert page.heading == ("Page not found" if status == 404 else "That does not work here")
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


@pytest.fixture
def as_served(app: Flask) -> None:
    """Answer errors with pages, as for people, instead of raising them."""
    app.config["PROPAGATE_EXCEPTIONS"] = False


@pytest.mark.usefixtures("as_served")
@pytest.mark.parametrize(
    ("error", "status", "heading"),
    [
        (ZeroDivisionError(), 500, "Something went wrong"),
        (OperationalError("COMMIT", None, OSError("database is locked")), 503, "Not saved"),
    ],
)
def test_a_fault_of_ours_is_said_to_be_one(
    visitor: Visitor,
    table: Page,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    status: int,
    heading: str,
) -> None:
    def broken(_match_id: int, _device: str) -> None:
        raise error

    monkeypatch.setattr(links, "link_state_for", broken)
    # The table itself was seen already, and is known.
    page = visitor.open(f"{table.address}/wall")
    assert page.status == status
    assert page.heading == heading
    assert "Traceback" not in page.answer.text
