"""The pages as an app: what was seen is shown while the network is gone, and nothing more."""

import re
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect

from tests.browser.live import Complaints, Switch
from tests.browser.scorer import Scorer
from tests.web.conftest import rows
from tests.web.visitor import Visitor

NOT_LIVE = re.compile(r"^Not live: last seen \d\d:\d\d$")
ICON_WIDTHS = """async (addresses) => Promise.all(addresses.map(async (address) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  return `${image.naturalWidth}x${image.naturalHeight}`;
}))"""
AGED = """async (moment) => {
  const pages = await caches.open("pages");
  for (const request of await pages.keys()) {
    const copy = await pages.match(request);
    const html = (await copy.text()).replace(/(data-seen=)"\\d+"/, `$1"${+new Date(moment)}"`);
    await pages.put(request, new Response(html, { headers: copy.headers }));
  }
}"""
KEPT = """async () => {
  const pages = await caches.open("pages");
  return (await pages.keys()).map(({ url }) => new URL(url).pathname);
}"""


@pytest.fixture
def home(app: Flask, switch: Switch) -> str:
    """Return where the scorebook is served, while it is; tables are live."""
    app.config["STREAMS"] = 100
    return switch.url


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Let pages be kept."""
    return {**browser_context_args, "service_workers": "allow"}


@pytest.fixture
def app_user(scorer: Scorer) -> Scorer:
    """Return somebody whose device keeps pages."""
    scorer.open("/")
    eventually_kept(scorer.page, "/")
    return scorer


def kept(page: Page) -> list[str]:
    return list(page.evaluate(KEPT))


def eventually_kept(page: Page, *paths: str) -> None:
    """Wait until the device keeps pages."""
    for _ in range(100):
        if {*paths} <= {*kept(page)}:
            return
        page.wait_for_timeout(50)
    raise AssertionError(kept(page))


def eventually_forgotten(page: Page, path: str) -> None:
    """Wait until the device keeps a page no more."""
    for _ in range(100):
        if path not in kept(page):
            return
        page.wait_for_timeout(50)
    raise AssertionError(kept(page))


def recorded(app: Flask) -> int:
    return len(rows(app)["rounds"])


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


def test_the_table_seen_last_is_there_without_a_network_and_says_it_is_not_live(
    app_user: Scorer, visitor: Visitor, switch: Switch
) -> None:
    table = visitor.start("Ana", "Bea")
    visitor.play(table, "", "6-6")
    app_user.open(table.address)
    eventually_kept(app_user.page, table.address)
    switch.off()
    app_user.page.reload()
    expect(app_user.page.locator(".score")).to_have_text(["12 points", "0 points"])
    expect(app_user.page.get_by_text(NOT_LIVE)).to_be_visible()
    styled = "getComputedStyle(document.querySelector('.sides')).display"
    assert app_user.page.evaluate(styled) == "grid"

    switch.on()
    visitor.play(table, "", "5-5")
    expect(app_user.page.locator(".score")).to_have_text(["22 points", "0 points"])
    expect(app_user.page.get_by_text(NOT_LIVE)).to_be_hidden()


def test_a_table_seen_on_another_day_says_which(
    app_user: Scorer, visitor: Visitor, switch: Switch
) -> None:
    table = visitor.start("Ana", "Bea")
    for address in (table.address, f"{table.address}/rounds/new"):
        app_user.open(address)
        eventually_kept(app_user.page, address)
    app_user.page.evaluate(AGED, "2020-01-31T20:14:00")
    switch.off()
    for address in (table.address, f"{table.address}/rounds/new"):
        app_user.open(address)
        app_user.sees("Not live: last seen 31 Jan 2020, 20:14")


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


def test_a_change_that_was_only_watched_is_kept(
    app_user: Scorer, visitor: Visitor, switch: Switch
) -> None:
    table = visitor.start("Ana", "Bea")
    app_user.open(table.address)
    eventually_kept(app_user.page, table.address)
    visitor.play(table, "", "6-6")
    expect(app_user.page.locator(".score")).to_have_text(["12 points", "0 points"])
    app_user.page.wait_for_timeout(500)
    switch.off()
    app_user.page.reload()
    expect(app_user.page.get_by_text(NOT_LIVE)).to_be_visible()
    expect(app_user.page.locator(".score")).to_have_text(["12 points", "0 points"])


def test_a_round_begun_and_recorded_without_a_network_is_recorded_once(
    app_user: Scorer, visitor: Visitor, app: Flask, switch: Switch
) -> None:
    table = visitor.start("Ana", "Bea")
    app_user.open(table.address)
    # Nobody has opened it here yet.
    eventually_kept(app_user.page, f"{table.address}/rounds/new")
    switch.off()
    app_user.press("Enter round 1")
    expect(app_user.page.get_by_text(NOT_LIVE)).to_be_visible()
    app_user.hold("Bea", "6-6")
    app_user.page.reload()
    expect(app_user.seat("Bea")).to_have_accessible_name("Bea, 12 pips, 1 tile")
    app_user.hold("Ana", "")
    app_user.press("Record round")
    app_user.sees("No connection: your round is kept and will be sent by itself.")
    app_user.page.reload()
    app_user.sees("No connection: your round is kept and will be sent by itself.")

    switch.on()
    expect(app_user.page).to_have_url(re.compile(r"/rounds/1$"))
    app_user.sees("+12 points")
    assert recorded(app) == 1


def test_what_the_server_knows_already_is_on_the_page_seen_last(
    app_user: Scorer, visitor: Visitor, app: Flask, switch: Switch
) -> None:
    table = visitor.start("Ana", "Bea")
    app_user.open(f"{table.address}/rounds/new")
    eventually_kept(app_user.page, f"{table.address}/rounds/new")
    with app_user.page.expect_response("**/draft"):
        app_user.hold("Bea", "6-6")
    app_user.page.wait_for_timeout(500)
    assert rows(app)["drafts"]
    switch.off()
    app_user.page.reload()
    expect(app_user.page.get_by_text(NOT_LIVE)).to_be_visible()
    expect(app_user.seat("Bea")).to_have_accessible_name("Bea, 12 pips, 1 tile")


def test_the_page_of_a_round_opened_twice_without_a_network_records_two(
    app_user: Scorer, visitor: Visitor, switch: Switch
) -> None:
    table = visitor.start("Ana", "Bea")
    app_user.open(table.address)
    address = f"{table.address}/rounds/new"
    eventually_kept(app_user.page, address)
    switch.off()
    keys = set()
    for _ in range(2):
        app_user.open(address)
        expect(app_user.page.get_by_text(NOT_LIVE)).to_be_visible()
        keys.add(app_user.page.locator("[name=entry_key]").input_value())
    assert len(keys) == 2
    assert all(re.fullmatch("[0-9a-f]{32}", key) for key in keys)


def test_a_page_never_seen_says_that_there_is_no_connection(
    app_user: Scorer, visitor: Visitor, switch: Switch
) -> None:
    table = visitor.start("Ana", "Bea")
    switch.off()
    app_user.open(table.address)
    expect(app_user.heading).to_have_text("No connection")
    app_user.press("All matches")
    expect(app_user.heading).to_have_text("Scorekeeper")
    expect(app_user.page.get_by_text(NOT_LIVE)).to_be_visible()
    app_user.page.go_back()
    expect(app_user.heading).to_have_text("No connection")
    switch.on()
    expect(app_user.page.locator(".score")).to_have_count(2)


def test_a_page_that_is_no_live_one_comes_anew_when_the_network_is_back(
    app_user: Scorer, visitor: Visitor, switch: Switch
) -> None:
    switch.off()
    app_user.page.reload()
    expect(app_user.page.get_by_text(NOT_LIVE)).to_be_visible()
    visitor.start("Ana", "Bea")
    switch.on()
    app_user.sees("Go on playing")
    expect(app_user.page.get_by_text(NOT_LIVE)).to_be_hidden()


def test_what_is_sent_is_never_answered_by_the_device(
    app_user: Scorer, visitor: Visitor, switch: Switch
) -> None:
    table = visitor.start("Ana", "Bea")
    address = f"{table.address}/rounds/new"
    app_user.open(address)
    eventually_kept(app_user.page, address)
    switch.off()
    sent = "(url) => fetch(url, { method: 'POST' }).then(() => 'answered', () => 'nothing')"
    assert app_user.page.evaluate(sent, address) == "nothing"
    looked = "(url) => fetch(url).then(() => 'answered', () => 'nothing')"
    # Nor is what a script asks for: it wants to know how things are now.
    assert app_user.page.evaluate(looked, address) == "nothing"


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
    fields = visitor.open(f"{table.address}/links").all("input")
    (watch,) = (each.get("value", "") for each in fields if each.get("id") == "watch-address")
    scorer.open(f"/join/{watch.rpartition('/join/')[2]}")
    eventually_kept(scorer.page, table.address)
    scorer.open("/")
    scorer.open(f"{table.address}/wall")
    eventually_kept(scorer.page, "/", table.address, f"{table.address}/wall")

    visitor.send(visitor.open(f"{table.address}/links"), to=f"{table.address}/links/watch")
    scorer.sees("Not your match")
    eventually_forgotten(scorer.page, table.address)
    assert kept(scorer.page) == []
    switch.off()
    scorer.open(table.address)
    expect(scorer.heading).to_have_text("No connection")


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
    somebody.sees("+12 points")
    assert somebody.page.evaluate("isSecureContext") is False
    assert somebody.page.evaluate("'serviceWorker' in navigator") is False
    assert broken == []
    browser.close()
