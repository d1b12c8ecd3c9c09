"""`scorekeeper rebuild`: the figures of players are counted anew from the matches."""

from sqlalchemy import text

from scorekeeper.cli import main
from scorekeeper.scorebook.database.db import db, writing
from tests.web.visitor import HEAVY, Visitor


def test_figures_that_were_changed_by_hand_are_found_and_counted_anew(app, runner):
    visitor = Visitor(app)
    table = visitor.start("Ana", "Bea", goal="50")
    visitor.play(table, "", HEAVY)
    with app.app_context():
        with writing() as session:
            session.execute(text("UPDATE match_results SET won = won + 1"))
        db.session.remove()
    assert runner.invoke(main, ["check"]).exit_code == 1
    result = runner.invoke(main, ["rebuild"])
    assert (result.exit_code, result.stdout) == (0, "Counted the figures of 1 match.\n")
    assert runner.invoke(main, ["check"]).exit_code == 0
