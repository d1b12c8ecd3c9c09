"""Links to a match: each gives a right, until a new one is made; and who owns a match."""

import pytest

from scorekeeper.access.devices import token_of
from scorekeeper.scorebook.permissions.rights import Grant, Right
from tests.support.access import joined, links, owns, renew
from tests.support.played_matches import undecided
from tests.web.visitor import HEAVY, Visitor, seated, tiles

KINDS = ("watch", "score", "own")


# What each page of a match needs.
NEEDED = {
    **dict.fromkeys(("", "/rounds/1", "/wall", "/rounds", "/winner"), Right.WATCH),
    **dict.fromkeys(("/rounds/new", "/undo", "/edit", "/links"), Right.SCORE),
    "/delete": Right.OWN,
}


@pytest.mark.parametrize(
    ("access", "by", "right", "passed_on"),
    [
        ("links", "", 0, ()),
        ("links", "watch", Right.WATCH, ()),
        ("links", "score", Right.SCORE, ("watch",)),
        ("links", "own", Right.OWN, KINDS),
        ("house", "", Right.SCORE, ("watch",)),
        # It watches, until it asks to keep the score.
        ("house", "watch", Right.WATCH, ()),
        ("house", "score", Right.SCORE, ("watch",)),
        ("house", "own", Right.OWN, KINDS),
    ],
)
def test_a_device_may_do_what_its_link_gives_and_no_more(
    app, visitor, table, unchanged, access, by, right, passed_on
):
    visitor.play(table, "", "66")
    form, anew = visitor.open_round(table), visitor.open(f"{table.address}/links").form
    device = joined(app, links(visitor, table)[by]) if by else Visitor(app)
    app.config["ACCESS"] = access
    shown = {address: device.open(table.address + address) for address in NEEDED}
    refused = {address for address, page in shown.items() if page.status == 403}
    assert refused == {address for address, needed in NEEDED.items() if needed > right}
    for address in refused:
        said = ("You need a link to see this match.", "Your link only lets you watch.")[right > 0]
        if access == "house":
            said = "This device is only watching."
        if NEEDED[address] == Right.OWN:
            said = "Only the device that started the match, or one with its link"
        assert said in shown[address].text
    if right >= Right.SCORE:
        assert tuple(links(device, table)) == passed_on
        assert ("Delete match" in shown["/edit"].links) is (right == Right.OWN)
        assert device.play(table, "", "55").status == 303
    with unchanged():
        if right < Right.OWN:
            assert device.post(f"{table.address}/links/score", anew).status == 403
        if right < Right.SCORE:
            assert device.send(form, tiles("", "55")).status == 403


WATCHED = ("", "/rounds", "/rounds/1", "/wall", "/winner")


@pytest.mark.parametrize("access", ["links", "house"])
def test_a_link_to_watch_shows_pages_on_which_nothing_can_be_changed(app, visitor, access):
    table = visitor.start("Ana", "Bea", goal="50")
    visitor.play(table, "", "66")
    visitor.play(table, "", HEAVY)
    app.config["ACCESS"] = access
    device = joined(app, links(visitor, table)["watch"])
    for address in WATCHED:
        page = device.open(table.address + address)
        assert page.status == 200
        assert not page.all("form"), address
        refused = [words for words, to in page.links.items() if device.open(to).status == 403]
        assert refused == [], address


def test_whoever_watches_is_not_asked_whether_a_match_goes_on(app, visitor):
    table, *_asked = undecided(visitor)
    watched = joined(app, links(visitor, table)["watch"]).open(table.address)
    assert ["Keep playing" in page.links for page in (table, watched)] == [True, False]


def test_in_a_house_whoever_watches_keeps_the_score_after_one_tap(app, visitor, table, unchanged):
    app.config["ACCESS"] = "house"
    device = joined(app, links(visitor, table)["watch"])
    watched = device.open(table.address)
    assert "You are watching" in watched.text
    assert [form.buttons for form in [watched]] == [["Keep score here"]]
    stranger = Visitor(app)
    with unchanged():
        # Not from a page of ours: an address that somebody is made to open takes nobody over.
        assert device.post(f"{table.address}/keep-score", {}).status == 400
        assert device.open(f"{table.address}/undo").buttons == ["Keep score here"]
    # A new link ends no view, and gives nobody more.
    renew(visitor, table, "watch")
    assert device.open_round(table).status == 403
    assert device.tap(watched, "Keep score here").leads_to == table.address
    assert device.tap(watched, "Keep score here").leads_to == table.address
    assert f"{table.address}/rounds/new" in device.open(table.address).links.values()
    assert device.play(table, "", "55").status == 303
    assert stranger.open_round(table).status == 200


def test_a_link_to_a_match_that_was_imported_again_is_no_link_to_the_new_one(app, visitor, table):
    app.config["ACCESS"] = "house"
    device = joined(app, links(visitor, table)["watch"])
    assert device.open_round(table).status == 403
    # The match has the same entry key, and so the same fingerprint, but another id.
    with device.client.session_transaction() as cookie:
        [[_id, *others]] = cookie["grants"]
        cookie["grants"] = [[99, *others]]
    assert device.open_round(table).status == 200


def test_a_guest_in_a_house_with_a_pin_watches_and_is_asked_for_it(app, visitor, table):
    app.config["ACCESS"] = "house"
    link = links(visitor, table)["watch"]
    app.config["PIN"] = "2468"
    device = joined(app, link)
    watched = device.open(table.address)
    refused = device.tap(watched, "Keep score here")
    assert (refused.status, refused.heading) == (403, "Enter the PIN first")
    assert device.open(table.address).buttons == ["Keep score here"]
    pin = device.open("/pin")
    device.send(pin, {"pin": "2468"})
    # It came to watch: the PIN alone changes no view.
    assert device.open_round(table).status == 403
    assert device.tap(watched, "Keep score here").status == 303
    assert device.open_round(table).status == 200


def test_where_matches_are_seen_by_links_alone_nobody_keeps_the_score_without_one(
    app, visitor, table, unchanged
):
    device = joined(app, links(visitor, table)["watch"])
    page = device.open(table.address)
    assert "Keep score here" not in page.text
    headers = {"Origin": "http://localhost"}
    with unchanged():
        answer = device.client.post(f"{table.address}/keep-score", headers=headers)
    assert answer.status_code == 403
    assert device.open_round(table).status == 403


def test_links_stay_the_same_until_new_ones_are_made_by_one_form_too(visitor, table, monkeypatch):
    monkeypatch.setattr("scorekeeper.web.hosts.network_address", lambda: "192.168.1.20")
    before = links(visitor, table)
    visitor.play(table, "", "66")
    visitor.send(visitor.open(f"{table.address}/undo"))
    page = visitor.open(f"{table.address}/links")
    # They are those that other devices can open.
    assert page.answer.text.count("http://192.168.1.20/join/") >= len(KINDS)
    assert links(visitor, table) == before
    for kind in ("watch", "score"):
        sent = visitor.send(page, to=f"{table.address}/links/{kind}")
        assert sent.leads_to == f"{table.address}/links#{kind}"
    after = links(visitor, table)
    assert [kind for kind in KINDS if after[kind] != before[kind]] == ["watch", "score"]
    # It is in the history, and what was undone can still be redone.
    told = visitor.open(f"{table.address}/edit").text
    assert "A new link to watch was made; the old one no longer works." in told
    assert visitor.open(f"{table.address}/redo").heading == "Redo round 1?"


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_link_ends_what_the_old_one_gave_but_to_its_maker(app, visitor, table, kind):
    old = links(visitor, table)
    maker, guest = joined(app, old["own"]), joined(app, old[kind])
    assert guest.open(table.address).status == 200
    renew(maker, table, kind)
    refused, ended = guest.open(table.address), Visitor(app).open(old[kind])
    assert (refused.status, ended.status) == (403, 403)
    assert "Ask the person keeping score for one." in refused.text
    assert "Ask the person keeping score for a new link." in ended.text
    new = links(maker, table)
    assert tuple(new) == KINDS
    assert guest.open(new[kind]).status == 303
    # A link to a lower right takes nothing away.
    assert guest.open(new["watch"]).status == 303
    assert guest.open_round(table).status == (403 if kind == "watch" else 200)
    # The device that started the match can lose it as any other: it may be stolen.
    assert visitor.open(table.address).status == (403 if kind == "own" else 200)


@pytest.mark.usefixtures("table")
def test_a_token_that_was_never_given_leads_nowhere(app, visitor):
    own, key = Grant(1, Right.OWN, 1, ""), str(app.secret_key)
    # One of a match that was deleted opens no newer match of its number.
    deleted = token_of(Grant(1, Right.WATCH, 1, "00000000"), key)
    signed = deleted, token_of(own, ""), token_of(own, "another")
    for token in (*signed, *("x", "x" * 3000, "..", "%00", "a.b", "WzEsMV0.x", "é", "%ff")):
        page = visitor.open(f"/join/{token}")
        assert (page.status, page.heading) == (403, "This link no longer works"), token


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


def test_a_copied_cookie_owns_nothing_once_there_is_a_new_link(visitor, table, unchanged):
    page = visitor.open(f"{table.address}/links")
    # Pressed again before the first answer came, and with it the new cookie.
    again, thief, later = (visitor.twin() for _ in range(3))
    assert visitor.send(page, to=f"{table.address}/links/own").status == 303
    with unchanged():
        assert again.send(page, to=f"{table.address}/links/own").status == 303
    assert owns(visitor, table.address)
    assert owns(again, table.address)
    assert thief.open(table.address).status == 403
    renew(visitor, table, "own")
    # Nor does a form from before give it back.
    with unchanged():
        later.send(page, to=f"{table.address}/links/own")
    assert later.open(table.address).status == 403
