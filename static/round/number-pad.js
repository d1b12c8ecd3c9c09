// Entering hands as numbers: the keys type into the last chosen field, at first the first seat's.

import { createAsking } from "./pad-confirm.js";
import { bold } from "./message-line.js";
import { recordRound } from "./record.js";
import { summed } from "./sums.js";
import { showSteps } from "./tally.js";
import { phrase, pieces } from "../shared/i18n.js";

function createNumberPad(entry) {
  const { form, seats, line, undo, changed } = entry;
  const fields = [...form.querySelectorAll(".seat [inputmode]")];
  const byId = (id) => document.getElementById(id);
  const asking = createAsking(entry, prompt);
  const { otherwise } = form.dataset;
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

  function prompt() {
    const sum = summed(field.value);
    if (sum !== undefined) line.say(`${field.value} = ${sum}`);
    else if (field !== seats.current.pips) line.say(field.labels[0].textContent.trim());
    else if (otherwise) line.say(...pieces("%(name)s’s points: %(otherwise)s.", { name: bold(seats.current), otherwise }));
    else line.say(...pieces("What is left in %(name)s’s hand?", { name: bold(seats.current) }));
  }

  /** Replace a complete sum by its result. */
  function addUp() {
    const sum = field === seats.current.pips ? summed(field.value) : undefined;
    if (sum !== undefined) field.value = sum;
  }

  function choose(next) {
    asking.drop();
    if (field && field !== next) addUp();
    field = next;
    seats.active = seats.all.findIndex((seat) => seat.card.contains(field));
    for (const each of fields) each.classList.toggle("current", each === field);
    showSeats();
    seats.showName();
    prompt();
  }

  /** Choose a field to enter a hand. */
  function turn(next) {
    choose(next);
    entry.turned();
  }

  function write(text) {
    if (text.length > field.maxLength) return;
    // Points in play say nothing about the hand.
    if (field === seats.current.tally) fill(text);
    else asking.replacing(seats.current, () => fill(text), document.activeElement);
  }

  function fill(text) {
    undo.remember();
    field.value = text;
    field.scrollLeft = field.scrollWidth;
    forgetTiles(field);
    seats.setOut(seats.current, false);
    changed();
    showSeats();
    prompt();
  }

  /** Forget the tiles that a number was counted from, once another number is typed. */
  function forgetTiles(typed) {
    for (const { pips, tiles } of seats.all) if (tiles && pips === typed) tiles.value = "";
  }

  const chooseNext = () => turn(seats.all[seats.next].pips);

  function addMore() {
    if (field === seats.current.pips && /\d\s*$/.test(field.value)) write(`${field.value}+`);
  }

  function press(key) {
    if (key === "next") chooseNext();
    else if (key === "delete") write(field.value.slice(0, -1));
    else if (key === "+") addMore();
    else write((field.value === "0" ? "" : field.value) + key);
  }

  function goOut() {
    undo.remember();
    empty(seats.current, true);
    changed();
    choose(seats.all[seats.nextUntouched ?? seats.active].pips);
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

  // The pad is the keyboard: hide the on-screen one; a real one types as usual.
  for (const each of fields) each.inputMode = "none";
  form.addEventListener("focusin", ({ target }) => fields.includes(target) && turn(target));
  for (const seat of seats.all) seat.card.addEventListener("click", ({ target }) => target.closest("input, label") || turn(seat.pips));
  form.querySelector(".keys").addEventListener("click", ({ target }) => {
    const key = target.closest("[data-key]");
    if (key) press(key.dataset.key);
  });
  byId("went-out").addEventListener("click", ({ currentTarget }) => {
    const { current, replaced } = seats;
    if (current.out) chooseNext();
    else asking.replacing(replaced, () => asking.replacing(current, goOut, currentTarget), currentTarget);
  });
  byId("clear").addEventListener("click", ({ currentTarget }) => asking.replacing(seats.current, clear, currentTarget));
  undo.button.addEventListener("click", () => {
    undo.back();
    choose(seats.current.pips);
  });
  showSteps(entry, seats.showName);

  form.addEventListener("input", ({ target }) => {
    forgetTiles(target);
    showSeats();
    prompt();
  });
  return {
    show: () => choose(seats.current.pips),
    refresh: showSeats,
    replacing: asking.replacing,
    dropQuestion() {
      if (!asking.isOpen) return;
      asking.drop();
      prompt();
    },
    turnTo: (index) => choose(seats.all[index].pips),
  };
}

recordRound(createNumberPad).then(({ entry, pad }) => {
  if (entry.form.dataset.photo) import("./photo-counted.js").then(({ offerCounting }) => offerCounting(entry, pad));
});
