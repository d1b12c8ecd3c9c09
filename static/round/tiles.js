// The tiles of the box as buttons: tapped, walked through with the arrow keys, paged where they do not all fit.

import { element } from "./seats.js";
import { endsOf, face, standing } from "./tile-text.js";
import { phrase } from "../shared/i18n.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const COLOURS = ["c1", "c2", "c3", "c4", "c5"];
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
export function said(name) {
  const [low, high] = endsOf(name).map((end) => ENDS[end]);
  // For translators: a tile with two equal ends, as double six.
  if (low === high) return phrase("double %(end)s", { end: high });
  // For translators: a tile by its two ends, as three-five.
  return phrase("%(low)s-%(high)s", { low, high });
}

/** The name of a tile within a sentence: seen as 3-5, heard as three-five. */
export function named(name) {
  const shown = element("span", { textContent: name });
  shown.setAttribute("role", "img");
  shown.setAttribute("aria-label", said(name));
  return shown;
}

/** Turn the names in the pad's rows into buttons, the higher end first. */
export function tilesOf(pad, tap) {
  const show = pad.classList.contains("upright") ? standing : face;
  const tiles = [...pad.querySelectorAll(".row")].flatMap((row) => {
    const found = row.textContent.trim().split(/\s+/).map((name) => {
      const [low, high] = endsOf(name);
      const button = element("button", { type: "button", className: "tile", innerHTML: show(high, low) });
      button.dataset.tile = name;
      return { button, name };
    });
    row.replaceChildren(...found.map((tile) => tile.button));
    return found;
  });
  tiles.forEach((tile, index) => {
    tile.button.tabIndex = index ? -1 : 0;
    tile.button.addEventListener("click", () => tap(tile));
  });
  pad.addEventListener("keydown", (event) => step(event, tiles));
  pagesOf(pad, tiles);
  return tiles;
}

/** Show whose a tile is: `held` by the active seat, or gone to another; `where` is how that is said. */
export function showOwner({ button, name }, owner, held, where) {
  button.classList.remove(...COLOURS);
  if (owner) button.classList.add(owner.colour);
  button.classList.toggle("held", held);
  button.classList.toggle("gone", Boolean(owner) && !held);
  button.setAttribute("aria-pressed", held);
  button.setAttribute("aria-label", owner ? where : said(name));
  button.querySelector(".tag")?.remove();
  if (owner) button.append(element("span", { className: "tag clip", textContent: owner.name }));
}

// One tab stop for the pad; the arrow keys go to the nearest tile that way.
function step(event, tiles) {
  const way = WAYS[event.key];
  const from = event.target.closest(".tile")?.getBoundingClientRect();
  if (!way || !from) return;
  event.preventDefault();
  const distance = ({ button }) => {
    const { left, top, width } = button.getBoundingClientRect();
    const ahead = (left - from.left) * way[0] + (top - from.top) * way[1];
    const aside = Math.abs((left - from.left) * way[1]) + Math.abs((top - from.top) * way[0]);
    return width && ahead > 1 ? ahead + 9 * aside : Infinity;
  };
  const near = tiles.reduce((best, tile) => (distance(tile) < distance(best) ? tile : best));
  if (distance(near) < Infinity) rove(near.button, tiles);
}

function rove(button, tiles) {
  tiles.forEach((tile) => (tile.button.tabIndex = -1));
  button.tabIndex = 0;
  button.focus();
}

// On a phone the tiles of a large box come a higher end at a time.
function pagesOf(pad, tiles) {
  const pages = pad.parentElement.querySelector(".pages");
  if (!pages) return;
  function turn(number) {
    for (const tile of tiles) tile.button.classList.toggle("paged-out", endsOf(tile.name)[1] !== number);
    for (const page of pages.children) page.setAttribute("aria-pressed", Number(page.dataset.page) === number);
  }
  pages.addEventListener("click", ({ target }) => {
    const page = target.closest("[data-page]");
    if (page) turn(Number(page.dataset.page));
  });
  turn(pages.children.length - 1);
}
