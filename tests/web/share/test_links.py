"""Links to a match: each gives a right, until a new one is made."""

import pytest

from scorekeeper.access.tokens import token_of
from scorekeeper.scorebook.permissions.rights import Grant, Right
from tests.web.share.share_links import KINDS, joined, links, renew
from tests.web.visitor import Visitor, tiles

# What each page of a match needs.
NEEDED = {
    **dict.fromkeys(("", "/rounds/1", "/wall", "/rounds", "/winner"), Right.WATCH),
    **dict.fromkeys(("/rounds/new", "/undo", "/mend", "/links"), Right.SCORE),
    "/delete": Right.OWN,
}


def known_by(app, visitor, table, by):
    """Return a device that has one of the links, or none, or the one that started the match."""
    if by == "started":
        return visitor
    return joined(app, links(visitor, table)[by]) if by in KINDS else Visitor(app)


@pytest.mark.parametrize(
    ("access", "by", "right", "passed_on"),
    [
        ("links", "nobody", 0, ()),
        ("links", "watch", Right.WATCH, ()),
        ("links", "score", Right.SCORE, ("watch",)),
        ("links", "own", Right.OWN, KINDS),
        ("links", "started", Right.OWN, KINDS),
        ("house", "nobody", Right.SCORE, ("watch",)),
        ("house", "watch", Right.SCORE, ("watch",)),
        ("house", "own", Right.OWN, KINDS),
    ],
)
def test_a_device_may_do_what_its_link_gives_and_no_more(
    app, visitor, table, unchanged, access, by, right, passed_on
):
    visitor.play(table, "", "66")
    form, anew = visitor.open_round(table), visitor.open(f"{table.address}/links").form
    device = known_by(app, visitor, table, by)
    app.config["ACCESS"] = access
    shown = {address: device.open(table.address + address) for address in NEEDED}
    refused = {address for address, page in shown.items() if page.status == 403}
    assert refused == {address for address, needed in NEEDED.items() if needed > right}
    for address in refused:
        said = ("You need a link to see it.", "Your link only lets you watch.")[right > 0]
        if NEEDED[address] == Right.OWN:
            said = "Only the device that started the match, or one with its link"
        assert said in shown[address].text
    if right >= Right.SCORE:
        assert tuple(links(device, table)) == passed_on
        assert ("Delete this match" in shown["/mend"].links) is (right == Right.OWN)
        assert device.play(table, "", "55").status == 303
    if right < Right.OWN:
        with unchanged():
            assert device.post(f"{table.address}/links/score", anew).status == 403
    if right < Right.SCORE:
        with unchanged():
            assert device.send(form, tiles("", "55")).status == 403


def test_links_stay_the_same_until_new_ones_are_made_by_one_form_too(visitor, table):
    before = links(visitor, table)
    visitor.play(table, "", "66")
    visitor.send(visitor.open(f"{table.address}/undo"))
    page = visitor.open(f"{table.address}/links")
    assert links(visitor, table) == before
    for kind in ("watch", "score"):
        sent = visitor.send(page, to=f"{table.address}/links/{kind}")
        assert sent.leads_to == f"{table.address}/links#{kind}"
    after = links(visitor, table)
    assert [kind for kind in KINDS if after[kind] != before[kind]] == ["watch", "score"]
    # It is in the history, and what was undone can still be redone.
    told = visitor.open(f"{table.address}/mend").text
    assert "A new link to watch was made; the old one no longer works." in told
    assert visitor.open(f"{table.address}/redo").heading == "Redo round 1?"


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_link_ends_at_once_what_the_old_one_gave(app, visitor, table, kind):
    old = links(visitor, table)[kind]
    guest = joined(app, old)
    assert guest.open(table.address).status == 200
    renew(visitor, table, kind)
    refused = guest.open(table.address)
    assert refused.status == 403
    assert "Ask whoever keeps the score for a new one." in refused.text
    ended = Visitor(app).open(old)
    assert ended.status == 403
    assert "Ask whoever keeps the score for a new link." in ended.text
    assert joined(app, links(visitor, table)[kind]).open(table.address).status == 200


@pytest.mark.parametrize("kind", KINDS)
def test_whoever_makes_a_new_link_to_own_stays_an_owner(app, visitor, table, kind):
    guest = joined(app, links(visitor, table)["own"])
    other = joined(app, links(visitor, table)["own"])
    renew(guest, table, kind)
    assert tuple(links(guest, table)) == KINDS
    # The device that started the match can lose it as any other: it may be stolen.
    for owner in (other, visitor):
        assert owner.open(table.address).status == (403 if kind == "own" else 200)


def test_a_link_to_a_lower_right_takes_nothing_away(app, visitor, table):
    all_links = links(visitor, table)
    guest = joined(app, all_links["score"])
    guest.open(all_links["watch"])
    assert guest.open_round(table).status == 200
    visitor.open(all_links["watch"])
    assert tuple(links(visitor, table)) == KINDS
    renew(visitor, table, "score")
    guest.open(all_links["watch"])
    assert guest.open(table.address).status == 200
    assert guest.open_round(table).status == 403


@pytest.mark.usefixtures("table")
def test_a_token_that_was_never_given_leads_nowhere(app, visitor):
    own, key = Grant(1, Right.OWN, 1, ""), str(app.secret_key)
    # One of a match that was deleted opens no newer match of its number.
    deleted = token_of(Grant(1, Right.WATCH, 1, "00000000"), key)
    signed = deleted, token_of(own, ""), token_of(own, "another")
    for token in (*signed, *("x", "x" * 3000, "..", "%00", "a.b", "WzEsMV0.x", "é", "%ff")):
        page = visitor.open(f"/join/{token}")
        assert (page.status, page.heading) == (403, "This link no longer works"), token
