"""What the tests of files may ask for."""

import pytest

from tests.maintenance.scorebook_files import scorebook_in


@pytest.fixture
def elsewhere(tmp_path):
    """Return an empty scorebook on another machine."""
    with scorebook_in(tmp_path / "elsewhere") as app:
        yield app
