// Where the seats are around this device: in order of play, beginning at the edge nearest to whoever looks at it.

import { keep, read } from "./storage.js";

const PLACES = {
  2: ["bottom", "top"],
  3: ["bottom", "left", "right"],
  4: ["bottom", "left", "top", "right"],
  5: ["bottom", "beside", "left", "top", "right"],
};

const kept = () => Number(read("turned")) || 0;

/** The edge at which a seat of so many is: first they turn clockwise, then the other way about. */
export function placeOf(seat, seats) {
  const turned = kept() % (2 * seats);
  const steps = turned < seats ? seat + turned : 3 * seats - seat - turned - 1;
  return PLACES[seats][((steps % seats) + seats) % seats];
}

/** Let everybody move on by one seat; after a whole turn the order of play goes the other way. */
export function changeSeats(seats) {
  keep("turned", (kept() + 1) % (2 * seats));
}
