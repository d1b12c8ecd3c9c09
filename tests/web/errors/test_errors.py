"""What is not there, not allowed or broken has a page too; what was not saved is kept on it."""

from contextlib import contextmanager
from unittest.mock import Mock, patch

import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.permissions import links
from tests.web.visitor import pips, seated, tiles

REFUSAL = OperationalError("connect", None, OSError("unable to open database file"))


@contextmanager
def no_database(app):
    """Refuse every connection."""
    with app.app_context():
        db.engine.dispose()
    connect = patch.object(Engine, "connect", side_effect=REFUSAL)
    with connect, patch.object(Engine, "raw_connection", side_effect=REFUSAL):
        yield


@pytest.fixture
def app(app):
    """Answer errors with pages, as for people, instead of raising them."""
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return app


def entered(page):
    labels, values = page.texts("dt", ""), page.texts("dd", "")
    return [f"{label}: {value}" for label, value in zip(labels, values, strict=True)]


NO_MATCHES = ("one", "-1", "9" * 5000)
NO_ROUNDS = ("0", "1", "-1", "one", "9" * 31, "1.0", "0/amend", "1/amend")
NOT_THERE = (
    *("/nothing", "/matches", "/matches/", *(f"/matches/{number}" for number in NO_MATCHES)),
    *(f"/matches/1/rounds/{number}" for number in NO_ROUNDS),
    *(f"/games/{unknown}" for unknown in ("chess", "Block", "..%2Fgames%2Fblock", "block.toml")),
)
ONLY_SENT, ONLY_OPENED = ("rematch", "rounds/preview"), ("/", "/matches/1", "/matches/1/winner")


@pytest.mark.usefixtures("table")
def test_what_is_not_there_or_does_not_work_there_has_a_page(visitor):
    not_found = dict.fromkeys(NOT_THERE, "Page not found") | {"/matches/99": "Match not found"}
    for address, heading in not_found.items():
        page = visitor.open(address)
        assert (page.status, page.heading) == (404, heading), address
        assert page.links["All matches"] == "/"
    opened = [visitor.open(f"/matches/1/{address}") for address in ONLY_SENT]
    posted = [visitor.post(address, {}) for address in ONLY_OPENED]
    for page in (*opened, *posted):
        assert (page.status, page.heading) == (405, "That does not work here")
        assert page.links["All matches"] == "/"
        assert page in opened or "GET" in page.answer.headers["Allow"]


def test_more_than_a_round_can_be_is_refused(visitor, table, new_match, unchanged):
    much = "6" * 70_000
    with unchanged():
        for page, typed in (
            (new_match, seated("Ana", much)),
            (visitor.open_round(table), {"hands-0-tiles": much}),
        ):
            answer = visitor.send(page, typed)
            assert (answer.status, answer.heading) == (413, "Too much at once")


@pytest.mark.parametrize(
    ("error", "status", "heading"),
    [
        (ZeroDivisionError(), 500, "Something went wrong"),
        (OperationalError("COMMIT", None, OSError("database is locked")), 503, "Not saved"),
    ],
)
def test_a_fault_of_ours_is_said_to_be_one(visitor, table, monkeypatch, error, status, heading):
    monkeypatch.setattr(links, "link_state_for", Mock(side_effect=error))
    # The table itself was seen already, and is known.
    page = visitor.open(f"{table.address}/wall")
    assert (page.status, page.heading) == (status, heading)
    assert "Traceback" not in page.answer.text


def test_what_was_entered_is_shown_by_its_labels_whatever_it_is(app, visitor, table):
    new, counts = (
        visitor.open("/matches/new"),
        visitor.open(f"{table.address}/rounds/new?entry=pips"),
    )
    spoiled = {"entry": "tiles\x01", "\x01": "a\x01b", "events": ["0", "1"]}
    with no_database(app):
        assert {"Name 1: Ana", "Name 2: Bea"} <= {*entered(visitor.send(new, seated("Ana", "Bea")))}
        page = visitor.send(counts, pips("0", "x <1>") | {"correction_note": "é"})
        said = {"Hand 1, pips: 0", "Hand 2, pips: x <1>", "Bonus / penalty, what for: é"}
        assert said <= {*entered(page)}
        assert page.heading == "Not saved"
        page = visitor.post(counts.target, counts.form | spoiled)
    assert page.status == 503
    assert "\x01" not in page.answer.text
    kept = [each.get("value") for each in page.all("input") if each.get("name") == "events"]
    assert kept == ["0", "1"]


def test_what_cannot_be_read_is_asked_for_again_and_scripts_are_told_in_their_own_way(
    app, visitor, table
):
    form = visitor.open_round(table)
    addresses = ("/", "/matches/1/wall", "/matches/1/rounds/new?entry=pips")
    with no_database(app):
        pages = [visitor.open(address) for address in addresses]
        preview = visitor.send(form, tiles("", "66"), to=f"{table.address}/rounds/preview")
        draft = visitor.open(f"{table.address}/rounds/1/draft").answer
    for page, address in zip(pages, addresses, strict=True):
        assert (page.status, page.links["Try again"]) == (503, address)
        assert visitor.open(address).status == 200
    assert preview.status == 503
    assert preview.texts("p", "say") == [
        "The score cannot be shown just now: what you entered is kept on this page."
    ]
    assert draft.status_code == 503
    assert draft.json == {"error": "Not saved: the scorebook cannot be written."}
