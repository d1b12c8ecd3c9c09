"""What every test may ask for: an application with an empty scorebook, and ways to use it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.config import ENVIRONMENT
from scorekeeper.db import db, upgrade


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the settings of whoever runs the tests: their scorebook is not to be written to."""
    for variable in ENVIRONMENT:
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """Return an application whose tables were made by the real migrations."""
    app = create_app({"INSTANCE": tmp_path, "TESTING": True, "WTF_CSRF_ENABLED": False})
    upgrade(app)
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Return a browser without a screen."""
    return app.test_client()


@pytest.fixture
def runner(app: Flask) -> CliRunner:
    """Return a terminal whose commands use the same scorebook as `app`."""
    return CliRunner(env={"SCOREKEEPER_INSTANCE": app.instance_path})
