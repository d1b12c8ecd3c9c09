"""The figures of a scorebook of the version before there was one table of them: both ways."""

import pytest
from sqlalchemy import func, inspect, select, text, update

from scorekeeper.maintenance import integrity
from scorekeeper.scorebook.database.db import db, migrations, upgrade
from scorekeeper.scorebook.figures.tables import ResultRow
from scorekeeper.scorebook.figures.writing import are_kept, settle_figures
from tests.scorebook.figure_walk import Walk, stored

# What the version before counted of two people who met.
MET = (
    "INSERT INTO meetings (match_id, first_id, second_id, ended_at, kind, ahead)"
    " VALUES (1, 1, 2, '2026-11-20', 'block/alone/points', 1)",
    "INSERT INTO meeting_totals (first_id, kind, period, second_id, met, first_ahead, second_ahead)"
    " VALUES (1, '', '', 2, 1, 1, 0)",
    "UPDATE figure_state SET made_by = 2",
)


@pytest.fixture
def app(app, monkeypatch):
    with app.app_context():
        Walk(7, monkeypatch).go(30)
    return app


def upgraded(app):
    """Bring the tables up to date, and count what is not counted."""
    upgrade(app)
    app.extensions.pop("counted_files", None)
    assert not are_kept()
    settle_figures()
    assert are_kept()


def test_figures_of_the_version_before_are_counted_again_and_it_counts_its_own(app):
    with app.app_context():
        kept = stored()
        migrations(app).downgrade(revision="0012")
        assert "match_results" not in inspect(db.engine).get_table_names()
        with db.engine.begin() as connection:
            # By this it deletes what there is, and counts.
            state = connection.execute(text("SELECT * FROM figure_state")).one()
            assert tuple(state) == (1, -1, None, None)
            for statement in MET:
                connection.execute(text(statement))
        upgraded(app)
        assert not {"results", "totals"} & {*inspect(db.engine).get_table_names()}
        assert stored() == kept
        assert integrity.check().faults == ()


def test_rows_of_nobody_that_an_older_version_wrote_are_counted_again(app):
    with app.app_context():
        kept = stored()
        migrations(app).downgrade(revision="0014")
        row = ResultRow
        with db.engine.begin() as connection:
            first = connection.execute(select(func.min(row.match_id))).scalar_one()
            for there, unknown in (
                (row.match_id == first, {"player_id": 0}),
                (row.match_id != first, {"rated": -1}),
            ):
                connection.execute(update(row).where(row.seat == 1, there).values(unknown))
        upgraded(app)
        assert stored() == kept
