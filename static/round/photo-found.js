// The tiles found in a photo: counted, asked about where they are doubtful, corrected, and given to hands.

import { bold } from "./message-line.js";
import { createEnds } from "./photo-ends.js";
import { face, spokenName, tileName } from "./tile-faces.js";
import { endsOf, pipsOf } from "./tile-text.js";
import { element } from "../shared/element.js";
import { phrase, phrases, pieces } from "../shared/i18n.js";

const CROSS = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6 6 18"/></svg>';

const drawnTile = (name) => element("span", { className: "tile", innerHTML: face(...endsOf(name).reverse()) });

function chip(parts, isPressed, press) {
  const made = element("button", { type: "button", className: "btn" });
  made.append(...parts);
  made.setAttribute("aria-pressed", isPressed);
  made.addEventListener("click", press);
  return made;
}

function question({ read: tile, others: [second, third] }) {
  if (third) return phrase("%(tile)s, %(second)s or %(third)s?", { tile, second, third });
  return phrase("%(tile)s or %(second)s?", { tile, second });
}

/** `changed` is called after each change. `parts` are what is shown: the count, the tiles, who gets them. */
export function createFound({ form, seats }, pad, changed) {
  // Where pips are counted, what is written down is shown.
  const weigh = pad.weigh ?? pipsOf;
  const count = element("h3", {});
  const perhaps = element("p", {});
  const sum = element("b", {});
  const total = element("header", {});
  const list = element("ul", { className: "photo-tiles" });
  const groups = element("div", { className: "groups" });
  const ends = createEnds(Number(form.dataset.highest));
  const found = { tiles: [], parts: [total, groups, list, ends.element] };
  let owners = [];

  const words = element("div", {});
  words.append(count, perhaps);
  const pips = element("p", {});
  pips.append(sum, element("span", { textContent: phrase("pips") }));
  total.append(words, pips);

  const seatOf = ({ group }) => owners[group] ?? owners[0];
  const tilesOf = (seat) => found.tiles.filter((tile) => tile.used && seatOf(tile) === seat);

  /** Who else holds a tile already. */
  function holderOf({ name }) {
    const others = seats.all.filter((seat) => !owners.includes(seat));
    return others.find((seat) => pad.handOf(seat)?.includes(name));
  }

  /** Work out which tiles are used: each once, and none that stays in another hand. */
  function settle() {
    const seen = new Set();
    for (const tile of found.tiles) {
      tile.holder = holderOf(tile);
      tile.twice = seen.has(tile.name);
      tile.used = !tile.twice && (!tile.holder || tile.moves);
      tile.asks = tile.unsure || Boolean(tile.holder && tile.moves === undefined) || tile.twice;
      tile.label = tile.unsure ? question(tile) : tile.name;
      if (!tile.twice) seen.add(tile.name);
    }
  }

  function refresh() {
    settle();
    const names = found.tiles.filter(({ used }) => used).map(({ name }) => name);
    const doubtful = found.tiles.filter(({ unsure, used }) => unsure && used);
    count.textContent = phrases("%(num)s tile", "%(num)s tiles", names.length);
    sum.textContent = weigh(names);
    const [one] = doubtful;
    const other = one?.others[0];
    const otherwise = names.map((name) => (name === one?.name ? other : name));
    perhaps.textContent = doubtful.length === 1 ? phrase("%(pips)s pips if it is %(tile)s", { pips: weigh(otherwise), tile: other }) : "";
    list.replaceChildren(...[...found.tiles].sort((a, b) => b.asks - a.asks).map(row));
    showGroups();
    changed();
  }

  function choose(tile, name) {
    tile.name = name;
    tile.unsure = false;
    refresh();
  }

  const reading = (tile, name) => chip([drawnTile(name), name], !tile.unsure && tile.name === name, () => choose(tile, name));

  function row(tile) {
    const made = element("li", { className: [tile.asks && "ask", tile.others.length && "either"].filter(Boolean).join(" ") });
    const pick = element("button", { type: "button", className: "pick-tile" });
    pick.setAttribute("aria-label", phrase("Correct %(tile)s", { tile: spokenName(tile.name) }));
    pick.append(drawnTile(tile.name), element("strong", { textContent: tile.label }), element("span", { className: "pips", textContent: pipsOf([tile.name]) }));
    pick.addEventListener("click", () => found.correct(tile));
    const out = element("button", { type: "button", className: "del", innerHTML: CROSS });
    out.setAttribute("aria-label", phrase("Not there: %(tile)s", { tile: spokenName(tile.name) }));
    out.addEventListener("click", () => takeOut(tile));
    made.append(pick, out);
    if (tile.others.length) made.append(chips(...[tile.read, ...tile.others].map((name) => reading(tile, name))));
    if (tile.twice) made.append(element("p", { className: "note", textContent: phrase("It is there twice: take one out, or correct it.") }));
    else if (tile.holder) made.append(...inOtherHand(tile));
    return made;
  }

  function chips(...buttons) {
    const made = element("div", { className: "chips" });
    made.append(...buttons);
    return made;
  }

  function inOtherHand(tile) {
    const note = element("p", { className: "note" });
    note.append(...pieces("%(tile)s is in %(owner)s’s hand.", { tile: tileName(tile.name), owner: bold(tile.holder) }));
    const move = (moves) => () => {
      tile.moves = moves;
      refresh();
    };
    const here = chip([phrase("Move it here")], Boolean(tile.moves), move(true));
    return [note, chips(chip([phrase("Leave it there")], tile.moves === false, move(false)), here)];
  }

  function takeOut(tile) {
    found.tiles = found.tiles.filter((other) => other !== tile);
    ends.close();
    refresh();
    (list.querySelector("button") ?? list).focus();
  }

  /** Hands that lie apart may be given to several players. */
  function showGroups() {
    groups.hidden = owners.length < 2 || seats.ownOnly;
    const shown = owners.map((owner, group) => {
      const label = element("label", { textContent: phrases("Group %(group)s: %(num)s tile", "Group %(group)s: %(num)s tiles", found.tiles.filter((tile) => tile.group === group).length, { group: group + 1 }) });
      const select = element("select", {});
      for (const seat of seats.all) select.append(element("option", { value: seat.index, textContent: seat.name, selected: seat === owner }));
      select.addEventListener("change", () => {
        owners[group] = seats.all[select.value];
        refresh();
        groups.querySelectorAll("select")[group].focus();
      });
      label.append(select);
      return label;
    });
    groups.replaceChildren(...shown);
  }

  return Object.assign(found, {
    /** Show what was read. */
    set(tiles) {
      found.tiles = tiles.map(({ tile, others, corners, group, unsure }) => ({ name: tile, read: tile, others: unsure ? others : [], corners, group, unsure }));
      owners = Array(1 + Math.max(0, ...tiles.map(({ group }) => group))).fill(seats.current);
      ends.close();
      refresh();
    },
    /** Choose the ends of a tile anew. */
    correct(tile) {
      ends.open(tile, (name) => choose(tile, name), () => takeOut(tile));
    },
    add() {
      const tile = { name: "0-0", read: "0-0", others: [], group: 0 };
      found.tiles.push(tile);
      refresh();
      found.correct(tile);
    },
    /** Lead to the first question: nothing is dropped before somebody said so. */
    ask() {
      const first = list.querySelector(".ask");
      first.scrollIntoView({ block: "nearest" });
      (first.querySelector(".chips .btn") ?? first.querySelector("button")).focus();
    },
    /** How many tiles are used, how many are asked about, and a seat that would get more than it can hold. */
    summary: () => ({
      asked: found.tiles.filter(({ asks }) => asks).length,
      used: found.tiles.filter(({ used }) => used).length,
      full: seats.all.find((seat) => tilesOf(seat).length > seat.dealt),
    }),
    /** The seats that get tiles, each with their names. */
    hands: () => [...new Set(owners)].map((seat) => [seat, tilesOf(seat).map(({ name }) => name)]).filter(([, names]) => names.length),
  });
}
