// Entering hands in numbers: the keys type into the field that was chosen last, at first the first seat's.

import { bold } from "./message-line.js";
import { recordRound } from "./record.js";
import { showSteps } from "./tally.js";
import { phrase, pieces } from "../shared/i18n.js";

function createNumberPad(entry) {
  const { form, seats, line, undo, changed } = entry;
  const fields = [...form.querySelectorAll(".seat [inputmode]")];
  const byId = (id) => document.getElementById(id);
  let field;

  function showSeats() {
    for (const seat of seats.all) {
      const isUntouched = seats.isUntouched(seat);
      seat.card.classList.toggle("on", seat === seats.current);
      seat.card.classList.toggle("went", seat.out);
      seat.card.classList.toggle("todo", isUntouched);
      seat.count.textContent = seat.out ? phrase("no tile left") : isUntouched ? phrase("tap to enter") : "";
    }
  }

  function choose(next) {
    field = next;
    seats.active = seats.all.findIndex((seat) => seat.card.contains(field));
    for (const each of fields) each.classList.toggle("current", each === field);
    showSeats();
    seats.showName();
    if (field === seats.current.pips) line.say(...pieces("What is left in %(name)s’s hand?", { name: bold(seats.current) }));
    else line.say(field.labels[0].textContent.trim());
  }

  function write(text) {
    if (text.length > field.maxLength) return;
    undo.remember();
    field.value = text;
    forgetTiles(field);
    seats.setOut(seats.current, false);
    changed();
    showSeats();
  }

  /** A number that is typed stands for itself: the tiles it was counted from are no longer known. */
  function forgetTiles(typed) {
    for (const { pips, tiles } of seats.all) if (tiles && pips === typed) tiles.value = "";
  }

  const chooseNext = () => choose(seats.all[seats.next].pips);

  function press(key) {
    if (key === "next") chooseNext();
    else if (key === "delete") write(field.value.slice(0, -1));
    else write((field.value === "0" ? "" : field.value) + key);
  }

  function clear() {
    undo.remember();
    empty(seats.current, false);
    changed();
    choose(seats.current.pips);
  }

  function empty(seat, out) {
    for (const each of fields) if (seat.card.contains(each) && each !== seat.tally) each.value = "";
    if (!out) seats.forgetTally(seat);
    forgetTiles(seat.pips);
    seats.setOut(seat, out);
  }

  // The pad is the keyboard: that of the system stays away, a real one types as ever.
  for (const each of fields) each.inputMode = "none";
  form.addEventListener("focusin", ({ target }) => fields.includes(target) && choose(target));
  for (const seat of seats.all) seat.card.addEventListener("click", ({ target }) => target.closest("input, label") || choose(seat.pips));
  form.querySelector(".keys").addEventListener("click", ({ target }) => {
    const key = target.closest("[data-key]");
    if (key) press(key.dataset.key);
  });
  byId("went-out").addEventListener("click", () => {
    undo.remember();
    empty(seats.current, true);
    changed();
    choose(seats.all[seats.nextUntouched ?? seats.active].pips);
  });
  byId("clear").addEventListener("click", clear);
  undo.button.addEventListener("click", () => {
    undo.back();
    choose(seats.current.pips);
  });
  showSteps(entry, seats.showName);

  form.addEventListener("input", ({ target }) => {
    forgetTiles(target);
    showSeats();
  });
  return {
    show: () => choose(seats.current.pips),
    refresh: showSeats,
    turnTo: (index) => choose(seats.all[index].pips),
  };
}

recordRound(createNumberPad).then(({ entry, pad }) => {
  if (entry.form.dataset.photo) import("./photo-counted.js").then(({ offerCounting }) => offerCounting(entry, pad));
});
