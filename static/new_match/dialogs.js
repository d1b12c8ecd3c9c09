// Dialogs keep what is on the page: opened by a button that names one, closed by one in it or a tap outside.

/** Open a dialog; the on-screen keyboard stays hidden until a field is touched. */
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
    // A tap on the backdrop has the dialog as its target.
    if (target.localName === "dialog" || target.closest("[data-closes]")) target.closest("dialog").close();
  });
}
