import pytest

from tests.support.club_nights import TWELVE, come, start


@pytest.fixture
def night(visitor):
    """Return a night of twelve whose partners change, before its first round."""
    return come(visitor, start(visitor, rounds="3"), TWELVE)
