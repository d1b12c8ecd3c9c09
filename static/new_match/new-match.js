// The page that starts a match: seats and known names are tapped, and seats, partners and goals follow the chosen game.

import { element } from "../shared/element.js";
import { phrase } from "../shared/i18n.js";

// More sit down where somebody asks for more players.
const MOST_SEATS = 5;

const form = document.querySelector("form.new");
const felt = form.querySelector(".felt");
const seats = [...felt.querySelectorAll(".seat input")];
const more = document.getElementById("more");
const known = form.querySelector(".known");
const chips = [];
const partners = document.getElementById("partners-choice");
const box = partners.querySelector("input");
const usual = form.querySelector("#goal input[value=usual]");
const elsewhere = document.getElementById("elsewhere");
let wantsPartners = box.checked;
// The seat that a known name is for; none where all are taken.
let chosen = null;

const folded = (name) => name.normalize("NFC").toLowerCase().split(/\s+/).join(" ").trim();
const isTaken = (seat) => Boolean(seat.value.trim());
const taken = () => seats.filter(isTaken);
const card = () => form.querySelector(".game:has(:checked)");
const sidesOf = (game) => JSON.parse(game?.dataset.sides || "{}");
const chipOf = (seat) => chips.find((chip) => folded(chip.textContent) === folded(seat.value));

function emptySeat() {
  const there = seats.slice(0, more.checked ? seats.length : felt.dataset.seats);
  const free = there.filter((seat) => !isTaken(seat));
  return free.find((seat) => seats.indexOf(seat) > seats.indexOf(chosen)) ?? free[0] ?? null;
}

function choose(seat) {
  chosen = seat;
  show();
}

function sit(name) {
  chosen.value = name;
  choose(name ? emptySeat() : chosen);
}

// So many seats as the chosen game takes, and no fewer than are taken.
function showSeats() {
  const last = seats.findLastIndex(isTaken) + 1;
  const most = Math.max(2, ...Object.keys(sidesOf(card())));
  more.checked ||= last > MOST_SEATS;
  felt.dataset.seats = Math.max(last, Math.min(most, MOST_SEATS));
}

// Who sits stays where a finger may be, but can only be tapped once.
function showChips() {
  if (!known) return;
  known.querySelector("#sits").textContent = chosen
    ? phrase("Who sits at seat %(number)s?", { number: seats.indexOf(chosen) + 1 })
    : phrase("Tap a seat to change it.");
  const used = taken().map((seat) => folded(seat.value));
  for (const chip of chips) chip.disabled = !chosen || used.includes(folded(chip.textContent));
  known.querySelector("#new-name").disabled = !chosen;
  known.querySelector("#nobody").disabled = !chosen || !isTaken(chosen);
}

// Whoever is known sits down in their own colour, others in that of the seat; partners in that of their side.
function showColours() {
  const colours = new Map(seats.map((seat, at) => [seat, chipOf(seat)?.dataset.colour ?? `c${at + 1}`]));
  const playing = taken();
  if (box.checked) playing.forEach((seat, at) => colours.set(seat, colours.get(playing[at % 2])));
  for (const seat of seats) seat.parentElement.className = `seat ${colours.get(seat)}${seat === chosen ? " chosen" : ""}`;
}

// A game that is not for so many stays where it is, and says for how many it is.
function showFits() {
  const seated = taken().length;
  for (const game of form.querySelectorAll(".game")) {
    game.classList.toggle("unfit", seated > 1 && !(seated in sidesOf(game)));
  }
}

function showPartners() {
  const allowed = sidesOf(card())[taken().length];
  partners.classList.toggle("away", allowed !== "either");
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
  showPartners();
  showColours();
  showFits();
  showGoal();
  if (elsewhere) elsewhere.hidden = form.elements.game.value === elsewhere.dataset.of;
}

for (const { value, dataset } of form.querySelectorAll("#known-names option")) {
  const colour = `c${dataset.colour}`;
  const chip = element("button", { type: "button", className: `btn ${colour}`, textContent: value });
  chip.dataset.colour = colour;
  chip.addEventListener("click", () => sit(value));
  chips.push(chip);
}
known?.querySelector("#chips").append(...chips);
known?.querySelector("#new-name").addEventListener("click", () => chosen.focus());
known?.querySelector("#nobody").addEventListener("click", () => sit(""));

let byFinger = false;
felt.addEventListener("pointerdown", ({ pointerType }) => (byFinger = pointerType === "touch"));
// The first touch chooses a seat for a known name; the second one opens the keyboard, where it is not open yet.
felt.addEventListener("mousedown", (event) => {
  const typing = !known || !byFinger || seats.includes(document.activeElement);
  if (typing || !seats.includes(event.target) || event.target === chosen) return;
  event.preventDefault();
  choose(event.target);
});
felt.addEventListener("focusin", ({ target }) => seats.includes(target) && choose(target));
box.addEventListener("input", () => (wantsPartners = box.checked));
form.addEventListener("input", show);
document.getElementById("goal").addEventListener("change", (event) => {
  if (event.target.type === "radio") form.querySelector(".other input").value = "";
});
showSeats();
choose(emptySeat());
