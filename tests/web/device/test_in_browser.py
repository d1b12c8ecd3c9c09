"""The pages of the browser edition: in a frame, and they say what is not there."""

from random import Random

import pytest

from scorekeeper import create_app
from scorekeeper.pages.device.in_browser import shell_words
from tests.databases import sqlite_url
from tests.web.visitor import FOUR, Visitor

FRAMED = {"X-Frame-Options": "SAMEORIGIN", "Content-Security-Policy": "frame-ancestors 'self'"}
NO_SERVER = "there is no server to send them the score"


@pytest.fixture
def in_browser(sqlite_template, tmp_path):
    """Return how somebody gets the browser edition, with a scorebook of their own."""

    def visitor(name):
        (folder := tmp_path / name).mkdir()
        settings = {
            "INSTANCE": folder,
            "SQLALCHEMY_DATABASE_URI": sqlite_url(sqlite_template, folder),
            "TESTING": True,
            "WTF_CSRF_ENABLED": False,
            "IN_BROWSER": True,
        }
        return Visitor(create_app(settings))

    return visitor


@pytest.fixture
def edition(in_browser):
    """Return somebody with the browser edition."""
    return in_browser("one")


def test_the_pages_may_be_in_a_frame_of_their_own_site_and_of_no_other(edition, client):
    framed, alone = edition.client.get("/").headers, client.get("/").headers
    for name, said in FRAMED.items():
        assert said in framed[name]
        assert said not in alone[name]


def test_home_says_where_the_scorebook_is_and_offers_the_file(edition, client):
    page = edition.client.get("/").text
    for said in ("in this browser", "/moving/backup", "/moving#restore", "A PIN"):
        assert said in page
    assert "/moving/backup" not in client.get("/").text


def handed_over(visitor, match):
    """Return where the link leads that hands a match over, once the shell has it."""
    page = visitor.open(f"{match.address}/links")
    assert NO_SERVER in page.text
    assert "/join/" not in page.answer.text
    (link,) = (each for each in page.all("input") if each.get("id") == "address")
    before, _, held = link.get("value", "").partition("/#match=")
    assert before.startswith("http://")
    return f"/moving/handed-over?match={held}", page


def test_a_match_is_handed_over_and_another_phone_goes_on_with_it(edition, in_browser):
    match = edition.start(*FOUR)
    for _ in range(9):
        edition.play(match, "", "01", "11 02", "03")
    assert "Hand over this match" in edition.open(match.address).links
    link, page = handed_over(edition, match)
    assert page.all("p", "code")
    other = in_browser("other")
    offered = other.follow(other.open(link))
    assert "Ana, Bea, Ciro and Dani" in offered.text
    table = other.follow(other.send(offered))
    assert "Enter round 10" in table.links
    other.play(table, "", "01", "11 02", "03")
    for spoiled in (link[:-9], link.replace("match=", "match=x"), "/moving/handed-over"):
        refused = other.open(spoiled)
        assert (refused.status, len(refused.problems)) == (422, 1)
        assert "Scan the code again" in refused.problems[0]


def test_a_match_that_is_too_long_for_a_code_goes_by_its_link(edition, in_browser):
    random = Random(5)
    tiles = [f"{low}{high}" for high in range(7) for low in range(high + 1)]
    match = edition.start(*FOUR, goal="other", other_goal="9999")
    for _ in range(99):
        left = random.sample(tiles, 12)
        edition.play(match, "", *(" ".join(left[at : at + 4]) for at in (0, 4, 8)))
    link, page = handed_over(edition, match)
    assert not page.all("p", "code")
    other = in_browser("other")
    offered = other.follow(other.open(link))
    assert "Enter round 100" in other.follow(other.send(offered)).links


def test_with_a_server_no_match_is_handed_over(visitor):
    match = visitor.start("Ana", "Bea")
    assert "#match=" not in visitor.open(f"{match.address}/links").answer.text
    assert visitor.open("/moving/handed-over?match=x").status == 404


def test_the_shell_speaks_all_languages(edition):
    with edition.app.app_context():
        words = shell_words()
    assert len({each["first"] for each in words.values()}) == len(words)
    assert all("{got}" in each["megabytes"] for each in words.values())
