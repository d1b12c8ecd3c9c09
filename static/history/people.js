/* The golden button and the seat say who comes; two buttons change the first round. */
const form = document.querySelector(".new-person");
const button = form?.querySelector("[data-said]");
const plain = button?.textContent;
const seat = document.querySelector('.seat > [aria-pressed="true"]');
const was = seat?.querySelector("b").textContent;

function say() {
  const name = form.elements.name.value.trim() || form.querySelector('[name="known"]:checked')?.value;
  button.textContent = name ? button.dataset.said.replace("{name}", name) : plain;
  if (!seat) return;
  seat.querySelector("b").textContent = name || was;
  seat.querySelector("s").hidden = !name;
  seat.querySelector("small").hidden = Boolean(name);
}

form?.addEventListener("input", (event) => {
  // Typing a name or tapping one is the same choice.
  if (event.target.name === "known") form.elements.name.value = "";
  if (event.target.name === "name") for (const each of form.querySelectorAll(":checked[name=known]")) each.checked = false;
  say();
});
form?.addEventListener("click", (event) => {
  const by = event.target.closest("[data-by]")?.dataset.by;
  if (by) form.elements.first.stepUp(Number(by));
});
if (form) say();
