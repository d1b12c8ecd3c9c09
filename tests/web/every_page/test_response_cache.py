"""Whole responses are cached until their match changes."""

from contextlib import contextmanager

from flask import Flask, request_started
from sqlalchemy import create_engine, text

from scorekeeper.live.response_cache import ResponseCache, Responses
from tests.databases import wait_until_told
from tests.web.round.test_drafts import draft
from tests.web.visitor import Visitor


@contextmanager
def requests_handled(app):
    """Collect the requests that reach the application."""
    handled: list[Flask] = []
    with request_started.connected_to(lambda sender, **_: handled.append(sender), app):
        yield handled


def response_caches(application):
    """Find the cache among the layers of middleware."""
    if isinstance(application, ResponseCache):
        yield application
    for cell in getattr(application, "__closure__", None) or ():
        yield from response_caches(cell.cell_contents)


def test_a_repeated_request_is_answered_from_the_cache(app, visitor, table):
    first = visitor.client.get(table.address)
    tag = first.headers["ETag"]
    several = {"If-None-Match": f'W/"other", {tag}'}
    for known in (several, {"If-None-Match": tag}):
        assert visitor.client.get(table.address, headers=known).status_code == 304
    with requests_handled(app) as handled:
        again = visitor.client.get(table.address)
        assert (again.data, again.headers) == (first.data, first.headers)
        assert visitor.client.get(table.address, headers=known).status_code == 304
    assert handled == []
    foreign = {"Host": "elsewhere.example.org"}
    assert visitor.client.get(table.address, headers=foreign).status_code == 400


def test_nothing_old_is_answered_once_anybody_wrote(app, visitor, table):
    for points in (12, 24, 36):
        visitor.play(table, "", "66")
        for _ in range(2):
            assert visitor.open(table.address).texts("p", "score")[0] == f"{points} points"
    # What another program writes is seen at once.
    other = create_engine(app.config["SQLALCHEMY_DATABASE_URI"])
    for _ in range(2):
        with other.begin() as connection:
            connection.execute(text("UPDATE matches SET version = version + 1"))
        with requests_handled(app) as handled:
            visitor.client.get(table.address)
        assert len(handled) == 1
    other.dispose()


def test_what_does_not_change_a_match_leaves_its_responses(app, visitor, table):
    other = Visitor(app).start("Ciro", "Dani")
    first = visitor.client.get(table.address)
    draft(visitor, table, 1, "hands-1", hands_1_tiles="1-2 66")
    Visitor(app).play(other, "", "66")
    wait_until_told(app)
    with requests_handled(app) as handled:
        for _ in range(3):
            again = visitor.client.get(table.address)
            assert (again.data, again.headers) == (first.data, first.headers)
    assert handled == []


def test_a_query_that_no_page_reads_makes_no_other_answer(app, visitor, table):
    (cache,) = response_caches(app.wsgi_app)
    first = visitor.client.get(f"{table.address}/rounds")
    kept = len(cache.responses)
    with requests_handled(app) as handled:
        for number in range(20):
            again = visitor.client.get(f"{table.address}/rounds?page={number}&{number}")
            assert (again.data, again.headers) == (first.data, first.headers)
    assert handled == []
    assert len(cache.responses) == kept


def test_what_is_kept_has_a_limit_in_bytes_and_each_address_a_share(app, table):
    (cache,) = response_caches(app.wsgi_app)
    cache.responses = Responses(most=100_000, share=40)

    def ask(address, times):
        client = Visitor(app).client
        for number in range(times):
            asked = {"Accept-Language": f"en;q=0.{number + 1}"}
            client.get(table.address, headers=asked, environ_base={"REMOTE_ADDR": address})

    ask("192.0.2.1", 1)
    size = cache.responses.currsize
    ask("192.0.2.7", 50)
    assert 40_000 - size < cache.responses.currsize - size <= 40_000
    # Those of others were not pushed out.
    with requests_handled(app) as handled:
        ask("192.0.2.1", 1)
    assert handled == []
    for number in range(5):
        ask(f"198.51.100.{number}", 50)
    assert 100_000 - size < cache.responses.currsize <= 100_000
