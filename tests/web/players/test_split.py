"""The page on which a player turns out to be two people of one name."""

import pytest

from tests.web.players.test_players_page import listed, player, press
from tests.web.visitor import HEAVY

BUTTON, BACK = "Make two players of one", "They are one person after all"


@pytest.fixture
def family(visitor):
    """Return the page that splits Ana, who won three matches."""
    for other in ("Bea", "Ciro", "Dani"):
        visitor.play(visitor.start("Ana", other, goal="50"), "", HEAVY)
    return visitor.open(player(visitor, "Ana").links["Choose the matches …"])


def test_one_tap_makes_one_of_the_two_again(visitor, family):
    assert (family.heading, family.form["name"]) == ("Two people called Ana", "Ana B")
    offered = [box.get("value") for box in family.all("input") if box.get("name") == "ticked"]
    assert offered == ["3", "2", "1"]
    assert "today · Block · Ana 69 · Ciro 0" in family.text.replace("\N{NO-BREAK SPACE}", " ")
    other = visitor.follow(press(visitor, family, BUTTON, ticked="2"))
    assert other.heading == "Ana B"
    assert "Ana B has matches that were those of Ana." in other.text
    assert listed(visitor.open("/players")) == ["Ana", "Ana B", "Bea", "Ciro", "Dani"]
    assert visitor.open("/matches/2").sides == ["Ana B", "Ciro"]
    assert "2 matches" in visitor.open("/players/1").text
    assert "A player got another name in all matches." not in visitor.open("/matches/1/mend").text
    one = visitor.follow(press(visitor, other, BACK))
    assert (one.heading, one.address) == ("Ana", "/players/1/edit")
    assert visitor.open("/matches/2").sides == ["Ana", "Ciro"]
    assert listed(visitor.open("/players")) == ["Ana", "Bea", "Ciro", "Dani"]
