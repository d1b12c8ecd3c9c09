// Entering a round tile by tile, if the table is counted: each tapped tile is laid by the player whose turn it is. The
// pad only fills in the typed field.

import { bold } from "./message-line.js";
import { recordRound } from "./record.js";
import { addToTally } from "./tally.js";
import { faces, spokenName, tileName } from "./tile-faces.js";
import { tileOf, wordsOf } from "./tile-text.js";
import { createTiles, showOwner } from "./tiles.js";
import { phrase, pieces } from "../shared/i18n.js";

function createPlaysPad(entry) {
  const { form, seats, line, undo, changed } = entry;
  const field = form.elements.plays;
  const tiles = createTiles(form.querySelector(".pad"), tap);

  const leader = () => Number(form.querySelector('[name="opener"]:checked')?.value ?? 0);
  const seatAt = (turn) => seats.all[(leader() + turn) % seats.all.length];
  const plays = () => wordsOf(field.value).map((word, turn) => ({ name: tileOf(word), seat: seatAt(turn) }));

  function showSeat(seat, laid) {
    const own = laid.filter((play) => play.seat === seat && play.name).map((play) => play.name);
    seat.mini.innerHTML = faces(own);
    seat.mini.classList.toggle("many", own.length > 5);
    seat.card.classList.toggle("on", seat === seats.current && form.dataset.mode === "pad");
  }

  function showTile(tile, laid) {
    const owner = laid.find(({ name }) => name === tile.name)?.seat;
    showOwner(tile, owner, false, phrase("%(tile)s, played by %(name)s", { tile: spokenName(tile.name), name: owner?.name }));
  }

  function show() {
    const laid = plays();
    seats.active = seatAt(laid.length).index;
    for (const seat of seats.all) showSeat(seat, laid);
    for (const tile of tiles) showTile(tile, laid);
    seats.showName();
    line.say(...pieces("Tap the tile %(name)s plays", { name: bold(seats.current) }));
  }

  function add(word) {
    undo.remember();
    field.value = [...wordsOf(field.value), word].join(" ");
    changed();
    show();
  }

  function tap(tile) {
    const play = plays().find(({ name }) => name === tile.name);
    if (!play) return add(tile.name);
    const facts = { tile: tileName(tile.name), name: bold(play.seat) };
    line.say(...pieces("%(tile)s was played by %(name)s. Undo takes back the last tile.", facts));
  }

  document.getElementById("pass").addEventListener("click", () => add("x"));
  undo.button.addEventListener("click", () => {
    undo.back();
    show();
  });
  for (const seat of seats.all) {
    const byHand = seat.card.querySelector("[data-by-hand]");
    byHand.hidden = false;
    byHand.addEventListener("click", () => addToTally(entry, seat, Number(byHand.dataset.byHand)));
  }
  form.addEventListener("change", show);
  field.addEventListener("input", show);

  return {
    show,
    refresh: show,
    /** Show what the server counted: the table, and the points of each seat. */
    showCount({ total, points, won }) {
      if (won !== undefined) line.say(...pieces("The match is won: no more tiles count."));
      form.querySelector(".total").textContent = total ?? "0";
      const made = points?.split(" ") ?? [];
      for (const seat of seats.all) seat.sum.textContent = made[seat.index] ?? "–";
    },
  };
}

recordRound(createPlaysPad);
