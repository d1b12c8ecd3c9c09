// The menu closes where somebody taps beside it or presses Escape; one of its lines prints the page.

const menu = document.querySelector(".menu");

document.addEventListener("click", ({ target }) => {
  if (!target.closest(".menu summary")) menu.open = false;
  if (target.closest("[data-action=print]")) print();
});
menu.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
