// Keeps the page of an evening up to date, takes two taps for a swap, and fills names in.

import { morph } from "../table/morph.js";
import "../shared/timer.js";

const EVERY_MS = 1000;
const main = document.getElementById("main");

/** Whether somebody is typing, or has chosen one of two to be swapped: then the page stays. */
const inUse = () => document.activeElement?.matches("textarea, input[type=text]") || document.querySelector(".swap :checked, textarea:not(:placeholder-shown)")?.value;

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

main.addEventListener("change", () => {
  const swap = document.querySelector(".swap");
  if (swap?.querySelectorAll("[name=swap]:checked").length === 2) document.getElementById("swap").click();
});

main.addEventListener("click", ({ target }) => {
  const chip = target.closest(".chips [data-name]");
  if (!chip) return;
  const field = chip.closest("form").querySelector("textarea");
  const text = field.value.trimEnd();
  const half = chip.parentElement.dataset.pairs === "yes" && text && !text.split("\n").at(-1).includes("&");
  field.value = `${text}${text ? (half ? " & " : "\n") : ""}${chip.dataset.name}`;
  chip.remove();
});

const sharing = document.querySelector(".sharing");
if (sharing) import("../table/share-result.js");
