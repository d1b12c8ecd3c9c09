// Counts the minutes of a match down. The server says how much is left, never when: a clock here may be wrong.

import { phrase } from "./i18n.js";
import { timeOver } from "./sounds.js";

const LOOK_AGAIN_MS = 30_000;
// Seconds are whole: a clock that is told again and again would jump by one.
const SAME_SECONDS = 2;
let toldAt = -Infinity;

const timers = () => document.querySelectorAll("[data-timer]");
const written = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Take what the server said as it is now. */
function begin(timer, left, paused) {
  timer.until = performance.now() + left * 1000;
  timer.left = left;
  timer.still = paused;
  timer.known = true;
}

/** Take what a stream says of all clocks again and again: as long as it does none asks. */
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
  // Beside a large clock it stands apart.
  const says = timer.still && !over && !timer.closest(".clock");
  timer.textContent = says ? phrase("%(time)s paused", { time: text }) : text;
}

/** Look at all clocks again: the device slept, or the page is new and does not say that they are as they were. */
function start(event) {
  for (const timer of timers()) {
    // Of many phones that all show one clock few have to ask.
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
