"""A site that lives under a path of its host, as a proxy says: everything stays under that path."""

import json
import re

import pytest

from tests.maintenance.scorebook_files import scorebook_in
from tests.support import club_nights as club
from tests.web.every_page.every_form import views
from tests.web.visitor import FOUR, HEAVY, Visitor

ROOT = "/scores"
PREFIX = {"HTTP_X_FORWARDED_PREFIX": ROOT, "HTTP_X_FORWARDED_HOST": "club.example"}
# What begins with a slash, in an attribute or in a text of a script or a manifest.
ADDRESS = re.compile(r"""(?:[\w-]+=|: |\[|, |\()["'](/[^"']*)["']""")


class Under(Visitor):
    """Somebody who comes through the proxy, which takes the path off the addresses it passes on."""

    def __init__(self, app):
        super().__init__(app)
        self.client.environ_base |= PREFIX

    def open(self, address, came_from=""):
        return super().open(address.removeprefix(ROOT), came_from)

    def post(self, address, form):
        return super().post(address.removeprefix(ROOT), form)


@pytest.fixture
def app(tmp_path):
    settings = {"PROXIES": 1, "HOSTS": ("club.example",), "WTF_CSRF_ENABLED": True, "TESTING": True}
    with scorebook_in(tmp_path / "instance", **settings) as app:
        yield app


def outside(text):
    return [found for found in ADDRESS.findall(text) if not f"{found}/".startswith(f"{ROOT}/")]


@pytest.mark.parametrize("pin", ["", "2468"])
def test_every_address_on_every_page_is_under_the_path(app, pin):
    under, beside = Under(app), Visitor(app)
    table = under.start("Ana", "Bea", goal="50")
    under.play(table, "", HEAVY)
    night = club.come(under, club.start(under), FOUR)
    app.config["PIN"] = pin
    no_pages = ("events", "back_up")
    found = [(view.endpoint, address) for view, address in views(app)]
    pages = [address for name, address in found if not name.endswith(no_pages)]
    pages += [f"{night.address}{page}" for page in ("", "/wall", "/me", "/codes", "/people")]
    for address in pages:
        # Kept pages are other ones for whoever comes without the proxy.
        beside.client.get(address.removeprefix(ROOT))
        with under.client.get(address.removeprefix(ROOT)) as answer:
            location = answer.location or ROOT
            assert location.startswith(ROOT), address
            # The description of the API has the path once, beside addresses that go on from there.
            if "openapi" not in address and answer.mimetype.startswith(("text/", "application/")):
                assert outside(answer.text) == [], address
            for cookie in answer.headers.getlist("Set-Cookie"):
                assert f"Path={ROOT}/" in cookie, address


def test_the_links_and_codes_that_are_passed_on_have_the_path(app):
    under = Under(app)
    table = under.start("Ana", "Bea")
    page = under.open(f"{table.address}/links")
    links = [each.get("value", "") for each in page.all("input") if "readonly" in each.attrib]
    assert len(links) == 3
    assert all(link.startswith(f"http://club.example{ROOT}/join/") for link in links)
    manifest = json.loads(under.client.get("/manifest/en.webmanifest").data)
    assert (manifest["scope"], manifest["start_url"]) == (f"{ROOT}/", f"{ROOT}/")
    # From the page of the language it goes on where it was chosen, or home.
    for came_from in ("/", table.address):
        came = {"Referer": f"http://club.example{ROOT}{came_from}"}
        assert f'value="{ROOT}{came_from}"' in under.client.get("/language", headers=came).text
    assert f'value="{ROOT}/"' in under.client.get("/language").text


def test_without_a_trusted_proxy_nobody_says_where_the_site_lives(app):
    app.wsgi_app = app.wsgi_app.app
    page = Under(app).open("/")
    assert ROOT not in page.text
