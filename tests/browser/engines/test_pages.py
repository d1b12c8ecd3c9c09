"""The main pages in every engine: what is seen can be touched, and nothing is too wide."""

from scorekeeper.figures import clock
from scorekeeper.figures.clock import evening_of
from tests.browser.engines.driver import TABLET
from tests.browser.measuring import COVERED, STICKING_OUT
from tests.browser.pages import FOUR, played
from tests.web.club.test_evening import TWELVE, come, open_tables, start
from tests.web.visitor import HEAVY

UPRIGHT = (768, 1024)
# WebKitGTK makes no window narrower than that.
NARROW = {"firefox": (390, 844), "webkit": (500, 844)}
# Where letters are smaller Safari zooms in on a field that is typed into, and stays there.
SMALL_FIELDS = """() => [...document.querySelectorAll("input:not([type=hidden]), select, textarea")]
  .filter((field) => !["radio", "checkbox"].includes(field.type))
  .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
  .map((field) => `the letters of ${field.name || field.id} are small`)"""
# Panels have their places, or a pad is there to be tapped.
TURNED = "() => document.querySelector('.panel[data-at], .record[data-mode]') !== null"


def test_everything_can_be_touched_and_nothing_is_too_wide(guest, visitor, engine, thorough):
    faults = []
    for number, address in enumerate(addresses(visitor)):
        guest.open(address)
        # Each page where there is the least room, and as a tablet is held one way or the other.
        wide = (TABLET, UPRIGHT) if thorough else ((TABLET, UPRIGHT)[number % 2],)
        for size in (*wide, NARROW[engine]):
            guest.driver.resize(*size)
            faults += [f"{address}, {size[0]} px: {fault}" for fault in misfits(guest)]
    assert faults == []


def test_everything_can_be_touched_when_it_is_turned(guest, visitor, engine):
    table = visitor.start(*FOUR)
    guest.open(table.address)
    guest.press("Menu")
    guest.press("Turn to the players")
    faults = []
    for control in ("Bea: enter the hand", "Done"):
        guest.waits_for(control)
        guest.becomes("it is turned", TURNED, True)
        for size in (TABLET, UPRIGHT, NARROW[engine]):
            guest.driver.resize(*size)
            faults += [f"{control}, {size[0]} px: {fault}" for fault in misfits(guest)]
        guest.press(control)
    assert faults == []


def misfits(guest):
    """Say what is covered, too wide or too small to be typed into."""
    for function in (COVERED, STICKING_OUT, SMALL_FIELDS):
        yield from guest.driver.evaluate(function)


def addresses(visitor):
    """Give the addresses of the main pages, with something on each."""
    table = played(visitor, 6).address
    won = visitor.start("Ana", "Bea", goal="50")
    visitor.play(won, "", HEAVY)
    yield from ("/", "/matches/new", "/device", "/language", "/games", "/games/block", "/bin")
    for place in ("", "/wall", "/links", "/mend", "/undo", "/rounds/new", "/rounds/1"):
        yield f"{table}{place}"
    yield from (f"{table}/rounds/1/amend", f"{table}/rounds/new?entry=pips")
    yield from (won.address, f"{won.address}/winner")
    evening = come(visitor, start(visitor, minutes="30"), TWELVE)
    open_tables(visitor, evening)
    yield from ("/club", evening.address, f"{evening.address}/wall")
    yield from ("/players", "/players/1", "/players/1/matches", "/players/1/edit", "/season")
    yield from ("/players/1/against/2", f"/evenings/{evening_of(clock.now())}")
