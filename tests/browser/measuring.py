"""Measuring what a page looks like, in CSS pixels."""

from playwright.sync_api import ViewportSize, expect

# A laptop.
WIDE = ViewportSize(width=1280, height=800)

# What is touched: for a radio button or a checkbox also its label, whichever is larger.
_SMALL_CONTROLS = """() => {
  const least = 48;
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

# Words of a control that are not whole: they leave it, or the screen where nothing scrolls to them.
# What is shortened by three points tells so itself; a name may be as long as twenty letters in one.
CUT_OFF = """() => {
  const shown = (element) => element.checkVisibility({ visibilityProperty: true })
    && getComputedStyle(element).clipPath === "none" && !element.closest(".sr, [inert]");
  const scrolls = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
  const scrolled = (element) => element && (scrolls(element) || scrolled(element.parentElement));
  const shortened = (element, control) => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(element);
    if (textOverflow === "ellipsis" || webkitLineClamp !== "none") return true;
    return element !== control && shortened(element.parentElement, control);
  };
  const controls = [...document.querySelectorAll("a.btn, button, summary, .btn, label")];
  return controls.filter(shown).flatMap((control) => {
    const box = control.getBoundingClientRect();
    const right = scrolled(control) ? box.right : Math.min(box.right, innerWidth);
    const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
    const cut = [];
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const parent = text.parentElement;
      if (!text.data.trim() || /\\S{20}/.test(text.data)) continue;
      if (!shown(parent) || shortened(parent, control)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const out = [...range.getClientRects()].some((words) => words.left < box.left - 1
        || words.right > right + 1 || words.top < box.top - 2 || words.bottom > box.bottom + 2);
      if (out) cut.push(`“${text.data.trim().slice(0, 60)}” leaves its ${control.localName}`);
    }
    return cut;
  });
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
# What is held for half a second after a tap lets fingers through, and is measured as it is then.
COVERED = f"""() => {{{HITS}
  const held = [...document.querySelectorAll("[data-held]")];
  for (const control of held) delete control.dataset.held;
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
  for (const control of held) control.dataset.held = "";
  return faults;
}}"""

# What is asked of parts of a page, by the wish: each lists the faults of the elements it is called
# on. They are reached without scrolling, lie apart, and are whole: no line of them, and no lines.
_WISHES = {
    "reached": """element => {
      scrollTo(0, 0);
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
        return `${left}–${right} × ${top}–${bottom} of ${innerWidth} × ${innerHeight}`;
      const points = [[left + 9, top + 9], [right - 9, bottom - 9]];
      const covering = points.map(([x, y]) => document.elementFromPoint(x, y));
      const over = covering.find((each) => !element.contains(each));
      return over ? `covered by ${over.localName}.${over.className}` : null;
    }""",
    "apart": """(element, at, all) => {
      const a = element.getBoundingClientRect();
      const on = all.slice(at + 1).find((other) => {
        const b = other.getBoundingClientRect();
        return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
          && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
      });
      return on ? `lies on “${on.textContent.trim()}”` : null;
    }""",
    "in_line": """({ scrollWidth, clientWidth }) =>
      scrollWidth > clientWidth ? `is ${scrollWidth} of ${clientWidth} wide` : null""",
    # Lines are no whole pixels high.
    "to_the_end": """({ scrollHeight, clientHeight }) =>
      scrollHeight > clientHeight + 1 ? `is ${scrollHeight} of ${clientHeight} high` : null""",
}
_UNMET = """(elements, fault) => {
  const words = (each) => each.getAttribute("aria-label") || each.textContent.trim();
  return elements.map((element, at, all) => [element, fault(element, at, all)])
    .flatMap(([element, said]) => said
      ? [`“${(words(element) || element.className).slice(0, 40)}” ${said}`] : []);
}"""

# How large digits are written and drawn, where they end, and whether their box holds them.
_GLYPHS = """elements => elements.map((element) => {
  const pen = document.createElement("canvas").getContext("2d");
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const range = document.createRange();
  range.selectNodeContents(element.firstChild);
  const around = [element, element.closest(".side"), range, element.parentElement];
  const [line, box, words, room] = around.map((each) => each.getBoundingClientRect());
  return { size: parseFloat(fontSize), height: pen.measureText("1").actualBoundingBoxAscent,
           bottom: line.bottom,
           inside: line.left >= box.left && line.right <= box.right
             && line.top >= box.top && line.bottom <= box.bottom
             && words.left >= room.left && words.right <= room.right };
})"""

# Where everything is that a finger may be about to touch, by what it is.
_PLACES = """selectors => Object.fromEntries(selectors.flatMap((selector) =>
  [...document.querySelectorAll(selector)].map((element, index) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    // A tile in the hand is lifted a little, in its place.
    const lifted = parseFloat(getComputedStyle(element).translate.split(" ")[1] ?? 0);
    const place = [left, top - lifted, right, bottom - lifted].map(Math.round);
    return [`${selector} ${index}`, place];
  })))"""
_OF_THE_TABLE = (".news", ".buttons", ".side", ".score", ".foot", ".go")

# Whether not all of a page is seen at once.
SCROLLS = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return scrollWidth > innerWidth || scrollHeight > innerHeight;
}"""

_SETTLING = """(element, milliseconds) => {
  // Anew, as it may be over.
  element.style.animationName = "none";
  element.getAnimations();
  element.style.animationName = "";
  const [settling] = element.getAnimations();
  settling.pause();
  settling.currentTime = milliseconds;
  return getComputedStyle(element).pointerEvents;
}"""

_PARTED = """([selector, pattern]) => {
  const seen = (element) => element.checkVisibility({ visibilityProperty: true })
    && getComputedStyle(element).clipPath === "none"
    && !element.closest(".sr, .numbers, svg, select");
  return [...document.querySelectorAll(selector)].flatMap((part) => {
    const found = [], texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (!seen(text.parentElement)) continue;
      for (const { 0: words, index } of text.data.matchAll(new RegExp(pattern, "gu"))) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + words.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => top));
        if (lines.size > 1) found.push(words);
      }
    }
    return found;
  });
}"""

# What is wrong on paper: what looks as if it could be pressed, and a choice that is not told;
_PRESSED = """() => [...document.querySelectorAll("button, summary, .btn, nav, .menu")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .concat([...document.querySelectorAll("select")].filter((each) => {
    const { appearance, borderTopWidth } = getComputedStyle(each);
    return appearance !== "none" || borderTopWidth !== "0px" || !each.checkVisibility();
  }))
  .map((each) => each.outerHTML.slice(0, 80))"""
# words that are neither black nor in a colour that is dark on white,
_PALE = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
  };
  const words = (each) => [...each.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  return [...document.body.querySelectorAll("*")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && words(each))
    .filter((each) => light(getComputedStyle(each).color) > 0.55)
    .map((each) => each.outerHTML.slice(0, 80));
}"""
# and what is not on white.
_FILLED = """() => [document.documentElement, document.body, ...document.querySelectorAll("main *")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .filter((each) => getComputedStyle(each).backgroundColor !== "rgba(0, 0, 0, 0)"
    || getComputedStyle(each).backgroundImage !== "none")
  .map((each) => each.outerHTML.slice(0, 80))"""


def flatten(page):
    """Take the gradient off the background, leaving its darker colour."""
    page.evaluate("document.body.style.backgroundImage = 'none'")


def settle(page):
    """Wait until nothing is held any more where somebody has just tapped."""
    expect(page.locator("[data-held]")).to_have_count(0)


def misfits(page, *sizes, **wishes):
    """Say what is too wide, too small or covered, and which wishes are not met, on some screens.

    A wish says of which parts of the page it is; those that are not shown are left out.
    """
    found = []
    settle(page)
    for size in sizes:
        page.set_viewport_size(size)
        measured = STICKING_OUT, _SMALL_CONTROLS, COVERED
        faults = [fault for measure in measured for fault in page.evaluate(measure)]
        for wish, selector in wishes.items():
            faults += unmet(page.locator(selector), wish)
        found += [f"{size['width']} px: {fault}" for fault in faults]
    return found


def unmet(parts, wish):
    """Say of which parts of a page a wish is not true; there have to be some."""
    settle(parts.page)
    shown = parts.filter(visible=True)
    function = f"elements => elements.length ? ({_UNMET})(elements, {_WISHES[wish]}) : ['none']"
    return [f"{wish}: {fault}" for fault in shown.evaluate_all(function)]


def glyphs(scores):
    """Measure digits: `size`, `height` as they are drawn, `bottom`, and whether `inside`."""
    return list(scores.evaluate_all(_GLYPHS))


def places(page, *parts):
    """Return where parts of a page are, those of the table if none are named."""
    return dict(page.evaluate(_PLACES, parts or _OF_THE_TABLE))


def parted(page, selector, words):
    """List the words that begin in one line and end in another, by what they look like."""
    return list(page.evaluate(_PARTED, [selector, words]))


def touched_after(part, milliseconds):
    """Say whether a part of a page can be touched so long after it began to show."""
    return str(part.evaluate(_SETTLING, milliseconds)) == "auto"


def wasted(page):
    """List what is printed of a page and should not be, as long as it is on paper."""
    found = zip(("pressed", "pale", "filled"), (_PRESSED, _PALE, _FILLED), strict=True)
    return [f"{kind}: {each}" for kind, listed in found for each in page.evaluate(listed)]


PANELS = """() => [...document.querySelectorAll(".panel")].map((panel) => {
  const digits = panel.querySelector(".digits");
  const [outer, inner] = [panel, digits].map((each) => each.getBoundingClientRect());
  const inside = inner.left >= outer.left - 1 && inner.right <= outer.right + 1
    && inner.top >= outer.top - 9 && inner.bottom <= outer.bottom + 9;
  return { at: panel.dataset.at, angle: getComputedStyle(panel.querySelector(".turned")).rotate,
           size: parseFloat(getComputedStyle(digits).fontSize), inside,
           middle: [outer.left + outer.width / 2, outer.top + outer.height / 2],
           onScreen: outer.left >= 0 && outer.top >= 0
             && outer.right <= innerWidth && outer.bottom <= innerHeight };
})"""


def panels(scorer):
    """Measure the panels, in order of play, once they have their places."""
    expect(scorer.page.locator(".panel[data-at]").first).to_be_visible()
    return list(scorer.page.evaluate(PANELS))
