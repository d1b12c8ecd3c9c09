"""Transactions, constraints and migrations of the database."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import bindparam, func, inspect, literal_column, select
from sqlalchemy.exc import (
    IntegrityError,
    InvalidRequestError,
    OperationalError,
    StatementError,
)

from scorekeeper.figures import clock
from scorekeeper.scorebook.database.db import db, migrations, row_now, writing
from scorekeeper.scorebook.database.models import (
    Base,
    ChangeRow,
    MatchRow,
    PlayerRow,
    RoundRow,
    SeatRow,
)
from tests.databases import SQLITE_ONLY


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


def test_writers_wait_for_each_other(app, match):
    together, threads, changes = Barrier(2), 2, 20
    key = match.id

    def change():
        together.wait()
        for _ in range(changes):
            with app.app_context(), writing() as session:
                seen = session.get_one(MatchRow, key)
                seen.version += 1

    with ThreadPoolExecutor(threads) as pool:
        for running in [pool.submit(change) for _ in range(threads)]:
            running.result()
    db.session.rollback()
    assert match.version == threads * changes


def test_a_change_that_fails_is_rolled_back(match):
    first, second = a_round(match), a_round(match)
    with pytest.raises(IntegrityError), writing() as session:
        session.add_all([first, second])
    assert db.session.scalar(select(func.count()).select_from(RoundRow)) == 0


def test_a_change_reads_rows_again_that_were_read_before_it(app, match):
    assert match.version == 0
    with ThreadPoolExecutor() as pool:
        pool.submit(raise_version, app, match.id).result()
    with writing():
        assert match.version == 1


def test_one_page_reads_the_database_as_of_one_moment(app, match):
    seen = db.session.scalar(select(MatchRow.version))
    with ThreadPoolExecutor() as pool:
        pool.submit(raise_version, app, match.id).result()
    assert db.session.scalar(select(MatchRow.version)) == seen


def raise_version(app, key):
    with app.app_context(), writing() as session:
        session.get_one(MatchRow, key).version += 1


@pytest.mark.usefixtures("match")
def test_a_change_cannot_begin_within_another():
    with writing(), pytest.raises(InvalidRequestError), writing():
        pass


def test_the_number_of_a_deleted_match_is_not_given_again(match):
    gone = match.id
    with writing() as session:
        session.delete(session.get_one(MatchRow, gone))
    with writing() as session:
        other = MatchRow(entry_key="b", game_id="block", rules={}, partners=False)
        session.add(other)
    assert other.id > gone


def a_change(match, **values):
    return ChangeRow(
        **{"match_id": match.id, "version": 1, "entry_key": "a", "kind": "goal"} | values
    )


@pytest.mark.parametrize(
    ("row", "clash"),
    [(a_round, {}), (a_change, {"version": 2}), (a_change, {"entry_key": "b"})],
)
def test_two_rounds_or_changes_cannot_have_the_same_number_or_entry_key(match, row, clash):
    with writing() as session:
        session.add(row(match))
    with pytest.raises(IntegrityError), writing() as session:
        session.add(row(match, **clash))


def test_times_are_read_with_their_time_zone_and_refused_without(match):
    before = match.created_at
    db.session.expire_all()
    assert match.created_at == before
    assert match.created_at.tzinfo is not None
    with pytest.raises(StatementError, match="needs its time zone"), writing():
        match.finished_at = clock.now().replace(tzinfo=None)


def test_the_migrations_can_be_taken_back_and_make_the_tables_of_the_models(app):
    with app.app_context():
        migrations(app).downgrade(revision="base")
        assert inspect(db.engine).get_table_names() == ["alembic_version"]
        migrations(app).upgrade()
        with db.engine.connect() as connection:
            context = MigrationContext.configure(connection)
            assert compare_metadata(context, Base.metadata) == []


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
