// Entering hands by tapping their tiles. The pad only fills in the typed fields.

import { createAsking } from "./pad-confirm.js";
import { bold } from "./message-line.js";
import { recordRound } from "./record.js";
import { faces, spokenName, tileName } from "./tile-faces.js";
import { pipsOf, read } from "./tile-text.js";
import { createTiles, showOwner } from "./tiles.js";
import { element } from "../shared/element.js";
import { phrase, phrases, pieces } from "../shared/i18n.js";

function createHandsPad(entry) {
  const { form, seats, line, undo, changed } = entry;
  const byId = (id) => document.getElementById(id);
  const tiles = createTiles(form.querySelector(".pad"), tap);
  const asking = createAsking(entry, prompt);

  const handOf = (seat) => read(seat.tiles.value);
  const ownerOf = (name) => seats.all.find((seat) => handOf(seat)?.includes(name));
  const owners = () => new Map(seats.all.flatMap((seat) => (handOf(seat) ?? []).map((name) => [name, seat])));
  const write = (seat, hand) => (seat.tiles.value = hand.join(" "));

  function prompt() {
    const name = bold(seats.current);
    const { asks } = seats.current.card.dataset;
    if (asks) line.say(asks);
    else if (handOf(seats.current) !== null) line.say(...pieces("Tap the tiles left in %(name)s’s hand", { name }));
    else line.say(...pieces("%(name)s: what is typed cannot be read. Tapping tiles replaces it.", { name }));
  }

  function stateOf(seat, hand) {
    if (hand === null) return phrase("cannot be read");
    if (seat.out) return phrase("went out");
    if (seats.isUntouched(seat)) return phrase("not entered yet");
    return phrases("%(num)s tile", "%(num)s tiles", hand.length);
  }

  function showHand(seat, hand) {
    const drawn = faces(hand ?? []);
    if (drawn === seat.drawn) return;
    seat.drawn = drawn;
    seat.mini.innerHTML = drawn;
    seat.mini.classList.toggle("many", hand?.length > 5);
    seat.mini.classList.toggle("lots", hand?.length > 9);
  }

  function showSeat(seat) {
    const hand = handOf(seat);
    const isCurrent = seat === seats.current;
    const state = stateOf(seat, hand);
    const isUntouched = seats.isUntouched(seat);
    const isTodo = isUntouched && form.dataset.mode === "pad";
    const made = seat.made ? phrase("%(points)s in play", { points: seat.made }) : "";
    const pips = hand?.length ? phrases("%(num)s pip", "%(num)s pips", pipsOf(hand)) : "";
    showHand(seat, hand);
    seat.sum.textContent = isUntouched ? "–" : hand === null ? "?" : pipsOf(hand);
    const count = isTodo ? "" : seat.out ? phrase("no tile left") : state;
    seat.count.textContent = [count, made].filter(Boolean).join(" · ");
    seat.card.classList.toggle("todo", isTodo);
    seat.card.classList.toggle("went", seat.out);
    seat.card.classList.toggle("on", isCurrent && form.dataset.mode === "pad");
    seat.pick.setAttribute("aria-pressed", isCurrent);
    seat.pick.setAttribute("aria-label", [seat.name, pips, state, made].filter(Boolean).join(", "));
  }

  function showTile(tile, owner) {
    const held = owner !== undefined && owner === seats.current;
    showOwner(tile, owner, held, phrase("%(tile)s, in %(name)s’s hand", { tile: spokenName(tile.name), name: owner?.name }));
  }

  function show() {
    seats.all.forEach(showSeat);
    const owner = owners();
    for (const tile of tiles) showTile(tile, owner.get(tile.name));
    // The boneyard neither goes out nor scores in play.
    for (const button of form.querySelectorAll("#went-out, [data-step]")) button.disabled = !seats.current.wentOut;
    seats.showName();
  }

  function turnTo(index) {
    seats.active = index;
    asking.drop();
    show();
    prompt();
  }

  function put(seat, name) {
    const hand = handOf(seat) ?? [];
    if (hand.length >= seat.dealt) {
      line.say(...pieces("%(number)s tiles at most: %(name)s cannot hold more.", { number: seat.dealt, name: bold(seat) }));
      return;
    }
    undo.remember();
    const replaced = handOf(seat) === null;
    write(seat, [...hand, name]);
    seats.setOut(seat, false);
    changed();
    // A full hand takes no more tiles: the next one goes to another hand.
    if (hand.length + 1 === seat.dealt) seats.active = seats.nextUntouched ?? seats.active;
    show();
    if (replaced) line.say(...pieces("What was typed for %(name)s was replaced. Undo brings it back.", { name: bold(seat) }));
    else prompt();
  }

  function takeOut(seat, name) {
    undo.remember();
    write(seat, handOf(seat).filter((other) => other !== name));
    changed();
    show();
    prompt();
  }

  /** Put a tile into the current hand; if the player went out, only after a confirmation. */
  function add(tile, act = put) {
    const seat = seats.current;
    const soft = pieces("%(tile)s would be in %(name)s’s hand", { tile: tileName(tile.name), name: seat.name });
    if (seat.out) asking.replacing(seat, () => act(seat, tile.name), tile.button, soft);
    else act(seat, tile.name);
  }

  function tap(tile) {
    const owner = ownerOf(tile.name);
    asking.drop();
    if (!owner) return add(tile);
    if (owner === seats.current) return takeOut(owner, tile.name);
    const facts = { tile: tileName(tile.name), owner: bold(owner), name: bold(seats.current) };
    const question = pieces("%(tile)s is in %(owner)s’s hand. Move it to %(name)s?", facts);
    asking.ask(question, "move", () => add(tile, (seat) => move(tile, owner, seat)), tile.button);
  }

  function move(tile, owner, seat) {
    const room = (handOf(seat) ?? []).length < seat.dealt;
    put(seat, tile.name);
    if (!room) return;
    write(owner, handOf(owner).filter((other) => other !== tile.name));
    changed();
    show();
    line.say(...pieces("%(tile)s moved from %(owner)s to %(name)s", { tile: tileName(tile.name), owner: bold(owner), name: bold(seat) }));
  }

  function empty(out) {
    undo.remember();
    write(seats.current, []);
    if (!out) seats.forgetTally(seats.current);
    seats.setOut(seats.current, out);
    changed();
    turnTo(out ? (seats.nextUntouched ?? seats.active) : seats.active);
  }

  function wentOut({ currentTarget }) {
    const { current, replaced } = seats;
    if (current.out) turnTo(seats.next);
    else asking.replacing(replaced, () => asking.replacing(current, () => empty(true), currentTarget), currentTarget);
  }

  for (const seat of seats.all) {
    seat.pick = element("button", { type: "button", className: "pick" });
    seat.pick.addEventListener("click", () => {
      turnTo(seat.index);
      entry.turned();
    });
    seat.card.prepend(seat.pick);
    for (const field of [seat.tiles, seat.wentOut]) field?.addEventListener("input", show);
  }
  byId("went-out").addEventListener("click", wentOut);
  byId("clear").addEventListener("click", ({ currentTarget }) => asking.replacing(seats.current, () => empty(false), currentTarget));
  undo.button.addEventListener("click", () => {
    undo.back();
    turnTo(seats.active);
  });

  return {
    prompt,
    handOf,
    write,
    turnTo,
    replacing: asking.replacing,
    dropQuestion() {
      if (!asking.isOpen) return;
      asking.drop();
      prompt();
    },
    refresh: show,
    /** Show the fields on the pad; `tapping` tells taps from typing. */
    show(tapping) {
      for (const seat of seats.all) seat.pick.hidden = !tapping;
      turnTo(seats.active);
    },
  };
}

recordRound(createHandsPad).then(({ entry, pad }) => {
  if (entry.form.dataset.photo) import("./photo-button.js").then(({ offerPhotos }) => offerPhotos(entry, pad));
  if (document.querySelector(".steps")) import("./tally.js").then(({ showSteps }) => showSteps(entry, pad.refresh));
  const loadShortcuts = () => import("./shortcuts.js").then(({ addShortcuts }) => addShortcuts(entry, pad.prompt));
  // A device with a mouse has a keyboard; on others, wait for a key.
  if (matchMedia("(hover: hover)").matches) loadShortcuts();
  else addEventListener("keydown", loadShortcuts, { once: true });
});
