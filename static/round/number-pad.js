// Entering hands in numbers: the keys type into the field that was chosen last, at first the first seat's.

import { bold } from "./message-line.js";
import { recordRound } from "./record.js";
import { showSteps } from "./tally.js";
import { pieces } from "../shared/i18n.js";

function createNumberPad(entry) {
  const { form, seats, line, undo, changed } = entry;
  const fields = [...form.querySelectorAll('.seat [inputmode="numeric"]')];
  const byId = (id) => document.getElementById(id);
  let field;

  function choose(next) {
    field = next;
    seats.active = seats.all.findIndex((seat) => seat.card.contains(field));
    for (const each of fields) each.classList.toggle("current", each === field);
    for (const seat of seats.all) seat.card.classList.toggle("on", seat === seats.current);
    seats.showName();
    if (field === seats.current.pips) line.say(...pieces("What is left in %(name)s’s hand?", { name: bold(seats.current) }));
    else line.say(field.labels[0].textContent.trim());
  }

  function write(text) {
    if (text.length > field.maxLength) return;
    undo.remember();
    field.value = text;
    changed();
  }

  const chooseNext = () => choose(seats.all[seats.next].pips);

  function press(key) {
    if (key === "next") chooseNext();
    else if (key === "delete") write(field.value.slice(0, -1));
    else write((field.value === "0" ? "" : field.value) + key);
  }

  function clear() {
    undo.remember();
    for (const each of fields) if (seats.current.card.contains(each)) each.value = "";
    changed();
    choose(seats.current.pips);
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
    choose(seats.current.pips);
    write("0");
    chooseNext();
  });
  byId("clear").addEventListener("click", clear);
  undo.button.addEventListener("click", () => {
    undo.back();
    choose(seats.current.pips);
  });
  showSteps(entry);

  return { show: () => choose(seats.current.pips) };
}

await recordRound(createNumberPad);
