// Morphs one element into another, keeping equal nodes with their focus and scroll position.

const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;

const newestRound = (items) => Number(items.find(isElement)?.dataset.number ?? 0);

function morphAttributes(old, now) {
  // Keep open elements open.
  const stays = ({ name }) => now.hasAttribute(name) || (name === "open" && old.nodeName === "DETAILS");
  for (const attribute of [...old.attributes]) if (!stays(attribute)) old.removeAttribute(attribute.name);
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

// Rounds are listed newest first: items are added or removed at the top, so that an item stays with its round.
function alignRounds(list, before, after) {
  // Between two items there is a text node.
  const more = 2 * (newestRound(after) - newestRound(before));
  before.splice(0, Math.max(0, -more)).forEach((node) => node.remove());
  list.prepend(...after.splice(0, Math.max(0, more)));
}

/** Make `old` like `now`, whose nodes may be moved into it. */
export function morph(old, now) {
  if (old.isEqualNode(now)) return;
  if (old.nodeName !== now.nodeName || !isElement(old)) return old.replaceWith(now);
  morphAttributes(old, now);
  const [before, after] = [[...old.childNodes], [...now.childNodes]];
  if (old.dataset.newestFirst !== undefined) alignRounds(old, before, after);
  after.forEach((node, place) => (before[place] ? morph(before[place], node) : old.append(node)));
  before.slice(after.length).forEach((node) => node.remove());
}
