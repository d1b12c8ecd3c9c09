// The table mode: turns every panel to its seat, marks whose hand is entered, and checks what they come to.

import { check, isChecking, leave } from "./checked-round.js";
import { changeSeats, edgeOf } from "../shared/seating.js";

const PATIENCE_MS = 8000;

const root = document.documentElement;
const main = document.getElementById("main");
const seats = () => [...main.querySelectorAll(".panel")];

let tag = "";
// Whoever comes back from the last hand that was missing finds the round checked; from all hands, the scores.
let arrives = !document.referrer.endsWith("/rounds/new");

function arrange() {
  const panels = seats();
  for (const panel of panels) {
    const edge = edgeOf(Number(panel.dataset.seat), panels.length);
    if (panel.dataset.at !== edge) panel.dataset.at = edge;
  }
}

/** Whether a part of a draft has a hand in it: tiles, a number of pips, or that its player went out; or the points of the round. */
const holds = ({ fields } = { fields: {} }) =>
  Object.entries(fields).some(([name, values]) => /-(tiles|pips|out|points)$|^nobody$/.test(name) && values.some(Boolean));

function show({ parts }) {
  const entered = seats().map(({ dataset }) => dataset.seat).filter((seat) => holds(parts[`hands-${seat}`]));
  const open = seats().filter(({ dataset }) => dataset.canEnter !== undefined);
  const isReady = open.length > 0 && open.every(({ dataset }) => entered.includes(dataset.seat));
  root.dataset.entered = entered.join(" ");
  root.toggleAttribute("data-begun", entered.length > 0 || holds(parts.points));
  root.toggleAttribute("data-ready", isReady);
  if (isChecking() || (arrives && isReady)) check();
  arrives = false;
}

function goBack() {
  leave();
  main.querySelector(".middle > .primary").focus();
}

async function ask() {
  const { draft } = main.querySelector(".table-mode").dataset;
  if (!draft) return show({ parts: {} });
  const headers = tag.startsWith(draft) ? { "If-None-Match": tag.slice(draft.length) } : {};
  const response = await fetch(draft, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) return;
  // The tag is only good for the draft of this round.
  tag = draft + response.headers.get("ETag");
  show(await response.json());
}

async function turn() {
  if (document.hidden || root.dataset.tableMode === undefined) return;
  // Without a network the marks stay as they are: the page says that it is not live.
  await ask().catch(() => {});
}

/** Check what is entered; where that fails, the page that takes the whole round opens. */
async function checkOr(link, answer) {
  if (!(await check(answer))) return link && location.assign(link.href);
  main.querySelector(".confirm").focus();
}

main.addEventListener("click", (event) => {
  const { target } = event;
  const link = target.closest(".middle > .primary");
  if (target.closest("[data-action=change-seats]")) changeSeats(seats().length);
  else if (target.closest("[data-action=back]")) goBack();
  else if (target.closest("[data-answer]")) checkOr(null, target.closest("[data-answer]").dataset.answer);
  else if (link && root.dataset.begun !== undefined) {
    event.preventDefault();
    checkOr(link);
  }
});
addEventListener("pageupdate", leave);
addEventListener("alive", turn);
document.addEventListener("visibilitychange", turn);
addEventListener("storage", () => {
  arrange();
  turn();
});
addEventListener("pageshow", ({ persisted }) => persisted && turn());
// A page that is updated comes without edges.
new MutationObserver(arrange).observe(main, { subtree: true, childList: true, attributeFilter: ["data-at", "data-seat"] });
arrange();
turn();
