"""Pages of figures: they show what is counted, of the matches that may be seen, and no more.

Every figure leads to the matches it was counted from: each link is followed to its end.
"""

import re
from urllib.parse import parse_qsl, urlsplit

import pytest

from scorekeeper import clock
from scorekeeper.figures.match_results import Figure, Sums
from scorekeeper.pages.players import views
from scorekeeper.scorebook.figures.queries import Figures, Frame
from scorekeeper.scorebook.figures.recounting import recount_all
from tests.databases import opened, sqlite_url
from tests.scorebook.stored import store_club
from tests.support.access import joined, links
from tests.support.csv_tables import read_table
from tests.support.played_matches import won_by
from tests.unit.figures.club import year as year_of_a_club
from tests.web.pagelint import text_of
from tests.web.visitor import HEAVY, Visitor


@pytest.fixture(scope="module")
def year(shared_app):
    """Return somebody who looks at four matches of three people and one that goes on."""
    visitor = Visitor(shared_app)
    for winner, loser in (("Ana", "Bea"), ("Bea", "Ana"), ("Ana", "Ciro"), ("Ana", "Bea")):
        won_by(visitor, winner, loser)
    visitor.play(visitor.start("Ana", "Eva"), "", "66")
    return visitor


def listed(page):
    tables = page.all("table", "matches")
    found = (link.get("href", "") for table in tables for link in table.iter("a"))
    return [address for address in found if address.startswith("/matches/")]


def rows(page, table="players"):
    """Return the words of each row of a table, by the first that is a heading."""
    found = {}
    for row in (row for outer in page.all("table", table) for row in outer.iter("tr")):
        for heading in (cell for cell in row if cell.get("scope") == "row"):
            found[text_of(heading)] = [text_of(cell) for cell in row]
    return found


def test_players_are_sorted_by_a_figure_and_left_out_of_a_period_without_them(year):
    for order in ("name", "matches", "won", "share", "x"):
        assert [*rows(year.open(f"/players?sort={order}"))] == ["Ana", "Bea", "Ciro", "Eva"]
    assert [*rows(year.open("/players?sort=-name"))] == ["Eva", "Ciro", "Bea", "Ana"]
    # Whoever has no figure is last, whichever way round.
    assert [*rows(year.open("/players?sort=-matches"))] == ["Ciro", "Bea", "Ana", "Eva"]
    assert [*rows(year.open(f"/players?period={clock.today().year}"))] == ["Ana", "Bea", "Ciro"]
    for nobody in ("period=2001", "game=all-fives/alone/points"):
        assert rows(year.open(f"/players?{nobody}")) == {}
    # What is the same is not sent again.
    etag = year.open("/players/1").answer.headers["ETag"]
    again = year.client.get("/players/1", headers={"If-None-Match": etag})
    assert (again.status_code, again.data) == (304, b"")


def test_a_long_evening_has_pages_what_goes_on_first_and_whole_sums(year, monkeypatch):
    monkeypatch.setattr(views, "MATCHES_A_PAGE", 2)
    first = year.open(year.open("/players").links["today"])
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


def test_what_there_is_not_is_answered_with_a_sentence(year):
    for address in (
        *("/players?period=2026-13", "/season?period=%00", "/evenings/x", "/evenings/9999-12-31"),
        *("/players/1?game=nothing/alone/points", "/players/1?game=block/alone/x"),
        *("/players/1/matches?figure=x", "/players/1/against/2/matches?figure=x"),
        *(f"/players/1/matches?before={10**30}", "/players/1/against/1", "/players/1/with/99"),
        *("/players.csv?period=x", "/players.csv?game=nothing/alone/points"),
    ):
        answer = year.open(address)
        assert (answer.status, answer.heading) == (404, "Page not found"), address


def test_a_page_says_so_until_all_is_counted_and_rated(year, monkeypatch):
    for address in (
        *("/players", "/season", "/players/1", "/players/1/matches", "/players/1/with/3"),
        *("/players/1/against/2", "/players/1/against/2/matches"),
    ):
        for what in ("are_kept", "are_rated"):
            with monkeypatch.context() as counting:
                counting.setattr(views, what, lambda: False)
                assert "Statistics are being updated" in year.open(address).text
        assert "Statistics are being updated" not in year.open(address).text


def read(visitor, address):
    answer = visitor.client.get(address)
    assert (answer.status_code, answer.content_type) == (200, "text/csv; charset=utf-8")
    name = address.partition("?")[0].removeprefix("/")
    assert answer.headers["Content-Disposition"] == f"attachment; filename={name}"
    return read_table(answer.data)


def test_pages_lead_to_tables_of_what_they_list_in_the_language_of_the_device(app, visitor):
    assert "Matches as a spreadsheet" not in visitor.open("/").links
    won_by(visitor, "Ana", "Bea")
    home = visitor.open("/").links
    assert [row["Winner"] for row in read(visitor, home["Matches as a spreadsheet"])] == ["Ana"]
    assert [row["Round"] for row in read(visitor, home["Rounds as a spreadsheet"])] == ["1"]
    for page in ("/players", "/season"):
        chosen = visitor.open(f"{page}?period=newest&game=block/alone/points")
        (ana, _bea) = read(visitor, chosen.links["Players as a spreadsheet"])
        assert (ana["Player"], ana["Points scored"]) == ("Ana", "69")
    assert read(visitor, "/players.csv?period=2001") == []
    assert [row["Mano"] for row in read(Visitor(app, "es"), "/rounds.csv")] == ["1"]


def test_a_device_counts_the_matches_it_sees_and_hears_of_no_others(app):
    app.config["ACCESS"] = "links"
    owner = Visitor(app)
    seen = won_by(owner, "Ana", "Bea")
    for other in ("Ciro", "Bea"):
        won_by(owner, "Ana", other)
    guest = joined(app, links(owner, seen)["watch"])
    assert rows(guest.open("/players"))["Ana"][2:4] == ["1", "1"]
    ana, ciro = (owner.open("/players").links[name] for name in ("Ana", "Ciro"))
    evening, wall = owner.open("/players").links["today"], f"{seen.address}/wall/evening"
    for address in ("/players", ana, "/season", evening, wall):
        page = guest.open(address)
        assert (page.status, "Ciro" in page.answer.text) == (200, False)
    against = f"{ana}/against/{ciro.rpartition('/')[2]}"
    assert owner.open(against).status == 200
    assert guest.open(ciro).status == guest.open(against).status == 404
    assert "in a row" not in guest.open(f"{seen.address}/winner").text
    # Nor has it others in tables for spreadsheets.
    for address in ("/players.csv", "/matches.csv", "/rounds.csv"):
        assert "Ciro" in str(read(owner, address))
        assert "Ciro" not in str(read(guest, address))
        assert read(Visitor(app), address) == []
    assert len(read(guest, "/matches.csv")) == 1
    # Nor does its wall go on to a rematch that it does not see.
    owner.send(owner.open(f"{seen.address}/winner"))
    assert [each.open(wall).status for each in (guest, owner, Visitor(app))] == [200, 303, 403]


# In a new scorebook, and with a match of Ana and Bea that goes on: a page, and what it says.
NOTHING = {
    "/players": "Everybody who plays a match is listed here.",
    "/season": "",
    "/evenings/2020-02-01": "Nothing was played that day.",
}
GOES_ON = {
    "/season": "Nobody has finished a match here yet.",
    "/players/1": "Ana has not finished a match here yet.",
    "/players/1/against/2": "The two have not played against each other here.",
    "/players/1/with/2": "The two have not played as partners here.",
}
# Once one is over, where another time or game is asked for.
ASKED = (
    *("/season?game=all-fives/alone/points", "/players/1/matches?period=2020-02"),
    *(f"{page}?period=2020-02" for page in GOES_ON),
)


def test_where_nothing_was_played_a_page_says_so_and_leads_on(visitor):
    def look(address, sentence):
        page = visitor.open(address)
        assert sentence in page.text, address
        [nothing] = page.all("div", "nothing")
        [way_on] = nothing.iter("a")
        choices = [each.get("name") for each in page.all("select")]
        return text_of(way_on), way_on.get("href"), choices

    for address, sentence in NOTHING.items():
        # There is something to choose once a match is over; of players always.
        chosen = ["game", "period"] if address == "/players" else []
        assert look(address, sentence) == ("All matches", "/", chosen), address
    visitor.play(visitor.start("Ana", "Bea", goal="100"), "", HEAVY)
    for address, sentence in GOES_ON.items():
        assert look(address, sentence) == ("All matches", "/", []), address
    players = visitor.open("/players")
    assert [*rows(players)] == ["Ana", "Bea"]
    # Nor is there a key to charts that are not there.
    assert not players.all("p", "key")
    won_by(visitor, "Ana", "Bea")
    for address in ASKED:
        words, leads_to, chosen = look(address, "")
        assert (words, leads_to) == ("All games · All time", address.partition("?")[0])
        assert chosen, address


def test_an_evening_has_places_for_who_ended_a_match_and_a_time_of_rounds(visitor, monkeypatch):
    won_by(visitor, "Ana", "Bea")
    visitor.play(visitor.start("Ciro", "Dani", goal="100"), "", HEAVY)
    address = visitor.open("/players").links["today"]
    places = {name: cells[0] for name, cells in rows(visitor.open(address), "standings").items()}
    assert places == {"Ana": "1", "Bea": "4", "Ciro": "–", "Dani": "–"}
    for seconds, shown in ((0.2, ""), (0.8, "0:01 "), (245, "4:05 ")):
        monkeypatch.setattr(Sums, "seconds_a_round", seconds)
        text = visitor.open(address).text
        assert (f"{shown}per round, on average" in text) is bool(shown)


def test_the_next_page_of_hidden_players_has_hidden_players(visitor, monkeypatch):
    monkeypatch.setattr(views, "LISTED_A_PAGE", 1)
    visitor.start("Ana", "Bea", "Ciro")
    for player in (1, 2):
        visitor.send(visitor.open(f"/players/{player}/edit").pressing("Hide from lists"))
    second = visitor.open(visitor.open("/players?hidden=y").links["More players"])
    assert (second.heading, [*rows(second)]) == ("Hidden players", ["Bea"])
    assert [*rows(visitor.open(second.links["Previous players"]))] == ["Ana"]


# Who play often in a club, once with each other as partners.
ONE, OTHER = 13, 27
FRAMES = ("", "period=newest", "period=2026-02", "game=block/partners/points&period=newest")


@pytest.fixture(scope="module")
def club(sqlite_template, tmp_path_factory):
    """Return somebody who looks at a year of a club, and changes nothing."""
    place = tmp_path_factory.mktemp("club")
    with opened(sqlite_url(sqlite_template, place), place) as app:
        store_club(app, year_of_a_club(220))
        with app.app_context():
            recount_all()
        yield Visitor(app)


def asked_by(address):
    return dict(parse_qsl(urlsplit(address).query))


def to_the_last(club, address):
    """Follow a figure, and the way to older matches, to the last of them."""
    page = club.open(address)
    further = [link.get("href", "") for link in page.all("a") if link.get("rel") == "next"]
    return listed(page) + (to_the_last(club, further[0]) if further else [])


def recent_and_older(club, page):
    """Return the few matches that a page shows itself, and those that it leads on to."""
    older = page.links.get("Older matches")
    assert len(listed(page)) == 5 or not older
    return listed(page) + (to_the_last(club, older) if older else [])


def figures(page):
    for row in (*page.all("li"), *page.all("tr")):
        for link in row.iter("a"):
            address = link.get("href", "")
            if urlsplit(address).path.endswith("/matches"):
                yield text_of(row), address


@pytest.mark.parametrize("frame", FRAMES)
def test_each_figure_of_a_player_leads_to_its_matches_and_no_others(club, frame):
    page = club.open(f"/players/{ONE}?{frame}")
    seen = [*figures(page)]
    assert len({address for _words, address in seen}) >= 8
    for who in (f"/players/{ONE}", f"/players/{ONE}/with/{OTHER}"):
        behind = to_the_last(club, f"{who}/matches?{frame}")
        assert recent_and_older(club, club.open(f"{who}?{frame}")) == behind
    period = asked_by(f"?{frame}").get("period")
    for words, address in seen:
        asked = asked_by(address)
        # The rating is that of all matches.
        assert asked.get("period") == period or "rating" in words
        figure = Figure(asked["figure"]) if "figure" in asked else None
        counted = Frame(asked.get("period", ""), asked.get("game", ""))
        with club.app.app_context():
            behind = Figures(counted, (ONE,)).behind((ONE,), figure)
        found = to_the_last(club, address)
        assert found == [f"/matches/{each}" for each in behind], words
        assert found or " 0 " in f" {words} ", words
        counts = re.search(r"^(\d+) (?:match|won)|% \d+ of (\d+)$|^(\d+) longest", words)
        if counts:
            assert len(found) == int(next(filter(None, counts.groups()))), words


def of_two(club, one, other, frame):
    """Follow the figures of two to their matches, of which each says how many there are."""
    found, page = dict[str, list[str]](), club.open(f"/players/{one}/against/{other}?{frame}")
    for words, address in figures(page):
        behind = to_the_last(club, address)
        assert int(words.split()[0]) == len(behind), words
        assert found.setdefault(asked_by(address).get("figure", ""), behind) == behind
    assert recent_and_older(club, page) == found[""]
    return found


@pytest.mark.parametrize("frame", ["", "period=newest", "game=block/alone/points"])
def test_the_figures_of_two_lead_to_their_matches_and_no_others(club, frame):
    found, turned = of_two(club, ONE, OTHER, frame), of_two(club, OTHER, ONE, frame)
    assert found["ahead"] == turned["behind"]
    assert found["behind"] == turned["ahead"]
    parts = [match for figure, behind in found.items() if figure for match in behind]
    assert sorted(parts) == sorted(found[""]) == sorted(turned[""])
