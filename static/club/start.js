// Usual numbers of rounds and minutes, by one tap.

document.querySelector(".fill")?.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-fills]");
  if (button) document.getElementById(button.dataset.fills).value = button.dataset.value;
});
