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


@pytest.fixture
def app(app: Flask) -> Flask:
    """Return the application where nobody sees a match without a link."""
    app.config["ACCESS"] = "links"
    return app


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


def test_a_link_to_score_records_and_undoes_but_does_not_delete(
    app: Flask, visitor: Visitor, table: Page
) -> None:
    guest = joined(app, links(visitor, table)["score"])
    assert guest.play(table, "", "66").status == 303
    assert guest.send(guest.open(f"{table.address}/undo")).status == 303
    assert "Delete this match" not in guest.open(f"{table.address}/mend").links
    refused = guest.open(f"{table.address}/delete")
    assert refused.status == 403
    assert "Only the device that started the match, or one with its link" in refused.text


def test_a_scorer_can_pass_on_only_the_link_to_watch(
    app: Flask, visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    all_links = links(visitor, table)
    assert tuple(all_links) == KINDS
    guest = joined(app, all_links["score"])
    assert links(guest, table) == {"watch": all_links["watch"]}
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


def test_pressing_the_button_twice_makes_one_link(visitor: Visitor, table: Page) -> None:
    page = visitor.open(f"{table.address}/links")
    for _ in range(2):
        assert visitor.send(page, to=f"{table.address}/links/watch").status == 303
    once = links(visitor, table)
    visitor.send(page, to=f"{table.address}/links/score")
    assert links(visitor, table)["watch"] == once["watch"]
    assert links(visitor, table)["score"] != once["score"]


@pytest.mark.parametrize("token", ["x", "x" * 3000, "..", "%00", "a.b", "WzEsMV0.x", "é", "%ff"])
def test_a_token_that_was_never_signed_leads_nowhere(visitor: Visitor, token: str) -> None:
    page = visitor.open(f"/join/{token}")
    assert page.status == 403
    assert page.heading == "This link no longer works"


def test_a_link_with_a_letter_changed_leads_nowhere(
    app: Flask, visitor: Visitor, table: Page
) -> None:
    link = links(visitor, table)["watch"]
    for place in range(len("/join/"), len(link) - 1):
        other = "A" if link[place] != "A" else "B"
        forged = link[:place] + other + link[place + 1 :]
        assert Visitor(app).open(forged).status in (403, 404), forged


@pytest.mark.usefixtures("table")
def test_a_link_signed_with_another_key_leads_nowhere(visitor: Visitor) -> None:
    for key in ("", "another"):
        token = token_of(Grant(1, Right.OWN, 1, ""), key)
        assert visitor.open(f"/join/{token}").status == 403


@pytest.mark.usefixtures("table")
def test_a_link_to_a_deleted_match_opens_no_newer_match_of_its_number(
    app: Flask, visitor: Visitor
) -> None:
    watch = Grant(1, Right.WATCH, 1, "00000000")
    assert visitor.open(f"/join/{token_of(watch, str(app.secret_key))}").status == 403


def test_the_page_of_links_says_what_a_new_link_ends(visitor: Visitor, table: Page) -> None:
    page = visitor.open(f"{table.address}/links")
    assert page.buttons == ["Make a new link"] * 3
    for lost in ("can no longer watch", "can no longer enter scores", "lose full control"):
        assert f"Devices that used the old link {lost}." in page.text
    assert len(page.all("p", "code")) == 3


def test_a_link_has_the_address_of_this_machine_on_its_network(
    visitor: Visitor, table: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.web.hosts.network_address", lambda: "192.168.1.20")
    assert "http://192.168.1.20/join/" in visitor.open(f"{table.address}/links").answer.text


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
