// The home page: a player or a game that is chosen is looked for at once.

const form = document.getElementById("find");

form?.addEventListener("change", ({ target }) => {
  if (target.localName === "select") form.requestSubmit();
});
