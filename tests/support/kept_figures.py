"""The rows of figures that are kept of matches."""

from flask import current_app
from sqlalchemy import delete, select

from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.figures.figures_table import ResultRow


def stored():
    """Return every row of figures; the third of its values is the number of the match."""
    table = ResultRow.__table__
    rows = [*map(tuple, db.session.execute(select(*table.c).order_by(*table.primary_key)))]
    db.session.rollback()
    return rows


def nothing_counted():
    """Empty the table of figures, as a migration does, and start again."""
    with writing() as session:
        session.execute(delete(ResultRow))
    current_app.extensions.pop("counted_files", None)


def matches_stored():
    """Return the matches that have figures."""
    return {match_id for _player, _ended_at, match_id, *_rest in stored()}
