// The settings of this device: a preference takes effect at once, on every page that is open here.

import { canStayAwake } from "../shared/wake-lock.js";
import { keep, read } from "../shared/storage.js";
import { click } from "../shared/sounds.js";

const preferences = document.getElementById("preferences");

for (const field of preferences.querySelectorAll("input")) field.checked = read(field.name) === field.value;
preferences.addEventListener("change", ({ target }) => {
  keep(target.name, target.checked ? target.value : "");
  if (target.name === "sounds") click();
});
// Only Safari on an iPad or iPhone has this property, and it does not offer to install the app.
document.getElementById("home").hidden = navigator.standalone !== false;
for (const text of document.querySelectorAll("[data-awake]")) text.hidden = (text.dataset.awake === "yes") !== canStayAwake;
