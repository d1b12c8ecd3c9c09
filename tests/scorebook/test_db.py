"""Transactions and connections of the database, and who is told which matches have changed."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from unittest.mock import Mock

import pytest
from sqlalchemy import select
from sqlalchemy.exc import InvalidRequestError, OperationalError, StatementError

from scorekeeper import clock
from scorekeeper.scorebook import drafts, history, match_bin, matches
from scorekeeper.scorebook.database import models, notify, threads
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.permissions.rights import NoSuchMatch
from tests.databases import POSTGRESQL_ONLY, SQLITE_ONLY, wait_until_told
from tests.interchange.match_factory import record, sent

SECONDS = 10
ENTERED = {"hands-1": {"hands-1-pips": ["12"]}}


@pytest.fixture
def match(match_id):
    return db.session.get_one(models.MatchRow, match_id)


@SQLITE_ONLY
def test_the_pragmas_hold_on_a_connection(app):
    with app.app_context(), db.engine.connect() as connection:
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        held = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in pragmas]
    # Whoever commits waits for the disk.
    normal, on = 1, 1
    assert held == ["wal", normal, on, 5000]


@pytest.mark.usefixtures("in_app")
def test_a_change_within_another_is_refused_instead_of_waiting_for_itself():
    with writing(), pytest.raises(InvalidRequestError, match="within another"), writing():
        pass


def test_a_match_that_is_not_there_is_not_found_not_changed_and_not_deleted(match_id):
    for number in (match_id + 1, 10**30):
        with pytest.raises(NoSuchMatch):
            matches.find_match(number)
    with pytest.raises(NoSuchMatch):
        history.undo(match_id + 1, 0, sent("undo"))
    # It was taken out of the bin meanwhile.
    assert match_bin.delete_old_matches([match_id]) == 0
    assert matches.find_match(match_id).version == 0


def test_a_page_reads_as_of_one_moment_and_a_change_reads_again_what_was_read_before(app, match):
    def raise_version():
        with app.app_context(), writing() as session:
            session.get_one(models.MatchRow, key).version += 1

    key, seen = match.id, db.session.scalar(select(models.MatchRow.version))
    with ThreadPoolExecutor() as pool:
        pool.submit(raise_version).result()
    assert db.session.scalar(select(models.MatchRow.version)) == seen == match.version == 0
    with writing():
        assert match.version == 1


def test_times_are_read_with_their_time_zone_and_refused_without(match):
    before = match.created_at
    db.session.expire_all()
    assert match.created_at == before
    assert match.created_at.tzinfo is not None
    with pytest.raises(StatementError, match="needs its time zone"), writing():
        match.finished_at = clock.now().replace(tzinfo=None)


def driver(**cancelling):
    """Return a connection that says when it was cancelled."""
    cancelled = Event()
    cancel = Mock(side_effect=lambda **_given: cancelled.set(), **cancelling)
    return Mock(cancel_safe=cancel, cancelled=cancelled)


def test_only_what_lasts_too_long_is_cancelled_and_one_that_cannot_be_keeps_no_other(monkeypatch):
    monkeypatch.setattr(threads, "SECONDS", 0.05)
    # Not the thread that may still wait for what an earlier test has done.
    monkeypatch.setattr(threads, "_lasting", {})
    canceller = threads.OnDemandThread("deadlines", threads._cancel_what_lasts)
    monkeypatch.setattr(threads, "_canceller", canceller)
    ended, first, second = driver(), driver(), driver()
    broken = Mock(cancel_safe=Mock(side_effect=OSError))
    with threads.Deadline(first), threads.Deadline(broken):
        with threads.Deadline(ended):
            pass
        with threads.Deadline(second):
            assert first.cancelled.wait(SECONDS)
            assert second.cancelled.wait(SECONDS)
    assert not ended.cancelled.is_set()


def test_where_there_are_no_threads_what_is_asked_for_is_done_at_once(monkeypatch):
    monkeypatch.setattr(threads, "THREADS", False)
    work = Mock()
    asked = threads.OnDemandThread("work", work)
    for times in (1, 2):
        asked.ask()
        assert work.call_count == times


@pytest.fixture
def changed(app, monkeypatch):
    """Return a notifier that has looked once, and then waits for as long as it takes."""
    monkeypatch.setattr(notify, "MAX_WAIT_SECONDS", 60)
    with app.app_context(), notify.change_notifier() as changed:
        assert changed() is None
        yield changed


def test_every_change_names_its_match(match_ids, changed):
    first, second, third = match_ids
    record(second, "round 1")
    assert changed() == {second}
    drafts.save(third, 1, ENTERED, edits=False)
    assert changed() == {third}
    drafts.drop(third, 1)
    assert changed() == {third}
    history.undo(second, 1, sent("undo"))
    assert changed() == {second}
    match_bin.move_to_bin(first, sent("delete"))
    assert changed() == {first}
    # Several that change together are all named.
    with writing() as session:
        for match_id in match_ids:
            notify.notify(session, match_id)
    assert changed() == {*match_ids}


def test_what_is_not_committed_or_changes_nothing_is_told_to_nobody(
    match_ids, changed, monkeypatch
):
    drafts.save(match_ids[0], 1, ENTERED, edits=False)
    assert changed() == {match_ids[0]}
    # A draft that is saved as it was is no change.
    drafts.save(match_ids[0], 1, ENTERED, edits=False)
    notified = notify.notify

    def fail(session, match_id):
        notified(session, match_id)
        raise ZeroDivisionError

    monkeypatch.setattr(drafts, "notify", fail)
    with pytest.raises(ZeroDivisionError):
        drafts.save(match_ids[2], 1, ENTERED, edits=False)
    record(match_ids[1], "round 1")
    assert changed() == {match_ids[1]}


def test_after_silence_and_now_and_then_all_are_read(match_ids, changed, monkeypatch):
    with monkeypatch.context() as patience:
        patience.setattr(notify, "MAX_WAIT_SECONDS", 0)
        assert changed() is None
    monkeypatch.setattr(notify, "MAX_UNHEARD_SECONDS", 0)
    record(match_ids[0], "round 1")
    assert changed() is None


@POSTGRESQL_ONLY
def test_what_could_not_be_told_is_told_with_the_next_change(app, match_ids, changed, monkeypatch):
    away = Mock(side_effect=OperationalError("NOTIFY", None, Exception("away")))
    with monkeypatch.context() as failing:
        failing.setattr(notify, "_tell", away)
        record(match_ids[0], "round 1")
        wait_until_told(app)
    record(match_ids[1], "round 1")
    assert changed() == {*match_ids[:2]}
