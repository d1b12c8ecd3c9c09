// How tiles are shown: drawn, and by name.

import { endsOf } from "./tile-text.js";
import { element } from "../shared/element.js";
import { phrase } from "../shared/i18n.js";

// For translators: the ends of a tile as they are said, from blank (no pips) to fifteen.
const ENDS = [
  phrase("blank"),
  phrase("one"),
  phrase("two"),
  phrase("three"),
  phrase("four"),
  phrase("five"),
  phrase("six"),
  phrase("seven"),
  phrase("eight"),
  phrase("nine"),
  phrase("ten"),
  phrase("eleven"),
  phrase("twelve"),
  phrase("thirteen"),
  phrase("fourteen"),
  phrase("fifteen"),
];

/** A tile as people say it: three-five, double six. */
export function spokenName(name) {
  const [low, high] = endsOf(name).map((end) => ENDS[end]);
  // For translators: a tile with two equal ends, as double six.
  if (low === high) return phrase("double %(end)s", { end: high });
  // For translators: a tile by its two ends, as three-five.
  return phrase("%(low)s-%(high)s", { low, high });
}

/** The name of a tile in a sentence: seen as 3-5, read aloud as three-five. */
export function tileName(name) {
  const shown = element("span", { textContent: name });
  shown.setAttribute("role", "img");
  shown.setAttribute("aria-label", spokenName(name));
  return shown;
}

/** A tile that lies: its two ends side by side. */
export const face = (left, right) =>
  `<svg viewBox="0 0 88 44"><use href="#e${left}"/><use href="#e${right}" x="44"/></svg>`;

/** A tile that stands on its lower end. */
export const standingFace = (upper, lower) =>
  `<svg viewBox="0 0 44 88"><use href="#e${upper}"/><use href="#e${lower}" y="44"/></svg>`;

/** The tiles of a hand, side by side. */
export const faces = (hand) => hand.map((name) => `<span class="tile">${face(...endsOf(name))}</span>`).join("");
