"""A whole match in every engine, the turned table, and what each engine lays out by itself."""

import time

import pytest
from playwright.sync_api import ViewportSize

from scorekeeper import clock
from scorekeeper.clock import evening_of
from tests.browser.engines.guest import RETURN
from tests.browser.measuring import COVERED, SCROLLS, STICKING_OUT
from tests.browser.pages import FOUR, LONG, played
from tests.browser.scorer import PHONE, TABLET, UPRIGHT
from tests.effort import THOROUGH
from tests.support.club_nights import TWELVE, come, open_tables, start
from tests.support.rows import rows
from tests.web.visitor import HEAVY

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
    guest.sees("undone", "Ana 25 → 14")
    assert guest.driver.evaluate("() => document.marked === true")

    guest.press("Round 2", starting=True)
    guest.walks("""
        Edit; Bea:; 4-6 | Ana 24 instead of 14.
        Save changes | Round 2 edited / Ana 14 → 24
        Undo | Undone: the change to round 2 / Ana 24 → 14
        Redo the change to round 2 | 76 to go
    """)

    visitor.play(table, "", HEAVY)
    guest.sees("7 to go")
    visitor.play(table, "", "5-6")
    guest.sees("See result", "Ana wins!")
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


def test_twelve_play_a_club_night_from_their_names_to_who_has_won(guest):
    guest.open("/")
    guest.walks("Menu; Club nights")
    guest.fill("Name", "Friday")
    guest.fill("Rounds", "1")
    guest.press("Start club night")
    guest.press("Names", "textarea")
    guest.driver.type(RETURN.join(TWELVE))
    guest.walks("""
        Add them | 12 people, 3 tables
        Make the draw for round 1 | Tap two names to swap them
        Open the tables | 3 tables are still playing.
    """)
    for table in (1, 2, 3):
        guest.press(f"Table {table}", ".boards summary", starting=True)
        guest.press("Enter result")
        for side, points in enumerate(("100", "60"), start=1):
            guest.press("", f".of-side.c{side} input")
            for digit in points:
                guest.press(digit, "[data-digit]")
        guest.press("", ".bar .primary")
        guest.sees("win!" if table == 3 else "still playing.")
    guest.sees("Won 1 of 1", "The picture")


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
    guest.press("House rules…")
    guest.sees("No rule is changed")
    guest.press("Back")
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
    guest, visitor
):
    sizes = (PHONE, UPRIGHT, TABLET)
    guest.open(visitor.start(*FOUR).address)
    guest.walks("Menu; Tablet in the middle | Change seats")
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
    guest.sees("Round 2 undone", "Enter round 2")
    # What was tapped twice would have been done by now.
    time.sleep(2 * seconds)
    guest.sees("Round 2 undone", "Enter round 2")
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
# A line of scores whose numbers stand below the card that it is on.
BELOW_ITS_CARD = """() => [...document.querySelectorAll(".chart svg")].some((drawing) =>
  drawing.getBoundingClientRect().bottom > drawing.parentElement.getBoundingClientRect().bottom)"""


def test_the_table_and_the_winner_are_seen_at_once_and_points_in_play_are_added(guest, visitor):
    fives = visitor.start(*FOUR, game="all-fives").address
    won = visitor.start("Ana", "Bea", goal="50")
    visitor.play(won, "", HEAVY)
    for address in (fives, f"{fives}/wall", played(visitor, 6).address, f"{won.address}/winner"):
        guest.open(address)
        for size in LEFT:
            guest.driver.resize(size)
            assert not guest.driver.evaluate(SCROLLS), (address, size)
            assert not guest.driver.evaluate(BELOW_ITS_CARD), (address, size)
    guest.open(fives)
    guest.walks("""
        +10 for Ana; +5 for Dani | Dani +5 in play / 0 and 10 so far / Round 1 is over
        Undo +5 | Ana +10 in play / 90 to go
    """)


def test_everything_can_be_touched_and_nothing_is_too_wide(guest, visitor, thorough):
    faults = []
    for number, address in enumerate(addresses(visitor)):
        guest.open(address)
        # Each page where there is the least room, and as a tablet is held one way or the other.
        wide = (TABLET, UPRIGHT) if thorough else ((TABLET, UPRIGHT)[number % 2],)
        faults += [f"{address}, {fault}" for fault in misfits(guest, *wide, PHONE)]
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
    for place in ("", "/wall", "/links", "/edit", "/undo", "/rounds", "/rounds/new", "/rounds/1"):
        yield f"{table}{place}"
    yield from (f"{table}/rounds/1/edit", f"{table}/rounds/new?entry=pips")
    yield visitor.start("Ana", "Bea", game="all-fives").address
    yield from (f"{wide}/rounds", won.address, f"{won.address}/winner")
    evening = come(visitor, start(visitor, minutes="30"), TWELVE)
    open_tables(visitor, evening)
    yield from ("/club", evening.address, f"{evening.address}/wall")
    yield from ("/players", "/players/1", "/players/1/matches", "/players/1/edit", "/season")
    yield from ("/players/1/against/2", f"/evenings/{evening_of(clock.now())}")


# A dialog that is as high as the window hides its buttons under the keyboard of a phone.
OPEN_SPACE = """() => {
  const [last, dialog] = ["dialog[open] > :last-child", "dialog[open]"].map((each) =>
    document.querySelector(each).getBoundingClientRect());
  return dialog.height < innerHeight / 2 && dialog.bottom - last.bottom < 3;
}"""


def test_a_dialog_is_as_high_as_what_it_asks(guest, visitor):
    visitor.start("Ana", "Bea")
    guest.open("/matches/new")
    guest.driver.resize(PHONE)
    for name in ("Bea", "Ana"):
        guest.press(name, among="#chips button")
    guest.walks("House rules…; Save as… | Save these rules as")
    guest.becomes("it is low", OPEN_SPACE, True)


# What says in an empty field what that means, and is cut.
CUT_IN_FIELDS = """() => [...document.querySelectorAll(".usual-fields input")].filter((field) => {
  const { fontFamily, paddingLeft } = getComputedStyle(field);
  const { fontSize } = getComputedStyle(field, "::placeholder");
  const words = document.body.appendChild(document.createElement("span"));
  words.textContent = field.placeholder;
  Object.assign(words.style, { position: "absolute", fontFamily, fontSize });
  const { width } = words.getBoundingClientRect();
  words.remove();
  return width > field.clientWidth - 2 * parseFloat(paddingLeft);
}).map((field) => field.placeholder)"""


def test_what_an_empty_field_of_a_club_night_means_can_be_read(guest):
    guest.open("/club")
    guest.becomes("all of it is read", CUT_IN_FIELDS, [])


def test_points_are_tapped_and_added_up_in_wide_and_in_narrow_windows(guest, visitor):
    table = visitor.start(*FOUR, game="partnership")
    guest.open(f"{table.address}/rounds/new?entry=points")
    guest.press("Ana & Ciro: Points", "input")
    guest.walks("2; 7 | Ana and Ciro won the round. / 27\n Record round | Ana & Ciro +27")
    guest.driver.resize(PHONE)
    guest.open(f"{table.address}/rounds/new")
    guest.walks("1; 0; +; 5 | 10+5 points: who won? Tap them.")
    guest.press("Bea & Dani: Points", "input")
    guest.walks("| 10 + 5 = 15\n Record round | Enter round 3")
