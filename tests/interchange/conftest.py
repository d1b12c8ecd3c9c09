"""What the tests of files may ask for."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.maintenance.scorebook_files import scorebook_in


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Flask]:
    """Return an empty scorebook on another machine."""
    with scorebook_in(tmp_path / "elsewhere") as app:
        yield app
