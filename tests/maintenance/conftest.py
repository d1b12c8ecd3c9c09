"""What the tests of backups may ask for."""

import pytest

from tests.maintenance.scorebook_files import scorebook_in


@pytest.fixture
def app(tmp_path):
    """Return an application with a file of its own, beside which there is nothing else."""
    with scorebook_in(tmp_path / "instance") as app:
        yield app


@pytest.fixture
def copy(tmp_path):
    """Return the path of a backup that is not made yet."""
    return tmp_path / "copy.db"
