// Tells on a page shown offline when it was last seen, and reloads it when the server answers again.

import { clock } from "./clock.js";
import { phrase } from "./i18n.js";
import { EVERY_MS } from "./interval.js";

const PATIENCE_MS = 8000;

const { seen } = document.documentElement.dataset;
const main = document.getElementById("main");
const key = document.querySelector('[name="entry_key"]');
const line = document.createElement("p");

/** Say when the page was last seen. */
function tell() {
  line.className = "pill";
  line.setAttribute("role", "status");
  document.querySelector(".top").append(line);
  line.textContent = phrase("Not live: last updated %(time)s", { time: clock(Number(seen)) });
}

async function ask() {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  await fetch(import.meta.url, { method: "HEAD", cache: "no-store", signal });
  // A page on which a round is entered stays, and sends it.
  if (!document.querySelector("[data-draft]")) return location.reload();
  line.remove();
}

function wait() {
  setTimeout(() => (document.hidden ? wait() : ask().catch(wait)), EVERY_MS);
}

// Each time a form is opened it gets a new entry key: the cached copy has an old one.
if (key) key.value = crypto.randomUUID().replaceAll("-", "");
// Live pages check for the server themselves.
if (!main.dataset.events) {
  if (seen) tell();
  wait();
}
