"""Two devices record the same round; tests/cases/entries.toml has how their entries are shown."""

import pytest
from sqlalchemy import update

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from tests.web.visitor import RECORD, tiles


def test_it_says_on_which_device_the_other_was_recorded(app, visitor, table):
    form = visitor.open_round(table)
    visitor.play(table, "", "66")
    with app.app_context():
        db.session.execute(update(models.ChangeRow).values(device="Phone"))
        db.session.commit()
    page = visitor.send(form, tiles("55", "") | RECORD)
    assert page.texts("h2", "")[0] == "Round 1: recorded on Phone, and entered here"


@pytest.mark.parametrize(
    ("goal", "onward"), [("100", ["Enter round 2"]), ("10", [])], ids=["goes on", "is over"]
)
def test_the_same_entry_on_both_devices_is_recorded_once_and_said_to_be_there(
    visitor, unchanged, goal, onward
):
    table = visitor.start("Ana", "Bea", other_goal=goal)
    form = visitor.open_round(table)
    visitor.play(table, "", "66 12")
    with unchanged():
        page = visitor.send(form, tiles("", "2-1 6-6") | RECORD)
    assert (page.status, page.heading) == (409, "Round 1 is recorded")
    assert page.links["See round 1"] == f"{table.address}/rounds/1"
    assert [words for words in page.links if words.startswith("Enter")] == onward
