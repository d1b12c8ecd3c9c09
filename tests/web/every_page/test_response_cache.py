"""Whole responses are cached until the database changes."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask, request_started

from scorekeeper.live.kept import Kept
from scorekeeper.live.response_cache import ResponseCache
from scorekeeper.scorebook.db import db
from tests.web.share.share_links import joined, links
from tests.web.visitor import Page, Visitor


@pytest.fixture
def database_url(request: pytest.FixtureRequest) -> str:
    """Return an empty scorebook in a file: only there are responses cached."""
    sqlite_template = request.getfixturevalue("sqlite_template")
    copy = request.getfixturevalue("tmp_path") / "scorekeeper.db"
    copy.write_bytes(sqlite_template.read_bytes())
    return f"sqlite:///{copy}"


@contextmanager
def requests_handled(app: Flask) -> Iterator[list[Flask]]:
    """Collect the requests that reach the application."""
    handled: list[Flask] = []
    with request_started.connected_to(lambda sender, **_: handled.append(sender), app):
        yield handled


def test_a_repeated_request_is_answered_from_the_cache(
    app: Flask, visitor: Visitor, table: Page
) -> None:
    first = visitor.client.get(table.address)
    known = {"If-None-Match": first.headers["ETag"]}
    assert visitor.client.get(table.address, headers=known).status_code == 304
    with requests_handled(app) as handled:
        again = visitor.client.get(table.address)
        assert (again.data, again.headers) == (first.data, first.headers)
        assert visitor.client.get(table.address, headers=known).status_code == 304
    assert handled == []


def test_nothing_old_is_answered_once_anybody_wrote(visitor: Visitor, table: Page) -> None:
    for points in (12, 24, 36):
        visitor.play(table, "", "66")
        for _ in range(2):
            assert visitor.open(table.address).texts("p", "score")[0] == f"{points} points"


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
    with requests_handled(app) as handled:
        visitor.open(table.address)
    assert len(handled) == 1


def test_each_device_and_language_has_responses_of_its_own(
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


def test_a_cached_page_is_refused_under_a_foreign_host_name(visitor: Visitor, table: Page) -> None:
    visitor.open(table.address)
    headers = {"Host": "elsewhere.example.org"}
    assert visitor.client.get(table.address, headers=headers).status_code == 400


def test_nothing_is_cached_while_the_data_version_cannot_be_read(
    app: Flask, visitor: Visitor, table: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.open(table.address)

    def broken() -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(app.extensions["database_file"], "state", broken)
    with requests_handled(app) as handled:
        visitor.open(table.address)
        visitor.open(table.address)
    assert len(handled) == 2


def test_a_query_that_no_page_reads_makes_no_other_answer(
    app: Flask, visitor: Visitor, table: Page
) -> None:
    (cache,) = response_caches(app.wsgi_app)
    first = visitor.client.get(f"{table.address}/rounds")
    kept = len(cache.responses.all_keys())
    with requests_handled(app) as handled:
        for number in range(20):
            again = visitor.client.get(f"{table.address}/rounds?page={number}&{number}")
            assert (again.data, again.headers) == (first.data, first.headers)
    assert handled == []
    assert len(cache.responses.all_keys()) == kept


def test_what_is_kept_has_a_limit_in_bytes_and_each_address_a_share(
    app: Flask, table: Page
) -> None:
    (cache,) = response_caches(app.wsgi_app)
    cache.responses = Kept(most=100_000, share=40)

    def ask(address: str, times: int) -> None:
        client = Visitor(app).client
        for number in range(times):
            asked = {"Accept-Language": f"en;q=0.{number + 1}"}
            client.get(table.address, headers=asked, environ_base={"REMOTE_ADDR": address})

    ask("192.0.2.1", 1)
    size = cache.responses.taken()
    ask("192.0.2.7", 50)
    assert 40_000 - size < cache.responses.taken() - size <= 40_000
    # Those of others were not pushed out.
    with requests_handled(app) as handled:
        ask("192.0.2.1", 1)
    assert handled == []
    for number in range(5):
        ask(f"198.51.100.{number}", 50)
    assert 100_000 - size < cache.responses.taken() <= 100_000


def response_caches(application: object) -> Iterator[ResponseCache]:
    """Find the cache among the layers of middleware."""
    if isinstance(application, ResponseCache):
        yield application
    for cell in getattr(application, "__closure__", None) or ():
        yield from response_caches(cell.cell_contents)
