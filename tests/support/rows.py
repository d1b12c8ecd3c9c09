"""Everything there is in a scorebook, for tests of what must change nothing."""

from sqlalchemy import select

from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.database.models import Base


def rows(app):
    with app.app_context():
        return {
            table.name: [tuple(row) for row in db.session.execute(select(table))]
            for table in Base.metadata.sorted_tables
        }
