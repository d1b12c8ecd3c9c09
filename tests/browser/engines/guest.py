"""Somebody at the table, whose browser may be any."""

import time
from functools import partial
from typing import Any

from tests.browser.engines.driver import Away
from tests.browser.engines.looking import FIND, IS_OLD, MARK, NAMES, SELECT, TEXT, VALUE

# Seconds until something must be there, on a busy machine.
PATIENCE = 10.0
PAUSE = 0.03
CONTROLS = "a[href], button, summary, input, select"


class Guest:
    """What a person does with a page and reads on it."""

    def __init__(self, driver, home):
        self.driver, self._home = driver, home

    def open(self, address):
        """Go to a page of ours, and wait until it is there."""
        self._ask(MARK)
        self.driver.open(f"{self._home}{address}")
        self._until(lambda: self._ask(IS_OLD) is False, f"{address} comes")
        self._until(self._find_anything, f"{address} is there")

    def press(self, words, among=CONTROLS):
        """Touch the middle of the control with these words."""
        self._touch(among, words, starting=False)

    def press_starting(self, words, among=CONTROLS):
        """Touch the middle of the control whose words begin so."""
        self._touch(among, words, starting=True)

    def press_on(self, selector):
        """Touch the middle of a place that is no control: whatever lies there is meant."""
        self._touch(selector, "", starting=False, covered=True)

    def tile(self, *tiles):
        """Tap tiles on the pad."""
        for tile in tiles:
            self._touch(f'button[data-tile="{tile}"]', "", starting=False)

    def hold(self, name, tiles):
        """Turn to a hand and tap what is in it; nothing where its player went out."""
        self.press_starting(f"{name}, ", "button")
        self.tile(*tiles.split()) if tiles else self.press(f"{name} went out")

    def fill(self, label, text):
        """Type into a field in the place of what is in it."""
        self.press(label, "input")
        self.driver.evaluate(SELECT)
        self.driver.type(text)
        self._until(lambda: self._ask(VALUE, label) == text, f"“{label}” holds {text}")

    def sees(self, *sentences, within=PATIENCE):
        """Wait until all this can be read."""
        for sentence in sentences:
            self._until(partial(self._reads, sentence), f"“{sentence}” is read", within)

    def waits_for(self, words, among=CONTROLS):
        """Wait until there is a control whose words begin so."""
        self._until(lambda: any(n.startswith(words) for n in self.names(among)), f"“{words}” comes")

    def becomes(self, said, function, expected):
        """Wait until the page answers so."""
        self._until(lambda: self._ask(function) == expected, said)

    def names(self, among=CONTROLS):
        """List the words of the controls that are shown."""
        found: list[str] = self._ask(NAMES, among) or []
        return found

    @property
    def text(self):
        """All that can be read on the page; nothing while it changes to another."""
        return str(self._ask(TEXT) or "")

    def _touch(self, selector, words, *, starting, covered=False):
        """Wait until a control stays where it is and nothing covers it, and touch it there."""
        seen: dict[str, Any] | None = None
        late = time.monotonic() + PATIENCE
        while time.monotonic() < late:
            before, seen = seen, self._ask(FIND, selector, words, starting)
            if seen is not None and seen == before and (covered or not seen["over"]):
                return self.driver.tap(seen["x"], seen["y"])
            time.sleep(PAUSE)
        meant = words or selector
        if seen is None:
            raise AssertionError(f"There is no “{meant}” among {self.names()}.")
        raise AssertionError(f"“{meant}” is covered by {seen['over']}.")

    def _find_anything(self):
        return self._ask(FIND, "body", "", False) is not None

    def _reads(self, sentence):
        return sentence in self.text

    def _ask(self, function, *given):
        """Ask the page; nothing while it is not there."""
        try:
            return self.driver.evaluate(function, *given)
        except Away:
            return None

    @staticmethod
    def _until(true, said, within=PATIENCE):
        late = time.monotonic() + within
        while not true():
            if time.monotonic() > late:
                raise AssertionError(f"It never is that {said}.")
            time.sleep(PAUSE)
