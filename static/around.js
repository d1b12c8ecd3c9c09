// What a tablet on a game table needs of every page of a match.

import { stayAwake } from "./awake.js";
import { keep, read } from "./kept.js";
import { phrase } from "./words.js";

const root = document.documentElement;

function fill() {
  if (document.fullscreenElement) document.exitFullscreen();
  else root.requestFullscreen().catch(() => {});
}

function cornerButton() {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "btn" });
  button.innerHTML = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"/></svg>';
  button.setAttribute("aria-label", phrase("Full screen"));
  button.dataset.full = "";
  return button;
}

/** The table mode is there for those who use it. */
function face() {
  if (root.dataset.faced !== undefined && document.querySelector(".faced")) import("./facing.js");
}

stayAwake();
face();
addEventListener("storage", face);
document.addEventListener("click", ({ target }) => {
  const pressed = target.closest("[data-turns=page]");
  if (!pressed) return;
  keep("faced", root.toggleAttribute("data-faced") ? "yes" : "");
  // The button that turns it back takes the focus, as soon as it is to be seen.
  const back = [...document.querySelectorAll("[data-turns=page]")].find((button) => button !== pressed);
  back.focus();
  document.querySelector("[data-for=faced]").addEventListener("load", () => back.focus(), { once: true });
});
if (read("sounds") === "on") {
  import("./sounds.js").then(({ click }) => {
    document.addEventListener("click", ({ target }) => target.closest(".tile") && click());
  });
}
if (document.fullscreenEnabled) {
  root.dataset.fills = "";
  document.querySelector(".corner").prepend(cornerButton());
  document.addEventListener("click", ({ target }) => target.closest("[data-full]") && fill());
}
