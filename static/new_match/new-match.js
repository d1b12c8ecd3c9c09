// The page that starts a match: known names can be tapped, and seats, partners and goals follow the chosen game.

import { element } from "../shared/element.js";
import { phrase } from "../shared/i18n.js";

// So many are offered whatever the game.
const LEAST_SEATS = 5;

const form = document.querySelector("form.new");
const names = [...form.querySelectorAll(".names input")];
const chips = document.getElementById("chips");
const partners = document.getElementById("partners-choice");
const box = partners.querySelector("input");
const usual = form.querySelector("#goal input[value=usual]");
const elsewhere = document.getElementById("elsewhere");
let wantsPartners = box.checked;

const folded = (name) => name.normalize("NFC").toLowerCase().split(/\s+/).join(" ").trim();
const filled = () => names.map((field) => field.value.trim()).filter(Boolean);
const card = () => form.querySelector(".game:has(:checked)");

const emptySeat = () => names.find((field) => !field.value.trim() && !field.closest("li").hidden);

// So many seats as the chosen game takes, and no fewer than are taken.
function showSeats() {
  const most = Math.max(LEAST_SEATS, ...Object.keys(JSON.parse(card()?.dataset.sides || "{}")));
  for (const [seat, field] of names.entries()) field.closest("li").hidden = seat >= most && !field.value.trim();
}

function showChips() {
  const used = filled().map(folded);
  const free = Boolean(emptySeat());
  for (const chip of chips.children) chip.hidden = !free || used.includes(folded(chip.textContent));
  chips.hidden = ![...chips.children].some((chip) => !chip.hidden);
}

// Whoever is known sits down in their own colour, others in that of the seat.
function showColours() {
  for (const [seat, field] of names.entries()) {
    const known = [...chips.children].find((chip) => folded(chip.textContent) === folded(field.value));
    field.closest("li").className = known ? known.dataset.colour : `c${seat + 1}`;
  }
}

// A game that is not for so many stays where it is, and says for how many it is.
function showFits() {
  const seated = filled().length;
  for (const game of form.querySelectorAll(".game")) {
    game.classList.toggle("unfit", seated > 1 && !(seated in JSON.parse(game.dataset.sides)));
  }
}

function showPartners() {
  const allowed = JSON.parse(card()?.dataset.sides || "{}")[filled().length];
  partners.hidden = allowed !== "either";
  // A game that is only played in pairs sends so; one that never is sends nothing.
  box.checked = allowed === "pairs" || (allowed === "either" && wantsPartners);
}

function showGoal() {
  const game = card();
  if (!game) return;
  usual.labels[0].textContent = phrase("%(goal)s (usual)", { goal: game.dataset.goal });
  for (const preset of form.querySelectorAll(".preset")) {
    const same = preset.querySelector("input");
    preset.hidden = same.value === game.dataset.goal && !same.checked;
  }
  // Points are not offered where the goal is a number of rounds.
  if (!game.classList.contains("points") && form.querySelector(".preset :checked")) usual.checked = true;
}

function show() {
  showSeats();
  showChips();
  showColours();
  showFits();
  showPartners();
  showGoal();
  if (elsewhere) elsewhere.hidden = form.elements.game.value === elsewhere.dataset.of;
}

for (const { value, dataset } of form.querySelectorAll("#known-names option")) {
  const colour = `c${dataset.colour}`;
  const chip = element("button", { type: "button", className: `btn ${colour}`, textContent: value });
  chip.dataset.colour = colour;
  chip.addEventListener("click", () => {
    const seat = emptySeat();
    seat.value = value;
    seat.closest("details")?.setAttribute("open", "");
    show();
  });
  chips.append(chip);
}
box.addEventListener("input", () => (wantsPartners = box.checked));
form.addEventListener("input", show);
document.getElementById("goal").addEventListener("change", (event) => {
  if (event.target.type === "radio") form.querySelector(".other input").value = "";
});
show();
