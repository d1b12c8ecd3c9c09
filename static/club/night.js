// Keeps a page of a club night up to date, and shares the picture of the first three.

import { follow } from "../shared/follow.js";
import { morph } from "../table/morph.js";
import { tell } from "../shared/timer.js";

const PATIENCE_MS = 8000;
const LOOK_MS = 300;
const main = document.getElementById("main");
// An update that waits until nobody is using the page.
let waiting = "";

/** Whether somebody is typing, or has a menu open: then the page is not updated. */
const inUse = () =>
  document.activeElement?.matches("textarea, input") || document.querySelector("main [data-sheet][open], .new-name[open]");

function show(html) {
  waiting = inUse() ? html : "";
  if (waiting) return;
  const page = new DOMParser().parseFromString(html, "text/html");
  if (page.querySelector("main").dataset.stamp === main.dataset.stamp) return;
  // At a table the next match opens on a page of its own.
  if ("opens" in main.dataset) return void location.reload();
  for (const place of ["main", ".top .meta", ".top nav", ".menu .lines"]) morph(document.querySelector(place), page.querySelector(place));
  dispatchEvent(new CustomEvent("pageupdate"));
}

async function ask(heard) {
  const answer = await fetch(location.href, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE_MS) });
  if (answer.redirected) return location.replace(answer.url);
  if (!answer.ok) throw new Error(answer.status);
  show(await answer.text());
  heard();
}

const address = () => `${main.dataset.events}?seen=${main.dataset.stamp}`;
const on = {
  alive: (data) => tell(JSON.parse(data)),
  page: show,
  changed: () => ask(() => {}).catch(() => {}),
  ended: () => location.reload(),
};
follow(address, on, ask);
setInterval(() => waiting && show(waiting), LOOK_MS);

// A big screen stays on.
if (main.matches(".wall-of-club")) import("../shared/wake-lock.js").then(({ stayAwake }) => stayAwake());
const sharing = document.querySelector(".sharing");
if (sharing) import("../table/share-result.js");
