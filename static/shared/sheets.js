// Menus and sheets over the page close by a tap outside or on one of their lines, and by Escape.

const opened = () => document.querySelectorAll("[data-sheet][open]");

document.addEventListener("click", ({ target }) => {
  for (const sheet of opened()) if (!sheet.contains(target) || target.closest("a, button")) sheet.open = false;
  if (target.closest("[data-action=print]")) print();
});
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const sheet of opened()) {
    sheet.open = false;
    sheet.querySelector("summary").focus();
  }
});
