"""The pages of the browser edition: in a frame, and they say what is not there."""

import pytest

from scorekeeper import create_app
from scorekeeper.pages.device.in_browser import shell_words
from tests.databases import sqlite_url
from tests.web.visitor import Visitor

FRAMED = {"X-Frame-Options": "SAMEORIGIN", "Content-Security-Policy": "frame-ancestors 'self'"}
NO_SERVER = "there is no server that could send them the score"


@pytest.fixture
def edition(sqlite_template, tmp_path):
    """Return somebody with the browser edition."""
    settings = {
        "INSTANCE": tmp_path,
        "SQLALCHEMY_DATABASE_URI": sqlite_url(sqlite_template, tmp_path),
        "TESTING": True,
        "WTF_CSRF_ENABLED": False,
        "IN_BROWSER": True,
    }
    return Visitor(create_app(settings))


def test_the_pages_may_be_in_a_frame_of_their_own_site_and_of_no_other(edition, client):
    framed, alone = edition.client.get("/").headers, client.get("/").headers
    for name, said in FRAMED.items():
        assert said in framed[name]
        assert said not in alone[name]


def test_home_says_where_the_scorebook_is_and_offers_the_file(edition, client):
    page = edition.client.get("/").text
    for said in ("in this browser", 'data-scorebook="download"', 'data-scorebook="open"', "A PIN"):
        assert said in page
    assert "data-scorebook" not in client.get("/").text


def test_where_links_and_codes_would_be_it_says_why_there_are_none(edition):
    match = edition.start("Ana", "Bea").address
    page = edition.client.get(f"{match}/links").text
    assert NO_SERVER in page
    assert "/join/" not in page


def test_the_shell_speaks_all_languages(edition):
    with edition.app.app_context():
        words = shell_words()
    assert len({each["first"] for each in words.values()}) == len(words)
    assert all("{got}" in each["megabytes"] for each in words.values())
