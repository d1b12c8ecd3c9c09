"""Finding matches by player and by game, by the address alone."""

from urllib.parse import urlencode

import pytest

from tests.web.home.finished import finish, listed
from tests.web.share.share_links import joined, links
from tests.web.visitor import Visitor


def found(visitor, **asked):
    """Search, and return who won the matches that were found."""
    page = visitor.open(f"/?{urlencode(asked)}")
    return {won.split(" ")[0] for won in page.texts("span", "won")}


@pytest.fixture
def played(visitor):
    """Play three matches of two games."""
    finish(visitor, "Ana", "Ágnes")
    finish(visitor, "Ana", "Bea", game="draw")
    finish(visitor, "Ciro", "Dani")


ALL = {"Ágnes", "Bea", "Dani"}


SEARCHED: tuple[tuple[dict[str, str], set[str]], ...] = (
    ({"q": "ana"}, {"Ágnes", "Bea"}),
    ({"q": "agnes"}, {"Ágnes"}),
    ({"q": "ÁGNES"}, {"Ágnes"}),
    ({"q": "an"}, ALL),
    ({"q": "draw"}, {"Bea"}),
    ({"q": "ana block"}, {"Ágnes"}),
    *(({"q": text}, set[str]()) for text in ("ana  ciro", "nobody", "%", "_", "a" * 5000)),
    *(({"q": text}, ALL) for text in ("", "\u0301", "\x00")),
    ({"player": "Ana"}, {"Ágnes", "Bea"}),
    ({"player": "An"}, set()),
    ({"game": "draw"}, {"Bea"}),
    ({"game": "chess"}, ALL),
    ({"player": "Ana", "game": "block", "q": "ag"}, {"Ágnes"}),
)


@pytest.mark.usefixtures("played")
def test_every_word_is_looked_for_in_names_and_games_and_what_is_found_is_counted(visitor):
    for asked, winners in SEARCHED:
        page = visitor.open(f"/?{urlencode(asked)}")
        assert {won.split(" ")[0] for won in page.texts("span", "won")} == winners, asked
        assert page.texts("h2", "") == [f"Finished {len(winners)}"]
        months = page.texts("section", "month", "h3")
        counted = [month.split(" · ")[1].split()[0] for month in months]
        assert counted == ([str(len(winners))] if winners else [])


@pytest.mark.usefixtures("played")
def test_a_player_and_a_game_are_chosen_from_those_that_were_played(visitor):
    options = [each.get("value") for each in visitor.open("/").all("option")]
    assert options == ["", "Ágnes", "Ana", "Bea", "Ciro", "Dani", "", "block", "draw"]


@pytest.mark.usefixtures("played")
def test_what_was_asked_for_is_still_there_and_can_be_dropped(visitor):
    page = visitor.open("/?q=Ana&player=Zoe&game=draw")
    assert page.form | {"before": ""} == {"q": "Ana", "player": "Zoe", "game": "draw", "before": ""}
    assert "No finished match found." in page.text
    assert len(listed(visitor.open(page.links["All matches"]))) == 3


def test_open_matches_are_found_too(visitor):
    visitor.start("Ana", "Bea")
    visitor.start("Ciro", "Dani")
    page = visitor.open("/?state=open&q=ana")
    assert len(listed(page)) == 1
    assert page.texts("h2", "") == ["Open 1"]
    assert page.pressing("Search").form["state"] == "open"
    assert "No open match found." in visitor.open("/?state=open&q=Eva").text


def test_a_renamed_player_is_found_by_the_new_name(visitor):
    table = finish(visitor, "Ana", "Bea")
    rename = visitor.open(f"{table.address}/mend").pressing("Save the names")
    visitor.send(visitor.send(rename, {"names-1": "Éva"}))
    assert found(visitor, q="eva") == {"Éva"}
    assert found(visitor, q="bea") == set()


def test_a_search_tells_nothing_of_the_matches_of_others(app, visitor):
    app.config["ACCESS"] = "links"
    finish(visitor, "Zoe", "Yann", game="draw")
    guest = Visitor(app)
    finish(guest, "Ana", "Bea")
    for address in ("/", "/?q=zoe", "/?player=Ana", "/?game=draw", "/?state=open", "/?before=1-1"):
        page = guest.open(address)
        assert "Zoe" not in page.text.replace("zoe", ""), address
        assert "Yann" not in page.text, address
    assert found(guest, q="zoe") == found(guest, game="draw") == set()
    assert "Finished 1" in guest.open("/").text
    assert "Finished 0" in guest.open("/?q=yann").text
    shared = joined(app, links(visitor, visitor.open("/matches/1"))["watch"])
    assert found(shared, q="zoe") == {"Yann"}
