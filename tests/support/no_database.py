"""A database that does not answer."""

from contextlib import contextmanager
from unittest.mock import patch

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from scorekeeper.scorebook.database.db import db

REFUSAL = OperationalError("connect", None, OSError("unable to open database file"))


@contextmanager
def no_database(app):
    with app.app_context():
        db.engine.dispose()
    connect = patch.object(Engine, "connect", side_effect=REFUSAL)
    with connect, patch.object(Engine, "raw_connection", side_effect=REFUSAL):
        yield
