"""Every view of a match says which right it needs; what ends meanwhile gives none any more."""

from datetime import timedelta

import pytest
from itsdangerous import TimestampSigner
from sqlalchemy import update

from scorekeeper.access.guard import NEEDED, OPEN
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.permissions.rights import Right
from tests.unchanged import rows
from tests.web.every_page.every_form import EVERY_FORM, OF_EVENINGS
from tests.web.share.share_links import joined, links
from tests.web.visitor import Visitor

OWNERS = {"share.renew", "history.delete", "trash.restore"}
OPEN_TO_ALL = {
    *("api.openapi", "api.read_about", "health.alive", "health.ready"),
    *("pwa.manifest", "pwa.offline", "pwa.service_worker", "pwa.words"),
    *("device.language", "device.pin", "share.join"),
    # Whoever has the address of an evening may watch it; officials have a link of their own.
    *("club.show", "club.wall", "club.at", "club.codes", "club.table", "club.go_on"),
    *("club.official", "club.as_csv", "club.podium"),
    *("evening.come", "evening.turn", "evening.draw", "evening.swap", "evening.open_round"),
    *("evening.result", "evening.clocks"),
}
# They only read: whoever was let in is still shown what there was.
READING = {"a preview", "a preview of it", "a round to check"}
# No right to a match is needed for these, or they are not offered where only links open a match.
NEEDING_NONE = {
    *(name for forms in OF_EVENINGS.values() for name in forms),
    *("a new match", "rules to open", "rules to save", "rules to delete"),
    *("the name of a device", "the language", "the PIN", "a player to hide"),
}


def test_every_view_of_a_match_says_which_right_it_needs_and_none_that_writes_only_to_watch(app):
    rules = [rule for rule in app.url_map.iter_rules() if "match_id" in rule.arguments]
    needed = {each.endpoint: getattr(app.view_functions[each.endpoint], NEEDED) for each in rules}
    assert {each for each, right in needed.items() if right is Right.OWN} == OWNERS
    writing = {rule.endpoint for rule in rules if "POST" in (rule.methods or ())}
    assert min(needed[each] for each in writing) is Right.SCORE
    assert {each for each, view in app.view_functions.items() if hasattr(view, OPEN)} == OPEN_TO_ALL


def test_a_view_that_forgot_to_say_is_refused_to_everybody(app, visitor):
    @app.get("/matches/<int:match_id>/secrets")
    def secrets(match_id):
        return f"the secrets of match {match_id}"

    table = visitor.start("Ana", "Bea")
    with pytest.raises(LookupError, match="secrets does not say which right it needs"):
        visitor.open(f"{table.address}/secrets")
    app.config["PROPAGATE_EXCEPTIONS"] = False
    assert visitor.open(f"{table.address}/secrets").status == 500


def end_all_links():
    """Make new links, as another device would, on a connection of its own."""
    raised = {
        name: getattr(models.MatchRow, name) + 1 for name in ("own_generation", "score_generation")
    }
    with db.engine.connect().execution_options(writes=True) as connection:
        connection.execute(update(models.MatchRow).values(raised))
        connection.commit()


@pytest.mark.parametrize("name", [name for name in EVERY_FORM if name not in NEEDING_NONE])
def test_what_is_sent_by_a_right_that_ends_meanwhile_changes_nothing(app, visitor, name):
    app.config["ACCESS"] = "links"
    address, form = EVERY_FORM[name](visitor)
    before = rows(app)
    # The last of these functions: the device was let in already.
    app.before_request_funcs[None].append(end_all_links)
    # Whoever sees no match of a player is not told that there is one.
    refused = 404 if address.startswith("/players/") else 403
    assert visitor.post(address, form).status == (200 if name in READING else refused)
    after = rows(app)
    assert {table for table in before if before[table] != after[table]} == {"matches"}
    assert [row[:6] for row in before["matches"]] == [row[:6] for row in after["matches"]]


def test_a_device_keeps_its_rights_when_the_clock_is_set(app):
    app.config["ACCESS"] = "links"
    real = TimestampSigner.get_timestamp
    for days in (1 / 1440, 1, 400, -1 / 1440, -400):
        ahead = int(timedelta(days=days).total_seconds())
        with pytest.MonkeyPatch.context() as patch:
            # Sessions are signed and read by a clock that is ahead, or behind.
            patch.setattr(TimestampSigner, "get_timestamp", lambda me, more=ahead: real(me) + more)
            visitor = Visitor(app)
            table = visitor.start("Ana", "Bea")
            guest = joined(app, links(visitor, table)["score"])
        for _ in range(2):
            # The second time with whatever the first answer made of the session.
            assert visitor.open(f"{table.address}/links").status == 200
            assert guest.open(f"{table.address}/rounds/new").status == 200
