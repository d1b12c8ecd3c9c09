// Keeps the page of a match live. Other scripts follow it by the events "alive", for each keep-alive, and
// "pageupdate", for each change.

import { counter } from "./count-up.js";
import { inNumbers, showGoOn } from "./go-on.js";
import { morph } from "./morph.js";
import { isKept } from "../round/draft-storage.js";
import { follow } from "../shared/follow.js";
import { phrase, phrases } from "../shared/i18n.js";
import "../shared/tablet.js";

if (document.querySelector("[data-timer]")) import("../shared/timer.js");
if (document.getElementById("in-play")) import("./in-play.js").then(({ sendPoints }) => sendPoints(show, addLine("pill")));

const PATIENCE_MS = 8000;

const main = document.getElementById("main");
const { events } = main.dataset;
const header = document.querySelector(".top");

const announcement = addLine("sr");
announcement.setAttribute("role", "status");
// Not announced: it changes with every tap on another device.
const entering = addLine("pill entering");
entering.hidden = true;

let tag = "";
// What was last known to be entered of the next round; null while the page is not live.
let lately = [];

function addLine(className) {
  const line = document.createElement("p");
  line.className = className;
  header.append(line);
  return line;
}

const newsOf = () => main.querySelector("[data-news]").dataset;
const winOf = (page) => page.querySelector("[data-win]");

/** Announce what is new since `before`. */
function announce(before) {
  const { news, score, round } = newsOf();
  if (news === before.news && score === before.score) return;
  // After an undo only the score is announced.
  announcement.textContent = Number(round) < Number(before.round) ? score : `${news} ${score}`.trim();
}

/** Celebrate a new win, which also announces it; end the celebration of one that was undone. */
async function updateWin(win, wonBy) {
  const { update } = await import("./win.js");
  update(win, wonBy);
}

/** Update the page, and announce what is new. */
function show(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const before = { ...newsOf() };
  const { draft } = main.dataset;
  const [win, wonBy] = [winOf(page), winOf(main)?.dataset.win];
  const countUp = counter();
  document.title = page.title;
  for (const place of ["main", ".top h1", ".top .meta", ".top nav"]) {
    morph(document.querySelector(place), page.querySelector(place));
  }
  // The draft of a round that is recorded by now is not that of the next one.
  showEntered(main.dataset.draft === draft || !lately ? lately : []);
  dispatchEvent(new CustomEvent("pageupdate", { detail: html }));
  countUp();
  if (win || wonBy) updateWin(win, wonBy).catch(() => announce(before));
  if (!win || win.dataset.win === wonBy) announce(before);
}

const enteredBy = ([name, tiles]) => {
  if (tiles === null) return inNumbers(name);
  if (tiles === 0) return phrase("%(name)s: no tiles", { name });
  return phrases("%(name)s: %(num)s tile", "%(name)s: %(num)s tiles", tiles, { name });
};

/** Show what is entered of the next round: on the button that continues it, or in a line unless it is entered here. */
function showEntered(entered) {
  lately = entered;
  entering.hidden = showGoOn(entered) || !entered?.length || isKept(main.dataset.draft);
  entering.textContent = `${(entered ?? []).map(enteredBy).join(" · ")} …`;
}

async function askForDraft(signal) {
  const response = await fetch(main.dataset.entered, { cache: "no-cache", signal });
  if (!response.ok) throw new Error(response.status);
  showEntered(await response.json());
}

async function ask(heard) {
  const headers = tag ? { "If-None-Match": tag } : {};
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(location.pathname, { headers, cache: "no-store", signal });
  if (response.redirected || [403, 404].includes(response.status)) return location.reload();
  if (!response.ok && response.status !== 304) throw new Error(response.status);
  if (response.ok) {
    const html = await response.text();
    tag = response.headers.get("ETag") ?? "";
    show(html);
  }
  heard();
  await askForDraft(signal);
}

addEventListener("missed", () => showEntered(null));
follow(
  () => `${events}?seen=${main.dataset.version}`,
  {
    // A new stream sends again what is entered.
    open: () => showEntered([]),
    page: show,
    entered: (data) => showEntered(JSON.parse(data)),
    // The match was deleted or the link has ended: the page from the server says which.
    ended: () => location.reload(),
  },
  ask,
);
