// What the pads share: the seats, whose hand is being entered, what is said, and the way back.

export const element = (tag, properties) => Object.assign(document.createElement(tag), properties);
export const bold = (seat) => element("b", { className: seat.colour, textContent: seat.name });

const seatOf = (card, index) => ({
  index,
  card,
  name: card.querySelector("h2").textContent.trim(),
  colour: [...card.classList].find((word) => /^c\d$/.test(word)),
  dealt: Number(card.dataset.dealt) || Infinity,
  tiles: card.querySelector('[name$="-tiles"]'),
  pips: card.querySelector('[name$="-pips"]'),
  tally: card.querySelector('[name$="-tally"]'),
  emptied: card.querySelector('[name$="-out"]'),
  sum: card.querySelector(".n"),
  count: card.querySelector(".count"),
  mini: card.querySelector(".mini"),
});

/** Seats that are out of the match have no place at the desk. */
export function deskOf(form, changed) {
  const seats = [...form.querySelectorAll(".seat:not(.out)")].map(seatOf);
  const written = [...form.elements].filter((field) => /^(hands-|plays$)/.test(field.name));
  const line = document.getElementById("line");
  const back = document.getElementById("undo");
  const past = [];

  const desk = {
    seats,
    active: 0,
    /** Whether only one's own hand is entered here. */
    own: false,
    /** The seat said to have gone out; the form carries it, to other devices too. */
    get out() {
      return seats.find((seat) => seat.emptied?.value)?.index ?? null;
    },
    set out(index) {
      for (const seat of seats) if (seat.emptied) seat.emptied.value = seat.index === index ? "y" : "";
    },
    get seat() {
      return seats[desk.active];
    },
    /** The next seat whose hand is empty. */
    get open() {
      const after = [...seats.slice(desk.active + 1), ...seats.slice(0, desk.active)];
      return desk.own ? undefined : after.find((seat) => ![seat.tiles, seat.pips, seat.emptied].some((field) => field?.value))?.index;
    },
    get next() {
      return desk.own ? desk.active : (desk.active + 1) % seats.length;
    },
    say(...parts) {
      line.classList.remove("ask");
      line.replaceChildren(...parts);
    },
    ask(...parts) {
      desk.say(...parts);
      line.classList.add("ask");
    },
    /** Keep what is written now, to come back to it. */
    remember() {
      past.push({ values: written.map((field) => field.value), active: desk.active });
      back.disabled = false;
    },
    undo() {
      const { values, active } = past.pop();
      written.forEach((field, index) => (field.value = values[index]));
      desk.active = active;
      back.disabled = !past.length;
      changed();
    },
    /** What another device entered is not taken back here. */
    accept(part) {
      written.forEach((field, index) => {
        if (field.name.startsWith(`${part}-`) || part === "rest" && field.name === "plays") {
          for (const { values } of past) values[index] = field.value;
        }
      });
    },
    /** Say something by the way; a question stays. */
    mention(text) {
      if (!line.classList.contains("ask")) desk.say(text);
    },
    /** Say everywhere who is meant. */
    name() {
      for (const span of form.querySelectorAll("[data-name]")) span.textContent = desk.seat.name;
    },
  };
  back.disabled = true;
  return desk;
}

/** Buttons that add points made in play to the active seat's. */
export function stepsOf(form, desk, add) {
  const steps = form.querySelector(".steps");
  if (!steps) return;
  steps.hidden = false;
  steps.addEventListener("click", ({ target }) => {
    const step = target.closest("[data-step]");
    if (step) add(desk.seat, Number(step.dataset.step));
  });
}

/** Add points to a seat's tally; none is none written. */
export function tallyUp(desk, seat, points, changed) {
  desk.remember();
  seat.tally.value = (Number(seat.tally.value) || 0) + points || "";
  changed();
}
