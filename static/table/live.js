// Keeps a page live: a stream tells of every change; while there is none the page asks now and then. Whatever else on
// the page follows the match does so with each sign of life, the event "alive", and each change, "pageupdate".

import { counter } from "./count-up.js";
import { showGoOn } from "./go-on.js";
import { morph } from "./morph.js";
import { isKept } from "../round/draft-storage.js";
import { clock } from "../shared/clock.js";
import { phrase, phrases } from "../shared/i18n.js";
import { EVERY_MS } from "../shared/interval.js";
import "../shared/tablet.js";

if (document.querySelector("[data-timer]")) import("../shared/timer.js");
if (document.getElementById("in-play")) import("./in-play.js").then(({ sendPoints }) => sendPoints(show, addLine("pill")));

const PATIENCE_MS = 8000;
// A stream sends something every five seconds.
const SILENT_MS = 12000;
// A stream that was refused, as there are too many, is tried again.
const STREAM_AGAIN_MS = 30000;

const main = document.getElementById("main");
const { events } = main.dataset;
const header = document.querySelector(".top");

const announcement = addLine("sr");
announcement.setAttribute("role", "status");
// Not announced: it changes with every tap on another device.
const entering = addLine("pill entering");
entering.hidden = true;
const lost = addLine("pill");
lost.hidden = true;

let stream;
let timer;
let tag = "";
// A page shown offline was live when it was last seen.
const { seen } = document.documentElement.dataset;
let heardAt = Number(seen ?? Date.now());
let streamedAt = -Infinity;
// What was entered of the next round when it was last heard of.
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

/** Celebrate a win that is new, which announces it; end the celebration of one that was undone. */
async function updateWin(win, wonBy) {
  const { update } = await import("./win.js");
  update(win, wonBy);
}

/** Update the page, and say what is new on it. */
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
  // What was entered of a round that is recorded by now is no part of the next one.
  showEntered(main.dataset.draft === draft ? lately : []);
  dispatchEvent(new CustomEvent("pageupdate", { detail: html }));
  countUp();
  if (win || wonBy) updateWin(win, wonBy).catch(() => announce(before));
  if (!win || win.dataset.win === wonBy) announce(before);
}

const enteredBy = ([name, tiles]) => {
  if (tiles === null) return phrase("%(name)s: total entered", { name });
  if (tiles === 0) return phrase("%(name)s: no tiles", { name });
  return phrases("%(name)s: %(num)s tile", "%(name)s: %(num)s tiles", tiles, { name });
};

/** Show what is entered of the next round: on the button that goes on with it, else unless it is entered here. */
function showEntered(entered) {
  lately = entered;
  entering.hidden = showGoOn(lost.hidden ? entered : null) || !entered.length || isKept(main.dataset.draft);
  entering.textContent = `${entered.map(enteredBy).join(" · ")} …`;
}

function heard() {
  heardAt = Date.now();
  lost.hidden = true;
  // Once the page is as was heard.
  queueMicrotask(() => dispatchEvent(new Event("alive")));
}

function missed() {
  lost.textContent = phrase("Not live: last seen %(time)s", { time: clock(heardAt) });
  lost.hidden = false;
  showEntered([]);
}

function listen() {
  streamedAt = performance.now();
  stream = new EventSource(`${events}?seen=${main.dataset.version}`);
  stream.addEventListener("open", () => {
    heard();
    // A new stream tells again what is entered.
    showEntered([]);
  });
  stream.addEventListener("alive", heard);
  stream.addEventListener("page", (event) => {
    heard();
    show(event.data);
  });
  stream.addEventListener("entered", (event) => {
    heard();
    showEntered(JSON.parse(event.data));
  });
  // The match was deleted or the link has ended: the page of the server says which.
  stream.addEventListener("ended", () => location.reload());
}

async function askForDraft(signal) {
  const response = await fetch(main.dataset.entered, { cache: "no-cache", signal });
  if (!response.ok) throw new Error(response.status);
  showEntered(await response.json());
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

// A hidden page has no stream: browsers allow six to one site.
function restart() {
  stream?.close();
  clearTimeout(timer);
  if (document.hidden) return;
  listen();
  wait();
}

document.addEventListener("visibilitychange", restart);
addEventListener("pageshow", (event) => event.persisted && restart());
if (seen) missed();
restart();
