"""What is not there, not allowed or broken has a page too; what was not saved is kept on it."""

from contextlib import contextmanager
from unittest.mock import Mock, patch

import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.permissions import links
from tests.web.visitor import RECORD, pips, seated, tiles

NOT_HERE = "That does not work here"
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
    return [
        f"{dt}: {dd}" for dt, dd in zip(page.texts("dt", ""), page.texts("dd", ""), strict=True)
    ]


@pytest.mark.parametrize(
    ("method", "address", "heading"),
    [
        ("GET", "/matches/99", "Match not found"),
        *(("GET", address, "Page not found") for address in ("/nothing", "/matches", "/matches/")),
        *(("GET", f"/matches/{number}", "Page not found") for number in ("one", "-1", "9" * 5000)),
        *(
            ("GET", f"/matches/1/rounds/{number}", "Page not found")
            for number in ("0", "1", "-1", "one", "9" * 31, "1.0", "0/amend", "1/amend")
        ),
        *(("GET", f"/matches/1/{sent}", NOT_HERE) for sent in ("rematch", "rounds/preview")),
        *(("POST", address, NOT_HERE) for address in ("/", "/matches/1", "/matches/1/winner")),
    ],
)
@pytest.mark.usefixtures("table")
def test_what_is_not_there_or_does_not_work_there_has_a_page(visitor, method, address, heading):
    page = visitor.open(address) if method == "GET" else visitor.post(address, {})
    assert (page.status, page.heading) == (405 if heading == NOT_HERE else 404, heading)
    assert page.links["All matches"] == "/"
    assert method == "GET" or "GET" in page.answer.headers["Allow"]


def test_more_than_a_round_can_be_is_refused(visitor, table, new_match, unchanged):
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
def test_a_fault_of_ours_is_said_to_be_one(visitor, table, monkeypatch, error, status, heading):
    monkeypatch.setattr(links, "link_state_for", Mock(side_effect=error))
    # The table itself was seen already, and is known.
    page = visitor.open(f"{table.address}/wall")
    assert page.status == status
    assert page.heading == heading
    assert "Traceback" not in page.answer.text


def test_a_round_that_is_not_saved_is_kept_and_sent_again(app, visitor, table, unchanged):
    form = visitor.open_round(table)
    with unchanged(), no_database(app):
        page = visitor.send(form, tiles("", "66 <12>") | {"correction_note": "é"} | RECORD)
        again = visitor.send(page)
    for answer in (page, again):
        assert answer.status == 503
        assert answer.heading == "Not saved"
        said = ["Hand 1, out: y", "Hand 2, tiles: 66 <12>", "Bonus / penalty, what for: é"]
        assert sorted(entered(answer)) == sorted(said)
        assert answer.form == {**form.form, **tiles("", "66 <12>"), **answer.form}
        assert answer.answer.headers["Retry-After"] == "5"
    refused = visitor.send(again)
    assert refused.status == 422
    done = visitor.send(refused, tiles("", "66") | RECORD)
    assert done.leads_to == table.address


@pytest.mark.parametrize(
    ("address", "typed", "shown"),
    [
        ("/matches/new", seated("Ana", "Bea"), {"Name 1: Ana", "Name 2: Bea"}),
        ("/matches/1/rounds/new?entry=pips", pips("0", "12"), {"Hand 1, pips: 0"}),
    ],
)
@pytest.mark.usefixtures("table")
def test_what_was_entered_is_shown_by_its_labels(app, visitor, address, typed, shown):
    form = visitor.open(address)
    with no_database(app):
        assert shown <= {*entered(visitor.send(form, typed))}


def test_every_value_of_a_field_is_kept_and_no_control_character_is_shown(app, visitor, table):
    form = visitor.open_round(table)
    spoiled: dict[str, str | list[str]] = {"entry": "tiles\x01", "\x01": "a\x01b"}
    with no_database(app):
        page = visitor.post(form.target, {**form.form, **spoiled, "events": ["0", "1"]})
    assert page.status == 503
    assert "\x01" not in page.answer.text
    kept = [each.get("value") for each in page.all("input") if each.get("name") == "events"]
    assert kept == ["0", "1"]


@pytest.mark.parametrize("address", ["/", "/matches/1/wall", "/matches/1/rounds/new?entry=pips"])
def test_a_page_that_cannot_be_read_is_asked_for_again(app, visitor, table, address):
    del table
    with no_database(app):
        page = visitor.open(address)
    assert page.status == 503
    assert page.links["Try again"] == address
    assert visitor.open(page.links["Try again"]).status == 200


def test_scripts_are_answered_in_their_own_way(app, visitor, table):
    form = visitor.open_round(table)
    with no_database(app):
        preview = visitor.send(form, tiles("", "66"), to=f"{table.address}/rounds/preview")
        draft = visitor.open(f"{table.address}/rounds/1/draft").answer
    assert preview.status == 503
    assert preview.texts("p", "say") == [
        "The score cannot be shown just now: what you entered is kept on this page."
    ]
    assert draft.status_code == 503
    assert draft.json == {"error": "Not saved: the scorebook cannot be written."}
