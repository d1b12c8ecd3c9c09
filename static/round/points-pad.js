// Entering only who won a round, and the points: the keys type into the field of a side. If only the winner scores, tap
// the winning side before or after its number; otherwise each side has its own number.

import { bold } from "./message-line.js";
import { recordRound } from "./record.js";
import { summed } from "./sums.js";
import { phrases, pieces } from "../shared/i18n.js";

function createPointsPad(entry) {
  const { form, seats, line, undo, changed } = entry;
  const { nobody } = form.elements;
  const { flat = "" } = form.dataset;
  const winnerOnly = form.classList.contains("winner");
  const drawn = document.getElementById("nobody-won");
  // Typed before a winner is chosen.
  let waiting = "";
  // The side that the keys type for.
  let chosen;

  const amount = ({ pips }) => (pips.value && (summed(pips.value) ?? Number(pips.value.replace(/\+$/, "")))) || 0;

  function showSeat(seat) {
    const { card, pips, sum } = seat;
    const isWinner = winnerOnly && seat === chosen;
    const isDecided = nobody.checked || (winnerOnly && Boolean(chosen));
    sum.textContent = pips.value || isDecided ? amount(seat) : "";
    seat.count.textContent = summed(pips.value) === undefined ? "" : pips.value.replaceAll("+", " + ");
    card.classList.toggle("on", seat === chosen);
    card.classList.toggle("won", isWinner);
    card.classList.toggle("lost", isDecided && !isWinner);
    card.classList.toggle("todo", !pips.value && seat !== chosen && !isDecided);
  }

  function prompt() {
    if (nobody.checked) return line.say(...pieces("Nobody won the round", {}));
    if (!chosen && waiting) return line.say(phrases("%(num)s point: who won? Tap them.", "%(num)s points: who won? Tap them.", Number(waiting), { num: waiting }));
    if (!chosen) return line.say(...pieces("Who won the round? Tap them.", {}));
    const sum = summed(chosen.pips.value);
    if (sum !== undefined) line.say(`${chosen.pips.value} = ${sum}`);
    else if (!winnerOnly) line.say(...pieces("What does %(name)s get?", { name: bold(chosen) }));
    else line.say(...pieces("How many points for %(name)s?", { name: bold(chosen) }));
  }

  function show() {
    seats.all.forEach(showSeat);
    drawn.hidden = !winnerOnly;
    drawn.setAttribute("aria-pressed", nobody.checked);
    prompt();
  }

  function choose(seat) {
    chosen = seat;
    if (seat) seats.active = seat.index;
    show();
  }

  /** Make a side the winner, with the number typed. */
  function give(seat, text) {
    waiting = "";
    nobody.checked = false;
    for (const each of seats.all) each.pips.value = each === seat ? text : "";
    choose(seat);
  }

  /** The tapped side is the winner and gets the number typed. */
  function win(seat) {
    if (seat === chosen) return;
    undo.remember();
    give(seat, waiting || seats.all.map(({ pips }) => pips.value).find(Boolean) || flat);
    changed();
  }

  /** So is the side in whose field a keyboard types. */
  function typed({ target }) {
    const seat = winnerOnly && target.value && seats.all.find(({ pips }) => pips === target);
    if (seat) give(seat, target.value);
    else show();
  }

  function write(text) {
    if (!chosen) {
      waiting = text.slice(0, 9);
      return prompt();
    }
    if (text.length > chosen.pips.maxLength) return;
    undo.remember();
    nobody.checked = false;
    chosen.pips.value = text;
    changed();
    show();
  }

  function press(key) {
    const text = chosen ? chosen.pips.value : waiting;
    if (key === "next") choose(seats.all[seats.next]);
    else if (key === "delete") write(text.slice(0, -1));
    else if (key !== "+") write((text === "0" ? "" : text) + key);
    else if (/\d$/.test(text)) write(`${text}+`);
  }

  /** Mark the round as won by nobody, or undo that. */
  function draw() {
    undo.remember();
    nobody.checked = !nobody.checked;
    for (const { pips } of seats.all) pips.value = "";
    waiting = "";
    choose(undefined);
    changed();
  }

  /** Go on from the state of the fields. */
  function refresh() {
    const [scored, named] = [seats.all.find((seat) => amount(seat)), seats.all.find(({ pips }) => pips.value)];
    choose(winnerOnly ? (scored ?? named) : seats.current);
  }

  for (const seat of seats.all) {
    // The pad is the keyboard: hide the on-screen one; a real one types as usual.
    seat.pips.inputMode = "none";
    seat.pips.addEventListener("focus", () => winnerOnly || choose(seat));
    seat.card.addEventListener("click", () => (winnerOnly ? win(seat) : choose(seat)));
  }
  form.querySelector(".keys").addEventListener("click", ({ target }) => {
    const key = target.closest("[data-key]");
    if (key) press(key.dataset.key);
  });
  drawn.addEventListener("click", draw);
  undo.button.addEventListener("click", () => {
    undo.back();
    refresh();
  });
  form.addEventListener("input", typed);
  return {
    show: refresh,
    refresh,
    turnTo: (index) => (winnerOnly ? refresh() : choose(seats.all[index])),
  };
}

recordRound(createPointsPad);
