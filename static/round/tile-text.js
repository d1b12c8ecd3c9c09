// Reading and writing hands as they are typed: "1-2 24 3|5". No scoring here.

const TILE = /^(\d{1,2})[-–|:/](\d{1,2})$|^(\d)(\d)$/;

export const wordsOf = (text) => text.trim().split(/[\s,;]+/).filter(Boolean);

/** The one name of a tile, lower end first. */
export const nameOf = (a, b) => (Number(a) <= Number(b) ? `${a}-${b}` : `${b}-${a}`);

/** The ends of a named tile, the lower first. */
export const endsOf = (name) => name.split("-").map(Number);

/** The tile a word means, or null. */
export function tileOf(word) {
  const ends = TILE.exec(word)?.slice(1).filter(Boolean).map(Number);
  return ends ? nameOf(...ends) : null;
}

/** The tiles in a typed text, or null where it cannot be read. */
export function read(text) {
  const found = wordsOf(text).map(tileOf);
  return found.includes(null) ? null : found;
}

/** How many pips to show for a hand. */
export const pipsOf = (hand) => hand.flatMap(endsOf).reduce((sum, end) => sum + end, 0);

/** The face of a tile: its two ends side by side. */
export const face = (left, right) =>
  `<svg viewBox="0 0 88 44"><use href="#e${left}"/><use href="#e${right}" x="44"/></svg>`;

/** The face of a tile that stands on its lower end. */
export const standing = (top, foot) =>
  `<svg viewBox="0 0 44 88"><use href="#e${top}"/><use href="#e${foot}" y="44"/></svg>`;

export const faces = (hand) => hand.map((name) => `<span class="tile">${face(...endsOf(name))}</span>`).join("");
