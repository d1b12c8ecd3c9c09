// Keeps a page of a club night up to date, and shares the picture of the first three.

import { morph } from "../table/morph.js";
import "../shared/timer.js";

const EVERY_MS = 1000;
const main = document.getElementById("main");

/** Whether somebody is typing, or has a menu open: then the page stays as it is. */
const inUse = () =>
  document.activeElement?.matches("textarea, input") || document.querySelector("main [data-sheet][open], .new-name[open]");

async function look() {
  const answer = await fetch(main.dataset.at, { headers: { Accept: "application/json" } });
  if (!answer.ok) return;
  const { stamp } = await answer.json();
  if (stamp === main.dataset.stamp || inUse()) return;
  // At a table the next match opens, which is another page.
  if ("opens" in main.dataset) return void location.reload();
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  for (const place of ["main", ".top .meta"]) morph(document.querySelector(place), page.querySelector(place));
  dispatchEvent(new CustomEvent("pageupdate"));
}

async function keepLooking() {
  if (!document.hidden) await look().catch(() => {});
  setTimeout(keepLooking, EVERY_MS);
}
setTimeout(keepLooking, EVERY_MS);

const sharing = document.querySelector(".sharing");
if (sharing) import("../table/share-result.js");
