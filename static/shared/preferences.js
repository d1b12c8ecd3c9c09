// Applies what was chosen on this device before anything is drawn: light or dark, and the table mode.

(() => {
  const MEDIA = { light: "not all", dark: "all" };
  const root = document.documentElement;
  const darkOnly = document.querySelectorAll('head [media="(prefers-color-scheme: dark)"]');

  function read(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  }

  function show() {
    const media = MEDIA[read("theme")] ?? "(prefers-color-scheme: dark)";
    for (const each of darkOnly) each.media = media;
    // Devices have stored it by this name.
    const tableMode = root.toggleAttribute("data-table-mode", read("faced") === "yes");
    // Stylesheets that are seldom wanted are loaded only then.
    const hand = /[?&]hand=\d/.test(location.search);
    const wanted = { "table-mode": tableMode, hand, "all-hands": !hand };
    for (const sheet of document.querySelectorAll("link[data-for]")) sheet.disabled = !wanted[sheet.dataset.for];
  }

  addEventListener("storage", show);
  root.dataset.scripted = "";
  show();
})();
