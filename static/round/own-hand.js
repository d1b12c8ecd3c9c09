// A player's own hand: the page turned to the edge where the player sits.

import { edgeOf } from "../shared/seat-edges.js";

// Wait for the server, but not for ever: unsent parts are stored on the device.
const PATIENCE_MS = 1500;

/** Turn the page to the hand in its address, if any; `send` sends it to the server. */
export function showOwnHand({ form, seats }, send) {
  const hand = new URLSearchParams(location.search).get("hand");
  const seat = seats.all.find(({ card }) => card.dataset.seat === hand);
  if (!seat?.tiles && !seat?.pips) return;
  const root = document.documentElement;
  const turn = () => (root.dataset.at = edgeOf(Number(hand), form.querySelectorAll(".seat:not(.c0)").length));
  root.dataset.hand = hand;
  turn();
  addEventListener("storage", turn);
  seats.active = seat.index;
  seats.ownOnly = true;
  form.querySelector(".done").addEventListener("click", async (event) => {
    event.preventDefault();
    const { href } = event.currentTarget;
    await Promise.race([send(), new Promise((late) => setTimeout(late, PATIENCE_MS))]);
    location.assign(href);
  });
}
