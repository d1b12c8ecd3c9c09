// What was chosen on this device, in place before anything is drawn.

(() => {
  const MEDIA = { light: "not all", dark: "all" };
  const root = document.documentElement;
  const dark = document.querySelectorAll('head [media="(prefers-color-scheme: dark)"]');

  function read(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  }

  function show() {
    const media = MEDIA[read("theme")] ?? "(prefers-color-scheme: dark)";
    for (const each of dark) each.media = media;
    root.toggleAttribute("data-faced", read("faced") === "yes");
    // Sheets that few pages need are not loaded before.
    const wanted = { faced: root.dataset.faced !== undefined, hand: /[?&]hand=\d/.test(location.search) };
    for (const sheet of document.querySelectorAll("link[data-for]")) sheet.disabled = !wanted[sheet.dataset.for];
  }

  addEventListener("storage", show);
  root.dataset.scripted = "";
  show();
})();
