"""Health checks, as whatever starts and stops the program asks for them."""

import pytest
from sqlalchemy import text

from scorekeeper import create_app
from scorekeeper.scorebook.database.db import db
from tests.databases import make_file, opened


def said(client, address):
    answer = client.get(address)
    assert answer.mimetype == "text/plain"
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.status_code, answer.text


def set_revision(app, revision):
    """Let the database have been migrated by another version of the program."""
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :it"), {"it": revision})


@pytest.mark.parametrize("settings", [{"PIN": "1234"}, {"ACCESS": "links"}])
def test_a_program_that_works_says_so_to_everybody(app, client, settings):
    app.config.update(settings)
    assert said(client, "/healthz") == (200, "alive\n")
    assert said(client, "/readyz") == (200, "ready\n")


def test_without_tables_it_is_alive_and_not_ready(tmp_path, empty_url):
    with opened(empty_url, tmp_path) as app:
        with app.app_context():
            make_file()
        client = app.test_client()
        assert said(client, "/healthz") == (200, "alive\n")
        assert said(client, "/readyz") == (503, "The database is not migrated yet.\n")


def test_a_database_that_does_not_answer_is_not_ready(tmp_path):
    nowhere = f"sqlite:///{tmp_path / 'gone' / 'scorekeeper.db'}"
    client = create_app({"INSTANCE": tmp_path, "SQLALCHEMY_DATABASE_URI": nowhere}).test_client()
    assert said(client, "/healthz") == (200, "alive\n")
    assert said(client, "/readyz") == (503, "The database does not answer.\n")


def test_a_database_of_the_version_before_is_not_ready_and_one_of_the_next_is(app, client):
    set_revision(app, "0001")
    assert said(client, "/readyz") == (503, "The database is not migrated yet.\n")
    set_revision(app, "9999")
    assert said(client, "/readyz") == (200, "ready\n")
