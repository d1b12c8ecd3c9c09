// The seats of the match: whose hand is being entered, and who went out.

const seatOf = (card, index) => ({
  index,
  card,
  name: card.querySelector("h2").textContent.trim(),
  colour: [...card.classList].find((word) => /^c\d$/.test(word)),
  dealt: Number(card.dataset.dealt) || Infinity,
  tiles: card.querySelector('[name$="-tiles"]'),
  pips: card.querySelector('[name$="-pips"]'),
  tally: card.querySelector('[name$="-tally"]'),
  wentOut: card.querySelector('[name$="-out"]'),
  sum: card.querySelector(".n"),
  count: card.querySelector(".count"),
  mini: card.querySelector(".mini"),
  /** Whether this seat is said to have gone out. */
  get out() {
    return Boolean(this.wentOut?.checked);
  },
});

const isUntouched = (seat) => !seat.out && ![seat.tiles, seat.pips].some((field) => field?.value);

/** The seats that are still in the match; `active` is the index of the one whose hand is entered. */
export function createSeats(form) {
  const all = [...form.querySelectorAll(".seat:not(.out)")].map(seatOf);
  // Where play goes on after somebody went out, others may too.
  const several = form.dataset.severalOut !== undefined;
  const seats = {
    all,
    active: 0,
    isUntouched,
    /** Whether only one's own hand is entered here. */
    ownOnly: false,
    get current() {
      return all[seats.active];
    },
    /** Say that a seat went out, or that it did not. */
    setOut(seat, out) {
      for (const each of all) if (each.wentOut && (each === seat || (out && !several))) each.wentOut.checked = out && each === seat;
    },
    get next() {
      return seats.ownOnly ? seats.active : (seats.active + 1) % all.length;
    },
    /** The next seat whose hand is not entered, if there is one. */
    get nextUntouched() {
      if (seats.ownOnly) return undefined;
      return [...all.slice(seats.active + 1), ...all.slice(0, seats.active)].find(isUntouched)?.index;
    },
    /** Write the name of the current seat on the buttons that are about it. */
    showName() {
      for (const span of form.querySelectorAll("[data-name]")) span.textContent = seats.current.name;
    },
  };
  return seats;
}
