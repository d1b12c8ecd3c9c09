// The table mode: turns every panel to its seat, marks entered hands, and checks the round.

import { check, isChecking, leave } from "./checked-round.js";
import { changeSeats, edgeOf } from "../shared/seat-edges.js";

const PATIENCE_MS = 8000;

const root = document.documentElement;
const main = document.getElementById("main");
const seats = () => [...main.querySelectorAll(".panel")];

let tag = "";
// From the page of one hand, check a round that is complete; from the page of all hands, show the scores.
let arrives = !document.referrer.endsWith("/rounds/new");

function arrange() {
  const panels = seats();
  for (const panel of panels) {
    const edge = edgeOf(Number(panel.dataset.seat), panels.length);
    if (panel.dataset.at !== edge) panel.dataset.at = edge;
  }
}

/** Whether a part of a draft has a hand: tiles, pips, or that its player went out; or the points of the round. */
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
  // The tag is only valid for the draft of this round.
  tag = draft + response.headers.get("ETag");
  show(await response.json());
}

async function turn() {
  if (document.hidden || root.dataset.tableMode === undefined) return;
  // Without a network the marks stay as they are: the page says that it is not live.
  await ask().catch(() => {});
}

/** Check what is entered; if that fails, the page that enters the whole round opens. */
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
// An updated page has no edges yet.
new MutationObserver(arrange).observe(main, { subtree: true, childList: true, attributeFilter: ["data-at", "data-seat"] });
arrange();
turn();
