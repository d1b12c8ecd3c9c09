// The sheet that says why closes where somebody taps beside it, or presses Escape.

const close = (sheet) => sheet?.removeAttribute("open");
const opened = () => document.querySelector(".why[open]");

document.addEventListener("click", ({ target }) => {
  if (!target.closest(".why")) close(opened());
});
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  opened()?.querySelector("summary").focus();
  close(opened());
});
