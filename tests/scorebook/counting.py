"""Figures while they are counted anew: a look at the scorebook after each part."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from sqlalchemy.orm import Session

from scorekeeper.scorebook.database.db import writing
from scorekeeper.scorebook.figures import filling


@contextmanager
def after_each_change(look: Callable[[], object]) -> Iterator[None]:
    """Look at the scorebook after each transaction that deletes and counts figures."""

    @contextmanager
    def seen() -> Iterator[Session]:
        with writing() as session:
            yield session
        look()

    with patch.object(filling, "writing", seen):
        yield
