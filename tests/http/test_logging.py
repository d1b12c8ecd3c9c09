"""The log names no player and no link; `test_servers.py` holds what each server writes."""

import logging

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from scorekeeper.access.tokens import token_of
from scorekeeper.pages.share import views
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.permissions.rights import Grant, Right

NAME = "Anastasia"


def test_a_request_that_breaks_outside_of_its_view_is_answered(app, monkeypatch, caplog):
    app.testing = False
    monkeypatch.setattr(Flask, "make_response", lambda *_: 1 / 0)
    answer = app.test_client().get(f"/join/{TOKEN}")
    assert answer.status_code == 500
    assert answer.text.startswith("Something went wrong in the program.")
    assert "outside of its view" in caplog.text
    assert TOKEN not in caplog.text


TOKEN = token_of(Grant(1, Right.OWN, 1, "abcdef01"), "key")
SERVERS = ("gunicorn.error", "gunicorn.access", "waitress", "waitress.queue", "werkzeug")


LINES = (
    f"Error handling request GET /join/{TOKEN}",
    f'127.0.0.1 - - "GET /join/{TOKEN}?next=/ HTTP/1.1" 303 -',
    f"Exception while serving /join/{TOKEN}",
    f"cookie: session={TOKEN.partition('.')[0]}.aBcD_f.{TOKEN.partition('.')[2]}",
    f"https://scores.example.org/join/{TOKEN}",
)


@pytest.mark.parametrize("name", [*SERVERS, "scorekeeper"])
def test_no_logger_of_any_server_writes_a_token(app, caplog, name):
    assert app
    logger = logging.getLogger(name)
    for line in LINES:
        caplog.clear()
        try:
            raise ValueError(line)
        except ValueError:
            logger.exception("%s broke", line)
            logger.error(line)
        written = "\n".join(logging.Formatter().format(record) for record in caplog.records)
        assert "broke" in written
        assert TOKEN.partition(".")[2] not in written


def test_an_error_is_logged_without_its_address(app, monkeypatch, caplog):
    app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr(views, "grant_of", lambda *_: 1 / 0)
    assert app.test_client().get("/join/WzEsMSwx").status_code == 500
    assert "share.join broke [GET]" in caplog.text
    assert "WzEsMSwx" not in caplog.text


def test_an_error_of_the_database_quotes_no_value(app):
    with app.app_context(), pytest.raises(IntegrityError) as refused:
        db.session.execute(
            text("INSERT INTO rule_sets (id, name) VALUES (99, :name)"),
            {"name": NAME},
        )
    assert NAME not in str(refused.value)
