"""Where matches are seen by links alone, nobody learns of a match without one."""

import pytest

from scorekeeper.scorebook.permissions.rights import Right
from tests.web.every_page.test_every_page import undecided
from tests.web.new_match.test_house_rules import RULES, SAVE
from tests.web.share.share_links import joined, links, links_of_others
from tests.web.visitor import HEAVY, Visitor, seated, tiles


@pytest.fixture
def stranger(app):
    """Return a device without any link."""
    return Visitor(app)


def test_strangers_see_no_match_and_cannot_tell_which_there_are(
    stranger, visitor, table, unchanged
):
    assert "Do you have a link to a match?" in stranger.open("/").text
    form = visitor.open_round(table)
    addresses = "", "/rounds/1", "/winner", "/rounds/new", "/undo", "/mend", "/links", "/delete"
    for address in addresses:
        there, not_there = (stranger.open(f"/matches/{number}{address}") for number in (1, 99))
        assert there.status == not_there.status == 403
        assert there.text == not_there.text
    with unchanged():
        assert stranger.send(form, tiles("", "66")).status == 403
        assert stranger.post("/matches/1/restore", {}).status == 403


def test_whoever_opens_the_rematch_owns_it_and_who_comes_late_scores(app, visitor):
    table = visitor.start("Ana", "Bea", goal="50")
    visitor.play(table, "", HEAVY)
    scorers = [joined(app, links(visitor, table)["score"]) for _ in range(2)]
    pages = [scorer.open(f"{table.address}/winner") for scorer in scorers]
    first, second = (
        scorer.follow(scorer.send(page)) for scorer, page in zip(scorers, pages, strict=True)
    )
    assert first.address == second.address
    assert len(links(scorers[0], first)) == 3
    assert scorers[1].play(second, "", "66").status == 303
    assert scorers[1].open(f"{second.address}/delete").status == 403


def test_the_house_rules_of_others_are_neither_offered_saved_nor_deleted(app, visitor, unchanged):
    app.config["ACCESS"] = "house"
    form = visitor.send(visitor.open("/matches/new"), seated("Ana", "Bea") | RULES)
    visitor.send(form, {"save_as": "Ours", "other_goal": "77"} | SAVE)
    assert "Ours" in visitor.open("/matches/new").text
    app.config["ACCESS"] = "links"
    form = visitor.send(visitor.open("/matches/new"), seated("Ana", "Bea") | RULES)
    assert "Ours" not in form.text
    assert "save_as" not in form.fields
    with unchanged():
        for action in ("save", "delete-1"):
            assert visitor.post("/matches/new", {**form.form, "action": action}).status == 403


def test_the_bin_shows_what_this_device_owns(app, stranger, visitor, table):
    watcher = joined(app, links(visitor, table)["watch"])
    visitor.send(visitor.open(f"{table.address}/delete"))
    assert "Bin" in visitor.open("/").links
    assert visitor.open("/bin").texts("button", "btn") == ["Restore"]
    for other in (stranger, watcher):
        assert "Bin" not in other.open("/").links
        assert "The bin is empty." in other.open("/bin").text
    assert watcher.open(table.address).status == 404
    assert watcher.post("/matches/1/restore", {}).status == 403


def test_a_watcher_is_offered_nothing_on_any_page(app, visitor):
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


def test_the_code_to_watch_is_shown_and_the_others_are_folded(visitor, table, monkeypatch):
    monkeypatch.setattr("scorekeeper.web.hosts.network_address", lambda: "192.168.1.20")
    page = visitor.open(f"{table.address}/links")
    folded = [(each.get("id"), "open" in each.attrib) for each in page.all("details")]
    assert [each for each in folded if each[0]] == [("score", False), ("own", False)]
    assert "http://192.168.1.20/join/" in page.answer.text
    assert (page.buttons, len(page.all("p", "code"))) == (["Make a new link"] * 3, 3)
    for lost in ("can no longer watch", "can no longer enter scores", "lose full control"):
        assert f"Devices that used the old link {lost}." in page.text
    copied = [each.get("data-copy") for each in page.all("button") if "data-copy" in each.attrib]
    assert copied == ["watch-address", "score-address", "own-address"]
    assert "Only people with one of these links" in page.text


def test_a_device_remembers_a_hundred_links(app, visitor, table):
    client = app.test_client()
    for kind in ("watch", "score"):
        client.get(links(visitor, table)[kind])
    opened = links_of_others(app, 100, Right.WATCH)
    for link in opened.values():
        client.get(link)
    cookie = client.get_cookie("session")
    assert cookie is not None
    # Browsers drop a larger cookie.
    assert len(cookie.value) < 4000
    asked = {each: client.get(f"/matches/{each}/entered").status_code for each in (1, *opened)}
    # Of those that only watch the oldest is dropped, not the one that scores.
    assert asked == {**dict.fromkeys((1, *opened), 200), min(opened): 403}


def test_the_links_of_others_push_out_no_match_of_ones_own(app, visitor, table):
    for link in links_of_others(app, 101, Right.OWN).values():
        visitor.client.get(link)
    assert visitor.open(f"{table.address}/delete").status == 200
