// Only one's own hand, the page turned to where its player sits around this device.

import { placeOf } from "../shared/seating.js";

// The answer of the server is waited for, but not for ever: what is not sent yet is kept here.
const PATIENCE_MS = 1500;

/** Turn the page to the hand that its address names, if it names one; `send` brings it to the server. */
export function ownHand(form, desk, send) {
  const hand = new URLSearchParams(location.search).get("hand");
  const seat = desk.seats.find(({ card }) => card.dataset.seat === hand);
  if (!seat?.tiles && !seat?.pips) return;
  const root = document.documentElement;
  const face = () => (root.dataset.at = placeOf(Number(hand), form.querySelectorAll(".seat").length));
  root.dataset.hand = hand;
  face();
  addEventListener("storage", face);
  desk.active = seat.index;
  desk.own = true;
  form.querySelector(".done").addEventListener("click", async (event) => {
    event.preventDefault();
    const { href } = event.currentTarget;
    await Promise.race([send(), new Promise((late) => setTimeout(late, PATIENCE_MS))]);
    location.assign(href);
  });
}
