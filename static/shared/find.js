// Submits the search above a list as soon as something is chosen.

const form = document.getElementById("find");

form?.addEventListener("change", ({ target }) => {
  if (target.localName === "select") form.requestSubmit();
});
