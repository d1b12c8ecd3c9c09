// Typing a name in a dialog: of somebody new, or for a seat.

import { element } from "../shared/element.js";
import { phrase } from "../shared/i18n.js";
import { changed, free, sit, sits, standing } from "./names.js";

const USUAL_SEATS = 4;

const dialog = document.getElementById("naming");
const typed = document.getElementById("typed");
const problem = document.getElementById("naming-problem");
const alike = document.getElementById("alike");
// A new name that was typed but not used yet is shown again the next time.
let unused = "";
let seat = 0;
let corrects = false;

function showAlike() {
  alike.replaceChildren(...standing(typed.value).map(({ name, colour }) => element("button", { type: "button", className: `btn ${colour}`, value: name, textContent: name })));
}

/** Ask who takes a seat, or for another name of its player. */
export function openNaming(at = free(), name = "") {
  seat = at;
  corrects = name !== "";
  if (!corrects) typed.value ||= unused;
  else [unused, typed.value] = [typed.value, name];
  problem.textContent = "";
  showAlike();
  dialog.showModal();
  typed.focus();
  typed.select();
}

// If there is no known player to tap, the next name is typed at once.
function settle() {
  [typed.value, unused] = [corrects ? unused : "", ""];
  seat = free();
  if (corrects || standing().length || seat < 0 || seat >= USUAL_SEATS) dialog.close();
  else typed.focus();
  showAlike();
}

function take(name) {
  if (!name) return typed.focus();
  if (sits(name, seat)) {
    problem.textContent = phrase("%(name)s sits here twice: add a surname or an initial to one, such as “%(name)s B”.", { name });
    return;
  }
  problem.textContent = "";
  sit([name], seat);
  settle();
  changed();
}

dialog.addEventListener("close", () => {
  // Forget the name of the seat; only new names are kept.
  if (corrects) typed.value = unused;
  corrects = false;
  changed();
});
typed.addEventListener("input", showAlike);
typed.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  take(typed.value.trim());
});
document.getElementById("sits-down").addEventListener("click", () => take(typed.value.trim()));
alike.addEventListener("click", ({ target }) => target.value && take(target.value));
