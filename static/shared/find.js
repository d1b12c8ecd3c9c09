// What is chosen above a list is looked for at once.

const form = document.getElementById("find");

form?.addEventListener("change", ({ target }) => {
  if (target.localName === "select") form.requestSubmit();
});
