"""The hub: which matches it reads again, and what it does after an error."""

from contextlib import ExitStack, contextmanager
from threading import Event, current_thread

import psycopg
import pytest
from sqlalchemy import event

from scorekeeper.live import hub as hub_module
from scorekeeper.live.hub import Hub, match_states
from scorekeeper.rules import PipsHand, Round
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.database import notify
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.permissions import links as links_module
from tests.databases import POSTGRESQL_ONLY
from tests.web.table.event_stream import watching
from tests.web.table.test_live import soon


@pytest.fixture
def app(app):
    """Return the application with room for two streams."""
    app.config.update(STREAMS=2, SHARE=100)
    return app


def test_streams_go_on_after_an_error_of_the_database(visitor, table, monkeypatch):
    broken = iter([OSError])

    def link_states(match_ids):
        for error in broken:
            raise error
        return there(match_ids)

    there = links_module.link_states
    with watching(visitor.twin(), table, seen="0") as events:
        monkeypatch.setattr(links_module, "link_states", link_states)
        visitor.play(table, "", "66")
        assert next(events).id == "1"


def test_a_change_costs_nothing_for_those_who_watch_other_matches(app, table, monkeypatch):
    # Otherwise all are read when nobody said anything for a while.
    monkeypatch.setattr(notify, "MAX_WAIT_SECONDS", 60)
    app.config["STREAMS"] = 10
    hub: Hub = app.extensions["hub"]
    looks, statements, all_follow = watched_looks(monkeypatch), 0, Event()
    there = notify.change_notifier

    @contextmanager
    def change_notifier():
        """Watch once all matches are followed: at the first look each may have changed."""
        assert all_follow.wait(5)
        with there() as wait_for_change:
            yield wait_for_change

    monkeypatch.setattr(hub_module, "change_notifier", change_notifier)

    def count(_connection, _cursor, statement, *_):
        nonlocal statements
        statements += current_thread() is hub._thread and statement.startswith("SELECT")

    with app.app_context(), ExitStack() as open_streams:
        played = matches.find_match(1)
        ids = [1, *(matches.open_match(played.setup, played.names, f"{at}") for at in range(9))]
        # On SQLite what is new is told by what was there before.
        matches.record_round(1, 1, "before", Round((PipsHand(0), PipsHand(12))))
        states = match_states(ids)
        # In this order: the last is the match that changes.
        followed = [each for match_id in ids if (each := hub.subscribe(states[match_id]))]
        for each in followed:
            open_streams.callback(hub.unsubscribe, each)
        topic, state = followed[-1], followed[-1].state
        all_follow.set()
        assert soon(lambda: looks == [{*ids}])
        looks.clear()
        event.listen(db.engine, "before_cursor_execute", count)
        matches.record_round(ids[-1], 1, "round 1", Round((PipsHand(0), PipsHand(12))))
        topic.wait(state, 5)
        assert topic.state != state
        assert looks == [{ids[-1]}]
        # The news on SQLite, the draft, the match.
        assert statements <= 3
    with app.app_context():
        # It waits no longer, and sees that nobody is left.
        matches.record_round(1, 2, "round 2", Round((PipsHand(0), PipsHand(12))))
    assert soon(lambda: hub._thread is None)
    assert table.status == 200


def watched_looks(monkeypatch):
    """Return a list of the matches of each look at the database from now on."""
    looks: list[set[int]] = []

    def look(match_ids):
        states = match_states(match_ids)
        looks.append({*match_ids})
        return states

    monkeypatch.setattr(hub_module, "match_states", look)
    return looks


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
    """Return the processes of the connections that listen."""
    found = server.execute(
        "SELECT pid FROM pg_stat_activity"
        " WHERE query LIKE 'LISTEN%' AND datname = current_database()"
    )
    return [process for (process,) in found]
