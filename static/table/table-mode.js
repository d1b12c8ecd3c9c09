// The table mode: every panel turned to its seat, and who has entered a hand already.

import { changeSeats, placeOf } from "../shared/seating.js";

const EVERY_MS = 2000;
const PATIENCE_MS = 8000;

const root = document.documentElement;
const main = document.getElementById("main");
const seats = () => [...main.querySelectorAll(".panel")];

let tag = "";
let timer;

function arrange() {
  const panels = seats();
  for (const panel of panels) {
    const place = placeOf(Number(panel.dataset.seat), panels.length);
    if (panel.dataset.at !== place) panel.dataset.at = place;
  }
}

/** A part holds a hand: tiles, a number of pips, or that its player went out. */
const holds = ({ fields }) => Object.entries(fields).some(([name, values]) => /-(tiles|pips|out)$/.test(name) && values.some(Boolean));

function show({ parts }) {
  const entered = seats().map(({ dataset }) => dataset.seat).filter((seat) => parts[`hands-${seat}`] && holds(parts[`hands-${seat}`]));
  const takes = seats().filter(({ dataset }) => dataset.takes !== undefined);
  root.dataset.entered = entered.join(" ");
  root.toggleAttribute("data-ready", takes.length > 0 && takes.every(({ dataset }) => entered.includes(dataset.seat)));
}

async function ask() {
  const { draft } = main.querySelector(".faced").dataset;
  if (!draft) return show({ parts: {} });
  const headers = tag.startsWith(draft) ? { "If-None-Match": tag.slice(draft.length) } : {};
  const response = await fetch(draft, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) return;
  // Of another round it is another draft.
  tag = draft + response.headers.get("ETag");
  show(await response.json());
}

async function turn() {
  clearTimeout(timer);
  if (document.hidden || root.dataset.faced === undefined) return;
  // Without a network the marks stay as they are: the page says that it is not live.
  await ask().catch(() => {});
  clearTimeout(timer);
  timer = setTimeout(turn, EVERY_MS);
}

main.addEventListener("click", ({ target }) => {
  if (target.closest("[data-turns=seats]")) changeSeats(seats().length);
});
document.addEventListener("visibilitychange", turn);
addEventListener("storage", () => {
  arrange();
  turn();
});
addEventListener("pageshow", ({ persisted }) => persisted && turn());
// Whatever comes from the server comes as if nobody sat anywhere.
new MutationObserver(arrange).observe(main, { subtree: true, childList: true, attributeFilter: ["data-at", "data-seat"] });
arrange();
turn();
