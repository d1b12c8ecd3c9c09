// A new match: names that are known can be tapped, partners are asked for only where they are possible, and the usual
// goal is that of the chosen game.

import { phrase } from "../shared/i18n.js";

const form = document.querySelector("form.new");
const names = [...form.querySelectorAll(".names input")];
const chips = document.getElementById("chips");
const partners = document.getElementById("partners-choice");
const box = partners.querySelector("input");
const usual = form.querySelector("#goal input[value=usual]");
const elsewhere = document.getElementById("elsewhere");
let chosen = box.checked;

const filled = () => names.map((field) => field.value.trim()).filter(Boolean);
const card = () => form.querySelector(".game:has(:checked)");

function showChips() {
  const used = filled();
  const free = names.some((field) => !field.value.trim());
  for (const chip of chips.children) chip.hidden = !free || used.includes(chip.textContent);
  chips.hidden = ![...chips.children].some((chip) => !chip.hidden);
}

function showPartners() {
  const allowed = JSON.parse(card()?.dataset.sides || "{}")[filled().length];
  partners.hidden = allowed !== "either";
  // A game that is only played in pairs is sent as such; one that never is sends nothing.
  box.checked = allowed === "pairs" || (allowed === "either" && chosen);
}

function showGoal() {
  const game = card();
  if (!game) return;
  usual.labels[0].textContent = phrase("as usual: %(goal)s", { goal: game.dataset.goal });
  // Points to choose from are not offered where the goal is rounds, played or won.
  if (!game.classList.contains("points") && form.querySelector(".preset :checked")) usual.checked = true;
}

function show() {
  showChips();
  showPartners();
  showGoal();
  if (elsewhere) elsewhere.hidden = form.elements.game.value === elsewhere.dataset.of;
}

for (const { value } of form.querySelectorAll("#known-names option")) {
  const chip = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: value });
  chip.addEventListener("click", () => {
    const seat = names.find((field) => !field.value.trim());
    seat.value = value;
    seat.closest("details")?.setAttribute("open", "");
    show();
  });
  chips.append(chip);
}
box.addEventListener("input", () => (chosen = box.checked));
form.addEventListener("input", show);
document.getElementById("goal").addEventListener("change", (event) => {
  if (event.target.type === "radio") form.querySelector(".other input").value = "";
});
show();
