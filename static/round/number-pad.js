// The number pad: it types into the number field that was last chosen, the active seat's at first.

import { bold, stepsOf, tallyUp } from "./seats.js";
import { pieces } from "../shared/i18n.js";

export function numberPad(form, desk, changed) {
  const { seats } = desk;
  const numbers = [...form.querySelectorAll('.seat [inputmode="numeric"]')];
  const byId = (id) => document.getElementById(id);
  let field;

  function choose(next) {
    field = next;
    desk.active = seats.findIndex((seat) => seat.card.contains(field));
    for (const number of numbers) number.classList.toggle("current", number === field);
    for (const seat of seats) seat.card.classList.toggle("on", seat === desk.seat);
    desk.name();
    if (field === desk.seat.pips) desk.say(...pieces("What is left in %(name)s’s hand?", { name: bold(desk.seat) }));
    else desk.say(field.labels[0].textContent.trim());
  }

  function write(text) {
    if (text.length > field.maxLength) return;
    desk.remember();
    field.value = text;
    changed();
  }

  function next() {
    choose(seats[desk.next].pips);
  }

  function press(key) {
    if (key === "next") next();
    else if (key === "delete") write(field.value.slice(0, -1));
    else write((field.value === "0" ? "" : field.value) + key);
  }

  function clear() {
    desk.remember();
    for (const number of numbers) if (desk.seat.card.contains(number)) number.value = "";
    changed();
    choose(desk.seat.pips);
  }

  // The pad is the keyboard: the system's stays away, a real one types as ever.
  for (const number of numbers) number.inputMode = "none";
  form.addEventListener("focusin", ({ target }) => numbers.includes(target) && choose(target));
  for (const seat of seats) seat.card.addEventListener("click", ({ target }) => target.closest("input, label") || choose(seat.pips));
  form.querySelector(".keys").addEventListener("click", ({ target }) => {
    const key = target.closest("[data-key]");
    if (key) press(key.dataset.key);
  });
  byId("went-out").addEventListener("click", () => {
    choose(desk.seat.pips);
    write("0");
    next();
  });
  byId("clear").addEventListener("click", clear);
  byId("undo").addEventListener("click", () => {
    desk.undo();
    choose(desk.seat.pips);
  });
  stepsOf(form, desk, (seat, points) => tallyUp(desk, seat, points, changed));

  return { show: () => choose(desk.seat.pips) };
}
