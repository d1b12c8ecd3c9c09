"""What was answered is answered again, for as long as it is true."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask, request_started

from scorekeeper.live.response_cache import ResponseCache
from scorekeeper.scorebook.db import db
from tests.web.share.share_links import joined, links
from tests.web.visitor import Page, Visitor


@pytest.fixture
def database_url(request: pytest.FixtureRequest) -> str:
    """Return an empty scorebook in a file: others do not say at so little cost what changed."""
    sqlite_template = request.getfixturevalue("sqlite_template")
    copy = request.getfixturevalue("tmp_path") / "scorekeeper.db"
    copy.write_bytes(sqlite_template.read_bytes())
    return f"sqlite:///{copy}"


@contextmanager
def worked_out(app: Flask) -> Iterator[list[Flask]]:
    """Count the requests that the application has to answer itself."""
    seen: list[Flask] = []
    with request_started.connected_to(lambda sender, **_: seen.append(sender), app):
        yield seen


def test_the_same_question_gets_the_same_answer_without_work(
    app: Flask, visitor: Visitor, table: Page
) -> None:
    first = visitor.client.get(table.address)
    known = {"If-None-Match": first.headers["ETag"]}
    assert visitor.client.get(table.address, headers=known).status_code == 304
    with worked_out(app) as seen:
        again = visitor.client.get(table.address)
        assert (again.data, again.headers) == (first.data, first.headers)
        assert visitor.client.get(table.address, headers=known).status_code == 304
    assert seen == []


def test_nothing_old_is_answered_once_anybody_wrote(visitor: Visitor, table: Page) -> None:
    for points in (12, 24, 36):
        visitor.play(table, "", "66")
        assert f"\n          {points}<span" in visitor.open(table.address).answer.text
        assert f"\n          {points}<span" in visitor.open(table.address).answer.text


def test_what_another_program_writes_is_seen_at_once(
    app: Flask, visitor: Visitor, table: Page
) -> None:
    visitor.open(table.address)
    with app.app_context():
        other = sqlite3.connect(str(db.engine.url.database))
    other.execute("UPDATE matches SET version = version + 1, watch_generation = 7")
    other.execute("UPDATE seats SET name = 'Dani' WHERE position = 0")
    other.commit()
    other.close()
    with worked_out(app) as seen:
        visitor.open(table.address)
    assert len(seen) == 1


def test_each_device_and_language_has_answers_of_its_own(
    app: Flask, visitor: Visitor, table: Page
) -> None:
    app.config["ACCESS"] = "links"
    guest = joined(app, links(visitor, table)["watch"])
    pages = {
        each.client.get(table.address, headers=headers).text
        for each in (visitor, guest)
        for headers in ({}, {"Accept-Language": "es"})
    }
    assert len(pages) == 4
    assert Visitor(app).client.get(table.address).status_code == 403


def test_what_is_kept_is_answered_under_our_own_names_alone(visitor: Visitor, table: Page) -> None:
    visitor.open(table.address)
    headers = {"Host": "elsewhere.example.org"}
    assert visitor.client.get(table.address, headers=headers).status_code == 400


def test_a_database_that_does_not_say_is_asked_each_time(
    app: Flask, visitor: Visitor, table: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.open(table.address)

    def broken(_app: Flask) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr("scorekeeper.live.response_cache.watch_database", broken)
    monkeypatch.setattr("scorekeeper.live.response_cache.DataVersion.state", broken)
    with worked_out(app) as seen:
        visitor.open(table.address)
        visitor.open(table.address)
    assert len(seen) == 2


def test_only_so_many_answers_are_kept(
    app: Flask, visitor: Visitor, table: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.live.response_cache.MAX_RESPONSES", 3)
    for number in range(5):
        visitor.open(f"{table.address}?{number}")
    (kept,) = found(app.wsgi_app)
    assert len(kept._kept) == 3


def found(application: object) -> Iterator[ResponseCache]:
    """Find what keeps the answers, behind whatever stands before it."""
    if isinstance(application, ResponseCache):
        yield application
    for cell in getattr(application, "__closure__", None) or ():
        yield from found(cell.cell_contents)
