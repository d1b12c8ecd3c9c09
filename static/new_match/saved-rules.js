// A file of house rules is opened as soon as it is chosen.

document.getElementById("file").addEventListener("change", ({ target }) => target.form.requestSubmit());
