// What was chosen on this device, in place before anything is drawn: how light the pages are, and which way they face.

(() => {
  const MEDIA = { light: "not all", dark: "all" };
  const root = document.documentElement;
  // What is for the dark alone: a sheet of colours, and the colour of what the browser draws itself.
  const dark = document.querySelectorAll('head [media="(prefers-color-scheme: dark)"]');

  function read(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      // Storage is switched off: everything is as it comes.
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

  // Chosen on another page of this device, or on this one, which says so itself.
  addEventListener("storage", show);
  root.dataset.scripted = "";
  show();
})();
