// The pad: a view over the typed fields. Tapping tiles writes the active seat's field, nothing else is kept.

import { face, nameOf, pipsOf, read } from "./hands.js";

const element = (tag, properties) => Object.assign(document.createElement(tag), properties);
const bold = (seat) => element("b", { className: seat.colour, textContent: seat.name });

/** Turn the names in the pad's rows into buttons, the higher end first. */
function buttonsOf(pad) {
  return [...pad.querySelectorAll(".row")].flatMap((row) => {
    const tiles = row.textContent.trim().split(/\s+/).map((written) => {
      const [low, high] = written.match(/\d/g).sort();
      const button = element("button", { type: "button", className: "tile", innerHTML: face(high, low) });
      button.dataset.tile = written;
      return { button, written, name: nameOf(low, high) };
    });
    row.replaceChildren(...tiles.map((tile) => tile.button));
    return tiles;
  });
}

export function padOf(form, changed) {
  const byId = (id) => document.getElementById(id);
  const pad = form.querySelector(".pad");
  const line = byId("line");
  const tiles = buttonsOf(pad);
  const seats = [...form.querySelectorAll(".seat")].map((card, index) => ({
    index,
    card,
    name: card.querySelector("h2").textContent.trim(),
    colour: [...card.classList].find((word) => /^c\d$/.test(word)),
    dealt: Number(card.dataset.dealt) || Infinity,
    field: card.querySelector("input"),
    sum: card.querySelector(".n"),
    count: card.querySelector(".count"),
    mini: card.querySelector(".mini"),
    pick: null,
  }));
  const past = [];
  let active = 0;
  let out = null;
  let moving = null;

  const handOf = (seat) => read(seat.field.value);
  const ownerOf = (name) => seats.find((seat) => handOf(seat)?.includes(name));
  const write = (seat, hand) => {
    seat.field.value = hand.map((name) => tiles.find((tile) => tile.name === name)?.written ?? name).join(" ");
  };

  function remember() {
    past.push({ values: seats.map((seat) => seat.field.value), active, out });
  }

  function say(...parts) {
    line.classList.remove("ask");
    line.replaceChildren(...parts);
  }

  function prompt() {
    const seat = seats[active];
    if (handOf(seat) === null) say(bold(seat), ": what is typed cannot be read. Tapping tiles replaces it.");
    else say("Tap the tiles left in ", bold(seat), "’s hand");
  }

  function showSeat(seat) {
    const hand = handOf(seat);
    const wentOut = seat.index === out && hand?.length === 0;
    const number = hand === null ? "?" : hand.length || wentOut ? pipsOf(hand) : "–";
    seat.sum.textContent = number;
    seat.mini.innerHTML = (hand ?? []).map((name) => `<span class="tile">${face(name[0], name[2])}</span>`).join("");
    seat.mini.classList.toggle("many", hand?.length > 5);
    seat.card.classList.toggle("on", seat.index === active && form.dataset.mode === "pad");
    seat.pick.setAttribute("aria-pressed", seat.index === active);
    const held = hand === null ? "cannot be read" : `${hand.length} ${hand.length === 1 ? "tile" : "tiles"}`;
    const state = wentOut ? "went out" : held;
    seat.count.textContent = hand?.length || wentOut || hand === null ? state : "";
    seat.pick.setAttribute("aria-label", `${seat.name}, ${hand === null ? "" : `${pipsOf(hand)} pips, `}${state}`);
  }

  function showTile({ button, name }) {
    const owner = ownerOf(name);
    const mine = owner?.index === active;
    button.classList.remove("c1", "c2", "c3", "c4", "c5");
    if (owner) button.classList.add(owner.colour);
    button.classList.toggle("held", mine);
    button.classList.toggle("gone", Boolean(owner) && !mine);
    button.setAttribute("aria-pressed", mine);
    button.setAttribute("aria-label", owner ? `${name}, in ${owner.name}’s hand` : name);
    button.querySelector(".tag")?.remove();
    if (owner) button.append(element("span", { className: "tag clip", textContent: owner.name }));
  }

  function show() {
    seats.forEach(showSeat);
    tiles.forEach(showTile);
    form.querySelectorAll(".tools [data-name]").forEach((span) => (span.textContent = seats[active].name));
    for (const id of ["went-out", "clear", "undo"]) byId(id).hidden = moving !== null;
    for (const id of ["move", "leave"]) byId(id).hidden = moving === null;
    byId("undo").disabled = !past.length;
  }

  function turnTo(index) {
    active = index;
    moving = null;
    show();
    prompt();
  }

  function add(seat, name) {
    const hand = handOf(seat) ?? [];
    if (hand.length >= seat.dealt) {
      say(`${seat.dealt} tiles were dealt: `, bold(seat), " cannot hold more.");
      return;
    }
    remember();
    const replaced = handOf(seat) === null;
    write(seat, [...hand, name]);
    if (out === seat.index) out = null;
    changed();
    show();
    if (replaced) say("What was typed for ", bold(seat), " was replaced. Undo brings it back.");
    else prompt();
  }

  function takeOut(seat, name) {
    remember();
    write(seat, handOf(seat).filter((other) => other !== name));
    changed();
    show();
    prompt();
  }

  function tap(tile) {
    const seat = seats[active];
    const owner = ownerOf(tile.name);
    moving = null;
    if (!owner) return add(seat, tile.name);
    if (owner === seat) return takeOut(seat, tile.name);
    moving = { tile, owner };
    show();
    say(`${tile.name} is in `, bold(owner), "’s hand. Move it to ", bold(seat), "?");
    line.classList.add("ask");
    byId("move").focus();
  }

  function answer(move) {
    const { tile, owner } = moving;
    const seat = seats[active];
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
    say(`${tile.name} moved from `, bold(owner), " to ", bold(seat));
  }

  function empty(wentOut) {
    remember();
    write(seats[active], []);
    if (wentOut) out = active;
    else if (out === active) out = null;
    changed();
    turnTo(wentOut ? (active + 1) % seats.length : active);
  }

  function undo() {
    const before = past.pop();
    if (!before) return;
    seats.forEach((seat, index) => (seat.field.value = before.values[index]));
    out = before.out;
    changed();
    turnTo(before.active);
  }

  // One tab stop for the pad; the arrow keys go to the nearest tile that way.
  function step(event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const from = event.target.closest(".tile")?.getBoundingClientRect();
    if (!way || !from) return;
    event.preventDefault();
    const distance = ({ button }) => {
      const { left, top } = button.getBoundingClientRect();
      const ahead = (left - from.left) * way[0] + (top - from.top) * way[1];
      const aside = Math.abs((left - from.left) * way[1]) + Math.abs((top - from.top) * way[0]);
      return ahead > 1 ? ahead + 9 * aside : Infinity;
    };
    const near = tiles.reduce((best, tile) => (distance(tile) < distance(best) ? tile : best));
    if (distance(near) < Infinity) rove(near.button);
  }

  function rove(button) {
    tiles.forEach((tile) => (tile.button.tabIndex = -1));
    button.tabIndex = 0;
    button.focus();
  }

  seats.forEach((seat) => {
    seat.pick = element("button", { type: "button", className: "pick" });
    seat.pick.addEventListener("click", () => turnTo(seat.index));
    seat.card.prepend(seat.pick);
    seat.field.addEventListener("input", show);
  });
  tiles.forEach((tile, index) => {
    tile.button.tabIndex = index ? -1 : 0;
    tile.button.addEventListener("click", () => tap(tile));
  });
  pad.addEventListener("keydown", step);
  byId("went-out").addEventListener("click", () => empty(true));
  byId("clear").addEventListener("click", () => empty(false));
  byId("undo").addEventListener("click", undo);
  byId("move").addEventListener("click", () => answer(true));
  byId("leave").addEventListener("click", () => answer(false));

  return {
    seats,
    /** Show the fields as they are now; `on` says whether the pad or the fields are worked with. */
    show(on) {
      pad.parentElement.hidden = !on;
      seats.forEach((seat) => (seat.pick.hidden = !on));
      turnTo(active);
    },
  };
}
