// Who sits at which edge of this device. The seats can be turned, as the tablet may lie anyhow.

import { keep, read } from "./storage.js";

// In order of play, from the edge nearest to whoever reads.
const EDGES = {
  2: ["bottom", "top"],
  3: ["bottom", "left", "right"],
  4: ["bottom", "left", "top", "right"],
  5: ["bottom", "bottom-2", "left", "top", "right"],
  6: ["bottom", "bottom-2", "left", "top", "top-2", "right"],
  7: ["bottom", "bottom-2", "bottom-3", "left", "top", "top-2", "right"],
  8: ["bottom", "bottom-2", "left", "left-2", "top", "top-2", "right", "right-2"],
  9: ["bottom", "bottom-2", "bottom-3", "left", "left-2", "top", "top-2", "right", "right-2"],
  10: ["bottom", "bottom-2", "bottom-3", "left", "left-2", "top", "top-2", "top-3", "right", "right-2"],
};

const kept = () => Number(read("turned")) || 0;

/** The edge at which a seat of so many is: after a whole turn the order of play goes the other way. */
export function edgeOf(seat, seats) {
  const turned = kept() % (2 * seats);
  const steps = turned < seats ? seat + turned : 3 * seats - seat - turned - 1;
  return EDGES[seats][((steps % seats) + seats) % seats];
}

/** Let everybody move on by one seat. */
export function changeSeats(seats) {
  keep("turned", (kept() + 1) % (2 * seats));
}
