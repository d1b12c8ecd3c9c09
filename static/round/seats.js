// The seats of the match: whose hand is being entered, and who went out.

import { wordsOf } from "./tile-text.js";

const seatOf = (card, index) => ({
  index,
  card,
  name: card.querySelector("h2").textContent.trim(),
  colour: [...card.classList].find((word) => /^c\d+$/.test(word)),
  dealt: Number(card.dataset.dealt) || Infinity,
  tiles: card.querySelector('[name$="-tiles"], [name="boneyard"]'),
  pips: card.querySelector('[name$="-pips"], [name$="-points"]'),
  tally: card.querySelector('[name$="-tally"]'),
  wentOut: card.querySelector('[name$="-out"]'),
  sum: card.querySelector(".n"),
  count: card.querySelector(".count"),
  mini: card.querySelector(".mini"),
  /** The scores of this seat in play. */
  get scores() {
    const scores = this.tally?.value.match(/[+-]?\s*\d+/g) ?? [];
    return scores.map((score) => Number(score.replace(/\s/g, "")));
  },
  get made() {
    return this.scores.reduce((sum, score) => sum + score, 0);
  },
  /** Whether this seat is marked as out. */
  get out() {
    return Boolean(this.wentOut?.checked);
  },
});

const MOST_SHOWN = 3;

/** The last scores of a seat and their total: … 8+8+2 = 58. */
function sumOf({ scores, made }) {
  if (scores.length < 2) return scores.join("");
  const last = scores.slice(-MOST_SHOWN).join("+").replaceAll("+-", "-");
  return `${scores.length > MOST_SHOWN ? "… " : ""}${last} = ${made}`;
}

/** The seats that are still in the match; `active` is the index of the one whose hand is entered. */
export function createSeats(form) {
  const all = [...form.querySelectorAll(".seat:not(.out)")].map(seatOf);
  // If play goes on after somebody went out, others may go out too.
  const several = form.dataset.severalOut !== undefined;
  // A hand entered with the other method does not count as entered in this one.
  const field = form.elements.entry.value === "tiles" ? "tiles" : "pips";
  const isUntouched = (seat) => !seat.out && !seat[field]?.value;
  const isFinished = (seat) => seat.out || wordsOf(seat.tiles?.value ?? "").length >= seat.dealt;
  // More tiles may follow; a number is finished, unless more is to be added to it.
  const isBegun = (seat) => !isUntouched(seat) && !isFinished(seat) && (field === "tiles" || seat.pips.value.trim().endsWith("+"));
  const seats = {
    all,
    active: 0,
    isUntouched,
    isFinished,
    /** Whether only one's own hand is entered here. */
    ownOnly: false,
    get current() {
      return all[seats.active];
    },
    /** The seat that is out, which stops being out if the current one is. */
    get replaced() {
      return several ? undefined : all.find((seat) => seat.out && seat !== seats.current);
    },
    /** Mark a seat as out, or not. */
    setOut(seat, out) {
      for (const each of all) if (each.wentOut && (each === seat || (out && !several))) each.wentOut.checked = out && each === seat;
    },
    /** Take back what a seat made in play. */
    forgetTally(seat) {
      if (!seat.tally) return;
      const { order } = form.elements;
      seat.tally.value = "";
      order.value = order.value.split(" ").filter((each) => each && each !== seat.card.dataset.seat).join(" ");
    },
    /** The next seat not entered, else the next not finished. */
    get next() {
      if (seats.ownOnly) return seats.active;
      const others = [...all.slice(seats.active + 1), ...all.slice(0, seats.active)];
      return seats.nextUntouched ?? others.find((seat) => !isFinished(seat))?.index ?? seats.active;
    },
    /** Open at the hand that was being entered, by the number of its seat, else at the first not entered. */
    openAt(number) {
      if (seats.ownOnly) return;
      const last = all.find(({ card }) => card.dataset.seat === number);
      const unfinished = [last, ...all].filter((seat) => seat && !isFinished(seat));
      seats.active = ((last && isBegun(last) && last) || all.find(isUntouched) || unfinished[0] || all[0]).index;
    },
    /** Move on from a finished hand. */
    leaveFinished() {
      if (isFinished(seats.current)) seats.openAt();
    },
    /** The next seat not entered, if there is one. */
    get nextUntouched() {
      if (seats.ownOnly) return undefined;
      return [...all.slice(seats.active + 1), ...all.slice(0, seats.active)].find(isUntouched)?.index;
    },
    /** Write the name of the current seat on the buttons that are about it, and its scores. */
    showName() {
      const { name, colour } = seats.current;
      for (const span of form.querySelectorAll("[data-name]")) Object.assign(span, { textContent: name, className: `clip ${colour}` });
      for (const span of form.querySelectorAll("[data-made]")) span.textContent = sumOf(seats.current);
    },
  };
  return seats;
}
