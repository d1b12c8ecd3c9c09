"""The disk or the database says no: what was sent is shown, kept, and sent again with one press."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask
from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from scorekeeper.scorebook.database.db import db
from tests.unchanged import Unchanged
from tests.web.visitor import RECORD, Page, Visitor, pips, seated, tiles

REFUSAL = OperationalError("connect", None, OSError("unable to open database file"))


@contextmanager
def no_database(app: Flask) -> Iterator[None]:
    """Refuse every connection."""

    def refuse(_engine: Engine, *_args: Any, **_options: Any) -> None:
        raise REFUSAL

    with app.app_context():
        db.engine.dispose()
    with patch.object(Engine, "connect", refuse), patch.object(Engine, "raw_connection", refuse):
        yield


@pytest.fixture(autouse=True)
def as_served(app: Flask) -> None:
    """Answer errors with pages, as for people, instead of raising them."""
    app.config["PROPAGATE_EXCEPTIONS"] = False


def entered(page: Page) -> list[str]:
    return [
        f"{dt}: {dd}" for dt, dd in zip(page.texts("dt", ""), page.texts("dd", ""), strict=True)
    ]


def test_a_round_that_is_not_saved_is_kept_and_sent_again(
    app: Flask, visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
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
def test_what_was_entered_is_shown_by_its_labels(
    app: Flask, visitor: Visitor, address: str, typed: dict[str, str], shown: set[str]
) -> None:
    form = visitor.open(address)
    with no_database(app):
        assert shown <= {*entered(visitor.send(form, typed))}


def test_every_value_of_a_field_is_kept_and_no_control_character_is_shown(
    app: Flask, visitor: Visitor, table: Page
) -> None:
    form = visitor.open_round(table)
    spoiled: dict[str, str | list[str]] = {"entry": "tiles\x01", "\x01": "a\x01b"}
    with no_database(app):
        page = visitor.post(form.target, {**form.form, **spoiled, "events": ["0", "1"]})
    assert page.status == 503
    assert "\x01" not in page.answer.text
    kept = [each.get("value") for each in page.all("input") if each.get("name") == "events"]
    assert kept == ["0", "1"]


@pytest.mark.parametrize("address", ["/", "/matches/1/wall", "/matches/1/rounds/new?entry=pips"])
def test_a_page_that_cannot_be_read_is_asked_for_again(
    app: Flask, visitor: Visitor, table: Page, address: str
) -> None:
    del table
    with no_database(app):
        page = visitor.open(address)
    assert page.status == 503
    assert page.links["Try again"] == address
    assert visitor.open(page.links["Try again"]).status == 200


def test_scripts_are_answered_in_their_own_way(app: Flask, visitor: Visitor, table: Page) -> None:
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
