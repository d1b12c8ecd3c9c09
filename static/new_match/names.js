// Who sits where: the fields of the form hold the names, in order of play.

const form = document.querySelector("form.new");
const USUAL_SEATS = 4;

export const fields = [...form.querySelectorAll(".seat input")];
/** Known players, most recent first. */
export const known = [...form.querySelectorAll("#known-names option")].map(({ value, dataset }) => ({ name: value, colour: `c${dataset.colour}` }));

const folded = (name) => name.normalize("NFC").toLowerCase().split(/\s+/).join(" ").trim();

export const changed = () => form.dispatchEvent(new Event("input"));
export const nameAt = (seat) => fields[seat].value.trim();
export const knownAs = (name) => known.find((player) => folded(player.name) === folded(name));

/** The seats that are taken. */
export const taken = () => fields.flatMap((_, seat) => (nameAt(seat) ? [seat] : []));

/** The next free seat; none if all are taken. */
export const free = () => fields.findIndex((_, seat) => !nameAt(seat));

/** How many seats the table has: it grows with a fifth name. */
export const seats = () => Math.max(USUAL_SEATS, (taken().at(-1) ?? 0) + 1);

/** Whether somebody with this name has a seat, other than one seat. */
export const sits = (name, but) => taken().some((seat) => seat !== but && folded(nameAt(seat)) === folded(name));

/** Known players without a seat whose names begin with a text. */
export const standing = (begins = "") => known.filter(({ name }) => !sits(name) && folded(name).startsWith(folded(begins)));

/** Seat some people, from one seat on. */
export function sit(names, seat = free()) {
  names.forEach((name, place) => (fields[seat + place].value = knownAs(name)?.name ?? name));
  changed();
}

// With more than four seats, none stays empty.
function closeUp() {
  const left = taken().map(nameAt);
  fields.forEach((field, place) => (field.value = left[place] ?? ""));
}

/** Free a seat. */
export function standUp(seat) {
  const grown = seats() > USUAL_SEATS;
  fields[seat].value = "";
  if (grown) closeUp();
  changed();
}

export function changePlaces(one, other) {
  [fields[one].value, fields[other].value] = [nameAt(other), nameAt(one)];
  changed();
}

// Without scripts any seats may be empty.
if (seats() > USUAL_SEATS) closeUp();
