"""The list of players, and the page on which one is renamed, joined, hidden or forgotten."""

import pytest
from flask import Flask

from scorekeeper.scorebook.database import wiping
from tests.databases import SQLITE_ONLY
from tests.unchanged import Unchanged
from tests.web.share.share_links import joined, links
from tests.web.visitor import Page, Visitor

LIST = "/players"


def listed(page: Page) -> list[str]:
    names = page.texts("table", "players", "th")
    return names[names.index("Last played") + 1 :] if names else []


def player(visitor: Visitor, name: str, page: str = LIST) -> Page:
    """Open the page on which a player is changed."""
    return visitor.open(visitor.open(visitor.open(page).links[name]).links["Rename, join, hide"])


def press(visitor: Visitor, page: Page, button: str, **filled: str) -> Page:
    return visitor.send(page.pressing(button), filled)


@pytest.fixture
def family(visitor: Visitor) -> Page:
    """Return the list of players after two matches."""
    visitor.start("Ana", "Bea")
    visitor.start("Inés", "ANA", "Ciro")
    return visitor.open(LIST)


def test_everybody_who_played_is_listed_once_by_name(family: Page) -> None:
    assert listed(family) == ["Ana", "Bea", "Ciro", "Inés"]


@pytest.mark.parametrize(
    ("word", "found"), [("INES", ["Inés"]), ("a", ["Ana", "Bea"]), ("x" * 400, []), ("%", [])]
)
@pytest.mark.usefixtures("family")
def test_players_are_found_by_a_part_of_their_name(
    visitor: Visitor, word: str, found: list[str]
) -> None:
    page = visitor.open(f"{LIST}?q={word}")
    assert listed(page) == found
    assert ("Nobody has this name." in page.text) is not bool(found)


@pytest.mark.usefixtures("family")
def test_a_player_is_renamed_in_all_matches(visitor: Visitor) -> None:
    page = press(visitor, player(visitor, "Ana"), "Save the name", name=" Anna ")
    assert visitor.follow(page).heading == "Anna"
    assert visitor.open("/matches/1").sides == ["Anna", "Bea"]
    assert visitor.open("/matches/2").sides == ["Inés", "Anna", "Ciro"]
    assert "A player got another name in all matches." in visitor.open("/matches/1/mend").text


RENAME, JOIN = "Save the name", "Join the two"
NO_CHOICE = "Select one of these."
TAKEN = (
    "Somebody is called bea already. Is it the same person? Then join the two. If not,"
    " add a second word, such as “bea B”."
)


@pytest.mark.usefixtures("family")
@pytest.mark.parametrize(
    ("button", "filled", "sentence"),
    [
        (RENAME, {"name": ""}, "Enter a name."),
        (RENAME, {"name": " \u200d "}, "Enter a name."),
        (RENAME, {"name": "\u3164"}, "This name cannot be seen: enter one with letters."),
        (RENAME, {"name": "a" * 400}, "Enter a name of at most 40 letters."),
        (RENAME, {"name": "bea"}, TAKEN),
        *((JOIN, {"into": nobody}, NO_CHOICE) for nobody in ("", "999", "x")),
        # With Ana herself, and with Bea.
        (JOIN, {"into": "1"}, NO_CHOICE),
        (JOIN, {"into": "2"}, "Ana and Bea sat at one table: they are two people."),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    visitor: Visitor, unchanged: Unchanged, button: str, filled: dict[str, str], sentence: str
) -> None:
    page = player(visitor, "Ana")
    assert page.address == "/players/1/edit"
    with unchanged():
        refused = press(visitor, page, button, **filled)
    assert (refused.status, refused.problems) == (422, [sentence])


@pytest.mark.usefixtures("family")
def test_two_are_joined_and_made_two_again(visitor: Visitor) -> None:
    page = player(visitor, "Bea")
    ines = player(visitor, "Inés").address.split("/")[2]
    answer = press(visitor, page, "Join the two", into=ines)
    one = visitor.follow(answer)
    assert (one.heading, listed(visitor.open(LIST))) == ("Inés", ["Ana", "Ciro", "Inés"])
    assert visitor.open("/matches/1").sides == ["Ana", "Inés"]
    back = visitor.follow(press(visitor, one, "Bea is somebody else after all"))
    assert (back.heading, back.address) == ("Bea", page.address)
    assert listed(visitor.open(LIST)) == ["Ana", "Bea", "Ciro", "Inés"]


@pytest.mark.usefixtures("family")
def test_a_form_that_joins_two_may_be_sent_twice(visitor: Visitor) -> None:
    page = player(visitor, "Bea").pressing("Join the two")
    ines = player(visitor, "Inés").address
    once, again = (visitor.send(page, {"into": ines.split("/")[2]}) for _time in range(2))
    assert once.leads_to == again.leads_to == ines


@pytest.mark.usefixtures("family")
def test_a_hidden_player_is_left_out_until_shown_again(visitor: Visitor) -> None:
    press(visitor, player(visitor, "Bea"), "Hide from lists")
    assert "Bea" not in listed(visitor.open(LIST))
    assert listed(visitor.open(f"{LIST}?hidden=y")) == ["Bea"]
    press(visitor, player(visitor, "Bea", f"{LIST}?hidden=y"), "Show in lists again")
    assert "Bea" in listed(visitor.open(LIST))


@pytest.mark.usefixtures("family")
def test_what_forgetting_does_is_said_before_it_is_done(
    visitor: Visitor, unchanged: Unchanged
) -> None:
    with unchanged():
        asked = visitor.open(player(visitor, "Ana").links["Forget the name …"])
    assert asked.heading == "Forget Ana?"
    assert "Backups and files that were made before keep the name." in asked.text
    done = visitor.follow(visitor.send(asked))
    assert done.heading == "Player 1"
    assert "The old name of this player is gone." in done.text
    assert visitor.open("/matches/1").sides == ["Player 1", "Bea"]
    for address in ("/matches/1/mend", "/matches/2", "/", "/matches/new", LIST):
        assert "Ana" not in visitor.open(address).answer.text
        assert "ANA" not in visitor.open(address).answer.text


@SQLITE_ONLY
@pytest.mark.usefixtures("family")
def test_a_name_that_is_still_in_a_file_is_not_said_to_be_gone(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as busy:
        busy.setattr(wiping.Wiper, "wipe", lambda _wiper: None)
        done = visitor.follow(
            visitor.send(visitor.open(player(visitor, "Ana").links["Forget the name …"]))
        )
    assert "not yet gone from the files of the scorebook" in done.text
    with app.app_context():
        wiping.finish()
    assert "The old name of this player is gone." in visitor.open(done.address).text


@pytest.mark.usefixtures("family")
@pytest.mark.parametrize("address", ["/players/99", "/players/0", f"/players/{10**30}"])
def test_there_is_no_page_of_somebody_who_is_not_there(visitor: Visitor, address: str) -> None:
    assert visitor.open(address).status == 404
    for page in ("edit", "forget", "split"):
        assert visitor.open(f"{address}/{page}").status == 404
        assert visitor.post(f"{address}/{page}", {"what": "rename"}).status == 404


@pytest.mark.usefixtures("family")
@pytest.mark.parametrize("what", ["", "dance", "undo-", "undo-7", "undo-x"])
def test_a_button_that_there_is_not_changes_nothing(
    visitor: Visitor, unchanged: Unchanged, what: str
) -> None:
    page = player(visitor, "Ana").pressing("Save the name")
    with unchanged():
        answer = visitor.post(page.target, {**page.form, "what": what})
    assert answer.leads_to == page.address


def test_by_links_a_device_sees_and_changes_players_of_its_own_matches(
    app: Flask, visitor: Visitor, unchanged: Unchanged
) -> None:
    app.config["ACCESS"] = "links"
    table, stranger = visitor.start("Ana", "Bea"), Visitor(app)
    stranger.start("ANA", "Ciro")
    assert listed(visitor.open(LIST)) == ["Ana", "Bea"]
    assert listed(stranger.open(LIST)) == ["ANA", "Ciro"]
    ciro = player(stranger, "Ciro").address
    assert visitor.open(ciro).status == visitor.open("/players/99").status == 404
    assert "Hide from lists" not in player(visitor, "Ana").text
    renamed = visitor.follow(press(visitor, player(visitor, "Ana"), "Save the name", name="Eva"))
    assert renamed.heading == "Eva"
    assert listed(stranger.open(LIST)) == ["ANA", "Ciro"]
    guest = joined(app, links(visitor, table)["watch"])
    page = player(guest, "Eva")
    with unchanged():
        refused = press(guest, page, "Save the name", name="Ana")
    assert refused.status == 403
    assert refused.problems == [
        "Eva also plays in matches that this device may not change: ask whoever started those."
    ]
