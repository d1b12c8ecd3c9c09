// Reading and writing hands as they are typed: "1-2 24 3|5". No scoring here.

const TILE = /^(\d)[-|:/.]?(\d)$/;

/** The one name of a tile, lower end first. */
export const nameOf = (a, b) => (a <= b ? `${a}-${b}` : `${b}-${a}`);

/** The tiles in a typed text, or null where it cannot be read. */
export function read(text) {
  const words = text.trim().split(/[\s,;]+/).filter(Boolean);
  const found = words.map((word) => TILE.exec(word));
  return found.every(Boolean) ? found.map(([, a, b]) => nameOf(a, b)) : null;
}

/** How many pips to show for a hand. */
export const pipsOf = (hand) => hand.reduce((sum, name) => sum + Number(name[0]) + Number(name[2]), 0);

/** The face of a tile: its two ends side by side. */
export const face = (left, right) =>
  `<svg viewBox="0 0 88 44"><use href="#e${left}"/><use href="#e${right}" x="44"/></svg>`;
