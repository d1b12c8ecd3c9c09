"""Somebody with a tablet, in whatever engine its browser has."""

import time
from contextlib import suppress
from typing import Any

from tests.browser.engines.drivers import Away
from tests.browser.measuring import HITS
from tests.browser.scorer import walk

RETURN = "\ue006"
# Seconds until something must be there, on a busy machine: longer than a page waits for an answer.
PATIENCE = 20.0
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
