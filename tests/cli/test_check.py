"""`scorekeeper check` and `rebuild`: every kind of damage is reported, and nothing else."""

import pytest
from sqlalchemy import select, text, update

from scorekeeper.cli import main
from scorekeeper.maintenance import integrity
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.database.models import MatchRow, PlayerRow, RoundRow
from tests.databases import SQLITE_ONLY
from tests.interchange.match_factory import many_matches, record, rename, start
from tests.maintenance.scorebook_files import damages, empty_an_index


def test_a_scorebook_in_order_is_counted_and_wrong_figures_are_counted_anew(app, runner):
    # Every kind of change: tests/scorebook and tests/interchange check theirs in the same way.
    with app.app_context():
        many_matches()
        db.session.remove()
    result = runner.invoke(main, ["check"])
    assert (result.output, result.exit_code) == (
        "All well: 11 matches, 18 rounds, 39 changes.\n",
        0,
    )
    with app.app_context():
        with writing() as session:
            session.execute(text("UPDATE match_results SET won = won + 1"))
        db.session.remove()
    assert runner.invoke(main, ["check"]).exit_code == 1
    result = runner.invoke(main, ["rebuild"])
    assert (result.exit_code, result.stdout) == (0, "Counted the figures of 4 matches.\n")
    assert runner.invoke(main, ["check"]).exit_code == 0


@pytest.fixture
def match_id(app):
    """Return match 1, as tests/cases/damage.toml has it, beside one that is in order."""
    with app.app_context():
        match_id = start("one")
        start("beside")
        record(match_id, "a", "b", "c")
        rename(match_id, "Ana", "Ciro")
    return match_id


def found(app, match_id, statement):
    """Damage a scorebook that is in order; return what is found, all of it of the match."""
    with app.app_context():
        assert integrity.check().faults == ()
        with writing() as session:
            session.execute(statement)
        faults = integrity.check().faults
    assert all(fault.startswith(f"Match {match_id}") for fault in faults)
    return faults


@pytest.mark.parametrize(("statement", "said"), damages("Rows of a match"))
def test_damage_is_found_and_named(app, match_id, statement, said):
    assert said in " ".join(found(app, match_id, text(statement)))


def test_another_goal_is_named(app, match_id):
    with app.app_context():
        rules = db.session.scalars(select(MatchRow.rules).filter_by(id=match_id)).one()
    other = {**rules, "match": {**rules["match"], "goal": 36}}
    faults = found(app, match_id, update(MatchRow).filter_by(id=match_id).values(rules=other))
    assert "it says that it ended never, and by its rounds at" in faults[0]
    assert "its goal is 36, and by its log 10000" in " ".join(faults)


def test_every_fault_is_a_line_and_the_exit_says_so(app, runner, match_id):
    with app.app_context(), writing():
        db.session.execute(update(RoundRow).values(record={"hands": 7}))
        db.session.execute(update(MatchRow).filter_by(entry_key="beside").values(version=-1))
    result = runner.invoke(main, ["check"])
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 2
    assert f"Match {match_id} cannot be read" in result.stdout


# PostgreSQL looks after its own files, and takes no such row.
@SQLITE_ONLY
def test_a_damaged_file_and_a_row_without_its_match_are_found(app, runner):
    with app.app_context():
        start("one")
        with db.engine.connect() as connection:
            connection.detach()
            connection.connection.cursor().execute("PRAGMA foreign_keys=OFF")
            connection.exec_driver_sql("INSERT INTO drafts VALUES (7, 1, 'rest', '{}', 1, '', '')")
            connection.commit()
        assert integrity.check().faults == ("Row 1 of drafts refers to no row of matches.",)
    assert runner.invoke(main, ["check"]).output.startswith("Row 1 of drafts refers to no row")
    empty_an_index(app)
    with app.app_context():
        assert integrity.check().faults[0].startswith("The file is damaged: ")
    assert runner.invoke(main, ["check"]).output.startswith("The file is damaged: ")


def test_players_that_no_match_has_and_keys_of_other_names_are_found(app):
    with app.app_context():
        start("one")
        with writing() as session:
            session.add(PlayerRow(key="eva", name="Eva", colour=1))
            session.execute(update(PlayerRow).filter_by(name="Bea").values(name="Dani"))
        assert integrity.check().faults == (
            "The player Dani is known as bea.",
            "The player Dani cannot be searched for by the name.",
            "The player Eva sits in no match.",
        )
