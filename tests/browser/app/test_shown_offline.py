"""What the app shows while the network is gone."""

import re

from flask import Flask
from playwright.sync_api import expect

from tests.browser.app.kept_pages import eventually_kept, eventually_kept_text, recorded
from tests.browser.live import Switch
from tests.browser.scorer import Scorer
from tests.browser.test_offline import eventually
from tests.web.visitor import Visitor

NOT_LIVE = re.compile(r"^Not live: last seen \d\d:\d\d$")
FETCHED = """([url, method]) => fetch(url, { method }).then(() => "answered", () => "nothing")"""
AGED = """async (moment) => {
  const pages = await caches.open("pages");
  for (const request of await pages.keys()) {
    const copy = await pages.match(request);
    const html = (await copy.text()).replace(/(data-seen=)"\\d+"/, `$1"${+new Date(moment)}"`);
    await pages.put(request, new Response(html, { headers: copy.headers }));
  }
}"""


def test_the_table_seen_last_is_there_without_a_network_and_says_it_is_not_live(
    app_user: Scorer, visitor: Visitor, switch: Switch
) -> None:
    table = visitor.start("Ana", "Bea")
    visitor.play(table, "", "6-6")
    app_user.open(table.address)
    eventually_kept(app_user.page, table.address)
    # A change that is only watched is kept too.
    visitor.play(table, "", "0-1")
    eventually_kept_text(app_user.page, ">13<")
    switch.off()
    app_user.page.reload()
    expect(app_user.page.locator(".score")).to_have_text(["13 points", "0 points"])
    expect(app_user.page.get_by_text(NOT_LIVE)).to_be_visible()
    styled = "getComputedStyle(document.querySelector('.sides')).display"
    assert app_user.page.evaluate(styled) == "grid"

    switch.on()
    visitor.play(table, "", "5-5")
    expect(app_user.page.locator(".score")).to_have_text(["23 points", "0 points"])
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
    expect(app_user.page).to_have_url(re.compile(r"/matches/\d+$"))
    app_user.reads_in_banner("Ana went out", "+12")
    assert recorded(app) == 1


def test_what_the_server_knows_already_is_on_the_page_seen_last(
    app_user: Scorer, visitor: Visitor, app: Flask, switch: Switch
) -> None:
    table = visitor.start("Ana", "Bea")
    address = f"{table.address}/rounds/new"
    app_user.open(address)
    eventually_kept(app_user.page, address)
    app_user.hold("Bea", "6-6")
    eventually(app_user.page, app, "hands-1")
    switch.off()
    app_user.page.reload()
    expect(app_user.page.get_by_text(NOT_LIVE)).to_be_visible()
    expect(app_user.seat("Bea")).to_have_accessible_name("Bea, 12 pips, 1 tile")
    # What is sent is never answered by the device, nor is what a script asks for: it wants to know
    # how things are now.
    for method in ("POST", "GET"):
        assert app_user.page.evaluate(FETCHED, [address, method]) == "nothing"


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
    app_user.sees("Continue")
    expect(app_user.page.get_by_text(NOT_LIVE)).to_be_hidden()
