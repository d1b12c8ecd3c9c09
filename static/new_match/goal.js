// The goal of the match: the usual one, common ones, or any number and the clock.

import { phrase } from "../shared/i18n.js";
import { changed } from "./names.js";

const LEAST = 1;
const MOST = 10_000;

const form = document.querySelector("form.new");
const choices = [...form.querySelectorAll("#goal [type=radio]")];
const [usual] = choices;
const other = choices.at(-1);
const dialog = document.getElementById("until");
const { other_goal: field, minutes } = form.elements;
const agreed = document.getElementById("agreed");
const otherWords = other.labels[0].textContent;

// The unit of the goal: a chosen goal is not kept for another unit.
let unit = "";

const chosen = () => choices.find(({ checked }) => checked) ?? usual;
const isGoal = (text) => /^\d+$/.test(text) && text >= LEAST && text <= MOST;

/** The goal in words, if it is not the usual one. */
export function goalWords() {
  if (chosen() === usual) return "";
  return chosen() === other ? field.value : chosen().value;
}

const clockWords = () => minutes.value && phrase("%(minutes)s min", { minutes: minutes.value });

/** Offer the common goals of the game of a card. */
export function showGoal({ dataset }) {
  usual.labels[0].textContent = dataset.usual;
  if (unit && unit !== dataset.unit) usual.checked = true;
  unit = form.hasAttribute("data-waiting") ? "" : dataset.unit;
  for (const choice of choices.slice(1, -1)) {
    const same = choice.value === dataset.goal;
    choice.labels[0].textContent = choice.value;
    choice.parentElement.hidden = choice.dataset.unit !== dataset.unit || same;
    if (choice.checked && choice.parentElement.hidden) usual.checked = true;
  }
  if (other.checked && field.value === "" && !dialog.open) usual.checked = true;
  // A number is kept while another goal is chosen, but not sent.
  field.disabled = !other.checked && !dialog.open;
  other.labels[0].textContent = [other.checked && field.value, clockWords(), form.elements.day.value].filter(Boolean).join(" · ") || otherWords;
  for (const clock of document.querySelectorAll("#clock button")) clock.setAttribute("aria-pressed", clock.value === minutes.value);
  agreed.disabled = field.value !== "" && !isGoal(field.value);
}

// Without scripts a typed number counts, whatever is chosen beside it.
if (usual.checked && field.value) other.checked = true;
// The page has its own digits: the on-screen keyboard would cover it.
field.inputMode = "none";
other.addEventListener("click", () => {
  field.disabled = false;
  dialog.showModal();
  field.focus();
  changed();
});
dialog.addEventListener("close", changed);
document.getElementById("digits").addEventListener("click", ({ target }) => {
  if (target.localName !== "button") return;
  field.value = target.value ? `${field.value}${target.value}`.slice(0, field.maxLength) : field.value.slice(0, -1);
  changed();
});
document.getElementById("clock").addEventListener("click", ({ target }) => {
  if (target.localName !== "button") return;
  minutes.value = target.value;
  changed();
});
