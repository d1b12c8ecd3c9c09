"""Pages of figures where nothing was played: they say so, and where to go on."""

from collections.abc import Callable

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


def nothing(_visitor: Visitor) -> None:
    """Leave the scorebook new."""


def one_that_goes_on(visitor: Visitor) -> None:
    visitor.play(visitor.start("Ana", "Bea", goal="100"), "", HEAVY)


def one_that_is_over(visitor: Visitor) -> None:
    won_by(visitor, "Ana", "Bea")


ANYTHING = {"All matches": "/"}
TWO = "The two have not played"


@pytest.mark.parametrize(
    ("played", "address", "sentence", "ways"),
    [
        (nothing, "/players", "Whoever plays a match is listed here.", ANYTHING),
        (nothing, "/season", "", ANYTHING),
        (nothing, "/evenings/2020-02-01", "Nothing was played that evening.", ANYTHING),
        (one_that_goes_on, "/season", "Nobody played a match to its end here.", ANYTHING),
        (one_that_goes_on, "/players/1", "Ana has played no match to its end here.", ANYTHING),
        (one_that_goes_on, "/players/1/against/2", f"{TWO} against each other here.", ANYTHING),
        (one_that_goes_on, "/players/1/with/2", f"{TWO} as partners here.", ANYTHING),
        *(
            (one_that_is_over, f"{page}?{asked}", "", {"All games · All time": page})
            for page, asked in (
                ("/season", BEFORE),
                ("/season", "game=all-fives/alone/points"),
                ("/players/1", BEFORE),
                ("/players/1/against/2", BEFORE),
                ("/players/1/with/2", BEFORE),
                ("/players/1/matches", BEFORE),
            )
        ),
    ],
)
def test_where_nothing_was_played_a_page_says_so_and_leads_on(
    visitor: Visitor,
    played: Callable[[Visitor], None],
    address: str,
    sentence: str,
    ways: dict[str, str],
) -> None:
    played(visitor)
    page = visitor.open(address)
    assert sentence in page.text
    assert ways_on(page) == ways
    # There is something to choose once a match is over; of players always.
    assert bool(filters(page)) is (played is one_that_is_over or address == "/players")


def test_players_of_a_match_that_goes_on_are_listed_without_a_key_to_nothing(
    visitor: Visitor,
) -> None:
    one_that_goes_on(visitor)
    page = visitor.open("/players")
    assert [*rows(page)] == ["Ana", "Bea"]
    assert not page.all("p", "key")
    assert filters(page) == ["game", "period"]


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
