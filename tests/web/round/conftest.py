"""What the tests of a round may ask for."""

from collections.abc import Collection
from typing import Any

import pytest

from scorekeeper import vision
from scorekeeper.rules.tiles import Tile
from scorekeeper.vision import Photo, Unsure
from tests.web.round.photos import PICTURE, tile


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Stand in for the reader: return what it sees, or raises, for the test to fill in.

    Second is then what it was told to be in other hands.
    """
    seen: list[Any] = [Photo(800, 600, (tile(3, 4), tile(0, 3, Unsure.UNCLEAR), tile(3, 4)))]

    def read_photo(data: bytes, *, highest: int, most: int, taken: Collection[Tile]) -> Photo:
        assert data.startswith(PICTURE)
        assert (highest, most) == (6, 7)
        seen[1:] = [{*taken}]
        if isinstance(seen[0], Exception):
            raise seen[0]
        found: Photo = seen[0]
        return found

    monkeypatch.setattr(vision, "is_there", lambda: True)
    monkeypatch.setattr(vision, "read_photo", read_photo)
    return seen
