"""Somebody who keeps the score on a screen, by touching it and by reading it."""

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass

from playwright.sync_api import Page, ViewportSize, expect

from scorekeeper.i18n import COOKIE

TABLET = ViewportSize(width=1024, height=768)
UPRIGHT = ViewportSize(width=768, height=1024)
PHONE = ViewportSize(width=390, height=844)
SMALL_PHONE = ViewportSize(width=320, height=640)
# What a browser leaves of a screen, and the whole of it.
WINDOWS = tuple(
    ViewportSize(width=width, height=height)
    for width, height in (
        *((1024, 672), (1180, 740), (768, 950), (390, 664), (360, 640), (412, 700)),
        *((1024, 768), (768, 1024), (390, 844)),
    )
)
TABLETS = tuple(window for window in WINDOWS if window["width"] > 600)
PHONES = tuple(window for window in WINDOWS if window["width"] <= 600)
SCREENS = (TABLET, UPRIGHT, PHONE, SMALL_PHONE)
# Zoomed to 200 %, a tablet has half its width and height.
ZOOMED: ViewportSize = {"width": TABLET["width"] // 2, "height": TABLET["height"] // 2}
SIZES = (*SCREENS, ZOOMED)
# What is recorded is to be seen within a second, and what another device enters within five; the
# rest is for a busy machine.
AT_ONCE, SOON = 2000, 5000
# For an answer to a touch.
TOUCH_SECONDS = 10


def touch(page, x, y):
    """Touch a place, whatever lies there.

    Where the page goes away at that moment, Chromium may never answer, and Playwright knows no
    limit for a touch.
    """
    answer = page.touchscreen._impl_obj.tap(x, y)
    with suppress(TimeoutError):
        page._sync(asyncio.wait_for(answer, TOUCH_SECONDS))


def walk(who, told):
    """Do what stands before the bar of each line, then expect what stands behind it.

    `Ana: 1-2 3-4` is a hand that is entered, `Ana: out` one without tiles, and `Ana:` only
    turns to it; tiles alone are tapped, other words pressed. What a hand holds is expected
    there, all else somewhere on the page, or nowhere with `not` before it.
    """
    for line in told.strip().splitlines():
        steps, _, expected = line.partition("|")
        for step in filter(None, map(str.strip, steps.split(";"))):
            take(who, step)
        for words in filter(None, map(str.strip, expected.split(" / "))):
            if re.match(r"\w+, (\d+ pip|went out|not entered)", words):
                who.holds(words)
            elif words.startswith("not "):
                who.misses(words.removeprefix("not "))
            else:
                who.sees(words)


def take(who, step):
    name, is_hand, hand = step.partition(":")
    if is_hand:
        who.turn_to(name)
        if hand:
            who.press(f"{name} went out") if hand == " out" else who.tap(hand)
    elif re.fullmatch(r"\d+-\d+( \d+-\d+)*", step):
        who.tap(step)
    else:
        who.press(step)


@dataclass(frozen=True, slots=True)
class Scorer:
    """What a person does with a page and sees on it."""

    page: Page

    @property
    def heading(self):
        return self.page.get_by_role("heading", level=1)

    @property
    def live(self):
        """What the page says the round would come to."""
        return self.page.locator("#live").filter(visible=True)

    @property
    def line(self):
        """What the pad asks for."""
        return self.page.locator("#line").filter(visible=True)

    @property
    def banner(self):
        """What happened last, above the scores of the table."""
        return self.page.get_by_role("region", name="Latest change")

    def open(self, address):
        self.page.goto(address)

    def reload(self):
        """Load the page again once the server has what was tapped.

        An answer that comes while the page is on its way is newer than that page, which has the
        rest with its next look, and may open at another hand.
        """
        expect(self.page.locator("#live[aria-busy=true]")).to_have_count(0)
        self.page.reload()

    def on(self, *screens):
        """Look at the page on one screen after the other."""
        for screen in screens:
            self.page.set_viewport_size(screen)
            yield screen

    def becomes(self, said):
        """Wait until something is true on the page; its policy lets nobody evaluate it there."""
        self.until(lambda: self.page.evaluate(said), f"that {said}")

    def until(self, true, said):
        """Wait until something is true, wherever that is to be seen."""
        for _ in range(200):
            if true():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"It never is {said}.")

    def look_again(self):
        """Come back to the page, which asks at once what others did and not only in two seconds."""
        self.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    def speak(self, language):
        """See the same page in another language."""
        self.page.context.add_cookies([{"name": COOKIE, "value": language, "url": self.page.url}])
        self.page.reload()
        # To look for an element costs half as much as the page itself, once on each.
        assert self.page.evaluate("document.documentElement.lang") == language

    def control(self, words):
        """Find a button or a link by its words."""
        button = self.page.get_by_role("button", name=words, exact=True)
        return button.or_(self.page.get_by_role("link", name=words, exact=True))

    def press(self, words):
        self.control(words).tap()

    def unfold(self, words):
        """Press what opens and closes a part of the page."""
        self.page.locator("summary").get_by_text(words, exact=True).tap()

    def press_in_menu(self, words):
        self.page.locator(".menu summary").tap()
        self.page.locator(".lines").get_by_text(words, exact=True).tap()

    def sees(self, *sentences):
        """Expect that all this can be read somewhere on the page."""
        for sentence in sentences:
            expect(self.page.locator("body")).to_contain_text(sentence, use_inner_text=True)

    def misses(self, *sentences):
        for sentence in sentences:
            expect(self.page.locator("body")).not_to_contain_text(sentence, use_inner_text=True)

    def reads_in_banner(self, what, gain):
        """Expect that the banner of the table says what happened, and what the winner got."""
        expect(self.banner.locator(".news-text:visible")).to_have_text(what)
        expect(self.banner.locator(".gain:visible")).to_have_text(gain)

    def fill_in_names(self, *names):
        """Go from the home page to the one that starts a match, and say who sits where."""
        self.open("/")
        begins = re.compile("^(New match|Start the first match)$")
        self.page.get_by_role("link", name=begins).first.tap()
        # Its scripts are there, too.
        self.page.wait_for_url("**/matches/new")
        self.sit_down(*names)

    def sit_down(self, *names):
        """Type who sits down at the next free seats."""
        naming = self.page.get_by_role("dialog", name="Who sits down?")
        for name in names:
            if naming.is_hidden():
                self.press("New name")
            naming.get_by_role("textbox").fill(name)
            self.page.keyboard.press("Enter")
        if naming.is_visible():
            naming.get_by_role("button", name="Close").tap()

    def start(self, *names, goal="", partners=False):
        """Start a match from the home page: the names, and one tap for Block to 100."""
        self.fill_in_names(*names)
        if goal:
            self.choose(goal)
        if partners:
            self.press("In pairs")
        self.press("Start match")
        expect(self.heading).to_have_text(re.compile("^Block"))

    def choose(self, words, among=""):
        """Tap one of several that exclude each other, `among` those asked for by a question."""
        place = self.page.get_by_role("group", name=among) if among else self.page
        place.get_by_role("radio", name=words, exact=True).tap()

    def seat(self, name):
        """Find what is tapped to turn to a hand; its words tell what is in it."""
        return self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}, "))

    def holds(self, *hands, timeout=10_000):
        """Expect what is in hands, in the words of what is tapped: Ana, 8 pips, 1 tile."""
        for words in hands:
            seat = self.seat(words.partition(",")[0])
            expect(seat).to_have_accessible_name(words, timeout=timeout)

    def tile(self, tile):
        return self.page.locator(f'button[data-tile="{tile}"]')

    def tap(self, tiles):
        """Tap tiles, for the hand whose turn it is."""
        for tile in tiles.split():
            self.tile(tile).tap()

    def turn_to(self, name):
        self.seat(name).tap()

    def hold(self, name, tiles):
        """Turn to a hand and tap what is in it; nothing where its player went out."""
        self.walks(f"{name}: {tiles or 'out'}")

    def type(self, name, tiles):
        """Type what is in a hand; nothing where its player went out."""
        if tiles:
            self.page.get_by_label(f"{name}: Tiles left").fill(tiles)
        else:
            self.page.get_by_label(f"{name}: went out").check()

    def record(self, button="Record round"):
        """Record the round and wait for what it came to."""
        self.press(button)
        expect(self.page).to_have_url(re.compile(r"/(matches/\d+|winner)$"))

    def play(self, number, **hands):
        """Play a round from the table until it comes back, by tapping."""
        self.press(f"Enter round {number}")
        for name, tiles in hands.items():
            self.hold(name, tiles)
        self.record()

    def walks(self, told):
        walk(self, told)
