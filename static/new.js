// A new match: names that are known can be tapped, and partners are asked for only where they are possible.

const form = document.querySelector("form.new");
const names = [...form.querySelectorAll(".names input")];
const chips = document.getElementById("chips");
const partners = document.getElementById("partners-choice");
const box = partners.querySelector("input");
let chosen = box.checked;

const filled = () => names.map((field) => field.value.trim()).filter(Boolean);

function showChips() {
  const used = filled();
  const free = names.some((field) => !field.value.trim());
  for (const chip of chips.children) chip.hidden = !free || used.includes(chip.textContent);
  chips.hidden = ![...chips.children].some((chip) => !chip.hidden);
}

function showPartners() {
  const card = form.querySelector(".game:has(:checked)");
  const allowed = JSON.parse(card?.dataset.sides || "{}")[filled().length];
  partners.hidden = allowed !== "either";
  // A game that is only played in pairs is sent as such; one that never is sends nothing.
  box.checked = allowed === "pairs" || (allowed === "either" && chosen);
}

function show() {
  showChips();
  showPartners();
}

for (const { value } of form.querySelectorAll("#known-names option")) {
  const chip = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: value });
  chip.addEventListener("click", () => {
    names.find((field) => !field.value.trim()).value = value;
    show();
  });
  chips.append(chip);
}
box.addEventListener("input", () => (chosen = box.checked));
form.addEventListener("input", show);
document.getElementById("goal").addEventListener("change", (event) => {
  if (event.target.type === "radio") form.querySelector(".other input").value = "";
});
show();
