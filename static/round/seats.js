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
});

const isEmpty = (seat) => ![seat.tiles, seat.pips, seat.wentOut].some((field) => field?.value);

/** The seats that are still in the match; `active` is the index of the one whose hand is entered. */
export function createSeats(form) {
  const all = [...form.querySelectorAll(".seat:not(.out)")].map(seatOf);
  const seats = {
    all,
    active: 0,
    /** Whether only one's own hand is entered here. */
    ownOnly: false,
    get current() {
      return all[seats.active];
    },
    /** The index of the seat said to have gone out, or null; the form sends it to other devices too. */
    get out() {
      return all.find((seat) => seat.wentOut?.value)?.index ?? null;
    },
    set out(index) {
      for (const seat of all) if (seat.wentOut) seat.wentOut.value = seat.index === index ? "y" : "";
    },
    get next() {
      return seats.ownOnly ? seats.active : (seats.active + 1) % all.length;
    },
    /** The next seat whose hand is empty, if there is one. */
    get nextEmpty() {
      if (seats.ownOnly) return undefined;
      return [...all.slice(seats.active + 1), ...all.slice(0, seats.active)].find(isEmpty)?.index;
    },
    /** Write the name of the current seat on the buttons that are about it. */
    showName() {
      for (const span of form.querySelectorAll("[data-name]")) span.textContent = seats.current.name;
    },
  };
  return seats;
}
