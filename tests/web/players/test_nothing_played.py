"""Pages of figures where nothing was played: they say so, and where to go on."""

from scorekeeper.figures.results import Sums
from scorekeeper.pages.players import views
from tests.web.pagelint import text_of
from tests.web.players.test_figures_pages import rows, won_by
from tests.web.visitor import HEAVY

TWO, NO_MATCH = "The two have not played", "played no match to its end here."
# In a new scorebook, and with a match of Ana and Bea that goes on: a page, and what it says.
NOTHING = (
    ("/players", "Whoever plays a match is listed here."),
    ("/season", ""),
    ("/evenings/2020-02-01", "Nothing was played that evening."),
)
GOES_ON = (
    ("/season", "Nobody played a match to its end here."),
    ("/players/1", f"Ana has {NO_MATCH}"),
    ("/players/1/against/2", f"{TWO} against each other here."),
    ("/players/1/with/2", f"{TWO} as partners here."),
)
# Once one is over, where another time or game is asked for.
ASKED = (
    "/season?game=all-fives/alone/points",
    *(
        f"{page}?period=2020-02"
        for page in ("/season", "/players/1", "/players/1/against/2", "/players/1/with/2")
    ),
    "/players/1/matches?period=2020-02",
)


def ways_on(page):
    """Return the words of the links where there is nothing to show, and where they lead."""
    return {
        text_of(link): link.get("href", "")
        for box in page.all("div", "nothing")
        for link in box.iter("a")
    }


def filters(page):
    return [str(select.get("name")) for select in page.all("select")]


def test_where_nothing_was_played_a_page_says_so_and_leads_on(visitor):
    def look(*said):
        for address, sentence in said:
            page = visitor.open(address)
            assert sentence in page.text, address
            assert ways_on(page) == {"All matches": "/"}, address
            # There is something to choose once a match is over; of players always.
            assert bool(filters(page)) is (address == "/players"), address

    look(*NOTHING)
    visitor.play(visitor.start("Ana", "Bea", goal="100"), "", HEAVY)
    look(*GOES_ON)
    listed = visitor.open("/players")
    assert ([*rows(listed)], filters(listed)) == (["Ana", "Bea"], ["game", "period"])
    # Nor is there a key to charts that are not there.
    assert not listed.all("p", "key")
    won_by(visitor, "Ana", "Bea")
    for address in ASKED:
        page = visitor.open(address)
        assert ways_on(page) == {"All games · All time": address.partition("?")[0]}, address
        assert filters(page), address


def test_an_evening_has_no_place_for_whoever_ended_no_match_and_no_time_of_rounds_entered_at_once(
    visitor, monkeypatch
):
    won_by(visitor, "Ana", "Bea")
    visitor.play(visitor.start("Ciro", "Dani", goal="100"), "", HEAVY)
    address = visitor.open("/players").links["today"]
    places = {name: cells[0] for name, cells in rows(visitor.open(address), "standings").items()}
    assert places == {"Ana": "1", "Bea": "4", "Ciro": "–", "Dani": "–"}
    for seconds, shown in ((0.2, ""), (0.8, "0:01 "), (245, "4:05 ")):
        monkeypatch.setattr(Sums, "seconds_a_round", seconds)
        text = visitor.open(address).text
        assert (f"{shown}a round, on average" in text) is bool(shown)


def test_the_next_page_of_hidden_players_has_hidden_players(visitor, monkeypatch):
    monkeypatch.setattr(views, "LISTED_A_PAGE", 1)
    visitor.start("Ana", "Bea", "Ciro")
    for player in (1, 2):
        visitor.send(visitor.open(f"/players/{player}/edit").pressing("Hide from lists"))
    second = visitor.open(visitor.open("/players?hidden=y").links["More players"])
    assert (second.heading, [*rows(second)]) == ("Hidden players", ["Bea"])
    assert [*rows(visitor.open(second.links["Players before"]))] == ["Ana"]
