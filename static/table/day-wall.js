// A wall that shows the day's table between two matches: once its match is over it polls its own page, and moves on to
// the next match.

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

// The script that keeps the page live says if there is no network.
const look = () => document.hidden || isPlaying() || ask().catch(() => {});

addEventListener("pageupdate", look);
// A next match does not change this one: look for it at every keep-alive.
addEventListener("alive", look);
