"""Who watches is told which matches have changed, and no others."""

import psycopg
import pytest
from sqlalchemy import delete, func, select
from sqlalchemy.exc import OperationalError

from scorekeeper.rules import PipsHand, Round
from scorekeeper.scorebook import drafts, history, matches, trash
from scorekeeper.scorebook.database import models, notify
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.database.notify import change_notifier
from scorekeeper.scorebook.log import Submission
from tests.databases import POSTGRESQL_ONLY, SQLITE_ONLY, wait_until_told

PLAYED = Round((PipsHand(0), PipsHand(12)))
ENTERED = {"hands-1": {"hands-1-pips": ["12"]}}


@pytest.fixture
def changed(app, match_ids, monkeypatch):
    """Return a notifier that has looked once, and then waits for as long as it takes."""
    monkeypatch.setattr(notify, "MAX_WAIT_SECONDS", 60)
    with change_notifier() as changed:
        assert changed() is None
        if app.extensions["database_file"]:
            # New rows are told by the one before them, which an empty scorebook has not.
            with writing() as session:
                notify.notify(session, match_ids[0])
            assert changed() is None
        yield changed


def test_every_change_names_its_match(app, match_ids, changed):
    first, second, third = match_ids
    matches.record_round(second, 1, "round 1", PLAYED)
    assert changed() == {second}
    drafts.save(third, 1, ENTERED, amends=False)
    assert changed() == {third}
    drafts.drop(third, 1)
    assert changed() == {third}
    history.undo(second, 1, Submission("undo"))
    assert changed() == {second}
    trash.move_to_trash(first, Submission("delete"))
    assert changed() == {first}
    # Several that change together are all named.
    with writing() as session:
        for match_id in match_ids:
            notify.notify(session, match_id)
    assert changed() == {*match_ids}
    if app.extensions["database_file"]:
        # A file that was not written to is not read.
        assert [changed() for _ in range(3)] == [set()] * 3


def test_what_is_not_committed_or_changes_nothing_is_told_to_nobody(
    match_ids, changed, monkeypatch
):
    drafts.save(match_ids[0], 1, ENTERED, amends=False)
    assert changed() == {match_ids[0]}
    # A draft that is saved as it was is no change.
    drafts.save(match_ids[0], 1, ENTERED, amends=False)
    notified = notify.notify

    def fail(session, match_id):
        notified(session, match_id)
        raise ZeroDivisionError

    monkeypatch.setattr(drafts, "notify", fail)
    with pytest.raises(ZeroDivisionError):
        drafts.save(match_ids[2], 1, ENTERED, amends=False)
    matches.record_round(match_ids[1], 1, "round 1", PLAYED)
    assert changed() == {match_ids[1]}


@SQLITE_ONLY
def test_who_missed_some_of_the_news_reads_all_matches(match_ids, changed, monkeypatch):
    monkeypatch.setattr(notify, "NEWS_KEPT", 4)
    for _ in range(10):
        with writing() as session:
            notify.notify(session, match_ids[0])
    assert db.session.scalar(select(func.count()).select_from(models.NewsRow)) == 7
    assert changed() is None
    matches.record_round(match_ids[1], 1, "round 1", PLAYED)
    assert changed() == {match_ids[1]}


@SQLITE_ONLY
def test_after_a_restore_all_matches_are_read(match_ids, changed):
    for number in (1, 2):
        matches.record_round(match_ids[0], number, f"round {number}", PLAYED)
        changed()
    with writing() as session:
        # As if the second had been another one.
        session.execute(delete(models.NewsRow).where(models.NewsRow.id == 3))
        notify.notify(session, match_ids[0])
    assert changed() is None


@POSTGRESQL_ONLY
def test_after_silence_and_now_and_then_all_matches_are_read(match_ids, changed, monkeypatch):
    with monkeypatch.context() as patience:
        patience.setattr(notify, "MAX_WAIT_SECONDS", 0)
        assert changed() is None
    monkeypatch.setattr(notify, "MAX_UNHEARD_SECONDS", 0)
    matches.record_round(match_ids[0], 1, "round 1", PLAYED)
    assert changed() is None


@POSTGRESQL_ONLY
def test_what_could_not_be_told_is_told_with_the_next_change(app, match_ids, changed, monkeypatch):
    def away(*_given):
        raise OperationalError("NOTIFY", None, Exception("away"))

    with monkeypatch.context() as failing:
        failing.setattr(notify, "_tell", away)
        matches.record_round(match_ids[0], 1, "round 1", PLAYED)
        wait_until_told(app)
    matches.record_round(match_ids[1], 1, "round 1", PLAYED)
    assert changed() == {*match_ids[:2]}


@POSTGRESQL_ONLY
def test_a_version_of_the_program_that_names_no_match_may_mean_any(app, changed):
    url = app.config["SQLALCHEMY_DATABASE_URI"].replace("+psycopg", "")
    with psycopg.connect(url, autocommit=True) as older:
        older.execute(f"SELECT pg_notify('{notify.CHANNEL}', '')")
    assert changed() is None
