"""Links to a match: each gives a right, until a new one is made."""

import pytest
from flask import Flask

from scorekeeper.access.tokens import token_of
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.permissions.links import link_state
from scorekeeper.scorebook.permissions.rights import Grant, Right
from tests.unchanged import Unchanged
from tests.web.every_page.test_every_page import undecided
from tests.web.share.share_links import KINDS, joined, links, renew
from tests.web.visitor import HEAVY, Page, Visitor, tiles

# The language, and the icon that leads to the settings of the device.
MENU = {"LanguageEnglish", "Display", "All matches"}
ON_THE_TABLE = {"Round 1", "OK", "All rounds", "Big screen"}
SCORING = ("/rounds/new", "/undo", "/mend", "/links")


def test_a_link_to_watch_shows_everything_and_changes_nothing(
    app: Flask, visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    visitor.play(table, "", "66")
    form = visitor.open_round(table)
    guest = joined(app, links(visitor, table)["watch"])
    shown = guest.open(table.address)
    assert shown.texts("p", "score") == ["12 points", "0 points"]
    assert {*shown.links} == {
        "Skip to the content",
        "Round 1 Ana +12 went out",
        *ON_THE_TABLE,
        *MENU,
    }
    assert {*guest.open(f"{table.address}/rounds/1").links} == {
        "Skip to the content",
        "Table",
        "Back to the table",
        *MENU,
    }
    for address in SCORING:
        refused = guest.open(table.address + address)
        assert refused.status == 403
        assert "Your link only lets you watch." in refused.text
    with unchanged():
        assert guest.send(form, tiles("", "55")).status == 403


def test_a_watcher_is_offered_nothing_on_any_page(app: Flask, visitor: Visitor) -> None:
    won = visitor.start("Ana", "Bea", goal="50")
    visitor.play(won, "", HEAVY)
    (undecided_table, *_) = undecided(visitor)
    for table in (won, undecided_table):
        guest = joined(app, links(visitor, table)["watch"])
        for address in ("", "/winner", "/rounds/1"):
            page = guest.open(table.address + address)
            assert not page.all("form")
            for link in page.links.values():
                assert guest.open(link).status != 403, link


def test_a_link_to_score_records_undoes_and_passes_on_only_the_link_to_watch(
    app: Flask, visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    all_links = links(visitor, table)
    assert tuple(all_links) == KINDS
    guest = joined(app, all_links["score"])
    assert guest.play(table, "", "66").status == 303
    assert guest.send(guest.open(f"{table.address}/undo")).status == 303
    assert "Delete this match" not in guest.open(f"{table.address}/mend").links
    refused = guest.open(f"{table.address}/delete")
    assert refused.status == 403
    assert "Only the device that started the match, or one with its link" in refused.text
    assert links(guest, table) == {"watch": all_links["watch"]}
    page = guest.open(f"{table.address}/links")
    assert (len(page.all("p", "code")), page.all("form")) == (1, [])
    form = visitor.open(f"{table.address}/links")
    with unchanged():
        assert guest.post(f"{table.address}/links/score", form.form).status == 403


def test_a_link_to_own_shows_all_links_and_deletes(
    app: Flask, visitor: Visitor, table: Page
) -> None:
    guest = joined(app, links(visitor, table)["own"])
    assert tuple(links(guest, table)) == KINDS
    assert guest.send(guest.open(f"{table.address}/delete"), {}).status in (200, 303)


def test_a_link_stays_the_same_until_a_new_one_is_made(visitor: Visitor, table: Page) -> None:
    before = links(visitor, table)
    visitor.play(table, "", "66")
    assert links(visitor, table) == before
    assert renew(visitor, table, "score").leads_to == f"{table.address}/links#score"
    after = links(visitor, table)
    assert [kind for kind in KINDS if after[kind] != before[kind]] == ["score"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_link_ends_at_once_what_the_old_one_gave(
    app: Flask, visitor: Visitor, table: Page, kind: str
) -> None:
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
def test_whoever_makes_a_new_link_to_own_stays_an_owner(
    app: Flask, visitor: Visitor, table: Page, kind: str
) -> None:
    guest = joined(app, links(visitor, table)["own"])
    other = joined(app, links(visitor, table)["own"])
    renew(guest, table, kind)
    assert tuple(links(guest, table)) == KINDS
    # The device that started the match can lose it as any other: it may be stolen.
    for owner in (other, visitor):
        assert owner.open(table.address).status == (403 if kind == "own" else 200)


def test_a_link_to_a_lower_right_takes_nothing_away(
    app: Flask, visitor: Visitor, table: Page
) -> None:
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


def test_a_new_link_is_in_the_history_and_keeps_what_can_be_redone(
    visitor: Visitor, table: Page
) -> None:
    visitor.play(table, "", "66")
    visitor.send(visitor.open(f"{table.address}/undo"))
    renew(visitor, table, "watch")
    page = visitor.open(f"{table.address}/mend")
    assert "A new link to watch was made; the old one no longer works." in page.text
    assert visitor.open(f"{table.address}/redo").heading == "Redo round 1?"


def test_a_form_that_made_one_link_makes_one_of_another_kind(visitor: Visitor, table: Page) -> None:
    page, before = visitor.open(f"{table.address}/links"), links(visitor, table)
    for kind in ("watch", "score"):
        assert visitor.send(page, to=f"{table.address}/links/{kind}").status == 303
    after = links(visitor, table)
    assert [kind for kind in KINDS if after[kind] != before[kind]] == ["watch", "score"]


@pytest.mark.usefixtures("table")
def test_a_token_that_was_never_given_leads_nowhere(app: Flask, visitor: Visitor) -> None:
    own, key = Grant(1, Right.OWN, 1, ""), str(app.secret_key)
    # One of a match that was deleted opens no newer match of its number.
    deleted = token_of(Grant(1, Right.WATCH, 1, "00000000"), key)
    signed = deleted, token_of(own, ""), token_of(own, "another")
    for token in (*signed, *("x", "x" * 3000, "..", "%00", "a.b", "WzEsMV0.x", "é", "%ff")):
        page = visitor.open(f"/join/{token}")
        assert (page.status, page.heading) == (403, "This link no longer works"), token


def test_a_link_with_a_letter_changed_leads_nowhere(
    app: Flask, visitor: Visitor, table: Page
) -> None:
    link = links(visitor, table)["watch"]
    for place in range(len("/join/"), len(link) - 1):
        other = "A" if link[place] != "A" else "B"
        forged = link[:place] + other + link[place + 1 :]
        assert Visitor(app).open(forged).status in (403, 404), forged


def test_the_code_to_watch_is_shown_and_the_others_are_folded_with_what_a_new_one_ends(
    app: Flask, visitor: Visitor, table: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.web.hosts.network_address", lambda: "192.168.1.20")
    page = visitor.open(f"{table.address}/links")
    folded = [(each.get("id"), "open" in each.attrib) for each in page.all("details")]
    assert [each for each in folded if each[0]] == [("score", False), ("own", False)]
    assert page.texts("section", "link", "h2") == ["Watch the score"]
    assert page.texts("details", "card", "h2") == ["Enter scores", "Full control"]
    assert page.links["Show on a large screen"] == f"{table.address}/wall"
    assert "http://192.168.1.20/join/" in page.answer.text
    assert page.buttons == ["Make a new link"] * 3
    for lost in ("can no longer watch", "can no longer enter scores", "lose full control"):
        assert f"Devices that used the old link {lost}." in page.text
    assert len(page.all("p", "code")) == 3
    copied = [each.get("data-copy") for each in page.all("button") if "data-copy" in each.attrib]
    fields = [each.get("id") for each in page.all("input") if "readonly" in each.attrib]
    assert copied == fields == ["watch-address", "score-address", "own-address"]
    assert "Only people with one of these links" in page.text
    app.config["ACCESS"] = "house"
    assert "Or scan to open this match." in visitor.open(page.address).text


def test_a_device_remembers_a_hundred_links(app: Flask, visitor: Visitor, table: Page) -> None:
    client = app.test_client()
    for kind in ("watch", "score"):
        client.get(links(visitor, table)[kind])
    with app.app_context():
        match = matches.find_match(1)
        opened = [
            matches.open_match(match.setup, match.names, f"{number:064}") for number in range(100)
        ]
        states = [link_state(match_id) for match_id in opened]
    for state in states:
        assert state is not None
        client.get(f"/join/{token_of(state.link(Right.WATCH), str(app.secret_key))}")
    cookie = client.get_cookie("session")
    assert cookie is not None
    # Browsers drop a larger cookie.
    assert len(cookie.value) < 4000
    asked = {number: client.get(f"/matches/{number}").status_code for number in (1, *opened)}
    # Of those that only watch the oldest is dropped, not the one that scores.
    assert asked == {**dict.fromkeys((1, *opened), 200), opened[0]: 403}
