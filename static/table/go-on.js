// What is entered of the next round, on the button that goes on with it.

import { load } from "../round/draft-storage.js";
import { wordsOf } from "../round/tile-text.js";
import { phrase, phrases } from "../shared/i18n.js";

/** How many tiles a part of a draft has, as the server counts them: null where a number is entered, undefined where nothing is. */
function countIn(pairs) {
  const valueOf = (field) => pairs.find(([name]) => name.endsWith(`-${field}`))?.[1] ?? "";
  if (pairs.some(([name, value]) => value && /-(pips|points)$|^nobody$/.test(name))) return null;
  const tiles = wordsOf(valueOf("tiles")).length;
  return tiles || valueOf("out") ? tiles : undefined;
}

/** The hands that are kept on this device, by the names of their players, and the points; with `all` those too that the server has. */
function kept(names, all) {
  const { parts } = load(document.getElementById("main").dataset.draft);
  const own = names.map((name, seat) => [name, parts[name ? `hands-${seat}` : "points"]]);
  return own.filter(([, part]) => part && (all || part.unsent)).map(([name, { pairs }]) => [name, countIn(pairs)]);
}

/** Say of whose hand there is a number, or that the points of the round are entered. */
export const inNumbers = (name) => (name ? phrase("%(name)s: total entered", { name }) : phrase("Points entered"));

function inWords(name, tiles) {
  if (tiles === null) return inNumbers(name);
  if (tiles === 0) return `${name} ${phrase("went out")}`;
  return `${name} ${phrases("%(num)s tile", "%(num)s tiles", tiles)}`;
}

/** Say what is entered: by the server, if it is there, and on this device. Say whether there is a button for it. */
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
