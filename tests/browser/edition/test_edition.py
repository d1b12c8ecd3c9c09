"""The whole program in a browser, played by touch; killed, offline, updated, in two tabs."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from random import Random

import pytest
from playwright.sync_api import expect

from scorekeeper.interchange.import_export import export_match
from scorekeeper.interchange.match_file import packed
from scorekeeper.maintenance.scorebook_file import fault_of
from tests.browser.edition.folder import UNDER, another_version
from tests.browser.edition.framed import Framed
from tests.browser.engines.drivers import Away, FirefoxEngine, WebKitEngine
from tests.browser.engines.guest import RETURN, Guest
from tests.browser.finding import find_firefox, find_webkit, mini_browsers, needed
from tests.browser.pages import won
from tests.effort import THOROUGH
from tests.support import club_nights as nights

# One process builds the edition, and all tests here are in it.
pytestmark = pytest.mark.xdist_group("edition")

# Seconds that a first visit may take on a busy machine.
TO_START = 90
HOME = "Start the first match"
# Records rounds as fast as they are acknowledged, each noted where the test reads it.
RECORD = """async () => {
  const post = (path, body) => fetch(path, { method: "POST", body: JSON.stringify(body), headers:
    { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() } });
  for (;;) {
    const match = { game: "block", seats: ["Ana", "Bea"], goal: 200 };
    const started = await post("api/v1/matches", match);
    const { id } = (await started.json()).match;
    for (let round = 1; round < 60; round += 1) {
      const hands = { Ana: [], Bea: ["2-1"] };
      const answer = await post(`api/v1/matches/${id}/rounds`, { round_no: round, hands });
      if (answer.status !== 201) return console.log(`REFUSED ${answer.status}`);
      console.log(`RECORDED ${id} ${round}`);
    }
  }
}"""
# Follows the links of all pages, one of each kind; a file is saved, not opened in the frame.
WALK = r"""async (home) => {
  const found = new Map([[home, ["", false]]]);
  const kinds = new Set();
  const faults = [];
  for (const [address, [from, saved]] of found) {
    const answer = await fetch(address);
    const file = answer.headers.has("Content-Disposition");
    const wrong = answer.status !== 200 || file !== saved;
    if (wrong) faults.push(`${from}: ${answer.status} ${address}`);
    const page = new DOMParser().parseFromString(file ? "" : await answer.text(), "text/html");
    for (const link of page.querySelectorAll("a[href]")) {
      const { href } = new URL(link.getAttribute("href"), answer.url);
      const kind = href.replace(/[?#].*/, "").replace(/[0-9-]+|games\/[^/]+|club\/[^/]{16}/g, "-");
      if (!href.startsWith(home) || kinds.has(kind)) continue;
      kinds.add(kind);
      found.set(href, [address, link.hasAttribute("download")]);
    }
  }
  return [faults, found.size];
}"""
WAITING = "async () => !!(await navigator.serviceWorker.getRegistration()).waiting"
ROUNDS = """async (id) => (await (await fetch(`api/v1/matches/${id}`)).json()).rounds"""


def visit(context, address, words=HOME):
    """Open the edition in a tab; return the tab and the page in its frame."""
    tab = context.new_page()
    tab.goto(address, wait_until="commit")
    page = tab.frame_locator("iframe:not([hidden])")
    expect(page.get_by_text(words).first).to_be_visible(timeout=TO_START * 1000)
    return tab, page


def button(page, name):
    return page.get_by_role("button", name=name, exact=True).locator("visible=true").last


def start_match(tab, page):
    page.get_by_role("link", name=HOME).tap()
    button(page, "Seat 1").tap()
    tab.keyboard.type("Ana\nBea\n")
    button(page, "Close").tap()
    button(page, "Start match").tap()
    page.get_by_role("link", name="Enter round 1").tap()


def record(page, *tiles):
    button(page, "Ana went out").tap()
    for tile in tiles:
        page.locator(f'button[data-tile="{tile}"]').tap()
    button(page, "Record round").tap()


def test_a_match_is_played_to_its_winner_and_is_there_offline_and_after_a_restart(
    chromium, address, tmp_path
):
    with chromium.opened() as context:
        tab, page = visit(context, address)
        start_match(tab, page)
        expect(tab).to_have_url(f"{address}matches/1/rounds/new")
        expect(tab).to_have_title("Round 1 · Scorekeeper")
        record(page, "6-6")
        page.get_by_text("Enter round 2").first.wait_for()
        # What a page without a token sends is known to come from here: nothing is asked.
        button(page, "Undo").tap()
        page.get_by_role("link", name="Enter round 1").tap()
        record(page, "6-6", "5-5", "5-6", "4-6")
        page.get_by_text("Enter round 2").first.wait_for()
        # Reloaded, the shell is still where it was, and what was before is gone back to.
        tab.reload(wait_until="commit")
        page.get_by_text("Enter round 2").first.wait_for(timeout=TO_START * 1000)
        page.get_by_role("link", name="Enter round 2").tap()
        expect(tab).to_have_url(f"{address}matches/1/rounds/new")
        tab.go_back(wait_until="commit")
        page.get_by_text("Enter round 2").first.wait_for()
        expect(tab).to_have_url(f"{address}matches/1")
    with chromium.opened() as context:
        context.set_offline(True)
        tab, page = visit(context, f"{address}matches/1/rounds/new", "Ana went out")
        record(page, "6-6", "5-5", "5-6", "4-6", "3-6", "4-5", "2-6")
        page.get_by_text("Ana wins!").first.wait_for()
        expect(tab).to_have_url(f"{address}matches/1/winner")
        tab.goto(f"{address}matches/1/links", wait_until="commit")
        page.get_by_text("Scan this with the phone that continues").wait_for()
        tab.goto(address, wait_until="commit")
        page.get_by_text("What works here, and what does not").tap()
        page.get_by_text("A PIN").wait_for()
        with tab.expect_download() as downloading:
            page.get_by_role("link", name="Download the scorebook").tap()
        file = tmp_path / "scorekeeper.db"
        downloading.value.save_as(file)
        assert fault_of(file) == ""
        with closing(sqlite3.connect(file)) as book:
            assert book.execute("SELECT count(*) FROM rounds").fetchone() == (2,)


def test_a_match_is_taken_over_by_its_link_and_a_scorebook_opened_whose_every_link_leads_on(
    chromium, address, tmp_path, visitor, app
):
    visitor.play(visitor.start("Eva", "Fil"), "", "12")
    with app.app_context():
        held = packed(export_match(1).content)
    won(visitor)
    nights.open_tables(visitor, nights.come(visitor, nights.start(visitor), nights.TWELVE))
    given = tmp_path / "given.db"
    with closing(sqlite3.connect(app.config["SQLALCHEMY_DATABASE_URI"][10:])) as book:
        book.execute("VACUUM INTO ?", (str(given),))
    with chromium.opened() as context:
        tab, page = visit(context, f"{address}#match={held}", "Eva and Fil")
        button(page, "Import 1 match").tap()
        page.get_by_text("Enter round 2").first.wait_for()
        expect(tab).to_have_url(f"{address}matches/1")
        tab.goto(f"{address}matches/1/edit", wait_until="commit")
        with tab.expect_download() as downloading:
            page.get_by_role("link", name="For another scorebook (JSON)").tap()
        assert downloading.value.suggested_filename.startswith("block-eva-fil-")
        tab.goto(address, wait_until="commit")
        page.get_by_role("link", name="Open a scorebook").tap()
        page.locator("#backup").set_input_files(given)
        button(page, "See what is in it").tap()
        button(page, "Restore").tap()
        page.get_by_text("The scorebook was restored and has 5 matches").wait_for()
        faults, pages = inner(tab).evaluate(WALK, address)
        assert faults == []
        assert pages > 35
        tab.goto(f"{address}matches/1", wait_until="commit")
        page.get_by_text("Enter round 2").first.wait_for()


@THOROUGH
def test_without_room_it_says_so_before_the_first_round(chromium, address):
    with chromium.opened() as context:
        tab = context.new_page()
        said = tab.get_by_role("alert")

        def have(megabytes):
            room = {"origin": address.removesuffix(f"/{UNDER}/"), "quotaSize": megabytes * 10**6}
            context.new_cdp_session(tab).send("Storage.overrideQuotaForOrigin", room)

        have(9)
        tab.goto(address, wait_until="commit")
        expect(said).to_contain_text("This device has no room", timeout=TO_START * 1000)
        have(55)
        said.get_by_role("button", name="Try again").tap()
        expect(said).to_contain_text("almost full", timeout=TO_START * 1000)
        tab.frame_locator("iframe:not([hidden])").get_by_text(HOME).wait_for()
        with tab.expect_download() as downloading:
            said.get_by_role("button", name="Download the scorebook").tap()
        assert fault_of(downloading.value.path()) == ""


class Recorder:
    """Lets pages record rounds as fast as they can, and notes what was acknowledged."""

    def __init__(self):
        self.seen: dict[str, int] = {}

    def note(self, message):
        assert not message.text.startswith("REFUSED"), message.text
        if message.text.startswith("RECORDED"):
            _, match, number = message.text.split()
            self.seen[match] = int(number)

    def check(self, inside):
        """All is there, and nothing twice; one more may have been recorded than was heard of."""
        kept = {match: inside.evaluate(ROUNDS, match) for match in self.seen}
        assert all(kept[match] - seen in (0, 1) for match, seen in self.seen.items()), (
            self.seen,
            kept,
        )

    def record_in(self, tab, inside, seconds):
        before = len(self.seen)
        tab.on("console", self.note)
        inside.evaluate(f"() => {{ ({RECORD})(); }}")
        while len(self.seen) == before:
            tab.wait_for_timeout(20)
        tab.wait_for_timeout(seconds * 1000)


def inner(tab):
    return next(frame for frame in tab.frames if frame.parent_frame)


@pytest.mark.parametrize("kills", [1, pytest.param(40, marks=THOROUGH)])
def test_no_round_that_was_acknowledged_is_lost_when_the_browser_is_killed(
    chromium, address, kills, seed, tried
):
    recorder, random = Recorder(), Random(seed)
    for _ in range(kills):
        with chromium.killed() as context:
            tab, _ = visit(context, address, "Games")
            recorder.check(inner(tab))
            recorder.record_in(tab, inner(tab), random.uniform(0.2, 1.2))
    with chromium.opened() as context:
        tab, _ = visit(context, address, "Games")
        recorder.check(inner(tab))
    tried["rounds, and the browser killed"] += sum(recorder.seen.values())


@THOROUGH
def test_a_tab_that_is_closed_while_another_records_loses_nothing(chromium, address, seed, tried):
    recorder, random = Recorder(), Random(seed)
    with chromium.opened() as context:
        owner, _ = visit(context, address, "Games")
        for _ in range(10):
            tab, _ = visit(context, address, "Games")
            recorder.record_in(tab, inner(tab), random.uniform(0.1, 0.5))
            # Python is in this one, which takes with it what it was about to answer.
            owner.close()
            reached = sum(recorder.seen.values())
            while sum(recorder.seen.values()) < reached + 5:
                tab.wait_for_timeout(20)
            owner = tab
        # What records is closed itself.
        owner.close()
        tab, _ = visit(context, address, "Games")
        recorder.check(inner(tab))
    tried["rounds, and tabs closed"] += sum(recorder.seen.values())


def test_where_python_breaks_another_goes_on_and_a_round_is_recorded_once(chromium, address):
    breaks = (
        "() => { BroadcastChannel.prototype.postMessage = () => { throw new Error('Full'); }; }"
    )
    with chromium.opened() as context:
        tab, page = visit(context, address)
        start_match(tab, page)
        for number in (2, 3, 4):
            # It has recorded the round, and cannot say so any more.
            tab.workers[0].evaluate(breaks)
            record(page, "6-6")
            page.get_by_text(f"Enter round {number}").first.wait_for(timeout=TO_START * 1000)
            page.get_by_role("link", name=f"Enter round {number}").tap()
        tab.workers[0].evaluate(breaks)
        record(page, "6-6")
        said = tab.get_by_role("alert")
        expect(said).to_contain_text("cannot be opened. Error: Full", timeout=TO_START * 1000)
        said.get_by_role("button", name="Try again").tap()
        page.get_by_text("Ana went out").first.wait_for(timeout=TO_START * 1000)


def test_two_tabs_have_one_scorebook_and_one_goes_on_without_the_other(chromium, address):
    with chromium.opened() as context:
        first, page = visit(context, address)
        start_match(first, page)
        second, other = visit(context, f"{address}matches/1", "Enter round 1")
        record(page, "6-6", "5-5")
        other.get_by_text("Enter round 2").first.wait_for()
        first.close()
        other.get_by_role("link", name="Enter round 2").tap()
        record(other, "6-6")
        other.get_by_text("Enter round 3").first.wait_for()
        expect(second).to_have_url(f"{address}matches/1")


def test_an_update_begins_with_the_next_start_and_keeps_the_scorebook(
    chromium, address, folder, site
):
    is_later = """async () => (await (await fetch("shell.css")).text()).includes("h1::after")"""
    with chromium.opened() as context:
        tab, page = visit(context, address)
        start_match(tab, page)
        page.get_by_text("Ana went out").first.wait_for()
        another_version(folder, site / "next")
        (site / UNDER).unlink()
        (site / UNDER).symlink_to(site / "next")
        # The shell that is open looks for it, and goes on as it is.
        tab.reload(wait_until="commit")
        page.get_by_text("Ana went out").first.wait_for(timeout=TO_START * 1000)
        late = time.monotonic() + TO_START
        while not tab.evaluate(WAITING):
            assert time.monotonic() < late, "the later version never waits for its start"
            tab.wait_for_timeout(200)
        assert not tab.evaluate(is_later)
        record(page, "6-6")
        page.get_by_text("Enter round 2").first.wait_for()
    with chromium.opened() as context:
        tab, page = visit(context, f"{address}matches/1", "Enter round 2")
        assert tab.evaluate(is_later)


ENGINES: dict[str, Callable[[], FirefoxEngine | WebKitEngine]] = {
    "firefox": lambda: FirefoxEngine(find_firefox(), workers=True),
    "webkit": lambda: WebKitEngine(*find_webkit(mini_browsers()), workers=True),
}


@pytest.fixture(params=ENGINES)
def other_engine(request):
    engine = needed(ENGINES[request.param])
    yield engine
    engine.close()


def test_other_engines_play_a_round_and_have_it_when_they_come_back(other_engine, address):
    def open_it():
        guest.driver.open(address)
        late = time.monotonic() + TO_START
        while HOME not in seen() and "Continue" not in seen():
            assert time.monotonic() < late, guest.driver.shell("() => document.body.innerText")
            time.sleep(0.1)

    def seen():
        try:
            return guest.driver.evaluate("() => document.body?.innerText ?? ''")
        except Away:
            return ""

    with other_engine.visit() as page:
        guest = Guest(Framed(page), address)
        open_it()
        guest.press(HOME)
        guest.press("Seat 1")
        guest.sees("Who sits down?")
        guest.driver.type(f"Ana{RETURN}Bea{RETURN}")
        guest.walks("""
            Close | Ana against Bea
            Start match | first to 100
            Enter round 1; Ana went out; 6-6; Record round | Enter round 2
        """)
        assert guest.driver.shell("() => location.href") == f"{address}matches/1"
        open_it()
        guest.walks("Continue | Enter round 2\nUndo | Enter round 1")
