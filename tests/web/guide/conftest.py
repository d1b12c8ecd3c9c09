"""What the tests of the guide may ask for."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.databases import opened, sqlite_url
from tests.web.guide.reader import Reader


@pytest.fixture(scope="session")
def app(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Return one application for all tests: the guide writes nothing."""
    folder = tmp_path_factory.mktemp("guide")
    with opened(sqlite_url(sqlite_template, folder), folder) as app:
        yield app


@pytest.fixture
def reader(app: Flask) -> Reader:
    return Reader(app)
