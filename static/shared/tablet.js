// A tablet on a game table: it stays on, and can be turned to the players, fill the screen and click.

import { stayAwake } from "./wake-lock.js";
import { keep, read } from "./storage.js";

const root = document.documentElement;

function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else root.requestFullscreen().catch(() => {});
}

function toggleTableMode(pressed) {
  keep("faced", root.toggleAttribute("data-table-mode") ? "yes" : "");
  // Focus the button that goes back, or the menu it is in, as soon as it is visible.
  const other = [...document.querySelectorAll("[data-action=table-mode]")].find((button) => button !== pressed);
  const back = other.closest("details")?.querySelector("summary") ?? other;
  back.focus();
  for (const sheet of document.querySelectorAll("[data-for=table-mode]")) sheet.addEventListener("load", () => back.focus(), { once: true });
}

// A page that is left while a script loads does not need it any more: then this never ends.
function load(script) {
  return import(script).catch(() => new Promise(() => {}));
}

function loadTableMode() {
  if (root.dataset.tableMode !== undefined && document.querySelector(".table-mode")) load("../table/table-mode.js");
}

function arrive() {
  loadTableMode();
  if (document.fullscreenEnabled) document.querySelector(".menu [data-action=full-screen]").hidden = false;
}

stayAwake();
arrive();
addEventListener("storage", loadTableMode);
addEventListener("pagechange", arrive);
document.addEventListener("click", ({ target }) => {
  const pressed = target.closest("[data-action=table-mode]");
  if (pressed) toggleTableMode(pressed);
});
if (read("sounds") === "on") {
  load("./sounds.js").then(({ click }) => {
    document.addEventListener("click", ({ target }) => target.closest(".tile") && click());
  });
}
if (document.fullscreenEnabled) {
  root.dataset.canFill = "";
  document.addEventListener("click", ({ target }) => target.closest('[data-action="full-screen"]') && toggleFullScreen());
}
