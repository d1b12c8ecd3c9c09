"""A right that ends while a request is on its way gives nothing any more, whatever is sent."""

import pytest
from sqlalchemy import update

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from tests.unchanged import rows
from tests.web.every_page.every_form import EVENINGS, EVERY_FORM

# They only read: whoever was let in is still shown what there was.
READING = {"a preview", "a preview of it", "a round to check"}
OTHERS = {
    # No right to a match is needed for these.
    *EVENINGS,
    *("a new match", "rules to open", "rules to save", "rules to delete"),
    *("the name of a device", "the language", "the PIN"),
    # Not offered where only links open a match, as it would change the lists of others.
    "a player to hide",
}


@pytest.fixture
def app(app):
    """Return the application where nobody sees a match without a link."""
    app.config["ACCESS"] = "links"
    return app


def end_all_links():
    """Make new links, as another device would, on a connection of its own."""
    raised = {
        name: getattr(models.MatchRow, name) + 1 for name in ("own_generation", "score_generation")
    }
    with db.engine.connect().execution_options(writes=True) as connection:
        connection.execute(update(models.MatchRow).values(raised))
        connection.commit()


@pytest.mark.parametrize("name", [name for name in EVERY_FORM if name not in OTHERS])
def test_what_is_sent_by_a_right_that_ends_meanwhile_changes_nothing(app, visitor, name):
    endpoint, sent = EVERY_FORM[name]
    address, form = sent(visitor)
    before = rows(app)

    # The last of these functions: the device was let in already.
    app.before_request_funcs[None].append(end_all_links)
    # Whoever sees no match of a player is not told that there is one.
    refused = 404 if endpoint.startswith("edit_player.") else 403
    assert visitor.post(address, form).status == (200 if name in READING else refused)
    after = rows(app)
    assert {table for table in before if before[table] != after[table]} == {"matches"}
    assert [row[:6] for row in before["matches"]] == [row[:6] for row in after["matches"]]
