// A result from paper: large keys for the two fields, and a button that says who won.

const form = document.querySelector(".fill");
const fields = [...form.querySelectorAll(".of-side input")];
// Missing if the page asks who won.
const said = form.querySelector("[data-who]") ?? form.querySelector(".bar .primary");
let at = fields[0];

/** Say who won by the points entered. */
function sayWho() {
  if (!said) return;
  const points = fields.map(({ value }) => (value.trim() === "" ? NaN : value.split("+").reduce((sum, part) => sum + Number(part), 0)));
  const best = "low" in form.dataset ? Math.min(...points) : Math.max(...points);
  const { won } = fields[points.indexOf(best)]?.closest(".of-side").dataset ?? {};
  const tied = points.filter((own) => own === best).length > 1;
  said.textContent = tied ? form.dataset.tied : (won ?? form.dataset.enter);
}

function turnTo(field) {
  at = field;
  for (const each of fields) each.closest(".of-side").classList.toggle("on", each === field);
}

for (const field of fields) {
  field.addEventListener("focus", () => turnTo(field));
  field.addEventListener("input", sayWho);
  // Hide the device's keyboard: it would cover the larger keys of the page.
  if (matchMedia("(pointer: coarse)").matches) field.inputMode = "none";
}
form.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-digit]");
  if (!key) return;
  const { digit } = key.dataset;
  at.value = digit ? `${at.value}${digit}`.slice(0, at.maxLength) : at.value.slice(0, -1);
  sayWho();
});
turnTo(at);
sayWho();
