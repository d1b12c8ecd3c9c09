// How tiles are shown: drawn, and by name.

import { endsOf } from "./tile-text.js";
import { element } from "../shared/element.js";

// The words for tiles come with the page, in its language.
const words = document.querySelector("[data-pair]").dataset;
const ends = words.ends.split("|");

/** A tile as people say it: three-five, double six. */
export function spokenName(name) {
  const [low, high] = endsOf(name).map((end) => ends[end]);
  return low === high ? words.double.replace("@", high) : words.pair.replace("@", low).replace("#", high);
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
