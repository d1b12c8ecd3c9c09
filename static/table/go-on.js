// Shows what is entered of the next round on the button that continues it.

import { load } from "../round/draft-storage.js";
import { wordsOf } from "../round/tile-text.js";
import { phrase, phrases } from "../shared/i18n.js";

/** The number of tiles in a part of a draft, as the server counts: null for a number, undefined if it is empty. */
function countIn(pairs) {
  const valueOf = (field) => pairs.find(([name]) => name.endsWith(`-${field}`))?.[1] ?? "";
  if (pairs.some(([name, value]) => value && /-(pips|points)$|^nobody$/.test(name))) return null;
  const tiles = wordsOf(valueOf("tiles")).length;
  return tiles || valueOf("out") ? tiles : undefined;
}

/** The hands stored on this device, by players' names, and the points; with `all` also those that the server has. */
function kept(names, all) {
  const { parts } = load(document.getElementById("main").dataset.draft);
  const own = names.map((name, seat) => [name, parts[name ? `hands-${seat}` : "points"]]);
  return own.filter(([, part]) => part && (all || part.unsent)).map(([name, { pairs }]) => [name, countIn(pairs)]);
}

/** Say that a hand is entered as a number, or that the points of the round are. */
export const inNumbers = (name) => (name ? phrase("%(name)s: total entered", { name }) : phrase("Points entered"));

function inWords(name, tiles) {
  if (tiles === null) return inNumbers(name);
  if (tiles === 0) return `${name} ${phrase("went out")}`;
  return `${name} ${phrases("%(num)s tile", "%(num)s tiles", tiles)}`;
}

/** Show what is entered, on the server if known, and on this device. Return whether there is a button for it. */
export function showGoOn(entered) {
  const place = document.querySelector(".go-on");
  if (!place) return false;
  const names = [...JSON.parse(place.dataset.names), ""];
  const counts = new Map([...(entered ?? []), ...kept(names, !entered)]);
  const hands = names.map((name) => [name, counts.get(name)]).filter(([, tiles]) => tiles !== undefined);
  const said = hands.map((hand) => inWords(...hand)).join(" · ");
  place.hidden = !hands.length;
  place.querySelector("small").textContent = hands.at(-1)?.[1] ? phrase("%(entered)s so far", { entered: said }) : said;
  return true;
}
