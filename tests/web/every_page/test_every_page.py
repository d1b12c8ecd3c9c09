"""What holds for every page there is."""

import pytest

from scorekeeper.figures.match_results import Figure
from scorekeeper.rules import game_ids
from scorekeeper.scorebook.database.db import db
from scorekeeper.web.responses import CONTENT_SECURITY_POLICY
from tests.support import club_nights as club
from tests.support.made_up_language import LANGUAGE, expect_translated, install
from tests.support.played_matches import undecided
from tests.support.query_plans import collected, whole_tables
from tests.web.every_page.every_form import views
from tests.web.every_page.kept_pages import COMPARED
from tests.web.pagelint import faults
from tests.web.visitor import FOUR, HEAVY, Visitor, tiles

# In one process: the pages are made once.
pytestmark = pytest.mark.xdist_group("every page")
# Other ways to ask for a page than the address of its view.
ASKED_OTHERWISE = (
    *("/matches/1/rounds/2", "/matches/1/rounds/new?entry=pips", "/nothing", "/matches/99"),
    *(f"/games/{game_id}" for game_id in game_ids()),
    *(f"/games/compare?{query}" for query in COMPARED),
    *(f"/games/compare?{query}" for query in ("players=5", "hand-1=&hand-2=", "hand-1=9-9")),
    "/games/compare?players=4&partners=y&hand-1=2-6&hand-2=1-6&hand-3=2-5+3-5&hand-4=1-1+3-3",
    f"/games/compare?hand-1={'1' * 401}",
)
# What is looked for and narrowed down, by queries of their own.
LOOKED_FOR = (
    *("/?q=an", "/?q=an+block", "/?player=Ana", "/?game=block&state=open", "/?before=9999999-9"),
    *(
        f"{page}?{asked}"
        for page in ("/players", "/players/1", "/players/1/against/2", "/season")
        for asked in ("period=2026", "period=newest", "game=block/alone/points")
    ),
    *(f"/players/1/matches?figure={figure}&before=1" for figure in Figure),
)


@pytest.fixture(scope="module")
def app(shared_app):
    """Return one application for all tests: each only reads what was played beforehand."""
    return shared_app


@pytest.fixture(scope="module")
def visitor(app):
    """Return somebody who started all matches, and reads the made-up language."""
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        yield Visitor(app, LANGUAGE)


@pytest.fixture(autouse=True, scope="module")
def queries(app):
    with app.app_context():
        engine = db.engine
    with collected(engine) as asked:
        yield asked


@pytest.fixture(scope="module")
def pages(app, visitor):
    table = visitor.start(*FOUR)
    empty = [visitor.open("/"), table, visitor.open_round(table), visitor.open("/matches/new")]
    refused = visitor.send(empty[2], tiles("77", ""))
    visitor.play(table, "", "66 55", "12", "24")
    visitor.play(table, "11", "66 55", "12", "24")
    visitor.play(table, "12", "66", "", "24")
    visitor.send(visitor.open(f"{table.address}/undo"))
    found = [visitor.open(page.address) for page in undecided(Visitor(app))]
    late = visitor.send(empty[2], tiles("", "66", "12", "24"))
    won = visitor.start("Ana", "Bea", goal="50")
    over = [visitor.follow(visitor.play(won, "", HEAVY)), visitor.open(won.address)]
    over += [visitor.open("/"), visitor.open(f"{won.address}/rounds/1")]
    visitor.send(visitor.open(f"{visitor.start('Ana', 'Bea').address}/delete"))
    # A stream has no end; a backup is no text, and a file of all matches has all of them.
    no_pages = ("stream.events", "moving.back_up", "moving.take_matches", "moving.progress")
    every = [address for view, address in views(app) if view.endpoint not in no_pages]
    every += night_of(app, visitor)
    found += [visitor.open(address) for address in (*every, *ASKED_OTHERWISE)]
    return [*empty, refused, late, *over, *found, visitor.post("/", {})]


def night_of(app, visitor):
    official = Visitor(app)
    night = club.come(official, club.start(official, name=FOUR[0]), FOUR)
    club.open_tables(official, night)
    club.enter(official, night, 1, 1, one="100", other="60")
    club.press(official, night, "Make the draw for round 2")
    visitor.open(club.addresses(official.open(f"{night.address}/codes"))[-1])
    pages = (
        "",
        "/people",
        "/wall",
        "/codes",
        "/rounds/1/tables/1",
        "/rounds/1/tables/1/sanction",
        "/paper/places",
        "/paper/matches",
        "/standings.csv",
        "/matches.csv",
        "/podium.svg",
    )
    return [night.address + page for page in pages]


@pytest.mark.usefixtures("pages")
def test_no_page_reads_a_whole_table(app, visitor, queries):
    for address in LOOKED_FOR:
        visitor.open(address)
    with app.app_context():
        assert [*whole_tables(db.engine, queries)] == []
    assert len(queries) > 100


def test_every_page_is_translated(pages):
    expect_translated(*(page for page in pages if page.answer.mimetype == "text/html"))


def test_every_page_has_security_headers(pages):
    for page in pages:
        headers = page.answer.headers
        assert headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY, page.address
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"


def test_every_link_leads_somewhere(visitor, pages):
    links = {link for page in pages for link in page.links.values()}
    links = {link for link in links if not link.startswith(("#", "http"))}
    assert len(links) > 5
    for link in links:
        # What is there is linted where it is one of the pages above.
        with visitor.client.get(link) as answer:
            assert answer.status_code in (200, 302, 303), link


def test_a_page_loads_only_files_of_this_site_that_are_there(app, pages):
    client, loaded = app.test_client(), set()
    for page in pages:
        links = [each for each in page.all("link") if each.get("rel") != "manifest"]
        loaded |= {link.get("href", "") for link in links}
        loaded |= {each.get("src", "") for tag in ("script", "img") for each in page.all(tag)}
    # The picture of a result is made for its match, and changes with it.
    files = {each for each in loaded if not each.partition("?")[0].endswith("/result.svg")}
    assert len(files) > 3
    for address in files:
        assert address.startswith(("/static/", "/words/"))
        assert "?v=" in address
        with client.get(address) as answer:
            assert answer.status_code == 200


SOUND = """<!DOCTYPE html>
<html lang="en">
  <head><title>Round 1 · Scorekeeper</title><link rel="stylesheet" href="/static/a.css"></head>
  <body>
    <a href="#main">Skip</a><h1>Round 1</h1>
    <main id="main">
      <p id="hint">As 1-2.</p>
      <label for="tiles">Tiles</label><input id="tiles" name="tiles" aria-describedby="hint">
      <svg aria-hidden="true"><path id="e1" d="M1 1h0" /><use href="#e1" /></svg>
    </main>
  </body>
</html>"""
TITLE = "The title “Round 1 · Scorekeeper”"
# How each fault begins, what of the page is changed, and what stands there instead.
FAULTS = {
    "A page has one h1, not 0.": ("<h1>Round 1</h1>", ""),
    "A page has one h1, not 2.": ("<h1>Round 1</h1>", "<h1>Round 1</h1><h1>Two</h1>"),
    f"{TITLE} does not start with the h1 “Round 2”.": ("<h1>Round 1", "<h1>Round 2"),
    f"{TITLE} does not start with the h1 “”.": ("<h1>Round 1", "<h1>"),
    "The id “hint” is there 2 times.": ('<p id="hint">', '<p id="hint"></p><p id="hint">'),
    "The id “a b” is empty or has a blank": ('<p id="hint">', '<p id="hint"></p><p id="a b">'),
    "The aria-describedby of <input> names “tip”, which is not": ('"hint">\n', '"tip">\n'),
    "The href of <use> names “e9”, which is not on the page.": ("#e1", "#e9"),
    "The href of <a> names “top”, which is not on the page.": ("#main", "#top"),
    "The href of <a> “Skip” is empty.": ("#main", ""),
    "The href of <link> leads elsewhere: //cdn": ("/static/a.css", "//cdn.example/a.css"),
    "The href of <a> leads elsewhere: https://example.org/": ("#main", "https://example.org/"),
    "The href of <a> leads elsewhere: javascript:go()": ("#main", "javascript:go()"),
    "<main> has an inline onclick.": ("<main ", "<main onclick='go()' "),
    "<main> has an inline style.": ("<main ", "<main style='color: red' "),
    "There is an inline <script>.": ("</main>", "<script>go()</script></main>"),
    "There is an inline <style>.": ("</head>", "<style>p { color: red }</style></head>"),
    "Line 10: End tag (div) seen too early.": ("</main>", "</div></main>"),
    "Line 2: Unexpected start tag (html). Expected DOCTYPE.": ("<!DOCTYPE html>", ""),
}


def test_every_fault_of_a_page_is_named_and_a_piece_of_one_needs_no_heading():
    assert faults(SOUND) == []
    for fault, (sound, bad) in FAULTS.items():
        assert sound in SOUND
        named = faults(SOUND.replace(sound, bad, 1))
        assert any(each.startswith(fault) for each in named), (fault, named)
    piece = '<p id="a"{}>Blocked.</p>'
    assert faults(piece.format(""), fragment=True) == []
    assert faults(piece.format(" onclick='go()'"), fragment=True) == ["<p> has an inline onclick."]
