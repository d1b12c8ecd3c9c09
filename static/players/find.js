// Pages of figures: a game or a period that is chosen is shown at once; the season is printed from the menu.

const form = document.getElementById("find");

form?.addEventListener("change", ({ target }) => {
  if (target.localName === "select") form.requestSubmit();
});
