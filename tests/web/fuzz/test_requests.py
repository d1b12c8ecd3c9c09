"""Whatever arrives is answered, and never by a fault; what is refused changes nothing."""

import sqlite3
from contextlib import closing
from random import Random

import pytest
from werkzeug.test import run_wsgi_app

from scorekeeper import create_app
from scorekeeper.config import Access
from scorekeeper.scorebook.database.db import db
from tests.databases import COMPILED, empty_scorebook
from tests.unchanged import rows
from tests.web.fuzz.requests import Known, a_request, told
from tests.web.visitor import HEAVY, Visitor

REQUESTS, REQUESTS_THOROUGH = 600, 12_000
READING = ("GET", "HEAD", "OPTIONS")
# What the program says where a page of its own could not be made, or shows its insides.
TRACES = (b"Traceback", b"sqlalchemy", b"The fault is in the program", b"wrong in the program")


@pytest.fixture(params=[*Access])
def app(request, tmp_path):
    """Return an application as it is served, with either way to say who may do what."""
    (tmp_path / "scorekeeper.db").write_bytes(empty_scorebook())
    app = create_app({"INSTANCE": tmp_path, "ACCESS": request.param, "RATELIMIT_ENABLED": False})
    app.jinja_env.bytecode_cache = COMPILED
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def known(app):
    """Play some matches; return what the device knows that started them."""
    return known_of(app, Visitor(app))


def known_of(app, visitor):
    playing = visitor.start("Ana", "Bea", "Ciro", "Dani")
    visitor.play(playing, "", "66", "55", "44")
    visitor.play(playing, "66", "", "55", "44")
    visitor.play(visitor.start("Ana", "Bea", goal="50"), "", HEAVY)
    undone = visitor.start("Ana", "Bea", "Ciro", game="italian")
    visitor.send(visitor.open(f"{undone.address}/delete"))
    rules = {(rule.rule, tuple(sorted(rule.methods or ()))) for rule in app.url_map.iter_rules()}
    cookie, form = visitor.client.get_cookie("session"), visitor.open("/matches/new").form
    assert cookie is not None
    token, key = form["csrf_token"], form["entry_key"]
    hidden = {"csrf_token": token, "entry_key": key, "sure": "y", "version": "2", "round_no": "3"}
    return Known(sorted(rules), f"session={cookie.value}", hidden)


# A form that is cut short leaves the files in it to be closed later.
@pytest.mark.filterwarnings("ignore:Exception ignored in.*SpooledTemporaryFile")
def test_no_request_breaks_the_program(app, known, tried, thorough, seed):
    chance, before = Random(f"{seed} {app.config['ACCESS']}"), rows(app)
    with closing(sqlite3.connect(f"{app.instance_path}/scorekeeper.db")) as watching:
        seen = data_version(watching)
        for _ in range(REQUESTS_THOROUGH if thorough else REQUESTS):
            sent = a_request(chance, known)
            status, content = answer(app, sent)
            tried["hostile requests"] += 1
            assert status < 500, told(sent)
            assert not any(trace in content for trace in TRACES), told(sent)
            # Most write nothing at all: then there is nothing to compare.
            written = data_version(watching)
            after = before if written == seen else rows(app)
            if status >= 400 or sent["REQUEST_METHOD"] in READING:
                assert after == before, told(sent)
            before, seen = after, written


def data_version(watching):
    """Return what SQLite counts with everything that others write to the file."""
    return int(watching.execute("PRAGMA data_version").fetchone()[0])


def answer(app, environ):
    """Let the application answer as a server does; of a stream, take the first event."""
    chunks, status, _headers = run_wsgi_app(app, environ)
    try:
        content = next(iter(chunks), b"")
    finally:
        if hasattr(chunks, "close"):
            chunks.close()
    return int(status.split()[0]), content
