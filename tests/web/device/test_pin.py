"""A PIN that the house asks for once a device."""

import pytest

from scorekeeper.pages.shared.fields import EXPIRED
from tests.web.share.share_links import joined, links
from tests.web.visitor import Visitor, tiles


@pytest.fixture
def table(visitor, app):
    """Return a table in a house that asks for a PIN since."""
    table = visitor.start("Ana", "Bea")
    app.config["PIN"] = "Dos77"
    give(visitor, "Dos77")
    return table


@pytest.fixture
def stranger(table, app):
    """Return a device that was not asked yet, in that house."""
    del table
    return Visitor(app)


def give(device, pin, address="/pin"):
    return device.send(device.open(address), {"pin": pin})


def test_a_new_device_is_asked_first_and_then_gets_where_it_was_going(app, stranger):
    # What is no page, and what pages load, is not guarded.
    assert stranger.open("/nothing").status == 404
    with stranger.client.get("/static/shared/base.css") as loaded:
        assert loaded.status_code == 200
    for address in ("/", "/matches/1", "/matches/1/rounds/new?entry=pips", "/bin"):
        device = Visitor(app)
        asked = device.follow(device.open(address))
        assert asked.heading == "Enter the PIN"
        assert device.send(asked, {"pin": "Dos77"}).leads_to == address
        assert device.open(address).status == 200
        assert device.open("/pin").leads_to == "/"
    # Nobody is sent to another site.
    for elsewhere in ("", "//elsewhere.example", "/%09/elsewhere.example"):
        assert give(Visitor(app), "Dos77", f"/pin?next={elsewhere}").leads_to == "/"


def test_a_wrong_pin_opens_nothing(stranger, table):
    for pin in ("", "dos77", "Dos7", "Dos777", "0000", "\x00", "é", "9" * 5000):
        refused = give(stranger, pin)
        assert refused.status == 422
        assert refused.problems == ["That is not the PIN. Ask whoever runs this scorebook."]
        assert not pin or pin not in refused.answer.text
        assert stranger.open(table.address).status == 303


def test_an_expired_page_asks_again_and_still_knows_the_way(stranger):
    asked = stranger.open("/pin?next=/games")
    expired = stranger.post(asked.target, {"pin": "Dos77", "csrf_token": "wrong"})
    assert (expired.status, expired.problems) == (400, [str(EXPIRED)])
    assert "Dos77" not in expired.answer.text
    assert stranger.send(expired, {"pin": "Dos77"}).leads_to == "/games"


def test_a_changed_pin_asks_again(app, visitor, table):
    assert visitor.open("/").status == 200
    app.config["PIN"] = "5555"
    # The device that started the match has that match all the same.
    assert visitor.open(table.address).status == 200
    assert visitor.open("/").leads_to == "/pin?next=/"


def test_what_was_typed_before_the_pin_was_asked_for_is_not_recorded_nor_lost(
    stranger, visitor, table, unchanged
):
    form = visitor.open_round(table)
    with unchanged():
        refused = stranger.send(form, tiles("", "66"))
    assert refused.status == 403
    assert refused.heading == "Enter the PIN first"
    assert refused.links["Enter the PIN"] == "/pin"


def test_a_link_to_a_match_needs_no_pin_for_that_match(app, visitor, table):
    other = visitor.start("Ciro", "Dani")
    guest = joined(app, links(visitor, table)["score"])
    assert guest.play(table, "", "66").status == 303
    assert guest.open(other.address).leads_to == f"/pin?next={other.address}"
    assert guest.open("/").leads_to == "/pin?next=/"
    watcher = joined(app, links(visitor, table)["watch"])
    assert watcher.open(table.address).status == 200
    assert "Enter round 2" not in watcher.open(table.address).links


def test_the_pin_cannot_be_read_from_a_cookie(app, stranger):
    give(stranger, "Dos77")
    cookie = stranger.client.get_cookie("session")
    with app.test_request_context(headers={"Cookie": f"session={cookie.value}"}) as request:
        kept = request.session
        assert "Dos77" not in str(dict(kept))
        assert len(kept["pin"]) > 20
