// A page that the device showed as it was seen last, or that it has none of: says so, until the server is there again.

import { clock } from "./clock.js";
import { phrase } from "./i18n.js";

const EVERY_MS = 3000;
const PATIENCE_MS = 8000;

const { seen } = document.documentElement.dataset;
const main = document.getElementById("main");
const key = document.querySelector('[name="entry_key"]');
const line = document.createElement("p");

/** Say when the page was seen; a page that is live says so itself. */
function tell() {
  line.className = "pill";
  line.setAttribute("role", "status");
  document.querySelector(".top").append(line);
  line.textContent = phrase("Not live: last seen %(time)s", { time: clock(Number(seen)) });
}

async function ask() {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  await fetch(import.meta.url, { method: "HEAD", cache: "no-store", signal });
  // What is being filled in stays; it is sent as it would have been.
  if (!document.querySelector("[data-draft]")) return location.reload();
  line.remove();
}

function wait() {
  setTimeout(() => (document.hidden ? wait() : ask().catch(wait)), EVERY_MS);
}

// The same form opened again is another entry, as it would be from the server.
if (key) key.value = crypto.randomUUID().replaceAll("-", "");
if (!main.dataset.events) {
  if (seen) tell();
  wait();
}
