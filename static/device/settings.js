// The page about this device: a preference counts at once, on every page that is open here.

import { canStayAwake } from "../shared/wake-lock.js";
import { keep, read } from "../shared/storage.js";
import { click } from "../shared/sounds.js";

const preferences = document.getElementById("preferences");

for (const field of preferences.querySelectorAll("input")) field.checked = read(field.name) === field.value;
preferences.addEventListener("change", ({ target }) => {
  keep(target.name, target.checked ? target.value : "");
  if (target.name === "sounds") click();
});
// Only Safari on an iPad or an iPhone knows this, and it offers nothing by itself.
document.getElementById("home").hidden = navigator.standalone !== false;
for (const text of document.querySelectorAll("[data-awake]")) text.hidden = (text.dataset.awake === "yes") !== canStayAwake;
