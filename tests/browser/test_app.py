"""The installed app: what a device keeps of the pages, shows without a network, and forgets."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hidden_words import HIDDEN_WORDS
from tests.browser.scorer import PHONES, Scorer
from tests.support.access import links, renew
from tests.support.outbox import KEPT, eventually, recorded

# Pages may be kept.
pytestmark = pytest.mark.browser_context_args(service_workers="allow")

# A page that the device shows asks every three seconds whether there is a network.
ASKS_MS = 3500
PAGES = """async () => {
  const pages = await caches.open("pages");
  // A page may be forgotten while this goes on.
  const kept = (await pages.keys()).map(async (request) =>
    [request.url.replace(origin, ""), await (await pages.match(request))?.text()]);
  return Object.fromEntries((await Promise.all(kept)).filter(([, text]) => text !== undefined));
}"""
FETCHED = """([url, method]) => fetch(url, { method }).then(() => "answered", () => "nothing")"""


def pages(scorer):
    """Return the pages that the device keeps, by their addresses."""
    return dict(scorer.page.evaluate(PAGES))


def keeps(scorer, *paths):
    scorer.until(lambda: {*paths} <= {*pages(scorer)}, f"that {paths} are kept")


def keeps_only(scorer, *paths):
    scorer.until(lambda: [*pages(scorer)] == [*paths], f"that only {paths} are kept")


def not_live(scorer, day=""):
    """Find what says that a page is an old one."""
    return scorer.page.get_by_text(re.compile(rf"^Not live: last updated {day}\d\d:\d\d$"))


@pytest.fixture
def app_user(scorer, switch):
    """Return somebody whose device keeps pages, the first ever opened too, of a program to stop."""
    scorer.open(f"{switch.url}/")
    keeps(scorer, "/")
    return scorer


@pytest.fixture
def table(visitor):
    return visitor.start("Ana", "Bea").address


def test_only_pages_to_come_back_to_are_kept_until_a_pin(app, app_user, visitor, table, complaints):
    visitor.play(visitor.open(table), "", "6-6")
    refused = {f"{table}/delete": 403, f"{table}/rounds/9": 404, "/join/wrong": 403}
    for address, status in refused.items():
        complaints.forgive(address, status)
    others = (f"{table}/{page}" for page in ("links", "edit", "undo", "rounds/1/edit"))
    for address in (*others, *refused, "/pin", "/device", table):
        app_user.open(address)
    keeps(app_user, table, f"{table}/rounds/new")
    assert {*pages(app_user)} <= {"/", table, f"{table}/rounds/new"}
    # No page is open that would ask for news meanwhile.
    app_user.open("about:blank")
    app.config["PIN"] = "1234"
    app_user.open("/")
    expect(app_user.page).to_have_url(re.compile("/pin"))
    keeps_only(app_user)


def test_what_a_link_showed_is_forgotten_once_it_ends(app, scorer, visitor, switch, complaints):
    app.config["ACCESS"] = "links"
    complaints.forgive("/wall", 403)
    # A stream may begin just after its link has ended.
    complaints.forgive("/events", 403)
    table = visitor.start("Ana", "Bea")

    def watch():
        """Watch the match by its link, and keep its table and two lists."""
        link = links(visitor, table)["watch"]
        scorer.open(link)
        keeps(scorer, table.address)
        scorer.open("/?player=Ana")
        scorer.open("/")
        keeps(scorer, "/", table.address)
        assert "Ana" in pages(scorer)["/"]
        return link

    # A new list lets the device forget what it may see no more, and so does the old link.
    watch()
    renew(visitor, table, "watch")
    complaints.forgive(table.address, 403)
    scorer.open("/")
    keeps_only(scorer, "/")
    assert "Ana" not in pages(scorer)["/"]
    link = watch()
    renew(visitor, table, "watch")
    complaints.forgive(link, 403)
    scorer.open(link)
    keeps_only(scorer)
    # A page that is open hears of it.
    watch()
    scorer.open(f"{table.address}/wall")
    keeps(scorer, f"{table.address}/wall")
    renew(visitor, table, "watch")
    scorer.sees("You cannot open this match")
    keeps_only(scorer)
    switch.off()
    scorer.open(table.address)
    expect(scorer.heading).to_have_text("No connection")


def test_plain_http_keeps_and_misses_nothing(contexts, browser_context_args, table, home):
    far = home.replace("127.0.0.1", "tablet.lan")
    args = {**browser_context_args, "base_url": far, "service_workers": "allow"}
    with contexts.lend(args) as context:
        broken: list[str] = []
        context.on("weberror", lambda error: broken.append(str(error.error)))
        somebody = Scorer(context.new_page())
        somebody.open(table)
        somebody.play(1, Ana="", Bea="6-6")
        somebody.reads_in_banner("Ana went out", "+12")
        assert somebody.page.evaluate("isSecureContext") is False
        assert somebody.page.evaluate("'serviceWorker' in navigator") is False
        assert broken == []


def test_the_table_seen_last_is_there_and_says_it_is_not_live(app_user, visitor, table, switch):
    match = visitor.open(table)
    visitor.play(match, "", "6-6")
    app_user.open(table)
    keeps(app_user, table)
    # A change that is only watched is kept too.
    visitor.play(match, "", "0-1")
    app_user.until(lambda: ">13<" in pages(app_user)[table], "that the change is kept")
    switch.off()
    app_user.page.reload()
    score = app_user.page.locator(".score:visible")
    expect(score).to_have_text(["13 points", "0 points"])
    expect(not_live(app_user)).to_be_visible()
    styled = "getComputedStyle(document.querySelector('.sides')).display"
    assert app_user.page.evaluate(styled) == "grid"

    switch.on()
    visitor.play(match, "", "5-5")
    app_user.look_again()
    expect(score).to_have_text(["23 points", "0 points"])
    expect(not_live(app_user)).to_be_hidden()


def test_a_page_of_another_day_says_which_and_enters_new_rounds(app_user, table, switch):
    record = f"{table}/rounds/new"
    app_user.open(record)
    keeps(app_user, record)
    app_user.page.clock.install(time="2050-01-31T20:14:00")
    switch.off()
    keys = set()
    for _ in range(2):
        app_user.open(record)
        expect(not_live(app_user, r"\d+ \w{3} 20\d\d, ")).to_be_visible()
        keys.add(app_user.page.locator("[name=entry_key]").input_value())
    # Filled in twice, it is two rounds.
    assert len(keys) == 2
    assert all(re.fullmatch("[0-9a-f]{32}", key) for key in keys)


def test_rounds_begun_with_a_network_or_without_are_recorded_once(app_user, table, app, switch):
    app_user.open(table)
    # Nobody has opened it here yet.
    keeps(app_user, f"{table}/rounds/new")
    switch.off()
    app_user.walks("Enter round 1; Bea: 6-6 | Not live: last updated")
    app_user.page.reload()
    app_user.walks(f"| Bea, 12 pips, 1 tile\n Ana: out; Record round | {KEPT}")
    app_user.page.reload()
    app_user.sees(KEPT)
    switch.on()
    app_user.look_again()
    expect(app_user.page).to_have_url(re.compile(r"/matches/\d+$"))
    app_user.reads_in_banner("Ana went out", "+12")
    assert recorded(app) == 1

    # What the server knows already is on the page too.
    app_user.walks("Enter round 2; Bea: 5-5")
    eventually(app_user, app, "hands-1")
    switch.off()
    app_user.page.reload()
    app_user.walks("| Not live: last updated / Bea, 10 pips, 1 tile")
    for _phone in app_user.on(*PHONES):
        assert app_user.page.evaluate(HIDDEN_WORDS) == []
    # What is sent is never answered by the device, nor is what a script asks for: it wants to know
    # how things are now.
    for method in ("POST", "GET"):
        assert app_user.page.evaluate(FETCHED, [f"{table}/rounds/new", method]) == "nothing"


def test_a_page_that_could_not_be_shown_comes_once_it_can(app_user, visitor, table, switch):
    clock = app_user.page.clock
    clock.install()
    switch.off()
    app_user.open(table)
    app_user.walks("| No connection\n All matches | Scorekeeper / Not live: last updated")
    visitor.start("Ciro", "Dani")
    switch.on()
    clock.fast_forward(ASKS_MS)
    app_user.sees("Continue")
    expect(not_live(app_user)).to_be_hidden()
    switch.off()
    app_user.open(f"{table}/wall")
    expect(app_user.heading).to_have_text("No connection")
    switch.on()
    clock.fast_forward(ASKS_MS)
    expect(app_user.page.locator(".score:visible")).to_have_count(2)
