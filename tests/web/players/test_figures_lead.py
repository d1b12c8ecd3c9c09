"""Every figure leads to the matches it was counted from: each link is followed to its end."""

from functools import cache
from re import search
from urllib.parse import parse_qsl, urlsplit

import pytest

from scorekeeper.figures.results import Figure, counted_from
from scorekeeper.scorebook.figures.writing import make_anew
from tests.databases import opened, sqlite_url
from tests.scorebook.stored import store_club
from tests.unit.figures import brute
from tests.unit.figures.club import year
from tests.web.pagelint import text_of
from tests.web.visitor import Visitor

# Who plays often, once with each other as partners.
ONE, TWO = 13, 27
FRAMES = ("", "period=newest", "period=2026-02", "game=block/partners/points&period=newest")
club = cache(lambda: year(220))


@pytest.fixture(scope="module")
def visitor(sqlite_template, tmp_path_factory):
    """Return somebody who looks at the club, and changes nothing."""
    place = tmp_path_factory.mktemp("club")
    with opened(sqlite_url(sqlite_template, place), place) as app:
        store_club(app, club())
        with app.app_context():
            make_anew()
        yield Visitor(app)


def asked_by(address):
    return dict(parse_qsl(urlsplit(address).query))


def framed(address, of=lambda _match_id: True):
    """Return the results of ONE in the frame of an address, the last match last."""
    asked = asked_by(address)
    period, kind = asked.get("period", ""), asked.get("game", "")
    over = (match for match in club() if ONE in match.players and brute.ended(match))
    rows = [row for match in over for row in match.results if ONE in row.players]
    found = sorted(filter(lambda row: of(row.match_id), rows), key=lambda row: row.ended_at)
    if period == "newest":
        found = found[-30:]
    elif period:
        found = [row for row in found if f"{row.ended_at:%Y-%m}" == period]
    return [row for row in found if kind in ("", row.kind.code)]


def ids(found):
    """Return the ids of matches as they are listed: the last one first."""
    return [row.match_id for row in reversed(found)]


def matches_on(page):
    """Return the ids of the matches that a page lists."""
    return [
        int(link.get("href", "").rpartition("/")[2])
        for table in page.all("table", "matches")
        for heading in table.iter("th")
        for link in heading.iter("a")
    ]


def listed(visitor, address):
    """Follow a figure, and the way to older matches, to the last of them."""
    page = visitor.open(address)
    further = [link.get("href", "") for link in page.all("a") if link.get("rel") == "next"]
    return matches_on(page) + (listed(visitor, further[0]) if further else [])


def figures(page):
    """Give the words and the address of each figure that leads to matches."""
    for row in (*page.all("li"), *page.all("tr")):
        for link in row.iter("a"):
            address = link.get("href", "")
            if urlsplit(address).path.endswith("/matches"):
                yield text_of(row), address


@pytest.mark.parametrize("frame", FRAMES)
def test_each_figure_of_a_player_leads_to_its_matches_and_no_others(visitor, frame):
    seen = [*figures(visitor.open(f"/players/{ONE}?{frame}"))]
    assert len({address for _words, address in seen}) >= 8
    period = asked_by(f"?{frame}").get("period")
    for words, address in seen:
        asked = asked_by(address)
        # The rating is that of all matches.
        assert asked.get("period") == period or "rating" in words
        figure = Figure(asked["figure"]) if "figure" in asked else None
        found = listed(visitor, address)
        assert found == ids(counted_from(framed(address), figure)), words
        assert found or " 0 " in f" {words} ", words
        counts = search(r"^(\d+) (?:match|won)|% \d+ of (\d+)$|^(\d+) longest", words)
        if counts:
            assert len(found) == int(next(filter(None, counts.groups()))), words


@pytest.mark.parametrize("frame", ["", "period=newest", "game=block/alone/points"])
def test_the_figures_of_two_lead_to_their_matches_and_no_others(visitor, frame):
    of_id = {match.match_id: match for match in club()}

    def ahead(match_id):
        """Say who of the two finished ahead, if they met."""
        met = brute.ahead([of_id[match_id]], ONE, TWO)
        return [met[1] - met[2]] if met[0] else []

    wanted = ids(framed(f"?{frame}", lambda match_id: bool(ahead(match_id))))
    for first, second, turned in ((ONE, TWO, 1), (TWO, ONE, -1)):
        page = visitor.open(f"/players/{first}/against/{second}?{frame}")
        sets = {"": wanted} | {
            figure: [each for each in wanted if ahead(each) == [place * turned]]
            for figure, place in (("ahead", 1), ("behind", -1), ("level", 0))
        }
        for words, address in figures(page):
            found = sets[asked_by(address).get("figure", "")]
            assert listed(visitor, address) == found, words
            assert int(words.split()[0]) == len(found), words


@pytest.mark.parametrize("period", ["newest", "2026-02"])
def test_a_number_in_a_table_is_that_of_the_page_it_leads_to(visitor, period):
    for address in ("/players", "/season", f"/players/{ONE}"):
        page = visitor.open(f"{address}?period={period}")
        for row in (row for table in page.all("table") for row in [*table.iter("tr")][1:4]):
            (heading,) = (cell for cell in row if cell.get("scope") == "row")
            leads = next((link.get("href", "") for link in heading.iter("a")), "")
            if "/matches" in leads or not leads.startswith("/players/"):
                continue
            numbers = [text_of(cell) for cell in row if cell is not heading]
            facts = visitor.open(leads).texts("ul", "sum", "b")
            if "/against/" in leads:
                assert facts[1:3] == [each for each in numbers if each][:2], (address, leads)
            elif "/with/" in leads:
                assert f"{facts[1]} of {facts[0]}" == numbers[0], (address, leads)
            else:
                assert {*facts[:2]} <= {*numbers}, (address, leads)


@pytest.mark.parametrize(
    ("others", "frame"),
    [*zip(("", f"/with/{TWO}", f"/against/{TWO}", ""), FRAMES, strict=True)],
)
def test_recent_matches_lead_on_to_older_ones(visitor, others, frame):
    page = visitor.open(f"/players/{ONE}{others}?{frame}")
    recent, older = matches_on(page), page.links.get("Older matches")
    everything = listed(visitor, f"/players/{ONE}{others}/matches?{frame}")
    assert recent == everything[:5]
    assert (listed(visitor, older) if older else []) == everything[5:]
