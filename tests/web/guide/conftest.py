"""What the tests of the guide may ask for."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.databases import opened, sqlite_url


@pytest.fixture(scope="session")
def app(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Return one application for all tests: the guide writes nothing."""
    folder = tmp_path_factory.mktemp("guide")
    with opened(sqlite_url(sqlite_template, folder), folder) as app:
        yield app
