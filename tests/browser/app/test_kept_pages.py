"""What a device keeps of the pages, and what it forgets."""

import re
from typing import Any, NamedTuple

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, BrowserType, expect

from tests.browser.app.kept_pages import (
    eventually_forgotten,
    eventually_kept,
    eventually_kept_only,
    kept,
    kept_text,
)
from tests.browser.live import Complaints, Switch
from tests.browser.scorer import Scorer
from tests.web.share.share_links import links, renew
from tests.web.visitor import Visitor

NOT_LIVE = re.compile(r"^Not live: last seen \d\d:\d\d$")
ICON_WIDTHS = """async (addresses) => Promise.all(addresses.map(async (address) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  return `${image.naturalWidth}x${image.naturalHeight}`;
}))"""


class Guest(NamedTuple):
    """A device that has followed a match by a link, and the address of that match."""

    scorer: Scorer
    link: str
    address: str


def test_icons_have_the_sizes_the_manifest_says(scorer: Scorer) -> None:
    scorer.open("/")
    link = scorer.page.locator("link[rel=manifest]").get_attribute("href") or ""
    icons = scorer.page.request.get(link).json()["icons"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    sizes = scorer.page.evaluate(ICON_WIDTHS, [icon["src"] for icon in icons])
    assert sizes == [icon["sizes"] for icon in icons]
    assert {"192x192", "512x512"} <= {*sizes}
    apple = scorer.page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert scorer.page.evaluate(ICON_WIDTHS, [apple]) == ["180x180"]


def test_the_first_page_ever_opened_is_kept_too(
    scorer: Scorer, visitor: Visitor, context: BrowserContext
) -> None:
    table = visitor.start("Ana", "Bea")
    scorer.open(table.address)
    eventually_kept(scorer.page, table.address)
    context.set_offline(True)
    scorer.page.reload()
    expect(scorer.page.locator(".score")).to_have_count(2)
    expect(scorer.page.get_by_text(NOT_LIVE)).to_be_visible()


def test_only_pages_to_come_back_to_are_kept(
    app_user: Scorer, visitor: Visitor, complaints: Complaints
) -> None:
    table = visitor.start("Ana", "Bea")
    visitor.play(table, "", "6-6")
    complaints.forgive("/delete", 403)
    complaints.forgive("/rounds/9", 404)
    complaints.forgive("/join/wrong", 403)
    complaints.forgive("/nothing", 404)
    for address in ("/links", "/mend", "/undo", "/rounds/1/amend", "/delete", "/rounds/9", ""):
        app_user.open(table.address + address)
    for address in ("/pin", "/join/wrong", "/device", "/nothing", table.address):
        app_user.open(address)
    eventually_kept(app_user.page, table.address, f"{table.address}/rounds/new")
    assert {*kept(app_user.page)} <= {"/", table.address, f"{table.address}/rounds/new"}


def test_what_a_link_showed_is_forgotten_when_the_link_has_ended(
    app: Flask, scorer: Scorer, visitor: Visitor, switch: Switch, complaints: Complaints
) -> None:
    app.config["ACCESS"] = "links"
    complaints.forgive("/wall", 403)
    table = visitor.start("Ana", "Bea")
    scorer.open(links(visitor, table)["watch"])
    eventually_kept(scorer.page, table.address)
    scorer.open("/")
    scorer.open(f"{table.address}/wall")
    eventually_kept(scorer.page, "/", table.address, f"{table.address}/wall")

    renew(visitor, table, "watch")
    scorer.sees("Not your match")
    eventually_forgotten(scorer.page, table.address)
    assert kept(scorer.page) == []
    switch.off()
    scorer.open(table.address)
    expect(scorer.heading).to_have_text("No connection")


@pytest.fixture
def guest(app: Flask, scorer: Scorer, visitor: Visitor) -> Guest:
    """Return a device that watches a match by a link, and keeps its table and two lists."""
    app.config["ACCESS"] = "links"
    table = visitor.start("Ana", "Bea")
    link = links(visitor, table)["watch"]
    scorer.open(link)
    eventually_kept(scorer.page, table.address)
    scorer.open("/?player=Ana")
    scorer.open("/")
    eventually_kept(scorer.page, "/", table.address)
    renew(visitor, table, "watch")
    return Guest(scorer, link, table.address)


def test_no_list_shows_a_name_once_the_link_has_ended(guest: Guest, complaints: Complaints) -> None:
    complaints.forgive(guest.link, 403)
    assert "Ana" in kept_text(guest.scorer.page)
    guest.scorer.open(guest.link)
    eventually_kept_only(guest.scorer.page)


def test_a_new_list_lets_the_device_forget_what_it_may_see_no_more(
    guest: Guest, complaints: Complaints
) -> None:
    complaints.forgive(guest.address, 403)
    guest.scorer.open("/")
    eventually_kept_only(guest.scorer.page, "/")
    assert "Ana" not in kept_text(guest.scorer.page)


def test_nothing_is_kept_of_before_the_pin_is_asked_for(app: Flask, app_user: Scorer) -> None:
    app.config["PIN"] = "1234"
    app_user.open("/")
    expect(app_user.page).to_have_url(re.compile("/pin"))
    eventually_forgotten(app_user.page, "/")
    assert kept(app_user.page) == []


def test_over_plain_http_nothing_is_kept_and_nothing_is_missing(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    browser_context_args: dict[str, Any],
    visitor: Visitor,
    home: str,
) -> None:
    known = [*browser_type_launch_args["args"], "--host-resolver-rules=MAP tablet.lan 127.0.0.1"]
    browser: Browser = browser_type.launch(**{**browser_type_launch_args, "args": known})
    far = home.replace("127.0.0.1", "tablet.lan")
    context = browser.new_context(**{**browser_context_args, "base_url": far})
    broken: list[str] = []
    context.on("weberror", lambda error: broken.append(str(error.error)))
    somebody = Scorer(context.new_page())
    somebody.open(visitor.start("Ana", "Bea").address)
    somebody.play(1, Ana="", Bea="6-6")
    somebody.reads_in_banner("Ana went out", "+12")
    assert somebody.page.evaluate("isSecureContext") is False
    assert somebody.page.evaluate("'serviceWorker' in navigator") is False
    assert broken == []
    browser.close()
