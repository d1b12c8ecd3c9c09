"""A right that ends while a request is on its way gives nothing any more, whatever is sent."""

from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from tests.unchanged import rows
from tests.web.every_page.test_sent_twice import EVERY_FORM, SentForm
from tests.web.visitor import Visitor

# They only read: whoever was let in is still shown what there was.
READING = {"round.preview", "amend.preview"}
# Whoever sees no match of a player is not told that there is one.
OF_PLAYERS = {"edit_player.edit", "edit_player.forget", "edit_player.split"}
# Not offered where only links open a match, as it would change the lists of others.
NOT_WITH_LINKS = {"a player to hide"}
# No right to a match is needed for these.
OTHER_FORMS = {"new_match.new", "device.settings", "device.language", "device.pin"}


@pytest.fixture
def app(app: Flask) -> Flask:
    """Return the application where nobody sees a match without a link."""
    app.config["ACCESS"] = "links"
    return app


def end_all_links() -> None:
    """Make new links, as another device would, on a connection of its own."""
    raised = {
        name: getattr(models.MatchRow, name) + 1 for name in ("own_generation", "score_generation")
    }
    with db.engine.connect().execution_options(writes=True) as connection:
        connection.execute(update(models.MatchRow).values(raised))
        connection.commit()


def refused(endpoint: str) -> int:
    """Return how a form is answered whose right has ended."""
    if endpoint in OF_PLAYERS:
        return 404
    return 200 if endpoint in READING else 403


OF_A_MATCH = {
    name: form
    for name, form in EVERY_FORM.items()
    if form[0] not in OTHER_FORMS and name not in NOT_WITH_LINKS
}


@pytest.mark.parametrize(("endpoint", "sent"), OF_A_MATCH.values(), ids=OF_A_MATCH)
def test_what_is_sent_by_a_right_that_ends_meanwhile_changes_nothing(
    app: Flask, visitor: Visitor, endpoint: str, sent: Callable[[Visitor], SentForm]
) -> None:
    address, form = sent(visitor)
    before = rows(app)

    # The last of these functions: the device was let in already.
    app.before_request_funcs[None].append(end_all_links)
    assert visitor.post(address, form).status == refused(endpoint)
    after = rows(app)
    assert {table for table in before if before[table] != after[table]} == {"matches"}
    assert [row[:6] for row in before["matches"]] == [row[:6] for row in after["matches"]]
