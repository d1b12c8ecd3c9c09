"""Open pages of a match are sent every change, or poll for it; answers are cached until then."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from threading import current_thread, main_thread

import psycopg
import pytest
from flask import template_rendered
from sqlalchemy import create_engine, text

from scorekeeper.live import hub as hub_module
from scorekeeper.live.hub import Hub, match_states
from scorekeeper.scorebook.database import notify
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.permissions import rights
from tests.databases import POSTGRESQL_ONLY, wait_until_told
from tests.support.access import joined, links, renew
from tests.support.drafts import draft
from tests.support.events import Event, events_in
from tests.web.visitor import Visitor


@pytest.fixture
def app(app):
    app.config.update(STREAMS=2, SHARE=100)
    return app


@pytest.fixture
def guest(app, visitor, table):
    app.config["ACCESS"] = "links"
    return joined(app, links(visitor, table)["watch"])


def soon(condition):
    """Wait until a condition holds, 5 seconds at most; return whether it does."""
    end = time.monotonic() + 5
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


@contextmanager
def watching(visitor, table, seen="", last_event_id=""):
    """Open the stream of a match until the block ends; signs of life are left out."""
    # Compressed, an event would wait for the next.
    headers = {"Accept-Encoding": "gzip, br, zstd"}
    headers |= {"Last-Event-ID": last_event_id} if last_event_id else {}
    with visitor.client.get(f"{table.address}/events?seen={seen}", headers=headers) as answer:
        assert (answer.status_code, answer.mimetype) == (200, "text/event-stream")
        assert "Content-Encoding" not in answer.headers
        yield events_in(iter(answer.response))


def test_a_watcher_is_sent_the_page_as_soon_as_a_round_is_recorded(visitor, table):
    known = {"If-None-Match": visitor.client.get(table.address).headers["ETag"]}
    with watching(visitor.twin(), table, seen="0") as events:
        for version, points in enumerate(("12", "24"), start=1):
            visitor.play(table, "", "66")
            event = next(events)
            assert (event.name, event.id) == ("page", str(version))
            # Whoever asks has an earlier one.
            page = visitor.client.get(table.address, headers=known)
            assert (page.status_code, page.text.rstrip("\n")) == (200, event.data)
            assert f">{points}</span>" in event.data
        # Once the match is in the bin, the stream ends.
        visitor.send(visitor.open(f"{table.address}/delete"))
        assert [event.name for event in events] == ["ended"]


def test_one_address_has_its_share_of_the_streams_and_leaves_the_others(app, table):
    app.config.update(STREAMS=5, SHARE=40)
    address = f"{table.address}/events?seen=0"
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    neighbours = [{"REMOTE_ADDR": f"2001:db8:0:{number}::1"} for number in (1, 2, 3)]
    with ExitStack() as streams:

        def opened(environ):
            answer = Visitor(app).client.get(address, environ_base=environ)
            streams.callback(answer.close)
            return answer.status_code

        assert [opened(elsewhere) for _ in range(3)] == [200, 200, 204]
        # What one home has counts as one address.
        assert [opened(each) for each in neighbours] == [200, 200, 204]
        # Who finds no place is told to ask from time to time.
        assert [opened({"REMOTE_ADDR": f"192.0.2.{number}"}) for number in (8, 9)] == [200, 204]
        streams.close()
        # Places that are free again are given again.
        assert [opened(elsewhere) for _ in range(3)] == [200, 200, 204]
        streams.close()
        app.config["STREAMS"] = 0
        assert opened(elsewhere) == 204


def test_many_streams_are_woken_in_batches(app, visitor, table, monkeypatch):
    app.config["STREAMS"] = 7
    monkeypatch.setattr(hub_module, "WAKE_BATCH", 2)
    with ExitStack() as streams, ThreadPoolExecutor(7) as threads:
        opened = [streams.enter_context(watching(visitor, table, "0")) for _ in range(7)]
        waiting = [threads.submit(next, events) for events in opened]
        visitor.twin().play(table, "", "66")
        assert [each.result(timeout=4).id for each in waiting] == ["1"] * 7


def test_one_stream_renders_a_page_and_the_others_make_no_request_for_it(
    app, visitor, table, monkeypatch
):
    app.config["STREAMS"] = 5
    pages, begin, begun = app.extensions["page_cache"], app.request_context, list[str]()
    render = pages._render

    def slowly(key):
        # The others come meanwhile.
        time.sleep(0.2)
        return render(key)

    def noted(environ):
        begun.extend([environ["PATH_INFO"]] if current_thread() is not main_thread() else [])
        return begin(environ)

    with ExitStack() as streams, ThreadPoolExecutor(5) as threads:
        opened = [streams.enter_context(watching(visitor, table, "0")) for _ in range(5)]
        monkeypatch.setattr(pages, "_render", slowly)
        monkeypatch.setattr(app, "request_context", noted)
        waiting = [threads.submit(next, events) for events in opened]
        visitor.twin().play(table, "", "66")
        assert [each.result(timeout=4).id for each in waiting] == ["1"] * 5
    assert begun == [f"{table.address}/events"]


def test_whoever_comes_late_or_comes_back_is_sent_what_was_missed(visitor, table):
    visitor.play(table, "", "66")
    visitor.play(table, "", "55")
    for seen, last_event_id in (("", ""), ("1", ""), ("0", "1")):
        with watching(visitor, table, seen, last_event_id) as events:
            assert next(events).id == "2"


def test_watchers_see_how_many_tiles_are_entered_and_never_which(visitor, table, guest):
    draft(visitor, table, 1, "hands-1", hands_1_tiles="1-2")
    with watching(guest, table, seen="0") as events:
        # It is there when the page is opened, and gone when it is deleted or recorded.
        assert next(events) == Event("entered", data='[["Bea", 1]]')
        draft(visitor, table, 1, "hands-1", hands_1_tiles="")
        assert next(events).data == "[]"
        draft(visitor, table, 1, "hands-1", hands_1_tiles="1-2 66")
        assert next(events).data == '[["Bea", 2]]'
        draft(visitor, table, 1, "hands-0", hands_0_out="yes")
        assert next(events).data == '[["Ana", 0], ["Bea", 2]]'
        draft(visitor, table, 1, "hands-1", hands_1_pips="17")
        assert next(events).data == '[["Ana", 0], ["Bea", null]]'
        draft(visitor, table, 1, "points", **{"side-0-points": "27"})
        assert next(events).data == '[["Ana", 0], ["Bea", null], ["", null]]'
        visitor.play(table, "", "66")
        assert [next(events).name, next(events).data] == ["page", "[]"]
    # A round that is edited is not shown as entered, also where a page polls.
    draft(visitor, table, 1, "hands-1", edits=True, hands_1_tiles="55")
    address = f"{table.address}/entered"
    before = visitor.client.get(address)
    assert before.json == []
    known = {"If-None-Match": before.headers["ETag"]}
    assert guest.client.get(address, headers=known).status_code == 304
    draft(visitor, table, 2, "hands-1", hands_1_tiles="1-2 66")
    assert guest.client.get(address, headers=known).json == [["Bea", 2]]


def test_a_stream_sends_the_page_for_the_right_of_its_device_and_ends_with_its_link(
    visitor, table, guest
):
    with watching(guest, table, "0") as theirs, watching(visitor, table, "0") as ours:
        visitor.play(table, "", "66")
        assert "Enter round 2" not in next(theirs).data
        assert "Enter round 2" in next(ours).data
        renew(visitor, table, "watch")
        assert [event.name for event in theirs] == ["ended"]
    assert guest.client.get(f"{table.address}/events").status_code == 403


def test_a_stream_holds_no_connection_and_leaves_nothing_behind(app, visitor, table):
    hub: Hub = app.extensions["hub"]
    with watching(visitor, table) as events, app.app_context():
        next(events)
        assert soon(lambda: db.engine.pool.checkedout() == 0)  # type: ignore[attr-defined]
        assert hub._thread is not None
    assert soon(lambda: hub._thread is None)
    assert hub._topics == {}


def test_streams_go_on_after_an_error_of_the_database(visitor, table, monkeypatch):
    broken, there = iter([OSError]), rights.link_states

    def link_states(match_ids):
        for error in broken:
            raise error
        return there(match_ids)

    monkeypatch.setattr(hub_module, "RETRY_SECONDS", 0)
    with watching(visitor.twin(), table, seen="0") as events:
        monkeypatch.setattr(rights, "link_states", link_states)
        visitor.play(table, "", "66")
        assert next(events).id == "1"
    assert [*broken] == []


def test_a_change_costs_nothing_for_those_who_watch_other_matches(app, visitor, table, monkeypatch):
    # Otherwise all are read when nobody said anything for a while.
    monkeypatch.setattr(notify, "MAX_WAIT_SECONDS", 60)
    looks: list[set[int]] = []

    def look(match_ids):
        looks.append({*match_ids})
        return match_states(match_ids)

    monkeypatch.setattr(hub_module, "match_states", look)
    other = visitor.start("Ciro", "Dani")
    for each in (table, other):
        visitor.play(each, "", "66")
    with watching(visitor, table) as theirs, watching(visitor, other) as ours:
        assert next(theirs).id == next(ours).id == "1"
        # At the first look each may have changed.
        visitor.play(other, "", "66")
        assert next(ours).id == "2"
        looks.clear()
        visitor.play(other, "", "66")
        assert next(ours).id == "3"
        assert {*map(frozenset, looks)} == {frozenset({2})}
    # It waits no longer, and sees that nobody is left.
    visitor.play(table, "", "66")
    assert soon(lambda: app.extensions["hub"]._thread is None)


@POSTGRESQL_ONLY
def test_what_happened_while_nobody_listened_is_seen(app, visitor, table, monkeypatch):
    monkeypatch.setattr(notify, "MAX_WAIT_SECONDS", 60)
    monkeypatch.setattr(hub_module, "RETRY_SECONDS", 0)
    url = app.config["SQLALCHEMY_DATABASE_URI"].replace("+psycopg", "")
    with (
        watching(visitor.twin(), table, seen="0") as events,
        psycopg.connect(url, autocommit=True) as server,
    ):
        for number in (1, 2):
            assert soon(lambda: listening(server) != [])
            for process in listening(server):
                server.execute("SELECT pg_terminate_backend(%s)", [process])
            visitor.play(table, "", "66")
            assert next(events).id == str(number)
    # It waits no longer, and sees that nobody is left.
    visitor.play(table, "", "66")
    assert soon(lambda: app.extensions["hub"]._thread is None)


def listening(server):
    found = server.execute(
        "SELECT pid FROM pg_stat_activity"
        " WHERE query LIKE 'LISTEN%' AND datname = current_database()"
    )
    return [process for (process,) in found]


def test_who_has_a_page_is_told_that_it_is_the_same_until_anybody_wrote(app, visitor, table):
    for points in (12, 24, 36):
        visitor.play(table, "", "66")
        answer = visitor.client.get(table.address)
        tag = answer.headers["ETag"]
        for known in (tag, f'W/"other", {tag}'):
            again = visitor.client.get(table.address, headers={"If-None-Match": known})
            assert (again.status_code, again.data) == (304, b"")
            assert again.headers["ETag"] == tag
        assert visitor.open(table.address).texts("p", "score")[0] == f"{points} points"
    # What another program writes is seen at once.
    other = create_engine(app.config["SQLALCHEMY_DATABASE_URI"])
    with other.begin() as connection:
        connection.execute(text("UPDATE matches SET version = version + 1"))
    other.dispose()
    again = visitor.client.get(table.address, headers={"If-None-Match": tag})
    assert again.status_code == 200
    assert again.headers["ETag"] != tag


def test_what_does_not_change_a_match_leaves_its_pages(app, visitor, table):
    other = Visitor(app).start("Ciro", "Dani")

    def page(query=""):
        answer = visitor.client.get(f"{table.address}{query}")
        # It says when it was sent.
        answer.headers.remove("Date")
        return answer.data, answer.headers

    first = page()
    draft(visitor, table, 1, "hands-1", hands_1_tiles="1-2 66")
    Visitor(app).play(other, "", "66")
    wait_until_told(app)
    rendered: list[object] = []
    with template_rendered.connected_to(lambda *_, **page: rendered.append(page), app):
        for query in ("", "?page=1", "?page=2&2"):
            assert page(query) == first
    assert rendered == []
