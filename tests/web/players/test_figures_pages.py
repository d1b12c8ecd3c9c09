"""Pages of figures: they show what is counted, of the matches that may be seen, and no more."""

import re

import pytest

from scorekeeper.figures import clock
from scorekeeper.figures.clock import evening_of
from scorekeeper.pages.players import views
from scorekeeper.wording.figures import difference
from tests.databases import opened, sqlite_url
from tests.web.pagelint import text_of
from tests.web.share.share_links import joined, links
from tests.web.visitor import HEAVY, Visitor


def won_by(visitor, winner, *losers):
    """Play a match of one round."""
    table = visitor.start(winner, *losers, goal="50")
    visitor.play(table, "", HEAVY, *("" for _loser in losers[1:]))
    return table


@pytest.fixture(scope="module")
def year(sqlite_template, tmp_path_factory):
    """Return somebody who looks at four matches of three people and one that goes on."""
    place = tmp_path_factory.mktemp("year")
    with opened(sqlite_url(sqlite_template, place), place) as app:
        visitor = Visitor(app)
        for winner, loser in (("Ana", "Bea"), ("Bea", "Ana"), ("Ana", "Ciro"), ("Ana", "Bea")):
            won_by(visitor, winner, loser)
        visitor.play(visitor.start("Ana", "Eva"), "", "66")
        yield visitor


def listed(page):
    """Return the addresses of the matches in a list."""
    (table,) = page.all("table", "matches")
    found = (link.get("href", "") for link in table.iter("a"))
    return [address for address in found if address.startswith("/matches/")]


def rows(page, table="players"):
    """Return the words of each row of a table, by the first that is a heading."""
    found = {}
    for row in (row for outer in page.all("table", table) for row in outer.iter("tr")):
        for heading in (cell for cell in row if cell.get("scope") == "row"):
            found[text_of(heading)] = [text_of(cell) for cell in row]
    return found


@pytest.mark.parametrize(
    ("order", "names"),
    [
        ("name", "Ana Bea Ciro Eva"),
        ("-name", "Eva Ciro Bea Ana"),
        ("matches", "Ana Bea Ciro Eva"),
        # Whoever has no figure is last, whichever way round.
        ("-matches", "Ciro Bea Ana Eva"),
        ("won", "Ana Bea Ciro Eva"),
        ("share", "Ana Bea Ciro Eva"),
        ("x", "Ana Bea Ciro Eva"),
    ],
)
def test_players_are_sorted_by_a_figure(year, order, names):
    assert [*rows(year.open(f"/players?sort={order}"))] == names.split()


def test_whoever_did_not_play_in_a_period_is_left_out(year):
    assert rows(year.open("/players?period=2001")) == {}
    assert [*rows(year.open(f"/players?period={clock.today().year}"))] == ["Ana", "Bea", "Ciro"]
    assert rows(year.open("/players?game=all-fives/alone/points")) == {}


def test_the_season_is_ranked_by_wins_beyond_luck(year):
    season = year.open(year.open("/players?game=block/alone/points").links["Season"])
    assert season.links["Everybody"] == "/players?game=block/alone/points"
    lines = rows(season, "standings")
    assert [*lines] == ["Ana", "Bea", "Ciro"]
    assert [row[5] for row in lines.values()] == [difference(each) for each in (1, -0.5, -0.5)]


def test_a_long_evening_has_pages_what_goes_on_first_and_whole_sums(year, monkeypatch):
    monkeypatch.setattr(views, "MATCHES_A_PAGE", 2)
    first = year.open(f"/evenings/{evening_of(clock.now())}")
    second = year.open(first.links["Older matches"])
    third = year.open(second.links["Older matches"])
    found = [link.get("href", "") for page in (first, second, third) for link in page.all("a")]
    played = [link for link in found if re.fullmatch(r"/matches/\d+", link)]
    assert played == [f"/matches/{number}" for number in (5, 4, 3, 2, 1)]
    assert all("4 players 5 matches 5 rounds" in page.text for page in (first, second, third))
    assert (len(rows(first, "standings")), rows(second, "standings")) == (4, {})
    assert "Older matches" not in third.links
    assert third.links["Newer matches"] == second.address
    assert year.open(f"{first.address}?page=4").status == 404


def test_a_row_is_told_of_and_leads_to_its_matches_and_to_no_later_ones(visitor):
    won_by(visitor, "Bea", "Ana")
    first, second, third = (won_by(visitor, "Ana", "Bea").address for _match in range(3))
    assert "in a row" not in visitor.open(f"{first}/winner").text
    said = visitor.open(f"{second}/winner").links["Ana’s second win in a row against Bea"]
    row = visitor.open(said)
    assert listed(row) == [second, first]
    assert "matches in a row in which Ana finished ahead" in row.text
    for address in (f"{third}/winner", "/players/1/against/2", "/players/2/against/1"):
        newest = visitor.open(address).links["Ana’s third win in a row against Bea"]
        assert listed(visitor.open(newest)) == [third, second, first]
    nobody = visitor.open(f"{row.answer.request.path}?figure=row&last=99")
    assert "No finished match found." in nobody.text


@pytest.mark.parametrize(
    "address",
    [
        *("/players?period=x", "/players?period=2026-13", "/season?period=%00"),
        *("/players/1?game=nothing", "/players/1?game=nothing/alone/points"),
        *(
            "/players/1?game=block/alone/x",
            "/players/1/matches?figure=x",
            "/players/1/against/2/matches?figure=x",
        ),
        *(f"/players/1/matches?before={10**30}", "/players/1/against/1", "/players/1/with/99"),
        *("/evenings/x", "/evenings/0001-01-01", "/evenings/9999-12-31"),
        *("/players.csv?period=x", "/players.csv?game=nothing/alone/points"),
    ],
)
def test_what_there_is_not_is_answered_with_a_sentence(year, address):
    answer = year.open(address)
    assert (answer.status, answer.heading) == (404, "Page not found")


@pytest.mark.parametrize("what", ["are_kept", "are_rated"])
def test_a_page_says_so_until_all_is_counted_and_rated(year, monkeypatch, what):
    others = ("/players/1/with/3", "/players/1/against/2", "/players/1/against/2/matches")
    for address in ("/players", "/season", "/players/1", "/players/1/matches", *others):
        with monkeypatch.context() as counting:
            counting.setattr(views, what, lambda: False)
            assert "Figures are being counted again" in year.open(address).text
        assert "Figures are being counted again" not in year.open(address).text


def test_a_page_that_is_the_same_is_not_sent_again(year):
    etag = year.open("/players/1").answer.headers["ETag"]
    again = year.client.get("/players/1", headers={"If-None-Match": etag})
    assert (again.status_code, again.data) == (304, b"")


def test_a_device_counts_the_matches_it_sees_and_hears_of_no_others(app):
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
