// Who plays what, in one sentence beside the button that starts the match.

import { phrase } from "../shared/i18n.js";
import { boxOf, nameOf } from "./games.js";
import { goalWords } from "./goal.js";
import { nameAt, taken } from "./names.js";

const form = document.querySelector("form.new");
const who = document.getElementById("who-plays");
const what = document.getElementById("what-is-played");

function sidesOf(table) {
  const names = taken().map(nameAt);
  if (table === "pairs") return [0, 1].map((side) => `${names[side]} & ${names[side + 2]}`);
  return names;
}

function gameOf(card, table) {
  const goal = goalWords();
  const minutes = form.elements.minutes.value;
  return [
    nameOf(card),
    goal ? phrase("Goal: %(goal)s", { goal }) : card.dataset.to,
    boxOf(card, table),
    minutes && phrase("%(minutes)s min", { minutes }),
  ].filter(Boolean).join(" · ");
}

/** Say who plays what, or what is missing. */
export function showPlan(table, card) {
  for (const button of form.querySelectorAll("[type=submit].sr, .bar .primary")) button.disabled = !table;
  who.textContent = table ? "" : phrase("Tap who is playing.");
  what.textContent = table ? gameOf(card, table) : "";
  if (!table) return;
  const [one, other, ...more] = sidesOf(table);
  who.textContent = more.length ? [one, other, ...more].join(", ") : phrase("%(one)s against %(other)s", { one, other });
}
