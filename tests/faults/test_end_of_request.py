"""The database goes away just when a request ends: its answer is sent, and the next one works."""

from contextlib import contextmanager
from sqlite3 import OperationalError as Refused

from flask import request_finished, request_started
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from scorekeeper.scorebook import matches
from scorekeeper.scorebook.database.db import db
from tests.databases import SQLITE_ONLY
from tests.faults.saving import ANA_WINS_12, round_form, saved

# Any database that is gone answers a rollback like this.
pytestmark = SQLITE_ONLY


@contextmanager
def lost_at_the_end(app):
    """Let rollbacks fail from the moment the answer of a request is made; list them."""
    with app.app_context():
        engine = db.engine
    tried: list[str] = []
    made: list[object] = []

    def refuse(_connection):
        if made:
            tried.append("rollback")
            raise OperationalError("ROLLBACK", None, Refused("the connection is lost"))

    def finished(_app, response):
        made.append(response)

    def begun(_app):
        made.clear()

    event.listen(engine, "rollback", refuse)
    with request_finished.connected_to(finished, app), request_started.connected_to(begun, app):
        yield tried
    event.remove(engine, "rollback", refuse)


def test_a_page_is_answered_though_its_session_cannot_be_closed(app, visitor, table):
    with lost_at_the_end(app) as tried:
        for address in ("/", f"{table.address}/mend", f"{table.address}/rounds/new"):
            assert visitor.open(address).status == 200
    assert tried
    assert visitor.open("/").status == 200


def test_a_round_is_answered_though_its_session_cannot_be_closed(app, visitor, table):
    form = round_form(visitor, table)
    with lost_at_the_end(app):
        assert visitor.send(form, ANA_WINS_12).leads_to == table.address
    saved(visitor, table, form)


def test_a_round_is_answered_though_no_page_can_be_renewed(visitor, table, monkeypatch):
    def gone(_match_id):
        raise OperationalError("SELECT", None, Refused("the server is gone"))

    form = round_form(visitor, table)
    with monkeypatch.context() as patch:
        patch.setattr(matches, "version_of", gone)
        visitor.client.post(form.target, data={**form.form, **ANA_WINS_12})
    saved(visitor, table, form)
