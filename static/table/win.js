// Celebrates a win while a page is open, until it is closed or undone.

import { matchWon } from "../shared/sounds.js";

const PIECES = 48;
const COLOURS = ["var(--ivory)", "var(--ivory)", "var(--brass)", "var(--on-side)"];
// A wall has nobody near to close it, and must show the scores.
const WALL_MS = 30000;

const less = matchMedia("(prefers-reduced-motion: reduce)");
const between = (least, most) => least + Math.random() * (most - least);
const oneOf = (...choices) => choices[Math.floor(Math.random() * choices.length)];

function fall(piece) {
  const from = { transform: `translateY(-100vh) rotate(${between(-720, 720)}deg)` };
  piece.animate([from, {}], { duration: between(900, 2200), easing: "cubic-bezier(.2, .6, .3, 1)", fill: "backwards" });
}

/** Where a piece of confetti ends up, in percent of the band: around the words, not on them. */
function restingPlace() {
  const anyHeight = between(0, 97);
  // On the turned table the words are in the middle, otherwise they begin on the left.
  if (document.documentElement.dataset.tableMode !== undefined) return [oneOf(between(0, 20), between(77, 98)), anyHeight];
  return oneOf([between(0, 98), oneOf(between(0, 14), between(84, 97))], [between(66, 98), anyHeight]);
}

/** Throw confetti over a band: it falls, unless reduced motion is preferred. */
function strew(place) {
  for (let count = 0; count < PIECES; count += 1) {
    const piece = document.createElement("i");
    const size = between(6, 14);
    const [left, top] = restingPlace();
    Object.assign(piece.style, {
      left: `${left}%`,
      top: `${top}%`,
      width: `${count % 3 ? size : 1.8 * size}px`,
      height: `${size}px`,
      borderRadius: count % 3 ? "50%" : "3px",
      rotate: `${between(0, 180)}deg`,
      background: COLOURS[count % COLOURS.length],
    });
    place.append(piece);
    if (!less.matches) fall(piece);
  }
}

function celebrate(template) {
  const dialog = template.content.cloneNode(true).querySelector("dialog");
  const sheet = dialog.querySelector("link");
  const show = () => {
    // The win may have been undone meanwhile.
    if (!dialog.isConnected) return;
    strew(dialog.querySelector(".confetti"));
    dialog.showModal();
    dialog.focus();
    matchWon();
    if (document.querySelector(".wall")) setTimeout(() => dialog.close(), WALL_MS);
  };
  sheet.addEventListener("load", show);
  sheet.addEventListener("error", show);
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog || target.closest("[type=button]")) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
}

function end(shown) {
  shown?.close();
  // A dialog that waits for its stylesheet is not open yet.
  shown?.remove();
}

/** Show or end the celebration by the current page; `wonBy` is who had won before, if anybody. */
export function update(win, wonBy) {
  const shown = document.querySelector("dialog.win");
  if (!win) return end(shown);
  if (win.dataset.win !== wonBy) {
    end(shown);
    return celebrate(win);
  }
  // The same side won, but a round or a name was edited.
  for (const part of [".turned-headline", ".cheer", ".trophy"]) shown?.querySelector(part).replaceWith(win.content.querySelector(part).cloneNode(true));
}
