"""What whoever runs the program is told: health checks, and a log that names nobody.

`test_servers.py` holds what each server writes.
"""

import logging

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from scorekeeper import create_app
from scorekeeper.pages.links import views
from scorekeeper.scorebook.database.db import db
from scorekeeper.web.logs import HANDLER, WRITERS
from tests.databases import make_file, opened
from tests.support.access import TOKEN

ALIVE, READY = (200, "alive\n"), (200, "ready\n")
NOT_MIGRATED = (503, "The database is not migrated yet.\n")


def said(client, address):
    answer = client.get(address)
    assert answer.mimetype == "text/plain"
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.status_code, answer.text


def test_a_program_that_works_says_so_to_everybody(app, client):
    for settings in ({"PIN": "1234"}, {"ACCESS": "links"}):
        app.config.update(settings)
        assert [said(client, address) for address in ("/healthz", "/readyz")] == [ALIVE, READY]


def test_a_database_without_tables_or_that_does_not_answer_is_not_ready(tmp_path, empty_url):
    with opened(empty_url, tmp_path) as app:
        with app.app_context():
            make_file()
        client = app.test_client()
        assert [said(client, each) for each in ("/healthz", "/readyz")] == [ALIVE, NOT_MIGRATED]
    nowhere = f"sqlite:///{tmp_path / 'gone' / 'scorekeeper.db'}"
    client = create_app({"INSTANCE": tmp_path, "SQLALCHEMY_DATABASE_URI": nowhere}).test_client()
    assert said(client, "/healthz") == ALIVE
    assert said(client, "/readyz") == (503, "The database does not answer.\n")


@pytest.mark.parametrize(("version", "answer"), [("0001", NOT_MIGRATED), ("9999", READY)])
def test_a_database_of_the_version_before_is_not_ready_and_one_of_the_next_is(
    app, client, version, answer
):
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :it"), {"it": version})
    assert said(client, "/readyz") == answer


LINES = (
    f"Error handling request GET /join/{TOKEN}",
    f'127.0.0.1 - - "GET /join/{TOKEN}?next=/ HTTP/1.1" 303 -',
    f"cookie: session={TOKEN.partition('.')[0]}.aBcD_f.{TOKEN.partition('.')[2]}",
    f"https://scores.example.org/join/{TOKEN}",
)


@pytest.mark.parametrize("name", [*WRITERS, "gunicorn.access", "waitress.queue", "werkzeug"])
def test_no_logger_of_any_server_writes_a_token(app, caplog, name):
    assert app.config["LOG"] == "text"
    logger = logging.getLogger(name)
    # No line is JSON unless that is chosen.
    assert HANDLER not in logger.handlers
    for line in LINES:
        caplog.clear()
        try:
            raise ValueError(line)
        except ValueError:
            logger.exception("%s broke", line)
        written = "\n".join(logging.Formatter().format(record) for record in caplog.records)
        assert "broke" in written
        assert TOKEN.partition(".")[2] not in written


@pytest.mark.parametrize(
    ("place", "name", "logged", "answered"),
    [
        (views, "grant_of", "links.join broke [GET]", ""),
        (Flask, "make_response", "outside of its view", "Something went wrong in the program."),
    ],
)
def test_what_breaks_is_answered_and_logged_without_its_address(
    app, monkeypatch, caplog, place, name, logged, answered
):
    app.testing = False
    monkeypatch.setattr(place, name, lambda *_: 1 / 0)
    answer = app.test_client().get(f"/join/{TOKEN}")
    assert (answer.status_code, answer.text.startswith(answered)) == (500, True)
    assert logged in caplog.text
    assert TOKEN not in caplog.text


def test_an_error_of_the_database_is_logged_without_a_value(app, caplog):
    row = text("INSERT INTO rule_sets (id, name) VALUES (99, :name)"), {"name": "Anastasia"}
    with app.app_context(), pytest.raises(IntegrityError) as refused:
        db.session.execute(*row)
    app.logger.error("It broke.", exc_info=refused.value)
    assert "INSERT INTO rule_sets" in caplog.text
    assert "Anastasia" not in caplog.text
