"""Open pages of a match are sent every change, or poll for it."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from flask import template_rendered

from scorekeeper.live import hub as hub_module
from scorekeeper.live.hub import Hub
from scorekeeper.scorebook.database.db import db
from tests.web.round.test_drafts import draft
from tests.web.share.share_links import joined, links, renew
from tests.web.table.event_stream import Event, read, watching
from tests.web.visitor import Visitor


@pytest.fixture
def app(app):
    """Return the application with room for two streams."""
    app.config.update(STREAMS=2, SHARE=100)
    return app


def soon(condition):
    """Wait until a condition holds, 5 seconds at most; return whether it does."""
    end = time.monotonic() + 5
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


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


def test_open_pages_are_rendered_anew_before_anybody_asks(app, visitor, table):
    spanish = Visitor(app, "es")
    for each in (visitor, spanish):
        each.open(table.address)
    visitor.play(table, "", "66").answer.close()
    rendered: list[object] = []
    with template_rendered.connected_to(lambda *_, **context: rendered.append(context), app):
        pages = [each.open(table.address) for each in (visitor, spanish)]
    assert rendered == []
    assert [page.root.get("lang") for page in pages] == ["en", "es"]
    assert all(">12</span>" in page.answer.text for page in pages)


def test_a_page_that_is_watched_was_made_before_its_first_round(app, visitor, table):
    rendered: list[object] = []
    with visitor.twin().client.get(f"{table.address}/wall/events?seen=0") as stream:
        # It is opened, and then nothing is new.
        chunks = stream.iter_encoded()
        assert [read(next(chunks)).name for _ in range(2)] == ["", "alive"]
        with template_rendered.connected_to(lambda *_, **context: rendered.append(context), app):
            visitor.open(f"{table.address}/wall")
    assert rendered == []


def test_one_address_has_its_share_of_the_streams_and_leaves_the_others(app, table):
    app.config.update(STREAMS=4, SHARE=50)
    address = f"{table.address}/events?seen=0"
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    neighbours = [{"REMOTE_ADDR": f"2001:db8::{number}"} for number in (1, 2, 3)]
    with ExitStack() as streams:

        def opened(environ):
            answer = Visitor(app).client.get(address, environ_base=environ)
            streams.callback(answer.close)
            return answer.status_code

        assert [opened(elsewhere) for _ in range(3)] == [200, 200, 204]
        # What one home has counts as one address.
        assert [opened(each) for each in neighbours] == [200, 200, 204]
    with ExitStack() as streams:
        # Places that are free again are given again.
        assert [opened(elsewhere) for _ in range(3)] == [200, 200, 204]


def test_many_streams_are_woken_in_batches(app, visitor, table, monkeypatch):
    app.config["STREAMS"] = 7
    monkeypatch.setattr(hub_module, "WAKE_BATCH", 2)
    with ExitStack() as streams, ThreadPoolExecutor(7) as threads:
        opened = [streams.enter_context(watching(visitor, table, "0")) for _ in range(7)]
        waiting = [threads.submit(next, events) for events in opened]
        visitor.twin().play(table, "", "66")
        assert [each.result(timeout=4).id for each in waiting] == ["1"] * 7


def test_whoever_comes_late_or_comes_back_is_sent_what_was_missed(visitor, table):
    visitor.play(table, "", "66")
    visitor.play(table, "", "55")
    for seen, last_event_id in (("", ""), ("1", ""), ("0", "1")):
        with watching(visitor, table, seen, last_event_id) as events:
            assert next(events).id == "2"


def test_watchers_see_how_many_tiles_are_entered_and_never_which(app, visitor, table):
    app.config["ACCESS"] = "links"
    guest = joined(app, links(visitor, table)["watch"])
    with watching(guest, table, seen="0") as events:
        draft(visitor, table, 1, "hands-1", hands_1_tiles="1-2 66")
        assert next(events) == Event("entered", data='[["Bea", 2]]')
        draft(visitor, table, 1, "hands-0", hands_0_out="yes")
        assert next(events).data == '[["Ana", 0], ["Bea", 2]]'
        draft(visitor, table, 1, "hands-1", hands_1_pips="17")
        assert next(events).data == '[["Ana", 0], ["Bea", null]]'


def test_what_is_entered_disappears_when_it_is_deleted_or_recorded(visitor, table):
    draft(visitor, table, 1, "hands-1", hands_1_tiles="1-2")
    with watching(visitor.twin(), table, seen="0") as events:
        # It is there when the page is opened.
        assert next(events).data == '[["Bea", 1]]'
        draft(visitor, table, 1, "hands-1", hands_1_tiles="")
        assert next(events).data == "[]"
        draft(visitor, table, 1, "hands-1", hands_1_tiles="66")
        assert next(events).data == '[["Bea", 1]]'
        visitor.play(table, "", "66")
        assert [next(events).name, next(events).data] == ["page", "[]"]
    # A round that is amended is not shown as entered.
    draft(visitor, table, 1, "hands-1", amends=True, hands_1_tiles="55")
    assert visitor.client.get(f"{table.address}/entered").json == []


def test_a_page_that_polls_sees_what_is_entered_too(app, visitor, table):
    address = f"{table.address}/entered"
    before = visitor.client.get(address)
    draft(visitor, table, 1, "hands-1", hands_1_tiles="1-2 66")
    answer = visitor.client.get(address, headers={"If-None-Match": before.headers["ETag"]})
    assert answer.json == [["Bea", 2]]
    again = visitor.client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert visitor.client.get("/matches/99/events").status_code == 404
    app.config["ACCESS"] = "links"
    for place in (address, f"{table.address}/events"):
        assert Visitor(app).client.get(place).status_code == 403


def test_each_stream_sends_the_page_for_the_right_of_its_device(app, visitor, table):
    app.config["ACCESS"] = "links"
    guest = joined(app, links(visitor, table)["watch"])
    with watching(guest, table, "0") as theirs, watching(visitor, table, "0") as ours:
        visitor.play(table, "", "66")
        assert "Enter round 2" not in next(theirs).data
        assert "Enter round 2" in next(ours).data


def test_a_revoked_link_ends_the_stream(app, visitor, table):
    app.config["ACCESS"] = "links"
    guest = joined(app, links(visitor, table)["watch"])
    with watching(guest, table, seen="0") as events:
        renew(visitor, table, "watch")
        assert [event.name for event in events] == ["ended"]
    assert guest.client.get(f"{table.address}/events").status_code == 403


def test_the_stream_of_a_match_in_the_bin_ends(visitor, table):
    with watching(visitor.twin(), table, seen="0") as events:
        visitor.send(visitor.open(f"{table.address}/delete"))
        assert [event.name for event in events] == ["ended"]


def test_who_finds_no_place_is_told_to_ask_from_time_to_time(app, visitor, table):
    address = f"{table.address}/events"
    with watching(visitor, table), watching(visitor, table):
        assert visitor.client.get(address).status_code == 204
    with watching(visitor, table):
        pass
    app.config["STREAMS"] = 0
    assert visitor.client.get(address).status_code == 204


def test_a_stream_holds_no_connection_and_leaves_nothing_behind(app, visitor, table):
    hub: Hub = app.extensions["hub"]
    with watching(visitor, table) as events, app.app_context():
        next(events)
        assert soon(lambda: db.engine.pool.checkedout() == 0)  # type: ignore[attr-defined]
        assert hub._thread is not None
    assert soon(lambda: hub._thread is None)
    assert hub._topics == {}
