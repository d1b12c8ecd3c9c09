"""The devices that own a match: the one that starts it, and how each can lose it again."""

import pytest
from flask import session
from sqlalchemy import delete, update

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.permissions.links import link_state
from scorekeeper.scorebook.permissions.rights import STARTED, Right
from tests.unchanged import rows
from tests.web.share.share_links import renew
from tests.web.visitor import Visitor, seated


def owns(device, address):
    return device.open(f"{address}/delete").status == 200


def with_cookie(app, value):
    device = Visitor(app)
    device.client.set_cookie("session", value)
    return device


def test_a_copied_cookie_owns_nothing_once_there_is_a_new_link(visitor, table):
    thief = visitor.twin()
    assert owns(thief, table.address)
    renew(visitor, table, "own")
    assert owns(visitor, table.address)
    assert thief.open(table.address).status == 403


def test_a_new_link_that_was_asked_for_twice_leaves_its_device_an_owner(visitor, table, unchanged):
    page = visitor.open(f"{table.address}/links")
    # Pressed again before the first answer came, and with it the new cookie.
    again = visitor.twin()
    assert visitor.send(page, to=f"{table.address}/links/own").status == 303
    with unchanged():
        assert again.send(page, to=f"{table.address}/links/own").status == 303
    assert owns(visitor, table.address)
    assert owns(again, table.address)


def test_an_old_form_gives_no_ownership_back(visitor, table):
    page = visitor.open(f"{table.address}/links")
    thief = visitor.twin()
    for _ in range(2):
        visitor.send(page, to=f"{table.address}/links/own")
        renew(visitor, table, "own")
        thief.post(f"{table.address}/links/own", page.form)
        assert thief.open(table.address).status == 403


def test_two_tabs_that_start_matches_at_once_keep_both(app):
    visitor = Visitor(app)
    pages = [visitor.open("/matches/new"), visitor.open("/matches/new")]
    tabs = [visitor.twin(), visitor.twin()]
    started = [
        tab.send(page, seated("Ana", name)).leads_to
        for tab, page, name in zip(tabs, pages, ("Bea", "Ciro"), strict=True)
    ]
    for device in (*tabs, visitor):
        assert [owns(device, address) for address in started] == [True, True]


@pytest.fixture
def old_cookie(app, visitor, table):
    """Return the cookie of the device that started the match, as it was before there were ids."""
    with app.app_context():
        db.session.execute(update(models.MatchRow).values(started_generation=1))
        db.session.execute(delete(models.OwnerRow))
        db.session.commit()
        state = link_state(1)
    assert state is not None
    assert not owns(visitor, table.address)
    known = visitor.client.get_cookie("session")
    assert known is not None
    with app.test_request_context(headers={"Cookie": f"session={known.value}"}):
        kept = {**session, "grants": [[1, Right.OWN, STARTED, state.fingerprint]]}
    del kept["id"]
    serializer = app.session_interface.get_signing_serializer(app)
    return str(serializer.dumps(kept))


def test_an_old_cookie_is_moved_over_at_the_next_visit(app, table, old_cookie):
    device = with_cookie(app, old_cookie)
    assert table.address in device.open("/").links.values()
    cookie = device.client.get_cookie("session")
    assert cookie is not None
    with app.test_request_context(headers={"Cookie": f"session={cookie.value}"}):
        assert (session["grants"], len(session["id"])) == ([], 32)
    assert len(rows(app)["owners"]) == 1
    assert owns(device, table.address)


def test_an_old_cookie_that_was_copied_owns_nothing_once_there_is_a_new_link(
    app, table, old_cookie
):
    device, early, late = (with_cookie(app, old_cookie) for _ in range(3))
    assert owns(early, table.address)
    renew(device, table, "own")
    assert owns(device, table.address)
    for thief in (early, late):
        assert thief.open(table.address).status == 403
