"""The installed app: what a device keeps of the pages, shows without a network, and forgets."""

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.scorer import Scorer
from tests.browser.test_offline import KEPT, eventually, recorded
from tests.web.share.share_links import links, renew

# Pages may be kept.
pytestmark = pytest.mark.browser_context_args(service_workers="allow")
PAGES = """async () => {
  const pages = await caches.open("pages");
  const kept = (await pages.keys()).map(async (request) =>
    [request.url.replace(origin, ""), await (await pages.match(request)).text()]);
  return Object.fromEntries(await Promise.all(kept));
}"""
ICON_WIDTHS = """async (addresses) => Promise.all(addresses.map(async (address) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  return `${image.naturalWidth}x${image.naturalHeight}`;
}))"""
FETCHED = """([url, method]) => fetch(url, { method }).then(() => "answered", () => "nothing")"""
AGED = """async (moment) => {
  const pages = await caches.open("pages");
  for (const request of await pages.keys()) {
    const copy = await pages.match(request);
    const html = (await copy.text()).replace(/(data-seen=)"\\d+"/, `$1"${+new Date(moment)}"`);
    await pages.put(request, new Response(html, { headers: copy.headers }));
  }
}"""


def pages(scorer):
    """Return the pages that the device keeps, by their addresses."""
    return dict(scorer.page.evaluate(PAGES))


def keeps(scorer, *paths):
    """Wait until the device keeps pages."""
    scorer.until(lambda: {*paths} <= {*pages(scorer)}, f"that {paths} are kept")


def keeps_only(scorer, *paths):
    """Wait until the device keeps these pages and no others."""
    scorer.until(lambda: [*pages(scorer)] == [*paths], f"that only {paths} are kept")


def not_live(scorer):
    """Find what says that a page is an old one."""
    return scorer.page.get_by_text(re.compile(r"^Not live: last seen \d\d:\d\d$"))


@pytest.fixture
def app_user(scorer, switch):
    """Return somebody whose device keeps pages, while the program can be stopped."""
    scorer.open(f"{switch.url}/")
    keeps(scorer, "/")
    return scorer


@pytest.fixture
def table(visitor):
    """Return the address of a match that has begun."""
    return visitor.start("Ana", "Bea").address


def test_icons_have_the_sizes_the_manifest_says(scorer):
    scorer.open("/")
    link = scorer.page.locator("link[rel=manifest]").get_attribute("href") or ""
    icons = scorer.page.request.get(link).json()["icons"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    sizes = scorer.page.evaluate(ICON_WIDTHS, [icon["src"] for icon in icons])
    assert sizes == [icon["sizes"] for icon in icons]
    assert {"192x192", "512x512"} <= {*sizes}
    apple = scorer.page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert scorer.page.evaluate(ICON_WIDTHS, [apple]) == ["180x180"]


def test_the_first_page_ever_opened_is_kept_too(scorer, table, context):
    scorer.open(table)
    keeps(scorer, table)
    context.set_offline(True)
    scorer.page.reload()
    expect(scorer.page.locator(".score")).to_have_count(2)
    expect(not_live(scorer)).to_be_visible()


def test_only_pages_to_come_back_to_are_kept(app_user, visitor, table, complaints):
    visitor.play(visitor.open(table), "", "6-6")
    refused = {
        f"{table}/delete": 403,
        f"{table}/rounds/9": 404,
        "/join/wrong": 403,
        "/nowhere": 404,
    }
    for address, status in refused.items():
        complaints.forgive(address, status)
    for page in ("links", "mend", "undo", "rounds/1/amend"):
        app_user.open(f"{table}/{page}")
    for address in (*refused, "/pin", "/device", table):
        app_user.open(address)
    keeps(app_user, table, f"{table}/rounds/new")
    assert {*pages(app_user)} <= {"/", table, f"{table}/rounds/new"}


def test_what_a_link_showed_is_forgotten_when_the_link_has_ended(
    app, scorer, visitor, switch, complaints
):
    app.config["ACCESS"] = "links"
    complaints.forgive("/wall", 403)
    table = visitor.start("Ana", "Bea")
    scorer.open(links(visitor, table)["watch"])
    keeps(scorer, table.address)
    scorer.open("/")
    scorer.open(f"{table.address}/wall")
    keeps(scorer, "/", table.address, f"{table.address}/wall")

    renew(visitor, table, "watch")
    scorer.sees("Not your match")
    keeps_only(scorer)
    switch.off()
    scorer.open(table.address)
    expect(scorer.heading).to_have_text("No connection")


class Guest(NamedTuple):
    """A device that has followed a match by a link, and the address of that match."""

    scorer: Scorer
    link: str
    address: str


@pytest.fixture
def guest(app, scorer, visitor):
    """Return a device that watched a match by a link, and keeps its table and two lists."""
    app.config["ACCESS"] = "links"
    table = visitor.start("Ana", "Bea")
    link = links(visitor, table)["watch"]
    scorer.open(link)
    keeps(scorer, table.address)
    scorer.open("/?player=Ana")
    scorer.open("/")
    keeps(scorer, "/", table.address)
    renew(visitor, table, "watch")
    return Guest(scorer, link, table.address)


def test_no_list_shows_a_name_once_the_link_has_ended(guest, complaints):
    complaints.forgive(guest.link, 403)
    assert "Ana" in pages(guest.scorer)["/"]
    guest.scorer.open(guest.link)
    keeps_only(guest.scorer)


def test_a_new_list_lets_the_device_forget_what_it_may_see_no_more(guest, complaints):
    complaints.forgive(guest.address, 403)
    guest.scorer.open("/")
    keeps_only(guest.scorer, "/")
    assert "Ana" not in pages(guest.scorer)["/"]


def test_nothing_is_kept_of_before_the_pin_is_asked_for(app, app_user):
    app.config["PIN"] = "1234"
    app_user.open("/")
    expect(app_user.page).to_have_url(re.compile("/pin"))
    keeps_only(app_user)


def test_over_plain_http_nothing_is_kept_and_nothing_is_missing(
    browser_type, browser_type_launch_args, browser_context_args, table, home
):
    known = [*browser_type_launch_args["args"], "--host-resolver-rules=MAP tablet.lan 127.0.0.1"]
    far = home.replace("127.0.0.1", "tablet.lan")
    with (
        browser_type.launch(**{**browser_type_launch_args, "args": known}) as browser,
        browser.new_context(
            **{**browser_context_args, "base_url": far, "service_workers": "allow"}
        ) as context,
    ):
        broken: list[str] = []
        context.on("weberror", lambda error: broken.append(str(error.error)))
        somebody = Scorer(context.new_page())
        somebody.open(table)
        somebody.play(1, Ana="", Bea="6-6")
        somebody.reads_in_banner("Ana went out", "+12")
        assert somebody.page.evaluate("isSecureContext") is False
        assert somebody.page.evaluate("'serviceWorker' in navigator") is False
        assert broken == []
        assert broken == []


def test_the_table_seen_last_is_there_without_a_network_and_says_it_is_not_live(
    app_user, visitor, table, switch
):
    match = visitor.open(table)
    visitor.play(match, "", "6-6")
    app_user.open(table)
    keeps(app_user, table)
    # A change that is only watched is kept too.
    visitor.play(match, "", "0-1")
    app_user.until(lambda: ">13<" in pages(app_user)[table], "that the change is kept")
    switch.off()
    app_user.page.reload()
    score = app_user.page.locator(".score")
    expect(score).to_have_text(["13 points", "0 points"])
    expect(not_live(app_user)).to_be_visible()
    styled = "getComputedStyle(document.querySelector('.sides')).display"
    assert app_user.page.evaluate(styled) == "grid"

    switch.on()
    visitor.play(match, "", "5-5")
    expect(score).to_have_text(["23 points", "0 points"])
    expect(not_live(app_user)).to_be_hidden()


def test_what_was_seen_on_another_day_says_which_and_is_filled_in_twice_as_two_rounds(
    app_user, table, switch
):
    record = f"{table}/rounds/new"
    for address in (table, record):
        app_user.open(address)
        keeps(app_user, address)
    app_user.page.evaluate(AGED, "2020-01-31T20:14:00")
    switch.off()
    keys = set()
    for address in (record, table, record):
        app_user.open(address)
        app_user.sees("Not live: last seen 31 Jan 2020, 20:14")
        if address == record:
            keys.add(app_user.page.locator("[name=entry_key]").input_value())
    assert len(keys) == 2
    assert all(re.fullmatch("[0-9a-f]{32}", key) for key in keys)


def test_a_round_begun_and_recorded_without_a_network_is_recorded_once(
    app_user, table, app, switch
):
    app_user.open(table)
    # Nobody has opened it here yet.
    keeps(app_user, f"{table}/rounds/new")
    switch.off()
    app_user.press("Enter round 1")
    expect(not_live(app_user)).to_be_visible()
    app_user.hold("Bea", "6-6")
    app_user.page.reload()
    app_user.holds("Bea, 12 pips, 1 tile")
    app_user.hold("Ana", "")
    app_user.press("Record round")
    app_user.sees(KEPT)
    app_user.page.reload()
    app_user.sees(KEPT)

    switch.on()
    expect(app_user.page).to_have_url(re.compile(r"/matches/\d+$"))
    app_user.reads_in_banner("Ana went out", "+12")
    assert recorded(app) == 1


def test_what_the_server_knows_already_is_on_the_page_seen_last(app_user, table, app, switch):
    address = f"{table}/rounds/new"
    app_user.open(address)
    keeps(app_user, address)
    app_user.hold("Bea", "6-6")
    eventually(app_user, app, "hands-1")
    switch.off()
    app_user.page.reload()
    expect(not_live(app_user)).to_be_visible()
    app_user.holds("Bea, 12 pips, 1 tile")
    # What is sent is never answered by the device, nor is what a script asks for: it wants to know
    # how things are now.
    for method in ("POST", "GET"):
        assert app_user.page.evaluate(FETCHED, [address, method]) == "nothing"


def test_a_page_never_seen_says_that_there_is_no_connection_and_comes_when_it_is_back(
    app_user, visitor, table, switch
):
    switch.off()
    app_user.open(table)
    expect(app_user.heading).to_have_text("No connection")
    app_user.press("All matches")
    expect(app_user.heading).to_have_text("Scorekeeper")
    expect(not_live(app_user)).to_be_visible()
    app_user.page.go_back()
    expect(app_user.heading).to_have_text("No connection")
    switch.on()
    expect(app_user.page.locator(".score")).to_have_count(2)
    # So does one that is not live.
    switch.off()
    app_user.open("/")
    expect(not_live(app_user)).to_be_visible()
    visitor.start("Ciro", "Dani")
    switch.on()
    app_user.sees("Continue")
    expect(not_live(app_user)).to_be_hidden()
