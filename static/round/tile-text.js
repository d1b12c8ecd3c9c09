// Typed hands, "1-2 24 3|5": which tiles they are, and how many pips. Nothing is scored here.

const TILE = /^(\d{1,2})[-–|:/](\d{1,2})$|^(\d)(\d)$/;

export const wordsOf = (text) => text.trim().split(/[\s,;]+/).filter(Boolean);

/** The name of a tile, the lower end first. */
export const nameOf = (a, b) => (Number(a) <= Number(b) ? `${a}-${b}` : `${b}-${a}`);

/** The ends of a named tile, the lower first. */
export const endsOf = (name) => name.split("-").map(Number);

/** The name of the tile that a word means, or null. */
export function tileOf(word) {
  const ends = TILE.exec(word)?.slice(1).filter(Boolean).map(Number);
  return ends ? nameOf(...ends) : null;
}

/** The tiles in a typed text, or null if it cannot be read. */
export function read(text) {
  const found = wordsOf(text).map(tileOf);
  return found.includes(null) ? null : found;
}

/** How many pips are on the tiles of a hand. */
export const pipsOf = (hand) => hand.flatMap(endsOf).reduce((sum, end) => sum + end, 0);
