// The tiles found in a photo: which are used, and the questions about them, one at a time.

import { bold } from "./message-line.js";
import { createEnds } from "./photo-ends.js";
import { createGroups } from "./photo-groups.js";
import { face, spokenName, tileName } from "./tile-faces.js";
import { endsOf } from "./tile-text.js";
import { element } from "../shared/element.js";
import { phrase, pieces } from "../shared/i18n.js";

const drawnTile = (name) => element("span", { className: "tile", innerHTML: face(...endsOf(name).reverse()) });

function button(parts, press, label) {
  const made = element("button", { type: "button", className: "btn" });
  made.append(...parts);
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", press);
  return made;
}

/** `changed` is called after each change. `parts` are shown: a question, the groups, the ends of a tile. */
export function createFound({ form, seats }, pad, changed) {
  const box = element("section", { className: "ask", hidden: true });
  const ends = createEnds(Number(form.dataset.highest));
  const groups = createGroups({ form, seats, pad, drawnTile, correct, refresh });
  const found = { tiles: [], parts: [box, groups.element, ends.element] };
  let asked;

  /** The other seat that holds a tile already. */
  function holderOf({ name }) {
    const owners = groups.owners();
    return seats.all.find((seat) => !owners.includes(seat) && pad.handOf(seat)?.includes(name));
  }

  /** Work out which tiles are used: each once, none that stays in another hand, and none of the table. */
  function settle() {
    const seen = new Set();
    for (const tile of found.tiles) {
      tile.seat = groups.seatOf(tile);
      tile.holder = tile.seat && holderOf(tile);
      tile.twice = seen.has(tile.name);
      tile.used = Boolean(tile.seat) && !tile.twice && (!tile.holder || Boolean(tile.moves));
      tile.asks = Boolean(tile.seat) && (tile.unsure || tile.twice || Boolean(tile.holder && tile.moves === undefined));
      if (tile.seat && !tile.twice) seen.add(tile.name);
    }
    asked = found.tiles.find(({ asks }) => asks);
  }

  function refresh() {
    settle();
    for (const tile of found.tiles) tile.isAsked = tile === asked;
    box.hidden = !asked;
    if (asked) box.replaceChildren(...question(asked));
    groups.show(found.tiles);
    changed();
  }

  function choose(tile, name) {
    tile.name = name;
    tile.unsure = false;
    tile.corrected = true;
    refresh();
  }

  function answers(...buttons) {
    const made = element("div", { className: "answers" });
    made.append(...buttons);
    return made;
  }

  function question(tile) {
    const words = element("p", {});
    const another = button(["…"], () => correct(tile), phrase("Another tile"));
    const gone = button([phrase("Not a tile")], () => takeOut(tile));
    if (tile.unsure) {
      words.textContent = phrase("Which tile is this?");
      const likely = [tile.read, ...tile.others].map((name) => button([drawnTile(name), name], () => choose(tile, name), spokenName(name)));
      return [words, answers(...likely, another)];
    }
    const facts = { tile: tileName(tile.name), owner: tile.holder && bold(tile.holder) };
    if (tile.twice) {
      words.append(...pieces("%(tile)s is there twice. Which tile is this one?", facts));
      return [words, answers(gone, another)];
    }
    words.append(...pieces("%(tile)s is in %(owner)s’s hand.", facts));
    const move = (moves) => () => {
      tile.moves = moves;
      refresh();
    };
    return [words, answers(button([phrase("Leave it there")], move(false)), button([phrase("Move it here")], move(true)), another)];
  }

  function takeOut(tile) {
    found.tiles = found.tiles.filter((other) => other !== tile);
    groups.forgetEnds(tile);
    ends.close();
    refresh();
  }

  /** Choose the ends of a tile again. */
  function correct(tile) {
    ends.open(tile, (name) => choose(tile, name), () => takeOut(tile));
  }

  return Object.assign(found, {
    correct,
    /** Show what was read. */
    set(tiles, laid = []) {
      found.tiles = tiles.map(({ tile, others, corners, group, unsure }) => ({ name: tile, read: tile, others, corners, group, unsure }));
      groups.set(laid);
      ends.close();
      refresh();
    },
    add() {
      const tile = { name: "0-0", read: "0-0", others: [], group: groups.hand() };
      found.tiles.push(tile);
      refresh();
      correct(tile);
    },
    /** Scroll to the question: nothing is used before it is answered. */
    ask: () => box.querySelector("button").focus(),
    /** Whether anything is asked. */
    asks: () => Boolean(asked),
    groups,
  });
}
