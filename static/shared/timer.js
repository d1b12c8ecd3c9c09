// Counts the minutes of a match down. The server says how much is left, never when: a clock here may be wrong.

import { phrase } from "./i18n.js";
import { timeOver } from "./sounds.js";

const LOOK_AGAIN_MS = 30_000;

const timers = () => document.querySelectorAll("[data-timer]");
const written = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Take what the server said as it is now. */
function begin(timer, left, paused) {
  timer.until = performance.now() + left * 1000;
  timer.left = left;
  timer.still = paused;
  timer.known = true;
}

async function ask(timer) {
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

/** Look at all clocks again: the page is new, or the device slept. */
function start() {
  for (const timer of timers()) {
    if (timer.dataset.timer) ask(timer).catch(() => {});
    else begin(timer, Number(timer.dataset.left), "paused" in timer.dataset);
  }
}

start();
addEventListener("pageupdate", start);
addEventListener("pageshow", start);
document.addEventListener("visibilitychange", () => document.hidden || start());
setInterval(() => timers().forEach(show), 250);
setInterval(() => document.hidden || timers().forEach((timer) => timer.dataset.timer && ask(timer).catch(() => {})), LOOK_AGAIN_MS);
