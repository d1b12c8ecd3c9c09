"""Pages of figures: they show what is counted, of the matches that may be seen, and no more."""

import re

import pytest
from flask import Flask

from scorekeeper.figures import clock
from scorekeeper.figures.clock import evening_of
from scorekeeper.pages.players import views
from scorekeeper.scorebook.figures.read import player_figures, season_table
from scorekeeper.wording.figures import difference, percent
from tests.web.share.share_links import joined, links
from tests.web.visitor import HEAVY, Page, Visitor


def won_by(visitor: Visitor, winner: str, *losers: str) -> Page:
    """Play a match of one round."""
    table = visitor.start(winner, *losers, goal="50")
    visitor.play(table, "", HEAVY, *("" for _loser in losers[1:]))
    return table


@pytest.fixture
def year(visitor: Visitor) -> Visitor:
    """Return somebody who saw four matches of three people."""
    for winner, loser in (("Ana", "Bea"), ("Bea", "Ana"), ("Ana", "Ciro"), ("Ana", "Bea")):
        won_by(visitor, winner, loser)
    return visitor


def listed(page: Page) -> list[str]:
    """Return the addresses of the matches in a list."""
    (table,) = page.all("table", "matches")
    found = (link.get("href", "") for link in table.iter("a"))
    return [address for address in found if address.startswith("/matches/")]


def rows(page: Page, table: str = "players") -> dict[str, list[str]]:
    """Return the words of each row of a table, by the first that is a heading."""
    found = {}
    for outer in page.all("table", table):
        for row in outer.iter("tr"):
            cells = ["".join(cell.itertext()).split() for cell in row]
            names = [
                " ".join(words)
                for cell, words in zip(row, cells, strict=True)
                if cell.get("scope") == "row"
            ]
            if names:
                found[names[0]] = [" ".join(words) for words in cells]
    return found


def test_the_table_of_players_has_the_figures_that_are_kept(year: Visitor, app: Flask) -> None:
    shown = rows(year.open("/players"))
    with app.app_context():
        kept = {line.player: line.total.sums for line in season_table()}
        texts = {player: percent(sums.share) for player, sums in kept.items()}
    assert [shown["Ana"][2], shown["Ana"][3]] == [str(kept[1].matches), str(kept[1].won)]
    assert shown["Ana"][4].startswith(texts[1])
    assert shown["Ana"][6] == "today"


@pytest.mark.parametrize(
    ("order", "names"),
    [
        ("name", ["Ana", "Bea", "Ciro"]),
        ("-name", ["Ciro", "Bea", "Ana"]),
        ("matches", ["Ana", "Bea", "Ciro"]),
        ("-matches", ["Ciro", "Bea", "Ana"]),
        ("won", ["Ana", "Bea", "Ciro"]),
        ("share", ["Ana", "Bea", "Ciro"]),
        ("x", ["Ana", "Bea", "Ciro"]),
    ],
)
def test_players_are_sorted_by_a_figure(year: Visitor, order: str, names: list[str]) -> None:
    assert [*rows(year.open(f"/players?sort={order}"))] == names


def test_whoever_did_not_play_in_a_period_is_left_out(year: Visitor) -> None:
    assert rows(year.open("/players?period=2001")) == {}
    assert [*rows(year.open(f"/players?period={clock.today().year}"))] == ["Ana", "Bea", "Ciro"]
    assert rows(year.open("/players?game=all-fives/alone/points")) == {}


def test_a_player_shows_who_finished_ahead_and_each_figure_leads_to_its_matches(
    year: Visitor, app: Flask
) -> None:
    page = year.open("/players/1")
    assert rows(page, "others")["Bea"] == ["Bea", "2", "", "1"]
    with app.app_context():
        figures = player_figures(1)
    assert f"{figures.total.sums.won} won, {percent(figures.total.sums.share)}" in page.text
    won = next(to for words, to in page.links.items() if words.startswith("3 won"))
    leads_to = [link.get("href", "") for link in year.open(won).all("a")]
    listed = [to for to in leads_to if to.startswith("/matches/") and to != "/matches/new"]
    assert listed == ["/matches/4", "/matches/3", "/matches/1"]


def test_two_players_see_how_often_each_was_ahead(year: Visitor) -> None:
    page = year.open("/players/2/against/1")
    assert page.heading == "Bea against Ana"
    assert rows(page, "others") == {"Block, each alone": ["Block, each alone", "1", "", "2"]}
    assert "played as partners" in year.open("/players/1/with/2").text


def test_two_partners_see_what_they_came_to(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", "Dani", partners="y", goal="50")
    visitor.play(table, "", "66 65 64 63 62", "00", "55")
    assert rows(visitor.open("/players/1/with/3"), "kinds")["Block, partners"][2:] == [
        "100%",
        "1 of 1",
    ]


def test_the_season_is_ranked_by_wins_beyond_luck(year: Visitor) -> None:
    season = year.open(year.open("/players?game=block/alone/points").links["Season"])
    assert season.links["Everybody"] == "/players?game=block/alone/points"
    lines = rows(season, "standings")
    assert [*lines] == ["Ana", "Bea", "Ciro"]
    assert [row[5] for row in lines.values()] == [difference(each) for each in (1, -0.5, -0.5)]


def test_an_evening_shows_who_played_and_what_goes_on(year: Visitor) -> None:
    visitor = year
    visitor.play(visitor.start("Ana", "Eva"), "", "66")
    page = visitor.open(f"/evenings/{evening_of(clock.now())}")
    assert "4 players 5 matches 5 rounds" in page.text
    assert "Nothing was played that evening." in visitor.open("/evenings/2001-01-01").text


def test_a_long_evening_has_pages_the_newest_first_and_whole_sums(
    year: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "MATCHES_A_PAGE", 2)
    going_on = year.start("Ana", "Eva").address
    year.play(year.open(going_on), "", "66")
    first = year.open(f"/evenings/{evening_of(clock.now())}")
    second = year.open(first.links["Older matches"])
    third = year.open(second.links["Older matches"])
    found = [link.get("href", "") for page in (first, second, third) for link in page.all("a")]
    played = [link for link in found if re.fullmatch(r"/matches/\d+", link)]
    assert played == [going_on, *(f"/matches/{number}" for number in (4, 3, 2, 1))]
    assert all("4 players 5 matches 5 rounds" in page.text for page in (first, second, third))
    assert (len(rows(first, "standings")), rows(second, "standings")) == (4, {})
    assert "Older matches" not in third.links
    assert third.links["Newer matches"] == second.address
    assert year.open(f"{first.address}?page=4").status == 404


def test_the_winner_is_told_of_a_row_against_somebody(visitor: Visitor) -> None:
    won_by(visitor, "Bea", "Ana")
    first, second, third = (won_by(visitor, "Ana", "Bea") for _match in range(3))
    assert "in a row" not in visitor.open(f"{first.address}/winner").text
    assert "Ana’s second win in a row against Bea" in visitor.open(f"{second.address}/winner").text
    assert "Ana’s third win in a row against Bea" in visitor.open(f"{third.address}/winner").text


def test_a_row_leads_to_its_matches_and_to_no_later_ones(visitor: Visitor) -> None:
    won_by(visitor, "Bea", "Ana")
    first, second, third = (won_by(visitor, "Ana", "Bea").address for _match in range(3))
    said = visitor.open(f"{second}/winner").links["Ana’s second win in a row against Bea"]
    row = visitor.open(said)
    assert listed(row) == [second, first]
    assert "matches in a row in which Ana finished ahead" in row.text
    for address in ("/players/1/against/2", "/players/2/against/1"):
        newest = visitor.open(address).links["Ana’s third win in a row against Bea"]
        assert listed(visitor.open(newest)) == [third, second, first]
    nobody = visitor.open(f"{row.answer.request.path}?figure=row&last=99")
    assert "No finished match found." in nobody.text


@pytest.mark.usefixtures("year")
@pytest.mark.parametrize(
    "address",
    [
        "/players?period=x",
        "/players?period=0001",
        "/players?period=9999",
        "/players?period=2026-13",
        "/players/1?game=nothing",
        "/players/1?game=nothing/alone/points",
        "/players/1?game=block/alone/x",
        "/players/1/matches?figure=x",
        f"/players/1/matches?before={10**30}",
        "/players/1/against/1",
        "/players/1/with/99",
        "/season?period=%00",
        "/evenings/x",
        "/evenings/0001-01-01",
        "/evenings/9999-12-31",
    ],
)
def test_what_there_is_not_is_answered_with_a_sentence(visitor: Visitor, address: str) -> None:
    answer = visitor.open(address)
    assert (answer.status, answer.heading) == (404, "Page not found")


def test_a_page_that_is_the_same_is_not_sent_again(year: Visitor) -> None:
    etag = year.open("/players/1").answer.headers["ETag"]
    again = year.client.get("/players/1", headers={"If-None-Match": etag})
    assert (again.status_code, again.data) == (304, b"")


def test_a_device_counts_the_matches_it_sees_and_hears_of_no_others(app: Flask) -> None:
    app.config["ACCESS"] = "links"
    owner = Visitor(app)
    seen = won_by(owner, "Ana", "Bea")
    for other in ("Ciro", "Bea"):
        won_by(owner, "Ana", other)
    guest = joined(app, links(owner, seen)["watch"])
    assert rows(guest.open("/players"))["Ana"][2:4] == ["1", "1"]
    evening = f"/evenings/{evening_of(clock.now())}"
    ana, ciro = (owner.open("/players").links[name] for name in ("Ana", "Ciro"))
    for address in ("/players", ana, "/season", evening):
        page = guest.open(address)
        assert (page.status, "Ciro" in page.answer.text) == (200, False)
    against = f"{ana}/against/{ciro.rpartition('/')[2]}"
    assert owner.open(against).status == 200
    assert guest.open(ciro).status == guest.open(against).status == 404
    assert "in a row" not in guest.open(f"{seen.address}/winner").text
