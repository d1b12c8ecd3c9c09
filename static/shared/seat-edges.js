// Who sits at which edge of this device. The seats can be turned, because the tablet may lie any way round.

import { keep, read } from "./storage.js";

// In order of play, from the edge nearest to the reader.
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

/** The edge of a seat, for a number of seats: after a whole turn the order of play is reversed. */
export function edgeOf(seat, seats) {
  const turned = kept() % (2 * seats);
  const steps = turned < seats ? seat + turned : 3 * seats - seat - turned - 1;
  return EDGES[seats][((steps % seats) + seats) % seats];
}

/** Turn everybody by one seat. */
export function changeSeats(seats) {
  keep("turned", (kept() + 1) % (2 * seats));
}
