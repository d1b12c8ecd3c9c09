"""The list of players, and the pages that rename, join, split, hide or forget one."""

import pytest

from scorekeeper.scorebook.database import wiping
from tests.databases import SQLITE_ONLY
from tests.support.access import joined, links
from tests.support.players_pages import BACK, EDIT, JOIN, LIST, SPLIT, player, press
from tests.support.rows import rows as stored
from tests.web.visitor import HEAVY, Visitor


def listed(page):
    names = page.texts("table", "players", "th")
    return names[names.index("Last played") + 1 :] if names else []


FAMILY = (("Ana", "Bea"), ("Inés", "ANA", "Ciro"))


@pytest.fixture(scope="module")
def same_family(shared_app):
    """Return somebody in a house with the players of some matches, which stay as they are."""
    visitor = Visitor(shared_app)
    for names in (*FAMILY, ("Dani", "Ana")):
        visitor.start(*names)
    return visitor


def test_players_are_listed_once_by_name_and_found_by_a_part_of_it(same_family):
    for word, found in (
        ("", ["Ana", "Bea", "Ciro", "Dani", "Inés"]),
        ("INES", ["Inés"]),
        ("a", ["Ana", "Bea", "Dani"]),
        *(("x" * 400, []), ("%", [])),
    ):
        page = same_family.open(f"{LIST}?q={word}")
        assert listed(page) == found
        assert ("Nobody has this name." in page.text) is not bool(found)


NO_CHOICE, A_DAY, NO_NAME = "Choose one of these.", "Enter a day such as 20", "Enter a name."
UNSEEN = "This name cannot be seen: enter one with letters."
TOO_LONG = "Enter a name of at most 40 characters."
TAKEN = (
    "There is already a bea. If it is the same person, merge the two. If not, add a surname or "
    "an initial, such as “bea B”."
)
TWICE = "There is already a {}: add a surname or an initial."
NO_MATCH = "Ana has no match that began on these days."
NOT_YOURS = (
    "Ana also plays in matches that this device cannot change: ask the person who started them."
)
ALL_OF_ANA = "These are all of Ana’s matches. If this is only one person, rename them instead."


REFUSED = [
    (EDIT, {"name": " \u200d "}, NO_NAME),
    (EDIT, {"name": "\u3164"}, UNSEEN),
    (EDIT, {"name": "a" * 400}, TOO_LONG),
    (EDIT, {"name": "bea"}, TAKEN),
    # With Ana herself, and with Bea.
    *((JOIN, {"into": nobody}, NO_CHOICE) for nobody in ("", "999", "x", "1")),
    (JOIN, {"into": "2"}, "Ana and Bea played at the same table, so they are two people."),
    (SPLIT, {}, "Enter days, or tick matches."),
    *((SPLIT, {"ticked": nothing}, NO_CHOICE) for nothing in ("4", "x")),
    (SPLIT, {"ticked": "2", "name": ""}, NO_NAME),
    (SPLIT, {"ticked": "2", "name": "\u3164"}, UNSEEN),
    (SPLIT, {"ticked": "2", "name": "x" * 400}, TOO_LONG),
    *((SPLIT, {"ticked": "2", "name": name}, TWICE.format(name)) for name in ("ANA", "Dani")),
    (SPLIT, {"first": "2026-02-02", "last": "2026-02-01"}, "The last day is before the first."),
    (SPLIT, {"first": "2001-01-01", "last": "2001-02-03"}, NO_MATCH),
    (SPLIT, {"first": "2001-01-01"}, ALL_OF_ANA),
    *((SPLIT, {"first": day}, A_DAY) for day in ("yesterday", "2026-13-01", "0001-01-01", "٢")),
]


def test_what_cannot_be_is_refused_with_a_sentence(same_family):
    before = stored(same_family.app)
    for (address, button), filled, sentence in REFUSED:
        page = same_family.open(f"/players/1/{address}")
        refused = press(same_family, page, button, **filled)
        said = [each[: len(A_DAY)] if sentence == A_DAY else each for each in refused.problems]
        assert (refused.status, said) == (422, [sentence])
        typed = refused.pressing(button).form
        for name in filled.keys() - {"ticked", "into"}:
            assert typed[name] == filled[name].strip(" \u200d")
        assert stored(same_family.app) == before


def test_there_is_no_page_of_somebody_who_is_not_there_and_no_other_button(same_family):
    before = stored(same_family.app)
    for number in ("99", "0", f"{10**30}"):
        assert same_family.open(f"/players/{number}").status == 404
        for form in ("edit", "forget", "split"):
            assert same_family.open(f"/players/{number}/{form}").status == 404
            assert same_family.post(f"/players/{number}/{form}", {"what": "rename"}).status == 404
    page = same_family.open("/players/1/edit").pressing("Save name")
    for what in ("", "dance", "undo-", "undo-7", "undo-x"):
        assert same_family.post(page.target, {**page.form, "what": what}).leads_to == page.address
    # Nor does a form without anything change something.
    token = {"csrf_token": page.form["csrf_token"]}
    for form in ("edit", "split", "forget"):
        assert same_family.post(f"/players/1/{form}", token).status == 422
    assert stored(same_family.app) == before


def test_a_player_is_renamed_joined_and_made_two_again_and_hidden(visitor):
    for names in FAMILY:
        visitor.start(*names)
    page = press(visitor, player(visitor, "Ana"), "Save name", name=" Anna ")
    assert visitor.follow(page).heading == "Anna"
    assert visitor.open("/matches/1").sides == ["Anna", "Bea"]
    assert visitor.open("/matches/2").sides == ["Inés", "Anna", "Ciro"]
    assert "A player was renamed in all matches." in visitor.open("/matches/1/edit").text
    bea, ines = (player(visitor, name) for name in ("Bea", "Inés"))
    one = visitor.follow(press(visitor, bea, "Merge the two", into=ines.address.split("/")[2]))
    assert (one.heading, listed(visitor.open(LIST))) == ("Inés", ["Anna", "Ciro", "Inés"])
    assert visitor.open("/matches/1").sides == ["Anna", "Inés"]
    two = visitor.follow(press(visitor, one, "Bea is another person after all"))
    assert (two.heading, two.address) == ("Bea", bea.address)
    press(visitor, two, "Hide from lists")
    assert listed(visitor.open(LIST)) == ["Anna", "Ciro", "Inés"]
    hidden = visitor.open(f"{LIST}?hidden=y")
    assert listed(hidden) == ["Bea"]
    assert hidden.pressing("Show").form["hidden"] == "y"
    press(visitor, player(visitor, "Bea", f"{LIST}?hidden=y"), "Show in lists again")
    assert listed(visitor.open(LIST)) == ["Anna", "Bea", "Ciro", "Inés"]


def test_one_tap_makes_one_of_the_two_again(visitor):
    for other in ("Bea", "Ciro", "Dani"):
        visitor.play(visitor.start("Ana", other, goal="50"), "", HEAVY)
    page = visitor.open(player(visitor, "Ana").links["Choose matches…"])
    assert (page.heading, page.form["name"]) == ("Two people called Ana", "Ana B")
    offered = [box.get("value") for box in page.all("input") if box.get("name") == "ticked"]
    assert offered == ["3", "2", "1"]
    assert "today · Block · Ana 69 · Ciro 0" in page.text.replace("\N{NO-BREAK SPACE}", " ")
    other = visitor.follow(press(visitor, page, SPLIT[1], ticked="2"))
    assert other.heading == "Ana B"
    assert "Some matches of Ana now belong to Ana B." in other.text
    assert listed(visitor.open(LIST)) == ["Ana", "Ana B", "Bea", "Ciro", "Dani"]
    assert visitor.open("/matches/2").sides == ["Ana B", "Ciro"]
    assert "2 matches" in visitor.open("/players/1").text
    assert "A player was renamed in all matches." not in visitor.open("/matches/1/edit").text
    one = visitor.follow(press(visitor, other, BACK))
    assert (one.heading, one.address) == ("Ana", "/players/1/edit")
    assert visitor.open("/matches/2").sides == ["Ana", "Ciro"]
    assert listed(visitor.open(LIST)) == ["Ana", "Bea", "Ciro", "Dani"]


@SQLITE_ONLY
def test_what_forgetting_does_is_said_before_and_after_it(app, visitor, unchanged, monkeypatch):
    for names in FAMILY:
        visitor.start(*names)
    with unchanged():
        asked = visitor.open(player(visitor, "Ana").links["Forget name…"])
    assert asked.heading == "Forget Ana?"
    assert "Earlier backups and files keep the name." in asked.text
    with monkeypatch.context() as busy:
        busy.setattr(wiping.Wiper, "wipe", lambda _wiper: None)
        done = visitor.follow(visitor.send(asked))
    assert done.heading == "Player 1"
    assert "still in the scorebook’s files" in done.text
    with app.app_context():
        wiping.finish()
    assert "The old name of this player is gone." in visitor.open(done.address).text
    assert visitor.open("/matches/1").sides == ["Player 1", "Bea"]
    for address in ("/matches/1/edit", "/matches/2", "/", "/matches/new", LIST):
        assert "ana" not in visitor.open(address).answer.text.casefold()


def test_by_links_a_device_sees_and_changes_players_of_its_own_matches(app, visitor, unchanged):
    app.config["ACCESS"] = "links"
    table, stranger = visitor.start("Ana", "Bea"), Visitor(app)
    stranger.start("ANA", "Ciro")
    assert listed(visitor.open(LIST)) == ["Ana", "Bea"]
    assert listed(stranger.open(LIST)) == ["ANA", "Ciro"]
    assert visitor.open(player(stranger, "Ciro").address).status == 404
    # What may be done with them is in tests/cases/players.toml.
    assert "Hide from lists" not in player(visitor, "Ana").text
    visitor.start("Ana", "Dani")
    split = visitor.open(player(visitor, "Ana").links["Choose matches…"])
    guest = joined(app, links(visitor, table)["watch"])
    for page, button, filled in (
        (player(guest, "Ana"), EDIT[1], {"name": "Eva"}),
        (guest.open(split.address), SPLIT[1], {"ticked": "1"}),
    ):
        with unchanged():
            refused = press(guest, page, button, **filled)
        assert (refused.status, refused.problems) == (403, [NOT_YOURS])
    assert press(visitor, split, SPLIT[1], ticked="3").status == 303
