// The pad of hands: a view over the typed fields. Tapping tiles writes the active seat's field, nothing else is kept.

import { bold, element, stepsOf, tallyUp } from "./seats.js";
import { faces, pipsOf, read } from "./tile-text.js";
import { named, said, showOwner, tilesOf } from "./tiles.js";
import { phrase, phrases, pieces } from "../shared/i18n.js";

export function handsPad(form, desk, changed) {
  const byId = (id) => document.getElementById(id);
  const tiles = tilesOf(form.querySelector(".pad"), tap);
  const { seats } = desk;
  let moving = null;

  const handOf = (seat) => read(seat.tiles.value);
  const ownerOf = (name) => seats.find((seat) => handOf(seat)?.includes(name));
  const write = (seat, hand) => (seat.tiles.value = hand.join(" "));

  function prompt() {
    const { seat } = desk;
    if (handOf(seat) === null) {
      desk.say(...pieces("%(name)s: what is typed cannot be read. Tapping tiles replaces it.", { name: bold(seat) }));
    } else desk.say(...pieces("Tap the tiles left in %(name)s’s hand", { name: bold(seat) }));
  }

  const wentOut = (seat, hand) => seat.index === desk.out && hand?.length === 0;

  function stateOf(seat, hand) {
    if (hand === null) return phrase("cannot be read");
    if (wentOut(seat, hand)) return phrase("went out");
    return phrases("%(num)s tile", "%(num)s tiles", hand.length);
  }

  function showSeat(seat) {
    const hand = handOf(seat);
    const on = seat.index === desk.active;
    const state = stateOf(seat, hand);
    const told = hand === null || hand.length > 0 || wentOut(seat, hand);
    const made = Number(seat.tally?.value) ? phrase("%(points)s in play", { points: seat.tally.value }) : "";
    seat.sum.textContent = hand === null ? "?" : told ? pipsOf(hand) : "–";
    seat.mini.innerHTML = faces(hand ?? []);
    seat.mini.classList.toggle("many", hand?.length > 5);
    seat.mini.classList.toggle("lots", hand?.length > 9);
    seat.card.classList.toggle("on", on && form.dataset.mode === "pad");
    seat.pick.setAttribute("aria-pressed", on);
    seat.count.textContent = [told ? state : "", made].filter(Boolean).join(" · ");
    const said = [seat.name, hand === null ? "" : phrases("%(num)s pip", "%(num)s pips", pipsOf(hand)), state, made];
    seat.pick.setAttribute("aria-label", said.filter(Boolean).join(", "));
  }

  function show() {
    seats.forEach(showSeat);
    for (const tile of tiles) {
      const owner = ownerOf(tile.name);
      showOwner(tile, owner, owner === desk.seat && owner !== undefined, phrase("%(tile)s, in %(name)s’s hand", { tile: said(tile.name), name: owner?.name }));
    }
    desk.name();
    for (const id of ["went-out", "clear", "undo"]) byId(id).hidden = moving !== null;
    for (const id of ["move", "leave"]) byId(id).hidden = moving === null;
  }

  function turnTo(index) {
    desk.active = index;
    moving = null;
    show();
    prompt();
  }

  function add(seat, name) {
    const hand = handOf(seat) ?? [];
    if (hand.length >= seat.dealt) {
      desk.say(...pieces("%(number)s tiles at most: %(name)s cannot hold more.", { number: seat.dealt, name: bold(seat) }));
      return;
    }
    desk.remember();
    const replaced = handOf(seat) === null;
    write(seat, [...hand, name]);
    if (desk.out === seat.index) desk.out = null;
    changed();
    // A full hand takes no more: what is tapped next is another's.
    if (hand.length + 1 === seat.dealt) desk.active = desk.open ?? desk.active;
    show();
    if (replaced) desk.say(...pieces("What was typed for %(name)s was replaced. Undo brings it back.", { name: bold(seat) }));
    else prompt();
  }

  function takeOut(seat, name) {
    desk.remember();
    write(seat, handOf(seat).filter((other) => other !== name));
    changed();
    show();
    prompt();
  }

  function tap(tile) {
    const owner = ownerOf(tile.name);
    moving = null;
    if (!owner) return add(desk.seat, tile.name);
    if (owner === desk.seat) return takeOut(owner, tile.name);
    moving = { tile, owner };
    show();
    const facts = { tile: named(tile.name), owner: bold(owner), name: bold(desk.seat) };
    desk.ask(...pieces("%(tile)s is in %(owner)s’s hand. Move it to %(name)s?", facts));
    byId("move").focus();
  }

  function answer(move) {
    const { tile, owner } = moving;
    const { seat } = desk;
    moving = null;
    tile.button.focus();
    show();
    if (!move) return prompt();
    const room = (handOf(seat) ?? []).length < seat.dealt;
    add(seat, tile.name);
    if (!room) return;
    write(owner, handOf(owner).filter((other) => other !== tile.name));
    changed();
    show();
    desk.say(...pieces("%(tile)s moved from %(owner)s to %(name)s", { tile: named(tile.name), owner: bold(owner), name: bold(seat) }));
  }

  function empty(out) {
    desk.remember();
    write(desk.seat, []);
    if (!out && desk.seat.tally) desk.seat.tally.value = "";
    if (out) desk.out = desk.active;
    else if (desk.out === desk.active) desk.out = null;
    changed();
    turnTo(out ? (desk.open ?? desk.next) : desk.active);
  }

  for (const seat of seats) {
    seat.pick = element("button", { type: "button", className: "pick" });
    seat.pick.addEventListener("click", () => turnTo(seat.index));
    seat.card.prepend(seat.pick);
    seat.tiles.addEventListener("input", show);
  }
  byId("went-out").addEventListener("click", () => empty(true));
  byId("clear").addEventListener("click", () => empty(false));
  byId("undo").addEventListener("click", () => {
    desk.undo();
    turnTo(desk.active);
  });
  byId("move").addEventListener("click", () => answer(true));
  byId("leave").addEventListener("click", () => answer(false));
  stepsOf(form, desk, (seat, points) => {
    tallyUp(desk, seat, points, changed);
    show();
  });

  desk.prompt = prompt;
  return {
    refresh: show,
    /** Show the fields as they are now; `on` says whether the pad or the fields are worked with. */
    show(on) {
      for (const seat of seats) seat.pick.hidden = !on;
      turnTo(desk.active);
    },
  };
}
