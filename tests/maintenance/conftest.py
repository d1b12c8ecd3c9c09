"""What the tests of backups may ask for."""

from pathlib import Path

import pytest


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return the path of a backup that is not made yet."""
    return tmp_path / "copy.db"
