"""A whole match in every engine, the turned table, and what each engine lays out by itself."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import ViewportSize

from scorekeeper.figures import clock
from scorekeeper.figures.clock import evening_of
from tests.browser.engines.drivers import Away, FirefoxEngine, WebKitEngine
from tests.browser.finding import NoBrowser, find_firefox, find_webkit, mini_browsers
from tests.browser.measuring import COVERED, HITS, SCROLLS, STICKING_OUT
from tests.browser.pages import FOUR, LONG, played
from tests.browser.scorer import TABLET, UPRIGHT, walk
from tests.effort import THOROUGH
from tests.unchanged import rows
from tests.web.club.test_nights import TWELVE, come, open_tables, start
from tests.web.visitor import HEAVY

RETURN = "\ue006"
# Seconds until something must be there, on a busy machine.
PATIENCE = 10.0
PAUSE = 0.03
CONTROLS = "a[href], button, summary, input, select"
# A page whose scripts have not run yet is not to be touched.
_READY = """
  const ready = () => {
    const [opened] = performance.getEntriesByType("navigation");
    return document.readyState === "complete" || opened?.domContentLoadedEventEnd > 0;
  };"""

# The words of a control: what it is called, else its labels, else what is written on it.
_NAMED = """
  const plain = (text) => text.replace(/\\s+/g, " ").trim();
  // What nobody is told of is not there to be touched: the button that Enter presses.
  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest("[aria-hidden=true]");
  const named = (control) => plain(control.getAttribute("aria-label")
    ?? ([...(control.labels ?? [])].map((label) => label.innerText).join(" ")
    || control.innerText || ""));"""

# Where the control with these words is, scrolled to if need be, and what covers it.
FIND = f"""(selector, words, starting) => {{{_READY}{_NAMED}{HITS}
  const means = (control) => starting ? named(control).startsWith(words) : named(control) === words;
  const free = (control) => !control.disabled && !control.closest("[inert]");
  const found = ready() && [...document.querySelectorAll(selector)]
    .find((control) => shown(control) && free(control) && (words === "" || means(control)));
  if (!found) return null;
  if (outside(middle(found)) || over(found, middle(found)))
    found.scrollIntoView({{ block: "center", behavior: "instant" }});
  const [x, y] = middle(found);
  return {{ x, y, over: over(found, [x, y])?.outerHTML.slice(0, 80) ?? "" }};
}}"""

# A page that is about to go away is told from the one that comes.
MARK = "() => { document.isOld = true; }"
IS_OLD = "() => document.isOld === true || location.protocol === 'about:'"

TEXT = """() => document.body?.innerText.replace(/\\s+/g, " ") ?? \"\""""
VALUE = f"""(words) => {{{_NAMED}
  const fields = [...document.querySelectorAll("input, select")];
  return fields.find((field) => named(field) === words)?.value;
}}"""
NAMES = f"""(selector) => {{{_NAMED}
  return [...document.querySelectorAll(selector)].filter(shown).map(named);
}}"""


class Guest:
    """What a person does with a page and reads on it."""

    def __init__(self, driver, home):
        self.driver, self._home = driver, home

    def open(self, address):
        """Go to a page of ours, and wait until it is there."""
        self._ask(MARK)
        self.driver.open(f"{self._home}{address}")
        self._until(lambda: self._ask(IS_OLD) is False, f"{address} comes")
        self._until(lambda: self._ask(FIND, "body", "", False), f"{address} is there")

    def tap(self, tiles):
        for tile in tiles.split():
            self.press("", f'button[data-tile="{tile}"]')

    def turn_to(self, name):
        self.press(f"{name}, ", "button", starting=True)

    def fill(self, label, text):
        """Type into a field in the place of what is in it."""
        self.press(label, "input")
        self.driver.evaluate("() => document.activeElement.select?.()")
        self.driver.type(text)
        self._until(lambda: self._ask(VALUE, label) == text, f"“{label}” holds {text}")

    def sees(self, *sentences):
        for sentence in sentences:
            self._until(lambda said=sentence: said in (self._ask(TEXT) or ""), f"“{sentence}”")

    def holds(self, words):
        self._until(lambda: any(each.startswith(words) for each in self._names()), f"“{words}”")

    def becomes(self, said, function, expected):
        self._until(lambda: self._ask(function) == expected, said)

    def _names(self):
        found: list[str] = self._ask(NAMES, CONTROLS) or []
        return found

    def walks(self, told):
        walk(self, told)

    def press(self, words, among=CONTROLS, *, starting=False, again=None):
        """Touch the middle of the control with these words, or whose words begin so.

        It has to stay where it is, and nothing may cover it. `again` is in how many seconds the
        same place is touched once more, whatever lies there then.
        """
        seen: dict[str, Any] | None = None
        late = time.monotonic() + PATIENCE
        while time.monotonic() < late:
            before, seen = seen, self._ask(FIND, among, words, starting)
            if seen is not None and seen == before and not seen["over"]:
                # A page may go away under the second touch.
                with suppress(*[Away] if again else []):
                    self.driver.tap(seen["x"], seen["y"], again)
                return
            time.sleep(PAUSE)
        meant = words or among
        if seen is None:
            raise AssertionError(f"There is no “{meant}” among {self._names()}.")
        raise AssertionError(f"“{meant}” is covered by {seen['over']}.")

    def _ask(self, function, *given):
        """Ask the page; nothing while it is not there."""
        try:
            return self.driver.evaluate(function, *given)
        except Away:
            return None

    @staticmethod
    def _until(true, said):
        late = time.monotonic() + PATIENCE
        while not true():
            if time.monotonic() > late:
                raise AssertionError(f"It never is that {said}.")
            time.sleep(PAUSE)


ENGINES: dict[str, Callable[[], FirefoxEngine | WebKitEngine]] = {
    "firefox": lambda: FirefoxEngine(find_firefox()),
    "webkit": lambda: WebKitEngine(*find_webkit(mini_browsers())),
}
# Each in one process: starting it takes longer than a test.
IN_ONE = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in ENGINES]


@pytest.fixture(scope="session", params=IN_ONE)
def engine(request):
    """Return an engine that runs; without it skip, or fail where it is required."""
    try:
        running = ENGINES[request.param]()
    except NoBrowser as error:
        missing = error
    else:
        yield running
        running.close()
        return
    missing.leave_out()


@pytest.fixture
def guest(engine, switch):
    """Return somebody with a tablet, on whose pages nothing may go wrong behind what is seen."""
    with engine.visit() as page:
        yield Guest(page, switch.url)
        assert page.complaints() == []


# A tablet that sleeps, or wakes.
ASLEEP = """(asleep) => {
  Object.defineProperty(document, "hidden", { configurable: true, value: asleep });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
# Stands for the system's own sheet: notes down what it is given, and a colour of it.
SHARE = """() => {
  window.shared = [];
  navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
  navigator.share = async ({ files: [file], title }) => {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.drawImage(picture, 0, 0);
    const colour = [...pen.getImageData(4, 4, 1, 1).data].join();
    window.shared.push([file.name, file.type, width, height, title, colour]);
  };
}"""
# The colour of the band of the winner is that of the first side.
PICTURE = ["scorekeeper-1-wide.png", "image/png", 1200, 630, "Ana wins!", "246,134,108,255"]


def test_a_match_is_played_from_two_names_to_its_picture_and_nothing_is_lost_on_the_way(
    guest, visitor, switch, app
):
    guest.open("/")
    guest.press("Start the first match")
    guest.press("Seat 1")
    guest.sees("Who sits down?")
    guest.driver.type(f"Ana{RETURN}Bea{RETURN}")
    guest.walks("""
        Close | Ana against Bea
        Start match | first to 100
        Enter round 1; Ana: 1-2 2-4 3-5; Bea: 5-5 3-4; Record round | Ana wins on the lightest tile.
        Enter round 2; Ana: out
    """)

    # What was tapped without a network is there when the page is opened again.
    table = visitor.open("/matches/1")
    switch.off()
    guest.walks("Bea: 6-6 | Bea, 12 pips, 1 tile")
    switch.on()
    guest.open(f"{table.address}/rounds/new")
    guest.walks("| Ana, went out / Bea, 12 pips, 1 tile")
    # What is recorded without one is sent once it is back.
    switch.off()
    guest.walks("Record round | No connection: your round is kept and will be sent by itself.")
    switch.on()
    guest.walks("Why? | Ana went out and wins the round. / +12 / 88 to go")
    assert len(rows(app)["rounds"]) == 2

    # A table shows what is recorded elsewhere, and what it missed without a network or asleep.
    guest.open(table.address)
    guest.sees("88 to go")
    guest.driver.evaluate("() => { document.marked = true; }")
    visitor.play(table, "", "1-1")
    guest.sees("86 to go")
    switch.off()
    visitor.play(table, "", "5-6")
    switch.on()
    guest.sees("75 to go")
    guest.driver.evaluate(ASLEEP, True)
    visitor.send(visitor.open(f"{table.address}/undo"))
    guest.driver.evaluate(ASLEEP, False)
    guest.sees("taken back", "Ana 25 → 14")
    assert guest.driver.evaluate("() => document.marked === true")

    guest.press("Round 2", starting=True)
    guest.walks("""
        Edit; Bea:; 4-6 | Ana 24 instead of 14.
        Save changes | Round 2 edited / Ana 14 → 24
        Undo | Undone: the change of round 2 / Ana 24 → 14
        Redo the change of round 2 | 76 to go
    """)

    visitor.play(table, "", HEAVY)
    guest.sees("7 to go")
    visitor.play(table, "", "5-6")
    guest.sees("See the result", "Ana wins!")
    guest.press("Close", among="dialog button")
    guest.becomes("the celebration is closed", "() => document.querySelector('dialog')", None)
    guest.walks("Menu; All rounds | How it ended")
    guest.open(f"{table.address}/winner")
    guest.sees("Went out in round 5: 93 + 11 = 104")
    guest.driver.evaluate(SHARE)
    guest.press("Share result", among="summary")
    guest.press("Wide", among=".sharing a")
    guest.becomes("the picture is shared", "() => window.shared", [PICTURE])
    guest.walks("Rematch | first to 100 / Enter round 1")


SEATED = """() => [...document.querySelectorAll(".seat > button")]
  .filter((seat) => seat.checkVisibility()).map((seat) => seat.querySelector("b").textContent)"""
BACK = "() => { history.back(); }"


def test_nothing_typed_for_a_new_match_is_lost_on_any_way_out_and_back(guest, visitor):
    visitor.start(*FOUR, game="partnership")
    guest.open("/matches/new")
    for name in ("Bea", "Ana"):
        guest.press(name, among="#chips button")
    guest.press("New name")
    guest.driver.type(f"Ines{RETURN}")

    def is_kept():
        guest.becomes("everybody sits there", SEATED, ["Bea", "Ana", "Ines", "Seat 4"])
        guest.sees("Bea, Ana, Ines", "Draw · first to 100")

    guest.press("Draw", among=".pick", starting=True)
    is_kept()
    guest.press("How to play Draw")
    guest.press("All the rules")
    guest.sees("Play a round", "Source")
    guest.driver.evaluate(BACK)
    is_kept()
    guest.driver.evaluate("() => location.reload()")
    is_kept()
    for menu, line, language in (("Menu", "Language", "Magyar"), ("Menü", "Nyelv", "English")):
        guest.press(menu)
        guest.press(line, starting=True)
        guest.press(language)
        guest.sees("Bea, Ana, Ines")
    is_kept()
    guest.press("House rules …")
    guest.sees("House rules for Draw")
    is_kept()
    guest.press("Back")
    guest.press("New match")
    is_kept()
    guest.walks("Start match | first to 100")


ANGLES = """() => Object.fromEntries([...document.querySelectorAll(".panel")].map((panel) =>
  [panel.dataset.at, getComputedStyle(panel.querySelector(".turned")).rotate]))"""
FACING = {"bottom": "none", "left": "90deg", "top": "180deg", "right": "270deg"}
TURNED = "() => getComputedStyle(document.querySelector('.record-page')).rotate"
# What the keys do is said to whoever uses them, and not to a hand at the edge of the table.
HELPED = """() => {
  document.querySelector(".seat.on .pick").focus();
  const help = document.querySelector(".keyhelp");
  return help ? getComputedStyle(help).display : "none";
}"""
MARKED = """() => [...document.querySelectorAll(".mark")]
  .filter((mark) => getComputedStyle(mark).visibility === "visible").length"""
# For half a second the check is touched by no finger that is on its way to something else.
SETTLED = "() => getComputedStyle(document.querySelector('.confirm')).pointerEvents"


def test_everybody_enters_the_own_hand_at_the_own_panel_and_all_of_it_can_be_touched(
    guest, visitor, engine
):
    sizes = (engine.narrow, UPRIGHT, TABLET)
    guest.open(visitor.start(*FOUR).address)
    guest.walks("Menu; Turn to the players | Change seats")
    guest.becomes("each panel faces its player", ANGLES, FACING)
    faults = list(misfits(guest, *sizes))
    hands = ("Ana went out", "0-0", "1-1", "6-6")
    for entered, (name, hand, angle) in enumerate(zip(FOUR, hands, FACING.values(), strict=True)):
        if entered:
            guest.becomes("the hands before are marked", MARKED, entered)
        guest.press(f"{name}: enter the hand")
        guest.sees("Done")
        guest.becomes(f"{name}’s pad is turned", TURNED, angle)
        guest.becomes("no keys are told of", HELPED, "none")
        guest.walks(hand)
        faults += misfits(guest, *(sizes if name == "Bea" else ()))
        guest.press("Done")
    assert faults == []
    guest.sees("Ana went out and wins the round.")
    guest.becomes("it can be touched", SETTLED, "auto")
    guest.walks("Record round | Change seats")


LEFT_OVER = (pytest.param(each, marks=THOROUGH) for each in (0.06, 0.25, 0.4))


@pytest.mark.parametrize("seconds", [0.12, *LEFT_OVER])
def test_two_hurried_taps_count_once(guest, visitor, seconds):
    table = visitor.start("Ana", "Bea", goal="50")
    guest.open(f"{table.address}/rounds/new")
    guest.press("Ana went out", again=seconds)
    guest.sees("Tap the tiles left in Bea’s hand")
    guest.walks("| Ana, went out / Bea, not entered yet")
    guest.press("", 'button[data-tile="6-6"]', again=seconds)
    guest.walks("| Bea, 12 pips, 1 tile")
    guest.press("Record round", again=seconds)
    guest.sees("+12", "Enter round 2")
    visitor.play(table, "", "1-2")
    guest.sees("Enter round 3")
    guest.press("Undo", again=seconds)
    guest.sees("Round 2 taken back", "Enter round 2")
    # What was tapped twice would have been done by now.
    time.sleep(2 * seconds)
    guest.sees("Round 2 taken back", "Enter round 2")
    visitor.play(table, "", HEAVY)
    guest.sees("Ana wins!")


# Where letters are smaller Safari zooms in on a field that is typed into, and stays there.
SMALL_FIELDS = """() => [...document.querySelectorAll("input:not([type=hidden]), select, textarea")]
  .filter((field) => !["radio", "checkbox"].includes(field.type))
  .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
  .map((field) => `the letters of ${field.name || field.id} are small`)"""
# A row opens its round wherever it is touched, though no row is a frame in WebKit.
BESIDE_THE_LINK = """() => [...document.querySelectorAll(".history tbody tr")].flatMap((row) =>
  [...row.children].filter((cell) => {
    cell.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, height } = cell.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    return !row.querySelector("a").contains(at);
  }).map((cell) => `“${cell.textContent.trim()}” does not open its round`))"""


# What browsers leave of a tablet.
LEFT = (ViewportSize(width=1024, height=672), ViewportSize(width=768, height=950))


def test_the_table_and_the_winner_are_seen_at_once_and_points_in_play_are_added(guest, visitor):
    fives = visitor.start(*FOUR, game="all-fives").address
    won = visitor.start("Ana", "Bea", goal="50")
    visitor.play(won, "", HEAVY)
    for address in (fives, f"{fives}/wall", played(visitor, 6).address, f"{won.address}/winner"):
        guest.open(address)
        for size in LEFT:
            guest.driver.resize(size)
            assert not guest.driver.evaluate(SCROLLS), (address, size)
    guest.open(fives)
    guest.walks("""
        +10 for Ana; +5 for Dani | Dani +5 in play / 0 and 10 so far / Round 1 is over
        Take back +5 | Ana +10 in play / 90 to go
    """)


def test_everything_can_be_touched_and_nothing_is_too_wide(guest, visitor, engine, thorough):
    faults = []
    for number, address in enumerate(addresses(visitor)):
        guest.open(address)
        # Each page where there is the least room, and as a tablet is held one way or the other.
        wide = (TABLET, UPRIGHT) if thorough else ((TABLET, UPRIGHT)[number % 2],)
        faults += [f"{address}, {fault}" for fault in misfits(guest, *wide, engine.narrow)]
    assert faults == []


HELD = "() => document.querySelector('[data-held]')"


def misfits(guest, *sizes):
    """Say what is covered, too wide, too small to be typed into, or beside what it should open."""
    guest.becomes("nothing is held any more", HELD, None)
    for size in sizes:
        guest.driver.resize(size)
        for function in (COVERED, STICKING_OUT, SMALL_FIELDS, BESIDE_THE_LINK):
            for fault in guest.driver.evaluate(function):
                yield f"{size['width']} px: {fault}"


def addresses(visitor):
    table = played(visitor, 6).address
    # Wider than a phone, it is scrolled in its frame.
    wide = played(visitor, 2, LONG).address
    won = visitor.start("Ana", "Bea", goal="50")
    visitor.play(won, "", HEAVY)
    yield from ("/", "/matches/new", "/device", "/language", "/games", "/games/block", "/bin")
    for place in ("", "/wall", "/links", "/mend", "/undo", "/rounds", "/rounds/new", "/rounds/1"):
        yield f"{table}{place}"
    yield from (f"{table}/rounds/1/amend", f"{table}/rounds/new?entry=pips")
    yield visitor.start("Ana", "Bea", game="all-fives").address
    yield from (f"{wide}/rounds", won.address, f"{won.address}/winner")
    evening = come(visitor, start(visitor, minutes="30"), TWELVE)
    open_tables(visitor, evening)
    yield from ("/club", evening.address, f"{evening.address}/wall")
    yield from ("/players", "/players/1", "/players/1/matches", "/players/1/edit", "/season")
    yield from ("/players/1/against/2", f"/evenings/{evening_of(clock.now())}")
