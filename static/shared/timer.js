// Counts the minutes of a match down. The server says how much is left, never when: a clock here may be wrong.

import { phrase } from "./i18n.js";
import { timeOver } from "./sounds.js";

const LOOK_AGAIN_MS = 30_000;
// The server sends whole seconds: a clock that is set again and again would jump by one.
const SAME_SECONDS = 2;
let toldAt = -Infinity;

const timers = () => document.querySelectorAll("[data-timer]");
const written = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Set a clock to what the server says. */
function begin(timer, left, paused) {
  timer.until = performance.now() + left * 1000;
  timer.left = left;
  timer.still = paused;
  timer.known = true;
}

/** Set all clocks to what a stream says; while there is one, no clock asks the server. */
export function tell({ left, paused }) {
  toldAt = performance.now();
  if (left === null) return;
  for (const timer of timers()) {
    const own = timer.still ? timer.left : (timer.until - toldAt) / 1000;
    if (!timer.known || timer.still !== paused || Math.abs(own - left) > SAME_SECONDS) begin(timer, left, paused);
    show(timer);
  }
}

async function ask(timer) {
  timer.asked = timer.dataset.asked;
  const answer = await fetch(timer.dataset.timer, { headers: { Accept: "application/json" } });
  const { left, paused } = await answer.json();
  begin(timer, left, paused);
}

function show(timer) {
  if (!timer.known) return;
  const left = timer.still ? timer.left : Math.max(0, Math.ceil((timer.until - performance.now()) / 1000));
  const over = left === 0;
  if (over && timer.running && !timer.still) timeOver();
  timer.running = !over;
  timer.hidden = false;
  timer.classList.add("known");
  timer.classList.toggle("last", over);
  const text = over ? phrase("Last round") : written(left);
  // Beside a large clock, "paused" is a separate element.
  const says = timer.still && !over && !timer.closest(".clock");
  timer.textContent = says ? phrase("%(time)s paused", { time: text }) : text;
}

/** Ask for all clocks again: the device slept, or the page is new and does not say that they are up to date. */
function start(event) {
  for (const timer of timers()) {
    // Many phones may show this clock: ask again only if it may have changed.
    const same = event?.type === "pageupdate" && timer.dataset.asked && timer.asked === timer.dataset.asked;
    if (same || performance.now() - toldAt < LOOK_AGAIN_MS) show(timer);
    else ask(timer).catch(() => {});
  }
}

start();
addEventListener("pageupdate", start);
addEventListener("pageshow", start);
document.addEventListener("visibilitychange", () => document.hidden || start());
setInterval(() => timers().forEach(show), 250);
setInterval(() => document.hidden || start(), LOOK_AGAIN_MS);
