"""Pages of figures where nothing was played: they say so, and where to go on."""

import pytest

from scorekeeper.figures.results import Sums
from scorekeeper.pages.players import views
from tests.web.pagelint import text_of
from tests.web.players.test_figures_pages import rows, won_by
from tests.web.visitor import HEAVY, Page, Visitor

BEFORE = "period=2020-02"


def ways_on(page: Page) -> dict[str, str]:
    """Return the words of the links where there is nothing to show, and where they lead."""
    return {
        text_of(link): link.get("href", "")
        for box in page.all("div", "nothing")
        for link in box.iter("a")
    }


def filters(page: Page) -> list[str]:
    return [str(select.get("name")) for select in page.all("select")]


@pytest.fixture
def unfinished(visitor: Visitor) -> Visitor:
    """Return somebody who sees one match, which goes on."""
    table = visitor.start("Ana", "Bea", goal="100")
    visitor.play(table, "", HEAVY)
    return visitor


@pytest.mark.parametrize("address", ["/players", "/season", "/evenings/2020-02-01"])
def test_in_a_new_scorebook_every_page_leads_to_the_first_match(
    visitor: Visitor, address: str
) -> None:
    assert ways_on(visitor.open(address)) == {"All matches": "/"}


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("/season", "Nobody played a match to its end here."),
        ("/players/1", "Ana has played no match to its end here."),
        ("/players/1/against/2", "The two have not played against each other here."),
        ("/players/1/with/2", "The two have not played as partners here."),
    ],
)
def test_before_the_first_match_is_over_there_is_nothing_to_choose(
    unfinished: Visitor, address: str, sentence: str
) -> None:
    page = unfinished.open(address)
    assert sentence in page.text
    assert (filters(page), ways_on(page)) == ([], {"All matches": "/"})


def test_players_of_a_match_that_goes_on_are_listed_without_a_key_to_nothing(
    unfinished: Visitor,
) -> None:
    page = unfinished.open("/players")
    assert [*rows(page)] == ["Ana", "Bea"]
    assert not page.all("p", "key")
    assert filters(page) == ["game", "period"]


@pytest.mark.parametrize(
    ("address", "back"),
    [
        (f"/season?{BEFORE}", "/season"),
        (f"/players/1?{BEFORE}", "/players/1"),
        (f"/players/1/against/2?{BEFORE}", "/players/1/against/2"),
        (f"/players/1/with/2?{BEFORE}", "/players/1/with/2"),
        (f"/players/1/matches?{BEFORE}", "/players/1/matches"),
        ("/season?game=all-fives/alone/points", "/season"),
    ],
)
def test_where_nothing_was_played_in_a_period_one_tap_shows_all(
    visitor: Visitor, address: str, back: str
) -> None:
    won_by(visitor, "Ana", "Bea")
    page = visitor.open(address)
    assert ways_on(page) == {"All games · All time": back}
    assert filters(page)


def test_whoever_only_plays_a_match_that_goes_on_has_no_place_in_an_evening(
    visitor: Visitor,
) -> None:
    won_by(visitor, "Ana", "Bea")
    visitor.play(visitor.start("Ciro", "Dani", goal="100"), "", HEAVY)
    evening = visitor.open(visitor.open("/players").links["today"])
    places = {name: cells[0] for name, cells in rows(evening, "standings").items()}
    assert places == {"Ana": "1", "Bea": "4", "Ciro": "–", "Dani": "–"}


@pytest.mark.parametrize(("seconds", "shown"), [(0.2, ""), (0.8, "0:01"), (245, "4:05")])
def test_how_long_a_round_took_is_shown_unless_rounds_were_entered_at_once(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, seconds: float, shown: str
) -> None:
    won_by(visitor, "Ana", "Bea")
    monkeypatch.setattr(Sums, "seconds_a_round", seconds)
    evening = visitor.open(visitor.open("/players").links["today"])
    assert (f"{shown} a round, on average" in evening.text) is bool(shown)
    assert ("a round, on average" in evening.text) is bool(shown)


def test_the_next_page_of_hidden_players_has_hidden_players(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "LISTED_A_PAGE", 1)
    visitor.start("Ana", "Bea", "Ciro")
    for player in (1, 2):
        edit = visitor.open(f"/players/{player}/edit").pressing("Hide from lists")
        visitor.send(edit)
    second = visitor.open(visitor.open("/players?hidden=y").links["More players"])
    assert (second.heading, [*rows(second)]) == ("Hidden players", ["Bea"])
    assert [*rows(visitor.open(second.links["Players before"]))] == ["Ana"]
