// What opens over the page, so that nothing behind it is lost: by a button that names it, closed by one in it or beside it.

/** Open a dialog; the keyboard of a device stays down until a field in it is touched. */
export function openDialog(dialog) {
  dialog.showModal();
  dialog.tabIndex = -1;
  dialog.focus();
}

/** Let the buttons of the page open and close its dialogs. */
export function openDialogs() {
  document.addEventListener("click", ({ target }) => {
    const opens = target.closest("[data-opens]");
    if (opens) openDialog(document.getElementById(opens.dataset.opens));
    // Beside a dialog is its backdrop, which is the dialog itself.
    if (target.localName === "dialog" || target.closest("[data-closes]")) target.closest("dialog").close();
  });
}
