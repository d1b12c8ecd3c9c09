// Applies the preferences of this device before anything is drawn: light or dark, large type, the hand, the table mode.

import { read } from "./storage.js";

const MEDIA = { light: "not all", dark: "all" };
const root = document.documentElement;
const darkOnly = document.querySelectorAll('head [media="(prefers-color-scheme: dark)"]');

/** Make the font sizes of a stylesheet grow with `--large`, the smallest most, and those of 30 px not at all. */
function stretch({ cssRules = [] }) {
  for (const rule of cssRules) {
    const [, size] = /^([\d.]+)px$/.exec(rule.style?.fontSize) ?? [];
    if (size < 30) {
      const grown = `calc(${size}px + ${(30 - size) * 0.3}px * var(--large, 0))`;
      rule.style.setProperty("font-size", grown, rule.style.getPropertyPriority("font-size"));
    }
    stretch(rule);
  }
}

function showLarge() {
  root.dataset.large = "";
  for (const sheet of document.styleSheets) stretch(sheet);
  // Some stylesheets load later.
  document.addEventListener("load", ({ target }) => target.sheet && stretch(target.sheet), true);
}

function show() {
  const media = MEDIA[read("theme")] ?? "(prefers-color-scheme: dark)";
  for (const each of darkOnly) each.media = media;
  // Devices have stored the preference by this name.
  const tableMode = root.toggleAttribute("data-table-mode", read("faced") === "yes");
  root.toggleAttribute("data-left-hand", read("hand") === "left");
  if (read("type") === "large" && !("large" in root.dataset)) showLarge();
  root.style.setProperty("--large", read("type") === "large" ? 1 : 0);
  // Rarely needed stylesheets are loaded only when needed.
  const hand = /[?&]hand=\d/.test(location.search);
  const wanted = { "table-mode": tableMode, hand, "all-hands": !hand };
  for (const sheet of document.querySelectorAll("link[data-for]")) sheet.disabled = !wanted[sheet.dataset.for];
}

addEventListener("storage", show);
root.dataset.scripted = "";
show();
