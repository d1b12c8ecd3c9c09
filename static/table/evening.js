// A wall that shows the evening between two matches: once its match is over it asks for its own page, and follows to the
// next match.

import { morph } from "./morph.js";

const PATIENCE_MS = 8000;

const main = document.getElementById("main");
const isPlaying = () => main.querySelector("[data-playing]") !== null;

async function ask() {
  const response = await fetch(location.pathname, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE_MS) });
  if (response.redirected) return location.replace(response.url);
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  morph(main, page.querySelector("main"));
}

// What keeps the page live says when there is no network.
const look = () => document.hidden || isPlaying() || ask().catch(() => {});

addEventListener("pageupdate", look);
// The next match changes nothing of this one: it is looked for whenever the page hears that it is live.
addEventListener("alive", look);
