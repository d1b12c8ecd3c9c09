"""Words of a page that nobody can read, as something covers or cuts them, also once scrolled to."""

# What is shortened by three points tells so itself, and what scrolls inside is seen by that. What
# lies over a word without a colour of its own, as what is touched over a card, lets it be read.
HIDDEN_WORDS = """() => {
  const styleOf = (element) => getComputedStyle(element);
  const shown = (element) => element.checkVisibility({ visibilityProperty: true })
    && styleOf(element).clipPath === "none" && !element.closest(".sr, [inert], svg");
  const above = (element) =>
    element === document.body ? [] : [element, ...above(element.parentElement)];
  const clips = ({ display, overflowX, overflowY }) =>
    display !== "contents" && (overflowX !== "visible" || overflowY !== "visible");
  const free = ({ overflowX, overflowY, textOverflow, webkitLineClamp }) =>
    /auto|scroll/.test(overflowX + overflowY) || textOverflow === "ellipsis"
    || webkitLineClamp !== "none";
  const within = (line, boxes) => boxes.reduce((seen, box) => {
    const [left, top] = [Math.max(seen.left, box.left), Math.max(seen.top, box.top)];
    const [right, bottom] = [Math.min(seen.right, box.right), Math.min(seen.bottom, box.bottom)];
    return { left, top, right, bottom };
  }, line);
  const cutting = (lines, parents) => {
    const end = parents.findIndex((each) => free(styleOf(each)));
    const hold = parents.slice(0, end < 0 ? undefined : end);
    return hold.filter((each) => clips(styleOf(each))).find((each) => {
      const box = each.getBoundingClientRect();
      return lines.some(({ left, right, top, bottom, height }) => left < box.left - 2
        || right > box.right + 2 || top < box.top - height / 4 || bottom > box.bottom + height / 4);
    });
  };
  const isSolid = (element) => element.matches("svg, img, b, h1, h2, p")
    || styleOf(element).backgroundImage !== "none"
    || !/^rgba.*, 0\\)$/.test(styleOf(element).backgroundColor);
  const covering = (element, lines, parents) => {
    const apart = (each) => !each.contains(element) && !element.contains(each);
    const boxes = parents.filter((each) => clips(styleOf(each)))
      .map((each) => each.getBoundingClientRect());
    for (const { left, top, right, bottom } of lines.map((line) => within(line, boxes))) {
      if (right < left + 4 || bottom < top + 4) continue;
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const over = at && above(at).filter(apart).find(isSolid);
      if (over) return over;
    }
  };
  const faults = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: element } = texts.currentNode;
    if (!data.trim() || !shown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const lines = () => [...range.getClientRects()].filter(({ width }) => width > 1);
    const parents = above(element);
    const hiding = () => cutting(lines(), parents) ?? covering(element, lines(), parents);
    let over = hiding();
    if (over) {
      element.scrollIntoView({ block: "center", behavior: "instant" });
      over = hiding();
      scrollTo({ left: 0, top: 0, behavior: "instant" });
    }
    const by = over && `${over.localName}.${over.className}`;
    if (over) faults.push(`“${data.trim().slice(0, 40)}” is hidden by ${by}`);
  }
  return faults;
}"""
