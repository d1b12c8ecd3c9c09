// The table from above: each seat can be tapped, and so can the known players.

import { element } from "../shared/element.js";
import { phrase, phrases } from "../shared/i18n.js";
import { changed, changePlaces, fields, free, known, knownAs, nameAt, seats, sit, sits, standUp, taken } from "./names.js";
import { openNaming } from "./naming.js";

const form = document.querySelector("form.new");
const felt = form.querySelector(".felt");
const places = fields.map((field) => field.parentElement);
const box = form.querySelector("[name=partners]");
const sides = document.getElementById("sides");
const heading = document.getElementById("who");
const same = document.getElementById("same");
const held = document.getElementById("held");
const chips = document.getElementById("chips");
const newName = document.getElementById("new-name");
// The seat that was tapped: it changes places with the next one.
let tapped = null;
let pairs = form.dataset.pairs === "yes";

/** The kind of table: the number of players, "pairs" for four in pairs; "" while there are too few. */
export function tableNow() {
  const seated = taken().length;
  if (seated < 2) return "";
  return seated === 4 && pairs ? "pairs" : String(seated);
}

/** Read from the form whether four play in pairs. */
export function recallPairs() {
  if (taken().length === 4) pairs = box.checked;
}

function tap(seat) {
  const other = tapped;
  tapped = null;
  if (other !== null && other !== seat) return changePlaces(other, seat);
  if (!nameAt(seat)) return openNaming(seat);
  if (other === null) tapped = seat;
  changed();
}

// Partners have the colour of their side, others their usual colour; no two the same.
function coloursOf(table) {
  const used = [];
  for (const seat of places.keys()) {
    const own = [knownAs(nameAt(seat))?.colour, `c${seat + 1}`, ...places.map((_, at) => `c${at + 1}`)];
    used.push(own.find((colour) => colour && !used.includes(colour)));
  }
  return table === "pairs" ? used.map((_, seat) => used[seat > 1 && seat < 4 ? seat - 2 : seat]) : used;
}

function showSeat(seat, colour, partner) {
  const place = places[seat];
  const name = nameAt(seat);
  const button = place.querySelector("button");
  place.hidden = seat >= seats();
  place.className = `seat ${colour}`;
  place.classList.toggle("free", !name);
  place.classList.toggle("next", seat === free());
  button.setAttribute("aria-pressed", seat === tapped);
  button.querySelector("b").textContent = name || phrase("Seat %(number)s", { number: seat + 1 });
  button.querySelector("small").textContent = partner && phrase("with %(name)s", { name: partner });
}

function showTable(table) {
  const colours = coloursOf(table);
  felt.dataset.seats = seats();
  for (const seat of places.keys()) showSeat(seat, colours[seat], table === "pairs" && seat < 4 ? nameAt((seat + 2) % 4) : "");
  for (const [side, line] of felt.querySelectorAll("path").entries()) line.setAttribute("class", table === "pairs" ? colours[side] : "none");
}

// Seated players stay in the list, so that no other moves under a finger, but can only be tapped once.
function showChips() {
  for (const chip of chips.querySelectorAll("[value]")) chip.disabled = free() < 0 || sits(chip.value);
  newName.disabled = free() < 0;
  chips.hidden = tapped !== null;
  held.hidden = tapped === null;
  if (tapped !== null) held.querySelector("p").textContent = phrase("Swap %(name)s: tap the other seat.", { name: nameAt(tapped) });
}

/** Show who sits where, and the buttons for it. */
export function showSeats(table) {
  const seated = taken().length;
  if (tapped !== null && !nameAt(tapped)) tapped = null;
  heading.textContent = table ? phrases("%(num)s player", "%(num)s players", seated) : heading.dataset.asked;
  box.checked = table === "pairs";
  sides.hidden = seated !== 4;
  for (const side of sides.children) side.setAttribute("aria-pressed", (side.value === "pairs") === pairs);
  if (same) same.hidden = seated > 0;
  showTable(table);
  showChips();
}

// Deselect the seat that was tapped, and do something with it.
function release(act) {
  const seat = tapped;
  tapped = null;
  act(seat);
  changed();
}

for (const [seat, place] of places.entries()) {
  const button = element("button", { type: "button" });
  button.append(element("b", {}), " ", element("small", {}));
  button.addEventListener("click", () => tap(seat));
  place.append(button);
}
chips.prepend(...known.map(({ name, colour }) => element("button", { type: "button", className: `btn ${colour}`, value: name, textContent: name })));
chips.addEventListener("click", ({ target }) => target.value && sit([target.value]));
newName.addEventListener("click", () => openNaming());
document.getElementById("stands-up").addEventListener("click", () => release(standUp));
document.getElementById("correct").addEventListener("click", () => release((seat) => openNaming(seat, nameAt(seat))));
sides.addEventListener("click", ({ target }) => {
  if (target.value) pairs = target.value === "pairs";
  changed();
});
same?.addEventListener("click", () => {
  pairs = same.dataset.table === "pairs";
  sit(JSON.parse(same.dataset.names), 0);
});
// An error about a name links to its seat.
form.addEventListener("click", (event) => {
  const seat = fields.findIndex(({ id }) => event.target.closest("a")?.hash === `#${id}`);
  if (seat < 0) return;
  event.preventDefault();
  openNaming(seat, nameAt(seat));
});
