// Photos if pips are counted: the sum of the tiles is written into the field of their hand.

import { offerPhotos } from "./photo-button.js";
import { endsOf, pipsOf, read } from "./tile-text.js";

/** Offer to count the pips in a photo; the pad turns to a seat. */
export function offerCounting(entry, { turnTo, replacing }) {
  // Without weights, tiles count their pips.
  const { tiles = {}, holding_a_double: times = 1 } = JSON.parse(entry.form.dataset.weights ?? "{}");
  const isDouble = (name) => new Set(endsOf(name)).size === 1;
  const once = (names) => names.reduce((sum, name) => sum + (tiles[name] ?? pipsOf([name])), 0);
  const weigh = (names) => once(names) * (names.some(isDouble) ? times : 1);
  offerPhotos(entry, {
    turnTo,
    replacing,
    weigh,
    handOf: (seat) => read(seat.tiles.value),
    write(seat, names) {
      seat.tiles.value = names.join(" ");
      seat.pips.value = names.length ? weigh(names) : "";
    },
  });
}
