"""What the pages of a match weigh on their way to a tablet, each with all that it loads."""

import gzip
from urllib.parse import urljoin

import pytest

from tests.browser.pages import played

# What came over the network for this page, rather than out of the browser's cache.
SENT = """() => performance.getEntriesByType("resource")
  .filter((entry) => entry.transferSize).map((entry) => entry.name)"""
MOST_BYTES = {"": 30_000, "/rounds/new": 45_000}


@pytest.mark.parametrize("address", MOST_BYTES, ids=["table", "record"])
def test_a_page_of_a_match_weighs_little(scorer, visitor, address):
    bodies = loaded(scorer, f"{played(visitor, 12).address}{address}")
    # As something compresses them on their way.
    assert sum(len(gzip.compress(body, 6)) for body in bodies.values()) <= MOST_BYTES[address]


def test_a_page_seen_before_asks_for_no_script_and_no_style(scorer, visitor):
    scorer.open(f"{played(visitor, 1).address}/rounds/new")
    with scorer.page.expect_response("**/draft"):
        scorer.page.reload()
    sent: list[str] = scorer.page.evaluate(SENT)
    assert [address for address in sent if "/static/" in address or "/words/" in address] == []


def loaded(scorer, address):
    """Open a page and return everything it asks for, by address."""
    page, asked = scorer.page, set[str]()

    def keep(request):
        # A stream has no end.
        if request.resource_type != "eventsource":
            asked.add(request.url)

    page.on("request", keep)
    scorer.open(address)
    page.remove_listener("request", keep)
    names = {url.rpartition("/")[2].partition("?")[0] for url in asked}
    assert {"base.css"} < names
    # The icon is asked for late, or never by a browser without a window.
    asked.add(urljoin(page.url, page.locator("link[rel=icon]").get_attribute("href") or ""))
    return {url: page.request.get(url).body() for url in asked}
