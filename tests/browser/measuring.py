"""Measuring what a page looks like, in CSS pixels."""

from playwright.sync_api import Locator, Page, ViewportSize

# What is touched: for a radio button or a checkbox also its label, whichever is larger.
_SMALL_CONTROLS = """least => {
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const targets = (control) =>
    ["radio", "checkbox"].includes(control.type) ? [control, ...control.labels] : [control];
  const fits = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width >= least && height >= least;
  };
  return [...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")]
    // What nobody is told of is not there to be touched: the button that Enter presses.
    .filter((control) => !control.closest("[aria-hidden=true]"))
    .filter((control) => shown(control) && !targets(control).some(fits))
    .map((control) => {
      const { width, height } = control.getBoundingClientRect();
      const words = (control.getAttribute("aria-label") ?? control.textContent).trim();
      const name = words.replace(/\\s+/g, " ") || control.name;
      return `${control.localName} “${name}”: ${width.toFixed(1)} × ${height.toFixed(1)}`;
    });
}"""

# How far the page scrolls sideways, and because of what; what scrolls by itself may be wide inside.
STICKING_OUT = """() => {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = (element) => {
    const { left, right } = element.getBoundingClientRect();
    return Math.max(right, left + element.scrollWidth) > clientWidth;
  };
  const culprits = (element) => {
    if (getComputedStyle(element).overflowX !== "visible") return [];
    const inside = [...element.children].flatMap(culprits);
    return inside.length || !wide(element) ? inside : [element];
  };
  const classes = (element) => (element.getAttribute("class") ?? "").replaceAll(" ", ".");
  const named = [...document.body.children].flatMap(culprits).map(
    (element) => `${element.localName}.${classes(element)}`);
  return [`it scrolls ${scrollWidth - clientWidth} px sideways: ${named.join(", ")}`];
}"""

# Where a control is that somebody means to touch, the middle of its first line, and what is over
# it. Labels stand for their controls, and so does what is inside.
HITS = """
  const middle = (element) => {
    const { left, top, width, height } = element.getClientRects()[0];
    return [left + width / 2, top + height / 2];
  };
  const outside = ([x, y]) => x < 0 || y < 0 || x >= innerWidth || y >= innerHeight;
  const over = (control, [x, y]) => {
    const at = document.elementFromPoint(x, y);
    const own = [control, ...(control.labels ?? [])];
    return !at || own.some((part) => part.contains(at)) ? null : at;
  };"""

# What a finger would not reach: it is covered, and still is when the page is scrolled to it.
COVERED = f"""() => {{{HITS}
  const kinds = "a[href], button, input:not([type=hidden]), select, summary, textarea";
  const shown = (element) => element.checkVisibility({{ visibilityProperty: true }})
    && element.getClientRects().length && !element.closest("[aria-hidden=true], [inert]");
  const choice = (control) => ["radio", "checkbox"].includes(control.type);
  const covering = (control) => {{
    const parts = [control, ...(choice(control) ? control.labels : [])].filter(shown);
    const points = parts.map(middle).filter((point) => !outside(point));
    const found = points.map((point) => over(control, point));
    return found.every(Boolean) ? found[0] : null;
  }};
  const [left, top] = [scrollX, scrollY];
  const faults = [...document.querySelectorAll(kinds)].filter(shown).flatMap((control) => {{
    if (!covering(control)) return [];
    control.scrollIntoView({{ block: "center", behavior: "instant" }});
    const at = covering(control);
    if (!at) return [];
    const words = control.getAttribute("aria-label") ?? control.textContent.trim();
    const name = (words || control.name).slice(0, 40);
    return [`${{control.localName}} “${{name}}” is under ${{at.outerHTML.slice(0, 80)}}`];
  }});
  scrollTo({{ left, top, behavior: "instant" }});
  return faults;
}}"""

_REACHABLE = """button => {
  scrollTo(0, 0);
  const { left, right, top, bottom } = button.getBoundingClientRect();
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
    return `${left}–${right} × ${top}–${bottom} of ${innerWidth} × ${innerHeight}`;
  const points = [[left + 9, top + 9], [right - 9, bottom - 9]];
  const covering = points.map(([x, y]) => document.elementFromPoint(x, y));
  const over = covering.find((element) => !button.contains(element));
  return over ? `covered by ${over.localName}.${over.className}` : "";
}"""

_OVERLAPPING = """elements => {
  const boxes = elements.map((element) => [element, element.getBoundingClientRect()]);
  const name = (element) => element.getAttribute("aria-label") ?? element.textContent.trim();
  return boxes.flatMap(([one, a], index) => boxes.slice(index + 1)
    .map(([other, b]) => [other, Math.min(a.right, b.right) - Math.max(a.left, b.left),
                          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)])
    .filter(([, across, down]) => across > 0.5 && down > 0.5)
    .map(([other, across, down]) =>
      `${name(one)} and ${name(other)}: ${across.toFixed(1)} × ${down.toFixed(1)}`));
}"""

_CUT = "elements => elements.map((element) => element.scrollWidth - element.clientWidth)"

_CUT_BELOW = "elements => elements.map((element) => element.scrollHeight - element.clientHeight)"

_TEXT_WIDTHS = """elements => elements.map((element) => {
  const range = document.createRange();
  range.selectNodeContents(element.firstChild);
  const box = element.parentElement.getBoundingClientRect();
  const digits = range.getBoundingClientRect();
  return { size: parseFloat(getComputedStyle(element).fontSize),
           left: digits.left - box.left, right: box.right - digits.right };
})"""


# How high the digits are that are drawn, where they end, and whether the box holds them.
_GLYPHS = """elements => elements.map((element) => {
  const pen = document.createElement("canvas").getContext("2d");
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const [line, box] = [element, element.closest(".side")].map((e) => e.getBoundingClientRect());
  return { height: pen.measureText("1").actualBoundingBoxAscent, bottom: line.bottom,
           inside: line.left >= box.left && line.right <= box.right
             && line.top >= box.top && line.bottom <= box.bottom };
})"""

# Where everything is that a finger may be about to touch, by what it is.
_PLACES = """() => Object.fromEntries(
  [".news", ".acts", ".side", ".score", ".foot", ".go"].flatMap((selector) =>
    [...document.querySelectorAll(selector)].map((element, index) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return [`${selector} ${index}`, [left, top, right, bottom].map(Math.round)];
    })))"""


def flatten(page: Page) -> None:
    """Take the gradient off the background, leaving its darker colour."""
    page.evaluate("document.body.style.backgroundImage = 'none'")


def small_controls(page: Page, least: int = 48) -> list[str]:
    """List what can be seen and touched, and is too small for a finger."""
    return list(page.evaluate(_SMALL_CONTROLS, least))


def sticking_out(page: Page) -> list[str]:
    """List what makes a page scroll sideways."""
    return list(page.evaluate(STICKING_OUT))


def covered(page: Page) -> list[str]:
    """List what can be seen and not touched, as something else lies on its middle."""
    return list(page.evaluate(COVERED))


def misfits(page: Page, *sizes: ViewportSize) -> list[str]:
    """Say what is too wide, too small or covered, and on which of some screens."""
    found = []
    for size in sizes:
        page.set_viewport_size(size)
        faults = (*sticking_out(page), *small_controls(page), *covered(page))
        found += [f"{size['width']} px: {fault}" for fault in faults]
    return found


def out_of_reach(control: Locator) -> str:
    """Say why a control cannot be touched without scrolling; nothing where it can."""
    return str(control.evaluate(_REACHABLE))


def overlapping(controls: Locator) -> list[str]:
    """List the pairs that lie on each other, so that a finger may hit the wrong one."""
    return list(controls.evaluate_all(_OVERLAPPING))


def cut(texts: Locator) -> list[int]:
    """Say how many pixels of each text are not seen, as it is cut short."""
    return list(texts.evaluate_all(_CUT))


def cut_below(parts: Locator) -> list[int]:
    """Say how many pixels of each part are below its lower edge, where they are not seen."""
    return list(parts.evaluate_all(_CUT_BELOW))


def glyphs(scores: Locator) -> list[dict[str, float]]:
    """Measure digits as they are drawn: `height` in pixels, `bottom`, and whether `inside`."""
    return list(scores.evaluate_all(_GLYPHS))


def places(page: Page) -> dict[str, list[int]]:
    """Return where the parts of the table are."""
    return dict(page.evaluate(_PLACES))


def digits(scores: Locator) -> list[dict[str, float]]:
    """Measure scores: the `size` of their digits, and the room `left` and `right` of them."""
    return list(scores.evaluate_all(_TEXT_WIDTHS))
