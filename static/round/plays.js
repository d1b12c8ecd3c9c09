// The pad of a game that counts the table: each tile tapped is laid by whose turn it is. The typed line is the truth.

import { bold, tallyUp } from "./seats.js";
import { faces, tileOf, wordsOf } from "./tile-text.js";
import { named, said, showOwner, tilesOf } from "./tiles.js";
import { phrase, pieces } from "../shared/i18n.js";

export function playsPad(form, desk, changed) {
  const byId = (id) => document.getElementById(id);
  const { seats } = desk;
  const field = form.elements.plays;
  const tiles = tilesOf(form.querySelector(".pad"), tap);

  const led = () => Number(form.querySelector('[name="opener"]:checked')?.value ?? 0);
  const seatAt = (turn) => seats[(led() + turn) % seats.length];
  const played = () => wordsOf(field.value).map((word, turn) => ({ name: tileOf(word), seat: seatAt(turn) }));

  function show() {
    const laid = played();
    desk.active = seatAt(laid.length).index;
    for (const seat of seats) {
      const own = laid.filter((play) => play.seat === seat && play.name).map((play) => play.name);
      seat.mini.innerHTML = faces(own);
      seat.mini.classList.toggle("many", own.length > 5);
      seat.card.classList.toggle("on", seat === desk.seat && form.dataset.mode === "pad");
    }
    for (const tile of tiles) {
      const play = laid.find(({ name }) => name === tile.name);
      showOwner(tile, play?.seat, false, phrase("%(tile)s, laid by %(name)s", { tile: said(tile.name), name: play?.seat.name }));
    }
    desk.name();
    desk.say(...pieces("Tap the tile %(name)s lays", { name: bold(desk.seat) }));
  }

  function add(word) {
    desk.remember();
    field.value = [...wordsOf(field.value), word].join(" ");
    changed();
    show();
  }

  function tap(tile) {
    const play = played().find(({ name }) => name === tile.name);
    if (!play) return add(tile.name);
    const facts = { tile: named(tile.name), name: bold(play.seat) };
    desk.say(...pieces("%(tile)s was laid by %(name)s. Undo takes the last tile back.", facts));
  }

  byId("pass").addEventListener("click", () => add("x"));
  byId("undo").addEventListener("click", () => {
    desk.undo();
    show();
  });
  for (const seat of seats) {
    const byHand = seat.card.querySelector("[data-by-hand]");
    byHand.hidden = false;
    byHand.addEventListener("click", () => tallyUp(desk, seat, Number(byHand.dataset.byHand), changed));
  }
  form.addEventListener("change", show);
  field.addEventListener("input", show);

  return {
    show,
    refresh: show,
    /** Show what the server counted: the table, and what each seat made of it. */
    counted({ total, points }) {
      form.querySelector(".total").textContent = total ?? "0";
      const made = points?.split(" ") ?? [];
      for (const seat of seats) seat.sum.textContent = made[seat.index] ?? "–";
    },
  };
}
