// Brings one piece of a page to where another is, so that what is the same stays what it was:
// whatever has the focus keeps it, and what was scrolled stays where it is.

const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;

const newestOf = (rows) => Number(rows.find(isElement).querySelector("th").textContent);

/** Make `old` like `now`, which is used up by it. */
export function bring(old, now) {
  if (old.isEqualNode(now)) return;
  if (old.nodeName !== now.nodeName || !isElement(old)) return old.replaceWith(now);
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const [was, is] = [[...old.childNodes], [...now.childNodes]];
  // Rounds are listed newest first: a row stays with its round.
  if (old.nodeName === "TBODY") {
    // Between two rows there is a blank.
    const more = 2 * (newestOf(is) - newestOf(was));
    was.splice(0, Math.max(0, -more)).forEach((node) => node.remove());
    old.prepend(...is.splice(0, Math.max(0, more)));
  }
  is.forEach((node, place) => (was[place] ? bring(was[place], node) : old.append(node)));
  was.slice(is.length).forEach((node) => node.remove());
}
