"""Transactions, constraints and connections of the database."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from sqlalchemy import bindparam, func, literal_column, select
from sqlalchemy.exc import (
    IntegrityError,
    InvalidRequestError,
    OperationalError,
    StatementError,
)

from scorekeeper.figures import clock
from scorekeeper.scorebook.database import threads
from scorekeeper.scorebook.database.db import db, row_now, writing
from scorekeeper.scorebook.database.models import (
    ChangeRow,
    MatchRow,
    PlayerRow,
    RoundRow,
    SeatRow,
)
from scorekeeper.scorebook.database.threads import Deadline
from tests.databases import SQLITE_ONLY

SECONDS = 10


@pytest.fixture
def match(app):
    """Return an open match between Ana and Bea."""
    with app.app_context():
        match = MatchRow(entry_key="a", game_id="block", rules={"goal_points": 100}, partners=False)
        with writing() as session:
            for number, name in enumerate(("Ana", "Bea"), start=1):
                session.add(PlayerRow(id=number, key=name.lower(), name=name, colour=number))
            match.seats = [SeatRow(position=seat, player_id=seat + 1) for seat in (1, 0)]
            session.add(match)
        yield match


def a_round(match, **values):
    return RoundRow(**{"match_id": match.id, "number": 1, "record": {}} | values)


@SQLITE_ONLY
def test_the_pragmas_hold_on_a_connection(app):
    with app.app_context(), db.engine.connect() as connection:
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        held = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in pragmas]
    # Whoever commits waits for the disk.
    normal, on = 1, 1
    assert held == ["wal", normal, on, 5000]


@pytest.mark.parametrize(
    ("row", "clash"),
    [
        (RoundRow, {}),
        (ChangeRow, {"version": 2}),
        (ChangeRow, {"entry_key": "b"}),
    ],
)
def test_two_rounds_or_changes_of_one_number_or_entry_key_are_refused_and_rolled_back(
    match, row, clash
):
    values: dict[str, object] = {"match_id": match.id, "number": 1, "record": {}}
    if row is ChangeRow:
        values = {"match_id": match.id, "version": 1, "entry_key": "a", "kind": "goal"}
    with pytest.raises(IntegrityError), writing() as session:
        session.add_all([row(**values), row(**values | clash)])
    assert db.session.scalar(select(func.count()).select_from(row)) == 0


def test_a_page_reads_as_of_one_moment_and_a_change_reads_again_what_was_read_before(app, match):
    def raise_version():
        with app.app_context(), writing() as session:
            session.get_one(MatchRow, key).version += 1

    key, seen = match.id, db.session.scalar(select(MatchRow.version))
    with ThreadPoolExecutor() as pool:
        pool.submit(raise_version).result()
    assert db.session.scalar(select(MatchRow.version)) == seen == match.version == 0
    with writing():
        assert match.version == 1


@pytest.mark.usefixtures("match")
def test_a_change_cannot_begin_within_another():
    with writing(), pytest.raises(InvalidRequestError), writing():
        pass


def test_times_are_read_with_their_time_zone_and_refused_without(match):
    before = match.created_at
    db.session.expire_all()
    assert match.created_at == before
    assert match.created_at.tzinfo is not None
    with pytest.raises(StatementError, match="needs its time zone"), writing():
        match.finished_at = clock.now().replace(tzinfo=None)


def test_a_row_is_the_same_with_a_session_and_without(match):
    known = select(MatchRow.id, MatchRow.version, MatchRow.entry_key).where(
        MatchRow.id == bindparam("match_id")
    )
    asked = {"match_id": match.id}
    assert tuple(row_now(known, asked)) == tuple(db.session.execute(known, asked).one())
    with writing() as session:
        session.get_one(MatchRow, match.id).version += 1
    assert row_now(known, asked)[1] == 1
    assert row_now(known, {"match_id": match.id + 1}) is None


@SQLITE_ONLY
def test_a_row_that_cannot_be_read_is_an_error_of_the_database(app):
    with app.app_context(), pytest.raises(OperationalError):
        row_now(select(literal_column("seats.nothing")), {})


class Driver:
    """A connection that says when it was cancelled."""

    def __init__(self):
        self.cancelled = Event()

    def cancel_safe(self, timeout):
        assert timeout
        self.cancelled.set()

    def add_notice_handler(self, _handler):
        pass

    remove_notice_handler = add_notice_handler


class Broken(Driver):
    """A connection that cannot be cancelled."""

    def cancel_safe(self, timeout):
        raise OSError(timeout)


def test_only_what_lasts_too_long_is_cancelled_and_one_that_cannot_be_keeps_no_other(monkeypatch):
    monkeypatch.setattr(threads, "SECONDS", 0.05)
    # Not the thread that may still wait for what an earlier test has done.
    monkeypatch.setattr(threads, "_lasting", {})
    canceller = threads.WhenAsked("deadlines", threads._cancel_what_lasts)
    monkeypatch.setattr(threads, "_canceller", canceller)
    ended, first, second = Driver(), Driver(), Driver()
    with Deadline(first), Deadline(Broken()):
        with Deadline(ended):
            pass
        with Deadline(second):
            assert first.cancelled.wait(SECONDS)
            assert second.cancelled.wait(SECONDS)
    assert not ended.cancelled.is_set()
