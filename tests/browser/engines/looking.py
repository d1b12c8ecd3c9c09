"""Looking at a page the way any engine understands: functions that are called on it."""

from tests.browser.measuring import HITS

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

SELECT = "() => document.activeElement.select?.()"
TEXT = """() => document.body?.innerText.replace(/\\s+/g, " ") ?? \"\""""
VALUE = f"""(words) => {{{_NAMED}
  const fields = [...document.querySelectorAll("input, select")];
  return fields.find((field) => named(field) === words)?.value;
}}"""
NAMES = f"""(selector) => {{{_NAMED}
  return [...document.querySelectorAll(selector)].filter(shown).map(named);
}}"""
