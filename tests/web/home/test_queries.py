"""What the home page asks the database for, however many matches there are."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.scorebook import cache
from scorekeeper.scorebook.database.db import db
from tests.databases import SQLITE_ONLY, wait_until_told
from tests.web.home.finished import finish
from tests.web.visitor import Visitor


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """Note down what is asked of the database."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        sent.append(statement)

    wait_until_told(app)
    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    yield sent
    event.remove(engine, "before_cursor_execute", note)


def asked(app: Flask, visitor: Visitor, address: str, *, restarted: bool) -> list[str]:
    """Return what a page asks for, perhaps the first time since the program was started."""
    if restarted:
        cache.init_app(app)
    else:
        visitor.open(address)
    with statements(app) as sent:
        # Another address, as what was answered once may be answered again.
        visitor.open(f"{address}&again=1")
    return sent


@SQLITE_ONLY
@pytest.mark.parametrize("address", ["/?", "/?q=ana", "/?player=Ana&game=block"])
@pytest.mark.parametrize("restarted", [True, False])
def test_no_match_more_costs_a_query_more(
    app: Flask, visitor: Visitor, address: str, *, restarted: bool
) -> None:
    counts = []
    for matches in (2, 4):
        for number in range(matches):
            finish(visitor, "Ana", "Bea")
            visitor.start("Ana", f"Ciro {number}")
        counts.append(len(asked(app, visitor, address, restarted=restarted)))
    assert counts[0] == counts[1]
