// The page that starts a match: first the seats, then only the games that fit; nothing typed is lost.

import { showGoal } from "./goal.js";
import { cardOf, showGames } from "./games.js";
import { catchUp, keepDraft, restoreDraft } from "./unsent-form.js";
import { openDialogs } from "./dialogs.js";
import { showSeats, tableNow } from "./seats.js";
import { showPlan } from "./plan.js";

const form = document.querySelector("form.new");

function show() {
  const table = tableNow();
  form.toggleAttribute("data-waiting", !table);
  showSeats(table);
  showGames(table);
  showGoal(cardOf());
  showPlan(table, cardOf());
}

openDialogs();
restoreDraft();
show();
form.addEventListener("input", () => {
  show();
  keepDraft();
});
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  catchUp();
  show();
});
