// The tiles of the set as buttons: tapped, or reached with the arrow keys, on several pages if they do not all fit.

import { face, spokenName, standingFace } from "./tile-faces.js";
import { endsOf } from "./tile-text.js";
import { element } from "../shared/element.js";

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const COLOURS = Array.from({ length: 11 }, (_, number) => `c${number}`);

/** Turn the names in the pad's rows into buttons, the higher end first; `tap` is called with the tile. */
export function createTiles(pad, tap) {
  const show = pad.classList.contains("upright") ? standingFace : face;
  const tiles = [...pad.querySelectorAll(".row")].flatMap((row) => {
    const found = row.textContent.trim().split(/\s+/).map((name) => createTile(name, show));
    row.replaceChildren(...found.map((tile) => tile.button));
    return found;
  });
  tiles.forEach((tile, index) => {
    tile.button.tabIndex = index ? -1 : 0;
    tile.button.addEventListener("click", () => tap(tile));
  });
  pad.addEventListener("keydown", (event) => walk(event, tiles));
  showPages(pad, tiles);
  return tiles;
}

function createTile(name, show) {
  const [low, high] = endsOf(name);
  const button = element("button", { type: "button", className: "tile", innerHTML: show(high, low) });
  button.dataset.tile = name;
  return { button, name };
}

/** Show whose a tile is: `held` by the current seat, or another's; `label` says so. Most do not change. */
export function showOwner(tile, owner, held, label) {
  const { button, name } = tile;
  const shown = [owner?.colour, held, label].join("|");
  if (shown === tile.shown) return;
  tile.shown = shown;
  button.classList.remove(...COLOURS);
  if (owner) button.classList.add(owner.colour);
  button.classList.toggle("held", held);
  button.classList.toggle("gone", Boolean(owner) && !held);
  button.setAttribute("aria-pressed", held);
  button.setAttribute("aria-label", owner ? label : spokenName(name));
  button.querySelector(".tag")?.remove();
  if (owner) button.append(element("span", { className: "tag clip", textContent: owner.name }));
}

/** The distance to a tile in a direction; Infinity if it is not that way. */
function distanceTo({ button }, from, [x, y]) {
  const { left, top, width } = button.getBoundingClientRect();
  const ahead = (left - from.left) * x + (top - from.top) * y;
  const aside = Math.abs((left - from.left) * y) + Math.abs((top - from.top) * x);
  return width && ahead > 1 ? ahead + 9 * aside : Infinity;
}

// The pad is one tab stop; the arrow keys go to the nearest tile that way.
function walk(event, tiles) {
  const direction = DIRECTIONS[event.key];
  const from = event.target.closest(".tile")?.getBoundingClientRect();
  if (!direction || !from) return;
  event.preventDefault();
  const distance = (tile) => distanceTo(tile, from, direction);
  const nearest = tiles.reduce((best, tile) => (distance(tile) < distance(best) ? tile : best));
  if (distance(nearest) < Infinity) focusOn(nearest.button, tiles);
}

function focusOn(button, tiles) {
  for (const tile of tiles) tile.button.tabIndex = -1;
  button.tabIndex = 0;
  button.focus();
}

// On a phone a large set has pages, one for each higher end.
function showPages(pad, tiles) {
  const pages = pad.parentElement.querySelector(".pages");
  if (!pages) return;
  function turnTo(number) {
    for (const tile of tiles) tile.button.classList.toggle("paged-out", endsOf(tile.name)[1] !== number);
    for (const page of pages.children) page.setAttribute("aria-pressed", Number(page.dataset.page) === number);
  }
  pages.addEventListener("click", ({ target }) => {
    const page = target.closest("[data-page]");
    if (page) turnTo(Number(page.dataset.page));
  });
  turnTo(pages.children.length - 1);
}
