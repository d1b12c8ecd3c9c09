// The page about this device: what is chosen on it counts at once, on every page that is open here.

import { canStayAwake } from "../shared/wake-lock.js";
import { keep, read } from "../shared/storage.js";
import { click } from "../shared/sounds.js";

const chosen = document.getElementById("chosen");

for (const field of chosen.querySelectorAll("input")) field.checked = read(field.name) === field.value;
chosen.addEventListener("change", ({ target }) => {
  keep(target.name, target.checked ? target.value : "");
  if (target.name === "sounds") click();
});
// Only Safari on an iPad or an iPhone knows this, and it offers nothing by itself.
document.getElementById("home").hidden = navigator.standalone !== false;
for (const said of document.querySelectorAll("[data-awake]")) said.hidden = (said.dataset.awake === "yes") !== canStayAwake;
