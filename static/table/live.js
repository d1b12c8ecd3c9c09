// Keeps a page as it is on the server: hears of every change, or asks whether there was one.

import { bring } from "./morph.js";
import { clock } from "../shared/clock.js";
import { phrase, phrases } from "../shared/i18n.js";

const EVERY_MS = 2000;
const PATIENCE_MS = 8000;
// Of a stream something is heard every five seconds.
const SILENT_MS = 12000;
// Who finds no place among the streams tries again.
const STREAM_AGAIN_MS = 30000;

const main = document.getElementById("main");
const { events } = main.dataset;
const header = document.querySelector(".top");

const spoken = added("sr");
spoken.setAttribute("role", "status");
// Not spoken: it changes with every tap on another device.
const entering = added("pill entering");
entering.hidden = true;
const lost = added("pill");
lost.hidden = true;

let stream;
let timer;
let tag = "";
// A copy that the device kept was live when it was seen last.
const { seen } = document.documentElement.dataset;
let heardAt = Number(seen ?? Date.now());
let streamedAt = -Infinity;

function added(kind) {
  const line = document.createElement("p");
  line.className = kind;
  header.append(line);
  return line;
}

const shown = () => main.querySelector("[data-news]").dataset;

/** Show a page in the place of this one, and say what is new on it. */
function show(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const before = { ...shown() };
  document.title = page.title;
  for (const place of ["main", ".top h1", ".top .meta", ".top nav"]) {
    bring(document.querySelector(place), page.querySelector(place));
  }
  dispatchEvent(new CustomEvent("shown", { detail: html }));
  const { news, score, round } = shown();
  if (news === before.news && score === before.score) return;
  // Of what was undone only the score is news.
  spoken.textContent = Number(round) < Number(before.round) ? score : `${news} ${score}`.trim();
}

const inHand = ([name, tiles]) => {
  if (tiles === null) return phrase("%(name)s: total entered", { name });
  if (tiles === 0) return phrase("%(name)s: no tiles", { name });
  return phrases("%(name)s: %(num)s tile", "%(name)s: %(num)s tiles", tiles, { name });
};

function isEnteredHere() {
  try {
    return localStorage.getItem(`draft:${main.dataset.draft}`) !== null;
  } catch {
    // Storage is switched off.
    return false;
  }
}

/** Say how far another device is with the next round; whoever enters it here knows. */
function tell(entered) {
  entering.hidden = !entered.length || isEnteredHere();
  entering.textContent = `${entered.map(inHand).join(" · ")} …`;
}

function heard() {
  heardAt = Date.now();
  lost.hidden = true;
}

function missed() {
  lost.textContent = phrase("Not live: last seen %(time)s", { time: clock(heardAt) });
  lost.hidden = false;
  tell([]);
}

function listen() {
  streamedAt = performance.now();
  stream = new EventSource(`${events}?seen=${main.dataset.version}`);
  stream.addEventListener("open", () => {
    heard();
    // What is entered is said again by every stream.
    tell([]);
  });
  stream.addEventListener("alive", heard);
  stream.addEventListener("page", (event) => {
    heard();
    show(event.data);
  });
  stream.addEventListener("entered", (event) => {
    heard();
    tell(JSON.parse(event.data));
  });
  // The match is gone, or the link: the server knows what to say.
  stream.addEventListener("ended", () => location.reload());
}

async function askForDraft(signal) {
  const response = await fetch(main.dataset.entered, { cache: "no-cache", signal });
  if (!response.ok) throw new Error(response.status);
  tell(await response.json());
}

async function ask() {
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

const streaming = () => stream?.readyState === EventSource.OPEN && Date.now() - heardAt < SILENT_MS;

async function turn() {
  clearTimeout(timer);
  if (!streaming()) {
    await ask().catch(missed);
    if (performance.now() - streamedAt > STREAM_AGAIN_MS) {
      stream?.close();
      listen();
    }
  }
  wait();
}

function wait() {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(turn, EVERY_MS);
}

// A page nobody looks at takes no place among the streams: browsers have six for one site.
function looked() {
  stream?.close();
  clearTimeout(timer);
  if (document.hidden) return;
  listen();
  wait();
}

document.addEventListener("visibilitychange", looked);
addEventListener("pageshow", (event) => event.persisted && looked());
if (seen) missed();
looked();
