/* The golden button says who comes. */
const form = document.querySelector(".comes");
const button = form?.querySelector("[data-said]");
const plain = button?.textContent;

function say() {
  const name = form.elements.name.value.trim() || form.querySelector('[name="known"]:checked')?.value;
  button.textContent = name ? button.dataset.said.replace("{name}", name) : plain;
}

form?.addEventListener("input", (event) => {
  // What is typed and what is tapped are one choice.
  if (event.target.name === "known") form.elements.name.value = "";
  say();
});
if (form) say();
