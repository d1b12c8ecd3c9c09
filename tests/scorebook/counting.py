"""Figures while they are counted: a look at the scorebook after each part."""

from contextlib import contextmanager
from unittest.mock import patch

from flask import current_app
from sqlalchemy import delete

from scorekeeper.scorebook.database.db import writing
from scorekeeper.scorebook.figures import writing as filling
from scorekeeper.scorebook.figures.tables import ResultRow


def nothing_counted():
    """Empty the table of figures, as a migration does, and start again."""
    with writing() as session:
        session.execute(delete(ResultRow))
    current_app.extensions.pop("counted_files", None)


@contextmanager
def after_each_change(look):
    """Look at the scorebook after each transaction that counts figures."""

    @contextmanager
    def seen():
        with writing() as session:
            yield session
        look()

    with patch.object(filling, "writing", seen):
        yield
