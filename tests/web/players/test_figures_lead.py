"""Every figure leads to the matches it was counted from: each link is followed to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import cache
from pathlib import Path
from re import search
from urllib.parse import parse_qs, urlsplit
from xml.etree.ElementTree import Element

import pytest

from scorekeeper.figures.results import Result
from scorekeeper.scorebook.figures.writing import make_anew
from tests.databases import opened, sqlite_url
from tests.scorebook.stored import store_club
from tests.unit.figures.club import PEOPLE, ClubMatch, year
from tests.web.pagelint import text_of
from tests.web.visitor import Page, Visitor

NAMES = [f"Player {number}" for number in range(1, PEOPLE + 1)]
# Who plays often, once with each other as partners.
ONE, TWO = 13, 27
MATCHES = 220
FRAMES = ("", "period=newest", "period=2026-02", "game=block/partners/points&period=newest")


@cache
def club() -> tuple[ClubMatch, ...]:
    return year(MATCHES)


@cache
def rows() -> tuple[Result, ...]:
    found = (row for match in club() if match.winner is not None for row in match.results)
    return tuple(sorted(found, key=lambda row: (row.ended_at, row.match_id), reverse=True))


def ahead_of(one: int, two: int) -> dict[int, int]:
    """Say of the meetings of two, by their ids, who of them finished ahead."""
    places = {(row.match_id, *row.players): row for row in rows()}
    found = {}
    for row in rows():
        other = places.get((row.match_id, two))
        if row.players == (one,) and other and other.side != row.side:
            found[row.match_id] = (row.place < other.place) - (row.place > other.place)
    return found


@pytest.fixture(scope="module")
def visitor(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """Return somebody who looks at the club, and changes nothing."""
    place = tmp_path_factory.mktemp("club")
    with opened(sqlite_url(sqlite_template, place), place) as app:
        store_club(app, club(), NAMES, timedelta())
        with app.app_context():
            make_anew()
        yield Visitor(app)


def framed(found: Sequence[Result], frame: str) -> list[int]:
    """Return the ids of those of some rows, the newest first, that are in a frame."""
    asked = {name: value for name, (value,) in parse_qs(frame).items()}
    period, kind = asked.get("period", ""), asked.get("game", "")
    some = found[:30] if period == "newest" else found
    if period[:1] == "2":
        some = [row for row in found if f"{row.ended_at:%Y-%m}" == period]
    return [row.match_id for row in some if kind in ("", row.kind.code)]


def matches_on(page: Page) -> list[int]:
    """Return the ids of the matches that a page lists."""
    return [
        int(link.get("href", "").rpartition("/")[2])
        for table in page.all("table", "matches")
        for heading in table.iter("th")
        for link in heading.iter("a")
    ]


def listed(visitor: Visitor, address: str) -> list[int]:
    """Follow a figure, and the way to older matches, to the last of them."""
    page = visitor.open(address)
    found = matches_on(page)
    further = [link.get("href", "") for link in page.all("a") if link.get("rel") == "next"]
    return found + (listed(visitor, further[0]) if further else [])


def figures(page: Page) -> Iterator[tuple[str, str, Element]]:
    """Give the words and the address of each figure that leads to matches, and its row."""
    for row in (*page.all("li"), *page.all("tr")):
        for link in row.iter("a"):
            address = link.get("href", "")
            if urlsplit(address).path.endswith("/matches"):
                yield text_of(row), address, row


def longest_run(found: list[Result]) -> list[int]:
    """Return the longest of all runs of matches won, the first of several."""
    runs: list[list[int]] = [[]]
    for row in reversed(found):
        runs = [*runs[:-1], [*runs[-1], row.match_id]] if row.won else [*runs, []]
    return max(runs, key=len)[::-1]


SOME: dict[str, Callable[[Result], bool]] = {
    "won": lambda row: row.won,
    "out": lambda row: row.sums.out > 0,
    "block": lambda row: row.sums.block > 0,
    "tile": lambda row: row.sums.tile > 0,
    "drawn": lambda row: row.sums.drawn > 0,
    "caught": lambda row: row.sums.caught > 0,
}


def expected(players: tuple[int, ...], address: str) -> list[int]:
    """Return the matches that an address asks for, from the rounds and not from what is kept."""
    own = [row for row in rows() if row.players == players]
    query = urlsplit(address).query
    asked = {name: value for name, (value,) in parse_qs(query).items()}
    ids = framed(own, query)
    found = [row for row in own if row.match_id in ids]
    figure = asked.get("figure", "")
    if figure == "run":
        return longest_run(found)
    if figure == "biggest":
        most = max(row.sums.biggest for row in found)
        return [row.match_id for row in found if row.sums.biggest == most][-1:]
    return [row.match_id for row in found if not figure or SOME[figure](row)]


@pytest.mark.parametrize("frame", FRAMES)
def test_each_figure_of_a_player_leads_to_its_matches_and_no_others(
    visitor: Visitor, frame: str
) -> None:
    page = visitor.open(f"/players/{ONE}?{frame}")
    seen = [*figures(page)]
    assert len({address for _words, address, _row in seen}) >= 8
    period = parse_qs(frame).get("period")
    for words, address, _row in seen:
        # The rating is that of all matches.
        assert parse_qs(urlsplit(address).query).get("period") == period or "rating" in words
        found = listed(visitor, address)
        assert found == expected((ONE,), address), words
        assert found or " 0 " in f" {words} ", words
        counts = search(r"^(\d+) (?:match|won)|% \d+ of (\d+)$|^(\d+) longest", words)
        if counts:
            assert len(found) == int(next(filter(None, counts.groups()))), words


@pytest.mark.parametrize("frame", ["", "period=newest", "game=block/alone/points"])
def test_the_figures_of_two_lead_to_their_matches_and_no_others(
    visitor: Visitor, frame: str
) -> None:
    ahead = ahead_of(ONE, TWO)
    wanted = framed(
        [row for row in rows() if row.players == (ONE,) and row.match_id in ahead], frame
    )
    for first, second, turned in ((ONE, TWO, 1), (TWO, ONE, -1)):
        page = visitor.open(f"/players/{first}/against/{second}?{frame}")
        sets = {"": wanted} | {
            figure: [each for each in wanted if ahead[each] == place * turned]
            for figure, place in (("ahead", 1), ("behind", -1), ("level", 0))
        }
        for words, address, _row in figures(page):
            figure = parse_qs(urlsplit(address).query).get("figure", [""])[0]
            assert listed(visitor, address) == sets[figure], words
            assert int(words.split()[0]) == len(sets[figure]), words


@pytest.mark.parametrize("period", ["newest", "2026-02"])
def test_a_number_in_a_table_is_that_of_the_page_it_leads_to(visitor: Visitor, period: str) -> None:
    for address in ("/players", "/season", f"/players/{ONE}"):
        page = visitor.open(f"{address}?period={period}")
        for table in page.all("table"):
            for row in list(table.iter("tr"))[1:4]:
                (heading,) = (cell for cell in row if cell.get("scope") == "row")
                link = next(heading.iter("a"), None)
                leads = link.get("href", "") if link is not None else ""
                numbers = [text_of(cell) for cell in row if cell is not heading]
                if "/against/" in leads:
                    shown = [number for number in numbers if number][:2]
                    facts = visitor.open(leads).texts("ul", "sum", "b")
                    assert facts[1:3] == shown, (address, leads)
                elif "/with/" in leads:
                    facts = visitor.open(leads).texts("ul", "sum", "b")
                    assert f"{facts[1]} of {facts[0]}" == numbers[0], (address, leads)
                elif leads.startswith("/players/") and "/matches" not in leads:
                    matches, won = visitor.open(leads).texts("ul", "sum", "b")[:2]
                    assert {matches, won} <= {*numbers}, (address, leads)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("others", ["", f"/with/{TWO}", f"/against/{TWO}"])
def test_recent_matches_lead_on_to_older_ones(visitor: Visitor, others: str, frame: str) -> None:
    page = visitor.open(f"/players/{ONE}{others}?{frame}")
    recent, older = matches_on(page), page.links.get("Older matches")
    everything = listed(visitor, f"/players/{ONE}{others}/matches?{frame}")
    assert recent == everything[:5]
    assert (listed(visitor, older) if older else []) == everything[5:]
